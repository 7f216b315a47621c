package typescript

import (
	"fmt"
	"slices"
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
		return "rt.anything"
	}
	return "n" + strconv.Itoa(n.ID)
}

// fail prints a check of one rule: the condition says that it holds.
func (g *generator) fail(indent, holds string, site *plan.Site, at string) {
	broken := "!(" + holds + ")"
	if inner, is := strings.CutPrefix(holds, "!"); is && strings.HasSuffix(inner, ")") && !strings.ContainsAny(inner, "|&") {
		broken = inner // one call that must not hold
	}
	g.p("%sif (%s) {\n%s  if (!e) return false;\n%s  e.add(%s, %d);\n%s  ok = false;\n%s}", indent, broken, indent, indent, at, site.Index, indent, indent)
}

// apply prints that a node must hold for a value.
func (g *generator) apply(indent string, n *plan.Node, value, at string) {
	if n == nil {
		return
	}
	g.p("%sif (!%s(%s, %s, e)) {\n%s  if (!e) return false;\n%s  ok = false;\n%s}", indent, g.check(n), value, at, indent, indent, indent)
}

// node prints the function that checks one node.
func (g *generator) node(n *plan.Node) {
	name := g.check(n)
	if n.Memo {
		g.p("const %s: rt.Check = rt.remembered((v, at, e) => {", name)
	} else {
		g.p("function %s(v: unknown, at: string, e: rt.Report | null): boolean {", name)
	}
	if len(n.Never) > 0 {
		g.p("  if (!e) return false;")
		for _, never := range n.Never {
			g.p("  e.add(at, %d%s);", never.Site.Index, map[bool]string{true: ", true"}[never.AtName])
		}
		g.p("  return v === e;")
	} else {
		g.body(n)
	}
	if n.Memo {
		g.p("});\n")
	} else {
		g.p("}\n")
	}
}

func (g *generator) body(n *plan.Node) {
	text := g.aside(func() { g.demands(n) })
	if strings.Contains(text, "kind ") {
		g.p("  const kind = rt.kindOf(v);")
	}
	// What no rule can break needs no variable.
	if !strings.Contains(text, "ok = false") {
		text = strings.Replace(text, "  let ok = true;\n", "", 1)
		text = strings.Replace(text, "  return ok;\n", "  return true;\n", 1)
	}
	g.out.WriteString(text)
}

// demands prints what a node demands.
func (g *generator) demands(n *plan.Node) {
	if n.Kinds != int(schema.AllKinds) {
		g.p("  if ((kind & %d) === 0) {\n    if (!e) return false;", n.Kinds)
		for _, t := range n.Types {
			g.p("    if ((kind & %d) === 0) e.add(at, %d);", t.Kinds, t.Site.Index)
		}
		g.p("    return false;\n  }")
	}
	g.p("  let ok = true;")
	if len(n.Strings) > 0 && n.Kinds&int(schema.String) != 0 {
		g.p("  if (typeof v === \"string\") {")
		for _, check := range n.Strings {
			switch c := check.(type) {
			case plan.Length:
				holds := fmt.Sprintf("!rt.shorter(v, %d)", c.Limit)
				if c.Max {
					holds = fmt.Sprintf("!rt.longer(v, %d)", c.Limit)
				}
				g.fail("    ", holds, c.Site, "at")
			case plan.Pattern:
				g.fail("    ", g.pattern(c.Pattern)+".test(v)", c.Site, "at")
			case plan.Format:
				g.fail("    ", fmt.Sprintf("rt.format(%s, v)", quote(c.Name)), c.Site, "at")
			}
		}
		g.p("  }")
	}
	if len(n.Numbers) > 0 && n.Kinds&int(schema.Number) != 0 {
		g.p("  if ((kind & %d) !== 0) {\n    const x = v as rt.JsonNumber;", int(schema.Number))
		for _, c := range n.Numbers {
			g.fail("    ", numberHolds(c), c.Site, "at")
		}
		g.p("  }")
	}
	if n.Array != nil && n.Kinds&int(schema.Array) != 0 {
		g.array(n.Array)
	}
	if n.Kinds&int(schema.Object) != 0 && !n.Shallow {
		g.p("  if (kind === rt.OBJECT && !e && rt.twice(v as object)) return false;")
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
	g.p("  return ok;")
}

// numberHolds is the condition of a keyword about numbers.
func numberHolds(c plan.NumberCheck) string {
	op := map[plan.NumberOp]string{plan.AtLeast: ">=", plan.Above: ">", plan.AtMost: "<=", plan.Below: "<"}[c.Op]
	f, err := strconv.ParseFloat(c.Limit, 64)
	exact := err == nil && kernel.CompareText(strconv.FormatFloat(f, 'g', -1, 64), c.Limit) == 0
	small, isSmall := kernel.SmallInteger(c.Limit)
	if c.Op == plan.Multiple {
		if isSmall && small > 0 && small < 1<<31 {
			return fmt.Sprintf("typeof x === \"number\" && Number.isSafeInteger(x) ? x %% %d === 0 : rt.multiple(x, %s)", small, quote(c.Limit))
		}
		return fmt.Sprintf("rt.multiple(x, %s)", quote(c.Limit))
	}
	if exact {
		return fmt.Sprintf("typeof x === \"number\" ? x %s %s : rt.compare(x, %s) %s 0", op, strconv.FormatFloat(f, 'g', -1, 64), quote(c.Limit), op)
	}
	return fmt.Sprintf("rt.compare(x, %s) %s 0", quote(c.Limit), op)
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
		g.tables = append(g.tables, fmt.Sprintf("// %s\nconst p%d = new rt.Automaton(%d, %d, %d, %s, %s, %s);\n",
			strings.NewReplacer("\n", `\n`, "\r", `\r`, "\u2028", `\u2028`, "\u2029", `\u2029`).Replace(p.Source), i, t.NumClasses, t.Start, t.Accept, numbers(ascii), numbers(t.Ranges), numbers(t.Next)))
	}
	return "p" + strconv.Itoa(i)
}

