package golang

import (
	"fmt"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

var noArray plan.Array

// array prints the body of a method that reads an array at p.
func (g *generator) array(v value) {
	a := v.node.Array
	if a == nil {
		a = &noArray
	}
	list, _ := v.typ.(*ir.Array)
	tuple, _ := v.typ.(*ir.Tuple)
	starts := len(a.Unique) > 0 || len(a.Contains) > 0
	rows := a.Items == nil || a.Items.Kinds&kernel.KindArray != 0
	for _, n := range a.Prefix {
		rows = rows || n == nil || n.Kinds&kernel.KindArray != 0
	}
	g.step("r.open(p)")
	if rows {
		g.out.p("i, narrow, wide := 0, -1, -1")
	} else {
		g.out.p("i := 0")
	}
	if starts {
		g.out.p("var starts []int")
	}
	switch {
	case list != nil:
		g.out.p("list := (*v)[:0]")
		if inner, is := list.Elem.(*ir.Array); is {
			g.out.p("var spare []%s", goType(inner.Elem))
		}
	case tuple != nil:
		for _, f := range tuple.Items {
			if !f.Required {
				g.out.p("v.%s = %s{}", f.Ident, fieldType(f))
			}
		}
		if tuple.Rest != nil {
			g.out.p("v.Rest = v.Rest[:0]")
		}
	}
	g.out.p("for ; r.s[p] != ']'; i++ {")
	late := len(a.Prefix) == 0 && tuple == nil && g.inPlace(elementOf(v, a, list))
	if !late {
		g.out.p("r.path[r.depth-1] = ^i")
	}
	if starts {
		g.out.p("starts = append(starts, p)")
	}
	if rows {
		g.out.p("row := r.s[p] == '['")
	}
	if late {
		g.putOff("^i", func() { g.element(v, a, list, tuple) })
	} else {
		g.element(v, a, list, tuple)
	}
	if rows {
		g.out.p("if row { narrow, wide = widths(narrow, wide, r.elements) }")
	}
	g.out.p("if q := p + 1; q < len(r.s) && r.s[p] == ',' && r.s[q] > ' ' && r.s[q] != ']' {")
	g.out.p("p = q")
	g.out.p("} else if p = r.nextElement(p); p < 0 {")
	g.out.p("return p")
	g.out.p("}")
	g.out.p("}")
	for i, c := range a.Contains {
		g.contains(c, fmt.Sprintf("%sContains%d", v.stem, i))
	}
	g.out.p("r.depth--")
	g.out.p("p++")
	g.countChecks(a.Counts, "i", "start")
	for _, site := range a.Unique {
		g.out.p("if !unique(r.s, starts) {")
		g.fail("start", site)
		g.out.p("}")
	}
	g.valueChecks(v.node, kernel.KindArray, "start", "")
	g.rulesOf(v.node, v.stem, nil)
	if rows {
		g.out.p("r.elements, r.narrow, r.wide = i, narrow, wide")
	} else {
		g.out.p("r.elements, r.narrow, r.wide = i, -1, -1")
	}
	if list != nil {
		g.out.p("*v = list")
	}
	g.out.p("return p")
}

// elementOf is an element of an array without elements of their own kind at its start.
func elementOf(v value, a *plan.Array, list *ir.Array) value {
	child := value{node: a.Items, stem: v.stem + "Item"}
	if list != nil {
		child.typ, child.dst = list.Elem, "list[len(list)-1]"
	}
	return child
}

// grow prints the making of room for one more element. Rows of one width share their memory.
func (g *generator) grow(a *plan.Array, list *ir.Array) {
	limit := 1 << 20
	for _, c := range a.Counts {
		if c.Max {
			limit = min(limit, c.Limit)
		}
	}
	g.out.p("if len(list) < cap(list) {")
	g.out.p("list = list[:len(list)+1]")
	g.out.p("} else {")
	g.out.p("list = grow(list, p-start, len(r.s)-p, %d)", limit)
	g.out.p("}")
	if _, is := list.Elem.(*ir.Array); is {
		g.out.p("if n := len(list) - 1; n > 0 && cap(list[n]) == 0 && len(list[n-1]) > 0 {")
		g.out.p("list[n] = carve(&spare, len(list[n-1]), min((len(r.s)-p)/((p-start)/n+1), %d-n))", limit)
		g.out.p("}")
	}
}

// element prints the reading of one element.
func (g *generator) element(v value, a *plan.Array, list *ir.Array, tuple *ir.Tuple) {
	item := func(i int) value {
		n := a.Items
		stem := v.stem + "Item"
		if i >= 0 && i < len(a.Prefix) {
			n = a.Prefix[i]
			stem = fmt.Sprintf("%sItem%d", v.stem, i)
		}
		return value{node: n, stem: stem}
	}
	switch {
	case list != nil:
		g.grow(a, list)
		g.read(elementOf(v, a, list))
		return
	case tuple != nil:
		g.out.p("switch i {")
		for i, f := range tuple.Items {
			g.out.p("case %d:", i)
			g.field(item(i), "v."+f.Ident, f)
		}
		g.out.p("default:")
		child := item(len(tuple.Items))
		if tuple.Rest != nil {
			g.out.p("var rest %s", goType(tuple.Rest))
			child.typ, child.dst = tuple.Rest, "rest"
			g.read(child)
			g.out.p("v.Rest = append(v.Rest, rest)")
		} else {
			g.read(child)
		}
		g.out.p("}")
		return
	}
	if len(a.Prefix) == 0 {
		g.read(item(-1))
		return
	}
	g.out.p("switch i {")
	for i := range a.Prefix {
		g.out.p("case %d:", i)
		g.read(item(i))
	}
	g.out.p("default:")
	g.read(item(len(a.Prefix)))
	g.out.p("}")
}

// contains prints the count of the elements that match.
func (g *generator) contains(c plan.Contains, stem string) {
	g.out.p("{")
	g.out.p("matches := 0")
	if c.Node == nil {
		g.out.p("matches = i")
	} else {
		g.out.p("for i, at := range starts {")
		g.out.p("r.path[r.depth-1] = ^i")
		g.out.p("fails := r.try()")
		g.out.p("r.%s(at)", g.checker(c.Node, stem))
		g.out.p("if r.tried(fails) { matches++ }")
		g.out.p("}")
	}
	g.out.p("_ = matches")
	g.out.p("r.depth--")
	g.countChecks(c.Counts, "matches", "start")
	g.out.p("r.depth++")
	g.out.p("}")
}
