package pattern

import "math"

// op is the kind of a node.
type op uint8

const (
	opEmpty   op = iota // the empty text
	opSet               // one code point of set
	opConcat            // all of subs, one after the other
	opChoice            // one of subs
	opRepeat            // subs[0], min to max times
	opBegin             // the beginning of the text
	opEnd               // the end of the text
	opWord              // between a word character and something else
	opNotWord           // anywhere else
)

// unbounded is the max of a repetition without upper bound.
const unbounded = -1

// node is a part of a parsed pattern. Groups and laziness have left no trace:
// neither changes what is accepted.
type node struct {
	op       op
	set      set
	subs     []*node
	min, max int
}

// empty is the node for the empty text.
var empty = &node{op: opEmpty}

// concat joins nodes, leaving out the empty ones.
func concat(subs []*node) *node {
	kept := subs[:0]
	for _, sub := range subs {
		if sub.op != opEmpty {
			kept = append(kept, sub)
		}
	}
	switch len(kept) {
	case 0:
		return empty
	case 1:
		return kept[0]
	}
	return &node{op: opConcat, subs: kept}
}

// repeat repeats a node.
func repeat(sub *node, low, high int) *node {
	if sub.op == opEmpty || high == 0 {
		return empty
	}
	if low == 1 && high == 1 {
		return sub
	}
	return &node{op: opRepeat, subs: []*node{sub}, min: low, max: high}
}

// steps returns how many steps the expanded node takes, at most math.MaxInt32.
func (n *node) steps() int {
	total := int64(1)
	switch n.op {
	case opConcat, opChoice:
		for _, sub := range n.subs {
			total += int64(sub.steps()) + 1
		}
	case opRepeat:
		copies := int64(n.max)
		if n.max == unbounded {
			copies = int64(n.min) + 1
		}
		total = copies * (int64(n.subs[0].steps()) + 1)
	}
	return int(min(total, math.MaxInt32))
}

// has reports whether an assertion of the given kinds is part of the node.
func (n *node) has(kinds ...op) bool {
	for _, kind := range kinds {
		if n.op == kind {
			return true
		}
	}
	for _, sub := range n.subs {
		if sub.has(kinds...) {
			return true
		}
	}
	return false
}
