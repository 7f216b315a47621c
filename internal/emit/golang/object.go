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

// places are the members whose place the checks after the last member need.
type places struct {
	names []string
	sized map[string]bool // those of which the number of elements counts
}

func (p *places) index(name string) int { return slices.Index(p.names, name) }

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

// at is the expression for the place of a member.
func (p *places) at(name string) string { return fmt.Sprintf("at[%d]", p.index(name)) }

func placesOf(n *plan.Node) *places {
	p := &places{sized: map[string]bool{}}
	related := func(list []plan.Related) {
		for _, r := range list {
			p.sized[r.Prop], p.sized[r.Sibling] = true, true
		}
	}
	add := func(name string) {
		if p.index(name) < 0 {
			p.names = append(p.names, name)
		}
	}
	var rules func(list []plan.Rule)
	rules = func(list []plan.Rule) {
		for _, rule := range list {
			if one, is := rule.(*plan.OneOf); is && one.Tag != nil {
				add(one.Tag.Name)
			}
			for _, b := range plan.Branches(rule) {
				if b != nil && b.Shallow && b.Object != nil {
					for _, prop := range b.Object.Props {
						add(prop.Name)
						if prop.Node != nil && prop.Node.CountsOnly() {
							p.sized[prop.Name] = true
						}
					}
					related(b.Object.Related)
				}
				if b != nil && b.Shallow {
					rules(b.Rules)
				}
			}
		}
	}
	rules(n.Rules)
	if n.Object != nil {
		related(n.Object.Related)
		for _, r := range n.Object.Related {
			add(r.Prop)
			add(r.Sibling)
		}
	}
	// In the order of the members, so that the code reads in schema order.
	if n.Object != nil {
		slices.SortStableFunc(p.names, func(a, b string) int { return n.Object.Index(a) - n.Object.Index(b) })
	}
	return p
}

