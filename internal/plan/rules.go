package plan

import (
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
	"slices"
)

// Branches returns the nodes that a rule tries on the whole value.
func Branches(rule Rule) []*Node {
	switch r := rule.(type) {
	case *OneOf:
		return r.Branches
	case *Not:
		return []*Node{r.Node}
	case *If:
		return []*Node{r.If, r.Then, r.Else}
	case *Unevaluated:
		return r.Marks.tests(nil)
	}
	return nil
}

func (m *Marks) tests(out []*Node) []*Node {
	for _, w := range m.When {
		out = w.Marks.tests(append(out, w.Test))
	}
	return out
}

// rules adds the rules of s.
func (c *Compiler) rules(n *Node, s *schema.Schema) {
	branch := func(sub *schema.Schema) *Node {
		if sub == nil {
			return nil
		}
		return c.Node(c.sets.Of(sub))
	}
	union := func(keyword string, exactly bool, branches []*schema.Schema) {
		if branches == nil {
			return
		}
		message := "must match at least one of the branches"
		if exactly {
			message = "must match exactly one of the branches"
		}
		rule := &OneOf{Exactly: exactly, Site: c.site(s, keyword, 0, message)}
		for _, b := range branches {
			rule.Branches = append(rule.Branches, branch(b))
		}
		rule.Tag = c.tag(s, keyword, branches)
		n.Rules = append(n.Rules, rule)
	}
	union("anyOf", false, s.AnyOf)
	union("oneOf", true, s.OneOf)
	if s.Not != nil {
		n.Rules = append(n.Rules, &Not{branch(s.Not), c.site(s, "not", 0, "must not match the schema under not")})
	}
	if s.If != nil && (s.Then != nil || s.Else != nil) {
		rule := &If{branch(s.If), branch(s.Then), branch(s.Else)}
		if rule.Then != nil || rule.Else != nil {
			n.Rules = append(n.Rules, rule)
		}
	}
	for _, d := range s.DependentSchemas {
		if then := branch(d.Schema); then != nil {
			n.Rules = append(n.Rules, &If{If: c.presence(d.Name), Then: then})
		}
	}
	if s.UnevaluatedProperties != nil {
		if e := c.sets.EvaluatedProperties(s); e.Dynamic {
			if node := branch(s.UnevaluatedProperties); node != nil {
				n.Rules = append(n.Rules, &Unevaluated{Marks: c.marks(s, s, false), Node: node})
			}
		}
	}
	if s.UnevaluatedItems != nil {
		if e := c.sets.EvaluatedItems(s); e.Dynamic {
			if node := branch(s.UnevaluatedItems); node != nil {
				n.Rules = append(n.Rules, &Unevaluated{Items: true, Marks: c.marks(s, s, true), Node: node})
			}
		}
	}
}

// presence returns a node that holds for what is an object with the named member. It is only ever tried.
func (c *Compiler) presence(name string) *Node {
	key := "has " + name
	if n, there := c.plan.nodes[key]; there {
		return n
	}
	site := &Site{Rule: kernel.Rule{Message: "is no object with the property " + short(name)}, order: [3]int{-1, 0, len(c.plan.Sites)}}
	c.plan.Sites = append(c.plan.Sites, site)
	n := &Node{
		ID: len(c.plan.Nodes), Kinds: int(schema.Object), Shallow: true, done: true,
		Types:  []TypeCheck{{int(schema.Object), site}},
		Object: &Object{Props: []Prop{{Name: name}}, Required: []Required{{name, site}}, index: map[string]int{name: 0}},
	}
	c.plan.nodes[key] = n
	c.plan.Nodes = append(c.plan.Nodes, n)
	return n
}

