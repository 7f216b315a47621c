package plan

import "github.com/acigen/acigen/internal/kernel"

// count checks how many there are.
func (e *Engine) count(counts []Count, n, at int) {
	for _, c := range counts {
		if c.Max && n > c.Limit || !c.Max && n < c.Limit {
			e.r.Fail(at, c.Site.Index)
		}
	}
}

func (e *Engine) array(n *Node, p int) int {
	r, a, start := &e.r, n.Array, p
	if a == nil {
		a = &anyArray
	}
	if p = r.Open(p); p < 0 {
		return p
	}
	var starts []int
	keep := len(a.Unique) > 0 || len(a.Contains) > 0
	i, narrow, wide := 0, -1, -1
	for ; r.S[p] != ']'; i++ {
		r.Path[r.Depth-1] = ^i
		item := a.Items
		if i < len(a.Prefix) {
			item = a.Prefix[i]
		}
		if keep {
			starts = append(starts, p)
		}
		row := r.S[p] == '['
		if p = e.value(item, p); p < 0 {
			return p
		}
		if row {
			narrow, wide = kernel.Widths(narrow, wide, r.Elements)
		}
		if p = r.NextElement(p); p < 0 {
			return p
		}
	}
	for k := range a.Contains {
		e.contains(&a.Contains[k], starts, start)
	}
	r.Depth--
	p++
	e.count(a.Counts, i, start)
	if len(a.Unique) > 0 && !kernel.Unique(r.S, starts) {
		for _, site := range a.Unique {
			r.Fail(start, site.Index)
		}
	}
	e.finish(n, kernel.KindArray, start, p, nil)
	r.Elements, r.Narrow, r.Wide = i, narrow, wide
	return p
}

// anyArray and anyObject stand for what demands nothing.
var (
	anyArray  Array
	anyObject Object
)

func (e *Engine) contains(c *Contains, starts []int, at int) {
	matches := 0
	for i, p := range starts {
		e.r.Path[e.r.Depth-1] = ^i
		if e.try(c.Node, p) {
			matches++
		}
	}
	e.r.Depth--
	e.count(c.Counts, matches, at)
	e.r.Depth++
}

// try tells whether the node holds for the value at p, which has been read before.
func (e *Engine) try(n *Node, p int) bool {
	if n == nil {
		return true
	}
	fails := e.r.Try()
	depth := e.r.Depth
	e.value(n, p)
	e.r.Depth = depth
	return e.r.Tried(fails)
}

// frame is where the named members of an object stand.
type frame struct {
	object  *Object
	base    int // slots[base:base+len(object.Props)]
	members int
}

func (e *Engine) slot(f *frame, name string) *kernel.Place {
	i := f.object.Index(name)
	if i < 0 {
		return nil
	}
	if s := &e.slots[f.base+i]; s.Off > 0 {
		return s
	}
	return nil
}

func (e *Engine) object(n *Node, p int) int {
	r, o, start := &e.r, n.Object, p
	if o == nil {
		o = &anyObject
	}
	if p = r.Open(p); p < 0 {
		return p
	}
	f := frame{object: o, base: len(e.slots)}
	for range o.Props {
		e.slots = append(e.slots, kernel.Place{})
	}
	names := r.Names()
	next := 0
	for ; r.S[p] != '}'; f.members++ {
		name := p
		r.Path[r.Depth-1] = name
		if p = r.Str(p); p < 0 {
			return p
		}
		escaped := r.Escaped
		i := e.lookUp(o, name, p, escaped, next)
		first := true
		if i >= 0 {
			next = i + 1
			if first = e.slots[f.base+i].Off == 0; !first {
				r.Duplicate(name)
			}
		} else {
			r.Distinct(&names, name, p, escaped)
		}
		for k := range o.Names {
			if check := &o.Names[k]; !e.try(check.Node, name) {
				r.Fail(name, check.Site.Index)
			}
		}
		text := ""
		if i < 0 && len(o.Groups) > 0 {
			text = r.TextOf(name, p, escaped)
		}
		if p = r.Colon(p); p < 0 {
			return p
		}
		value := p
		switch {
		case !first:
			p = r.Skip(p)
		case i >= 0:
			p = e.value(o.Props[i].Node, p)
			if p >= 0 {
				e.slots[f.base+i] = kernel.Place{Key: name, Off: value, Elements: r.Elements, Narrow: r.Narrow, Wide: r.Wide}
			}
		case len(o.Groups) > 0:
			p = e.grouped(o, text, p)
		default:
			p = e.value(o.Else, p)
		}
		if p < 0 {
			return p
		}
		if p = r.NextMember(p); p < 0 {
			return p
		}
	}
	r.Forget(&names)
	r.Depth--
	e.members(o, &f, start)
	p++
	e.finish(n, kernel.KindObject, start, p, &f)
	e.slots = e.slots[:f.base]
	return p
}

// lookUp returns the position of the name S[from:to] in Props, or -1. Members mostly come in the schema's order.
func (e *Engine) lookUp(o *Object, from, to int, escaped bool, next int) int {
	if escaped {
		return o.Index(e.r.TextOf(from, to, true))
	}
	text := e.r.S[from+1 : to-1]
	if next < len(o.Props) && o.Props[next].Name == text {
		return next
	}
	return o.Index(text)
}

// grouped reads a member that properties do not name, by what its name matches.
func (e *Engine) grouped(o *Object, name string, p int) int {
	var nodes []*Node
	add := func(n *Node) {
		for _, other := range nodes {
			if other == n {
				return
			}
		}
		if n != nil {
			nodes = append(nodes, n)
		}
	}
	add(o.Else)
	for i := range o.Groups {
		matched := false
		for _, g := range o.Groups[i].Patterns {
			if g.Pattern.MatchString(name) {
				matched = true
				add(g.Node)
			}
		}
		if !matched {
			add(o.Groups[i].Rest)
		}
	}
	if len(nodes) == 0 {
		return e.r.Skip(p)
	}
	end := -1
	for _, n := range nodes {
		if end = e.value(n, p); end < 0 {
			return end
		}
	}
	return end
}

// members checks which members are there and how they relate.
func (e *Engine) members(o *Object, f *frame, start int) {
	r := &e.r
	for i := range o.Required {
		if need := &o.Required[i]; e.slot(f, need.Name) == nil {
			r.Fail(start, need.Site.Index)
		}
	}
	for i := range o.Dependent {
		if d := &o.Dependent[i]; e.slot(f, d.Name) != nil && e.slot(f, d.Need) == nil {
			r.Fail(start, d.Site.Index)
		}
	}
	e.count(o.Counts, f.members, start)
	for i := range o.Related {
		related := &o.Related[i]
		if a, b := e.slot(f, related.Prop), e.slot(f, related.Sibling); a != nil && b != nil {
			switch related.Relation {
			case CountOf:
				r.Counts(a, b, related.Site.Index)
			case NotBelow:
				r.NotBelow(a, b, related.Site.Index)
			case RowWidth:
				r.RowWidths(a, b, related.Site.Index)
			}
		}
	}
}
