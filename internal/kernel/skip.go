package kernel

// span is the place of a member name's content: S[from:to] with the quotes.
type span struct {
	from, to int
	escaped  bool
}

// manyNames is from how many names on an object's names are kept in a map.
const manyNames = 16

// Names are the member names of one open object, for finding duplicates. Begin with Names(r).
type Names struct {
	base  int
	bloom uint64
	many  map[string]struct{}
}

// Names begins the names of an object.
func (r *Reader) Names() Names { return Names{base: len(r.spans)} }

// Forget ends the names of an object.
func (r *Reader) Forget(n *Names) { r.spans = r.spans[:n.base] }

// Distinct adds the name S[from:to]; a name that is there already is recorded as a duplicate and false returned.
func (r *Reader) Distinct(n *Names, from, to int, escaped bool) bool {
	s := r.S
	// One bit for length and ends rules most names out without a comparison.
	bit := uint64(1) << ((uint(to-from)*7 + uint(s[from+1])*3 + uint(s[to-2])*5 + uint(s[(from+to)>>1])) & 63)
	if escaped || n.bloom == ^uint64(0) {
		// The spelling says nothing about the name: from here on compare all.
		n.bloom, bit = ^uint64(0), ^uint64(0)
	}
	name := span{from, to, escaped}
	if n.many != nil {
		text := r.TextOf(from, to, escaped)
		if _, there := n.many[text]; there {
			r.Duplicate(from)
			return false
		}
		n.many[text] = struct{}{}
		return true
	}
	if n.bloom&bit != 0 {
		for _, other := range r.spans[n.base:] {
			if r.sameName(other, name) {
				r.Duplicate(from)
				return false
			}
		}
	}
	n.bloom |= bit
	r.spans = append(r.spans, name)
	if len(r.spans)-n.base == manyNames {
		n.many = make(map[string]struct{}, 2*manyNames)
		for _, other := range r.spans[n.base:] {
			n.many[r.TextOf(other.from, other.to, other.escaped)] = struct{}{}
		}
	}
	return true
}

// Unknown is Distinct for the name at p of a member that may not be there at all.
func (r *Reader) Unknown(n *Names, p int) {
	q := r.Str(p)
	r.Distinct(n, p, q, r.Escaped)
}

func (r *Reader) sameName(a, b span) bool {
	if !a.escaped && !b.escaped {
		return r.S[a.from:a.to] == r.S[b.from:b.to]
	}
	return r.TextOf(a.from, a.to, a.escaped) == r.TextOf(b.from, b.to, b.escaped)
}

// Duplicate records that the member whose name is at p is there twice.
func (r *Reader) Duplicate(p int) { r.Fail(p, siteDuplicate) }

// Skip reads any value: strict JSON and nothing else is asked of it.
func (r *Reader) Skip(p int) int {
	switch c := r.S[p]; c {
	case '"':
		return r.Str(p)
	case '{':
		return r.skipObject(p)
	case '[':
		return r.skipArray(p)
	case 't', 'f', 'n':
		return r.Literal(p)
	default:
		return r.Num(p)
	}
}

func (r *Reader) skipArray(p int) int {
	if p = r.Open(p); p < 0 {
		return p
	}
	i, narrow, wide := 0, -1, -1
	for ; r.S[p] != ']'; i++ {
		r.Path[r.Depth-1] = ^i
		row := r.S[p] == '['
		if p = r.Skip(p); p < 0 {
			return p
		}
		if row {
			narrow, wide = Widths(narrow, wide, r.Elements)
		}
		if p = r.NextElement(p); p < 0 {
			return p
		}
	}
	r.Depth--
	r.Elements, r.Narrow, r.Wide = i, narrow, wide
	return p + 1
}

// Widths takes one more row into account.
func Widths(narrow, wide, elements int) (int, int) {
	if narrow < 0 || elements < narrow {
		narrow = elements
	}
	return narrow, max(wide, elements)
}

func (r *Reader) skipObject(p int) int {
	if p = r.Open(p); p < 0 {
		return p
	}
	names := r.Names()
	for r.S[p] != '}' {
		name := p
		r.Path[r.Depth-1] = name
		if p = r.Str(p); p < 0 {
			return p
		}
		r.Distinct(&names, name, p, r.Escaped)
		if p = r.Colon(p); p < 0 {
			return p
		}
		if p = r.Skip(p); p < 0 {
			return p
		}
		if p = r.NextMember(p); p < 0 {
			return p
		}
	}
	r.Forget(&names)
	r.Depth--
	return p + 1
}
