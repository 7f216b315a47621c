package compat

import (
	"slices"

	"github.com/acigen/acigen/internal/schema"
)

// state is what is known of a value of one type on the way through its branches:
// the literals and atoms that hold, and choices that are still open.
type state struct {
	kind     schema.Kinds
	literals []literal
	pos, neg []*atom
	choices  []choice
	failed   bool
	gaveUp   bool
}

// choice is a list of alternatives, one of which must hold.
type choice struct {
	alternatives []alternative
	// against is the shape whose negation the choice is, or anything.
	against int
}

// alternative is what holds together when it is chosen.
type alternative struct {
	literals []literal
	pos, neg []*atom
}

func (st *state) clone() *state {
	c := *st
	c.literals, c.pos, c.neg = slices.Clone(st.literals), slices.Clone(st.pos), slices.Clone(st.neg)
	c.choices = slices.Clone(st.choices)
	return &c
}

// assert adds a literal.
func (s *solver) assert(st *state, l literal) {
	if st.failed || l == must(anything) || l == mustNot(nothing) || slices.Contains(st.literals, l) {
		return
	}
	sh := s.shapes[l.shape()]
	if slices.Contains(st.literals, l.other()) || l == mustNot(anything) {
		st.failed = true
		return
	}
	if sh.kinds&st.kind == 0 {
		st.failed = !l.negated()
		return
	}
	st.literals = append(st.literals, l)
	if !l.negated() {
		for _, a := range sh.atoms {
			s.assertAtom(st, a)
		}
		return
	}
	c := choice{against: sh.id}
	for _, a := range sh.atoms {
		if a.kind.kinds()&st.kind != 0 {
			c.alternatives = append(c.alternatives, alternative{neg: []*atom{a}})
		}
	}
	s.choose(st, c)
}

// choose adds a choice, and makes it where there is only one.
func (s *solver) choose(st *state, c choice) {
	switch len(c.alternatives) {
	case 0:
		st.failed = true
	case 1:
		s.take(st, c.alternatives[0])
	default:
		st.choices = append(st.choices, c)
	}
}

func (s *solver) take(st *state, a alternative) {
	for _, l := range a.literals {
		s.assert(st, l)
	}
	for _, x := range a.pos {
		s.assertAtom(st, x)
	}
	for _, x := range a.neg {
		s.denyAtom(st, x)
	}
}

// assertAtom adds an atom that must hold.
func (s *solver) assertAtom(st *state, a *atom) {
	if st.failed || a.kind.kinds()&st.kind == 0 || slices.Contains(st.pos, a) {
		return
	}
	if slices.Contains(st.neg, a) {
		st.failed = true
		return
	}
	st.pos = append(st.pos, a)
	var c choice
	switch a.kind {
	case valueAtom:
		if st.kind&(schema.Array|schema.Object) == 0 {
			st.failed = !slices.ContainsFunc(a.values, func(v *constant) bool { return v.kind == st.kind })
			return
		}
		for _, v := range a.values {
			if v.kind == st.kind {
				c.alternatives = append(c.alternatives, alternative{literals: []literal{must(s.constantShape(v))}})
			}
		}
	case anyBranch:
		for _, id := range a.nodes {
			c.alternatives = append(c.alternatives, alternative{literals: []literal{must(id)}})
		}
	case oneBranch:
		for i := range a.nodes {
			var lits []literal
			for j, id := range a.nodes {
				if i == j {
					lits = append([]literal{must(id)}, lits...)
				} else {
					lits = append(lits, mustNot(id))
				}
			}
			c.alternatives = append(c.alternatives, alternative{literals: lits})
		}
	case notBranch:
		s.assert(st, mustNot(a.nodes[0]))
		return
	case ifBranch:
		c.alternatives = []alternative{
			{literals: []literal{must(a.nodes[0]), must(a.nodes[1])}},
			{literals: []literal{mustNot(a.nodes[0]), must(a.nodes[2])}},
		}
	case unmarked:
		c = s.evaluations(st, a, true)
	case beyond:
		st.gaveUp = true
		s.giveUp("%s", a.name)
		return
	default:
		return
	}
	s.choose(st, c)
}

// denyAtom adds an atom that must not hold.
func (s *solver) denyAtom(st *state, a *atom) {
	if st.failed || slices.Contains(st.neg, a) {
		return
	}
	if a.kind.kinds()&st.kind == 0 || slices.Contains(st.pos, a) {
		st.failed = true
		return
	}
	st.neg = append(st.neg, a)
	var c choice
	switch a.kind {
	case valueAtom:
		if st.kind&(schema.Array|schema.Object) != 0 {
			for _, v := range a.values {
				if v.kind == st.kind {
					s.assert(st, mustNot(s.constantShape(v)))
				}
			}
		}
		return
	case anyBranch:
		for _, id := range a.nodes {
			s.assert(st, mustNot(id))
		}
		return
	case oneBranch:
		var noneHolds []literal
		for i, id := range a.nodes {
			noneHolds = append(noneHolds, mustNot(id))
			for _, other := range a.nodes[i+1:] {
				c.alternatives = append(c.alternatives, alternative{literals: []literal{must(id), must(other)}})
			}
		}
		c.alternatives = append(c.alternatives, alternative{literals: noneHolds})
	case notBranch:
		s.assert(st, must(a.nodes[0]))
		return
	case ifBranch:
		c.alternatives = []alternative{
			{literals: []literal{must(a.nodes[0]), mustNot(a.nodes[1])}},
			{literals: []literal{mustNot(a.nodes[0]), mustNot(a.nodes[2])}},
		}
	case unmarked:
		c = s.evaluations(st, a, false)
	case beyond:
		st.gaveUp = true
		s.giveUp("%s", a.name)
		return
	default:
		return
	}
	s.choose(st, c)
}

