package golang

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

const allKinds = kernel.KindNull | kernel.KindBool | kernel.KindNumber | kernel.KindString | kernel.KindArray | kernel.KindObject

// value is what a piece of code reads: the node it must satisfy and, when it is
// decoded, its type and where it goes. The code starts with p at the value and
// ends with p behind it.
type value struct {
	node *plan.Node
	typ  ir.Type // nil: only checked
	dst  string
	stem string // for the names of methods that are needed
}

// fail prints the record of a violation.
func (g *generator) fail(at string, site *plan.Site) {
	g.storeStep()
	g.out.noted(fmt.Sprintf("r.fail(%s, %d)", at, site.Index), comment("#"+site.Pointer))
}

// storeStep prints the store of the path's last step, where that was put off: it
// is needed only where something fails, or may fail out of sight.
func (g *generator) storeStep() {
	if g.late != "" {
		g.out.p("r.path[r.depth-1] = %s", g.late)
	}
}

// putOff prints code in which the path's last step is stored late.
func (g *generator) putOff(step string, print func()) {
	g.late = step
	print()
	g.late = ""
}

// inPlace tells whether a value is read where it stands, without a method that could need the path.
func (g *generator) inPlace(v value) bool {
	if v.node == nil {
		return false
	}
	switch t := v.typ.(type) {
	case nil:
		return len(v.node.Never) == 0 && (g.inline(v.node) || g.cellLike(v.node))
	case ir.Basic:
		if t == ir.Scalar {
			return g.flat(v.node)
		}
		return basicKinds[t] != 0 && g.inlineAs(v.node, basicKinds[t])
	case *ir.Ref:
		base, is := scalarBase(t.To)
		return is && g.inlineAs(v.node, basicKinds[base])
	}
	return false
}

// cellLike tells whether a node is about scalars of several kinds.
func (g *generator) cellLike(n *plan.Node) bool {
	scalars := kernel.KindNull | kernel.KindBool | kernel.KindNumber | kernel.KindString
	return g.flat(n) && n.Kinds&^scalars == 0 && singleKind(n.Kinds) == 0
}

// step prints a call that moves p.
func (g *generator) step(format string, args ...any) {
	g.out.p("if p = "+format+"; p < 0 { return p }", args...)
}

// check prints the check of a value that is not decoded.
func (g *generator) check(n *plan.Node, stem string) { g.read(value{node: n, stem: stem}) }

// read prints the reading of a value.
func (g *generator) read(v value) {
	if v.typ != nil {
		g.decode(v)
		return
	}
	switch {
	case v.node == nil:
		g.step("r.skip(p)")
	case g.inline(v.node):
		g.scalar(v, singleKind(v.node.Kinds))
	case g.cellLike(v.node):
		g.scalarCell(v)
	default:
		g.step("r.%s(p)", g.checker(v.node, v.stem))
	}
}

// inline tells whether a node is checked where it is used, without a method of its own.
func (g *generator) inline(n *plan.Node) bool {
	if n.Object != nil || n.Array != nil || len(n.Rules) > 0 || n.Memo {
		return false
	}
	if len(n.Never) > 0 {
		return true
	}
	kind := singleKind(n.Kinds)
	return kind != 0 && kind != kernel.KindArray && kind != kernel.KindObject && sameTypes(n)
}

// singleKind returns the one kind of a mask, a number counting as one, or 0.
func singleKind(kinds int) int {
	if kinds&^kernel.KindNumber == 0 && kinds != 0 {
		return kernel.KindNumber
	}
	if bits.OnesCount(uint(kinds)) == 1 {
		return kinds
	}
	return 0
}

// sameTypes tells whether the node's type checks fail together.
func sameTypes(n *plan.Node) bool {
	for _, t := range n.Types {
		if t.Kinds != n.Kinds {
			return false
		}
	}
	return len(n.Types) > 0
}

// typeSites returns the numbers of the type checks that exclude a kind.
func typeSites(n *plan.Node, kind int) string {
	var sites []string
	for _, t := range n.Types {
		if t.Kinds&kind == 0 {
			sites = append(sites, strconv.Itoa(t.Site.Index))
		}
	}
	return strings.Join(sites, ", ")
}

// refuse prints the refusal of a value whose type is wrong.
func (g *generator) refuse(n *plan.Node, kind int) {
	g.storeStep()
	g.out.p("// %s", comment(n.Types[0].Site.Message))
	g.step("r.refuse(p, %s)", typeSites(n, kind))
}

// never prints the refusal of any value.
func (g *generator) never(n *plan.Node) {
	for _, method := range []string{"refuse", "refuseMember"} {
		var sites []string
		for _, c := range n.Never {
			if c.AtName == (method == "refuseMember") {
				sites = append(sites, strconv.Itoa(c.Site.Index))
			}
		}
		if len(sites) == len(n.Never) {
			g.out.p("// %s: %s", comment("#"+n.Never[0].Site.Pointer), n.Never[0].Site.Message)
			g.step("r.%s(p, %s)", method, strings.Join(sites, ", "))
			return
		}
	}
	// Both kinds of refusal: the member's name and its value.
	g.out.p("{")
	g.out.p("start := p")
	g.step("r.skip(p)")
	for _, c := range n.Never {
		if c.AtName {
			g.out.p("if r.depth > 0 && r.path[r.depth-1] >= 0 {")
			g.fail("r.path[r.depth-1]", c.Site)
			g.out.p("}")
		} else {
			g.fail("start", c.Site)
		}
	}
	g.out.p("}")
}

// notKind is the condition that the value at p is not of a kind.
func notKind(kind int) string {
	switch kind {
	case kernel.KindString:
		return `r.s[p] != '"'`
	case kernel.KindObject:
		return `r.s[p] != '{'`
	case kernel.KindArray:
		return `r.s[p] != '['`
	case kernel.KindNull:
		return `r.s[p] != 'n'`
	case kernel.KindBool:
		return `r.s[p] != 't' && r.s[p] != 'f'`
	}
	return "r.kindAt(p) != kindNumber"
}
