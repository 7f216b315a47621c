package java

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/plan"
)

// maxConstants is up to how many values an enum of Java has; longer ones are plain strings.
const maxConstants = 1000

// resolve follows aliases.
func resolve(n *ir.Named) *ir.Named {
	for n.Alias != nil {
		n = n.Alias
	}
	return n
}

// isEnum tells whether a type is an enum of Java.
func isEnum(t ir.Type) bool {
	e, is := t.(*ir.Enum)
	return is && e.Base == ir.String && len(e.Values) <= maxConstants
}

// member is the class that a variant of a union is an instance of by itself, or nil when it needs one around it.
func (g *generator) member(v *ir.Variant) *ir.Named {
	ref, is := v.Type.(*ir.Ref)
	if !is {
		return nil
	}
	to := resolve(ref.To)
	if to.NonNull || plain(to.Type) != nil {
		return nil
	}
	return to
}

// plain is the type that stands for a reference to an enum that is none in Java, else nil.
func plain(t ir.Type) ir.Type {
	if e, is := t.(*ir.Enum); is && !isEnum(t) {
		return e.Base
	}
	return nil
}

// typ is a type expression; boxed where it stands for an object.
func (g *generator) typ(t ir.Type, boxed bool) string {
	switch t := t.(type) {
	case ir.Basic:
		switch t {
		case ir.String:
			return "String"
		case ir.Bool:
			if boxed {
				return "Boolean"
			}
			return "boolean"
		case ir.Int64:
			if boxed {
				return "Long"
			}
			return "long"
		case ir.Integer:
			return "BigInteger"
		case ir.Number:
			return "BigDecimal"
		}
	case *ir.Ref:
		to := resolve(t.To)
		if p := plain(to.Type); p != nil {
			return g.typ(p, boxed || to.NonNull)
		}
		return g.names[to]
	case *ir.Array:
		return "List<" + g.typ(t.Elem, true) + ">"
	case *ir.Map:
		return "Map<String, " + g.typ(t.Elem, true) + ">"
	case *ir.Nullable:
		return g.typ(t.Elem, true)
	case *ir.Enum:
		return g.typ(t.Base, boxed)
	}
	return "JsonNode"
}

// nullable tells whether null of Java stands for JSON's null.
func nullable(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.Nullable:
		return true
	case *ir.Ref:
		return resolve(t.To).NonNull
	}
	return false
}

// lambda is the parameter of a function within others.
func lambda(depth int) string {
	if depth == 0 {
		return "item"
	}
	return "item" + strconv.Itoa(depth+1)
}

// tree is an expression for the JSON of a value.
func (g *generator) tree(t ir.Type, value string, depth int) string {
	switch t := t.(type) {
	case *ir.Array:
		return fmt.Sprintf("Json.array(%s, %s -> %s)", value, lambda(depth), g.tree(t.Elem, lambda(depth), depth+1))
	case *ir.Map:
		return fmt.Sprintf("Json.object(%s, %s -> %s)", value, lambda(depth), g.tree(t.Elem, lambda(depth), depth+1))
	case *ir.Nullable:
		return g.tree(t.Elem, value, depth)
	}
	return "Json.tree(" + value + ")"
}