// marks says what s evaluates of the members (or elements) beside the unevaluated* keyword of owner.
func (c *Compiler) marks(owner, s *schema.Schema, items bool) *Marks {
	m := &Marks{Names: map[string]bool{}}
	for _, part := range c.sets.Of(s) {
		if items {
			c.markElements(m, owner, part)
		} else {
			c.markMembers(m, owner, part)
		}
		when := func(test *schema.Schema, negate bool, then *schema.Schema) {
			if then != nil {
				if marks := c.marks(owner, then, items); !marks.empty() {
					m.When = append(m.When, When{c.Node(c.sets.Of(test)), negate, marks})
				}
			}
		}
		for _, branch := range append(slices.Clone(part.AnyOf), part.OneOf...) {
			when(branch, false, branch)
		}
		if part.If != nil {
			when(part.If, false, part.If)
			when(part.If, false, part.Then)
			when(part.If, true, part.Else)
		}
		for _, d := range part.DependentSchemas {
			if marks := c.marks(owner, d.Schema, items); !marks.empty() {
				m.When = append(m.When, When{c.presence(d.Name), false, marks})
			}
		}
	}
	return m
}

func (m *Marks) empty() bool {
	return len(m.Names)+len(m.Patterns)+m.Prefix+len(m.Contains)+len(m.When) == 0 && !m.All
}

func (c *Compiler) markMembers(m *Marks, owner, s *schema.Schema) {
	for _, p := range s.Properties {
		m.Names[p.Name] = true
	}
	for _, p := range s.PatternProperties {
		if re, err := c.sets.Pattern(p.Name); err == nil {
			m.Patterns = append(m.Patterns, re)
		}
	}
	if s.AdditionalProperties != nil || s != owner && s.UnevaluatedProperties != nil {
		m.All = true
	}
}

func (c *Compiler) markElements(m *Marks, owner, s *schema.Schema) {
	m.Prefix = max(m.Prefix, len(s.PrefixItems))
	if s.Items != nil || s != owner && s.UnevaluatedItems != nil {
		m.All = true
	}
	if s.Contains != nil {
		m.Contains = append(m.Contains, c.Node(c.sets.Of(s.Contains)))
	}
}

// tag finds the member whose value tells which branch can hold: every branch
// admits objects only and requires the member with strings that no other branch has.
func (c *Compiler) tag(s *schema.Schema, keyword string, branches []*schema.Schema) *Tag {
	if len(branches) < 2 {
		return nil
	}
	sets := make([]ir.Set, len(branches))
	for i, b := range branches {
		sets[i] = c.sets.Of(b)
		if sets[i].Kinds()&^schema.Object != 0 || sets[i].Never() {
			return nil
		}
	}
	for _, name := range sets[0].Names() {
		tag := &Tag{Name: name}
		for i, set := range sets {
			values := c.tagValues(set, name)
			if values == nil {
				tag = nil
				break
			}
			for _, v := range values {
				if slices.Contains(tag.Values, v) {
					tag = nil
					break
				}
				tag.Values = append(tag.Values, v)
				tag.Branch = append(tag.Branch, i)
			}
			if tag == nil {
				break
			}
		}
		if tag == nil {
			continue
		}
		for i, b := range branches {
			tag.Sites = append(tag.Sites, c.site(s, keyword, i+1, "the branch "+branchName(b)+", which "+short(name)+" selects, does not match"))
		}
		return tag
	}
	return nil
}

// branchName names a branch for people: the last token of where it refers to, or its position.
func branchName(s *schema.Schema) string {
	at := s
	if s.RefTo != nil {
		at = s.RefTo
	}
	if at.Name != "" {
		return at.Name
	}
	pointer := at.Pointer
	for i := len(pointer) - 1; i >= 0; i-- {
		if pointer[i] == '/' {
			return short(pointer[i+1:])
		}
	}
	return short(at.Doc.ID)
}

// tagValues returns the strings that a required member is restricted to, or nil.
func (c *Compiler) tagValues(set ir.Set, name string) []string {
	required := false
	for _, s := range set {
		required = required || slices.Contains(s.Required, name)
	}
	if !required {
		return nil
	}
	for _, s := range c.sets.Property(set, name) {
		values := s.Enum
		if s.Const != nil {
			values = []*schema.Value{s.Const}
		}
		var texts []string
		for _, v := range values {
			if v.Kind != schema.String {
				texts = nil
				break
			}
			texts = append(texts, v.Text)
		}
		if texts != nil {
			return texts
		}
	}
	return nil
}
