package python

import (
	"fmt"
	"strings"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// Most values are valid, and pydantic's core can say so faster than Python. So a model
// whose rules allow it also has a strict schema of that core, which accepts nothing that
// the check does not: what it accepts is done, everything else is left to the check.
// What it cannot say of an object as a whole is a condition beside it.

// quick is what the core can be told of a model: an expression for its fields, and the
// conditions under which a value that the core accepts is none that the check accepts.
type quick struct {
	fields string
	broken []string
}

// quick returns nil when the core could accept what the check does not.
func (g *generator) quick(n *ir.Named) *quick {
	if q, done := g.quicks[n]; done {
		return q
	}
	g.quicks[n] = nil // a model that contains itself has none
	q := g.quickModel(n)
	g.quicks[n] = q
	return q
}

func (g *generator) quickModel(n *ir.Named) *quick {
	s, is := n.Type.(*ir.Struct)
	node := g.Nodes[n]
	if !is || n.Alias != nil || n.NonNull || s.Extra != nil || node == nil || node.Object == nil || node.Memo ||
		node.Kinds != int(schema.Object) || len(node.Never) > 0 || len(node.Values) > 0 {
		return nil
	}
	o := node.Object
	tolerant := g.Tolerant != nil && g.Tolerant(n.Source.Doc)
	if len(o.Groups) > 0 || len(o.Names) > 0 || o.Else == nil && !tolerant || o.Else != nil && len(o.Else.Never) == 0 || len(o.Props) != len(s.Fields) {
		return nil
	}
	fields := map[string]*ir.Field{}
	var out strings.Builder
	attributes := g.attributes()
	for _, f := range s.Fields {
		fields[f.Name] = f
		i := o.Index(f.Name)
		if i < 0 {
			return nil
		}
		expression := g.core(f.Type, o.Props[i].Node)
		if expression == "" {
			return nil
		}
		attr := attribute(f.Name, attributes)
		alias := ""
		if attr != f.Name {
			alias = ", " + quote(f.Name)
		}
		call := "_rt.core_required"
		if !f.Required {
			call = "_rt.core_optional"
		}
		fmt.Fprintf(&out, "\n            %s: %s(%s%s),", quote(attr), call, expression, alias)
	}
	q := &quick{fields: out.String()}
	for _, r := range o.Required {
		if f := fields[r.Name]; f == nil || !f.Required {
			q.broken = append(q.broken, quote(r.Name)+" not in v")
		}
	}
	for _, d := range o.Dependent {
		q.broken = append(q.broken, fmt.Sprintf("%s in v and %s not in v", quote(d.Name), quote(d.Need)))
	}
	for _, c := range o.Counts {
		q.broken = append(q.broken, compared("len(v)", c))
	}
	for _, r := range o.Related {
		broken := related(r, fields)
		if broken == "" {
			return nil
		}
		q.broken = append(q.broken, broken)
	}
	for _, rule := range node.Rules {
		r, is := rule.(*plan.If)
		if !is {
			return nil
		}
		test := g.shallow(r.If, fields)
		if r.Then != nil {
			q.broken = append(q.broken, test+" and not ("+g.shallow(r.Then, fields)+")")
		}
		if r.Else != nil {
			q.broken = append(q.broken, "not ("+test+") and not ("+g.shallow(r.Else, fields)+")")
		}
	}
	return q
}

func compared(have string, c plan.Count) string {
	if c.Max {
		return fmt.Sprintf("%s > %d", have, c.Limit)
	}
	return fmt.Sprintf("%s < %d", have, c.Limit)
}

// related is the condition under which a relation of two members is broken; "" when the core does not tell their types.
func related(r plan.Related, fields map[string]*ir.Field) string {
	a, b := fields[r.Prop], fields[r.Sibling]
	if a == nil || b == nil {
		return ""
	}
	have := ""
	for _, f := range []*ir.Field{a, b} {
		if !f.Required {
			have += quote(f.Name) + " in v and "
		}
	}
	x, y := "v["+quote(r.Prop)+"]", "v["+quote(r.Sibling)+"]"
	_, arrayA := a.Type.(*ir.Array)
	_, arrayB := b.Type.(*ir.Array)
	switch {
	case r.Relation == plan.CountOf && a.Type == ir.Int64 && arrayB:
		return have + x + " != len(" + y + ")"
	case r.Relation == plan.NotBelow && a.Type == ir.Int64 && b.Type == ir.Int64:
		return have + x + " < " + y
	case r.Relation == plan.RowWidth && arrayA && arrayB:
		if _, rows := a.Type.(*ir.Array).Elem.(*ir.Array); rows {
			return have + "_rt.uneven(" + x + ", " + y + ")"
		}
	}
	return ""
}

// core is an expression for the core's schema of a type that accepts nothing which the node does not; "" when there is none.
func (g *generator) core(t ir.Type, n *plan.Node) string {
	if n == nil {
		// Anything would have to be looked at all the same: whether it is JSON.
		n = &plan.Node{Kinds: int(schema.AllKinds)}
	}
	if n.Memo || len(n.Never) > 0 || len(n.Rules) > 0 || n.Object != nil && !isRef(t) {
		return ""
	}
	switch t := t.(type) {
	case ir.Basic:
		return g.coreBasic(t, n)
	case *ir.Nullable:
		if n.Kinds&int(schema.Null) == 0 || len(n.Values) > 0 {
			return ""
		}
		inner := *n
		inner.Kinds &^= int(schema.Null)
		if e := g.core(t.Elem, &inner); e != "" {
			return "_rt.core_nullable(" + e + ")"
		}
	case *ir.Array:
		if n.Kinds != int(schema.Array) || len(n.Values) > 0 || n.Array == nil || len(n.Array.Prefix) > 0 || len(n.Array.Unique) > 0 || len(n.Array.Contains) > 0 {
			return ""
		}
		if e := g.core(t.Elem, n.Array.Items); e != "" {
			low, high := countBounds(n.Array.Counts)
			return fmt.Sprintf("_rt.core_list(%s, %s, %s)", e, low, high)
		}
	case *ir.Ref:
		if e, is := t.To.Type.(*ir.Enum); is && t.To.Alias == nil && !t.To.NonNull && e.Base == ir.String {
			return g.coreStrings(n)
		}
		if q := g.quick(t.To); q != nil && len(q.broken) == 0 && g.Nodes[t.To] == n {
			return "_core_" + name(t.To) + "()"
		}
	}
	return ""
}

func isRef(t ir.Type) bool {
	_, is := t.(*ir.Ref)
	return is
}

// countBounds are the bounds of a size as Python has them.
func countBounds(counts []plan.Count) (low, high string) {
	low, high = "None", "None"
	least, most := -1, -1
	for _, c := range counts {
		if c.Max && (most < 0 || c.Limit < most) {
			most, high = c.Limit, fmt.Sprint(c.Limit)
		}
		if !c.Max && c.Limit > least {
			least, low = c.Limit, fmt.Sprint(c.Limit)
		}
	}
	return low, high
}

// coreStrings is an expression for one of several strings: that of an enum or const, when that is all.
func (g *generator) coreStrings(n *plan.Node) string {
	if len(n.Values) != 1 || len(n.Strings) > 0 || n.Kinds&int(schema.String) == 0 {
		return ""
	}
	var values []string
	for _, s := range n.Values[0].Strings {
		values = append(values, quote(s))
	}
	if len(values) == 0 {
		return ""
	}
	return "_rt.core_strings(" + strings.Join(values, ", ") + ")"
}

func (g *generator) coreBasic(t ir.Basic, n *plan.Node) string {
	if t == ir.String && len(n.Values) > 0 {
		return g.coreStrings(n)
	}
	if len(n.Values) > 0 {
		return ""
	}
	switch t {
	case ir.String:
		if n.Kinds != int(schema.String) {
			return ""
		}
		return g.coreText(n)
	case ir.Bool:
		if n.Kinds == int(schema.Bool) {
			return "_rt.core_bool()"
		}
	case ir.Int64, ir.Integer:
		if n.Kinds == int(schema.Integer) {
			return coreInteger(n)
		}
	case ir.Scalar:
		var parts []string
		if n.Kinds&int(schema.String) != 0 {
			text := g.coreText(n)
			if text == "" {
				return ""
			}
			parts = append(parts, text)
		}
		if n.Kinds&int(schema.Number) != 0 {
			if len(n.Numbers) > 0 {
				return ""
			}
			parts = append(parts, "_rt.core_int(None, None, None, None, None)")
		}
		if n.Kinds&int(schema.Bool) != 0 {
			parts = append(parts, "_rt.core_bool()")
		}
		if n.Kinds&int(schema.Null) != 0 {
			parts = append(parts, "_rt.core_null()")
		}
		if n.Kinds&int(schema.Fraction) != 0 {
			parts = append(parts, "_rt.core_float()", "_rt.core_decimal()")
		}
		if len(parts) > 0 && n.Kinds&int(schema.Array|schema.Object) == 0 {
			return "_rt.core_union(" + strings.Join(parts, ", ") + ")"
		}
	}
	return ""
}

// coreText is an expression for a string. A length is always said: the core then reads the text, and refuses halves of surrogate pairs.
func (g *generator) coreText(n *plan.Node) string {
	var counts []plan.Count
	var patterns []string
	for _, check := range n.Strings {
		switch c := check.(type) {
		case plan.Length:
			counts = append(counts, plan.Count{Max: c.Max, Limit: c.Limit})
		case plan.Pattern:
			p := corePattern(c.Pattern)
			if p == "" {
				return ""
			}
			patterns = append(patterns, quote(p))
		case plan.Format:
			if c.Name != "date-time" && c.Name != "date" {
				return ""
			}
			patterns = append(patterns, "_rt.CORE_"+strings.ToUpper(strings.ReplaceAll(c.Name, "-", "_")))
		}
	}
	low, high := countBounds(counts)
	if low == "None" {
		low = "0"
	}
	return fmt.Sprintf("_rt.core_text(%s, %s%s)", low, high, strings.Join(append([]string{""}, patterns...), ", "))
}

// corePattern is a pattern for Rust's crate regex that finds a match in the same texts, or "".
func corePattern(p *pattern.Pattern) string {
	text := p.RE2()
	// A word is another one there.
	if strings.Contains(text, `\b`) || strings.Contains(text, `\B`) || len(text) > 2000 {
		return ""
	}
	return text
}

func coreInteger(n *plan.Node) string {
	limits := map[plan.NumberOp]string{}
	for _, c := range n.Numbers {
		small, is := kernel.SmallInteger(c.Limit)
		if _, there := limits[c.Op]; there || !is && !plainInteger(c.Limit) || c.Op == plan.Multiple && small <= 0 {
			return ""
		}
		limits[c.Op] = c.Limit
	}
	limit := func(op plan.NumberOp) string {
		if l, there := limits[op]; there {
			return l
		}
		return "None"
	}
	return fmt.Sprintf("_rt.core_int(%s, %s, %s, %s, %s)", limit(plan.AtLeast), limit(plan.Above), limit(plan.AtMost), limit(plan.Below), limit(plan.Multiple))
}

// plainInteger tells whether a literal is an integer that Python writes the same way.
func plainInteger(literal string) bool {
	digits := strings.TrimPrefix(literal, "-")
	return len(digits) < 40 && strings.Trim(digits, "0123456789") == "" && !strings.HasPrefix(digits, "0")
}

// shallow is the condition that a node holds for an object that the core accepted: only
// what it says of members that the object has by their types; otherwise the check itself.
func (g *generator) shallow(n *plan.Node, fields map[string]*ir.Field) string {
	all := g.check(n) + "(v, \"\", None)"
	if n == nil {
		return "True"
	}
	if n.Kinds&int(schema.Object) == 0 || len(n.Never) > 0 || len(n.Values) > 0 || len(n.Rules) > 0 || n.Memo {
		return all
	}
	o := n.Object
	if o == nil {
		return "True"
	}
	if o.Else != nil || len(o.Groups) > 0 || len(o.Names) > 0 || len(o.Dependent) > 0 || len(o.Related) > 0 || len(o.Counts) > 0 {
		return all
	}
	var parts []string
	there := map[string]bool{}
	for _, r := range o.Required {
		f := fields[r.Name]
		if f == nil || !f.Required {
			parts = append(parts, quote(r.Name)+" in v")
		}
		there[r.Name] = true
	}
	for _, p := range o.Props {
		if p.Node == nil {
			continue
		}
		f := fields[p.Name]
		if f == nil {
			return all
		}
		condition := member("v["+quote(p.Name)+"]", f.Type, p.Node)
		if condition == "" {
			return all
		}
		if !f.Required && !there[p.Name] {
			condition = "(" + quote(p.Name) + " not in v or " + condition + ")"
		}
		parts = append(parts, condition)
	}
	if len(parts) == 0 {
		return "True"
	}
	return strings.Join(parts, " and ")
}

// member is the condition that a node holds for a value of a type; "" when it is not a simple one.
func member(x string, t ir.Type, n *plan.Node) string {
	if len(n.Never) > 0 || len(n.Rules) > 0 || n.Object != nil {
		return ""
	}
	isText := t == ir.String
	if r, is := t.(*ir.Ref); is {
		e, enum := r.To.Type.(*ir.Enum)
		isText = enum && e.Base == ir.String && !r.To.NonNull && r.To.Alias == nil
	}
	array, isArray := t.(*ir.Array)
	_ = array
	var parts []string
	switch {
	case isText:
		if n.Kinds&int(schema.String) == 0 || len(n.Strings) > 0 || len(n.Values) > 1 {
			return ""
		}
		for _, v := range n.Values {
			if len(v.Strings) == 0 {
				return ""
			}
			var values []string
			for _, s := range v.Strings {
				values = append(values, x+" == "+quote(s))
			}
			parts = append(parts, "("+strings.Join(values, " or ")+")")
		}
	case t == ir.Bool:
		if n.Kinds&int(schema.Bool) == 0 || len(n.Values) > 1 {
			return ""
		}
		for _, v := range n.Values {
			switch {
			case len(v.Values) == 1 && v.Values[0] == "true":
				parts = append(parts, x+" is True")
			case len(v.Values) == 1 && v.Values[0] == "false":
				parts = append(parts, x+" is False")
			default:
				return ""
			}
		}
	case t == ir.Int64:
		if n.Kinds&int(schema.Integer) == 0 || len(n.Values) > 1 {
			return ""
		}
		for _, v := range n.Values {
			if len(v.Values) != 1 {
				return ""
			}
			if _, is := kernel.SmallInteger(v.Values[0]); !is {
				return ""
			}
			parts = append(parts, x+" == "+v.Values[0])
		}
		ops := map[plan.NumberOp]string{plan.AtLeast: ">=", plan.Above: ">", plan.AtMost: "<=", plan.Below: "<"}
		for _, c := range n.Numbers {
			if _, is := kernel.SmallInteger(c.Limit); !is || ops[c.Op] == "" {
				return ""
			}
			parts = append(parts, x+" "+ops[c.Op]+" "+c.Limit)
		}
	case isArray:
		if n.Kinds&int(schema.Array) == 0 || len(n.Values) > 0 {
			return ""
		}
		if n.Array != nil {
			if !n.CountsOnly() {
				return ""
			}
			for _, c := range n.Array.Counts {
				parts = append(parts, "not "+compared("len("+x+")", c))
			}
		}
	default:
		return ""
	}
	if len(parts) == 0 {
		return "True"
	}
	return strings.Join(parts, " and ")
}

// quickModels prints what the core is told.
func (g *generator) quickModels() {
	g.p("")
	var registered []string
	for _, n := range g.Types.Named {
		q := g.quick(n)
		if q == nil {
			continue
		}
		extra := "forbid"
		if g.Tolerant != nil && g.Tolerant(n.Source.Doc) {
			extra = "ignore"
		}
		g.p("def _core_%s() -> _rt.CoreSchema:\n    return _rt.core_model(\n        %s,\n        {%s\n        },\n        %q,\n    )\n\n", name(n), name(n), q.fields, extra)
		rest := "None"
		if len(q.broken) > 0 {
			rest = "_rest_" + name(n)
			g.p("def %s(v: Any) -> bool:", rest)
			for _, broken := range q.broken {
				g.p("    if %s:\n        return False", broken)
			}
			g.p("    return True\n\n")
		}
		registered = append(registered, fmt.Sprintf("    %s: _rt.Quick(_core_%s, %s),", name(n), name(n), rest))
	}
	g.p("# Models that pydantic's core decides by itself when they hold.")
	g.p("_QUICK: dict[type[Any], _rt.Quick] = {\n%s\n}", strings.Join(registered, "\n"))
}
