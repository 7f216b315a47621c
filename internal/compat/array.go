package compat

import (
	"slices"

	"github.com/acigen/acigen/internal/schema"
)

// list is what is demanded of an array.
type list struct {
	s           *solver
	least, most int // most is -1 without bound
	elements    []*atom
	needs       []need
	limits      []*atom // maxMatches, and minMatches that is denied
	unique      bool
	twins       bool // two elements must be equal
}

// need is an element that must be there, at an index from first to last (-1: any).
type need struct {
	first, last int
	goal        []literal
	// same tells that it is like the need before it and stands behind it.
	same bool
}

// array decides a goal about arrays.
func (s *solver) array(pos, neg []*atom) (*schema.Value, status) {
	l := &list{s: s, most: -1}
	for _, a := range pos {
		switch a.kind {
		case minItems:
			l.least = max(l.least, a.count)
		case maxItems:
			l.atMost(a.count)
		case prefixItem, restItems:
			l.elements = append(l.elements, a)
		case uniqueAtom:
			l.unique = true
		case minMatches:
			l.atLeast(a.count, a.nodes[0])
		case maxMatches:
			l.limits = append(l.limits, a)
		}
	}
	for _, a := range neg {
		switch a.kind {
		case minItems:
			l.atMost(a.count - 1)
		case maxItems:
			l.least = max(l.least, a.count+1)
		case prefixItem:
			l.needs = append(l.needs, need{a.count, a.count, []literal{mustNot(a.nodes[0])}, false})
		case restItems:
			l.needs = append(l.needs, need{a.count, -1, []literal{mustNot(a.nodes[0])}, false})
		case uniqueAtom:
			l.twins = true
		case minMatches:
			l.limits = append(l.limits, &atom{kind: maxMatches, count: a.count - 1, nodes: a.nodes})
		case maxMatches:
			l.atLeast(a.count+1, a.nodes[0])
		}
	}
	if l.unique && l.twins || l.most >= 0 && l.least > l.most {
		return nil, none
	}
	return l.solve()
}

func (l *list) atMost(n int) {
	if l.most < 0 || n < l.most {
		l.most = n
	}
	if n < 0 {
		l.least, l.most = 1, 0
	}
}

func (l *list) atLeast(count, node int) {
	l.least = max(l.least, count)
	for i := range min(count, maxWitness) {
		l.needs = append(l.needs, need{0, -1, []literal{must(node)}, i > 0})
	}
}

// element returns what applies to the element of an index.
func (l *list) element(index int) []literal {
	var goal []literal
	for _, a := range l.elements {
		if a.kind == prefixItem && a.count == index || a.kind == restItems && index >= a.count {
			goal = append(goal, must(a.nodes[0]))
		}
	}
	return goal
}

// own is the number of elements that have a goal of their own; from there on all have the same.
func (l *list) own() int {
	n := 0
	for _, a := range l.elements {
		if a.kind == prefixItem {
			n = max(n, a.count+1)
		} else {
			n = max(n, a.count)
		}
	}
	for _, d := range l.needs {
		n = max(n, d.first)
	}
	return n
}

// solve tries lengths from the least on. More elements than there can be needs
// for, behind those with goals of their own, change nothing.
func (l *list) solve() (*schema.Value, status) {
	enough := max(l.least, l.own()+len(l.needs)+2)
	if l.most >= 0 {
		enough = min(enough, l.most)
	}
	if l.least > maxWitness {
		return nil, l.s.giveUp("a witness would need an array of more than %d elements", maxWitness)
	}
	best := none
	for n := l.least; n <= enough; n++ {
		if !l.s.spend() {
			return nil, unknown
		}
		goals := make([][]literal, n)
		possible := true
		for i := range goals {
			if i > l.own() {
				goals[i] = goals[i-1]
				continue
			}
			goals[i] = l.element(i)
			if _, got := l.s.solve(goals[i]); got == none {
				possible = false // and no longer array has one
				break
			}
		}
		if !possible {
			return nil, best
		}
		value, got := l.place(goals, 0, -1)
		if got == found {
			return value, found
		}
		best = worse(best, got)
	}
	return nil, best
}

// place finds an index for each need from number at on.
func (l *list) place(goals [][]literal, at, before int) (*schema.Value, status) {
	if at == len(l.needs) {
		return l.pair(goals)
	}
	d := l.needs[at]
	last := len(goals) - 1
	if d.last >= 0 {
		last = min(last, d.last)
	}
	first := d.first
	if d.same {
		first = max(first, before+1)
	}
	best := none
	own, tail := l.own(), false
	for i := first; i <= last; i++ {
		fresh := i >= own && slices.Equal(goals[i], l.element(i))
		if fresh && tail {
			continue // it is like the one before it
		}
		tail = tail || fresh
		if !l.s.spend() {
			return nil, unknown
		}
		goal := append(slices.Clone(goals[i]), d.goal...)
		if _, got := l.s.solve(goal); got != found {
			best = worse(best, got)
			continue
		}
		next := slices.Clone(goals)
		next[i] = goal
		value, got := l.place(next, at+1, i)
		if got == found {
			return value, found
		}
		best = worse(best, got)
	}
	return nil, best
}

