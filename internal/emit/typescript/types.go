package typescript

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strings"

	"github.com/acigen/acigen/internal/ir"
)

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// quote is a string literal.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	return string(text)
}

// member is the name of a property in a type.
func member(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return quote(name)
}

// doc prints a comment.
func (g *generator) doc(indent, text string, deprecated bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "*/", "*\\/")
	var lines []string
	if text != "" {
		lines = strings.Split(text, "\n")
	}
	if deprecated {
		lines = append(lines, "@deprecated")
	}
	switch len(lines) {
	case 0:
	case 1:
		g.p("%s/** %s */", indent, lines[0])
	default:
		g.p("%s/**", indent)
		for _, line := range lines {
			g.p("%s", strings.TrimRight(indent+" * "+line, " "))
		}
		g.p("%s */", indent)
	}
}

// named prints a type.
func (g *generator) named(n *ir.Named) {
	doc := n.Doc
	if doc == "" {
		doc = "Made from " + n.Source.Doc.Path + "#" + n.Source.Pointer + "."
	}
	g.doc("", doc, n.Deprecated)
	if n.Alias != nil {
		g.p("export type %s = %s;\n", n.Name, n.Alias.Name)
		return
	}
	suffix := ""
	if n.NonNull {
		suffix = " | null"
	}
	if s, is := n.Type.(*ir.Struct); is && suffix == "" {
		g.p("export interface %s {", n.Name)
		for _, f := range s.Fields {
			g.doc("  ", f.Doc, f.Deprecated)
			optional := "?"
			if f.Required {
				optional = ""
			}
			g.p("  readonly %s%s: %s;", member(f.Name), optional, g.typ(f.Type, f.Set))
		}
		if s.Extra != nil {
			g.p("  readonly [name: string]: unknown;")
		}
		g.p("}\n")
		return
	}
	g.p("export type %s = %s%s;\n", n.Name, g.typ(n.Type, n.Set), suffix)
}

// typ is a type expression. The set is what applies to the value.
func (g *generator) typ(t ir.Type, set ir.Set) string {
	switch t := t.(type) {
	case ir.Basic:
		switch t {
		case ir.String:
			return "string"
		case ir.Bool:
			return "boolean"
		case ir.Int64:
			if safe(set) {
				return "number"
			}
			return "rt.JsonNumber"
		case ir.Integer, ir.Number:
			return "rt.JsonNumber"
		case ir.Scalar:
			return "string | rt.JsonNumber | boolean | null"
		}
		return "unknown"
	case *ir.Ref:
		if t.To.NonNull {
			return t.To.Name + " | null"
		}
		return t.To.Name
	case *ir.Array:
		elem := g.typ(t.Elem, t.Set)
		if strings.ContainsAny(elem, " |") {
			elem = "(" + elem + ")"
		}
		return "readonly " + elem + "[]"
	case *ir.Map:
		return "{ readonly [name: string]: " + g.typ(t.Elem, t.Set) + " }"
	case *ir.Nullable:
		return g.typ(t.Elem, t.Set) + " | null"
	case *ir.Enum:
		var values []string
		for _, v := range t.Values {
			if t.Base == ir.String {
				values = append(values, quote(v.Text))
			} else {
				values = append(values, v.Text)
			}
		}
		return strings.Join(values, " | ")
	case *ir.Union:
		var variants []string
		for _, v := range t.Variants {
			variants = append(variants, g.typ(v.Type, v.Set))
		}
		return strings.Join(variants, " | ")
	case *ir.Tuple:
		var items []string
		required := true
		for _, f := range t.Items {
			item := g.typ(f.Type, f.Set)
			if strings.Contains(item, " ") {
				item = "(" + item + ")"
			}
			if required = required && f.Required; !required {
				item += "?"
			}
			items = append(items, item)
		}
		if t.Rest != nil {
			items = append(items, "...("+g.typ(t.Rest, nil)+")[]")
		}
		return "readonly [" + strings.Join(items, ", ") + "]"
	case *ir.Struct:
		var fields []string
		for _, f := range t.Fields {
			optional := "?"
			if f.Required {
				optional = ""
			}
			fields = append(fields, "readonly "+member(f.Name)+optional+": "+g.typ(f.Type, f.Set))
		}
		if t.Extra != nil {
			fields = append(fields, "readonly [name: string]: unknown")
		}
		return "{ " + strings.Join(fields, "; ") + " }"
	}
	return "unknown"
}

// safe tells whether all integers of a set are exact as JavaScript's numbers.
func safe(set ir.Set) bool {
	low, high := false, false
	limit := big.NewInt(1 << 53)
	within := func(literal string) bool {
		r, ok := new(big.Rat).SetString(literal)
		return ok && len(literal) < 40 && r.IsInt() && new(big.Int).Abs(r.Num()).Cmp(limit) <= 0
	}
	for _, s := range set {
		for _, m := range []string{"minimum", "exclusiveMinimum"} {
			if v := s.Value.Get(m); v != nil && within(v.Text) {
				low = true
			}
		}
		for _, m := range []string{"maximum", "exclusiveMaximum"} {
			if v := s.Value.Get(m); v != nil && within(v.Text) {
				high = true
			}
		}
		if s.Const != nil || s.HasEnum {
			return true
		}
	}
	return low && high
}
