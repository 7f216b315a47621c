package kernel

import "unicode/utf8"

// DFA is a deterministic automaton over Unicode code points, as plain tables.
// acigen makes it from a pattern, and only such a one may be run: the zero value
// is of no use. It is never written to after that, so any number of goroutines
// may share it.
//
// A state is named by the offset of its row in the table. Every row has an entry
// for each class, the state that follows on a code point of it. Row 0 is the
// state that nothing leads out of and that rejects; the row after it accepts
// whatever follows. Matching stops at either.
type DFA struct {
	// NumClasses is the number of classes of code points, at least 1 and at most 256.
	NumClasses uint32
	// Start is the first state.
	Start uint32
	// Accept is where the states begin that accept when the text ends there.
	Accept uint32
	// ASCII has the class of each ASCII character.
	ASCII [128]uint8
	// Ranges has the classes of all other code points, in ascending order: the
	// first code point of a range times 256, plus the range's class. A range ends
	// where the next begins; the first begins at U+0080.
	Ranges []uint32
	// Next has the rows.
	Next []uint32
}

// MatchText reports whether the automaton accepts s, which is valid UTF-8. It
// takes time linear in s, allocates nothing, and stops as soon as the verdict
// is settled.
func (d *DFA) MatchText(s string) bool {
	next, state, settled, near := d.Next, d.Start, d.NumClasses, 0
	for i := 0; i < len(s) && state > settled; i++ {
		b := s[i]
		if b < utf8.RuneSelf {
			state = next[state+uint32(d.ASCII[b])]
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		near = d.rangeOf(uint32(r), near)
		state = next[state+d.Ranges[near]&0xff]
		i += size - 1
	}
	return state == settled || state >= d.Accept
}

// rangeOf returns the index of the range that holds r, which is not ASCII.
// Neighbours in a text mostly share a range, so near, the one before, is tried first.
func (d *DFA) rangeOf(r uint32, near int) int {
	key := r<<8 | 0xff
	if d.Ranges[near] <= key && (near+1 == len(d.Ranges) || key < d.Ranges[near+1]) {
		return near
	}
	low, high := 0, len(d.Ranges)
	for low+1 < high {
		if middle := int(uint(low+high) >> 1); d.Ranges[middle] <= key {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