// member is a named member as the loop over an object's members sees it.
type member struct {
	name  string
	node  *plan.Node
	field *ir.Field // nil when it is not decoded
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

// objectMembers are the members with a case of their own: those of the type in its order, then those that only checks name.
func objectMembers(o *plan.Object, shape *ir.Struct) []member {
	var out []member
	if shape != nil {
		for _, f := range shape.Fields {
			m := member{name: f.Name, field: f}
			if i := o.Index(f.Name); i >= 0 {
				m.node = o.Props[i].Node
			}
			out = append(out, m)
		}
	}
	for _, p := range o.Props {
		if !slices.ContainsFunc(out, func(m member) bool { return m.name == p.Name }) {
			out = append(out, member{name: p.Name, node: p.Node})
		}
	}
	return out
}

// branchCounts tells whether a shallow branch needs the number of members.
func branchCounts(rules []plan.Rule) bool {
	for _, rule := range rules {
		for _, b := range plan.Branches(rule) {
			if b != nil && b.Shallow && (b.Object != nil && len(b.Object.Counts) > 0 || branchCounts(b.Rules)) {
				return true
			}
		}
	}
	return false
}

func (g *generator) nameCheck(c plan.NameCheck, stem string) {
	g.out.p("{")
	g.out.p("fails := r.try()")
	g.out.p("r.%s(name)", g.checker(c.Node, stem+"Name"))
	g.out.p("if !r.tried(fails) {")
	g.fail("name", c.Site)
	g.out.p("}")
	g.out.p("}")
}

// memberLoop is what the cases of an object's members share.
type memberLoop struct {
	members []member
	at      *places
	bit     func(name string) (word, mask string)
	counted bool
	// predict tells that after a member the next one of the schema is looked for first.
	predict bool
}

// ahead prints the condition that a text stands at p with a value right behind it, at q.
func (g *generator) ahead(text string, is bool) {
	if is {
		g.out.p("if q := p + %d; q < len(r.s) && r.s[p:q] == %q && r.s[q] > ' ' {", len(text), text)
	} else {
		g.out.p("if q := p + %d; q >= len(r.s) || r.s[p:q] != %q || r.s[q] <= ' ' {", len(text), text)
	}
}

// member prints the case of one member. After it the next member of the schema
// mostly follows: then the case of that one is entered without a look-up.
func (g *generator) member(v value, loop *memberLoop, i int) {
	m := loop.members[i]
	word, mask := loop.bit(m.name)
	late := g.stepIsLate(v, m)
	g.out.p("case %q:", m.name)
	g.out.p("if %s&%s != 0 {", word, mask)
	if late {
		g.out.p("r.path[r.depth-1] = name")
	}
	g.out.p("r.duplicate(name)")
	g.step("r.skip(p)")
	g.out.p("break")
	g.out.p("}")
	g.out.p("%s |= %s", word, mask)
	placed := loop.at.index(m.name) >= 0
	if placed {
		g.out.p("value := p")
	}
	if late {
		g.putOff("name", func() { g.memberValue(v, m) })
	} else {
		g.memberValue(v, m)
	}
	if placed {
		if !loop.at.sized[m.name] {
			g.out.p("%s.key, %s.off = name, value", loop.at.at(m.name), loop.at.at(m.name))
		} else {
			g.out.p("%s = place{name, value, r.elements, r.narrow, r.wide}", loop.at.at(m.name))
		}
	}
	if !loop.predict || i+1 == len(loop.members) {
		return
	}
	next := "," + string(appendQuoted(nil, loop.members[i+1].name)) + ":"
	g.ahead(next, false)
	g.out.p("break")
	g.out.p("}")
	g.out.p("name = p + 1")
	if !g.stepIsLate(v, loop.members[i+1]) {
		g.out.p("r.path[r.depth-1] = name")
	}
	g.out.p("p += %d", len(next))
	if loop.counted {
		g.out.p("members++")
	}
	g.out.p("fallthrough")
}

// stepIsLate tells whether the path's step to a member is stored only where something fails.
func (g *generator) stepIsLate(v value, m member) bool {
	child := value{node: m.node, stem: v.stem + ir.Camel(m.name)}
	switch {
	case m.field != nil:
		child.typ = m.field.Type
	case v.typ != nil:
		return false
	}
	return g.inPlace(child)
}

// memberValue prints the reading of a named member's value.
func (g *generator) memberValue(v value, m member) {
	child := value{node: m.node, stem: v.stem + ir.Camel(m.name)}
	if m.field != nil {
		g.field(child, v.dst+"."+m.field.Ident, m.field)
		return
	}
	// A member that only a condition names is one of the others.
	shape, _ := v.typ.(*ir.Struct)
	dict, _ := v.typ.(*ir.Map)
	switch {
	case shape != nil && shape.Extra != nil:
		g.extra(child, v.dst+"."+shape.ExtraName, strconv.Quote(m.name), shape.Extra)
	case dict != nil:
		g.extra(child, "(*v)", strconv.Quote(m.name), dict.Elem)
	default:
		g.read(child)
	}
}

// field prints the decoding of a struct's field.
func (g *generator) field(v value, dst string, f *ir.Field) {
	if f.Required {
		v.typ, v.dst = f.Type, dst
		g.read(v)
		return
	}
	if n, is := f.Type.(*ir.Nullable); is {
		v.typ, v.dst = n, dst
		g.read(v)
		g.out.p("%s.Present = true", dst)
		return
	}
	v.typ, v.dst = f.Type, dst+".Value"
	g.read(v)
	g.out.p("%s.Present = true", dst)
}

// prepareExtra prints what must be done before other members come.
func (g *generator) prepareExtra(v value, shape *ir.Struct, dict *ir.Map) {
	switch {
	case shape != nil && shape.Extra != nil:
		g.out.p("clear(%s.%s)", v.dst, shape.ExtraName)
	case dict != nil:
		g.out.p("clear(*v)")
	}
}

// unnamed prints the reading of a member that has no case of its own.
func (g *generator) unnamed(v value, o *plan.Object, shape *ir.Struct, dict *ir.Map, open bool) {
	if open {
		g.out.p("r.distinct(&names, name, nameEnd, escaped)")
	} else {
		g.out.p("r.unknown(&names, name)")
	}
	child := value{node: o.Else, stem: v.stem + "Value"}
	if len(o.Groups) > 0 {
		g.grouped(v, o, shape, dict)
		return
	}
	switch {
	case shape != nil && shape.Extra != nil:
		g.extra(child, v.dst+"."+shape.ExtraName, "key", shape.Extra)
	case dict != nil:
		g.extra(child, "(*v)", "key", dict.Elem)
	default:
		g.read(child)
	}
}

// extra prints the reading of a member that goes into a map.
func (g *generator) extra(child value, dict, key string, elem ir.Type) {
	g.out.p("var extra %s", goType(elem))
	child.typ, child.dst = elem, "extra"
	g.read(child)
	g.out.p("if %s == nil { %s = map[string]%s{} }", dict, dict, goType(elem))
	g.out.p("%s[%s] = extra", dict, key)
}

// grouped prints the reading of a member whose name decides what applies.
func (g *generator) grouped(v value, o *plan.Object, shape *ir.Struct, dict *ir.Map) {
	g.declare("value", "p", func() {
		g.step("r.skip(p)")
		hold := func(n *plan.Node, part string) {
			if n != nil {
				g.out.p("r.%s(value)", g.checker(n, v.stem+part))
			}
		}
		hold(o.Else, "Value")
		for i, group := range o.Groups {
			g.out.p("{")
			g.out.p("matched := false")
			for k, p := range group.Patterns {
				g.out.p("if %s.matchText(key) {%s", g.table(p.Pattern), note(p.Pattern.Source))
				g.out.p("matched = true")
				hold(p.Node, fmt.Sprintf("Pattern%d%d", i, k))
				g.out.p("}")
			}
			g.out.p("if !matched {")
			hold(group.Rest, fmt.Sprintf("Rest%d", i))
			g.out.p("}")
			g.out.p("}")
		}
		switch {
		case shape != nil && shape.Extra != nil:
			name := v.dst + "." + shape.ExtraName
			g.out.p("if %s == nil { %s = map[string]Raw{} }", name, name)
			g.out.p("%s[key] = Raw(r.s[value:p])", name)
		case dict != nil:
			g.out.p("if *v == nil { *v = map[string]Raw{} }")
			g.out.p("(*v)[key] = Raw(r.s[value:p])")
		}
	})
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
	for _, rel := range o.Related {
		method := [...]string{plan.CountOf: "counts", plan.NotBelow: "notBelow", plan.RowWidth: "rowWidths"}[rel.Relation]
		g.out.noted(fmt.Sprintf("r.%s(&%s, &%s, %d)", method, at.at(rel.Prop), at.at(rel.Sibling), rel.Site.Index), comment("#"+rel.Site.Pointer))
	}
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
