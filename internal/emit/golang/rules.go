package golang

import (
	"fmt"
	"sort"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

// frame tells that the value is an object whose members' places are known.
type frame struct {
	places *places
	empty  bool // no place is needed
	inner  bool // within a method for a branch: the places come as its parameter
}

// rulesOf prints the rules of a node for the value [start,p); f is nil when it is no object.
func (g *generator) rulesOf(n *plan.Node, stem string, f *frame) {
	for i, rule := range n.Rules {
		part := func(name string) string {
			if len(n.Rules) > 1 {
				return fmt.Sprintf("%s%s%d", stem, name, i+1)
			}
			return stem + name
		}
		g.out.p("{")
		switch rule := rule.(type) {
		case *plan.OneOf:
			g.union(rule, part, f)
		case *plan.Not:
			g.trial(rule.Node, part("Not"), f)
			g.out.p("if r.tried(fails) {")
			g.fail("start", rule.Site)
			g.out.p("}")
		case *plan.If:
			g.condition(rule, part, f)
		case *plan.Unevaluated:
			g.unevaluated(rule, part, f)
		}
		g.out.p("}")
	}
}

// trial prints the trial of a branch, up to the question whether it passed.
func (g *generator) trial(n *plan.Node, stem string, f *frame) {
	g.out.p("fails := r.try()")
	g.apply(n, stem, f)
}

// apply prints the reading of the value for a branch; where the branch is shallow, of the members that it names.
func (g *generator) apply(n *plan.Node, stem string, f *frame) {
	switch {
	case n == nil:
	case f == nil || !n.Shallow:
		g.out.p("r.%s(start)", g.checker(n, stem))
	default:
		members := "0"
		if n.Object != nil && len(n.Object.Counts) > 0 || branchCounts(n.Rules) {
			members = "members"
		}
		at := "at[:]"
		if f.empty {
			at = "nil"
		}
		if f.inner {
			at = "at"
		}
		g.out.p("r.%s(%s, %s, start)", g.branch(n, stem, f), at, members)
	}
}

// branchKey is a branch and the object whose members it looks at.
type branchKey struct {
	node   *plan.Node
	places *places
}

// branch returns the name of the method that holds a shallow branch against an object's members.
func (g *generator) branch(n *plan.Node, stem string, f *frame) string {
	key := branchKey{n, f.places}
	if name := g.branches[key]; name != "" {
		return name
	}
	name := "match" + stem
	for i := 2; g.used[name]; i++ {
		name = fmt.Sprintf("match%sN%d", stem, i)
	}
	g.used[name] = true
	g.branches[key] = name
	g.later(func() {
		g.out.p("// %s holds the members of an object, which stand at the given places, against a branch.", name)
		g.out.p("func (r *reader) %s(at []place, members, start int) {", name)
		g.branchBody(n, stem, &frame{places: f.places, empty: f.empty, inner: true})
		g.out.p("}\n")
	})
	return name
}

func (g *generator) branchBody(n *plan.Node, stem string, f *frame) {
	if n.Kinds&kernel.KindObject == 0 {
		for _, t := range n.Types {
			if t.Kinds&kernel.KindObject == 0 {
				g.fail("start", t.Site)
			}
		}
		return
	}
	if o := n.Object; o != nil {
		deeper := false
		for _, p := range o.Props {
			deeper = deeper || p.Node != nil
		}
		if deeper {
			g.out.p("r.depth++")
			for _, p := range o.Props {
				if p.Node != nil {
					g.placed(p, stem, f)
				}
			}
			g.out.p("r.depth--")
		}
		for _, need := range o.Required {
			g.out.p("if %s.off == 0 {%s", f.places.at(need.Name), note(need.Name))
			g.fail("start", need.Site)
			g.out.p("}")
		}
		for _, d := range o.Dependent {
			g.out.p("if %s.off != 0 && %s.off == 0 {", f.places.at(d.Name), f.places.at(d.Need))
			g.fail("start", d.Site)
			g.out.p("}")
		}
		g.countChecks(o.Counts, "members", "start")
		g.relatedChecks(o.Related, f.places)
	}
	g.valueChecks(n, kernel.KindObject, "start", "")
	g.rulesOf(n, stem, f)
}

// placed prints what a branch demands of a member that has been read before.
func (g *generator) placed(p plan.Prop, stem string, f *frame) {
	at := f.places.at(p.Name)
	g.out.p("if m := &%s; m.off != 0 {%s", at, note(p.Name))
	g.out.p("r.path[r.depth-1] = m.key")
	if p.Node.CountsOnly() {
		g.out.p("if r.s[m.off] == '[' {")
		g.countChecks(p.Node.Array.Counts, "m.elements", "m.off")
		g.out.p("} else {")
		g.out.p("r.%s(m.off)", g.checker(p.Node, stem+camel(p.Name)))
		g.out.p("}")
	} else {
		g.out.p("r.%s(m.off)", g.checker(p.Node, stem+camel(p.Name)))
	}
	g.out.p("}")
}

func (g *generator) union(rule *plan.OneOf, part func(string) string, f *frame) {
	branch := func(i int) string { return part(fmt.Sprintf("Branch%d", i+1)) }
	if rule.Tag != nil && f != nil {
		found := "_"
		if contains(rule.Tag.Values, "") {
			found = "found"
		}
		g.out.p("tag, %s := r.tagAt(&%s)", found, f.places.at(rule.Tag.Name))
		g.out.p("switch tag {")
		for b := range rule.Branches {
			var values []string
			for i, v := range rule.Tag.Values {
				if rule.Tag.Branch[i] == b {
					values = append(values, v)
				}
			}
			g.out.p("case %s:", quoted(values))
			// What is no string reads as the empty string, which could be a tag.
			if contains(values, "") {
				g.out.p("if !found {")
				g.fail("start", rule.Site)
				g.out.p("break")
				g.out.p("}")
			}
			g.trial(rule.Branches[b], branch(b), f)
			g.out.p("if !r.tried(fails) {")
			g.fail("start", rule.Tag.Sites[b])
			g.out.p("}")
		}
		g.out.p("default:")
		g.fail("start", rule.Site)
		g.out.p("}")
		return
	}
	g.out.p("matches := 0")
	limit := 1
	if rule.Exactly {
		limit = 2
	}
	for i, b := range rule.Branches {
		if i >= limit {
			g.out.p("if matches < %d {", limit)
		} else {
			g.out.p("{")
		}
		g.trial(b, branch(i), f)
		g.out.p("if r.tried(fails) { matches++ }")
		g.out.p("}")
	}
	if rule.Exactly {
		g.out.p("if matches != 1 {")
	} else {
		g.out.p("if matches == 0 {")
	}
	g.fail("start", rule.Site)
	g.out.p("}")
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func (g *generator) condition(rule *plan.If, part func(string) string, f *frame) {
	holds := "r.tried(fails)"
	if c := selectionOf(rule.If); c != nil && f != nil {
		holds = c.condition(f.places)
	} else {
		g.trial(rule.If, part("If"), f)
	}
	if rule.Then != nil {
		g.out.p("if %s {", holds)
		g.apply(rule.Then, part("Then"), f)
		if rule.Else != nil {
			g.out.p("} else {")
		}
	} else {
		g.out.p("if !(%s) {", holds)
	}
	if rule.Else != nil {
		g.apply(rule.Else, part("Else"), f)
	}
	g.out.p("}")
}

// selection is a condition that asks only whether a member is one of some strings.
type selection struct {
	member string
	values []string
	// absent tells that the condition holds without the member too.
	absent bool
}

// selectionOf returns the selection that a node is, or nil.
func selectionOf(n *plan.Node) *selection {
	if n == nil || !n.Shallow || n.Object == nil || n.Kinds&kernel.KindObject == 0 || n.Memo ||
		len(n.Never)+len(n.Values)+len(n.Rules)+len(n.Object.Dependent)+len(n.Object.Counts)+len(n.Object.Related) > 0 ||
		len(n.Object.Props) != 1 {
		return nil
	}
	p := n.Object.Props[0]
	if p.Node == nil || len(p.Node.Values) != 1 || len(p.Node.Never)+len(p.Node.Strings)+len(p.Node.Rules) > 0 ||
		p.Node.Kinds&kernel.KindString == 0 || len(p.Node.Values[0].Strings) != len(p.Node.Values[0].Values) {
		return nil
	}
	return &selection{member: p.Name, values: p.Node.Values[0].Strings, absent: len(n.Object.Required) == 0}
}

// condition is the selection as an expression.
func (c *selection) condition(at *places) string {
	place := at.at(c.member)
	tests := make([]string, len(c.values))
	for i, v := range c.values {
		tests[i] = fmt.Sprintf("r.stringIs(&%s, %q)", place, v)
	}
	expr := strings.Join(tests, " || ")
	if c.absent {
		expr = place + ".off == 0 || " + expr
	}
	return expr
}

// unevaluated prints unevaluatedProperties or unevaluatedItems where what is evaluated hangs on branches.
func (g *generator) unevaluated(rule *plan.Unevaluated, part func(string) string, f *frame) {
	if !rule.Items && f == nil {
		return
	}
	if rule.Items {
		g.out.p("if r.s[start] == '[' {")
	}
	m := &marks{}
	g.markTests(rule.Marks, "true", m, part, f)
	checker := g.checker(rule.Node, part("Unevaluated"))
	if len(m.all) > 0 {
		g.out.p("if !(%s) {", strings.Join(m.all, " || "))
	}
	if rule.Items {
		g.out.p("r.unmarkedItems(start, func(index, p int) bool {")
		for _, item := range m.items {
			g.out.p("%s", item)
		}
	} else {
		g.out.p("r.unmarkedMembers(start, func(name string) bool {")
		for _, member := range m.members {
			g.out.p("%s", member)
		}
	}
	g.out.p("return false")
	g.out.p("}, r.%s)", checker)
	if len(m.all) > 0 {
		g.out.p("}")
	}
	if rule.Items {
		g.out.p("}")
	}
}

// marks are the pieces of code that say what is evaluated.
type marks struct {
	all, members, items []string
	tests               int
}

func (g *generator) markTests(m *plan.Marks, condition string, out *marks, part func(string) string, f *frame) {
	if m.All {
		out.all = append(out.all, condition)
	}
	if len(m.Names) > 0 {
		var names []string
		for name := range m.Names {
			names = append(names, name)
		}
		sort.Strings(names)
		out.members = append(out.members, fmt.Sprintf("if %s {\nswitch name {\ncase %s:\nreturn true\n}\n}", condition, quoted(names)))
	}
	for _, p := range m.Patterns {
		out.members = append(out.members, fmt.Sprintf("if %s && %s.matchText(name) { return true }", condition, g.table(p)))
	}
	if m.Prefix > 0 {
		out.items = append(out.items, fmt.Sprintf("if %s && index < %d { return true }", condition, m.Prefix))
	}
	for i, n := range m.Contains {
		if n == nil {
			out.all = append(out.all, condition)
			continue
		}
		out.items = append(out.items, fmt.Sprintf("if %s { fails := r.try(); r.%s(p); if r.tried(fails) { return true } }",
			condition, g.checker(n, part(fmt.Sprintf("Contains%d", i+1)))))
	}
	for i := range m.When {
		w := &m.When[i]
		out.tests++
		name := fmt.Sprintf("holds%d", out.tests)
		g.out.p("%s := %s", name, condition)
		g.out.p("if %s {", name)
		g.trial(w.Test, part(fmt.Sprintf("When%d", out.tests)), f)
		if w.Negate {
			g.out.p("%s = !r.tried(fails)", name)
		} else {
			g.out.p("%s = r.tried(fails)", name)
		}
		g.out.p("}")
		g.markTests(w.Marks, name, out, part, f)
	}
}
