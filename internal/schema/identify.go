package schema

import (
	"fmt"
	"strings"
)

// Dialect is the one dialect that is read.
const Dialect = "https://json-schema.org/draft/2020-12/schema"

// identify decides which resource s belongs to, and tells whether its other
// keywords are to be read: those of another dialect are not. It comes before them
// because $id gives the base of every reference in s, wherever it is written.
func (b *builder) identify(s *Schema, around *resource) bool {
	s.resource = around
	dialect := s.Value.Get("$schema")
	foreign := dialect != nil && dialect.Kind == String && strings.TrimSuffix(dialect.Text, "#") != Dialect
	if id := s.Value.Get("$id"); id != nil {
		s.resource = b.identifier(s, id, around, !foreign)
	}
	if s.resource == nil {
		s.resource = &resource{uri: b.doc.Retrieval}
	}
	s.Base = s.resource.uri
	if around == nil {
		b.doc.ID = s.Base
	}
	switch {
	case foreign:
		b.report(dialect, s.Keyword("$schema"), ruleDialect, "$schema", "the dialect "+quote(dialect.Text)+" is not supported",
			"convert the schema to 2020-12 and write "+quote(Dialect))
	case dialect != nil && dialect.Kind != String:
		b.report(dialect, s.Keyword("$schema"), ruleKeyword, "$schema", "$schema must be a string, not "+describe(dialect), "")
	}
	if s.resource != around {
		s.resource.doc, s.resource.root, s.resource.broken = b.doc, s, foreign
		s.resource.anchors = map[string]*Schema{}
		b.l.register(s.resource)
	}
	return !foreign
}

// identifier reads $id. It returns the resource that begins here, or around when $id is no identifier.
func (b *builder) identifier(s *Schema, id *Value, around *resource, strict bool) *resource {
	bad := func(message, remedy string) *resource {
		if strict {
			b.report(id, s.Keyword("$id"), ruleIdentifier, "$id", message, remedy)
		}
		return around
	}
	if id.Kind != String {
		return bad("$id must be a string, not "+describe(id), "")
	}
	written, fragment, _ := strings.Cut(id.Text, "#")
	if fragment != "" {
		return bad("$id "+quote(id.Text)+" has a fragment", "name a place inside a document with $anchor")
	}
	base := b.doc.Retrieval
	if around != nil {
		base = around.uri
	}
	uri, err := resolveURI(base, written)
	if err != nil {
		return bad("$id "+quote(id.Text)+" is no URI reference: "+err.Error(), "")
	}
	s.ID = id.Text
	return &resource{uri: uri}
}

// anchor reads $anchor or $dynamicAnchor and returns the name, or "" when it has no legal form.
func (b *builder) anchor(s *Schema, m *Member) string {
	name := m.Value.Text
	if m.Value.Kind != String || !isAnchor(name) {
		b.report(m.Value, s.Keyword(m.Name), ruleIdentifier, m.Name, m.Name+" must be a name of letters, digits and - . _ that starts with a letter or _, not "+
			describe(m.Value), "")
		return ""
	}
	anchors := s.resource.anchors
	if old := anchors[name]; old != nil && old != s {
		b.report(m.Value, s.Keyword(m.Name), ruleDuplicate, m.Name, fmt.Sprintf("the anchor %s names %s already", quote(name), old.where()),
			"give every place of a document an anchor of its own")
		return name
	}
	anchors[name] = s
	b.l.wake(s.resource.uri + "#" + name)
	return name
}

// isAnchor tells whether a name fits ^[A-Za-z_][-A-Za-z0-9._]*$ (2020-12 core, section 8.2.2).
func isAnchor(name string) bool {
	for i, c := range []byte(name) {
		switch {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.'):
		default:
			return false
		}
	}
	return name != ""
}
