package pattern

// kind is the kind of a step.
type kind uint8

const (
	stepSet     kind = iota // reads a code point of a set, goes on at out
	stepSplit               // goes on at out and at more
	stepBegin               // goes on at out at the beginning of the text
	stepEnd                 // goes on at out at the end of the text
	stepWord                // goes on at out between a word character and something else
	stepNotWord             // goes on at out anywhere else
	stepFound               // the pattern is found
)

// step is a state of the nondeterministic automaton.
type step struct {
	kind kind
	// set is an index into program.sets.
	set       int
	out, more int
}

// program is the nondeterministic automaton of a pattern (Thompson's), with
// counted repetitions written out. Step 0 is found.
type program struct {
	steps []step
	start int
	// sets are the distinct sets of the steps.
	sets    []set
	numbers map[string]int // their indexes, by key
	nodes   map[*node]int  // and by the node that has the set
	// words says that word boundaries matter.
	words bool
}

// expand makes the automaton of a tree.
func expand(tree *node) (*program, *Refused) {
	if tree.steps() > maxSteps {
		return nil, refuse("the pattern has more than %d positions once its repetitions are written out", maxSteps)
	}
	p := &program{
		steps:   []step{{kind: stepFound}},
		numbers: map[string]int{},
		nodes:   map[*node]int{},
		words:   tree.has(opWord, opNotWord),
	}
	p.start = p.node(tree, 0)
	return p, nil
}

// node appends the steps of n, which go on at out, and returns where they begin.
func (p *program) node(n *node, out int) int {
	switch n.op {
	case opSet:
		return p.add(step{kind: stepSet, set: p.number(n), out: out})
	case opConcat:
		for i := len(n.subs) - 1; i >= 0; i-- {
			out = p.node(n.subs[i], out)
		}
	case opChoice:
		last := len(n.subs) - 1
		start := p.node(n.subs[last], out)
		for i := last - 1; i >= 0; i-- {
			start = p.add(step{kind: stepSplit, out: p.node(n.subs[i], out), more: start})
		}
		return start
	case opRepeat:
		return p.repeat(n, out)
	case opBegin:
		return p.add(step{kind: stepBegin, out: out})
	case opEnd:
		return p.add(step{kind: stepEnd, out: out})
	case opWord:
		return p.add(step{kind: stepWord, out: out})
	case opNotWord:
		return p.add(step{kind: stepNotWord, out: out})
	}
	return out
}

// repeat appends the copies of a repetition: those that may be left out at the
// end, each of them with a way past all that follow.
func (p *program) repeat(n *node, out int) int {
	sub, start := n.subs[0], out
	if n.max == unbounded {
		start = p.add(step{kind: stepSplit, more: out})
		p.steps[start].out = p.node(sub, start)
	}
	for i := n.min; i < n.max; i++ {
		start = p.add(step{kind: stepSplit, out: p.node(sub, start), more: out})
	}
	for i := 0; i < n.min; i++ {
		start = p.node(sub, start)
	}
	return start
}

// add appends a step.
func (p *program) add(s step) int {
	p.steps = append(p.steps, s)
	return len(p.steps) - 1
}

// number returns the index in sets of a node's set.
func (p *program) number(n *node) int {
	if i, ok := p.nodes[n]; ok {
		return i
	}
	key := n.set.key()
	i, ok := p.numbers[key]
	if !ok {
		i = len(p.sets)
		p.numbers[key] = i
		p.sets = append(p.sets, n.set)
	}
	p.nodes[n] = i
	return i
}
