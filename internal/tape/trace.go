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
		for child < end && t.nodes[child].next <= v.node {
			child, index = t.nodes[child].next, index+1
		}
		step(Value{}, index)
		at = child
	}
}
