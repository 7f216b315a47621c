package compat

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// space holds the shapes of the schemas that are compared, and those that the
// search makes up.
type space struct {
	shapes    []*shape
	became    []int // by id: the shape that says the same, after unify
	interned  map[string]int
	atoms     map[string]*atom
	automata  map[string]*automaton
	sources   map[string]*automaton
	constants map[string]int
	refused   *Answer
}

func newSpace() *space {
	s := &space{
		interned: map[string]int{}, atoms: map[string]*atom{}, constants: map[string]int{},
		automata: map[string]*automaton{}, sources: map[string]*automaton{},
	}
	s.newShape().kinds = schema.AllKinds
	s.newShape()
	return s
}

// refuse remembers the first reason why there can be no verdict.
func (s *space) refuse(reason, keyword, pointer string) {
	if s.refused == nil {
		s.refused = &Answer{Verdict: Undecided, Reason: reason, Keyword: keyword, Pointer: pointer}
	}
}

func (s *space) newShape() *shape {
	sh := &shape{id: len(s.shapes)}
	s.shapes = append(s.shapes, sh)
	return sh
}

// final returns the shape that stands for a shape since unify.
func (s *space) final(id int) int {
	if id < len(s.became) {
		return s.became[id]
	}
	return id
}

// automaton returns the automaton of a pattern; patterns of one language have one.
func (s *space) automaton(p *pattern.Pattern) *automaton {
	if a := s.sources[p.Source]; a != nil {
		return a
	}
	table := p.Table()
	key := binary.LittleEndian.AppendUint32(nil, table.NumClasses)
	key = binary.LittleEndian.AppendUint32(key, table.Start)
	key = binary.LittleEndian.AppendUint32(key, table.Accept)
	key = append(key, table.ASCII[:]...)
	for _, list := range [][]uint32{table.Ranges, table.Next} {
		key = binary.LittleEndian.AppendUint32(key, uint32(len(list)))
		for _, v := range list {
			key = binary.LittleEndian.AppendUint32(key, v)
		}
	}
	a := s.automata[string(key)]
	if a == nil {
		a = newAutomaton(len(s.automata), table)
		s.automata[string(key)] = a
	}
	s.sources[p.Source] = a
	return a
}

// unify makes one shape of all that are bisimilar: that have the same types and the
// same atoms, about shapes of which the same holds. It refines a partition until
// it is stable, as one minimizes an automaton.
func (s *space) unify() {
	class := make([]int, len(s.shapes))
	for i := range class {
		class[i] = 2
	}
	class[anything], class[nothing] = anything, nothing
	count := 3
	for {
		numbers := map[string]int{}
		next := make([]int, len(s.shapes))
		next[anything], next[nothing] = anything, nothing
		for _, sh := range s.shapes[2:] {
			key := strconv.Itoa(class[sh.id]) + "\x00" + s.contentKey(sh.kinds, sh.atoms, func(id int) int { return class[id] })
			number, there := numbers[key]
			if !there {
				number = len(numbers) + 2
				switch {
				case sh.kinds == 0:
					number = nothing
				case sh.kinds == schema.AllKinds && len(sh.atoms) == 0:
					number = anything
				}
				numbers[key] = number
			}
			next[sh.id] = number
		}
		class = next
		if len(numbers)+2 == count {
			break
		}
		count = len(numbers) + 2
	}
	first := map[int]int{anything: anything, nothing: nothing}
	s.became = make([]int, len(s.shapes))
	for id, c := range class {
		if _, there := first[c]; !there {
			first[c] = id
		}
		s.became[id] = first[c]
	}
	for _, sh := range s.shapes {
		for _, a := range sh.atoms {
			a.rename(s.final)
		}
		for i, a := range sh.atoms {
			sh.atoms[i] = s.internAtom(a)
		}
		sh.atoms = uniqueAtoms(sh.atoms)
		if s.final(sh.id) == sh.id {
			s.interned[s.contentKey(sh.kinds, sh.atoms, s.final)] = sh.id
		}
	}
}

