package golang

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/plan"
)

// member is a named member as the loop over an object's members sees it.
type member struct {
	name  string
	node  *plan.Node
	field *ir.Field // nil when it is not decoded
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