// from is an expression for the value of a JSON that holds.
func (g *generator) from(t ir.Type, v string, depth int) string {
	inner := func(t ir.Type) string {
		return fmt.Sprintf("%s -> %s", lambda(depth), g.from(t, lambda(depth), depth+1))
	}
	switch t := t.(type) {
	case ir.Basic:
		switch t {
		case ir.String:
			return v + ".textValue()"
		case ir.Bool:
			return v + ".booleanValue()"
		case ir.Int64:
			return "Json.toLong(" + v + ")"
		case ir.Integer:
			return "Json.toInteger(" + v + ")"
		case ir.Number:
			return v + ".decimalValue()"
		}
	case *ir.Ref:
		to := resolve(t.To)
		made := func(v string) string {
			if p := plain(to.Type); p != nil {
				return g.from(p, v, depth+1)
			}
			return g.maker(to) + ".from(" + v + ")"
		}
		if to.NonNull {
			return fmt.Sprintf("Json.orNull(%s, %s -> %s)", v, lambda(depth), made(lambda(depth)))
		}
		return made(v)
	case *ir.Array:
		return fmt.Sprintf("Json.list(%s, %s)", v, inner(t.Elem))
	case *ir.Map:
		return fmt.Sprintf("Json.map(%s, %s)", v, inner(t.Elem))
	case *ir.Nullable:
		return fmt.Sprintf("Json.orNull(%s, %s)", v, inner(t.Elem))
	case *ir.Enum:
		return g.from(t.Base, v, depth)
	}
	return "Json.copy(" + v + ")"
}

// maker is the class that makes a type of JSON that holds: what stands in an interface is public.
func (g *generator) maker(n *ir.Named) string {
	if _, is := n.Type.(*ir.Union); is {
		return g.names[n] + "Reader"
	}
	return g.names[n]
}

// copied is an expression for a copy that nobody else can alter; "" when a value needs none.
func (g *generator) copied(t ir.Type, value string, depth int) string {
	var elem ir.Type
	switch t := t.(type) {
	case ir.Basic:
		if t == ir.Raw || t == ir.Scalar {
			return "Json.copy(" + value + ")"
		}
		return ""
	case *ir.Array:
		elem = t.Elem
	case *ir.Map:
		elem = t.Elem
	case *ir.Nullable:
		return g.copied(t.Elem, value, depth)
	default:
		return ""
	}
	inner := g.copied(elem, lambda(depth), depth+1)
	if inner == "" {
		inner = lambda(depth)
	}
	return fmt.Sprintf("Json.copy(%s, %s -> %s)", value, lambda(depth), inner)
}

// part is a component of a record.
type part struct {
	name       string // in Java
	key        string // in JSON
	others     bool   // it stands for all other members or elements
	member     bool   // it is the member key
	typ        string
	field      ir.Type
	required   bool
	maybe      bool // absent, null, or a value
	doc        string
	deprecated bool
}

// parts are the components of a record for named members.
func (g *generator) parts(fields []*ir.Field, ident bool, used map[string]bool) []part {
	var out []part
	for _, f := range fields {
		p := part{key: f.Name, member: !ident, field: f.Type, required: f.Required, doc: f.Doc, deprecated: f.Deprecated}
		label := f.Name
		if ident {
			label = f.Ident
		}
		p.name = component(label, used)
		p.maybe = !f.Required && nullable(f.Type)
		p.typ = g.typ(f.Type, !f.Required)
		if p.maybe {
			p.typ = "Optional<" + g.typ(f.Type, true) + ">"
		}
		if p.doc == "" {
			p.doc = "the member " + f.Name
		}
		out = append(out, p)
	}
	return out
}

// copied is an expression for a component's copy; "" when it needs none.
func (g *generator) copiedPart(p part) string {
	if !p.maybe {
		return g.copied(p.field, p.name, 0)
	}
	inner := g.copied(p.field, lambda(0), 1)
	if inner == "" {
		return ""
	}
	return fmt.Sprintf("Json.copy(%s, %s -> %s)", p.name, lambda(0), inner)
}

// treePart is an expression for the JSON of a component that is there.
func (g *generator) treePart(p part) string {
	if !p.maybe {
		return g.tree(p.field, p.name, 0)
	}
	return fmt.Sprintf("Json.maybe(%s, %s -> %s)", p.name, lambda(0), g.tree(p.field, lambda(0), 1))
}

