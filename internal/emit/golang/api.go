package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

func appendQuoted(dst []byte, s string) []byte { return kernel.AppendText(dst, s) }

// api prints the functions and methods that users call.
func (g *generator) api(n *ir.Named, node *plan.Node) {
	w, name := g.out, n.Name
	check := "r.skip(p)"
	if node != nil {
		check = "r." + g.checker(node, name) + "(p)"
	}
	guard := ""
	if n.NonNull {
		guard = "if r.s[p] == 'n' { p = r.refuse(p, " + nullSites(node) + ") } else "
	}
	run := func(call string) {
		w.p("if p := r.start(); p >= 0 {")
		w.p("%s{ p = %s }", guard, call)
		w.p("r.finish(p)")
		w.p("}")
	}
	w.p("// Decode%s returns the value of a JSON text that is strict JSON and satisfies every", name)
	w.p("// rule of the schema; otherwise the error is a *ValidationError. The value owns its memory.")
	w.p("func Decode%s(data []byte) (%s, error) {", name, name)
	w.p("var v %s", name)
	w.p("r := reader{s: string(data)}")
	run("r.decode" + name + "(&v, p)")
	w.p("if err := r.failed(rules[:]); err != nil { var zero %s; return zero, err }", name)
	w.p("return v, nil")
	w.p("}\n")

	w.p("// UnmarshalJSON is Decode%s, for encoding/json. On error v is zero.", name)
	w.p("func (v *%s) UnmarshalJSON(data []byte) (err error) {", name)
	w.p("*v, err = Decode%s(data)", name)
	w.p("return err")
	w.p("}\n")

	w.p("// DecodeShared is Decode%s without copying: strings are pieces of data, which must stay", name)
	w.p("// unmodified while v lives, and v's slices are used again.")
	w.p("func (v *%s) DecodeShared(data []byte) error {", name)
	w.p("r := reader{s: view(data)}")
	run("r.decode" + name + "(v, p)")
	w.p("if err := r.failed(rules[:]); err != nil { var zero %s; *v = zero; return err }", name)
	w.p("return nil")
	w.p("}\n")

	w.p("// Check%s gives the verdict of Decode%s without building a value.", name, name)
	w.p("func Check%s(data []byte) error {", name)
	w.p("r := reader{s: view(data)}")
	run(check)
	w.p("return r.failed(rules[:])")
	w.p("}\n")

	w.p("// Validate returns nil, or a *ValidationError, for a value that was made in Go.")
	w.p("func (v %s) Validate() error { return withoutOffsets(Check%s(v.appendTo(nil, 0))) }\n", name, name)

	w.p("// AppendJSON validates v and appends it as JSON, members in the schema's order. On error dst is unchanged.")
	w.p("func (v %s) AppendJSON(dst []byte) ([]byte, error) {", name)
	w.p("out := v.appendTo(dst, 0)")
	w.p("if err := Check%s(out[len(dst):]); err != nil { return dst, withoutOffsets(err) }", name)
	w.p("return out, nil")
	w.p("}\n")

	w.p("// MarshalJSON is AppendJSON, for encoding/json.")
	w.p("func (v %s) MarshalJSON() ([]byte, error) { return v.AppendJSON(nil) }\n", name)
}

// nullSites are the rules that null breaks where the type does not stand for it.
func nullSites(n *plan.Node) string {
	var sites []string
	add := func(s *plan.Site) { sites = append(sites, strconv.Itoa(s.Index)) }
	for _, c := range n.Types {
		add(c.Site)
	}
	for _, c := range n.Values {
		if len(sites) == 0 {
			add(c.Site)
		}
	}
	for _, rule := range n.Rules {
		if one, is := rule.(*plan.OneOf); is && len(sites) == 0 {
			add(one.Site)
		}
	}
	return strings.Join(sites, ", ")
}

// alias prints what a second name of the same type needs.
func (g *generator) alias(n *ir.Named) {
	to := n.Alias.Name
	g.out.p("// Decode%s is Decode%s.", n.Name, to)
	g.out.p("func Decode%s(data []byte) (%s, error) { return Decode%s(data) }\n", n.Name, n.Name, to)
	g.out.p("// Check%s is Check%s.", n.Name, to)
	g.out.p("func Check%s(data []byte) error { return Check%s(data) }\n", n.Name, to)
}

// constants prints the values of an enum.
func (g *generator) constants(n *ir.Named, e *ir.Enum) {
	if len(e.Values) == 0 {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// The values of %s.\nconst (\n", n.Name)
	for _, v := range e.Values {
		text := v.Text
		if e.Base == ir.String {
			text = strconv.Quote(text)
		}
		fmt.Fprintf(&b, "%s %s = %s\n", v.Ident, n.Name, text)
	}
	b.WriteString(")\n")
	g.out.declaration(b.String()) // gofmt aligns what is declared together
}

// unionType prints the sealed interface of a union and marks its variants.
func (g *generator) unionType(n *ir.Named, u *ir.Union) {
	iface := interfaceName(n)
	var names []string
	for _, v := range u.Variants {
		names = append(names, v.Type.(*ir.Ref).To.Name)
	}
	var b printer
	if u.Inline && n.Doc != "" {
		b.doc(docComment(n.Doc))
		b.line("//")
	}
	b.line(fmt.Sprintf("// %s is one of %s.", iface, strings.Join(names, ", ")))
	b.line(fmt.Sprintf("type %s interface{ is%s() }\n", iface, iface))
	g.out.declaration(b.String())
	for _, name := range names {
		g.out.p("func (%s) is%s() {}\n", name, iface)
	}
}

// appendUnion prints the appending of a union.
func (g *generator) appendUnion(n *ir.Named, u *ir.Union) {
	iface := interfaceName(n)
	if !u.Inline {
		g.out.p("// appendTo appends v as JSON, unchecked.")
		g.out.p("func (v *%s) appendTo(dst []byte, depth int) []byte { return append%s(dst, v.Value, depth) }\n", n.Name, iface)
	}
	g.out.p("// append%s appends what the union holds, unchecked; nil as null.", iface)
	g.out.p("func append%s(dst []byte, v %s, depth int) []byte {", iface, iface)
	g.guard(n)
	g.out.p("switch v := v.(type) {")
	for _, variant := range u.Variants {
		g.out.p("case %s:", variant.Type.(*ir.Ref).To.Name)
		// A variant is no level of JSON of its own.
		g.out.p("return v.appendTo(dst, depth)")
	}
	g.out.p("}")
	g.out.p("return append(dst, \"null\"...)")
	g.out.p("}\n")
}

func camel(name string) string { return ir.Camel(name) }
