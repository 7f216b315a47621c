package schema

import (
	"net/url"
	"path"
	"strings"
)

// reference is a $ref on its way to its target.
type reference struct {
	from     *Schema
	uri      string // of the resource, absolute unless only file can be meant; "" is the resource that the reference stands in
	fragment string // decoded
	file     string // the path that a relative reference means as a file, in the project; "" is none
	leaves   bool   // whether file would lie outside the project
	waits    bool
}

// refer reads s.Ref and queues it.
func (l *loader) refer(s *Schema) {
	written, fragment, _ := strings.Cut(s.Ref, "#")
	bad := func(why string) {
		l.report(s.Finding(ruleKeyword, "$ref", "$ref "+quote(s.Ref)+" is no URI reference: "+why, ""))
	}
	decoded, err := url.PathUnescape(fragment)
	if err != nil {
		bad("its fragment has a bad percent escape")
		return
	}
	if strings.HasPrefix(decoded, "/") {
		if _, err := ParsePointer(decoded); err != nil {
			bad(err.Error())
			return
		}
	}
	r := &reference{from: s, fragment: decoded}
	if written != "" {
		if why := r.locate(s, written); why != nil {
			bad(why.Error())
			return
		}
	}
	l.references = append(l.references, r)
	l.queue = append(l.queue, r)
}

// locate finds out what the part before the fragment can mean: a URI, and, for a
// relative path in a document's own resource, a file beside the document.
func (r *reference) locate(s *Schema, written string) error {
	u, err := parseURI(written)
	if err != nil {
		return err
	}
	if !u.IsAbs() && u.Host == "" && u.Path != "" && u.RawQuery == "" && !strings.HasPrefix(u.Path, "/") &&
		s.Base == s.Doc.ID {
		r.file = path.Join(path.Dir(s.Doc.Path), u.Path)
		if r.file == ".." || strings.HasPrefix(r.file, "../") {
			r.file, r.leaves = "", true
		}
	}
	if r.uri, err = resolveURI(s.Base, written); err == errRelativeToOpaque && (r.file != "" || r.leaves) {
		// Only the path can be meant: nothing is identified by a relative URI.
		r.uri, err = written, nil
	}
	return err
}

// run resolves what is queued, reading further documents as they are needed.
func (l *loader) run() {
	for {
		for len(l.queue) > 0 {
			r := l.queue[0]
			l.queue = l.queue[1:]
			l.resolve(r)
		}
		if !l.scan() {
			return
		}
	}
}

// resolve finds the target, or lets the reference wait for it.
func (l *loader) resolve(r *reference) {
	r.waits = false
	res := r.from.resource
	if r.uri != "" {
		if res = l.find(r); res == nil {
			if _, known := l.waiting[r.uri]; !known {
				l.missing = append(l.missing, r.uri)
			}
			l.wait(r, r.uri)
			return
		}
	}
	switch {
	case res.broken:
	case r.fragment == "":
		r.from.RefTo = res.root
	case r.fragment[0] == '/':
		target, miss := l.place(res.doc, res.root.Pointer+r.fragment)
		if miss != nil {
			l.report(r.from.Finding(ruleRef, "$ref", "$ref "+quote(r.from.Ref)+" resolves to nothing: "+miss.message,
				miss.remedy(func(near string) string { return r.with(strings.TrimPrefix(near, res.root.Pointer)) })))
		}
		r.from.RefTo = target
	default:
		if target := res.anchors[r.fragment]; target != nil {
			r.from.RefTo = target
			return
		}
		l.wait(r, res.uri+"#"+r.fragment)
	}
}

// wait parks a reference until wake is called with the key.
func (l *loader) wait(r *reference, key string) {
	r.waits = true
	l.waiting[key] = append(l.waiting[key], r)
}

// find returns the resource that a reference names. What is identified by the URI
// comes first, then the file found under it, then the file that a relative path names.
func (l *loader) find(r *reference) *resource {
	if res := l.resources[r.uri]; res != nil {
		return res
	}
	src := l.byURI[r.uri]
	if src == nil && r.file != "" {
		src = l.byPath[r.file]
	}
	if src == nil {
		return nil
	}
	l.load(src)
	if src.doc == nil {
		return &resource{broken: true}
	}
	return src.doc.Root.resource
}

