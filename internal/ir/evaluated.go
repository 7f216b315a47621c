package ir

import (
	"slices"

	"github.com/acigen/acigen/internal/schema"
)

// Evaluated says which members or elements the keywords beside an unevaluated*
// keyword evaluate (2020-12 core, section 11). It is exact unless Dynamic.
type Evaluated struct {
	// Names and Patterns are the members' names; All means every one.
	Names, Patterns []string
	All             bool
	// Prefix is the number of evaluated elements.
	Prefix int
	// Dynamic tells that it hangs on the instance: on a branch or on contains.
	Dynamic bool
}

// EvaluatedProperties returns what evaluates members beside unevaluatedProperties of s.
func (b *Sets) EvaluatedProperties(s *schema.Schema) Evaluated {
	var e Evaluated
	for _, m := range b.Of(s) {
		for _, p := range m.Properties {
			if !slices.Contains(e.Names, p.Name) {
				e.Names = append(e.Names, p.Name)
			}
		}
		for _, p := range m.PatternProperties {
			e.Patterns = append(e.Patterns, p.Name)
		}
		if m.AdditionalProperties != nil || m != s && m.UnevaluatedProperties != nil {
			e.All = true
		}
		if slices.ContainsFunc(branches(m), func(branch *schema.Schema) bool { return b.touchesMembers(branch) }) {
			e.Dynamic = true
		}
	}
	// All wins over Dynamic: whatever the branches say, nothing is left.
	e.Dynamic = e.Dynamic && !e.All
	return e
}

// EvaluatedItems returns what evaluates elements beside unevaluatedItems of s.
func (b *Sets) EvaluatedItems(s *schema.Schema) Evaluated {
	var e Evaluated
	for _, m := range b.Of(s) {
		e.Prefix = max(e.Prefix, len(m.PrefixItems))
		if m.Items != nil || m != s && m.UnevaluatedItems != nil {
			e.All = true
		}
		if m.Contains != nil || slices.ContainsFunc(branches(m), func(branch *schema.Schema) bool { return b.touchesElements(branch) }) {
			e.Dynamic = true
		}
	}
	e.Dynamic = e.Dynamic && !e.All
	return e
}

// branches returns the in-place subschemas whose annotations count only where they hold.
func branches(s *schema.Schema) []*schema.Schema {
	var out []*schema.Schema
	out = append(out, s.AnyOf...)
	out = append(out, s.OneOf...)
	for _, sub := range []*schema.Schema{s.If, s.Then, s.Else} {
		if sub != nil {
			out = append(out, sub)
		}
	}
	for _, p := range s.DependentSchemas {
		out = append(out, p.Schema)
	}
	return out
}

func (b *Sets) touchesMembers(s *schema.Schema) bool {
	return b.touches(s, func(m *schema.Schema) bool {
		return m.Properties != nil || m.PatternProperties != nil || m.AdditionalProperties != nil || m.UnevaluatedProperties != nil
	}, map[*schema.Schema]bool{})
}

func (b *Sets) touchesElements(s *schema.Schema) bool {
	return b.touches(s, func(m *schema.Schema) bool {
		return m.PrefixItems != nil || m.Items != nil || m.Contains != nil || m.UnevaluatedItems != nil
	}, map[*schema.Schema]bool{})
}

// touches tells whether s, or anything in place below it, has the property.
func (b *Sets) touches(s *schema.Schema, has func(*schema.Schema) bool, seen map[*schema.Schema]bool) bool {
	for _, m := range b.Of(s) {
		if seen[m] {
			continue
		}
		seen[m] = true
		if has(m) {
			return true
		}
		for _, branch := range branches(m) {
			if b.touches(branch, has, seen) {
				return true
			}
		}
	}
	return false
}