// rename replaces the shapes that an atom refers to.
func (a *atom) rename(final func(int) int) {
	if a.key != "" {
		return
	}
	for i, id := range a.nodes {
		a.nodes[i] = final(id)
	}
	if a.marks != nil {
		a.marks.rename(final)
	}
}

func (m *marks) rename(final func(int) int) {
	for i, id := range m.contains {
		m.contains[i] = final(id)
	}
	for i := range m.when {
		m.when[i].test = final(m.when[i].test)
		m.when[i].marks.rename(final)
	}
}

func same(id int) int { return id }

// internAtom returns the one atom of its content.
func (s *space) internAtom(a *atom) *atom {
	if a.key == "" {
		a.key = a.content(same)
	}
	if known := s.atoms[a.key]; known != nil {
		return known
	}
	s.atoms[a.key] = a
	return a
}

// intern returns the shape of the given content, which refers to final shapes only.
func (s *space) intern(kinds schema.Kinds, atoms []*atom) int {
	if kinds == 0 {
		return nothing
	}
	for i, a := range atoms {
		atoms[i] = s.internAtom(a)
	}
	atoms = uniqueAtoms(atoms)
	if kinds == schema.AllKinds && len(atoms) == 0 {
		return anything
	}
	key := s.contentKey(kinds, atoms, same)
	if id, there := s.interned[key]; there {
		return id
	}
	sh := s.newShape()
	sh.kinds, sh.atoms = kinds, atoms
	s.interned[key] = sh.id
	return sh.id
}

func uniqueAtoms(atoms []*atom) []*atom {
	out := atoms[:0]
	for _, a := range atoms {
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// contentKey identifies what a shape says, given what its parts are.
func (s *space) contentKey(kinds schema.Kinds, atoms []*atom, class func(int) int) string {
	keys := make([]string, len(atoms))
	for i, a := range atoms {
		keys[i] = a.content(class)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return strconv.Itoa(int(kinds)) + "\x00" + strings.Join(keys, "\x00")
}

// content identifies what an atom says, given what the shapes are that it refers to.
func (a *atom) content(class func(int) int) string {
	b := make([]byte, 0, 64)
	number := func(n int) { b = append(strconv.AppendInt(b, int64(n), 10), ' ') }
	text := func(t string) { b = append(strconv.AppendQuote(b, t), ' ') }
	dfa := func(d *automaton) {
		if d == nil {
			number(-1)
			return
		}
		number(d.id)
	}
	number(int(a.kind))
	number(a.count)
	if a.name != "" || a.need != "" {
		text(a.name)
		text(a.need)
	}
	if a.limit != nil {
		text(a.limit.RatString())
		number(int(bit(a.strict)))
	}
	for _, v := range a.values {
		text(v.key)
	}
	dfa(a.dfa)
	if a.kind == membersElse {
		for _, name := range a.match.except {
			text(name)
		}
		dfa(a.match.match)
		for _, d := range a.match.none {
			dfa(d)
		}
	}
	number(int(a.rel))
	nodes := make([]int, len(a.nodes))
	for i, id := range a.nodes {
		nodes[i] = class(id)
	}
	if a.kind == anyBranch || a.kind == oneBranch {
		slices.Sort(nodes)
	}
	if a.kind == anyBranch {
		nodes = slices.Compact(nodes)
	}
	for _, id := range nodes {
		number(id)
	}
	if a.marks != nil {
		b = a.marks.content(b, class)
	}
	return string(b)
}

func (m *marks) content(b []byte, class func(int) int) []byte {
	number := func(n int) { b = append(strconv.AppendInt(b, int64(n), 10), ' ') }
	b = append(b, '(')
	for _, name := range m.names {
		b = strconv.AppendQuote(b, name)
	}
	for _, p := range m.patterns {
		number(p.id)
	}
	number(int(bit(m.all)))
	number(int(bit(m.items)))
	number(m.prefix)
	for _, id := range m.contains {
		number(class(id))
	}
	for _, w := range m.when {
		number(class(w.test))
		number(int(bit(w.negate)))
		b = w.marks.content(b, class)
	}
	return append(b, ')')
}
