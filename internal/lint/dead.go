package lint

import (
	"github.com/acigen/acigen/internal/compat"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

// bearing are the types that keywords bear on.
var bearing = map[string]schema.Kinds{
	"minLength": schema.String, "maxLength": schema.String, "pattern": schema.String, "format": schema.String,
	"minimum": schema.Number, "maximum": schema.Number, "exclusiveMinimum": schema.Number, "exclusiveMaximum": schema.Number, "multipleOf": schema.Number,
	"minItems": schema.Array, "maxItems": schema.Array, "uniqueItems": schema.Array, "items": schema.Array, "prefixItems": schema.Array,
	"contains": schema.Array, "unevaluatedItems": schema.Array,
	"minProperties": schema.Object, "maxProperties": schema.Object, "required": schema.Object, "properties": schema.Object,
	"patternProperties": schema.Object, "additionalProperties": schema.Object, "propertyNames": schema.Object,
	"dependentRequired": schema.Object, "dependentSchemas": schema.Object, "unevaluatedProperties": schema.Object,
}

// misplaced finds keywords that bear on types which the value cannot have.
func (r *run) misplaced(p *place, set ir.Set) {
	kinds := set.Kinds()
	for _, m := range p.schema.Value.Members {
		if on, known := bearing[m.Name]; known && on&kinds == 0 {
			r.dead(p.schema, m.Name, "it bears on no value that is allowed here")
		}
	}
}

// orphans finds keywords that lack the one they belong to, or that another makes void.
func (r *run) orphans(p *place) {
	s := p.schema
	has := func(keyword string) bool { return s.Value.Get(keyword) != nil }
	for _, o := range []struct{ keyword, needs string }{
		{"then", "if"}, {"else", "if"}, {"minContains", "contains"}, {"maxContains", "contains"},
	} {
		if s.Boolean == nil && has(o.keyword) && !has(o.needs) {
			r.dead(s, o.keyword, "it demands nothing without "+o.needs)
		}
	}
	if s.If != nil && s.Then == nil && s.Else == nil {
		r.dead(s, "if", "it demands nothing without then or else")
	}
	if s.UniqueItems && s.MaxItems != nil && *s.MaxItems <= 1 {
		r.dead(s, "uniqueItems", "one element alone is unique")
	}
	if s.Items != nil && len(s.PrefixItems) > 0 && s.MaxItems != nil && *s.MaxItems <= len(s.PrefixItems) {
		r.dead(s, "items", "maxItems leaves no element for it")
	}
}

func (r *run) dead(s *schema.Schema, keyword, why string) {
	r.add("lint/dead-constraint", s, keyword, "%s is dead: %s", keyword, why)
	r.fix(removeMember(s, keyword))
}

// contradictions finds what nothing can satisfy: whole schemas, properties, branches.
func (r *run) contradictions() {
	var questions []compat.Question
	var reports []func()
	ask := func(report func(), schemas ...*schema.Schema) {
		questions = append(questions, compat.Question{Schemas: schemas})
		reports = append(reports, report)
	}
	for i := range r.places {
		p := &r.places[i]
		s := p.schema
		if s.Boolean != nil {
			continue
		}
		if !p.partial && p.keyword != "anyOf" && p.keyword != "oneOf" {
			ask(func() { r.add("lint/unsatisfiable", s, "", "no value satisfies this schema") }, s)
		}
		for _, b := range append(append([]*schema.Schema{}, s.AnyOf...), s.OneOf...) {
			ask(func() {
				r.add("lint/unsatisfiable", b, "", "no value satisfies this branch together with what stands beside it")
			}, s, b)
		}
		if s.If != nil && (s.Then != nil || s.Else != nil) {
			if s.Then != nil && (!p.partial || p.keyword == "allOf") {
				ask(func() {
					r.add("lint/dead-constraint", s, "if", "no value that is allowed here satisfies the condition")
				}, append([]*schema.Schema{s, s.If}, p.context...)...)
			}
			if s.Then != nil {
				ask(func() { r.add("lint/unsatisfiable", s, "then", "no value satisfies if and then together") }, s.If, s.Then)
			}
		}
	}
	// A witness of one schema says nothing about another; all are asked in one space, which shares the work.
	for i, answer := range compat.Satisfy(r.c.Set, questions) {
		if answer.Verdict == compat.Compatible {
			reports[i]()
		}
	}
}

// values finds values in schemas that the schema itself rejects.
func (r *run) values() {
	for i := range r.places {
		s := r.places[i].schema
		if !s.HasEnum && len(s.Examples) == 0 && s.Default == nil || r.places[i].partial && !s.HasEnum {
			continue
		}
		v, findings := validate.New(r.c.Set, s, validate.Terms{})
		if len(findings) > 0 {
			continue
		}
		rejects := v.Checker()
		text := func(value *schema.Value) string { return string(schema.AppendValue(nil, value, "")) }
		for j, example := range s.Examples {
			if rejects(text(example)) != nil {
				r.add("lint/examples", s, "examples", "example %d is not valid: %v", j+1, rejects(text(example)))
			}
		}
		if s.Default != nil && rejects(text(s.Default)) != nil {
			r.add("lint/examples", s, "default", "the default is not valid: %v", rejects(text(s.Default)))
		}
		for _, value := range s.Enum {
			if rejects(text(value)) != nil {
				r.add("lint/dead-constraint", s, "enum", "the value %s is dead: another keyword of the schema rejects it", text(value))
			}
		}
	}
}
