package schema

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/acigen/acigen/internal/diag"
)

const (
	remedyOutside = "put the document into the project and refer to it there, or define the schema in $defs"
	remedyMissing = "add the document, or correct the reference"
)

// metaSchemas is where the meta-schemas of all dialects are published.
const metaSchemas = "json-schema.org"

// reportMissing reports the references that still wait for their target.
func (l *loader) reportMissing() {
	for _, r := range l.references {
		if !r.waits {
			continue
		}
		res := r.from.resource
		if r.uri != "" {
			res = l.find(r)
		}
		if res == nil {
			l.report(l.noDocument(r))
			continue
		}
		remedy := ""
		if near := l.suggest(r.fragment, len(res.anchors), res.anchorNames); near != "" {
			remedy = didYouMean(r.with(near))
		}
		l.report(r.from.Finding(ruleRef, "$ref", "$ref "+quote(r.from.Ref)+" resolves to nothing: there is no $anchor "+
			quote(r.fragment)+" in "+quote(res.uri), remedy))
	}
	l.waiting = map[string][]*reference{}
}

// noDocument says that nothing in the project is what the reference names.
func (l *loader) noDocument(r *reference) diag.Finding {
	written, _, _ := strings.Cut(r.from.Ref, "#")
	ref := "$ref " + quote(r.from.Ref)
	outside := func(message string) diag.Finding {
		return r.from.Finding(ruleOutside, "$ref", ref+message, remedyOutside)
	}
	if r.leaves {
		return outside(" leaves the project; nothing outside of it is read")
	}
	u, err := parseURI(written)
	switch {
	case err != nil || !u.IsAbs() && u.Host == "":
	case u.Scheme == "file", len(u.Scheme) == 1: // a drive letter
		return outside(" names a local file; nothing outside the project is read")
	case strings.EqualFold(u.Host, metaSchemas):
		return outside(" names a meta-schema, which is not in the project; nothing is fetched")
	case u.Host != "" && !l.knowsHost(r.uri, r.from.Base):
		return outside(" is not in the project; nothing is fetched")
	}
	remedy := didYouMean(l.nearDocument(r, u != nil && u.IsAbs()))
	if remedy == "" {
		remedy = remedyMissing
	}
	what := "no document of the project is " + quote(r.uri)
	if r.file != "" {
		what = "the project has no file " + quote(r.file) + ", and no document with that $id"
	}
	return r.from.Finding(ruleRef, "$ref", ref+" resolves to nothing: "+what+"; nothing is fetched", remedy)
}

// knowsHost tells whether a URI has the host of the project's own URIs or of base.
func (l *loader) knowsHost(uri, base string) bool {
	u, err := parseURI(uri)
	if err != nil {
		return false
	}
	for _, own := range [...]string{l.base, base} {
		if o, err := parseURI(own); err == nil && strings.EqualFold(u.Host, o.Host) {
			return true
		}
	}
	return false
}

// nearDocument returns what was perhaps meant, in the form in which the reference is written.
func (l *loader) nearDocument(r *reference, absolute bool) string {
	if l.suggesting += len(l.sources); l.suggesting > maxSuggestions {
		return ""
	}
	if absolute {
		var known []string
		for _, src := range l.sources {
			if src.doc != nil {
				known = append(known, src.doc.ID)
			}
		}
		return suggestPath(r.uri, known)
	}
	if r.file == "" {
		return ""
	}
	var known []string
	for _, src := range l.sources {
		known = append(known, src.Path)
	}
	near := suggestPath(r.file, known)
	if near == "" {
		return ""
	}
	relative, err := filepath.Rel(filepath.FromSlash(path.Dir(r.from.Doc.Path)), filepath.FromSlash(near))
	if err != nil {
		return ""
	}
	return filepath.ToSlash(relative)
}

// suggestPath prefers a misspelt last segment in the same folder to the same file in another one.
func suggestPath(wanted string, known []string) string {
	dir, name := path.Split(wanted)
	var names, moved []string
	for _, k := range known {
		switch d, n := path.Split(k); {
		case d == dir:
			names = append(names, n)
		case n == name:
			moved = append(moved, k)
		}
	}
	if near := Suggest(name, names); near != "" {
		return dir + near
	}
	if len(moved) == 1 {
		return moved[0]
	}
	return ""
}
