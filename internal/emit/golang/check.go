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

// scalar prints the check, and with a type the decoding, of a value of one scalar kind.
func (g *generator) scalar(v value, kind int) {
	n := v.node
	if len(n.Never) > 0 {
		g.never(n)
		return
	}
	g.out.p("if %s {", notKind(kind))
	g.refuse(n, allKinds&^n.Kinds)
	g.out.p("} else {")
	g.scalarBody(v, kind)
	g.out.p("}")
}

// scalarBody prints the part for a value that is known to be of the kind.
func (g *generator) scalarBody(v value, kind int) {
	switch kind {
	case kernel.KindString:
		g.stringBody(v)
	case kernel.KindNumber:
		g.numberBody(v)
	default:
		g.declare("from", "p", func() {
			g.step("r.literal(p)")
			g.valueChecks(v.node, kind, "from", "")
			if v.dst != "" && kind == kernel.KindBool {
				g.out.p("%s = r.s[from] == 't'", v.dst)
			}
		})
	}
}

func (g *generator) stringBody(v value) {
	n := v.node
	needed := v.dst != "" || len(n.Strings) > 0
	for _, c := range n.Values {
		needed = needed || len(c.Strings) > 0
	}
	if !needed {
		g.declare("from", "p", func() {
			g.step("r.str(p)")
			g.valueChecks(n, kernel.KindString, "from", "")
		})
		return
	}
	g.out.p("from := p")
	g.step("r.str(p)")
	if v.dst != "" {
		g.out.p("text := r.textOf(from, p, r.escaped)")
	} else {
		g.out.p("text := r.viewOf(from, p, r.escaped)")
	}
	for _, c := range n.Strings {
		switch c := c.(type) {
		case plan.Length:
			if c.Max {
				g.out.p("if longer(text, %d) {", c.Limit)
			} else {
				g.out.p("if shorter(text, %d) {", c.Limit)
			}
			g.fail("from", c.Site)
		case plan.Pattern:
			g.out.p("if %s {", g.mismatch(c.Pattern, "text"))
			g.fail("from", c.Site)
		case plan.Format:
			g.out.p("if !%s(text) {", formatFunc(c.Name))
			g.fail("from", c.Site)
		}
		g.out.p("}")
	}
	g.valueChecks(n, kernel.KindString, "from", "text")
	if v.dst != "" {
		if ref, is := v.typ.(*ir.Ref); is {
			g.out.p("%s = %s(text)", v.dst, ref.To.Name)
		} else {
			g.out.p("%s = text", v.dst)
		}
	}
}

var formatFuncs = map[string]string{
	"date-time": "formatDateTime", "date": "formatDate", "time": "formatTime", "duration": "formatDuration", "email": "formatEmail",
	"hostname": "formatHostname", "ipv4": "formatIPv4", "ipv6": "formatIPv6", "uri": "formatURI", "uri-reference": "formatURIReference",
	"uuid": "formatUUID", "json-pointer": "formatJSONPointer", "regex": "formatRegex",
}

func formatFunc(name string) string { return formatFuncs[name] }

// valueChecks prints the checks of enum and const for a value of a kind that
// stands at [at,p); text is the variable with a string's content.
func (g *generator) valueChecks(n *plan.Node, kind int, at, text string) {
	for _, c := range n.Values {
		if kind == kernel.KindString {
			if len(c.Strings) == 0 {
				g.fail(at, c.Site)
				continue
			}
			g.out.p("switch %s {", text)
			g.out.p("case %s:", quoted(c.Strings))
			g.out.p("default:")
			g.fail(at, c.Site)
			g.out.p("}")
			continue
		}
		var tests, keys []string
		for _, literal := range c.Values {
			switch {
			case literalKind(literal)&kind == 0:
			case kind == kernel.KindNumber && len(c.Values) > fewValues:
				keys = append(keys, kernel.NumberKey(literal))
			default:
				tests = append(tests, fmt.Sprintf("equalJSON(%q, r.s[%s:p])", literal, at))
			}
		}
		switch {
		case len(keys) > 0:
			g.out.p("switch numberKey(r.s[%s:p]) {", at)
			g.out.p("case %s:", quoted(keys))
			g.out.p("default:")
			g.fail(at, c.Site)
			g.out.p("}")
		case len(tests) == 0:
			g.fail(at, c.Site)
		default:
			g.out.p("if !(%s) {", strings.Join(tests, " || "))
			g.fail(at, c.Site)
			g.out.p("}")
		}
	}
}

// fewValues is up to how many values of an enum a number is compared with one by one.
const fewValues = 8

// literalKind is the kind of a JSON text.
func literalKind(text string) int {
	r := kernel.Reader{S: text}
	return r.KindAt(0)
}

func quoted(texts []string) string {
	seen := map[string]bool{}
	var out []string
	for _, t := range texts {
		if !seen[t] {
			seen[t] = true
			out = append(out, strconv.Quote(t))
		}
	}
	return strings.Join(out, ", ")
}

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

func dedupe(texts []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, t := range texts {
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
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
