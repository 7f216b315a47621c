package compat

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/kernel"
)

// automaton decides a regular language of texts; those of one language are one.
type automaton struct {
	id    int
	table *kernel.DFA
	// starts are the code points at which the class changes, in ascending order, the first is 0.
	starts  []rune
	classes []uint8
}

func newAutomaton(id int, table *kernel.DFA) *automaton {
	a := &automaton{id: id, table: table}
	add := func(start rune, class uint8) {
		if n := len(a.classes); n == 0 || a.classes[n-1] != class {
			a.starts, a.classes = append(a.starts, start), append(a.classes, class)
		}
	}
	for r, class := range table.ASCII {
		add(rune(r), class)
	}
	for _, entry := range table.Ranges {
		add(rune(entry>>8), uint8(entry))
	}
	return a
}

// class returns the class of a code point.
func (a *automaton) class(r rune) uint8 {
	i, found := slices.BinarySearch(a.starts, r)
	if !found {
		i--
	}
	return a.classes[i]
}

func (a *automaton) match(text string) bool { return a.table.MatchText(text) }

// accepts tells whether a text may end in the state; dead and settled, that no
// text or every text that goes on from it is accepted.
func (a *automaton) accepts(state uint32) bool {
	return state == a.table.NumClasses || state >= a.table.Accept
}
func (a *automaton) dead(state uint32) bool    { return state == 0 }
func (a *automaton) settled(state uint32) bool { return state == a.table.NumClasses }

// letter stands for all code points that no automaton and no excluded text tells apart.
type letter struct {
	rune    rune
	classes []uint8 // in each automaton
}

// preferred are the characters that witnesses are written in where they can be.
const preferred = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-. /:@,;+*=!?#$%&'()<>[]{}|~^`\\\""

// letters returns one letter for each class of code points, the most readable first.
// The code points of singles are told apart from all others.
func letters(automata []*automaton, singles []rune) []letter {
	starts := []rune{0, 0xd800, 0xe000}
	for _, a := range automata {
		starts = append(starts, a.starts...)
	}
	for _, r := range singles {
		starts = append(starts, r, r+1)
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	single := map[rune]bool{}
	for _, r := range singles {
		single[r] = true
	}
	type ranked struct {
		letter
		rank int
	}
	found := map[string]*ranked{}
	var order []*ranked
	for i, start := range starts {
		end := rune(utf8.MaxRune + 1)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		if start > utf8.MaxRune || start >= 0xd800 && start < 0xe000 {
			continue
		}
		r, rank := readable(start, end)
		classes := make([]uint8, len(automata), len(automata)+4)
		for j, a := range automata {
			classes[j] = a.class(start)
		}
		key := string(classes)
		if single[start] {
			key += "=" + string(start)
		}
		have := found[key]
		if have == nil {
			have = &ranked{letter{r, classes}, rank}
			found[key] = have
			order = append(order, have)
		} else if rank < have.rank {
			have.rune, have.rank = r, rank
		}
	}
	slices.SortFunc(order, func(a, b *ranked) int { return cmp.Compare(a.rank, b.rank) })
	out := make([]letter, len(order))
	for i, r := range order {
		out[i] = r.letter
	}
	return out
}

// readable returns the most readable code point of [start, end), with its rank among all.
func readable(start, end rune) (rune, int) {
	if start < utf8.RuneSelf {
		for rank, r := range preferred {
			if start <= r && r < end {
				return r, rank
			}
		}
	}
	for r := start; r < end && r < start+64; r++ {
		if unicode.IsLetter(r) {
			return r, 200
		}
	}
	for r := start; r < end && r < start+64; r++ {
		if unicode.IsPrint(r) {
			return r, 300
		}
	}
	return start, 400
}
