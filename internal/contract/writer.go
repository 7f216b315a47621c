package contract

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// writer writes the schema of one view.
type writer struct {
	reach   *reach
	root    node
	id      string
	suffix  string         // of the names of types that the view changes
	harness *schema.Schema // whose properties are added; nil for none

	copies map[node]string // the name under $defs of each changed schema that is referred to
	taken  map[string]bool // names under $defs
	queue  []node
	made   map[*schema.Value]node
}

func newWriter(r *reach, root node, id string) *writer {
	name := r.view.name
	return &writer{
		reach: r, root: root, id: id, suffix: strings.ToUpper(name[:1]) + name[1:],
		copies: map[node]string{}, taken: map[string]bool{},
		made: map[*schema.Value]node{},
	}
}

// role of the place where a schema is written.
type standing int

const (
	inline     standing = iota
	top                 // the document's root
	definition          // a member of $defs
)

// document returns the whole document.
func (w *writer) document() *schema.Value {
	out := w.schema(w.root, top, nil)
	defs := &schema.Value{Kind: schema.Object}
	for len(w.queue) > 0 {
		n := w.queue[0]
		w.queue = w.queue[1:]
		defs.Members = append(defs.Members, schema.Member{Name: w.copies[n], Value: w.schema(n, definition, nil)})
	}
	if len(defs.Members) > 0 {
		set(out, "$defs", defs)
	}
	return out
}

// schema writes one schema. The parent is the site of the object whose property it describes, if any.
func (w *writer) schema(n node, as standing, parent *site) *schema.Value {
	s := n.schema
	out := *s.Value
	w.made[&out] = n
	if s.Boolean != nil {
		return &out
	}
	out.Members = nil
	subs := map[string][]child{}
	for _, c := range children(s) {
		subs[keywordOf(c)] = append(subs[keywordOf(c)], c)
	}
	lost := false // a then or else that says nothing any more
	for _, m := range s.Value.Members {
		keep := true
		switch m.Name {
		case "$schema":
			keep = as == top
		case "$id":
			keep, m.Value = as == top, text(w.id)
		case "$anchor", "$dynamicAnchor", "$defs", "definitions", "x-aci-views":
			keep = false
		case "$ref":
			m.Value = text(w.reference(node{s.RefTo, n.at}))
		case "required":
			m.Value = w.required(m.Value, n.at)
			keep = len(m.Value.Items) > 0 || len(s.Required) == 0
		case "default":
			m.Value = prune(m.Value, n.at)
		case "examples":
			m.Value = each(m.Value, func(v *schema.Value) *schema.Value { return prune(v, n.at) })
		case "x-aci-name":
			m.Value = text(w.name(n, as))
		case "x-aci-count-of", "x-aci-at-least", "x-aci-row-width":
			keep = parent != nil && !parent.drops(m.Value.Text) || parent == nil && as == inline
		default:
			if subs[m.Name] != nil || isMap(m.Name) || m.Name == "allOf" {
				var gone bool
				m.Value, gone = w.applicator(n, m, subs[m.Name])
				keep = !gone
				lost = lost || gone && (m.Name == "then" || m.Name == "else")
			}
		}
		if keep {
			out.Members = append(out.Members, m)
		}
	}
	if lost && out.Get("then") == nil && out.Get("else") == nil {
		out.Members = slices.DeleteFunc(out.Members, func(m schema.Member) bool { return m.Name == "if" })
	}
	w.complete(&out, n, as)
	return &out
}

// complete adds what the schema itself does not state.
func (w *writer) complete(out *schema.Value, n node, as standing) {
	switch {
	case as == definition && n.schema.Name == "":
		out.Members = slices.Insert(out.Members, 0, schema.Member{Name: "x-aci-name", Value: text(w.name(n, as))})
	case as == top && out.Get("$id") == nil:
		at := 0
		if len(out.Members) > 0 && out.Members[0].Name == "$schema" {
			at = 1
		}
		out.Members = slices.Insert(out.Members, at, schema.Member{Name: "$id", Value: text(w.id)})
	}
	if as != top || w.harness == nil || len(w.harness.Properties) == 0 {
		return
	}
	properties := &schema.Value{Kind: schema.Object}
	if v := out.Get("properties"); v != nil {
		properties.Members = slices.Clone(v.Members)
	}
	for _, p := range w.harness.Properties {
		properties.Members = append(properties.Members, schema.Member{Name: p.Name, Value: w.schema(node{p.Schema, nil}, inline, nil)})
	}
	set(out, "properties", properties)
	if len(w.harness.Required) > 0 {
		required := &schema.Value{Kind: schema.Array}
		if v := out.Get("required"); v != nil {
			required.Items = slices.Clone(v.Items)
		}
		for _, name := range w.harness.Required {
			required.Items = append(required.Items, text(name))
		}
		set(out, "required", required)
	}
}

// isMap says whether a keyword's value is an object of schemas.
func isMap(keyword string) bool {
	return keyword == "properties" || keyword == "patternProperties" || keyword == "dependentSchemas"
}

