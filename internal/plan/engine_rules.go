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
				r.Path[r.Depth-1] = s.Name
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
	if n.countsOnly() && e.r.S[s.Value] == '[' {
		e.count(n.Array.Counts, s.Elements, s.Value)
		return
	}
	e.value(n, s.Value)
}

func (e *Engine) union(rule *OneOf, p, q int, f *frame) {
	r := &e.r
	if rule.Tag != nil && f != nil {
		if s := e.slot(f, rule.Tag.Name); s != nil && r.S[s.Value] == '"' {
			end := r.Str(s.Value)
			text := r.Text(s.Value, end, r.Escaped)
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
	r := &e.r
	p = r.Open(p)
	for r.S[p] != '}' {
		name := p
		r.Path[r.Depth-1] = name
		p = r.Str(p)
		text := r.Text(name, p, r.Escaped)
		p = r.Colon(p)
		evaluated := false
		for _, marks := range m.marks {
			evaluated = evaluated || marks.name(text)
		}
		if evaluated {
			p = e.skip(p)
		} else if p = e.value(rule.Node, p); p < 0 {
			return
		}
		p = r.NextMember(p)
	}
	r.Depth--
}

// skip passes over a value that has been read before.
func (e *Engine) skip(p int) int {
	e.r.Quiet++
	p = e.r.Skip(p)
	e.r.Quiet--
	return p
}

func (e *Engine) unevaluatedItems(rule *Unevaluated, p, q int) {
	var m marked
	if e.mark(rule.Marks, p, q, nil, &m); m.all {
		return
	}
	r := &e.r
	p = r.Open(p)
	for i := 0; r.S[p] != ']'; i++ {
		r.Path[r.Depth-1] = ^i
		evaluated := i < m.prefix
		for _, n := range m.contains {
			evaluated = evaluated || e.try(n, p)
		}
		if evaluated {
			p = e.skip(p)
		} else if p = e.value(rule.Node, p); p < 0 {
			return
		}
		p = r.NextElement(p)
	}
	r.Depth--
}
