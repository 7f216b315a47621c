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

// decode prints the reading of a value that goes somewhere.
func (g *generator) decode(v value) {
	checked := value{node: v.node, stem: v.stem}
	switch t := v.typ.(type) {
	case ir.Basic:
		if kind := basicKinds[t]; kind != 0 && g.inlineAs(v.node, kind) {
			g.scalar(v, kind)
			return
		}
		if t == ir.Scalar && v.node != nil && g.flat(v.node) {
			g.scalarCell(v)
			return
		}
		g.out.p("{")
		g.out.p("from := p")
		g.read(checked)
		g.assign(t, v.dst, goType(t))
		g.out.p("}")
	case *ir.Ref:
		g.decodeRef(v, t)
	case *ir.Array, *ir.Map:
		g.step("r.%s(&%s, p)", g.decoder(v), v.dst)
	case *ir.Nullable:
		g.decodeNullable(v, t)
	}
}

var basicKinds = map[ir.Basic]int{
	ir.String: kernel.KindString, ir.Bool: kernel.KindBool, ir.Int64: kernel.KindNumber, ir.Integer: kernel.KindNumber, ir.Number: kernel.KindNumber,
}

// inlineAs tells whether a value of the kind is checked where it is used; null may be allowed beside it.
func (g *generator) inlineAs(n *plan.Node, kind int) bool {
	if n == nil || n.Object != nil || n.Array != nil || len(n.Rules) > 0 || n.Memo || len(n.Never) > 0 {
		return false
	}
	rest := n.Kinds
	if kind != kernel.KindNull {
		rest &^= kernel.KindNull
	}
	return singleKind(rest) == kind && sameTypes(n)
}

// assign prints the assignment of a basic value that stands checked at [from,p).
func (g *generator) assign(t ir.Basic, dst, as string) {
	switch t {
	case ir.Raw:
		g.out.p("%s = %s(r.s[from:p])", dst, as)
	case ir.Scalar:
		g.out.p("%s = r.scalarAt(from, p)", dst)
	case ir.String:
		g.out.p("if r.s[from] == '\"' { %s = %s(r.content(from, p)) }", dst, as)
	case ir.Bool:
		g.out.p("%s = r.s[from] == 't'", dst)
	case ir.Int64:
		g.out.p("if d, whole := r.integerAt(from); whole { n, _ := d.small(); %s = %s(n) }", dst, as)
	default:
		g.out.p("if r.kindAt(from) == kindNumber { %s = %s(r.s[from:p]) }", dst, as)
	}
}

func (g *generator) decodeRef(v value, t *ir.Ref) {
	if base, is := scalarBase(t.To); is {
		if g.inlineAs(v.node, basicKinds[base]) {
			g.scalar(v, basicKinds[base])
			return
		}
		g.out.p("{")
		g.out.p("from := p")
		g.read(value{node: v.node, stem: v.stem})
		g.assign(base, v.dst, t.To.Name)
		g.out.p("}")
		return
	}
	if t.Indirect {
		g.out.p("if %s == nil { %s = new(%s) }", v.dst, v.dst, t.To.Name)
		g.step("r.decode%s(%s, p)", t.To.Name, v.dst)
		return
	}
	g.step("r.decode%s(&%s, p)", t.To.Name, v.dst)
}

// scalarBase returns the basic type behind a named type that is one with another name.
func scalarBase(n *ir.Named) (ir.Basic, bool) {
	switch t := n.Type.(type) {
	case *ir.Enum:
		return t.Base, true
	case ir.Basic:
		return t, !wrapped(n)
	}
	return 0, false
}

// decoder returns the name of the method that decodes an array or a map.
func (g *generator) decoder(v value) string {
	stem := v.stem
	if v.node != nil {
		stem = g.stem(v.node, v.stem)
	}
	name := "decode" + stem
	for g.typeNamed(strings.TrimPrefix(name, "decode")) {
		name += "Value"
	}
	if !g.used[name] {
		g.used[name] = true
		g.later(func() {
			g.out.p("// %s reads a value of %s into v.", name, stem)
			g.out.p("func (r *reader) %s(v *%s, p int) int {", name, goType(v.typ))
			g.container(value{node: v.node, typ: v.typ, dst: "v", stem: stem})
			g.out.p("}\n")
		})
	}
	return name
}

// flat tells whether a node demands something of scalars only, each kind for itself.
func (g *generator) flat(n *plan.Node) bool {
	return n.Object == nil && n.Array == nil && len(n.Rules)+len(n.Never) == 0 && !n.Memo
}