func (g *generator) counts(indent string, counts []plan.Count, have string) {
	for _, c := range counts {
		op := ">="
		if c.Max {
			op = "<="
		}
		g.fail(indent, fmt.Sprintf("%s %s %d", have, op, c.Limit), c.Site, "at")
	}
}

func (g *generator) array(a *plan.Array) {
	g.p("  if (Array.isArray(v)) {\n    const list: readonly unknown[] = v;")
	g.counts("    ", a.Counts, "list.length")
	for i, n := range a.Prefix {
		if n != nil {
			g.p("    if (list.length > %d) {", i)
			g.apply("      ", n, fmt.Sprintf("list[%d]", i), fmt.Sprintf("e ? at + \"/%d\" : \"\"", i))
			g.p("    }")
		}
	}
	if a.Items != nil {
		g.p("    for (let i = %d; i < list.length; i++) {", len(a.Prefix))
		g.apply("      ", a.Items, "list[i]", "e ? at + \"/\" + String(i) : \"\"")
		g.p("    }")
	}
	for _, c := range a.Contains {
		g.p("    {\n      let matches = 0;\n      for (const x of list) if (%s(x, \"\", null)) matches++;", g.check(c.Node))
		g.counts("      ", c.Counts, "matches")
		g.p("    }")
	}
	for _, site := range a.Unique {
		g.fail("    ", "rt.unique(list)", site, "at")
	}
	g.p("  }")
}

func (g *generator) object(o *plan.Object) {
	text := g.aside(func() { g.members(o) })
	if text == "" {
		return
	}
	g.p("  if (kind === rt.OBJECT) {\n    const o = v as rt.Members;")
	g.out.WriteString(text)
	g.p("  }")
}

