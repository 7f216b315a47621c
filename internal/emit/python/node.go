package python

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// check is an expression for the function that checks a node.
func (g *generator) check(n *plan.Node) string {
	if n == nil {
		return "_rt.anything"
	}
	return "_n" + strconv.Itoa(n.ID)
}

// failed prints what happens when a rule is broken; at is an expression.
func (g *generator) failed(indent string, site *plan.Site, at string, name bool) {
	extra := ""
	if name {
		extra = ", True"
	}
	g.p("%sif e is None:\n%s    return False\n%se.add(%s, %d%s)\n%sok = False", indent, indent, indent, at, site.Index, extra, indent)
}

// fail prints a check of one rule: the condition says that it is broken.
func (g *generator) fail(indent, broken string, site *plan.Site, at string) {
	g.p("%sif %s:", indent, broken)
	g.failed(indent+"    ", site, at, false)
}

// apply prints that a node must hold for a value.
func (g *generator) apply(indent string, n *plan.Node, value, at string) {
	g.p("%sif not %s(%s, %s, e):\n%s    if e is None:\n%s        return False\n%s    ok = False", indent, g.check(n), value, at, indent, indent, indent)
}

// node prints the function that checks one node.
func (g *generator) node(n *plan.Node) {
	name := g.check(n)
	if n.Memo {
		g.p("@_rt.remembered")
	}
	g.p("def %s(v: Any, at: str, e: _rt.Report | None) -> bool:", name)
	if len(n.Never) > 0 {
		g.p("    if e is not None:")
		for _, never := range n.Never {
			extra := ""
			if never.AtName {
				extra = ", True"
			}
			g.p("        e.add(at, %d%s)", never.Site.Index, extra)
		}
		g.p("    return False\n\n")
		return
	}
	outer := g.out
	g.out = &strings.Builder{}
	if n.Kinds != int(schema.AllKinds) {
		g.p("    if not kind & %d:\n        if e is None:\n            return False", n.Kinds)
		for _, t := range n.Types {
			g.p("        if not kind & %d:\n            e.add(at, %d)", t.Kinds, t.Site.Index)
		}
		g.p("        return False")
	}
	g.p("    ok = True")
	if len(n.Strings) > 0 && n.Kinds&int(schema.String) != 0 {
		g.p("    if kind == %d:", int(schema.String))
		for _, check := range n.Strings {
			switch c := check.(type) {
			case plan.Length:
				op := "<"
				if c.Max {
					op = ">"
				}
				g.fail("        ", fmt.Sprintf("len(v) %s %d", op, c.Limit), c.Site, "at")
			case plan.Pattern:
				g.fail("        ", "not "+g.pattern(c.Pattern)+".test(v)", c.Site, "at")
			case plan.Format:
				g.fail("        ", fmt.Sprintf("not _rt.FORMATS[%s](v)", quote(c.Name)), c.Site, "at")
			}
		}
	}
	if len(n.Numbers) > 0 && n.Kinds&int(schema.Number) != 0 {
		g.p("    if kind & %d:", int(schema.Number))
		for _, c := range n.Numbers {
			g.fail("        ", numberBroken(c), c.Site, "at")
		}
	}
	if n.Array != nil && n.Kinds&int(schema.Array) != 0 {
		g.array(n.Array)
	}
	if n.Kinds&int(schema.Object) != 0 && !n.Shallow {
		g.p("    if kind == %d and e is None and _rt.ambiguous(v):\n        return False", int(schema.Object))
	}
	if n.Object != nil && n.Kinds&int(schema.Object) != 0 {
		g.object(n.Object)
	}
	for i := range n.Values {
		g.values(&n.Values[i])
	}
	for _, rule := range n.Rules {
		g.rule(rule)
	}
	body := g.out.String()
	g.out = outer
	if strings.Contains(body, "kind ") {
		g.p("    kind = _rt.kind_of(v)")
	}
	g.out.WriteString(body)
	g.p("    return ok\n\n")
}

