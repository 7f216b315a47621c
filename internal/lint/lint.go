// Package lint says what is wrong with a contract although it loads: what is open,
// unbounded, dead, contradictory, unfit for a provider, or says to a model what it
// must not know.
//
// Rules are data (rules.go): an ID, a reason, and an example of each side. Checks
// report under a rule's ID; suppressions and severities are applied in one place.
package lint

import (
	"fmt"
	"slices"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/schema"
)

// Options say what to lint. The zero value is everything but the providers.
type Options struct {
	// Tools are the tools whose words are looked at, all when empty. Schemas are always looked at all together.
	Tools []string
	// Providers are the IDs of providers to hold the contract to.
	Providers []string
}

// Result is what a lint comes to.
type Result struct {
	Findings []diag.Finding
	// Suppressed is the number of findings that acigen.yaml suppresses.
	Suppressed int
	// Fixes are the edits that the safe remedies of the findings come to.
	Fixes []Fix
}

// Errors tells whether a finding has severity error.
func (r Result) Errors() bool {
	return slices.ContainsFunc(r.Findings, func(f diag.Finding) bool { return f.Severity == diag.Error })
}

// run is one lint.
type run struct {
	c        *contract.Contract
	opts     Options
	sets     *ir.Sets
	places   []place
	findings []diag.Finding
	fixes    []Fix
}

// Run lints a contract.
func Run(c *contract.Contract, opts Options) Result {
	r := &run{c: c, opts: opts, sets: ir.NewSets()}
	r.places = r.walk()
	r.documents()
	for i := range r.places {
		r.structure(&r.places[i])
	}
	r.contradictions()
	r.values()
	for _, t := range c.Tools {
		r.tool(t)
		if len(opts.Tools) == 0 || slices.Contains(opts.Tools, t.Name) {
			r.words(t)
		}
	}
	for _, id := range opts.Providers {
		r.provider(id)
	}
	return r.finish()
}

// add reports about a keyword of a schema; keyword may be empty.
func (r *run) add(rule string, s *schema.Schema, keyword, format string, args ...any) {
	known := ruleOf(rule)
	f := s.Finding(rule, keyword, fmt.Sprintf(format, args...), known.Remedy)
	f.Severity = known.Severity
	r.findings = append(r.findings, f)
}

// addWords reports about a phrase of descriptions.yaml.
func (r *run) addWords(rule string, p contract.Phrase, format string, args ...any) {
	known := ruleOf(rule)
	f := r.c.PhraseFinding(p, rule, fmt.Sprintf(format, args...), known.Remedy)
	f.Severity = known.Severity
	r.findings = append(r.findings, f)
}

// place is a schema that somebody wrote, and how it stands.
type place struct {
	schema *schema.Schema
	// partial tells that it is a condition or an addition to another schema, which
	// need not be complete by itself.
	partial bool
	// context are the schemas that apply to the same value beside it.
	context []*schema.Schema
	// parent is the schema that it stands in, and how: "" for a root.
	parent  *schema.Schema
	keyword string
	name    string // of a property
}

// set is everything that applies to a value at the place.
func (r *run) set(p *place) ir.Set {
	return r.sets.Of(append([]*schema.Schema{p.schema}, p.context...)...)
}

// walk returns all places of the working documents.
func (r *run) walk() []place {
	derived := map[*schema.Document]bool{}
	for _, t := range r.c.Tools {
		for _, s := range []*schema.Schema{t.Control, t.Observation} {
			if s != nil && s != t.Result {
				derived[s.Doc] = true
			}
		}
	}
	var out []place
	seen := map[*schema.Schema]bool{}
	var visit func(p place)
	visit = func(p place) {
		s := p.schema
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		out = append(out, p)
		sub := func(child *schema.Schema, keyword, name string, partial bool, context ...*schema.Schema) {
			visit(place{schema: child, partial: p.partial || partial, context: context, parent: s, keyword: keyword, name: name})
		}
		for _, d := range s.Defs {
			visit(place{schema: d.Schema, keyword: "$defs", name: d.Name, parent: s})
		}
		for _, q := range s.Properties {
			sub(q.Schema, "properties", q.Name, false)
		}
		for _, q := range s.PatternProperties {
			sub(q.Schema, "patternProperties", q.Name, false)
		}
		sub(s.AdditionalProperties, "additionalProperties", "", false)
		sub(s.UnevaluatedProperties, "unevaluatedProperties", "", false)
		sub(s.Items, "items", "", false)
		sub(s.UnevaluatedItems, "unevaluatedItems", "", false)
		for _, b := range s.PrefixItems {
			sub(b, "prefixItems", "", false)
		}
		// A branch beside a type adds to it; without one it describes the value itself.
		for _, b := range s.AnyOf {
			sub(b, "anyOf", "", s.Types != 0, append(slices.Clone(p.context), s)...)
		}
		for _, b := range s.OneOf {
			sub(b, "oneOf", "", s.Types != 0, append(slices.Clone(p.context), s)...)
		}
		for _, b := range s.AllOf {
			sub(b, "allOf", "", true, append(slices.Clone(p.context), s)...)
		}
		for _, b := range []struct {
			keyword string
			schema  *schema.Schema
		}{{"if", s.If}, {"then", s.Then}, {"else", s.Else}, {"not", s.Not}, {"contains", s.Contains}, {"propertyNames", s.PropertyNames}} {
			sub(b.schema, b.keyword, "", true)
		}
		for _, q := range s.DependentSchemas {
			sub(q.Schema, "dependentSchemas", q.Name, true)
		}
	}
	for _, doc := range r.c.Set.Documents {
		if !derived[doc] {
			visit(place{schema: doc.Root})
		}
	}
	return out
}

// finish sorts out what acigen.yaml suppresses.
func (r *run) finish() Result {
	list, problems := suppressions(r.c)
	out := Result{}
	for _, f := range r.findings {
		i := slices.IndexFunc(list, func(s *suppression) bool { return s.covers(f) })
		if i >= 0 {
			list[i].used = true
			out.Suppressed++
			continue
		}
		out.Findings = append(out.Findings, f)
	}
	for _, s := range list {
		if !s.used && s.applies(r.opts) {
			problems = append(problems, r.configFinding(s.node, "lint/unused-suppression", fmt.Sprintf("nothing is reported under %s there", s.rule)))
		}
	}
	out.Findings = diag.Sorted(append(out.Findings, problems...))
	for _, fix := range r.fixes {
		if !slices.ContainsFunc(list, func(s *suppression) bool { return s.covers(fix.finding) }) {
			out.Fixes = append(out.Fixes, fix)
		}
	}
	return out
}
