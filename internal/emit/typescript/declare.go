package typescript

import (
	_ "embed"
	"strings"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/ir"
)

// runtimeTypes declares what of the runtime a user of the module meets.
//
//go:embed runtime.d.ts
var runtimeTypes string

// Declarations returns the module's declaration files, for those who get it as JavaScript.
func Declarations(in emit.Input) ([]emit.File, []diag.Finding) {
	files, findings := Generate(in)
	if len(findings) > 0 {
		return nil, findings
	}
	types, _ := ir.Build(in.Roots, in.Canonical)
	g := &generator{Module: &emit.Module{Input: in, Types: types}, patterns: map[string]int{}, out: &strings.Builder{}}
	g.p("%simport type * as rt from \"./runtime.js\";\n", header)
	for _, n := range types.Named {
		g.named(n)
	}
	for _, n := range types.Named {
		if !n.Root {
			continue
		}
		g.p("/** Reads and validates a JSON text; throws a ValidationError. */\nexport declare function parse%s(text: string | Uint8Array, options?: rt.ParseOptions): %s;", n.Name, n.Name)
		g.p("/** Returns what a value breaks: nothing when it is a %s. */\nexport declare function validate%s(value: unknown): rt.Violation[];", n.Name, n.Name)
		g.p("/** Tells whether a value is a %s. */\nexport declare function is%s(value: unknown): value is %s;", n.Name, n.Name, n.Name)
		g.p("/** %s as a Standard Schema. */\nexport declare const %sSchema: rt.StandardSchema<%s>;\n", n.Name, n.Name, n.Name)
	}
	out := []emit.File{{Path: "contract.d.ts", Data: []byte(g.out.String())}, {Path: "runtime.d.ts", Data: []byte(header + runtimeTypes)}}
	for _, f := range files {
		if f.Path == "index.ts" {
			out = append(out, emit.File{Path: strings.TrimSuffix(f.Path, ".ts") + ".d.ts", Data: f.Data})
		}
	}
	return out, nil
}
