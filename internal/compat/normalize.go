package compat

import (
	"cmp"
	"maps"
	"slices"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

// side is a schema that is read into a space.
type side struct {
	space     *space
	source    Side
	root      int
	validator *validate.Validator
	shapes    map[*plan.Node]int
}

// shape returns the schema's own shape.
func (s *side) shape() int { return s.space.final(s.root) }

// reader reads schemas into the space.
type reader struct {
	side     *side
	sets     *ir.Sets
	compiler *plan.Compiler
	nodes    []*plan.Node
}

func (s *space) reader() *reader {
	sets := ir.NewSets()
	return &reader{side: &side{space: s, shapes: map[*plan.Node]int{}}, sets: sets, compiler: plan.NewCompiler(sets)}
}

// root takes schemas that hold together and returns the shape that they will be.
func (r *reader) root(schemas []*schema.Schema) int {
	node := r.compiler.Node(r.sets.Of(schemas...))
	r.nodes = append(r.nodes, node)
	if node == nil {
		return anything
	}
	if id, there := r.side.shapes[node]; there {
		return id
	}
	id := r.side.space.newShape().id
	r.side.shapes[node] = id
	return id
}

// finish fills the shapes; false means that the space refuses a schema.
func (r *reader) finish() bool {
	_, problems := r.compiler.Finish()
	for _, p := range problems {
		if p.Refused {
			r.side.space.refuse(p.Message, p.Keyword, p.Schema.Keyword(p.Keyword))
		}
	}
	if r.side.space.refused != nil {
		return false
	}
	filled := map[*plan.Node]bool{}
	for _, n := range r.nodes {
		if n != nil && !filled[n] {
			filled[n] = true
			r.side.fill(n, r.side.space.shapes[r.side.shapes[n]])
		}
	}
	return true
}

// add reads a schema into the space: it becomes the shape that its plan's node says.
func (s *space) add(from Side) *side {
	r := s.reader()
	r.side.source = from
	r.side.root = r.root([]*schema.Schema{from.Schema})
	if !r.finish() {
		return r.side
	}
	v, findings := validate.New(from.Set, from.Schema, validate.Terms{})
	if len(findings) > 0 {
		s.refuse(findings[0].Message, findings[0].Keyword, findings[0].SchemaPointer)
		return r.side
	}
	r.side.validator = v
	return r.side
}

// node returns the shape of a node.
func (s *side) node(n *plan.Node) int {
	if n == nil {
		return anything
	}
	if id, there := s.shapes[n]; there {
		return id
	}
	sh := s.space.newShape()
	s.shapes[n] = sh.id
	s.fill(n, sh)
	return sh.id
}

// fill gives a shape the atoms of a node.
func (s *side) fill(n *plan.Node, sh *shape) {
	sh.kinds = schema.Kinds(n.Kinds)
	if len(n.Never) > 0 {
		sh.kinds = 0
	}
	b := builder{side: s, shape: sh}
	b.values(n.Values)
	if sh.kinds == 0 {
		return
	}
	for _, check := range n.Strings {
		b.text(check)
	}
	for _, check := range n.Numbers {
		b.number(check)
	}
	b.array(n.Array)
	b.object(n.Object)
	for _, rule := range n.Rules {
		b.rule(rule)
	}
	b.strongest()
}

// builder collects the atoms of one shape.
type builder struct {
	side  *side
	shape *shape
}

// put adds an atom, unless the shape allows no value that it bears on.
func (b *builder) put(a *atom) {
	if b.shape.kinds&a.kind.kinds() != 0 {
		b.shape.atoms = append(b.shape.atoms, a)
	}
}

// values adds the values that all enums and constants of the node have.
func (b *builder) values(checks []plan.ValueCheck) {
	if len(checks) == 0 {
		return
	}
	var left []*constant
	for i, check := range checks {
		listed := map[string]*constant{}
		for _, text := range check.Values {
			v, err := schema.Parse([]byte(text), 0)
			if err != nil {
				v = &schema.Value{Kind: schema.Null} // cannot be: it has been read before
			}
			c := newConstant(v)
			listed[c.key] = c
		}
		if i == 0 {
			left = slices.Collect(maps.Values(listed))
			continue
		}
		left = slices.DeleteFunc(left, func(c *constant) bool { return listed[c.key] == nil })
	}
	var kinds schema.Kinds
	left = slices.DeleteFunc(left, func(c *constant) bool { return c.kind&b.shape.kinds == 0 })
	for _, c := range left {
		kinds |= c.kind
	}
	slices.SortFunc(left, func(x, y *constant) int { return cmp.Compare(x.key, y.key) })
	b.shape.kinds &= kinds
	if b.shape.kinds != 0 && (kinds&^(schema.Null|schema.Bool) != 0 || len(left) != allOf(kinds)) {
		b.put(&atom{kind: valueAtom, values: left, site: checks[0].Site})
	}
}

// allOf is how many values there are of the types null and boolean.
func allOf(kinds schema.Kinds) int {
	n := 0
	if kinds&schema.Null != 0 {
		n++
	}
	if kinds&schema.Bool != 0 {
		n += 2
	}
	return n
}

func (b *builder) text(check plan.StringCheck) {
	switch c := check.(type) {
	case plan.Length:
		kind := minLength
		if c.Max {
			kind = maxLength
		}
		b.put(&atom{kind: kind, count: c.Limit, site: c.Site})
	case plan.Pattern:
		b.put(&atom{kind: patternAtom, dfa: b.side.space.automaton(c.Pattern), site: c.Site})
	case plan.Format:
		b.put(&atom{kind: formatAtom, name: c.Name, site: c.Site})
	}
}

func (b *builder) number(check plan.NumberCheck) {
	limit, ok := rational(check.Limit)
	if !ok {
		if b.shape.kinds&schema.Number != 0 {
			b.put(&atom{kind: beyond, name: "the number " + kernel.NumberKey(check.Limit) + " is too large or too long to compute with", site: check.Site})
		}
		return
	}
	a := &atom{limit: limit, site: check.Site}
	switch check.Op {
	case plan.AtLeast:
		a.kind = lowerBound
	case plan.Above:
		a.kind, a.strict = lowerBound, true
	case plan.AtMost:
		a.kind = upperBound
	case plan.Below:
		a.kind, a.strict = upperBound, true
	case plan.Multiple:
		a.kind = multipleAtom
	}
	b.put(a)
}

func (b *builder) array(n *plan.Array) {
	if n == nil || b.shape.kinds&schema.Array == 0 {
		return
	}
	b.counts(n.Counts, minItems, maxItems)
	for i, sub := range n.Prefix {
		if id := b.side.node(sub); id != anything {
			b.put(&atom{kind: prefixItem, count: i, nodes: []int{id}})
		}
	}
	if id := b.side.node(n.Items); id != anything {
		b.put(&atom{kind: restItems, count: len(n.Prefix), nodes: []int{id}})
	}
	if len(n.Unique) > 0 {
		b.put(&atom{kind: uniqueAtom, site: n.Unique[0]})
	}
	for _, c := range n.Contains {
		id := b.side.node(c.Node)
		for _, count := range c.Counts {
			a := &atom{kind: minMatches, count: count.Limit, nodes: []int{id}, site: count.Site}
			if count.Max {
				a.kind = maxMatches
			}
			if id == anything {
				a.kind, a.nodes = a.kind-minMatches+minItems, nil
			}
			b.put(a)
		}
	}
}

// counts adds bounds, each as the kind for its side.
func (b *builder) counts(counts []plan.Count, least, most atomKind) {
	for _, c := range counts {
		kind := least
		if c.Max {
			kind = most
		}
		b.put(&atom{kind: kind, count: c.Limit, site: c.Site})
	}
}

func (b *builder) object(n *plan.Object) {
	if n == nil || b.shape.kinds&schema.Object == 0 {
		return
	}
	b.counts(n.Counts, minMembers, maxMembers)
	for _, r := range n.Required {
		b.put(&atom{kind: requiredName, name: r.Name, site: r.Site})
	}
	for _, d := range n.Dependent {
		b.put(&atom{kind: dependentOn, name: d.Name, need: d.Need, site: d.Site})
	}
	for _, r := range n.Related {
		b.put(&atom{kind: relationAtom, rel: r.Relation, name: r.Prop, need: r.Sibling, site: r.Site})
	}
	for _, c := range n.Names {
		if id := b.side.node(c.Node); id != anything {
			b.put(&atom{kind: namesAtom, nodes: []int{id}, site: c.Site})
		}
	}
	rest := b.side.node(n.Else)
	var except []string
	for _, p := range n.Props {
		id := b.side.node(p.Node)
		if len(n.Groups) == 0 && id == rest {
			continue // what is said of every other member is all that is said of it
		}
		except = append(except, p.Name)
		if id != anything {
			b.put(&atom{kind: memberNamed, name: p.Name, nodes: []int{id}})
		}
	}
	slices.Sort(except)
	others := func(id int, match *pattern.Pattern, none []*automaton) {
		if id == anything {
			return
		}
		a := &atom{kind: membersElse, match: selection{except: except, none: none}, nodes: []int{id}}
		if match != nil {
			a.match.match = b.side.space.automaton(match)
		}
		b.put(a)
	}
	others(rest, nil, nil)
	for _, g := range n.Groups {
		var patterns []*automaton
		for _, p := range g.Patterns {
			others(b.side.node(p.Node), p.Pattern, nil)
			patterns = append(patterns, b.side.space.automaton(p.Pattern))
		}
		others(b.side.node(g.Rest), nil, sortedAutomata(patterns))
	}
}

func sortedAutomata(list []*automaton) []*automaton {
	slices.SortFunc(list, func(a, b *automaton) int { return cmp.Compare(a.id, b.id) })
	return slices.Compact(list)
}

func (b *builder) rule(rule plan.Rule) {
	s := b.side
	switch r := rule.(type) {
	case *plan.OneOf:
		a := &atom{kind: anyBranch, site: r.Site}
		if r.Exactly {
			a.kind = oneBranch
		}
		for _, branch := range r.Branches {
			id := s.node(branch)
			if id == anything && !r.Exactly {
				return
			}
			a.nodes = append(a.nodes, id)
		}
		b.put(a)
	case *plan.Not:
		b.put(&atom{kind: notBranch, nodes: []int{s.node(r.Node)}, site: r.Site})
	case *plan.If:
		b.put(&atom{kind: ifBranch, nodes: []int{s.node(r.If), s.node(r.Then), s.node(r.Else)}})
	case *plan.Unevaluated:
		id := s.node(r.Node)
		kinds := schema.Object
		if r.Items {
			kinds = schema.Array
		}
		if id != anything && b.shape.kinds&kinds != 0 {
			m := s.marks(r.Marks)
			m.items = r.Items
			b.put(&atom{kind: unmarked, nodes: []int{id}, marks: m})
		}
	}
}

func (s *side) marks(m *plan.Marks) *marks {
	out := &marks{all: m.All, prefix: m.Prefix}
	out.names = slices.Sorted(maps.Keys(m.Names))
	for _, p := range m.Patterns {
		out.patterns = append(out.patterns, s.space.automaton(p))
	}
	for _, n := range m.Contains {
		out.contains = append(out.contains, s.node(n))
	}
	for _, w := range m.When {
		out.when = append(out.when, when{s.node(w.Test), w.Negate, s.marks(w.Marks)})
	}
	return out
}

// strongest keeps, of bounds of one kind, the one that says most.
func (b *builder) strongest() {
	kept := b.shape.atoms[:0]
	best := map[atomKind]*atom{}
	for _, a := range b.shape.atoms {
		switch a.kind {
		case minLength, maxLength, minItems, maxItems, minMembers, maxMembers, lowerBound, upperBound:
			if old := best[a.kind]; old != nil {
				if a.stronger(old) {
					*old = *a
				}
				continue
			}
			best[a.kind] = a
		}
		kept = append(kept, a)
	}
	b.shape.atoms = kept
}

// stronger compares two bounds of one kind.
func (a *atom) stronger(other *atom) bool {
	switch a.kind {
	case minLength, minItems, minMembers:
		return a.count > other.count
	case maxLength, maxItems, maxMembers:
		return a.count < other.count
	}
	order := a.limit.Cmp(other.limit)
	if a.kind == upperBound {
		order = -order
	}
	return order > 0 || order == 0 && a.strict
}