// numberBroken is the condition under which a keyword about numbers is broken.
func numberBroken(c plan.NumberCheck) string {
	op := map[plan.NumberOp]string{plan.AtLeast: "<", plan.Above: "<=", plan.AtMost: ">", plan.Below: ">="}[c.Op]
	small, isSmall := kernel.SmallInteger(c.Limit)
	limit := "Decimal(" + quote(c.Limit) + ")"
	if c.Op == plan.Multiple {
		if isSmall && small > 0 {
			return fmt.Sprintf("(v %% %d != 0 if type(v) is int else not _rt.multiple(v, %s))", small, limit)
		}
		return fmt.Sprintf("not _rt.multiple(v, %s)", limit)
	}
	if isSmall {
		return fmt.Sprintf("(v %s %d if type(v) is int else _rt.compare(v, %s) %s 0)", op, small, limit, op)
	}
	return fmt.Sprintf("_rt.compare(v, %s) %s 0", limit, op)
}

// pattern is an expression for a pattern's automaton.
func (g *generator) pattern(p *pattern.Pattern) string {
	i, there := g.patterns[p.Source]
	if !there {
		i = len(g.patterns)
		g.patterns[p.Source] = i
		t := p.Table()
		numbers := func(list []uint32) string {
			out := make([]string, len(list))
			for i, v := range list {
				out[i] = strconv.FormatUint(uint64(v), 10)
			}
			return "[" + strings.Join(out, ", ") + "]"
		}
		ascii := make([]uint32, len(t.ASCII))
		for i, v := range t.ASCII {
			ascii[i] = uint32(v)
		}
		g.tables = append(g.tables, fmt.Sprintf("_P%d = _rt.Automaton(%d, %d, %d, %s, %s, %s)  # %s\n", i, t.NumClasses, t.Start, t.Accept, numbers(ascii), numbers(t.Ranges), numbers(t.Next), strconv.QuoteToASCII(p.Source)))
	}
	return "_P" + strconv.Itoa(i)
}

func (g *generator) counts(indent string, counts []plan.Count, have string) {
	for _, c := range counts {
		op := "<"
		if c.Max {
			op = ">"
		}
		g.fail(indent, fmt.Sprintf("%s %s %d", have, op, c.Limit), c.Site, "at")
	}
}

func (g *generator) array(a *plan.Array) {
	g.p("    if kind == %d:", int(schema.Array))
	g.p("        size = len(v)")
	g.counts("        ", a.Counts, "size")
	for i, n := range a.Prefix {
		if n != nil {
			g.p("        if size > %d:", i)
			g.apply("            ", n, fmt.Sprintf("v[%d]", i), fmt.Sprintf("at + \"/%d\"", i))
		}
	}
	if a.Items != nil {
		if len(a.Prefix) == 0 {
			g.p("        for i, x in enumerate(v):")
		} else {
			g.p("        for i, x in enumerate(v[%d:], %d):", len(a.Prefix), len(a.Prefix))
		}
		g.apply("            ", a.Items, "x", "f\"{at}/{i}\" if e is not None else \"\"")
	}
	for _, c := range a.Contains {
		g.p("        matches = sum(1 for x in v if %s(x, \"\", None))", g.check(c.Node))
		g.counts("        ", c.Counts, "matches")
	}
	for _, site := range a.Unique {
		g.fail("        ", "not _rt.unique(v)", site, "at")
	}
}

