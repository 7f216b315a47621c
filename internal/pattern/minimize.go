package pattern

// minimal returns the automaton with equivalent states merged (Hopcroft's
// algorithm). The states that remain are in no particular order, apart from the
// two that every machine has.
func (m *machine) minimal() *machine {
	p := newPartition(m)
	p.refine(newInverse(m))
	blocks := p.count
	// The two fixed states keep their numbers: swap the names of blocks.
	name := make([]int, blocks)
	for i := range name {
		name[i] = i
	}
	swap := func(state, number int) {
		for i, n := range name {
			if n == number {
				name[i] = name[p.block[state]]
				break
			}
		}
		name[p.block[state]] = number
	}
	swap(rejected, rejected)
	swap(found, found)

	out := &machine{
		classes: m.classes,
		start:   name[p.block[m.start]],
		next:    make([]int32, blocks*m.classes),
		accept:  make([]bool, blocks),
	}
	for b := range blocks {
		state := p.order[p.first[b]]
		out.accept[name[b]] = m.accept[state]
		for c := range m.classes {
			out.next[name[b]*m.classes+c] = int32(name[p.block[m.next[state*m.classes+c]]])
		}
	}
	return out
}

// partition divides the states into blocks. A block is a stretch of order.
type partition struct {
	order    []int // the states, block by block
	position []int // where a state is in order
	block    []int // the block of a state
	first    []int // where a block begins
	end      []int // where it ends
	marked   []int // how many states at its beginning are marked
	count    int
	waiting  []int // the blocks that may split others
	waits    []bool
}

// newPartition divides the states by whether they accept.
func newPartition(m *machine) *partition {
	n := m.states()
	p := &partition{position: make([]int, n), block: make([]int, n)}
	for _, accepting := range []bool{false, true} {
		from := len(p.order)
		for state := range n {
			if m.accept[state] == accepting {
				p.position[state] = len(p.order)
				p.block[state] = p.count
				p.order = append(p.order, state)
			}
		}
		p.add(from, len(p.order))
		p.wait(p.count - 1)
	}
	return p
}

// add appends a block.
func (p *partition) add(first, end int) {
	p.first = append(p.first, first)
	p.end = append(p.end, end)
	p.marked = append(p.marked, 0)
	p.waits = append(p.waits, false)
	p.count++
}

// wait appends a block to those that may split others.
func (p *partition) wait(block int) {
	p.waits[block] = true
	p.waiting = append(p.waiting, block)
}

// refine splits blocks until the states of each have successors in the same
// blocks for every class.
func (p *partition) refine(before *inverse) {
	var splitter, touched []int
	for len(p.waiting) > 0 {
		block := p.waiting[len(p.waiting)-1]
		p.waiting = p.waiting[:len(p.waiting)-1]
		p.waits[block] = false
		splitter = append(splitter[:0], p.order[p.first[block]:p.end[block]]...)
		for class := range before.classes {
			touched = touched[:0]
			for _, state := range splitter {
				for _, from := range before.of(state, class) {
					if b := p.block[from]; p.mark(int(from)) {
						touched = append(touched, b)
					}
				}
			}
			for _, b := range touched {
				p.split(b)
			}
		}
	}
}

// mark moves a state to the marked ones of its block, and reports whether it is the first.
func (p *partition) mark(state int) bool {
	block := p.block[state]
	to, at := p.first[block]+p.marked[block], p.position[state]
	other := p.order[to]
	p.order[to], p.order[at] = state, other
	p.position[state], p.position[other] = to, at
	p.marked[block]++
	return p.marked[block] == 1
}

// split makes the marked states of a block a block of their own, unless all are marked.
func (p *partition) split(block int) {
	first, middle, end := p.first[block], p.first[block]+p.marked[block], p.end[block]
	p.marked[block] = 0
	if middle == end {
		return
	}
	// The smaller part becomes the new block, so that each state moves seldom.
	if middle-first <= end-middle {
		p.first[block] = middle
		p.add(first, middle)
	} else {
		p.end[block] = middle
		p.add(middle, end)
	}
	added := p.count - 1
	for i := p.first[added]; i < p.end[added]; i++ {
		p.block[p.order[i]] = added
	}
	p.wait(added)
}

// inverse has the states before a state.
type inverse struct {
	classes int
	// offsets has, for each state and class, where its list begins in states.
	offsets []int32
	states  []int32
}

func newInverse(m *machine) *inverse {
	n := m.states() * m.classes
	in := &inverse{classes: m.classes, offsets: make([]int32, n+1), states: make([]int32, n)}
	for i, to := range m.next {
		in.offsets[int(to)*m.classes+i%m.classes+1]++
	}
	for i := range n {
		in.offsets[i+1] += in.offsets[i]
	}
	fill := append([]int32{}, in.offsets...)
	for i, to := range m.next {
		slot := int(to)*m.classes + i%m.classes
		in.states[fill[slot]] = int32(i / m.classes)
		fill[slot]++
	}
	return in
}

// of returns the states that class leads from to state.
func (in *inverse) of(state, class int) []int32 {
	slot := state*in.classes + class
	return in.states[in.offsets[slot]:in.offsets[slot+1]]
}