// scalarCell prints the reading of a scalar of any kind.
func (g *generator) scalarCell(v value) {
	if v.dst != "" {
		g.out.p("switch cell := &%s; r.s[p] {", v.dst)
	} else {
		g.out.p("switch r.s[p] {")
	}
	for _, c := range cellCases {
		// A kind that is not allowed, or not in every form, is for the method that reports.
		if v.node.Kinds&c.kind == c.kind {
			g.out.p("case %s:", c.first)
			g.cell(v, c.kind)
		}
	}
	g.out.p("default:")
	g.storeStep()
	if v.dst == "" {
		g.step("r.%s(p)", g.checker(v.node, v.stem))
	} else {
		g.out.p("from := p")
		g.step("r.%s(p)", g.checker(v.node, v.stem))
		g.out.p("*cell = r.scalarAt(from, p)")
	}
	g.out.p("}")
}

// typeNamed tells whether a type of the package has a name.
func (g *generator) typeNamed(name string) bool {
	return slices.ContainsFunc(g.pkg.Named, func(n *ir.Named) bool { return n.Name == name })
}

// cellCases are the first bytes of the kinds of scalars.
var cellCases = []struct {
	kind  int
	first string
}{
	{kernel.KindString, `'"'`},
	{kernel.KindNumber, "'-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'"},
	{kernel.KindBool, "'t', 'f'"},
	{kernel.KindNull, "'n'"},
}

// cell prints the reading of a scalar of one kind; where it is decoded, into the variable cell.
func (g *generator) cell(v value, kind int) {
	n, typ, dst := v.node, ir.Type(nil), ""
	if v.dst != "" {
		typ, dst = ir.String, "cell.text"
	}
	switch kind {
	case kernel.KindString:
		g.stringBody(value{node: n, typ: typ, dst: dst})
	case kernel.KindNumber:
		g.numberBody(value{node: n, typ: typ, dst: dst})
	default:
		g.declare("from", "p", func() {
			g.step("r.literal(p)")
			g.valueChecks(n, kind, "from", "")
			switch {
			case dst == "":
			case kind == kernel.KindNull:
				g.out.p("*cell = Scalar{}")
			default:
				g.out.p("*cell = Scalar{ScalarBool, r.s[from:p]}")
			}
		})
		return
	}
	if dst != "" {
		g.out.p("cell.kind = %s", map[int]string{kernel.KindString: "ScalarString", kernel.KindNumber: "ScalarNumber"}[kind])
	}
}

// container prints the body of a method that decodes an object or array.
func (g *generator) container(v value) {
	kind := kernel.KindArray
	switch v.typ.(type) {
	case *ir.Map, *ir.Struct:
		kind = kernel.KindObject
	}
	g.out.p("if %s {", notKind(kind))
	g.out.p("return r.%s(p)", g.checker(v.node, v.stem))
	g.out.p("}")
	g.containerBody(v, kind)
}

func (g *generator) decodeNullable(v value, t *ir.Nullable) {
	elem := g.compiler.Node(t.Set)
	g.out.p("if r.s[p] == 'n' {")
	if elem == v.node && len(v.node.Values)+len(v.node.Rules)+len(v.node.Never) == 0 {
		g.step("r.literal(p)")
	} else {
		g.check(v.node, v.stem)
	}
	g.out.p("%s.NonNull = false", v.dst)
	g.out.p("} else {")
	switch elem {
	case v.node:
		g.read(value{node: elem, typ: t.Elem, dst: v.dst + ".Value", stem: v.stem})
		g.out.p("%s.NonNull = true", v.dst)
	default:
		// The union reports itself only: what is wrong in the branch is only counted.
		g.out.p("from, fails := p, r.try()")
		g.read(value{node: elem, typ: t.Elem, dst: v.dst + ".Value", stem: v.stem + "Value"})
		g.out.p("%s.NonNull = true", v.dst)
		if onlyUnion(v.node) {
			g.out.p("if !r.tried(fails) {")
			g.out.p("p = from")
			g.check(v.node, v.stem)
			g.out.p("}")
		} else {
			g.out.p("r.tried(fails)")
			g.out.p("p = from")
			g.check(v.node, v.stem)
		}
	}
	g.out.p("}")
}

// onlyUnion tells whether a node demands nothing but its one union.
func onlyUnion(n *plan.Node) bool {
	if len(n.Rules) != 1 || len(n.Types)+len(n.Never)+len(n.Values)+len(n.Strings)+len(n.Numbers) > 0 || n.Array != nil || n.Memo {
		return false
	}
	if o := n.Object; o != nil {
		if o.Else != nil || len(o.Groups)+len(o.Names)+len(o.Required)+len(o.Dependent)+len(o.Counts)+len(o.Related) > 0 {
			return false
		}
		for _, p := range o.Props {
			if p.Node != nil {
				return false
			}
		}
	}
	_, is := n.Rules[0].(*plan.OneOf)
	return is
}

