package ir

import (
	"sort"
)

// markRecursion finds the types that contain themselves, and the references that must be indirect.
func markRecursion(named []*Named) {
	reach := map[*Named]map[*Named]bool{}
	for _, n := range named {
		reach[n] = map[*Named]bool{}
		var refs []*Ref
		n.refs(&refs, false)
		for _, r := range refs {
			reach[n][r.To] = true
		}
	}
	component := components(named, reach)
	for _, n := range named {
		var byValue []*Ref
		n.refs(&byValue, true)
		for _, r := range byValue {
			if _, union := r.To.Type.(*Union); !union && component[r.To] == component[n] {
				r.Indirect = true // a union is an interface, which is indirect by itself
			}
		}
		n.Recursive = reach[n][n]
		for to := range reach[n] {
			n.Recursive = n.Recursive || to != n && component[to] == component[n]
		}
	}
}

// refs appends the references of a type; byValue leaves out those behind a slice or map.
func (n *Named) refs(out *[]*Ref, byValue bool) {
	var walk func(t Type)
	walk = func(t Type) {
		switch t := t.(type) {
		case *Ref:
			*out = append(*out, t)
		case *Array:
			if !byValue {
				walk(t.Elem)
			}
		case *Map:
			if !byValue {
				walk(t.Elem)
			}
		case *Nullable:
			walk(t.Elem)
		case *Struct:
			for _, f := range t.Fields {
				walk(f.Type)
			}
			if t.Extra != nil && !byValue {
				walk(t.Extra)
			}
		case *Tuple:
			for _, f := range t.Items {
				walk(f.Type)
			}
			if t.Rest != nil && !byValue {
				walk(t.Rest)
			}
		case *Union:
			// A union is an interface: it holds its variants behind a pointer.
			if !byValue {
				for _, v := range t.Variants {
					walk(v.Type)
				}
			}
		}
	}
	walk(n.Type)
	if n.Alias != nil {
		*out = append(*out, &Ref{To: n.Alias})
	}
}

// components numbers the strongly connected components of the types.
func components(named []*Named, reach map[*Named]map[*Named]bool) map[*Named]int {
	order := map[*Named]int{}
	for i, n := range named {
		order[n] = i
	}
	index, low, component := map[*Named]int{}, map[*Named]int{}, map[*Named]int{}
	var stack []*Named
	count := 0
	var visit func(n *Named)
	visit = func(n *Named) {
		index[n] = len(index) + 1
		low[n] = index[n]
		stack = append(stack, n)
		next := make([]*Named, 0, len(reach[n]))
		for to := range reach[n] {
			next = append(next, to)
		}
		sort.Slice(next, func(i, j int) bool { return order[next[i]] < order[next[j]] })
		for _, to := range next {
			if index[to] == 0 {
				visit(to)
				low[n] = min(low[n], low[to])
			} else if component[to] == 0 {
				low[n] = min(low[n], index[to])
			}
		}
		if low[n] == index[n] {
			count++
			for {
				top := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				component[top] = count
				if top == n {
					break
				}
			}
		}
	}
	for _, n := range named {
		if index[n] == 0 {
			visit(n)
		}
	}
	return component
}