// members prints what is demanded of an object's members, which are o.
func (g *generator) members(o *plan.Object) {
	for i, p := range o.Props {
		if p.Node == nil {
			continue
		}
		g.p("    const x%d = %s;\n    if (x%d !== undefined) {", i, access(p.Name), i)
		g.apply("      ", p.Node, fmt.Sprintf("x%d", i), fmt.Sprintf("e ? at + %s : \"\"", quote("/"+escaped(p.Name))))
		g.p("    }")
	}
	if o.Else != nil || len(o.Groups) > 0 || len(o.Names) > 0 || len(o.Counts) > 0 {
		if len(o.Counts) > 0 {
			g.p("    let members = 0;")
		}
		g.p("    for (const name in o) {")
		others := o.Else != nil || len(o.Groups) > 0
		if len(o.Counts) > 0 || len(o.Names) > 0 {
			g.p("      if (o[name] === undefined) continue;")
		}
		if len(o.Counts) > 0 {
			g.p("      members++;")
		}
		for _, c := range o.Names {
			g.p("      if (!%s(name, \"\", null)) {\n        if (!e) return false;\n        e.add(at + \"/\" + rt.token(name), %d, true);\n        ok = false;\n      }", g.check(c.Node), c.Site.Index)
		}
		if others {
			g.p("      switch (name) {")
			for _, p := range o.Props {
				g.p("        case %s:", quote(p.Name))
			}
			if len(o.Props) > 0 {
				g.p("          break;")
			}
			g.p("        default: {\n          const x = o[name];\n          if (x === undefined) break;\n          const below = e ? at + \"/\" + rt.token(name) : \"\";")
			g.others(o)
			g.p("        }\n      }")
		}
		g.p("    }")
		g.counts("    ", o.Counts, "members")
	}
	for _, r := range o.Required {
		g.fail("    ", access(r.Name)+" !== undefined", r.Site, "at")
	}
	for _, d := range o.Dependent {
		g.fail("    ", fmt.Sprintf("%s === undefined || %s !== undefined", access(d.Name), access(d.Need)), d.Site, "at")
	}
	for _, r := range o.Related {
		prop, sibling := quote(r.Prop), quote(r.Sibling)
		at := fmt.Sprintf("at + \"/\" + rt.token(%s)", prop)
		present := fmt.Sprintf("!rt.has(o, %s) || !rt.has(o, %s) || ", prop, sibling)
		switch r.Relation {
		case plan.CountOf:
			g.fail("    ", present+fmt.Sprintf("rt.countOf(o[%s], o[%s])", prop, sibling), r.Site, at)
		case plan.NotBelow:
			g.fail("    ", present+fmt.Sprintf("rt.atLeast(o[%s], o[%s])", prop, sibling), r.Site, at)
		case plan.RowWidth:
			g.p("    {\n      const rows = rt.has(o, %s) ? o[%s] : null, columns = rt.has(o, %s) ? o[%s] : null;", prop, prop, sibling, sibling)
			g.p("      if (Array.isArray(rows) && Array.isArray(columns)) {\n        for (let i = 0; i < rows.length; i++) {\n          const row: unknown = rows[i];")
			g.fail("          ", "!Array.isArray(row) || row.length === columns.length", r.Site, at+" + \"/\" + String(i)")
			g.p("        }\n      }\n    }")
		}
	}
}

// inherited are the names that every object has without having them as members.
var inherited = []string{
	"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf", "__proto__",
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
}

// access is an expression for the member of o, undefined when it is absent.
func access(name string) string {
	if slices.Contains(inherited, name) {
		return fmt.Sprintf("(rt.has(o, %s) ? o[%s] : undefined)", quote(name), quote(name))
	}
	return "o[" + quote(name) + "]"
}

func escaped(name string) string { return schema.EscapePointer(name) }

// others prints what applies to members that are not named.
func (g *generator) others(o *plan.Object) {
	if len(o.Groups) == 0 {
		g.apply("          ", o.Else, "x", "below")
		return
	}
	g.p("          {\n            const checks = new Set<rt.Check>();")
	if o.Else != nil {
		g.p("            checks.add(%s);", g.check(o.Else))
	}
	for _, group := range o.Groups {
		g.p("            {\n              let matched = false;")
		for _, p := range group.Patterns {
			add := ""
			if p.Node != nil {
				add = " checks.add(" + g.check(p.Node) + ");"
			}
			g.p("              if (%s.test(name)) { matched = true;%s }", g.pattern(p.Pattern), add)
		}
		if group.Rest != nil {
			g.p("              if (!matched) checks.add(%s);", g.check(group.Rest))
		} else {
			g.p("              void matched;")
		}
		g.p("            }")
	}
	g.p("            for (const check of checks) {\n              if (!check(x, below, e)) {\n                if (!e) return false;\n                ok = false;\n              }\n            }\n          }")
}

// values prints an enum or a constant.
func (g *generator) values(v *plan.ValueCheck) {
	var conditions []string
	sort.Strings(v.Strings)
	for _, s := range v.Strings {
		conditions = append(conditions, "v === "+quote(s))
	}
	for _, text := range v.Values {
		switch text[0] {
		case '"':
		case 'n':
			conditions = append(conditions, "v === null")
		case 't', 'f':
			conditions = append(conditions, "v === "+text)
		case '[', '{':
			conditions = append(conditions, fmt.Sprintf("(kind & %d) !== 0 && rt.key(v) === rt.key(rt.parseStrict(%s, { numbers: \"lossless\" }))", int(schema.Array|schema.Object), quote(text)))
		default:
			conditions = append(conditions, fmt.Sprintf("(kind & %d) !== 0 && rt.compare(v as rt.JsonNumber, %s) === 0", int(schema.Number), quote(text)))
		}
	}
	if len(conditions) == 0 {
		conditions = []string{"kind < 0"}
	}
	g.fail("  ", strings.Join(conditions, " || "), v.Site, "at")
}

