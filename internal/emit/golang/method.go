package golang

import (
	"fmt"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/plan"
)

// stem returns the part of a node's method names that is its own.
func (g *generator) stem(n *plan.Node, context string) string {
	if s := g.stems[n]; s != "" {
		return s
	}
	s := context
	if g.stemmed[s] {
		s = fmt.Sprintf("%sN%d", context, n.ID)
	}
	g.stems[n] = s
	g.stemmed[s] = true
	return s
}

// checker returns the name of the method that checks a node, which is printed when it is first needed.
func (g *generator) checker(n *plan.Node, context string) string {
	stem := g.stem(n, context)
	name := "check" + stem
	if !g.used[name] {
		g.used[name] = true
		g.later(func() { g.checkMethod(n, stem) })
	}
	return name
}

// later prints something after what is being printed, in the same file.
func (g *generator) later(print func()) {
	w := g.file
	g.pending = append(g.pending, func() {
		g.out, g.file = w, w
		print()
	})
}

// table returns the name of a pattern's automaton.
func (g *generator) table(p *pattern.Pattern) string {
	i, there := g.tables[p.Source]
	if !there {
		i = len(g.order)
		g.tables[p.Source] = i
		g.order = append(g.order, p.Source)
	}
	return fmt.Sprintf("pattern%d", i)
}

// kindCases are the kinds by the name of the constant that kindAt returns.
var kindCases = []struct {
	kind int
	name string
}{
	{kernel.KindString, "kindString"}, {kernel.KindNumber, "kindNumber"}, {kernel.KindObject, "kindObject"},
	{kernel.KindArray, "kindArray"}, {kernel.KindBool, "kindBool"}, {kernel.KindNull, "kindNull"},
}

// checkMethod prints the method that checks a node.
func (g *generator) checkMethod(n *plan.Node, stem string) {
	name := "check" + stem
	if n.Memo {
		g.out.p("// %s remembers what %s found at an offset: trials can meet a value many times.", name, "read"+stem)
		g.out.p("func (r *reader) %s(p int) int {", name)
		g.out.p("if end, known := r.recall(%d, p); known { return end }", n.ID)
		g.out.p("fails := r.fails")
		g.out.p("return r.remember(%d, p, r.read%s(p), fails)", n.ID, stem)
		g.out.p("}\n")
		name = "read" + stem
	}
	kind := singleKind(n.Kinds)
	if len(n.Never) == 0 && kind != 0 && sameTypes(n) {
		g.out.p("// %s reads a value of %s.", name, stem)
		g.out.p("func (r *reader) %s(p int) int {", name)
		g.whole(value{node: n, stem: stem}, kind)
		g.out.p("}\n")
		return
	}
	g.out.p("// %s reads a value of %s, whatever its type.", name, stem)
	g.out.p("func (r *reader) %s(p int) int {", name)
	if len(n.Never) > 0 {
		g.never(n)
		g.out.p("return p")
		g.out.p("}\n")
		return
	}
	g.out.p("switch r.kindAt(p) {")
	for _, k := range kindCases {
		if g.plainKind(n, k.kind) {
			continue
		}
		g.out.p("case %s:", k.name)
		g.kindCase(n, stem, k.kind)
	}
	g.out.p("}")
	g.out.p("return r.skip(p)")
	g.out.p("}\n")
}

// plainKind tells whether nothing is demanded of values of a kind.
func (g *generator) plainKind(n *plan.Node, kind int) bool {
	if n.Kinds&kind != kind || len(n.Values) > 0 || len(n.Rules) > 0 {
		return false
	}
	switch kind {
	case kernel.KindString:
		return len(n.Strings) == 0
	case kernel.KindNumber:
		return len(n.Numbers) == 0
	case kernel.KindObject:
		return n.Object == nil
	case kernel.KindArray:
		return n.Array == nil
	}
	return true
}

// kindCase prints what is demanded of a value of one kind, when the schema admits several.
func (g *generator) kindCase(n *plan.Node, stem string, kind int) {
	if n.Kinds&kind == 0 {
		g.out.p("return r.refuse(p, %s)", typeSites(n, kind))
		return
	}
	if kind == kernel.KindObject && n.Object == nil && len(n.Rules) == 0 || kind == kernel.KindArray && n.Array == nil && len(n.Rules) == 0 {
		// Only enum or const is about such a value.
		g.declare("start", "p", func() {
			g.step("r.skip(p)")
			g.valueChecks(n, kind, "start", "")
		})
		g.out.p("return p")
		return
	}
	switch kind {
	case kernel.KindObject, kernel.KindArray:
		part := map[int]string{kernel.KindObject: "Object", kernel.KindArray: "Array"}[kind]
		// A type or another node can have the name already.
		own := stem + part
		for g.stemmed[own] {
			own += "Part"
		}
		g.stemmed[own] = true
		name := "check" + own
		g.out.p("return r.%s(p)", name)
		if !g.used[name] {
			g.used[name] = true
			g.later(func() {
				g.out.p("// %s reads what is an %s of %s.", name, map[int]string{kernel.KindObject: "object", kernel.KindArray: "array"}[kind], stem)
				g.out.p("func (r *reader) %s(p int) int {", name)
				g.containerBody(value{node: n, stem: stem}, kind)
				g.out.p("}\n")
			})
		}
	default:
		g.declare("start", "p", func() {
			g.bareScalar(n, kind)
			g.rulesOf(n, stem, nil)
		})
		g.out.p("return p")
	}
}

// bareScalar prints the checks of a scalar at start, which rules may follow.
func (g *generator) bareScalar(n *plan.Node, kind int) {
	g.out.p("{")
	if kind == kernel.KindNumber && n.Kinds&kernel.KindNumber == kernel.KindInteger && len(n.Rules) > 0 {
		// What is no integer breaks the type only: no rule is held against it.
		g.out.p("q := r.num(p)")
		g.out.p("if q >= 0 {")
		g.out.p("if d := parseDecimal(r.s[p:q]); !d.whole() { return r.refuse(p, %s) }", typeSites(n, kernel.KindFraction))
		g.out.p("}")
	}
	g.scalarBody(value{node: n}, kind)
	g.out.p("}")
}

// whole prints the body of a method for a value of the one kind that its node admits.
func (g *generator) whole(v value, kind int) {
	g.out.p("if %s {", notKind(kind))
	g.out.p("// %s", comment(v.node.Types[0].Site.Message))
	g.out.p("return r.refuse(p, %s)", typeSites(v.node, allKinds&^kind))
	g.out.p("}")
	if kind == kernel.KindObject || kind == kernel.KindArray {
		g.containerBody(v, kind)
		return
	}
	g.declare("start", "p", func() {
		g.bareScalar(v.node, kind)
		g.rulesOf(v.node, v.stem, nil)
	})
	g.out.p("return p")
}

func (g *generator) containerBody(v value, kind int) {
	g.declare("start", "p", func() {
		if kind == kernel.KindObject {
			g.object(v)
		} else {
			g.array(v)
		}
	})
}

// declare prints a piece of code after the declaration of a variable, if the code uses it.
func (g *generator) declare(name, expr string, print func()) {
	w := g.out
	g.out = &printer{depth: w.depth}
	print()
	body := g.out.Bytes()
	g.out = w
	if mentions(body, name) {
		g.out.p("%s := %s", name, expr)
	}
	g.out.Write(body)
}
