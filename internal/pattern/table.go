package pattern

import (
	"unicode/utf8"

	"github.com/acigen/acigen/internal/kernel"
)

// table numbers a minimal automaton in a fixed order and writes it down: classes
// that lead to the same states everywhere are one, in the order of their first
// code points; states come breadth first from the start, those that accept at
// the end of the text after those that do not.
func (m *machine) table(a *alphabet) *kernel.DFA {
	merged, representatives := m.mergeClasses(a)
	numbers, accept := m.order(representatives)
	count := len(representatives)
	t := &kernel.DFA{
		NumClasses: uint32(count),
		Start:      uint32(numbers[m.start] * count),
		Accept:     uint32(accept * count),
		Next:       make([]uint32, m.states()*count),
	}
	for state := range m.states() {
		for i, class := range representatives {
			to := numbers[m.next[state*m.classes+class]]
			t.Next[numbers[state]*count+i] = uint32(to * count)
		}
	}
	for i, first := range a.firsts {
		class := merged[a.classes[i]]
		end := rune(utf8.MaxRune + 1)
		if i+1 < len(a.firsts) {
			end = a.firsts[i+1]
		}
		for r := first; r < end && r < utf8.RuneSelf; r++ {
			t.ASCII[r] = uint8(class)
		}
		if end > utf8.RuneSelf {
			entry := uint32(max(first, utf8.RuneSelf))<<8 | uint32(class)
			if n := len(t.Ranges); n == 0 || t.Ranges[n-1]&0xff != uint32(class) {
				t.Ranges = append(t.Ranges, entry)
			}
		}
	}
	return t
}

// mergeClasses returns the new number of each class, and one old class for each new one.
func (m *machine) mergeClasses(a *alphabet) (merged, representatives []int) {
	numbers := map[string]int{}
	merged = make([]int, m.classes)
	for class := range m.classes {
		column := make([]byte, 0, 2*m.states())
		for state := range m.states() {
			to := m.next[state*m.classes+class]
			column = append(column, byte(to>>8), byte(to))
		}
		number, ok := numbers[string(column)]
		if !ok {
			number = len(representatives)
			numbers[string(column)] = number
			representatives = append(representatives, class)
		}
		merged[class] = number
	}
	return merged, representatives
}

// order returns the number of each state, and the number of the first one that
// accepts at the end.
func (m *machine) order(representatives []int) (numbers []int, accept int) {
	seen := make([]bool, m.states())
	seen[rejected], seen[found] = true, true
	var queue []int
	visit := func(state int) {
		if !seen[state] {
			seen[state] = true
			queue = append(queue, state)
		}
	}
	visit(m.start)
	for i := 0; i < len(queue); i++ {
		for _, class := range representatives {
			visit(int(m.next[queue[i]*m.classes+class]))
		}
	}
	numbers = make([]int, m.states())
	numbers[found] = found
	count := found + 1
	for _, accepting := range []bool{false, true} {
		accept = count
		for _, state := range queue {
			if m.accept[state] == accepting {
				numbers[state] = count
				count++
			}
		}
	}
	return numbers, accept
}