func (g *generator) rule(rule plan.Rule) {
	switch r := rule.(type) {
	case *plan.OneOf:
		g.union(r)
	case *plan.Not:
		g.fail("  ", fmt.Sprintf("!%s(v, \"\", null)", g.check(r.Node)), r.Site, "at")
	case *plan.If:
		test := fmt.Sprintf("%s(v, \"\", null)", g.check(r.If))
		then, otherwise := r.Then, r.Else
		if then == nil {
			test, then, otherwise = "!"+test, r.Else, nil
		}
		if then == nil {
			return
		}
		g.p("  if (%s) {", test)
		g.apply("    ", then, "v", "at")
		if otherwise != nil {
			g.p("  } else {")
			g.apply("    ", otherwise, "v", "at")
		}
		g.p("  }")
	case *plan.Unevaluated:
		value, call := "kind === rt.OBJECT", "rt.unmarkedMembers(%s, v as rt.Members, %s, at, e)"
		if r.Items {
			value, call = "Array.isArray(v)", "rt.unmarkedItems(%s, v as readonly unknown[], %s, at, e)"
		}
		g.p("  if (%s && !"+call+") {\n    if (!e) return false;\n    ok = false;\n  }", value, g.marks(r.Marks), g.check(r.Node))
	}
}

func (g *generator) union(r *plan.OneOf) {
	matched := func(indent string) {
		if !r.Exactly {
			var tries []string
			for _, b := range r.Branches {
				tries = append(tries, fmt.Sprintf("%s(v, \"\", null)", g.check(b)))
			}
			g.fail(indent, strings.Join(tries, " || "), r.Site, "at")
			return
		}
		g.p("%slet matches = 0;", indent)
		for _, b := range r.Branches {
			g.p("%sif (matches < 2 && %s(v, \"\", null)) matches++;", indent, g.check(b))
		}
		g.fail(indent, "matches === 1", r.Site, "at")
	}
	if r.Tag == nil {
		g.p("  {")
		matched("    ")
		g.p("  }")
		return
	}
	g.p("  if (kind === rt.OBJECT) {\n    switch (rt.has(v as rt.Members, %s) ? (v as rt.Members)[%s] : undefined) {", quote(r.Tag.Name), quote(r.Tag.Name))
	for i, value := range r.Tag.Values {
		branch := r.Tag.Branch[i]
		g.p("      case %s:", quote(value))
		g.fail("        ", fmt.Sprintf("%s(v, \"\", null)", g.check(r.Branches[branch])), r.Tag.Sites[branch], "at")
		g.p("        break;")
	}
	g.p("      default:\n        if (!e) return false;\n        e.add(at, %d);\n        ok = false;\n    }\n  } else {", r.Site.Index)
	matched("    ")
	g.p("  }")
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
		parts = append(parts, "names: new Set(["+strings.Join(names, ", ")+"])")
	}
	if len(m.Patterns) > 0 {
		var patterns []string
		for _, p := range m.Patterns {
			patterns = append(patterns, g.pattern(p))
		}
		parts = append(parts, "patterns: ["+strings.Join(patterns, ", ")+"]")
	}
	if m.All {
		parts = append(parts, "all: true")
	}
	if m.Prefix > 0 {
		parts = append(parts, "prefix: "+strconv.Itoa(m.Prefix))
	}
	if len(m.Contains) > 0 {
		var checks []string
		for _, n := range m.Contains {
			checks = append(checks, g.check(n))
		}
		parts = append(parts, "contains: ["+strings.Join(checks, ", ")+"]")
	}
	if len(m.When) > 0 {
		var list []string
		for _, w := range m.When {
			list = append(list, fmt.Sprintf("{ test: %s, negate: %v, marks: %s }", g.check(w.Test), w.Negate, g.marks(w.Marks)))
		}
		parts = append(parts, "when: ["+strings.Join(list, ", ")+"]")
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}