// applicator writes a keyword with subschemas; gone says that it has nothing left to say.
func (w *writer) applicator(n node, m schema.Member, subs []child) (out *schema.Value, gone bool) {
	copied := *m.Value
	written := make([]*schema.Value, len(subs))
	for i, c := range subs {
		var at *site
		sites := placesOf(n, c)
		if len(sites) > 0 {
			at = sites[0]
		}
		var parent *site
		if c.role == property {
			if n.at.drops(c.name) {
				continue
			}
			parent = n.at
		}
		written[i] = w.schema(node{c.schema, at}, inline, parent)
		if c.role == asserted && w.reach.changes(c.schema, at) && !w.reach.unevaluated && says(written[i]) == "" {
			written[i] = nil
		}
	}
	switch {
	case isMap(m.Name):
		copied.Members = nil
		for i, member := range m.Value.Members {
			if written[i] != nil {
				member.Value = written[i]
				copied.Members = append(copied.Members, member)
			}
		}
		return &copied, len(copied.Members) == 0 && len(m.Value.Members) > 0
	case m.Value.Kind == schema.Array:
		copied.Items = slices.DeleteFunc(written, func(v *schema.Value) bool { return v == nil })
		return &copied, len(copied.Items) == 0
	}
	return written[0], written[0] == nil
}

// says returns the first keyword of a schema that asserts something, or "".
func says(v *schema.Value) string {
	if v.Kind != schema.Object {
		return "false"
	}
	for _, m := range v.Members {
		switch m.Name {
		case "description", "title", "$comment", "if":
		default:
			return m.Name
		}
	}
	return ""
}

func (w *writer) required(v *schema.Value, at *site) *schema.Value {
	out := *v
	out.Items = nil
	for _, item := range v.Items {
		if !at.drops(item.Text) {
			out.Items = append(out.Items, item)
		}
	}
	return &out
}

// reference returns the $ref to a schema: to a copy in this document when the view changes it.
func (w *writer) reference(n node) string {
	if !w.reach.changes(n.schema, n.at) {
		return address(n.schema)
	}
	name, ok := w.copies[n]
	if !ok {
		name = w.free(definitionName(n.schema))
		w.copies[n] = name
		w.queue = append(w.queue, n)
	}
	return "#" + (&url.URL{Fragment: "/$defs/" + schema.EscapePointer(name)}).EscapedFragment()
}

func (w *writer) free(name string) string {
	out := name
	for i := 2; w.taken[out]; i++ {
		out = name + strconv.Itoa(i)
	}
	w.taken[out] = true
	return out
}

// definitionName returns how a schema is called among definitions: by the last part of its place.
func definitionName(s *schema.Schema) string {
	if i := strings.LastIndexByte(s.Pointer, '/'); i >= 0 {
		return strings.NewReplacer("~1", "/", "~0", "~").Replace(s.Pointer[i+1:])
	}
	name := s.Doc.Path[strings.LastIndexByte(s.Doc.Path, '/')+1:]
	return strings.TrimSuffix(name, ".schema.json")
}

// address returns the absolute URI of a schema.
func address(s *schema.Schema) string {
	pointer := s.Pointer
	if s.Base != s.Doc.ID {
		// An embedded resource has a root of its own.
		for i := len(pointer); i > 0; i = strings.LastIndexByte(pointer[:i], '/') {
			if s.Doc.At(pointer[:i]).Get("$id") != nil {
				pointer = pointer[i:]
				break
			}
		}
	}
	if pointer == "" {
		return s.Base
	}
	return s.Base + "#" + (&url.URL{Fragment: pointer}).EscapedFragment()
}

// name returns the type name of a schema in the view.
func (w *writer) name(n node, as standing) string {
	name := n.schema.Name
	switch {
	case as == top && !w.reach.changes(n.schema, n.at) && (w.harness == nil || len(w.harness.Properties) == 0):
		return name // the view is the result
	case as == top:
		return strings.TrimSuffix(name, "Result") + w.suffix
	case as == definition:
		if name == "" {
			name = typeName(definitionName(n.schema))
		}
		if own := w.copies[n]; own != definitionName(n.schema) {
			name += strings.TrimPrefix(own, definitionName(n.schema)) // the same definition in another form
		}
		return name + w.suffix
	case w.reach.changes(n.schema, n.at):
		return name + w.suffix
	}
	return name
}

// typeName returns a name in the form of a type: log_event as LogEvent.
func typeName(name string) string {
	var out strings.Builder
	up := true
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' && up:
			out.WriteRune(r - 'a' + 'A')
			up = false
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			out.WriteRune(r)
			up = false
		default:
			up = true
		}
	}
	if name := out.String(); name != "" && (name[0] < '0' || name[0] > '9') {
		return name
	}
	return "T" + out.String()
}

func text(s string) *schema.Value { return &schema.Value{Kind: schema.String, Text: s} }

func each(v *schema.Value, change func(*schema.Value) *schema.Value) *schema.Value {
	out := *v
	out.Items = make([]*schema.Value, len(v.Items))
	for i, item := range v.Items {
		out.Items[i] = change(item)
	}
	return &out
}

// set replaces a member or adds it at the end.
func set(v *schema.Value, name string, value *schema.Value) {
	for i := range v.Members {
		if v.Members[i].Name == name {
			v.Members[i].Value = value
			return
		}
	}
	v.Members = append(v.Members, schema.Member{Name: name, Value: value})
}
