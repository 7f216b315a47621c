package plan

import "github.com/acigen/acigen/internal/kernel"

// rule checks the value [p,q), which has been read before. The frame is not nil for an object.
func (e *Engine) rule(rule Rule, p, q int, f *frame) {
	r := &e.r
	switch rule := rule.(type) {
	case *OneOf:
		e.union(rule, p, q, f)
	case *Not:
		if e.holds(rule.Node, p, q, f) {
			r.Fail(p, rule.Site.Index)
		}
	case *If:
		then := rule.Else
		if e.holds(rule.If, p, q, f) {
			then = rule.Then
		}
		e.apply(then, p, q, f)
	case *Unevaluated:
		if rule.Items {
			if r.S[p] == '[' {
				e.unevaluatedItems(rule, p, q)
			}
		} else if f != nil {
			e.unevaluatedMembers(rule, p, q, f)
		}
	}
}

// holds tries a branch.
func (e *Engine) holds(n *Node, p, q int, f *frame) bool {
	fails := e.r.Try()
	e.apply(n, p, q, f)
	return e.r.Tried(fails)
}

// apply reads the value again for a branch; where the branch is shallow, only the members that it names.
func (e *Engine) apply(n *Node, p, q int, f *frame) {
	if n == nil {
		return
	}
	if f == nil || !n.Shallow {
		depth := e.r.Depth
		e.value(n, p)
		e.r.Depth = depth
		return
	}
	if o := n.Object; o != nil {
		r := &e.r
		r.Depth++
		for i := range o.Props {
			prop := &o.Props[i]
			if s := e.slot(f, prop.Name); s != nil && prop.Node != nil {
				r.Path[r.Depth-1] = s.Key
				e.member(prop.Node, s)
			}
		}
		r.Depth--
		e.members(o, f, p)
	}
	e.finish(n, kernel.KindObject, p, q, f)
}

// member applies a branch's demand to a member that has been read before.
func (e *Engine) member(n *Node, s *kernel.Place) {
	if n.CountsOnly() && e.r.S[s.Off] == '[' {
		e.count(n.Array.Counts, s.Elements, s.Off)
		return
	}
	e.value(n, s.Off)
}

func (e *Engine) union(rule *OneOf, p, q int, f *frame) {
	r := &e.r
	if rule.Tag != nil && f != nil {
		if s := e.slot(f, rule.Tag.Name); s != nil && r.S[s.Off] == '"' {
			text, _ := r.TagAt(s)
			for i, v := range rule.Tag.Values {
				if v == text {
					branch := rule.Tag.Branch[i]
					if !e.holds(rule.Branches[branch], p, q, f) {
						r.Fail(p, rule.Tag.Sites[branch].Index)
					}
					return
				}
			}
		}
		r.Fail(p, rule.Site.Index)
		return
	}
	matches := 0
	for _, branch := range rule.Branches {
		if e.holds(branch, p, q, f) {
			if matches++; !rule.Exactly || matches == 2 {
				break
			}
		}
	}
	if matches == 0 || rule.Exactly && matches != 1 {
		r.Fail(p, rule.Site.Index)
	}
}

// marked is what Marks come to for one value.
type marked struct {
	marks    []*Marks
	all      bool
	prefix   int
	contains []*Node
}

func (e *Engine) mark(m *Marks, p, q int, f *frame, out *marked) {
	out.marks = append(out.marks, m)
	out.all = out.all || m.All
	out.prefix = max(out.prefix, m.Prefix)
	out.contains = append(out.contains, m.Contains...)
	for i := range m.When {
		if w := &m.When[i]; !out.all && e.holds(w.Test, p, q, f) != w.Negate {
			e.mark(w.Marks, p, q, f, out)
		}
	}
}

func (m *Marks) name(name string) bool {
	if m.Names[name] {
		return true
	}
	for _, re := range m.Patterns {
		if re.MatchString(name) {
			return true
		}
	}
	return false
}

func (e *Engine) unevaluatedMembers(rule *Unevaluated, p, q int, f *frame) {
	var m marked
	if e.mark(rule.Marks, p, q, f, &m); m.all {
		return
	}
	e.r.UnmarkedMembers(p, func(name string) bool {
		for _, marks := range m.marks {
			if marks.name(name) {
				return true
			}
		}
		return false
	}, func(p int) int { return e.value(rule.Node, p) })
}

func (e *Engine) unevaluatedItems(rule *Unevaluated, p, q int) {
	var m marked
	if e.mark(rule.Marks, p, q, nil, &m); m.all {
		return
	}
	e.r.UnmarkedItems(p, func(index, p int) bool {
		if index < m.prefix {
			return true
		}
		for _, n := range m.contains {
			if e.try(n, p) {
				return true
			}
		}
		return false
	}, func(p int) int { return e.value(rule.Node, p) })
}