func (g *generator) object(o *plan.Object) {
	g.p("    if kind == %d:", int(schema.Object))
	printed := false
	known := map[string]bool{}
	var names []string
	for _, p := range o.Props {
		known[p.Name] = true
		names = append(names, quote(p.Name))
		if p.Node == nil {
			continue
		}
		printed = true
		g.p("        if %s in v:", quote(p.Name))
		g.apply("            ", p.Node, "v["+quote(p.Name)+"]", "at + "+quote("/"+schema.EscapePointer(p.Name)))
	}
	if o.Else != nil || len(o.Groups) > 0 || len(o.Names) > 0 {
		printed = true
		g.p("        for name, x in v.items():")
		inner := false
		for _, c := range o.Names {
			inner = true
			g.p("            if not %s(name, \"\", None):", g.check(c.Node))
			g.failed("                ", c.Site, "f\"{at}/{_rt.token(name)}\"", true)
		}
		if o.Else != nil || len(o.Groups) > 0 {
			inner = true
			if len(names) > 0 {
				g.p("            if name in (%s,):\n                continue", strings.Join(names, ", "))
			}
			g.p("            below = f\"{at}/{_rt.token(name)}\" if e is not None else \"\"")
			g.others(o)
		}
		if !inner {
			g.p("            pass")
		}
	}
	if len(o.Counts) > 0 {
		printed = true
		g.counts("        ", o.Counts, "len(v)")
	}
	for _, r := range o.Required {
		printed = true
		g.fail("        ", quote(r.Name)+" not in v", r.Site, "at")
	}
	for _, d := range o.Dependent {
		printed = true
		g.fail("        ", fmt.Sprintf("%s in v and %s not in v", quote(d.Name), quote(d.Need)), d.Site, "at")
	}
	for _, r := range o.Related {
		printed = true
		prop, sibling := quote(r.Prop), quote(r.Sibling)
		at := "at + " + quote("/"+schema.EscapePointer(r.Prop))
		both := fmt.Sprintf("%s in v and %s in v", prop, sibling)
		switch r.Relation {
		case plan.CountOf:
			g.fail("        ", both+fmt.Sprintf(" and not _rt.count_of(v[%s], v[%s])", prop, sibling), r.Site, at)
		case plan.NotBelow:
			g.fail("        ", both+fmt.Sprintf(" and not _rt.at_least(v[%s], v[%s])", prop, sibling), r.Site, at)
		case plan.RowWidth:
			g.p("        if %s and _rt.kind_of(v[%s]) == %d and _rt.kind_of(v[%s]) == %d:", both, prop, int(schema.Array), sibling, int(schema.Array))
			g.p("            for i, row in enumerate(v[%s]):", prop)
			g.fail("                ", fmt.Sprintf("_rt.kind_of(row) == %d and len(row) != len(v[%s])", int(schema.Array), sibling), r.Site, at+" + f\"/{i}\"")
		}
	}
	if !printed {
		g.p("        pass")
	}
}

// others prints what applies to members that are not named.
func (g *generator) others(o *plan.Object) {
	if len(o.Groups) == 0 {
		g.apply("            ", o.Else, "x", "below")
		return
	}
	g.p("            checks: dict[_rt.Check, None] = {}")
	if o.Else != nil {
		g.p("            checks[%s] = None", g.check(o.Else))
	}
	for _, group := range o.Groups {
		g.p("            matched = False")
		for _, p := range group.Patterns {
			g.p("            if %s.test(name):\n                matched = True", g.pattern(p.Pattern))
			if p.Node != nil {
				g.p("                checks[%s] = None", g.check(p.Node))
			}
		}
		if group.Rest != nil {
			g.p("            if not matched:\n                checks[%s] = None", g.check(group.Rest))
		}
	}
	g.p("            for check in checks:\n                if not check(x, below, e):\n                    if e is None:\n                        return False\n                    ok = False")
}

// values prints an enum or a constant.
func (g *generator) values(v *plan.ValueCheck) {
	var conditions []string
	strs := append([]string(nil), v.Strings...)
	sort.Strings(strs)
	if len(strs) > 0 {
		var list []string
		for _, s := range strs {
			list = append(list, quote(s))
		}
		conditions = append(conditions, fmt.Sprintf("kind == %d and v in (%s,)", int(schema.String), strings.Join(list, ", ")))
	}
	for _, text := range v.Values {
		switch text[0] {
		case '"':
		case 'n':
			conditions = append(conditions, "v is None")
		case 't':
			conditions = append(conditions, "v is True")
		case 'f':
			conditions = append(conditions, "v is False")
		case '[', '{':
			conditions = append(conditions, fmt.Sprintf("kind & %d and _rt.key(v) == _rt.key(_rt.parse_strict(%s))", int(schema.Array|schema.Object), quote(text)))
		default:
			conditions = append(conditions, fmt.Sprintf("kind & %d and _rt.compare(v, Decimal(%s)) == 0", int(schema.Number), quote(text)))
		}
	}
	broken := "True"
	switch {
	case len(conditions) == 1 && strings.HasPrefix(conditions[0], "v is "):
		broken = "v is not " + strings.TrimPrefix(conditions[0], "v is ")
	case len(conditions) > 0:
		broken = "not (" + strings.Join(conditions, " or ") + ")"
	}
	g.fail("    ", broken, v.Site, "at")
}

