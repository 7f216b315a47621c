package pattern

import (
	"encoding/binary"
	"slices"
)

// machine is a complete deterministic automaton over the classes of an alphabet.
// State rejected is left by nothing and rejects, found is left by nothing and accepts.
type machine struct {
	classes int
	start   int
	// next has classes entries for each state.
	next []int32
	// accept has the states that accept when the text ends.
	accept []bool
}

// The two states that every machine has.
const (
	rejected = 0
	found    = 1
)

func (m *machine) states() int { return len(m.accept) }

// before says what stands before a position: it decides assertions together
// with what stands behind.
type before uint8

const (
	beforeOther before = iota
	beforeWord
	beforeNothing
)

// behind says what stands behind a position.
type behind uint8

const (
	behindOther behind = iota
	behindWord
	behindNothing
	behindUnknown
)

// builder makes a machine by the subset construction. The search is not
// anchored: every position may be the one where the pattern begins. A set of
// steps stands for a position before what stands behind it is known, so the
// assertions that need to know it are kept in the set and are followed when the
// next class, or the end, is looked at.
type builder struct {
	p       *program
	a       *alphabet
	m       *machine
	work    int
	numbers map[string]int32
	// sets and contexts are the steps and the context of each state.
	sets     [][]uint16
	contexts []before
	// mark has the round in which a step was last visited.
	mark  []uint32
	round uint32
	stack []int
}

// determinize makes the deterministic automaton of a program.
func determinize(p *program, a *alphabet) (*machine, *Refused) {
	b := &builder{
		p: p, a: a,
		m:        &machine{classes: a.count, accept: []bool{false, true}},
		numbers:  map[string]int32{},
		sets:     make([][]uint16, 2),
		contexts: make([]before, 2),
		mark:     make([]uint32, len(p.steps)),
	}
	b.m.next = append(make([]int32, a.count), slices.Repeat([]int32{found}, a.count)...)
	b.round++
	first := b.follow(nil, p.start, beforeNothing, behindUnknown)
	b.m.start = int(b.state(first, beforeNothing))
	for state := 2; state < len(b.sets); state++ {
		if err := b.expand(state); err != nil {
			return nil, err
		}
	}
	return b.m, nil
}

// expand makes the row of a state.
func (b *builder) expand(state int) *Refused {
	context := b.contexts[state]
	b.m.accept[state] = finds(b.settle(b.sets[state], context, behindNothing))
	facingOther := b.settle(b.sets[state], context, behindOther)
	facingWord := facingOther
	if b.p.words {
		facingWord = b.settle(b.sets[state], context, behindWord)
	}
	foundOther, foundWord := finds(facingOther), finds(facingWord)
	for class := range b.a.count {
		from, settled, after := facingOther, foundOther, beforeOther
		if b.a.word[class] {
			from, settled, after = facingWord, foundWord, beforeWord
		}
		to := int32(found)
		if !settled {
			to = b.state(b.read(from, class, after), after)
		}
		b.m.next = append(b.m.next, to)
		if err := b.overrun(); err != nil {
			return err
		}
	}
	return nil
}

// overrun returns an error once a limit is exceeded.
func (b *builder) overrun() *Refused {
	switch {
	case b.work > maxWork:
		return tooMuchWork()
	case len(b.sets) > maxStates:
		return refuse("the pattern needs more than %d states", maxStates)
	case len(b.sets)*b.a.count > maxEntries:
		return refuse("the pattern needs a table of more than %d entries", maxEntries)
	}
	return nil
}

// settle returns the set with its assertions followed, now that what stands
// behind is known.
func (b *builder) settle(set []uint16, context before, next behind) []uint16 {
	b.round++
	out := make([]uint16, 0, len(set))
	for _, s := range set {
		out = b.follow(out, int(s), context, next)
	}
	return out
}

// read returns the set after a class: what its steps lead to, and the start of the pattern.
func (b *builder) read(set []uint16, class int, after before) []uint16 {
	b.round++
	b.work += len(set)
	var out []uint16
	for _, s := range set {
		if step := &b.p.steps[s]; step.kind == stepSet && b.a.members[step.set].has(class) {
			out = b.follow(out, step.out, after, behindUnknown)
		}
	}
	return b.follow(out, b.p.start, after, behindUnknown)
}

// follow appends to out the steps that s leads to without reading: those that
// read, found, and the assertions that cannot be decided yet.
func (b *builder) follow(out []uint16, s int, context before, next behind) []uint16 {
	b.stack = append(b.stack[:0], s)
	for len(b.stack) > 0 {
		s := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if b.mark[s] == b.round {
			continue
		}
		b.mark[s] = b.round
		b.work++
		step := &b.p.steps[s]
		switch holds, known := step.holds(context, next); {
		case step.kind == stepSplit:
			b.stack = append(b.stack, step.more, step.out)
		case !known:
			out = append(out, uint16(s))
		case holds:
			b.stack = append(b.stack, step.out)
		}
	}
	return out
}

// holds reports whether an assertion holds, and whether that is known yet. Of
// what is no assertion nothing is known.
func (s *step) holds(context before, next behind) (holds, known bool) {
	switch s.kind {
	case stepBegin:
		return context == beforeNothing, true
	case stepEnd:
		return next == behindNothing, next != behindUnknown
	case stepWord:
		return (context == beforeWord) != (next == behindWord), next != behindUnknown
	case stepNotWord:
		return (context == beforeWord) == (next == behindWord), next != behindUnknown
	}
	return false, false
}

// finds reports whether the pattern is found once set is reached.
func finds(set []uint16) bool { return slices.Contains(set, 0) }

// state returns the number of the state for a set and its context.
func (b *builder) state(set []uint16, context before) int32 {
	if len(set) == 0 {
		return rejected
	}
	if finds(set) {
		return found
	}
	slices.Sort(set)
	key := make([]byte, 1, 1+2*len(set))
	key[0] = byte(context)
	for _, s := range set {
		key = binary.BigEndian.AppendUint16(key, s)
	}
	number, ok := b.numbers[string(key)]
	if !ok {
		number = int32(len(b.sets))
		b.numbers[string(key)] = number
		b.sets = append(b.sets, set)
		b.contexts = append(b.contexts, context)
		b.m.accept = append(b.m.accept, false)
	}
	return number
}