// fromPart is an expression for the component made of the JSON that get returns; absent where it returns null.
func (g *generator) fromPart(p part, get string) string {
	switch {
	case p.maybe:
		return fmt.Sprintf("%s, %s -> Json.maybe(%s, %s -> %s))", get, lambda(0), lambda(0), lambda(1), g.from(p.field, lambda(1), 2))
	case p.required:
		return ""
	}
	return fmt.Sprintf("%s, %s -> %s)", get, lambda(0), g.from(p.field, lambda(0), 1))
}

// named prints a type into a file of its own.
func (g *generator) named(n *ir.Named) {
	doc := n.Doc
	if doc == "" {
		doc = "Made from " + n.Source.Doc.Path + "#" + n.Source.Pointer + "."
	}
	head := fmt.Sprintf("// Source: %s sha256:%s\n", comment(n.Source.Doc.Path), g.Digest(n.Source.Doc))
	name := g.names[n]
	if n.Alias != nil {
		to := resolve(n)
		g.doc("", doc+"\nIt is the same type as another: this class reads it under its own name.")
		g.p("public final class %s {\n    private %s() {}\n", name, name)
		g.entries(n, g.names[to], g.maker(to)+"::from", "public static")
		g.p("}")
		g.file(name, head)
		return
	}
	switch t := n.Type.(type) {
	case *ir.Struct:
		used := map[string]bool{}
		parts := g.parts(t.Fields, false, used)
		if t.Extra != nil {
			parts = append(parts, part{name: component("additionalProperties", used), others: true, field: &ir.Map{Elem: t.Extra}, typ: "Map<String, " + g.typ(t.Extra, true) + ">", doc: "the other members, by name; null or empty when there are none"})
		}
		g.record(n, doc, parts, g.structTree, g.structFrom)
	case *ir.Tuple:
		used := map[string]bool{}
		parts := g.parts(t.Items, true, used)
		for i := range parts {
			if t.Items[i].Doc == "" {
				parts[i].doc = "the element " + strconv.Itoa(i)
			}
		}
		if t.Rest != nil {
			parts = append(parts, part{name: component("rest", used), others: true, field: &ir.Array{Elem: t.Rest}, typ: "List<" + g.typ(t.Rest, true) + ">", doc: "the further elements; null or empty when there are none"})
		}
		g.record(n, doc, parts, g.tupleTree, g.tupleFrom)
	case *ir.Union:
		g.unionType(n, t, doc, head)
		return
	default:
		if isEnum(n.Type) {
			g.enum(n, n.Type.(*ir.Enum), doc)
			break
		}
		if !n.Root && plain(n.Type) != nil {
			return // it has no class: the value itself stands for it
		}
		p := part{name: "value", field: n.Type, typ: g.typ(n.Type, true), required: true, doc: "the value"}
		if n.NonNull {
			p.field = &ir.Nullable{Elem: n.Type}
		}
		g.record(n, doc, []part{p}, g.wholeTree, g.wholeFrom)
	}
	g.file(name, head)
}

// implements are the interfaces of a class.
func (g *generator) implements(n *ir.Named) string {
	list := []string{"ContractValue"}
	for i, u := range g.unions[n] {
		if i == 0 {
			list = nil
		}
		list = append(list, g.names[u])
	}
	return strings.Join(list, ", ")
}

