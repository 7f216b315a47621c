package kernel

// memoKey is a node of the plan and the offset of a value.
type memoKey struct{ node, at int }

// verdict is what is remembered of a node at an offset.
type verdict struct {
	end                    int
	ok                     bool
	reported               bool // its failures are recorded, not only counted
	elements, narrow, wide int  // of an array
}

// Recall returns the offset behind the value at p when the node has been held
// against it before, and counts a failure when it did not hold.
func (r *Reader) Recall(node, p int) (int, bool) {
	v, known := r.memo[memoKey{node, p}]
	if !known || !v.ok && r.Quiet == 0 && !v.reported {
		return 0, false
	}
	if !v.ok {
		r.Fails++
	}
	r.Elements, r.Narrow, r.Wide = v.elements, v.narrow, v.wide
	return v.end, true
}

// Remember keeps what came out for the node at p: its end, and whether failures were added to fails.
func (r *Reader) Remember(node, p, end, fails int) int {
	if r.memo == nil {
		r.memo = map[memoKey]verdict{}
	}
	r.memo[memoKey{node, p}] = verdict{end, r.Fails == fails, r.Quiet == 0, r.Elements, r.Narrow, r.Wide}
	return end
}
