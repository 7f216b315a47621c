package golang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

// list names the members for people, a name that cannot be seen in quotes.
func (p *places) list() string {
	shown := make([]string, len(p.names))
	for i, name := range p.names {
		if shown[i] = name; comment(name) == "" {
			shown[i] = strconv.Quote(name)
		}
	}
	return strings.Join(shown, ", ")
}

var noObject plan.Object

// object prints the body of a method that reads an object at p.
func (g *generator) object(v value) {
	o := v.node.Object
	if o == nil {
		o = &noObject
	}
	shape, _ := v.typ.(*ir.Struct)
	dict, _ := v.typ.(*ir.Map)
	members := objectMembers(o, shape)
	at := placesOf(v.node)
	bit := func(name string) (word string, mask string) {
		i := slices.IndexFunc(members, func(m member) bool { return m.name == name })
		word = "seen"
		if len(members) > 64 {
			word = fmt.Sprintf("seen[%d]", i>>6)
		}
		return word, fmt.Sprintf("%#x", uint64(1)<<(i&63))
	}
	open := o.Else == nil || len(o.Else.Never) == 0 || len(o.Groups) > 0
	counted := len(o.Counts) > 0 || branchCounts(v.node.Rules)

	g.step("r.open(p)")
	if len(members) > 64 {
		g.out.p("var seen [%d]uint64", (len(members)+63)/64)
	} else if len(members) > 0 {
		g.out.p("var seen uint64")
	}
	if len(at.names) > 0 {
		g.out.p("var at [%d]place // of %s", len(at.names), comment(at.list()))
	}
	g.out.p("names := r.names()")
	if counted {
		g.out.p("members := 0")
	}
	g.prepareExtra(v, shape, dict)
	loop := &memberLoop{members: members, at: at, bit: bit, counted: counted, predict: len(o.Names) == 0}
	g.out.p("for r.s[p] != '}' {")
	g.out.p("name := p")
	g.out.p("r.path[r.depth-1] = name")
	if counted {
		g.out.p("members++")
	}
	needKey := len(members) > 0 || len(o.Groups) > 0 || shape != nil && shape.Extra != nil || dict != nil
	// A name that is kept, or needed after the value, must be a text of its own.
	readKey := "viewOf"
	if len(o.Groups)+len(o.Names) > 0 || shape != nil && shape.Extra != nil || dict != nil {
		readKey = "textOf"
	}
	general := func(assign string) {
		g.step("r.str(p)")
		if open {
			g.out.p("nameEnd, escaped %s p, r.escaped", assign)
		}
		if needKey {
			g.out.p("key %s r.%s(name, p, r.escaped)", assign, readKey)
		}
		for _, c := range o.Names {
			g.nameCheck(c, v.stem)
		}
		g.step("r.colon(p)")
	}
	if loop.predict && len(members) > 0 {
		first := members[0].name
		g.out.p("var key string")
		if open {
			g.out.p("nameEnd, escaped := 0, false")
		}
		g.ahead(string(appendQuoted(nil, first))+":", true)
		g.out.p("key, p = %q, q", first)
		g.out.p("} else {")
		general("=")
		g.out.p("}")
	} else {
		general(":=")
	}
	if len(members) > 0 {
		g.out.p("switch key {")
		for i := range members {
			g.member(v, loop, i)
		}
		g.out.p("default:")
	}
	g.unnamed(v, o, shape, dict, open)
	if len(members) > 0 {
		g.out.p("}")
	}
	g.step("r.nextMember(p)")
	g.out.p("}")
	g.out.p("r.forget(&names)")
	g.out.p("r.depth--")
	g.out.p("p++")
	g.afterMembers(v, o, shape, at, bit)
	g.out.p("return p")
}

// afterMembers prints the checks that need the whole object.
func (g *generator) afterMembers(v value, o *plan.Object, shape *ir.Struct, at *places, bit func(string) (string, string)) {
	g.requiredChecks(o, bit)
	for _, d := range o.Dependent {
		word, mask := bit(d.Name)
		needWord, needMask := bit(d.Need)
		g.out.p("if %s&%s != 0 && %s&%s == 0 {", word, mask, needWord, needMask)
		g.fail("start", d.Site)
		g.out.p("}")
	}
	g.countChecks(o.Counts, "members", "start")
	g.relatedChecks(o.Related, at)
	g.valueChecks(v.node, kernel.KindObject, "start", "")
	if len(v.node.Rules) > 0 && len(at.names) == 0 {
		g.rulesOf(v.node, v.stem, &frame{places: at, empty: true})
	} else {
		g.rulesOf(v.node, v.stem, &frame{places: at})
	}
	if shape == nil {
		return
	}
	for _, f := range shape.Fields {
		if !f.Required {
			word, mask := bit(f.Name)
			g.out.p("if %s&%s == 0 { %s.%s = %s{} }", word, mask, v.dst, f.Ident, fieldType(f))
		}
	}
}

func (g *generator) requiredChecks(o *plan.Object, bit func(string) (string, string)) {
	if len(o.Required) == 0 {
		return
	}
	masks := map[string]uint64{}
	var words []string
	for _, need := range o.Required {
		word, mask := bit(need.Name)
		if _, there := masks[word]; !there {
			words = append(words, word)
		}
		m, _ := strconv.ParseUint(mask, 0, 64)
		masks[word] |= m
	}
	var tests []string
	for _, word := range words {
		tests = append(tests, fmt.Sprintf("%s&%#x != %#x", word, masks[word], masks[word]))
	}
	g.out.p("if %s {", strings.Join(tests, " || "))
	for _, need := range o.Required {
		word, mask := bit(need.Name)
		g.out.p("if %s&%s == 0 {%s", word, mask, note(need.Name))
		g.fail("start", need.Site)
		g.out.p("}")
	}
	g.out.p("}")
}

// countChecks prints the checks of bounds on a number.
func (g *generator) countChecks(counts []plan.Count, count, at string) {
	for _, c := range counts {
		op := "<"
		if c.Max {
			op = ">"
		}
		g.out.p("if %s %s %d {", count, op, c.Limit)
		g.fail(at, c.Site)
		g.out.p("}")
	}
}

// relatedChecks prints the checks of acigen's relations between members.
func (g *generator) relatedChecks(list []plan.Related, at *places) {
	for _, rel := range list {
		method := [...]string{plan.CountOf: "counts", plan.NotBelow: "notBelow", plan.RowWidth: "rowWidths"}[rel.Relation]
		g.out.noted(fmt.Sprintf("r.%s(&%s, &%s, %d)", method, at.at(rel.Prop), at.at(rel.Sibling), rel.Site.Index), comment("#"+rel.Site.Pointer))
	}
}