// record prints a record.
func (g *generator) record(n *ir.Named, doc string, parts []part, tree, from func(parts []part)) {
	name := g.names[n]
	var tags []string
	for _, p := range parts {
		tags = append(tags, strings.TrimRight("@param "+p.name+" "+strings.Join(strings.Fields(html.Replace(p.doc)), " "), " "))
	}
	g.doc("", doc, tags...)
	if n.Deprecated {
		g.p("@Deprecated")
	}
	g.p("@JsonDeserialize(using = %s.Reader.class)", name)
	var components, names []string
	for _, p := range parts {
		annotation := ""
		switch {
		case !p.member:
		case p.required:
			annotation = "@JsonProperty(value = " + quote(p.key) + ", required = true) "
		default:
			annotation = "@JsonProperty(" + quote(p.key) + ") "
		}
		if p.deprecated {
			annotation = "@Deprecated " + annotation
		}
		components = append(components, "\n        "+annotation+p.typ+" "+p.name)
		names = append(names, p.name)
	}
	g.p("public record %s(%s) implements %s {", name, strings.Join(components, ","), g.implements(n))
	if hasKnown(parts) {
		g.fields = &fields{names: map[string]string{}}
		var keys []string
		for _, p := range parts {
			if p.member {
				keys = append(keys, p.key)
			}
		}
		set := "Set.of()"
		if len(keys) > 0 {
			g.strings(keys)
			line := g.fields.lines[0]
			set = strings.TrimSuffix(line[strings.Index(line, "= ")+2:], ";")
		}
		g.p("    private static final Set<String> KNOWN = %s;\n", set)
	}
	g.p("    /**\n     * Copies collections and holds the components to the schema.\n     *\n     * @throws ContractException with all that they break\n     */\n    public %s {", name)
	for _, p := range parts {
		if c := g.copiedPart(p); c != "" {
			g.p("        %s = %s;", p.name, c)
		}
	}
	g.p("        if (Json.unchecked()) {\n            Json.hold(%s, tree(%s));\n        }\n    }\n", g.method(g.Nodes[n]), strings.Join(names, ", "))
	g.entries(n, name, name+"::from", "public static")
	g.p("    @Override\n    public JsonNode toTree() {\n        return tree(%s);\n    }\n", strings.Join(names, ", "))
	g.p("    /** Makes one of JSON that holds. */\n    static %s from(JsonNode v) {", name)
	from(parts)
	g.p("    }\n")
	var params []string
	for _, p := range parts {
		params = append(params, p.typ+" "+p.name)
	}
	g.p("    private static JsonNode tree(%s) {", strings.Join(params, ", "))
	tree(parts)
	g.p("    }\n")
	g.reader(name, name+"::of")
	g.p("}")
}

func hasKnown(parts []part) bool {
	return len(parts) > 0 && parts[len(parts)-1].others && strings.HasPrefix(parts[len(parts)-1].typ, "Map<")
}

// reader prints the class by which Jackson reads a type.
func (g *generator) reader(name, of string) {
	g.p("    /** How Jackson reads one. */\n    static final class Reader extends ContractReader<%s> {\n        private static final long serialVersionUID = 1L;\n\n        Reader() {\n            super(%s.class, %s);\n        }\n    }", name, name, of)
}

// entries prints the ways from JSON to a type.
func (g *generator) entries(n *ir.Named, result, from, modifiers string) {
	check := g.method(g.Nodes[n])
	if resolve(n).NonNull {
		// What stands for it is null, where a reference is.
		from = "v -> Json.orNull(v, " + from + ")"
	}
	g.p("    /**\n     * Reads strict JSON.\n     *\n     * @throws ContractException with all that it breaks\n     */\n    %s %s parse(String json) {\n        return of(Json.parse(json));\n    }\n", modifiers, result)
	g.p("    /**\n     * Reads strict JSON in UTF-8.\n     *\n     * @throws ContractException with all that it breaks\n     */\n    %s %s parse(byte[] json) {\n        return of(Json.parse(json));\n    }\n", modifiers, result)
	g.p("    /**\n     * Makes one of a value that was read.\n     *\n     * @throws ContractException with all that it breaks\n     */\n    %s %s of(JsonNode value) {\n        return Json.of(%s, value, %s);\n    }\n", modifiers, result, check, from)
	g.p("    /** Returns all that a JSON text breaks, by the position in it, then in schema order: nothing when it holds. */\n    %s List<Violation> violations(String json) {\n        return Json.violations(%s, json);\n    }\n", modifiers, check)
}