// split decides a state: it makes all choices, in every way.
func (s *solver) split(st *state) (*schema.Value, status) {
	if !s.spend() {
		return nil, unknown
	}
	for {
		if st.failed {
			return nil, none
		}
		if len(st.choices) == 0 {
			return s.decide(st)
		}
		narrow, again := -1, false
		open := st.choices
		st.choices = nil
		for i, c := range open {
			left, settled := s.filter(st, c, len(open) > 1)
			switch {
			case settled:
				again = true
				continue
			case len(left) <= 1:
				again = true
				s.choose(st, choice{alternatives: left, against: c.against})
				if st.failed {
					return nil, none
				}
				continue
			}
			open[i].alternatives = left
			st.choices = append(st.choices, open[i])
			if narrow < 0 || len(left) < len(st.choices[narrow].alternatives) {
				narrow = len(st.choices) - 1
			}
		}
		if again {
			continue
		}
		c := st.choices[narrow]
		st.choices = slices.Delete(slices.Clone(st.choices), narrow, narrow+1)
		best := none
		for _, a := range c.alternatives {
			next := st.clone()
			s.take(next, a)
			value, got := s.split(next)
			if got == found {
				return value, found
			}
			best = worse(best, got)
		}
		return nil, best
	}
}

// filter leaves out the alternatives that cannot hold; settled means that the choice
// is made whatever else is chosen. What costs more than a look is asked only where
// there are other choices to multiply with.
func (s *solver) filter(st *state, c choice, many bool) (left []alternative, settled bool) {
	if c.against != anything && s.clashes(st, c.against) {
		return nil, true
	}
	for _, a := range c.alternatives {
		if s.possible(st, a, many) {
			left = append(left, a)
		}
	}
	return left, false
}

// possible tells whether an alternative does not contradict what is known at a glance.
func (s *solver) possible(st *state, a alternative, many bool) bool {
	for _, l := range a.literals {
		if slices.Contains(st.literals, l.other()) || l == mustNot(anything) {
			return false
		}
		if !l.negated() && (s.shapes[l.shape()].kinds&st.kind == 0 || s.clashes(st, l.shape())) {
			return false
		}
	}
	for _, x := range a.neg {
		if slices.Contains(st.pos, x) {
			return false
		}
		if many && st.kind == schema.Object && x.kind == memberNamed {
			if _, got := s.solve(append(s.member(st.pos, x.name), mustNot(x.nodes[0]))); got == none {
				return false
			}
		}
		if many && x.kind < anyBranch && (x.kind > minItems || x.kind == valueAtom) && x.kind != memberNamed && st.kind&(schema.Array|schema.Object) != 0 {
			if _, got := s.leaf(st.kind, st.pos, append(slices.Clone(st.neg), x)); got == none {
				return false
			}
		}
	}
	return true
}

// clashes tells whether a shape cannot hold beside what is known, as far as one
// sees from members that must be there.
func (s *solver) clashes(st *state, id int) bool {
	sh := s.shapes[id]
	if sh.kinds&st.kind == 0 {
		return true
	}
	if st.kind != schema.Object {
		return false
	}
	for _, a := range sh.atoms {
		switch a.kind {
		case memberNamed:
			if !requires(st.pos, a.name) {
				continue
			}
			if _, got := s.solve(append(s.member(st.pos, a.name), must(a.nodes[0]))); got == none {
				return true
			}
		case requiredName:
			if _, got := s.solve(s.member(st.pos, a.name)); got == none {
				return true
			}
		}
	}
	return false
}

func requires(atoms []*atom, name string) bool {
	return slices.ContainsFunc(atoms, func(a *atom) bool { return a.kind == requiredName && a.name == name })
}

// decide finds a value for a state without open choices.
func (s *solver) decide(st *state) (*schema.Value, status) {
	value, got := s.leaf(st.kind, st.pos, st.neg)
	if st.gaveUp && got != none {
		return nil, unknown
	}
	return value, got
}

// leaf finds a value of one type that satisfies atoms and violates others. Atoms
// that are branches have been turned into others.
func (s *solver) leaf(kind schema.Kinds, pos, neg []*atom) (*schema.Value, status) {
	switch kind {
	case schema.Null:
		return listed(kind, pos, neg, &schema.Value{Kind: schema.Null})
	case schema.Bool:
		return listed(kind, pos, neg, &schema.Value{Kind: schema.Bool}, &schema.Value{Kind: schema.Bool, Bool: true})
	case schema.String:
		return s.text(pos, neg)
	case schema.Array:
		return s.array(pos, neg)
	case schema.Object:
		return s.object(pos, neg)
	}
	return s.number(kind, pos, neg)
}

// listed finds one of a type's few values.
func listed(kind schema.Kinds, pos, neg []*atom, values ...*schema.Value) (*schema.Value, status) {
	for _, v := range values {
		c := newConstant(v)
		has := func(a *atom) bool { return a.kind == valueAtom && inAll(c, []*atom{a}) }
		lacks := func(a *atom) bool { return a.kind == valueAtom && !inAll(c, []*atom{a}) }
		if !slices.ContainsFunc(pos, lacks) && !slices.ContainsFunc(neg, has) {
			return v, found
		}
	}
	return nil, none
}
