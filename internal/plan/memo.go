package plan

// edge is a way from a node to one that it reads; trial tells that it reads the
// same bytes a second time.
type edge struct {
	to    *Node
	trial bool
}

// deepTrials is from which nesting of trials on a node remembers its verdicts.
const deepTrials = 3

// markMemo sets Memo on the nodes where trials can multiply: those on a cycle
// that contains a trial, and those with deeply nested trials below.
func markMemo(p *Plan) {
	t := &tarjan{index: make([]int, len(p.Nodes)), low: make([]int, len(p.Nodes)), component: make([]int, len(p.Nodes))}
	for _, n := range p.Nodes {
		if t.index[n.ID] == 0 {
			t.visit(n)
		}
	}
	// Components come out in reverse topological order: what a component reaches is decided already.
	height := make([]int, len(p.Nodes))
	for _, component := range t.components {
		deepest, cyclic := 0, false
		for _, n := range component {
			for _, e := range edges(n) {
				inside := t.component[e.to.ID] == t.component[n.ID]
				cyclic = cyclic || inside && e.trial
				if !inside {
					h := height[e.to.ID]
					if e.trial {
						h++
					}
					deepest = max(deepest, h)
				}
			}
		}
		for _, n := range component {
			height[n.ID] = deepest
			n.Memo = cyclic || deepest >= deepTrials
			// What is decided on members in place is decided again wherever it is tried: there is no memory of that.
			n.Shallow = n.Shallow && !n.Memo
		}
	}
}

func edges(n *Node) []edge {
	var out []edge
	add := func(to *Node, trial bool) {
		if to != nil {
			out = append(out, edge{to, trial})
		}
	}
	for _, rule := range n.Rules {
		for _, to := range Branches(rule) {
			add(to, true)
		}
		if u, is := rule.(*Unevaluated); is {
			add(u.Node, true)
			u.Marks.contains(func(to *Node) { add(to, true) })
		}
	}
	if a := n.Array; a != nil {
		for _, to := range a.Prefix {
			add(to, false)
		}
		add(a.Items, false)
		for _, c := range a.Contains {
			add(c.Node, true)
		}
	}
	if o := n.Object; o != nil {
		for _, p := range o.Props {
			add(p.Node, false)
		}
		add(o.Else, len(o.Groups) > 0)
		for _, g := range o.Groups {
			add(g.Rest, true)
			for _, p := range g.Patterns {
				add(p.Node, true)
			}
		}
	}
	return out
}

func (m *Marks) contains(visit func(*Node)) {
	for _, n := range m.Contains {
		visit(n)
	}
	for _, w := range m.When {
		w.Marks.contains(visit)
	}
}

// tarjan finds strongly connected components, with a stack of its own: plans can be deep.
type tarjan struct {
	index, low, component []int
	next                  int
	stack                 []*Node
	components            [][]*Node
}

func (t *tarjan) visit(root *Node) {
	type frame struct {
		node  *Node
		edges []edge
	}
	var frames []frame
	enter := func(n *Node) {
		t.next++
		t.index[n.ID], t.low[n.ID], t.component[n.ID] = t.next, t.next, -1
		t.stack = append(t.stack, n)
		frames = append(frames, frame{n, edges(n)})
	}
	enter(root)
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		n := f.node
		if len(f.edges) > 0 {
			to := f.edges[0].to
			f.edges = f.edges[1:]
			if t.index[to.ID] == 0 {
				enter(to)
			} else if t.component[to.ID] == -1 {
				t.low[n.ID] = min(t.low[n.ID], t.index[to.ID])
			}
			continue
		}
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			parent := frames[len(frames)-1].node
			t.low[parent.ID] = min(t.low[parent.ID], t.low[n.ID])
		}
		if t.low[n.ID] == t.index[n.ID] {
			t.pop(n)
		}
	}
}

func (t *tarjan) pop(n *Node) {
	for i := len(t.stack) - 1; ; i-- {
		t.component[t.stack[i].ID] = len(t.components)
		if t.stack[i] == n {
			t.components = append(t.components, append([]*Node(nil), t.stack[i:]...))
			t.stack = t.stack[:i]
			return
		}
	}
}