func (g *generator) rule(rule plan.Rule) {
	switch r := rule.(type) {
	case *plan.OneOf:
		g.union(r)
	case *plan.Not:
		g.fail("    ", fmt.Sprintf("%s(v, \"\", None)", g.check(r.Node)), r.Site, "at")
	case *plan.If:
		g.p("    if %s(v, \"\", None):", g.check(r.If))
		if r.Then != nil {
			g.apply("        ", r.Then, "v", "at")
		} else {
			g.p("        pass")
		}
		if r.Else != nil {
			g.p("    else:")
			g.apply("        ", r.Else, "v", "at")
		}
	case *plan.Unevaluated:
		kind, call := schema.Object, "unmarked_members"
		if r.Items {
			kind, call = schema.Array, "unmarked_items"
		}
		g.p("    if kind == %d and not _rt.%s(%s, v, %s, at, e):\n        if e is None:\n            return False\n        ok = False", int(kind), call, g.marks(r.Marks), g.check(r.Node))
	}
}

func (g *generator) union(r *plan.OneOf) {
	var tries []string
	for _, b := range r.Branches {
		tries = append(tries, fmt.Sprintf("%s(v, \"\", None)", g.check(b)))
	}
	matched := func(indent string) {
		if !r.Exactly {
			g.fail(indent, "not ("+strings.Join(tries, " or ")+")", r.Site, "at")
			return
		}
		g.fail(indent, "sum(("+strings.Join(tries, ", ")+",)) != 1", r.Site, "at")
	}
	if r.Tag == nil {
		matched("    ")
		return
	}
	g.p("    if kind == %d:\n        tag = v.get(%s)", int(schema.Object), quote(r.Tag.Name))
	for i, value := range r.Tag.Values {
		branch := r.Tag.Branch[i]
		word := "elif"
		if i == 0 {
			word = "if"
		}
		g.p("        %s tag == %s:", word, quote(value))
		g.fail("            ", fmt.Sprintf("not %s(v, \"\", None)", g.check(r.Branches[branch])), r.Tag.Sites[branch], "at")
	}
	g.p("        else:")
	g.failed("            ", r.Site, "at", false)
	g.p("    else:")
	matched("        ")
}

// marks is an expression for what an unevaluated* keyword leaves out.
func (g *generator) marks(m *plan.Marks) string {
	var parts []string
	if len(m.Names) > 0 {
		var names []string
		for name := range m.Names {
			names = append(names, quote(name))
		}
		sort.Strings(names)
		parts = append(parts, "names=frozenset(("+strings.Join(names, ", ")+",))")
	}
	list := func(name string, items []string) {
		if len(items) > 0 {
			parts = append(parts, name+"=("+strings.Join(items, ", ")+",)")
		}
	}
	var patterns, contains, when []string
	for _, p := range m.Patterns {
		patterns = append(patterns, g.pattern(p))
	}
	list("patterns", patterns)
	if m.All {
		parts = append(parts, "all=True")
	}
	if m.Prefix > 0 {
		parts = append(parts, "prefix="+strconv.Itoa(m.Prefix))
	}
	for _, n := range m.Contains {
		contains = append(contains, g.check(n))
	}
	list("contains", contains)
	for _, w := range m.When {
		negate := "False"
		if w.Negate {
			negate = "True"
		}
		when = append(when, fmt.Sprintf("(%s, %s, %s)", g.check(w.Test), negate, g.marks(w.Marks)))
	}
	list("when", when)
	return "_rt.Marks(" + strings.Join(parts, ", ") + ")"
}
