package kernel

// UnmarkedMembers holds check against the members of the object at p, read before, whose names are not marked.
func (r *Reader) UnmarkedMembers(p int, marked func(name string) bool, check func(p int) int) {
	p = r.Open(p)
	for r.S[p] != '}' {
		name := p
		r.Path[r.Depth-1] = name
		p = r.Str(p)
		text := r.TextOf(name, p, r.Escaped)
		p = r.Colon(p)
		if marked(text) {
			p = r.reread(p)
		} else if p = check(p); p < 0 {
			return
		}
		p = r.NextMember(p)
	}
	r.Depth--
}

// UnmarkedItems holds check against the elements of the array at p, read before, that are not marked.
func (r *Reader) UnmarkedItems(p int, marked func(index, p int) bool, check func(p int) int) {
	p = r.Open(p)
	for i := 0; r.S[p] != ']'; i++ {
		r.Path[r.Depth-1] = ^i
		if marked(i, p) {
			p = r.reread(p)
		} else if p = check(p); p < 0 {
			return
		}
		p = r.NextElement(p)
	}
	r.Depth--
}
