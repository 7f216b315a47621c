package compat

import (
	"slices"

	"github.com/acigen/acigen/internal/schema"
)

// maxTests bounds the branches that an unevaluated* keyword may hang on.
const maxTests = 8

// evaluations turns an unmarked atom, which hangs on which branches hold, into a
// choice between all ways in which they can, each with what is then demanded.
func (s *solver) evaluations(st *state, a *atom, positive bool) choice {
	if st.kind == schema.Array != a.marks.items || st.kind&(schema.Array|schema.Object) == 0 {
		if positive {
			return choice{alternatives: []alternative{{}}} // it says nothing about this type
		}
		return choice{}
	}
	tests := a.marks.tests(nil)
	if len(tests) > maxTests {
		st.gaveUp = true
		s.giveUp("what is evaluated hangs on more than %d branches", maxTests)
		return choice{alternatives: []alternative{{}}}
	}
	var c choice
	for bits := range 1 << len(tests) {
		holds := map[int]bool{}
		var alt alternative
		for i, id := range tests {
			l := must(id)
			if holds[id] = bits>>i&1 == 1; !holds[id] {
				l = l.other()
			}
			alt.literals = append(alt.literals, l)
		}
		total := &marks{items: a.marks.items}
		total.collect(a.marks, holds)
		switch {
		case total.all && !positive:
			continue
		case !total.all:
			static := s.internAtom(total.static(s, a.nodes[0]))
			if positive {
				alt.pos = []*atom{static}
			} else {
				alt.neg = []*atom{static}
			}
		}
		c.alternatives = append(c.alternatives, alt)
	}
	return c
}

// tests returns the shapes on which marks hang, each once.
func (m *marks) tests(out []int) []int {
	for _, w := range m.when {
		if !slices.Contains(out, w.test) {
			out = append(out, w.test)
		}
		out = w.marks.tests(out)
	}
	return out
}

// collect adds what m marks when the given branches hold.
func (m *marks) collect(from *marks, holds map[int]bool) {
	m.all = m.all || from.all
	m.names = append(m.names, from.names...)
	m.patterns = append(m.patterns, from.patterns...)
	m.prefix = max(m.prefix, from.prefix)
	m.contains = append(m.contains, from.contains...)
	for _, w := range from.when {
		if holds[w.test] != w.negate {
			m.collect(w.marks, holds)
		}
	}
}

// static is the atom that the marks come to: what is not marked is a node.
func (m *marks) static(s *solver, node int) *atom {
	if m.items {
		if len(m.contains) > 0 { // an element is marked, or is a node
			branches := append(slices.Clone(m.contains), node)
			if slices.Contains(branches, anything) {
				node = anything
			} else {
				node = s.intern(schema.AllKinds, []*atom{{kind: anyBranch, nodes: branches}})
			}
		}
		return &atom{kind: restItems, count: m.prefix, nodes: []int{node}}
	}
	slices.Sort(m.names)
	return &atom{kind: membersElse, match: selection{except: slices.Compact(m.names), none: sortedAutomata(slices.Clone(m.patterns))}, nodes: []int{node}}
}
