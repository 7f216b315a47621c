package emit

import (
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// Input is what a module of a language is made of.
type Input struct {
	// Package is the module's name, where the language gives it one.
	Package string
	// Roots are the types asked for by name.
	Roots []ir.Root
	// Digest returns the digest that a header states for a document.
	Digest func(*schema.Document) string
	// Canonical returns the schema that stands for one of a derived document when both describe the same type; nil: none does.
	Canonical func(*schema.Schema) *schema.Schema
	// Tolerant tells that the reader of a document passes over unknown members; nil: none does.
	Tolerant func(*schema.Document) bool
}

// Of is the input that a project's contract is.
func Of(c *contract.Contract, pkg string) Input {
	return Input{Package: pkg, Roots: Roots(c), Digest: contract.Digest, Canonical: c.StandIn, Tolerant: c.Tolerant}
}

// Module is what is printed: types, and the checks that hold values to them.
type Module struct {
	Input
	Types *ir.Package
	Plan  *plan.Plan
	// Nodes are the checks of the types.
	Nodes map[*ir.Named]*plan.Node
	// Variants are the checks of what the branches of unions are.
	Variants map[*ir.Variant]*plan.Node
}

// Compile makes a module, or says why there can be none. What the language cannot
// hold of a type is found by beyond, which may be nil.
func Compile(in Input, beyond func(*ir.Named) []diag.Finding) (*Module, []diag.Finding) {
	types, problems := ir.Build(in.Roots, in.Canonical)
	types.Sets.Tolerant = in.Tolerant
	var findings []diag.Finding
	for _, p := range problems {
		findings = append(findings, p.At.Finding("generate/name", p.Keyword, p.Message, p.Remedy))
	}
	m := &Module{Input: in, Types: types, Nodes: map[*ir.Named]*plan.Node{}, Variants: map[*ir.Variant]*plan.Node{}}
	compiler := plan.NewCompiler(types.Sets)
	for _, n := range types.Named {
		m.Nodes[n] = compiler.Node(n.Set)
		if u, is := n.Type.(*ir.Union); is {
			for _, v := range u.Variants {
				m.Variants[v] = compiler.Node(v.Set)
			}
		}
		if beyond != nil {
			findings = append(findings, beyond(n)...)
		}
	}
	var refused []plan.Problem
	m.Plan, refused = compiler.Finish()
	for _, r := range refused {
		findings = append(findings, r.Schema.Finding("generate/unsupported", r.Keyword, r.Message, "say the same with keywords that are supported"))
	}
	if len(findings) > 0 {
		return nil, diag.Sorted(findings)
	}
	return m, nil
}

// Sources are the documents that the types are made from, in their order.
func (m *Module) Sources() []*schema.Document {
	var out []*schema.Document
	seen := map[*schema.Document]bool{}
	for _, n := range m.Types.Named {
		if doc := n.Source.Doc; !seen[doc] {
			seen[doc] = true
			out = append(out, doc)
		}
	}
	return out
}
