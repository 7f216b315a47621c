package pattern

// trimmed returns a node that is found in the same texts as n. A pattern may be
// found anywhere, so what may be left out at its beginning can be: in x{2,9}y
// every match holds one of x{2}y. This keeps .{0,2000}x from needing a state for
// every way to begin.
func trimmed(n *node) *node {
	switch n.op {
	case opConcat:
		for i, sub := range n.subs {
			rest := n.subs[i+1:]
			if first := trimmed(sub); first.op != opEmpty {
				return concat(append([]*node{first}, rest...))
			}
		}
		return empty
	case opChoice:
		branches := make([]*node, len(n.subs))
		for i, sub := range n.subs {
			branches[i] = trimmed(sub)
			if branches[i].op == opEmpty {
				return empty
			}
		}
		return &node{op: opChoice, subs: branches}
	case opRepeat:
		if n.min == 0 {
			return empty
		}
		return repeat(n.subs[0], n.min, n.min)
	}
	return n
}