// pair makes two elements equal, where that is asked for.
func (l *list) pair(goals [][]literal) (*schema.Value, status) {
	if !l.twins {
		return l.limit(goals, 0, make([]int, len(l.limits)), nil)
	}
	best := none
	for i := range goals {
		for j := i + 1; j < len(goals); j++ {
			if !l.s.spend() {
				return nil, unknown
			}
			if j > i+1 && slices.Equal(goals[j], goals[j-1]) {
				continue
			}
			next := slices.Clone(goals)
			next[i] = append(slices.Clone(goals[i]), goals[j]...)
			value, got := l.s.solve(next[i])
			if got == found {
				next[i] = []literal{must(l.s.constantShape(newConstant(value)))}
				next[j] = next[i]
				value, got = l.limit(next, 0, make([]int, len(l.limits)), nil)
				if got == found {
					return value, found
				}
				if len(l.limits) > 0 && got == none {
					got = l.s.giveUp("contains and uniqueItems are not decided together")
				}
			}
			best = worse(best, got)
		}
	}
	return nil, best
}

// limit lets elements from number at on match a limited node no more often than
// its limit, and decides the elements one by one.
func (l *list) limit(goals [][]literal, at int, matched []int, chosen [][]literal) (*schema.Value, status) {
	if at == len(goals) {
		return l.fill(chosen)
	}
	if len(l.limits) == 0 {
		return l.fill(goals)
	}
	best := none
	for bits := range 1 << min(len(l.limits), 6) { // a bit that is set lets the element match
		if !l.s.spend() {
			return nil, unknown
		}
		goal := slices.Clone(goals[at])
		counts := slices.Clone(matched)
		over := false
		for i, a := range l.limits {
			if bits>>i&1 == 1 {
				counts[i]++
				over = over || counts[i] > a.count
			} else {
				goal = append(goal, mustNot(a.nodes[0]))
			}
		}
		if over {
			continue
		}
		if _, got := l.s.solve(goal); got != found {
			best = worse(best, got)
			continue
		}
		value, got := l.limit(goals, at+1, counts, append(slices.Clone(chosen), goal))
		if got == found {
			return value, found
		}
		best = worse(best, got)
	}
	return nil, best
}

// fill finds the elements, distinct ones where they must be.
func (l *list) fill(goals [][]literal) (*schema.Value, status) {
	out := &schema.Value{Kind: schema.Array, Items: make([]*schema.Value, len(goals))}
	if !l.unique {
		for i, goal := range goals {
			value, got := l.s.solve(goal)
			if got != found {
				return nil, got
			}
			out.Items[i] = value
		}
		return out, found
	}
	m := &matching{s: l.s, goals: goals, values: out.Items, taken: map[string]int{}}
	for i := range goals {
		if got := m.assign(i, map[int]bool{}); got != found {
			return nil, got
		}
	}
	return out, found
}

// matching gives each of several goals a value of its own, as one finds a matching
// of a bipartite graph along augmenting paths.
type matching struct {
	s      *solver
	goals  [][]literal
	values []*schema.Value
	taken  map[string]int // by the value's key: whose it is
}

// assign finds a value for a goal, and another one for those whose value it takes.
func (m *matching) assign(i int, visited map[int]bool) status {
	if !m.s.spend() {
		return unknown
	}
	visited[i] = true
	goal := slices.Clone(m.goals[i])
	holders := make([]int, 0, len(m.taken))
	for _, holder := range m.taken {
		holders = append(holders, holder)
	}
	slices.Sort(holders)
	for _, holder := range holders {
		goal = append(goal, mustNot(m.s.constantShape(newConstant(m.values[holder]))))
	}
	value, got := m.s.solve(goal)
	if got == found {
		m.give(i, value)
		return found
	}
	best := got
	for _, holder := range holders { // the values that are left for it are all taken
		if visited[holder] {
			continue
		}
		value := m.values[holder]
		c := newConstant(value)
		if _, got := m.s.solve(append(slices.Clone(m.goals[i]), must(m.s.constantShape(c)))); got != found {
			best = worse(best, got)
			continue
		}
		switch got := m.assign(holder, visited); got {
		case found:
			m.give(i, value)
			return found
		default:
			best = worse(best, got)
		}
	}
	return best
}

func (m *matching) give(i int, value *schema.Value) {
	if old := m.values[i]; old != nil {
		if key := valueKey(old); m.taken[key] == i {
			delete(m.taken, key)
		}
	}
	m.values[i] = value
	m.taken[valueKey(value)] = i
}