func (g *generator) structTree(parts []part) {
	g.p("        ObjectNode out = JsonNodeFactory.instance.objectNode();")
	for _, p := range parts {
		switch {
		case p.others:
			g.p("        Json.others(out, %s, KNOWN, %s -> %s);", p.name, lambda(0), g.tree(p.field.(*ir.Map).Elem, lambda(0), 1))
		case p.required && (nullable(p.field) || primitive(p.typ)):
			g.p("        out.set(%s, %s);", quote(p.key), g.treePart(p))
		default:
			g.p("        if (%s != null) {\n            out.set(%s, %s);\n        }", p.name, quote(p.key), g.treePart(p))
		}
	}
	g.p("        return out;")
}

func primitive(typ string) bool { return typ == "long" || typ == "boolean" }

func (g *generator) structFrom(parts []part) {
	var args []string
	for _, p := range parts {
		switch {
		case p.others:
			args = append(args, fmt.Sprintf("Json.others(v, KNOWN, %s -> %s)", lambda(0), g.from(p.field.(*ir.Map).Elem, lambda(0), 1)))
		case p.required:
			args = append(args, g.from(p.field, "v.get("+quote(p.key)+")", 0))
		default:
			args = append(args, g.fromPart(p, "Json.member(v, "+quote(p.key)))
		}
	}
	g.made(args)
}

// made prints the end of a method that makes a record; the name is that of the type that is printed.
func (g *generator) made(args []string) {
	text := g.out.String()
	name := text[strings.LastIndex(text, "    static ")+len("    static "):]
	name = name[:strings.IndexByte(name, ' ')]
	if len(args) == 0 {
		g.p("        return new %s();", name)
		return
	}
	g.p("        return new %s(\n                %s);", name, strings.Join(args, ",\n                "))
}

func (g *generator) tupleTree(parts []part) {
	g.p("        ArrayNode out = JsonNodeFactory.instance.arrayNode();")
	for i, p := range parts {
		switch {
		case p.others:
			g.p("        if (%s != null && !%s.isEmpty()) {\n            Json.behind(out, %d);\n            %s.forEach(%s -> out.add(%s));\n        }", p.name, p.name, i, p.name, lambda(0), g.tree(p.field.(*ir.Array).Elem, lambda(0), 1))
		case p.required:
			g.p("        out.add(%s);", g.treePart(p))
		default:
			g.p("        if (%s != null) {\n            Json.behind(out, %d);\n            out.add(%s);\n        }", p.name, i, g.treePart(p))
		}
	}
	g.p("        return out;")
}

func (g *generator) tupleFrom(parts []part) {
	var args []string
	for i, p := range parts {
		switch {
		case p.others:
			args = append(args, fmt.Sprintf("Json.rest(v, %d, %s -> %s)", i, lambda(0), g.from(p.field.(*ir.Array).Elem, lambda(0), 1)))
		case p.required:
			args = append(args, g.from(p.field, fmt.Sprintf("v.get(%d)", i), 0))
		default:
			args = append(args, g.fromPart(p, fmt.Sprintf("Json.element(v, %d", i)))
		}
	}
	g.made(args)
}

func (g *generator) wholeTree(parts []part) {
	g.p("        return %s;", g.tree(parts[0].field, "value", 0))
}

func (g *generator) wholeFrom(parts []part) {
	g.made([]string{g.from(parts[0].field, "v", 0)})
}

// enum prints an enum.
func (g *generator) enum(n *ir.Named, e *ir.Enum, doc string) {
	name := g.names[n]
	g.doc("", doc)
	if n.Deprecated {
		g.p("@Deprecated")
	}
	g.p("@JsonDeserialize(using = %s.Reader.class)\npublic enum %s implements %s {", name, name, g.implements(n))
	used := map[string]bool{}
	for i, v := range e.Values {
		end := ","
		if i == len(e.Values)-1 {
			end = ";"
		}
		g.p("    /** The value {@code %s}. */\n    %s(%s)%s", html.Replace(comment(strings.NewReplacer("{", "(", "}", ")").Replace(cut(v.Text)))), constant(v, used), quote(v.Text), end)
	}
	g.p("\n    private final String value;\n\n    %s(String value) {\n        this.value = value;\n    }\n", name)
	g.p("    /** Returns the string that stands for it in JSON. */\n    public String value() {\n        return value;\n    }\n")
	g.entries(n, name, name+"::from", "public static")
	g.p("    @Override\n    public JsonNode toTree() {\n        return TextNode.valueOf(value);\n    }\n")
	g.p("    /** Makes one of JSON that holds. */\n    static %s from(JsonNode v) {\n        for (%s e : values()) {\n            if (e.value.equals(v.textValue())) {\n                return e;\n            }\n        }\n        throw new ContractException(\"no such value\");\n    }\n", name, name)
	g.reader(name, name+"::of")
	g.p("}")
}

