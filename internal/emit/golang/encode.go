package golang

import (
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/ir"
)

// appendNamed prints the method that appends a named type's JSON, unchecked.
func (g *generator) appendNamed(n *ir.Named) {
	g.out.p("// appendTo appends v as JSON, unchecked.")
	g.out.p("func (v *%s) appendTo(dst []byte, depth int) []byte {", n.Name)
	g.guard(n)
	switch t := n.Type.(type) {
	case *ir.Struct:
		g.appendStruct(t)
	case *ir.Tuple:
		g.appendTuple(t)
	case *ir.Enum:
		if t.Base == ir.Int64 {
			g.append(ir.Int64, "int64(*v)", false)
		} else {
			g.append(ir.String, "string(*v)", false)
		}
	case *ir.Array, *ir.Map:
		g.append(t, "(*v)", true)
	default:
		if wrapped(n) {
			g.append(n.Type, "v.Value", true)
		} else {
			g.append(n.Type, goType(n.Type)+"(*v)", false)
		}
	}
	g.out.p("return dst")
	g.out.p("}\n")
}

// guard prints the bound on nesting, for types whose values can contain themselves.
func (g *generator) guard(n *ir.Named) {
	if n.Recursive {
		g.out.p("if depth > 2*maxDepth { return appendInvalid(dst) } // a value in Go can be a cycle")
	}
}

// append prints the appending of an expression of a type.
func (g *generator) append(t ir.Type, expr string, addressable bool) {
	switch t := t.(type) {
	case ir.Basic:
		switch t {
		case ir.String:
			g.out.p("dst = appendText(dst, %s)", expr)
		case ir.Bool:
			g.file.strconv = true
			g.out.p("dst = strconv.AppendBool(dst, %s)", expr)
		case ir.Int64:
			g.file.strconv = true
			g.out.p("dst = strconv.AppendInt(dst, %s, 10)", expr)
		case ir.Integer, ir.Number:
			g.out.p("dst = appendNumber(dst, string(%s))", expr)
		case ir.Scalar:
			g.out.p("dst = appendScalar(dst, %s)", expr)
		default:
			g.out.p("dst = appendRaw(dst, %s)", expr)
		}
	case *ir.Ref:
		g.appendRef(t, expr, addressable)
	case *ir.Array:
		g.out.p("dst = append(dst, '[')")
		g.out.p("for i := range %s {", bare(expr))
		g.out.p("dst = appendComma(dst)")
		g.out.p("e := &%s[i]", expr)
		g.append(t.Elem, "(*e)", true)
		g.out.p("}")
		g.out.p("dst = append(dst, ']')")
	case *ir.Map:
		g.out.p("dst = append(dst, '{')")
		g.appendMembers(t.Elem, expr, "")
		g.out.p("dst = append(dst, '}')")
	case *ir.Nullable:
		g.out.p("if !%s.NonNull { dst = append(dst, \"null\"...) } else {", expr)
		g.append(t.Elem, expr+".Value", addressable)
		g.out.p("}")
	}
}

// appendMembers prints the appending of a map's members, sorted by name.
func (g *generator) appendMembers(elem ir.Type, expr, skip string) {
	g.out.p("for _, key := range sortedKeys(%s) {", expr)
	g.out.p("%s", skip)
	g.out.p("dst = append(appendText(appendComma(dst), key), ':')")
	g.out.p("e := %s[key]", expr)
	g.append(elem, "e", true)
	g.out.p("}")
}

func (g *generator) appendRef(t *ir.Ref, expr string, addressable bool) {
	if u, is := t.To.Type.(*ir.Union); is && u.Inline {
		g.out.p("dst = append%s(dst, %s, depth+1)", t.To.Name, expr)
		g.giveUp(t.To)
		return
	}
	if base, is := scalarBase(t.To); is {
		g.append(base, goType(base)+"("+expr+")", false)
		return
	}
	switch {
	case t.Indirect:
		g.out.p("if %s == nil { dst = append(dst, \"null\"...) } else { dst = %s.appendTo(dst, depth+1) }", expr, expr)
	case addressable:
		g.out.p("dst = %s.appendTo(dst, depth+1)", expr)
	default:
		g.out.p("{ e := %s; dst = e.appendTo(dst, depth+1) }", expr)
	}
	g.giveUp(t.To)
}

// giveUp prints the end of appending a value that contains itself: going on could
// take time without end, where the value does so in two places.
func (g *generator) giveUp(n *ir.Named) {
	if n.Recursive {
		g.out.p("if dst[len(dst)-1] == invalid { return dst }")
	}
}

func (g *generator) appendStruct(t *ir.Struct) {
	g.out.p("dst = append(dst, '{')")
	first := true // whether no member is certain to stand before
	for i, f := range t.Fields {
		key := string(appendQuoted(nil, f.Name)) + ":"
		expr := "v." + f.Ident
		if !f.Required {
			g.out.p("if %s.Present {", expr)
		}
		switch {
		case !first:
			g.out.p("dst = append(dst, %s...)", strconv.Quote(","+key))
		case i == 0:
			g.out.p("dst = append(dst, %s...)", strconv.Quote(key))
		default:
			g.out.p("dst = append(appendComma(dst), %s...)", strconv.Quote(key))
		}
		switch nullable, is := f.Type.(*ir.Nullable); {
		case f.Required:
			g.append(f.Type, expr, true)
			first = false
		case is:
			g.append(nullable, expr, true)
		default:
			g.append(f.Type, expr+".Value", true)
		}
		if !f.Required {
			g.out.p("}")
		}
	}
	if t.Extra != nil {
		g.appendMembers(t.Extra, "v."+t.ExtraName, "")
	}
	g.out.p("dst = append(dst, '}')")
}

func (g *generator) appendTuple(t *ir.Tuple) {
	g.out.p("dst = append(dst, '[')")
	for _, f := range t.Items {
		expr := "v." + f.Ident
		if !f.Required {
			g.out.p("if %s.Present {", expr)
		}
		g.out.p("dst = appendComma(dst)")
		switch _, nullable := f.Type.(*ir.Nullable); {
		case f.Required, nullable:
			g.append(f.Type, expr, true)
		default:
			g.append(f.Type, expr+".Value", true)
		}
		if !f.Required {
			g.out.p("} else if %s { dst = appendInvalid(dst) } // an element after one that is absent", g.anyAfter(t, f))
		}
	}
	if t.Rest != nil {
		g.out.p("for i := range v.Rest {")
		g.out.p("dst = appendComma(dst)")
		g.out.p("e := &v.Rest[i]")
		g.append(t.Rest, "(*e)", true)
		g.out.p("}")
	}
	g.out.p("dst = append(dst, ']')")
}

// anyAfter is the condition that an element after f is there.
func (g *generator) anyAfter(t *ir.Tuple, f *ir.Field) string {
	condition, after := "false", false
	for _, other := range t.Items {
		if after {
			condition += " || v." + other.Ident + ".Present"
		}
		after = after || other == f
	}
	if t.Rest != nil {
		condition += " || len(v.Rest) > 0"
	}
	return condition
}

// bare is an expression without parentheses around the whole of it.
func bare(expr string) string {
	if strings.HasPrefix(expr, "(") && strings.Index(expr, ")") == len(expr)-1 {
		return expr[1 : len(expr)-1]
	}
	return expr
}
