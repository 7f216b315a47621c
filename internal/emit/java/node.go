package java

import (
	"encoding/json"
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

// maxWeight is how much goes into one class of checks: a class has a limit of its constants.
const maxWeight = 3000

// place decides which class each check stands in.
func (g *generator) place() {
	class, weight := 0, 0
	for _, n := range g.Plan.Nodes {
		w := 4 + len(n.Strings) + len(n.Numbers) + len(n.Values) + len(n.Rules)
		if n.Object != nil {
			w += 2*len(n.Object.Props) + len(n.Object.Required) + len(n.Object.Dependent)
		}
		if weight += w; weight > maxWeight {
			class, weight = class+1, w
		}
		g.chunk = append(g.chunk, "Checks"+strconv.Itoa(class))
	}
}

// fields are the constants of a class of checks.
type fields struct {
	lines []string
	names map[string]string // by expression
}

// field is the name of a constant.
func (g *generator) field(prefix, typ, expression string) string {
	if name, there := g.fields.names[expression]; there {
		return name
	}
	name := prefix + strconv.Itoa(len(g.fields.lines))
	g.fields.names[expression] = name
	g.fields.lines = append(g.fields.lines, fmt.Sprintf("    private static final %s %s = %s;", typ, name, expression))
	return name
}

func (g *generator) decimal(literal string) string {
	return g.field("LIMIT_", "BigDecimal", "new BigDecimal("+quote(literal)+")")
}

// strings is a constant that holds strings.
func (g *generator) strings(list []string) string {
	list = slices.Clone(list)
	sort.Strings(list)
	list = slices.Compact(list)
	if len(list) <= 10 {
		var quoted []string
		for _, s := range list {
			quoted = append(quoted, quote(s))
		}
		return g.field("STRINGS_", "Set<String>", "Set.of("+strings.Join(quoted, ", ")+")")
	}
	// A method has a limit of its size, and a literal one of its length.
	var pieces []string
	for len(list) > 0 {
		n, size := 0, 0
		for n < len(list) && (n == 0 || size < maxLiteral/4) {
			size += len(list[n]) + 8
			n++
		}
		text, err := json.Marshal(list[:n])
		if err != nil {
			panic(err) // strings
		}
		pieces = append(pieces, quote(string(text)))
		list = list[n:]
	}
	return g.field("STRINGS_", "Set<String>", "Json.strings("+strings.Join(pieces, ", ")+")")
}

// checks prints the classes of checks.
func (g *generator) checks() {
	for i := 0; i < len(g.Plan.Nodes); {
		class := g.chunk[i]
		g.fields = &fields{names: map[string]string{}}
		for ; i < len(g.Plan.Nodes) && g.chunk[i] == class; i++ {
			g.node(g.Plan.Nodes[i])
		}
		body := g.out.String()
		g.out = &strings.Builder{}
		g.p("/** Checks that are printed from the schemas. */\nfinal class %s {\n    private %s() {}\n", class, class)
		for _, line := range g.fields.lines {
			g.p("%s", line)
		}
		if len(g.fields.lines) > 0 {
			g.p("")
		}
		g.p("%s}", strings.TrimSuffix(body, "\n"))
		g.file(class, "")
	}
}

// rules prints what violations say.
func (g *generator) rules() {
	const each = 300
	rules := g.Plan.Rules()
	g.p("/** The rules, by number. */\nfinal class Rules {\n    private Rules() {}\n\n    static Rule get(int site) {")
	for i := 0; i*each < len(rules); i++ {
		g.p("        if (site < %d) {\n            return Rules%d.LIST[site - %d];\n        }", (i+1)*each, i, i*each)
	}
	g.p("        throw new IllegalStateException(\"there is no such rule\");\n    }\n}")
	g.file("Rules", "")
	for i := 0; i*each < len(rules); i++ {
		g.p("/** Some of the rules. */\nfinal class Rules%d {\n    static final Rule[] LIST = {", i)
		for _, r := range rules[i*each : min((i+1)*each, len(rules))] {
			g.p("        new Rule(%s, %s, %s, %s),", quote(r.Schema), quote(r.Pointer), quote(r.Keyword), quote(r.Message))
		}
		g.p("    };\n\n    private Rules%d() {}\n}", i)
		g.file("Rules"+strconv.Itoa(i), "")
	}
}

// patternsEach is how many patterns a class holds.
const patternsEach = 20

// pattern is an expression for a pattern's automaton.
func (g *generator) pattern(p *pattern.Pattern) string {
	i, there := g.patterns[p.Source]
	if !there {
		i = len(g.patterns)
		g.patterns[p.Source] = i
		t := p.Table()
		ascii := make([]uint32, len(t.ASCII))
		for i, v := range t.ASCII {
			ascii[i] = uint32(v)
		}
		g.tables = append(g.tables, fmt.Sprintf("    /** %s */\n    static final Automaton P%d = new Automaton(%d, %d, %d,\n            %s,\n            %s,\n            %s);",
			html.Replace(comment(cut(p.Source))), i, t.NumClasses, t.Start, t.Accept, numbers(ascii), numbers(t.Ranges), numbers(t.Next)))
	}
	return fmt.Sprintf("Patterns%d.P%d", i/patternsEach, i)
}

// cut shortens what stands in a comment.
func cut(s string) string {
	if r := []rune(s); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return s
}

// numbers is an array of strings that hold hexadecimal numbers.
func numbers(list []uint32) string {
	var pieces []string
	var b strings.Builder
	for _, v := range list {
		b.WriteString(strconv.FormatUint(uint64(v), 16) + " ")
		if b.Len() > maxLiteral-16 {
			pieces = append(pieces, literal(b.String()))
			b.Reset()
		}
	}
	return "new String[] {" + strings.Join(append(pieces, literal(b.String())), ", ") + "}"
}

// patternTables prints the classes of patterns.
func (g *generator) patternTables() {
	for i := 0; i*patternsEach < len(g.tables); i++ {
		class := "Patterns" + strconv.Itoa(i)
		g.p("/** Patterns as automata. */\nfinal class %s {\n%s\n\n    private %s() {}\n}", class, strings.Join(g.tables[i*patternsEach:min((i+1)*patternsEach, len(g.tables))], "\n\n"), class)
		g.file(class, "")
	}
}

// method is an expression for the method that checks a node.
func (g *generator) method(n *plan.Node) string { return g.call(n, "::") }

func (g *generator) call(n *plan.Node, joint string) string {
	if n == nil {
		return "Json" + joint + "anything"
	}
	return g.chunk[n.ID] + joint + "n" + strconv.Itoa(n.ID)
}

// holds is the condition that a node holds, asked for its verdict alone.
func (g *generator) holds(n *plan.Node, value string) string {
	return fmt.Sprintf("%s(%s, \"\", run.quiet)", g.call(n, "."), value)
}

// fails prints what happens when a rule is broken.
func (g *generator) fails(indent string, site *plan.Site, at string) {
	g.p("%sif (run.fails(%s, %d)) { // %s\n%s    return false;\n%s}\n%sok = false;", indent, at, site.Index, comment(cut(site.Pointer)), indent, indent, indent)
}

// fail prints a check of one rule: the condition says that it is broken.
func (g *generator) fail(indent, broken string, site *plan.Site, at string) {
	g.p("%sif (%s) {", indent, broken)
	g.fails(indent+"    ", site, at)
	g.p("%s}", indent)
}

// apply prints that a node must hold for a value.
func (g *generator) apply(indent string, n *plan.Node, value, at string) {
	g.p("%sif (!%s(%s, %s, run)) {\n%s    if (run.quick()) {\n%s        return false;\n%s    }\n%s    ok = false;\n%s}", indent, g.call(n, "."), value, at, indent, indent, indent, indent, indent)
}

// node prints the method that checks one node.
func (g *generator) node(n *plan.Node) {
	name := "n" + strconv.Itoa(n.ID)
	if n.Memo {
		g.p("    static boolean %s(JsonNode v, String at, Run run) {\n        Boolean verdict = run.remembered(v, %d);\n        return verdict != null ? verdict : run.remember(v, %d, %sOnce(v, at, run));\n    }\n", name, n.ID, n.ID, name)
		name += "Once"
	}
	g.p("    static boolean %s(JsonNode v, String at, Run run) {", name)
	defer g.p("    }\n")
	if len(n.Never) > 0 {
		for _, never := range n.Never {
			if never.AtName {
				g.p("        run.failsHere(at, %d);", never.Site.Index)
			} else {
				g.p("        run.fails(at, %d);", never.Site.Index)
			}
		}
		g.p("        return false;")
		return
	}
	outer := g.out
	g.out = &strings.Builder{}
	if n.Kinds != int(schema.AllKinds) {
		g.p("        if ((kind & %d) == 0) {", n.Kinds)
		for _, t := range n.Types {
			g.p("            if ((kind & %d) == 0 && run.fails(at, %d)) { // %s\n                return false;\n            }", t.Kinds, t.Site.Index, comment(cut(t.Site.Pointer)))
		}
		g.p("            return false;\n        }")
	}
	g.p("        boolean ok = true;")
	if len(n.Strings) > 0 && n.Kinds&int(schema.String) != 0 {
		g.p("        if (kind == Json.STRING) {\n            String s = v.textValue();")
		for _, check := range n.Strings {
			switch c := check.(type) {
			case plan.Length:
				op := "<"
				if c.Max {
					op = ">"
				}
				g.fail("            ", fmt.Sprintf("Json.length(s) %s %d", op, c.Limit), c.Site, "at")
			case plan.Pattern:
				g.fail("            ", "!"+g.pattern(c.Pattern)+".test(s)", c.Site, "at")
			case plan.Format:
				g.fail("            ", fmt.Sprintf("!Formats.%s(s)", formats[c.Name]), c.Site, "at")
			}
		}
		g.p("        }")
	}
	if len(n.Numbers) > 0 && n.Kinds&int(schema.Number) != 0 {
		g.p("        if ((kind & %d) != 0) {", int(schema.Number))
		for _, c := range n.Numbers {
			g.fail("            ", g.numberBroken(c), c.Site, "at")
		}
		g.p("        }")
	}
	if n.Array != nil && n.Kinds&int(schema.Array) != 0 {
		g.array(n.Array)
	}
	if n.Kinds&int(schema.Object) != 0 && !n.Shallow {
		g.p("        if (run.quick() && Json.ambiguous(v)) {\n            return false;\n        }")
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
		g.p("        int kind = Json.kind(v);")
	}
	g.out.WriteString(body)
	g.p("        return ok;")
}

// formats are the methods that decide formats.
var formats = map[string]string{
	"date": "date", "time": "time", "date-time": "dateTime", "duration": "duration", "email": "email", "hostname": "hostname",
	"ipv4": "ipv4", "ipv6": "ipv6", "uri": "uri", "uri-reference": "uriReference", "uuid": "uuid", "json-pointer": "jsonPointer",
}

// numberBroken is the condition under which a keyword about numbers is broken.
func (g *generator) numberBroken(c plan.NumberCheck) string {
	if c.Op == plan.Multiple {
		return fmt.Sprintf("!Json.multiple(v, %s)", g.decimal(c.Limit))
	}
	op := map[plan.NumberOp]string{plan.AtLeast: "<", plan.Above: "<=", plan.AtMost: ">", plan.Below: ">="}[c.Op]
	if small, is := kernel.SmallInteger(c.Limit); is {
		return fmt.Sprintf("Json.compare(v, %dL) %s 0", small, op)
	}
	return fmt.Sprintf("Json.compare(v, %s) %s 0", g.decimal(c.Limit), op)
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
	g.p("        if (kind == Json.ARRAY) {")
	g.counts("            ", a.Counts, "v.size()")
	for i, n := range a.Prefix {
		if n != nil {
			g.p("            if (v.size() > %d) {", i)
			g.apply("                ", n, fmt.Sprintf("v.get(%d)", i), fmt.Sprintf("run.in(at, %d)", i))
			g.p("            }")
		}
	}
	if a.Items != nil {
		g.p("            for (int i = %d; i < v.size(); i++) {", len(a.Prefix))
		g.apply("                ", a.Items, "v.get(i)", "run.in(at, i)")
		g.p("            }")
	}
	for i, c := range a.Contains {
		g.p("            int matches%d = 0;\n            for (JsonNode x : v) {\n                if (%s) {\n                    matches%d++;\n                }\n            }", i, g.holds(c.Node, "x"), i)
		g.counts("            ", c.Counts, "matches"+strconv.Itoa(i))
	}
	for _, site := range a.Unique {
		g.fail("            ", "!Json.unique(v)", site, "at")
	}
	g.p("        }")
}

func (g *generator) object(o *plan.Object) {
	g.p("        if (kind == Json.OBJECT) {")
	defer g.p("        }")
	var names []string
	for i, p := range o.Props {
		names = append(names, p.Name)
		if p.Node == nil {
			continue
		}
		g.p("            JsonNode m%d = v.get(%s);\n            if (m%d != null) {", i, quote(p.Name), i)
		g.apply("                ", p.Node, "m"+strconv.Itoa(i), "run.in(at, "+quote(p.Name)+")")
		g.p("            }")
	}
	if o.Else != nil || len(o.Groups) > 0 || len(o.Names) > 0 {
		g.p("            for (Map.Entry<String, JsonNode> member : v.properties()) {\n                String name = member.getKey();")
		for _, c := range o.Names {
			g.p("                if (!%s) {\n                    if (run.failsName(at, name, %d)) {\n                        return false;\n                    }\n                    ok = false;\n                }", g.holds(c.Node, "Json.tree(name)"), c.Site.Index)
		}
		if o.Else != nil || len(o.Groups) > 0 {
			if len(names) > 0 {
				g.p("                if (%s.contains(name)) {\n                    continue;\n                }", g.strings(names))
			}
			g.others(o)
		}
		g.p("            }")
	}
	g.counts("            ", o.Counts, "v.size()")
	for _, r := range o.Required {
		g.fail("            ", "!v.has("+quote(r.Name)+")", r.Site, "at")
	}
	for _, d := range o.Dependent {
		g.fail("            ", fmt.Sprintf("v.has(%s) && !v.has(%s)", quote(d.Name), quote(d.Need)), d.Site, "at")
	}
	for _, r := range o.Related {
		prop, sibling := quote(r.Prop), quote(r.Sibling)
		at := "run.in(at, " + prop + ")"
		both := fmt.Sprintf("v.has(%s) && v.has(%s)", prop, sibling)
		switch r.Relation {
		case plan.CountOf:
			g.fail("            ", both+fmt.Sprintf(" && !Json.countOf(v.get(%s), v.get(%s))", prop, sibling), r.Site, at)
		case plan.NotBelow:
			g.fail("            ", both+fmt.Sprintf(" && !Json.atLeast(v.get(%s), v.get(%s))", prop, sibling), r.Site, at)
		case plan.RowWidth:
			g.p("            if (%s && v.get(%s).isArray() && v.get(%s).isArray()) {\n                for (int i = 0; i < v.get(%s).size(); i++) {", both, prop, sibling, prop)
			g.fail("                    ", fmt.Sprintf("v.get(%s).get(i).isArray() && v.get(%s).get(i).size() != v.get(%s).size()", prop, prop, sibling), r.Site, "run.in("+at+", i)")
			g.p("                }\n            }")
		}
	}
}

// others prints what applies to members that are not named.
func (g *generator) others(o *plan.Object) {
	below := "run.in(at, name)"
	if len(o.Groups) == 0 {
		g.apply("                ", o.Else, "member.getValue()", below)
		return
	}
	// A method reference is another object at each place: nodes are known by their numbers.
	g.p("                Set<Integer> checks = new LinkedHashSet<>();")
	nodes := map[int]*plan.Node{}
	add := func(indent string, n *plan.Node) {
		nodes[n.ID] = n
		g.p("%schecks.add(%d);", indent, n.ID)
	}
	if o.Else != nil {
		add("                ", o.Else)
	}
	for i, group := range o.Groups {
		g.p("                boolean matched%d = false;", i)
		for _, p := range group.Patterns {
			g.p("                if (%s.test(name)) {\n                    matched%d = true;", g.pattern(p.Pattern), i)
			if p.Node != nil {
				add("                    ", p.Node)
			}
			g.p("                }")
		}
		if group.Rest != nil {
			g.p("                if (!matched%d) {", i)
			add("                    ", group.Rest)
			g.p("                }")
		}
	}
	if len(nodes) == 0 {
		return
	}
	ids := make([]int, 0, len(nodes))
	for id := range nodes {
		ids = append(ids, id)
	}
	sort.Ints(ids)
	g.p("                for (int check : checks) {\n                    boolean holds = switch (check) {")
	for _, id := range ids[:len(ids)-1] {
		g.p("                        case %d -> %s(member.getValue(), %s, run);", id, g.call(nodes[id], "."), below)
	}
	g.p("                        default -> %s(member.getValue(), %s, run);\n                    };", g.call(nodes[ids[len(ids)-1]], "."), below)
	g.p("                    if (!holds) {\n                        if (run.quick()) {\n                            return false;\n                        }\n                        ok = false;\n                    }\n                }")
}

// values prints an enum or a constant.
func (g *generator) values(v *plan.ValueCheck) {
	var conditions, whole []string
	if len(v.Strings) > 0 {
		conditions = append(conditions, "Json.among(v, "+g.strings(v.Strings)+")")
	}
	for _, text := range v.Values {
		switch text[0] {
		case '"':
		case 'n':
			conditions = append(conditions, "v.isNull()")
		case 't':
			conditions = append(conditions, "v.isBoolean() && v.booleanValue()")
		case 'f':
			conditions = append(conditions, "v.isBoolean() && !v.booleanValue()")
		default:
			whole = append(whole, quote(text))
		}
	}
	if len(whole) > 0 {
		set := g.field("VALUES_", "Set<String>", "Json.keys("+strings.Join(whole, ", ")+")")
		conditions = append(conditions, "(v.isContainerNode() || v.isNumber()) && "+set+".contains(Json.key(v))")
	}
	broken := "true"
	switch {
	case len(conditions) == 1 && !strings.Contains(conditions[0], "&&"):
		broken = "!" + conditions[0]
	case len(conditions) > 0:
		broken = "!(" + strings.Join(conditions, " || ") + ")"
	}
	g.fail("        ", broken, v.Site, "at")
}

func (g *generator) rule(rule plan.Rule) {
	switch r := rule.(type) {
	case *plan.OneOf:
		g.union(r)
	case *plan.Not:
		g.fail("        ", g.holds(r.Node, "v"), r.Site, "at")
	case *plan.If:
		switch {
		case r.Then != nil:
			g.p("        if (%s) {", g.holds(r.If, "v"))
			g.apply("            ", r.Then, "v", "at")
			if r.Else != nil {
				g.p("        } else {")
				g.apply("            ", r.Else, "v", "at")
			}
			g.p("        }")
		case r.Else != nil:
			g.p("        if (!%s) {", g.holds(r.If, "v"))
			g.apply("            ", r.Else, "v", "at")
			g.p("        }")
		}
	case *plan.Unevaluated:
		kind, call := "OBJECT", "members"
		if r.Items {
			kind, call = "ARRAY", "items"
		}
		g.p("        if (kind == Json.%s && !%s.%s(v, %s, at, run)) {\n            if (run.quick()) {\n                return false;\n            }\n            ok = false;\n        }", kind, g.field("MARKS_", "Marks", g.marks(r.Marks)), call, g.method(r.Node))
	}
}

func (g *generator) union(r *plan.OneOf) {
	var tries []string
	for _, b := range r.Branches {
		tries = append(tries, g.holds(b, "v"))
	}
	matched := func(indent string) {
		if !r.Exactly {
			g.fail(indent, "!("+strings.Join(tries, " || ")+")", r.Site, "at")
			return
		}
		for i, try := range tries {
			tries[i] = "(" + try + " ? 1 : 0)"
		}
		g.fail(indent, strings.Join(tries, " + ")+" != 1", r.Site, "at")
	}
	if r.Tag == nil {
		matched("        ")
		return
	}
	g.p("        if (kind == Json.OBJECT) {\n            JsonNode tag = v.get(%s);\n            switch (tag == null || !tag.isTextual() ? \"\" : tag.textValue()) {", quote(r.Tag.Name))
	for i, value := range r.Tag.Values {
		branch := r.Tag.Branch[i]
		condition := "!" + g.holds(r.Branches[branch], "v")
		g.p("                case %s -> {", quote(value))
		if value == "" {
			// The empty string also stands for a tag that is none.
			g.p("                    if (tag == null || !tag.isTextual()) {")
			g.fails("                        ", r.Site, "at")
			g.p("                    } else if (%s) {", condition)
			g.fails("                        ", r.Tag.Sites[branch], "at")
			g.p("                    }")
		} else {
			g.fail("                    ", condition, r.Tag.Sites[branch], "at")
		}
		g.p("                }")
	}
	g.p("                default -> {")
	g.fails("                    ", r.Site, "at")
	g.p("                }\n            }\n        } else {")
	matched("            ")
	g.p("        }")
}

// marks is an expression for what an unevaluated* keyword leaves out.
func (g *generator) marks(m *plan.Marks) string {
	var names, patterns, contains, when []string
	for name := range m.Names {
		names = append(names, name)
	}
	set := "Set.of()"
	if len(names) > 0 {
		set = g.strings(names)
	}
	for _, p := range m.Patterns {
		patterns = append(patterns, g.pattern(p))
	}
	for _, n := range m.Contains {
		contains = append(contains, g.method(n))
	}
	for _, w := range m.When {
		when = append(when, fmt.Sprintf("new Marks.When(%s, %t, %s)", g.method(w.Test), w.Negate, g.marks(w.Marks)))
	}
	list := func(items []string) string { return "List.of(" + strings.Join(items, ", ") + ")" }
	return fmt.Sprintf("new Marks(%s, %s, %t, %d, %s, %s)", set, list(patterns), m.All, m.Prefix, list(contains), list(when))
}
