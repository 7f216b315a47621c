package plan

import (
	"math"
	"sort"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// A plan has a node for every combination of schemas that can apply to one value,
// so there can be more nodes than schemas: exponentially many, where members of
// recursive schemas combine. There are at most maxNodes, and as many as nodesPerSchema
// for each schema.
const (
	maxNodes       = 5_000
	nodesPerSchema = 16
)

// Problem is something that a plan cannot hold: it stands at a keyword of a schema.
type Problem struct {
	Schema  *schema.Schema
	Keyword string
	Message string
	// Refused tells that no verdict can be given. Otherwise the keyword is taken as an annotation by validation, and generation refuses it.
	Refused bool
}

// Compiler compiles sets of schemas to nodes of one plan.
type Compiler struct {
	sets     *ir.Sets
	plan     *Plan
	sites    map[siteKey]*Site
	problems []Problem
	reported map[siteKey]bool
	met      map[*schema.Schema]bool
}

type siteKey struct {
	schema  *schema.Schema
	keyword string
	part    int
}

// NewCompiler returns a compiler with an empty plan.
func NewCompiler(sets *ir.Sets) *Compiler {
	return &Compiler{
		sets: sets, plan: &Plan{nodes: map[string]*Node{}},
		sites: map[siteKey]*Site{}, reported: map[siteKey]bool{}, met: map[*schema.Schema]bool{},
	}
}

// Finish numbers the sites and returns the plan, with what it cannot hold.
func (c *Compiler) Finish() (*Plan, []Problem) {
	sites := c.plan.Sites
	sort.SliceStable(sites, func(i, j int) bool {
		a, b := sites[i].order, sites[j].order
		for k := range a {
			if a[k] != b[k] {
				return a[k] < b[k]
			}
		}
		return false
	})
	for i, s := range sites {
		s.Index = i
	}
	markMemo(c.plan)
	return c.plan, c.problems
}

// Node returns the node of a set, or nil when the set demands nothing.
func (c *Compiler) Node(set ir.Set) *Node {
	if len(set) == 0 {
		return nil
	}
	key := set.Key()
	if n, there := c.plan.nodes[key]; there {
		return n.orNil()
	}
	for _, s := range set {
		c.met[s] = true
	}
	if len(c.plan.Nodes) >= maxNodes+nodesPerSchema*len(c.met) {
		c.problem(set[0], "", "the schemas that can apply to one value combine in too many ways", true)
		return nil
	}
	n := &Node{ID: len(c.plan.Nodes), Kinds: int(set.Kinds())}
	c.plan.nodes[key] = n
	c.plan.Nodes = append(c.plan.Nodes, n)
	for _, s := range set {
		c.scalars(n, s)
		c.rules(n, s)
	}
	c.array(n, set)
	c.object(n, set)
	n.Any = len(n.Types)+len(n.Never)+len(n.Values)+len(n.Strings)+len(n.Numbers)+len(n.Rules) == 0 && n.Array == nil && n.Object == nil
	n.Shallow = n.shallow()
	n.done = true
	return n.orNil()
}

func (n *Node) orNil() *Node {
	if n.Any {
		return nil
	}
	return n
}

// site returns the place of a keyword; part tells apart the checks of one keyword.
func (c *Compiler) site(s *schema.Schema, keyword string, part int, message string) *Site {
	key := siteKey{s, keyword, part}
	if site, there := c.sites[key]; there {
		return site
	}
	site := &Site{
		Rule:  kernel.Rule{Schema: s.Doc.ID, Pointer: s.Keyword(keyword), Keyword: keyword, Message: message},
		order: [3]int{s.Seq, s.Value.Start, part},
	}
	for _, m := range s.Value.Members {
		if m.Name == keyword {
			site.order[1] = m.NameStart
		}
	}
	c.sites[key] = site
	c.plan.Sites = append(c.plan.Sites, site)
	return site
}

func (c *Compiler) problem(s *schema.Schema, keyword, message string, refused bool) {
	if key := (siteKey{s, keyword, 0}); !c.reported[key] {
		c.reported[key] = true
		c.problems = append(c.problems, Problem{Schema: s, Keyword: keyword, Message: message, Refused: refused})
	}
}

// scalars adds the checks of s that need no subschema.
func (c *Compiler) scalars(n *Node, s *schema.Schema) {
	if s.Boolean != nil {
		never := c.never(s)
		if never.AtName && c.sets.Tolerant != nil && c.sets.Tolerant(s.Doc) {
			return // the reader passes over what it does not know
		}
		n.Never = append(n.Never, never)
		return
	}
	if s.Types != 0 {
		n.Types = append(n.Types, TypeCheck{int(s.Types), c.site(s, "type", 0, typeMessage(s.Types))})
	}
	if s.HasEnum {
		n.Values = append(n.Values, c.values(s, "enum", s.Enum))
	}
	if s.Const != nil {
		n.Values = append(n.Values, c.values(s, "const", []*schema.Value{s.Const}))
	}
	length := func(keyword string, maximum bool, limit *int) {
		if limit != nil && (maximum && *limit != math.MaxInt || !maximum && *limit > 0) {
			n.Strings = append(n.Strings, Length{maximum, *limit, c.site(s, keyword, 0, countMessage(maximum, *limit, "character", "characters"))})
		}
	}
	length("minLength", false, s.MinLength)
	length("maxLength", true, s.MaxLength)
	if s.Pattern != nil {
		if p, err := c.sets.Pattern(*s.Pattern); err != nil {
			c.problem(s, "pattern", err.Error(), true)
		} else {
			n.Strings = append(n.Strings, Pattern{p, c.site(s, "pattern", 0, "must match the pattern "+short(*s.Pattern))})
		}
	}
	if s.Format != "" {
		if kernel.FormatKnown(s.Format) {
			n.Strings = append(n.Strings, Format{s.Format, c.site(s, "format", 0, "must be a valid "+s.Format)})
		} else {
			c.problem(s, "format", "the format "+short(s.Format)+" is not asserted", false)
		}
	}
	number := func(keyword string, op NumberOp, limit *schema.Value) {
		if limit != nil {
			n.Numbers = append(n.Numbers, NumberCheck{op, limit.Text, c.site(s, keyword, 0, opMessages[op]+short(limit.Text))})
		}
	}
	number("minimum", AtLeast, s.Minimum)
	number("exclusiveMinimum", Above, s.ExclusiveMinimum)
	number("maximum", AtMost, s.Maximum)
	number("exclusiveMaximum", Below, s.ExclusiveMaximum)
	number("multipleOf", Multiple, s.MultipleOf)
}

func (c *Compiler) values(s *schema.Schema, keyword string, values []*schema.Value) ValueCheck {
	check := ValueCheck{}
	for _, v := range values {
		check.Values = append(check.Values, string(schema.AppendValue(nil, v, "")))
		if v.Kind == schema.String {
			check.Strings = append(check.Strings, v.Text)
		}
	}
	check.Site = c.site(s, keyword, 0, valuesMessage(check.Values))
	check.index()
	return check
}

// counts returns the checks of a pair of bounds that can fail.
func (c *Compiler) counts(s *schema.Schema, minKeyword, maxKeyword string, minimum, maximum *int, one, many string) []Count {
	var out []Count
	if minimum != nil && *minimum > 0 {
		out = append(out, Count{false, *minimum, c.site(s, minKeyword, 0, countMessage(false, *minimum, one, many))})
	}
	if maximum != nil && *maximum != math.MaxInt {
		out = append(out, Count{true, *maximum, c.site(s, maxKeyword, 0, countMessage(true, *maximum, one, many))})
	}
	return out
}

func (c *Compiler) array(n *Node, set ir.Set) {
	a := &Array{}
	for _, s := range set {
		a.Counts = append(a.Counts, c.counts(s, "minItems", "maxItems", s.MinItems, s.MaxItems, "element", "elements")...)
		if s.UniqueItems {
			a.Unique = append(a.Unique, c.site(s, "uniqueItems", 0, "must not have an element twice"))
		}
		if s.Contains != nil {
			a.Contains = append(a.Contains, c.contains(s))
		}
	}
	for i := range c.sets.Prefix(set) {
		a.Prefix = append(a.Prefix, c.Node(c.sets.Element(set, i)))
	}
	a.Items = c.Node(c.sets.Element(set, len(a.Prefix)))
	for len(a.Prefix) > 0 && a.Prefix[len(a.Prefix)-1] == a.Items {
		a.Prefix = a.Prefix[:len(a.Prefix)-1]
	}
	if len(a.Counts)+len(a.Unique)+len(a.Contains)+len(a.Prefix) > 0 || a.Items != nil {
		n.Array = a
	}
}

func (c *Compiler) contains(s *schema.Schema) Contains {
	one := 1
	minimum := s.MinContains
	keyword := "minContains"
	if minimum == nil {
		minimum, keyword = &one, "contains"
	}
	return Contains{
		Node:   c.Node(c.sets.Of(s.Contains)),
		Counts: c.counts(s, keyword, "maxContains", minimum, s.MaxContains, "matching element", "matching elements"),
	}
}

func (c *Compiler) object(n *Node, set ir.Set) {
	o := &Object{index: map[string]int{}}
	for _, s := range set {
		for _, p := range s.PatternProperties {
			if _, err := c.sets.Pattern(p.Name); err != nil {
				c.problem(p.Schema, "", "the pattern "+short(p.Name)+" of patternProperties: "+err.Error(), true)
			}
		}
		for i, name := range s.Required {
			o.Required = append(o.Required, Required{name, c.site(s, "required", i, "the property "+short(name)+" is missing")})
		}
		part := 0
		for _, d := range s.DependentRequired {
			for _, need := range d.Needs {
				o.Dependent = append(o.Dependent, Dependent{d.Name, need,
					c.site(s, "dependentRequired", part, "the property "+short(need)+" is missing, which "+short(d.Name)+" needs")})
				part++
			}
		}
		o.Counts = append(o.Counts, c.counts(s, "minProperties", "maxProperties", s.MinProperties, s.MaxProperties, "property", "properties")...)
		if s.PropertyNames != nil {
			if node := c.Node(c.sets.Of(s.PropertyNames)); node != nil {
				o.Names = append(o.Names, NameCheck{node, c.site(s, "propertyNames", 0, "the property's name is not allowed")})
			}
		}
		c.related(o, s)
	}
	demands := len(o.Required)+len(o.Dependent)+len(o.Counts)+len(o.Names)+len(o.Related) > 0
	add := func(name string) {
		if _, there := o.index[name]; !there {
			o.index[name] = len(o.Props)
			prop := Prop{name, c.Node(c.sets.Property(set, name))}
			demands = demands || prop.Node != nil
			o.Props = append(o.Props, prop)
		}
	}
	for _, name := range set.Names() {
		add(name)
	}
	for _, name := range o.lookedAt(n.Rules) {
		add(name)
	}
	one, groups := c.sets.Rest(set)
	o.Else = c.Node(one)
	for _, g := range groups {
		group := Group{Rest: c.Node(g.Rest)}
		for _, p := range g.Patterns {
			node := c.Node(p.Set)
			demands = demands || node != nil
			group.Patterns = append(group.Patterns, GroupPattern{p.Pattern, node})
		}
		demands = demands || group.Rest != nil
		o.Groups = append(o.Groups, group)
	}
	if demands || o.Else != nil || len(n.Rules) > 0 && len(o.Props) > 0 {
		n.Object = o
	}
}

// related adds the cross-field keywords, which stand in the values of properties.
func (c *Compiler) related(o *Object, s *schema.Schema) {
	for _, p := range s.Properties {
		add := func(keyword string, relation Relation, sibling, message string) {
			if sibling != "" {
				o.Related = append(o.Related, Related{relation, p.Name, sibling, c.site(p.Schema, keyword, 0, message+short(sibling))})
			}
		}
		add("x-aci-count-of", CountOf, p.Schema.CountOf, "must equal the number of elements of ")
		add("x-aci-at-least", NotBelow, p.Schema.AtLeast, "must not be less than ")
		add("x-aci-row-width", RowWidth, p.Schema.RowWidth, "the row must have as many elements as ")
	}
}

// lookedAt returns the names that the node itself and its shallow branches look at.
func (o *Object) lookedAt(rules []Rule) []string {
	var names []string
	for _, r := range o.Required {
		names = append(names, r.Name)
	}
	for _, d := range o.Dependent {
		names = append(names, d.Name, d.Need)
	}
	for _, r := range o.Related {
		names = append(names, r.Prop, r.Sibling)
	}
	for _, rule := range rules {
		for _, branch := range Branches(rule) {
			if branch != nil && !branch.done {
				// The branch contains this very object: what it will look at is not known yet.
				branch.deep = true
			}
			if branch != nil && branch.Shallow && branch.Object != nil {
				for _, p := range branch.Object.Props {
					names = append(names, p.Name)
				}
			}
		}
		if one, is := rule.(*OneOf); is && one.Tag != nil {
			names = append(names, one.Tag.Name)
		}
	}
	return names
}

// shallow tells whether, of an object, only named members matter.
func (n *Node) shallow() bool {
	if len(n.Never) > 0 || n.deep {
		return false
	}
	for _, rule := range n.Rules {
		if _, is := rule.(*Unevaluated); is {
			return false
		}
		for _, branch := range Branches(rule) {
			if branch != nil && !branch.Shallow {
				return false
			}
		}
	}
	if len(n.Values) > 0 {
		for _, check := range n.Values {
			for _, v := range check.Values {
				if v[0] == '{' {
					return false
				}
			}
		}
	}
	o := n.Object
	return o == nil || o.Else == nil && len(o.Groups) == 0 && len(o.Names) == 0
}