// named prints everything of a named type.
func (g *generator) named(n *ir.Named) {
	if n.Alias != nil {
		g.alias(n)
		return
	}
	node := g.compiler.Node(n.Set)
	if u, is := n.Type.(*ir.Union); is {
		g.unionType(n, u)
		g.decodeUnion(n, u, node)
		g.appendUnion(n, u)
		if u.Inline {
			return
		}
	} else {
		if e, is := n.Type.(*ir.Enum); is {
			g.constants(n, e)
		}
		g.decodeNamed(n, node)
		g.appendNamed(n)
	}
	g.api(n, node)
}

// decodeNamed prints the method that decodes a named type.
func (g *generator) decodeNamed(n *ir.Named, node *plan.Node) {
	name := "decode" + n.Name
	g.used[name] = true
	g.out.p("// %s reads a value of %s into v.", name, n.Name)
	g.out.p("func (r *reader) %s(v *%s, p int) int {", name, n.Name)
	v := value{node: node, typ: n.Type, dst: "v", stem: n.Name}
	switch t := n.Type.(type) {
	case *ir.Struct, *ir.Tuple, *ir.Array, *ir.Map:
		g.container(v)
	case *ir.Ref:
		v.dst = "v.Value"
		g.decodeRef(v, t)
		g.out.p("return p")
	default:
		if wrapped(n) {
			v.dst = "v.Value"
			g.read(v)
		} else {
			ref := &ir.Ref{To: n}
			v.dst, v.typ = "*v", ref
			g.decodeRef(v, ref)
		}
		g.out.p("return p")
	}
	g.out.p("}\n")
}

// decodeUnion prints the method that decodes a union: by its tag, or by trying the branches.
func (g *generator) decodeUnion(n *ir.Named, u *ir.Union, node *plan.Node) {
	name := "decode" + n.Name
	g.used[name] = true
	dst := "v.Value"
	if u.Inline {
		dst = "*v"
	}
	g.out.p("// %s reads a value of %s into v.", name, n.Name)
	g.out.p("func (r *reader) %s(v *%s, p int) int {", name, n.Name)
	attempt := func(variant *ir.Variant) {
		to := variant.Type.(*ir.Ref).To
		g.out.p("fails := r.try()")
		g.out.p("var variant %s", to.Name)
		g.out.p("end := r.decode%s(&variant, p)", to.Name)
		g.out.p("if r.tried(fails) && end >= 0 {")
		g.out.p("%s = variant", dst)
		g.out.p("return end")
		g.out.p("}")
	}
	if rule := tagged(node); rule != nil && len(rule.Branches) == len(u.Variants) {
		g.out.p("if r.s[p] == '{' {")
		g.out.p("tag, _ := r.peekTag(p, %q)", rule.Tag.Name)
		g.out.p("switch tag {")
		for i, variant := range u.Variants {
			var values []string
			for k, text := range rule.Tag.Values {
				if rule.Tag.Branch[k] == i {
					values = append(values, strconv.Quote(text))
				}
			}
			g.out.p("case %s:", strings.Join(values, ", "))
			attempt(variant)
		}
		g.out.p("}")
		g.out.p("}")
		g.out.p("return r.%s(p)", g.checker(node, n.Name))
		g.out.p("}\n")
		return
	}
	g.out.p("fails := r.fails")
	g.out.p("end := r.%s(p)", g.checker(node, n.Name))
	g.out.p("if end < 0 || r.fails != fails { return end }")
	for i, variant := range u.Variants {
		// Which branch holds is asked before anything is decoded: decoding in vain multiplies where unions nest.
		to := variant.Type.(*ir.Ref).To
		g.out.p("{")
		g.out.p("fails := r.try()")
		if branch := g.compiler.Node(variant.Set); branch != nil {
			g.out.p("r.%s(p)", g.checker(branch, fmt.Sprintf("%sBranch%d", n.Name, i+1)))
		}
		g.out.p("if r.tried(fails) {")
		g.out.p("var variant %s", to.Name)
		g.out.p("end = r.decode%s(&variant, p)", to.Name)
		g.out.p("%s = variant", dst)
		g.out.p("return end")
		g.out.p("}")
		g.out.p("}")
	}
	g.out.p("return end")
	g.out.p("}\n")
}

// tagged returns the union of a node that demands nothing but a union with a tag.
func tagged(n *plan.Node) *plan.OneOf {
	if !onlyUnion(n) {
		return nil
	}
	if rule := n.Rules[0].(*plan.OneOf); rule.Tag != nil {
		return rule
	}
	return nil
}
