package python

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/ir"
)

// quote is a string literal.
func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		return `""`
	}
	// JSON's escapes are Python's, but for surrogate pairs, which Marshal does not write.
	return string(text)
}

// reserved are words that no attribute of a model can be called.
var reserved = strings.Fields("False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield " +
	"copy dict json schema schema_json construct validate fields parse_obj parse_raw parse_file parse_json from_orm update_forward_refs to_json to_value violations " +
	"model_config model_fields model_computed_fields model_extra model_fields_set model_construct model_copy model_dump model_dump_json model_json_schema model_parametrized_name model_post_init model_rebuild model_validate model_validate_json model_validate_strings " +
	"Any Literal Optional Union Decimal BaseModel Field list str int bool dict float type object classmethod property")

// taken are names that a type cannot have in the module.
var taken = strings.Fields("None True False Any Literal Optional Union Decimal BaseModel Field ConfigDict Self Sequence Generic RootModel TypeVar ModelWrapValidatorHandler ContractError JsonNumber Scalar Violation Ellipsis NotImplemented")

// name is a type's name in Python.
func name(n *ir.Named) string {
	if slices.Contains(taken, n.Name) {
		return n.Name + "Value"
	}
	return n.Name
}

var identifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// attributes are names that no attribute can have: in a class, they would hide the types.
func (g *generator) attributes() map[string]bool {
	out := map[string]bool{}
	for _, n := range g.Types.Named {
		out[name(n)] = true
	}
	return out
}

// attribute is the name of a property in a model.
func attribute(name string, taken map[string]bool) string {
	out := name
	if !identifier.MatchString(name) {
		var b strings.Builder
		for _, r := range name {
			switch {
			case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_':
				b.WriteRune(r)
			default:
				fmt.Fprintf(&b, "_%x_", r)
			}
		}
		out = "field_" + strings.Trim(b.String(), "_")
	}
	if slices.Contains(reserved, out) || strings.HasPrefix(out, "model_") {
		out += "_"
	}
	for taken[out] {
		out += "_"
	}
	taken[out] = true
	return out
}

