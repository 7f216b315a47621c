package tape

// Trace calls step for each name or index on the way from the text's root to a value
// of the tape: name is absent for an element, index is -1 for a member. A value of
// another tape is at the root.
func (t *Tape) Trace(v Value, step func(name Value, index int)) {
	if v.tape != t {
		return
	}
	for at := uint32(0); at != v.node; {
		n := &t.nodes[at]
		end := n.next
		child, index := at+1, 0
		if n.kind == Object {
			for child < end && t.nodes[child+1].next <= v.node {
				child = t.nodes[child+1].next
			}
			step(Value{tape: t, node: child}, -1)
			at = child + 1
			continue
		}
		// Values are mostly asked for in the text's order: go on where the last one was found.
		if t.last.array == at && t.last.child != 0 && t.last.child <= v.node {
			child, index = t.last.child, t.last.index
		}
		for child < end && t.nodes[child].next <= v.node {
			child, index = t.nodes[child].next, index+1
		}
		if end-at > 64 || t.last.array == at || t.last.child == 0 {
			t.last.array, t.last.child, t.last.index = at, child, index
		}
		step(Value{}, index)
		at = child
	}
}

// Sibling returns the index of v in the array in which Trace found its last element,
// when v is an element of that array at or behind it.
func (t *Tape) Sibling(v Value) (array uint32, index int, ok bool) {
	if v.tape != t || t.last.child == 0 || v.node < t.last.child || v.node >= t.nodes[t.last.array].next {
		return 0, 0, false
	}
	child, index := t.last.child, t.last.index
	for child < v.node {
		child, index = t.nodes[child].next, index+1
	}
	if child != v.node {
		return 0, 0, false
	}
	t.last.child, t.last.index = child, index
	return t.last.array, index, true
}
