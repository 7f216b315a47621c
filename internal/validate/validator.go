// Package validate holds instances against schemas: files, folders and streams of
// any size, on all cores and in bounded memory.
//
// The verdict is that of the check plan. What fails is asked of a second,
// independent engine as far as that is safe; when the two disagree, that is a
// finding of its own.
package validate

import (
	"sync"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// Validator is one schema, ready to judge instances. It is safe for concurrent use.
type Validator struct {
	plan *plan.Plan
	node *plan.Node
	set  *schema.Set

	maxDepth int

	second second

	naming sync.Once
	names  map[place][]string // of properties, by the keyword that closes them
}

// place is where a keyword stands.
type place struct{ schema, pointer string }

// Terms are what holds for a schema beside its own words. The zero value is that of a schema without a project.
type Terms struct {
	// MaxDepth is how many levels instances may nest; 0 and more than 128 mean 128.
	MaxDepth int
	// StandIn returns the schema that a rule is reported of in place of another that says the same; nil: none does.
	StandIn func(*schema.Schema) *schema.Schema
	// Tolerant tells that the reader of a document passes over unknown members; nil: none does.
	Tolerant func(*schema.Document) bool
}

// New compiles a schema of a set. The findings say what of the schema has no
// verdict; then the Validator is nil.
func New(set *schema.Set, s *schema.Schema, terms Terms) (*Validator, []diag.Finding) {
	sets := ir.NewSets()
	sets.Canonical, sets.Tolerant = terms.StandIn, terms.Tolerant
	c := plan.NewCompiler(sets)
	v := &Validator{set: set, maxDepth: terms.MaxDepth, node: c.Node(sets.Of(s))}
	p, problems := c.Finish()
	var findings []diag.Finding
	for _, problem := range problems {
		if problem.Refused {
			findings = append(findings, problem.Schema.Finding("schema/unsupported", problem.Keyword, problem.Message,
				"say the same with keywords that are supported"))
		}
	}
	if len(findings) > 0 {
		return nil, diag.Sorted(findings)
	}
	v.plan = p
	v.second.set, v.second.source = set, s
	return v, nil
}

// engine returns an engine for one goroutine.
func (v *Validator) engine() *plan.Engine { return plan.NewEngine(v.plan, v.maxDepth) }

// known returns the names that a closed object has, by the keyword that closes it.
func (v *Validator) known(keyword place) []string {
	v.naming.Do(func() {
		v.names = map[place][]string{}
		for _, s := range v.set.Schemas() {
			for _, closing := range []string{"additionalProperties", "unevaluatedProperties"} {
				if s.Value.Get(closing) == nil {
					continue
				}
				at := place{s.Doc.ID, s.Keyword(closing)}
				for _, p := range s.Properties {
					v.names[at] = append(v.names[at], p.Name)
				}
			}
		}
	})
	return v.names[keyword]
}

// Checker returns a function that says whether a text is strict JSON and holds, by
// the check plan alone; its errors are *kernel.ValidationError. It is for one goroutine.
func (v *Validator) Checker() func(text string) error {
	e := v.engine()
	return func(text string) error { return e.Check(v.node, text) }
}

// Opinion is what the second engine says of an instance.
type Opinion int

// The opinions.
const (
	NoOpinion Opinion = iota // the instance or the schema is beyond it
	Accepts
	Rejects
)

// Second asks the second engine alone about a strict JSON text. It knows nothing of
// acigen's own keywords.
func (v *Validator) Second(text string) Opinion {
	got, _ := v.second.ask(text, maxWork)
	switch got {
	case isValid:
		return Accepts
	case isInvalid:
		return Rejects
	}
	return NoOpinion
}