// doc is a docstring.
func (g *generator) doc(indent, text string) {
	text = strings.TrimSpace(strings.NewReplacer(`\`, `\\`, `"""`, `\"\"\"`).Replace(text))
	if strings.HasSuffix(text, `"`) {
		text = text[:len(text)-1] + `\"`
	}
	if text == "" {
		return
	}
	lines := strings.Split(text, "\n")
	if len(lines) == 1 {
		g.p(`%s"""%s"""`, indent, text)
		return
	}
	g.p(`%s"""%s`, indent, lines[0])
	for _, line := range lines[1:] {
		g.p("%s", strings.TrimRight(indent+line, " "))
	}
	g.p(`%s"""`, indent)
}

// order puts types behind those that they are made of: an alias is evaluated where it stands.
func (g *generator) order() []*ir.Named {
	var models, aliases []*ir.Named
	done := map[*ir.Named]bool{}
	var visit func(n *ir.Named)
	visit = func(n *ir.Named) {
		if n == nil || done[n] {
			return
		}
		done[n] = true
		if n.Alias != nil {
			visit(n.Alias)
		}
		for _, to := range refs(n.Type) {
			visit(to)
		}
		aliases = append(aliases, n)
	}
	for _, n := range g.Types.Named {
		if _, is := n.Type.(*ir.Struct); is && n.Alias == nil && !n.NonNull {
			models = append(models, n)
			done[n] = true
		}
	}
	for _, n := range g.Types.Named {
		visit(n)
	}
	return append(models, aliases...)
}

// refs are the named types that a type is made of.
func refs(t ir.Type) []*ir.Named {
	switch t := t.(type) {
	case *ir.Ref:
		return []*ir.Named{t.To}
	case *ir.Array:
		return refs(t.Elem)
	case *ir.Map:
		return refs(t.Elem)
	case *ir.Nullable:
		return refs(t.Elem)
	case *ir.Union:
		var out []*ir.Named
		for _, v := range t.Variants {
			out = append(out, refs(v.Type)...)
		}
		return out
	case *ir.Tuple:
		var out []*ir.Named
		for _, f := range t.Items {
			out = append(out, refs(f.Type)...)
		}
		return out
	}
	return nil
}

// named prints a type. Roots that are no objects are root models, so that they check, too.
func (g *generator) named(n *ir.Named) {
	defer func() { g.done[n], g.defined = true, nil }()
	doc := n.Doc
	if doc == "" {
		doc = "Made from " + n.Source.Doc.Path + "#" + n.Source.Pointer + "."
	}
	check := func() {
		g.p("    @classmethod\n    def _check(cls, v: Any, at: str, e: _rt.Report | None) -> bool:\n        return %s(v, at, e)\n\n", g.check(g.Nodes[n]))
	}
	if s, is := n.Type.(*ir.Struct); is && n.Alias == nil && !n.NonNull {
		g.p("class %s(_Model):", name(n))
		g.doc("    ", doc)
		g.p("")
		if s.Extra == nil && g.Tolerant != nil && g.Tolerant(n.Source.Doc) {
			g.p("    model_config = ConfigDict(extra=\"ignore\", frozen=True, arbitrary_types_allowed=True, protected_namespaces=())\n")
		}
		if s.Extra != nil {
			g.p("    model_config = ConfigDict(extra=\"allow\", frozen=True, arbitrary_types_allowed=True, protected_namespaces=())\n")
		}
		attributes := g.attributes()
		for _, f := range s.Fields {
			attr := attribute(f.Name, attributes)
			typ := g.typ(f.Type)
			alias := ""
			if attr != f.Name {
				alias = "alias=" + quote(f.Name)
			}
			switch {
			case f.Required && alias == "":
				g.p("    %s: %s", attr, typ)
			case f.Required:
				g.p("    %s: %s = Field(%s)", attr, typ, alias)
			default:
				if alias != "" {
					alias = ", " + alias
				}
				g.p("    %s: Optional[%s] = Field(default=None%s)", attr, typ, alias)
			}
			g.doc("    ", f.Doc)
		}
		g.p("")
		check()
		return
	}
	g.defined = g.done
	var typ string
	if n.Alias != nil {
		typ = name(n.Alias)
	} else {
		typ = g.typ(n.Type)
	}
	if n.NonNull {
		typ = "Optional[" + typ + "]"
	}
	if n.Root {
		if n.Alias != nil {
			if _, is := n.Alias.Type.(*ir.Struct); is {
				g.p("%s = %s\n\n", name(n), typ)
				return
			}
		}
		g.p("class %s(_Root[%s]):", name(n), typ)
		g.doc("    ", doc)
		g.p("")
		check()
		return
	}
	g.p("%s = %s", name(n), typ)
	g.doc("", doc)
	g.p("\n")
}

// typ is a type expression.
func (g *generator) typ(t ir.Type) string {
	switch t := t.(type) {
	case ir.Basic:
		switch t {
		case ir.String:
			return "str"
		case ir.Bool:
			return "bool"
		case ir.Int64, ir.Integer:
			return "int"
		case ir.Number:
			return "_rt.JsonNumber"
		case ir.Scalar:
			return "_rt.Scalar"
		}
		return "Any"
	case *ir.Ref:
		if g.defined != nil && !g.defined[t.To] {
			return "Any" // it contains what is being defined: the check knows it all the same
		}
		return name(t.To)
	case *ir.Array:
		return "list[" + g.typ(t.Elem) + "]"
	case *ir.Map:
		return "dict[str, " + g.typ(t.Elem) + "]"
	case *ir.Nullable:
		return "Optional[" + g.typ(t.Elem) + "]"
	case *ir.Enum:
		var values []string
		for _, v := range t.Values {
			if t.Base == ir.String {
				values = append(values, quote(v.Text))
			} else {
				values = append(values, v.Text)
			}
		}
		return "Literal[" + strings.Join(values, ", ") + "]"
	case *ir.Union:
		var variants []string
		for _, v := range t.Variants {
			variants = append(variants, g.typ(v.Type))
		}
		return "Union[" + strings.Join(variants, ", ") + "]"
	case *ir.Tuple:
		return "list[Any]"
	}
	return "dict[str, Any]"
}