// unionType prints a sealed interface, records around those variants that are no classes, and how one is read.
func (g *generator) unionType(n *ir.Named, u *ir.Union, doc, head string) {
	name := g.names[n]
	type choice struct {
		check *plan.Node
		make  string
	}
	var permits []string
	var choices []choice
	var nested strings.Builder
	outer := g.out
	g.out = &nested
	used := map[string]bool{}
	for _, other := range g.names {
		used[other] = true
	}
	seen := map[*ir.Named]bool{}
	for _, v := range u.Variants {
		if to := g.member(v); to != nil {
			if !seen[to] {
				seen[to] = true
				permits = append(permits, g.names[to])
			}
			choices = append(choices, choice{g.Variants[v], g.maker(to) + ".from(v)"})
			continue
		}
		inner := short(v.Ident)
		for used[inner] || slices.Contains(taken, inner) {
			inner += "Value"
		}
		used[inner] = true
		permits = append(permits, name+"."+inner)
		p := part{name: "value", field: v.Type, typ: g.typ(v.Type, true)}
		g.p("\n    /**\n     * A variant that is no object of the contract.\n     *\n     * @param value the value\n     */\n    record %s(%s value) implements %s {", inner, p.typ, name)
		g.p("        /**\n         * Copies collections and holds the value to the schema.\n         *\n         * @throws ContractException with all that it breaks\n         */\n        public %s {", inner)
		if c := g.copied(p.field, "value", 0); c != "" {
			g.p("            value = %s;", c)
		}
		tree := g.tree(p.field, "value", 0)
		g.p("            if (Json.unchecked()) {\n                Json.hold(%s, %s);\n            }\n        }\n\n        @Override\n        public JsonNode toTree() {\n            return %s;\n        }\n    }", g.method(g.Nodes[n]), tree, tree)
		choices = append(choices, choice{g.Variants[v], fmt.Sprintf("new %s.%s(%s)", name, inner, g.from(p.field, "v", 0))})
	}
	g.out = outer
	g.doc("", doc)
	if n.Deprecated {
		g.p("@Deprecated")
	}
	extends := g.implements(n)
	g.p("@JsonDeserialize(using = %sReader.class)\npublic sealed interface %s extends %s permits %s {", name, name, extends, strings.Join(permits, ", "))
	g.entries(n, name, name+"Reader::from", "static")
	body := strings.TrimSuffix(g.out.String(), "\n")
	g.out.Reset()
	g.out.WriteString(body + nested.String())
	g.p("}")
	g.file(name, head)
	g.p("/** How Jackson reads a {@link %s}. */\nfinal class %sReader extends ContractReader<%s> {\n    private static final long serialVersionUID = 1L;\n\n    %sReader() {\n        super(%s.class, %s::of);\n    }\n", name, name, name, name, name, name)
	g.p("    /** Makes one of JSON that holds: the first variant that does. */\n    static %s from(JsonNode v) {\n        Run run = new Run();", name)
	for _, c := range choices {
		g.p("        if (%s) {\n            return %s;\n        }", g.holds(c.check, "v"), c.make)
	}
	g.p("        throw new ContractException(\"no variant holds\");\n    }\n}")
	g.file(name+"Reader", head)
}
