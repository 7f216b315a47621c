package golang

import (
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

func (g *generator) numberBody(v value) {
	n := v.node
	integer := n.Kinds&kernel.KindNumber == kernel.KindInteger
	plain := !integer && len(n.Numbers) == 0 && len(n.Values) == 0 && v.dst == ""
	if plain {
		g.step("r.num(p)")
		return
	}
	g.out.p("from := p")
	g.step("r.num(p)")
	if integer {
		g.integerBody(v)
		return
	}
	if len(n.Numbers)+len(n.Values) > 0 && smallLimits(n) && smallValues(n) {
		g.out.p("if n, plain := smallInteger(r.s[from:p]); plain {")
		g.smallChecks(n)
		g.out.p("} else {")
		g.numberChecks(n, "r.s[from:p]")
		g.valueChecks(n, kernel.KindNumber, "from", "")
		g.out.p("}")
	} else {
		g.numberChecks(n, "r.s[from:p]")
		g.valueChecks(n, kernel.KindNumber, "from", "")
	}
	switch {
	case v.dst == "":
	case isInt64(v.typ):
		// The values are integers, the type says number.
		g.out.p("if d := parseDecimal(r.s[from:p]); d.whole() { n, _ := d.small(); %s = %s(n) }", v.dst, goType(v.typ))
	default:
		g.out.p("%s = %s(r.s[from:p])", v.dst, goType(v.typ))
	}
}

// numberChecks prints the checks of a number whose literal is given.
func (g *generator) numberChecks(n *plan.Node, literal string) {
	for _, c := range n.Numbers {
		if c.Op == plan.Multiple {
			g.out.p("if !multipleOf(%s, %q) {", literal, c.Limit)
		} else {
			g.out.p("if compareText(%s, %q) %s 0 {", literal, c.Limit, failing[c.Op])
		}
		g.fail("from", c.Site)
		g.out.p("}")
	}
}

// failing is how a number that fails compares with the limit.
var failing = [...]string{plan.AtLeast: "<", plan.Above: "<=", plan.AtMost: ">", plan.Below: ">="}

// integerBody prints the checks of an integer: in machine words where the literal is a plain one, exactly where it is not.
func (g *generator) integerBody(v value) {
	n := v.node
	asInt := v.dst != "" && isInt64(v.typ)
	small := smallLimits(n)
	assign := func(expr string) {
		switch {
		case v.dst == "":
		case asInt:
			if ref, is := v.typ.(*ir.Ref); is {
				expr = ref.To.Name + "(" + expr + ")"
			}
			g.out.p("%s = %s", v.dst, expr)
		default:
			g.out.p("%s = %s(r.s[from:p])", v.dst, goType(v.typ))
		}
	}
	if small {
		g.out.p("if n, plain := smallInteger(r.s[from:p]); plain {")
		used := g.smallChecks(n) || asInt
		if !used {
			g.out.p("_ = n")
		}
		assign("n")
		g.out.p("} else if d := parseDecimal(r.s[from:p]); !d.whole() {")
	} else {
		g.out.p("if d := parseDecimal(r.s[from:p]); !d.whole() {")
	}
	for _, t := range n.Types {
		if t.Kinds&kernel.KindFraction == 0 {
			g.fail("from", t.Site)
		}
	}
	g.out.p("} else {")
	g.numberChecks(n, "r.s[from:p]")
	g.valueChecks(n, kernel.KindNumber, "from", "")
	if asInt {
		g.out.p("n, _ := d.small()")
	}
	assign("n")
	g.out.p("}")
}

// smallChecks prints the checks of an integer n, and tells whether there are any.
func (g *generator) smallChecks(n *plan.Node) (used bool) {
	for _, c := range n.Numbers {
		used = true
		if c.Op == plan.Multiple {
			g.out.p("if n%%%s != 0 {", c.Limit)
		} else {
			g.out.p("if n %s %s {", failing[c.Op], c.Limit)
		}
		g.fail("from", c.Site)
		g.out.p("}")
	}
	for _, c := range n.Values {
		var ints []string
		for _, text := range c.Values {
			if i, plain := plainInt(text); plain {
				ints = append(ints, i)
			}
		}
		if len(ints) == 0 {
			g.fail("from", c.Site)
			continue
		}
		used = true
		g.out.p("switch n {")
		g.out.p("case %s:", strings.Join(dedupe(ints), ", "))
		g.out.p("default:")
		g.fail("from", c.Site)
		g.out.p("}")
	}
	return used
}

// smallValues tells whether some value of every enum is an integer that fits, so that n is used.
func smallValues(n *plan.Node) bool {
	for _, c := range n.Values {
		some := false
		for _, text := range c.Values {
			_, plain := plainInt(text)
			some = some || plain
		}
		if !some {
			return false
		}
	}
	return true
}

// plainInt returns the shortest form of a literal that is an integer in the range of int64.
func plainInt(literal string) (string, bool) {
	if literalKind(literal) != kernel.KindNumber {
		return "", false
	}
	d := kernel.ParseDecimal(literal)
	n, fits := d.Small()
	return strconv.FormatInt(n, 10), fits
}

// smallLimits tells whether every limit of a node is an integer literal that Go can compare an int64 with.
func smallLimits(n *plan.Node) bool {
	for _, c := range n.Numbers {
		if text, plain := plainInt(c.Limit); !plain || text != c.Limit {
			return false
		}
	}
	return true
}

func isInt64(t ir.Type) bool {
	switch t := t.(type) {
	case ir.Basic:
		return t == ir.Int64
	case *ir.Ref:
		base, is := scalarBase(t.To)
		return is && base == ir.Int64
	}
	return false
}
