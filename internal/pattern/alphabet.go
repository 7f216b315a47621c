package pattern

import (
	"slices"
	"unicode/utf8"
)

// alphabet divides the code points into classes that no set of a program
// divides further. Surrogates are in no class of their own: no text has them.
type alphabet struct {
	// firsts are the first code points of the ranges, ascending from 0; a range
	// ends where the next begins. classes has each range's class.
	firsts  []rune
	classes []int
	count   int
	// members has, for each set of the program, the classes that are in it.
	members []bits
	// word has, for each class, whether it is of word characters. It is set where the program needs it.
	word []bool
}

// bits is a set of classes.
type bits [maxClasses / 64]uint64

func (b *bits) add(i int)      { b[i/64] |= 1 << (i % 64) }
func (b *bits) has(i int) bool { return b[i/64]>>(i%64)&1 == 1 }

// divide makes the alphabet of a program.
func divide(p *program) (*alphabet, *Refused) {
	sets := p.sets
	if p.words {
		sets = append(slices.Clip(sets), words)
	}
	a := &alphabet{firsts: boundaries(sets)}
	a.classes = make([]int, len(a.firsts))
	work := 0
	for _, s := range sets {
		if work += a.split(s); work > maxWork {
			return nil, tooMuchWork()
		}
	}
	if a.number(); a.count > maxClasses {
		return nil, refuse("the pattern tells more than %d kinds of characters apart", maxClasses)
	}
	for _, s := range p.sets {
		var b bits
		a.each(s, func(i int) { b.add(a.classes[i]) })
		a.members = append(a.members, b)
	}
	a.word = make([]bool, a.count)
	if p.words {
		a.each(words, func(i int) { a.word[a.classes[i]] = true })
	}
	return a, nil
}

// boundaries returns where the ranges begin that the spans of sets cut out.
func boundaries(sets []set) []rune {
	firsts := []rune{0}
	for _, s := range sets {
		for _, sp := range s {
			firsts = append(firsts, sp.low)
			if sp.high < utf8.MaxRune {
				firsts = append(firsts, sp.high+1)
			}
		}
	}
	slices.Sort(firsts)
	return slices.Compact(firsts)
}

// each calls f with the index of every range that is in s.
func (a *alphabet) each(s set, f func(int)) {
	for _, sp := range s {
		i, _ := slices.BinarySearch(a.firsts, sp.low)
		for ; i < len(a.firsts) && a.firsts[i] <= sp.high; i++ {
			f(i)
		}
	}
}

// split gives the ranges in s classes apart from those that are not, and returns
// how many there are.
func (a *alphabet) split(s set) int {
	moved, n := map[int]int{}, 0
	a.each(s, func(i int) {
		n++
		to, ok := moved[a.classes[i]]
		if !ok {
			a.count++
			to = a.count
			moved[a.classes[i]] = to
		}
		a.classes[i] = to
	})
	return n
}

// number counts the classes and numbers them in the order of their first code
// points. A range of surrogates has no say; it gets the class before it.
func (a *alphabet) number() {
	numbers := map[int]int{}
	for i, old := range a.classes {
		if a.surrogates(i) {
			a.classes[i] = a.classes[i-1]
			continue
		}
		number, ok := numbers[old]
		if !ok {
			number = len(numbers)
			numbers[old] = number
		}
		a.classes[i] = number
	}
	a.count = len(numbers)
}

// surrogates reports whether range i has no code point but surrogates.
func (a *alphabet) surrogates(i int) bool {
	return a.firsts[i] >= surrogateLow && i+1 < len(a.firsts) && a.firsts[i+1] <= surrogateHigh+1
}