// scan looks for the URIs that references wait for among the $ids of files that
// were not loaded, and tells whether it loaded one.
func (l *loader) scan() bool {
	if len(l.missing) == 0 {
		return false
	}
	if l.byRootID == nil {
		l.byRootID = map[string][]*source{}
		for _, src := range l.sources {
			if src.done {
				continue
			}
			tree, err := l.fetch(src)
			if err != nil {
				continue // nobody refers to it, as far as can be known
			}
			if id := tree.Get("$id"); id != nil && id.Kind == String {
				if uri, err := resolveURI(src.uri, id.Text); err == nil {
					l.byRootID[uri] = append(l.byRootID[uri], src)
				}
			}
		}
	}
	found := false
	for _, uri := range l.missing {
		for _, src := range l.byRootID[uri] {
			if !src.done {
				l.load(src)
				found = true
			}
		}
	}
	l.missing = nil
	return found
}

// miss says why a pointer leads to no schema, and which one is near that does.
type miss struct{ message, near string }

// remedy suggests the near pointer, in the form that write gives it.
func (m *miss) remedy(write func(string) string) string {
	if m.near == "" {
		return ""
	}
	return didYouMean(write(m.near))
}

// with returns the reference as it is written, with another fragment.
func (r *reference) with(fragment string) string {
	written, _, _ := strings.Cut(r.from.Ref, "#")
	return written + "#" + fragment
}

// place returns the schema at a pointer of a document, or nil when what is there
// was not read and that was reported. A value that no keyword
// makes a schema is read as one, in the resource of the schema around it.
func (l *loader) place(doc *Document, pointer string) (*Schema, *miss) {
	if s := doc.schemas[pointer]; s != nil {
		return s, nil
	}
	tokens, err := ParsePointer(pointer)
	if err != nil {
		return nil, &miss{message: err.Error()}
	}
	v, around, at := doc.Tree, doc.Root, ""
	for _, token := range tokens {
		next := l.child(doc, v, token)
		if next == nil {
			return nil, l.noChild(v, at, token)
		}
		v, at = next, at+"/"+EscapePointer(token)
		if s := doc.schemas[at]; s != nil {
			around = s
		}
	}
	if around.resource.broken {
		return nil, nil
	}
	if v.Kind != Object && v.Kind != Bool {
		return nil, &miss{message: "the value there is " + describe(v) + ", not a schema"}
	}
	b := builder{l, doc}
	return b.schema(v, at, around.resource, nil), nil
}

// child is child with an index for large objects: many references into one would otherwise cost its size each.
func (l *loader) child(doc *Document, v *Value, token string) *Value {
	if len(v.Members) <= manyMembers {
		return child(v, token)
	}
	index := doc.members[v]
	if index == nil {
		index = make(map[string]*Value, len(v.Members))
		for i := range v.Members {
			index[v.Members[i].Name] = v.Members[i].Value
		}
		if doc.members == nil {
			doc.members = map[*Value]map[string]*Value{}
		}
		doc.members[v] = index
	}
	return index[token]
}

// memberNames returns the names of an object's members.
func (v *Value) memberNames() []string {
	names := make([]string, len(v.Members))
	for i := range v.Members {
		names[i] = v.Members[i].Name
	}
	return names
}

// noChild says that v, which stands at a pointer, has no member or element token.
func (l *loader) noChild(v *Value, at, token string) *miss {
	where := quote(at)
	if at == "" {
		where = "the root"
	}
	if v.Kind != Object {
		return &miss{message: "there is no " + quote(token) + " in " + where + ", which is " + describe(v)}
	}
	m := &miss{message: "there is no " + quote(token) + " in " + where}
	if near := l.suggest(token, len(v.Members), v.memberNames); near != "" {
		m.near = at + "/" + EscapePointer(near)
	}
	return m
}
