package check

import (
	"slices"
	"strconv"

	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// describe returns the schema that describes the value at an instance pointer: the
// nearest there is, going through references and branches.
func describe(s *schema.Schema, pointer string) *schema.Schema {
	tokens, err := schema.ParsePointer(pointer)
	if err != nil {
		return s
	}
	for len(tokens) > 0 {
		next := member(s, tokens[0])
		if next == nil {
			return s
		}
		s, tokens = next, tokens[1:]
	}
	return s
}

// member returns a schema of the member or element that a token names.
func member(s *schema.Schema, token string) *schema.Schema {
	all := inPlace(s)
	for _, at := range all {
		for _, p := range at.Properties {
			if p.Name == token {
				return p.Schema
			}
		}
		if i, err := strconv.Atoi(token); err == nil && i >= 0 {
			if i < len(at.PrefixItems) {
				return at.PrefixItems[i]
			}
			if at.Items != nil && at.Items.Boolean == nil {
				return at.Items
			}
		}
	}
	for _, at := range all {
		for _, p := range at.PatternProperties {
			if re, err := pattern.Compile(p.Name); err == nil && re.MatchString(token) {
				return p.Schema
			}
		}
		if at.AdditionalProperties != nil && at.AdditionalProperties.Boolean == nil {
			return at.AdditionalProperties
		}
	}
	return nil
}

// inPlace returns s and the schemas that apply, or may apply, to the same value.
func inPlace(s *schema.Schema) []*schema.Schema {
	out := []*schema.Schema{s}
	for i := 0; i < len(out) && i < 1000; i++ {
		at := out[i]
		next := []*schema.Schema{at.RefTo, at.If, at.Then, at.Else}
		next = slices.Concat(next, at.AllOf, at.AnyOf, at.OneOf)
		for _, d := range at.DependentSchemas {
			next = append(next, d.Schema)
		}
		for _, sub := range next {
			if sub != nil && !slices.Contains(out, sub) {
				out = append(out, sub)
			}
		}
	}
	return out
}

// keywordIn returns the value of a keyword where it applies to the same value as s, or nil.
func keywordIn(s *schema.Schema, keyword string) *schema.Value {
	for _, at := range inPlace(s) {
		if v := at.Value.Get(keyword); v != nil {
			return v
		}
	}
	return nil
}

// valueText is a value as compact JSON, or "" for none.
func valueText(v *schema.Value) string {
	if v == nil {
		return ""
	}
	return string(schema.AppendValue(nil, v, ""))
}
