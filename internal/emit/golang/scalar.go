package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

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
