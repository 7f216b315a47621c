// Package ir turns resolved schemas into what emitters read: a closed sum of
// types in which every name is decided.
//
// Its other half is the notion that both types and check plans are built on: the
// Set of schemas that all apply to the same value.
package ir

import (
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// Set is a conjunction: schemas that must all hold for one value. It is closed
// under $ref and allOf, holds no schema twice and never the schema true. The
// order is that of discovery.
type Set []*schema.Schema

// Key identifies the set whatever its order.
func (s Set) Key() string {
	seqs := make([]int, len(s))
	for i, member := range s {
		seqs[i] = member.Seq
	}
	slices.Sort(seqs)
	var b strings.Builder
	for _, seq := range seqs {
		b.WriteString(strconv.Itoa(seq))
		b.WriteByte(',')
	}
	return b.String()
}

// Never tells whether a member is the schema false.
func (s Set) Never() bool {
	return slices.ContainsFunc(s, func(m *schema.Schema) bool { return m.Boolean != nil && !*m.Boolean })
}

// Kinds returns the JSON types that every `type` in the set allows.
func (s Set) Kinds() schema.Kinds {
	kinds := schema.AllKinds
	for _, m := range s {
		if m.Types != 0 {
			kinds &= m.Types
		}
	}
	return kinds
}

// Sets builds sets. It remembers compiled patterns and what each schema demands of names.
type Sets struct {
	// Canonical returns the schema that stands for another one that says the same; nil: none does.
	Canonical func(*schema.Schema) *schema.Schema
	// Tolerant tells that the reader of a document passes over members that its schemas do not
	// know: false under additionalProperties or unevaluatedProperties demands nothing there. Nil: none does.
	Tolerant func(*schema.Document) bool

	patterns map[string]compiled
	groups   map[*schema.Schema][]group
}

type compiled struct {
	pattern *pattern.Pattern
	err     error
}

// NewSets returns an empty memory.
func NewSets() *Sets {
	return &Sets{patterns: map[string]compiled{}, groups: map[*schema.Schema][]group{}}
}

// Of returns the closure of the given schemas under $ref and allOf.
func (b *Sets) Of(schemas ...*schema.Schema) Set {
	var set Set
	seen := map[*schema.Schema]bool{}
	var add func(s *schema.Schema)
	add = func(s *schema.Schema) {
		if s == nil {
			return
		}
		if b.Canonical != nil {
			if other := b.Canonical(s); other != nil {
				s = other
			}
		}
		if seen[s] {
			return
		}
		seen[s] = true
		if s.Boolean != nil && *s.Boolean {
			return
		}
		if !passesOn(s) {
			set = append(set, s)
		}
		add(s.RefTo)
		for _, part := range s.AllOf {
			add(part)
		}
	}
	for _, s := range schemas {
		add(s)
	}
	return set
}

// passesOn tells whether a schema demands nothing beside what one reference demands.
func passesOn(s *schema.Schema) bool {
	if s.RefTo == nil || len(s.AllOf) > 0 || s.Name != "" || s.CountOf+s.AtLeast+s.RowWidth != "" {
		return false
	}
	for _, m := range s.Value.Members {
		switch m.Name {
		case "$ref", "$schema", "$id", "$anchor", "$defs", "$comment", "title", "description", "default", "examples", "deprecated", "x-aci-views":
		default:
			return false
		}
	}
	return true
}

// Pattern compiles a pattern once.
func (b *Sets) Pattern(source string) (*pattern.Pattern, error) {
	c, there := b.patterns[source]
	if !there {
		c.pattern, c.err = pattern.Compile(source)
		b.patterns[source] = c
	}
	return c.pattern, c.err
}

// Group is what one schema demands of the members of an object: those of a name,
// those whose name matches a pattern, and those of any other name.
type group struct {
	names    map[string]*schema.Schema // nil value: named, but nothing is demanded here
	patterns []schema.Property         // Schema nil: matched, but nothing is demanded here
	rest     *schema.Schema
}

// groupsOf returns the groups of a schema: its properties with additionalProperties,
// and its unevaluatedProperties where what is evaluated does not hang on the instance.
func (b *Sets) groupsOf(s *schema.Schema) []group {
	if g, there := b.groups[s]; there {
		return g
	}
	var groups []group
	if s.Properties != nil || s.PatternProperties != nil || s.AdditionalProperties != nil {
		g := group{names: map[string]*schema.Schema{}, patterns: s.PatternProperties, rest: s.AdditionalProperties}
		for _, p := range s.Properties {
			g.names[p.Name] = p.Schema
		}
		groups = append(groups, g)
	}
	if s.UnevaluatedProperties != nil {
		if e := b.EvaluatedProperties(s); !e.Dynamic && !e.All {
			g := group{names: map[string]*schema.Schema{}, rest: s.UnevaluatedProperties}
			for _, name := range e.Names {
				g.names[name] = nil
			}
			for _, p := range e.Patterns {
				g.patterns = append(g.patterns, schema.Property{Name: p})
			}
			groups = append(groups, g)
		}
	}
	b.groups[s] = groups
	return groups
}

// Names returns the names that properties give, in schema order.
func (s Set) Names() []string {
	var names []string
	seen := map[string]bool{}
	for _, m := range s {
		for _, p := range m.Properties {
			if !seen[p.Name] {
				seen[p.Name] = true
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// Property returns what applies to the member of the given name.
func (b *Sets) Property(s Set, name string) Set {
	var parts []*schema.Schema
	for _, m := range s {
		for _, g := range b.groupsOf(m) {
			sub, named := g.names[name]
			if named && sub != nil {
				parts = append(parts, sub)
			}
			matched := named
			for _, p := range g.patterns {
				if re, err := b.Pattern(p.Name); err == nil && re.MatchString(name) {
					matched = true
					if p.Schema != nil {
						parts = append(parts, p.Schema)
					}
				}
			}
			if !matched && g.rest != nil {
				parts = append(parts, g.rest)
			}
		}
	}
	return b.Of(parts...)
}

// PatternGroup is a group as it bears on names that no properties give.
type PatternGroup struct {
	// Patterns map a pattern to what applies to names that match it; Set empty: nothing.
	Patterns []PatternSet
	// Rest applies to names that match none of the patterns.
	Rest Set
}

// PatternSet is a pattern and what applies to names that match it.
type PatternSet struct {
	Pattern *pattern.Pattern
	Set     Set
}

// Rest returns what applies to members of a name that no properties of the set
// give: without patterns one set; else the groups, to be decided by the name.
// Patterns that do not compile are left out: they are a problem of their own.
func (b *Sets) Rest(s Set) (one Set, groups []PatternGroup) {
	var parts []*schema.Schema
	for _, m := range s {
		for _, g := range b.groupsOf(m) {
			if len(g.patterns) == 0 {
				if g.rest != nil {
					parts = append(parts, g.rest)
				}
				continue
			}
			pg := PatternGroup{}
			for _, p := range g.patterns {
				if re, err := b.Pattern(p.Name); err == nil {
					pg.Patterns = append(pg.Patterns, PatternSet{re, b.Of(p.Schema)})
				}
			}
			pg.Rest = b.Of(g.rest)
			groups = append(groups, pg)
		}
	}
	return b.Of(parts...), groups
}

// Prefix returns how many elements of an array stand under keywords of their own.
func (b *Sets) Prefix(s Set) int {
	n := 0
	for _, m := range s {
		n = max(n, len(m.PrefixItems))
		if m.UnevaluatedItems != nil {
			if e := b.EvaluatedItems(m); !e.Dynamic && !e.All {
				n = max(n, e.Prefix)
			}
		}
	}
	return n
}

// Element returns what applies to the element of the given index.
func (b *Sets) Element(s Set, index int) Set {
	var parts []*schema.Schema
	for _, m := range s {
		if index < len(m.PrefixItems) {
			parts = append(parts, m.PrefixItems[index])
		} else if m.Items != nil {
			parts = append(parts, m.Items)
		}
		if m.UnevaluatedItems != nil {
			if e := b.EvaluatedItems(m); !e.Dynamic && !e.All && index >= e.Prefix {
				parts = append(parts, m.UnevaluatedItems)
			}
		}
	}
	return b.Of(parts...)
}
