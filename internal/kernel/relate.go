package kernel

// Place is where a member of an object stands: the offsets of its name and of
// its value, 0 when it is absent. Of an array it also has the number of elements
// and, of the arrays among these, the least and the greatest number (-1 when
// there is none).
type Place struct{ Key, Off, Elements, Narrow, Wide int }

// IntegerAt returns the number at p, when there is one and it is an integer.
func (r *Reader) IntegerAt(p int) (Decimal, bool) {
	if r.KindAt(p) != KindNumber {
		return Decimal{}, false
	}
	d := ParseDecimal(r.S[p:r.Num(p)])
	return d, d.Whole()
}

// Counts checks that the integer at a is the number of elements of the array at b.
// What is absent or of another type passes, here as in the other relations.
func (r *Reader) Counts(a, b *Place, site int) {
	if a.Off == 0 || b.Off == 0 || r.S[b.Off] != '[' {
		return
	}
	if r.isCount(a.Off, b.Elements) {
		return
	}
	if d, whole := r.IntegerAt(a.Off); whole {
		if n, small := d.Small(); !small || n != int64(b.Elements) {
			r.failAt(a, site)
		}
	}
}

// isCount tells whether the number n stands at p in plain digits.
func (r *Reader) isCount(p, n int) bool {
	v := 0
	for q := p; q < len(r.S) && q < p+9; q++ {
		c := r.S[q] - '0'
		if c > 9 {
			return v == n && q > p && (r.S[q] == ',' || r.S[q] == '}')
		}
		v = v*10 + int(c)
	}
	return false
}

// NotBelow checks that the integer at a is not less than the integer at b.
func (r *Reader) NotBelow(a, b *Place, site int) {
	if a.Off == 0 || b.Off == 0 {
		return
	}
	x, whole := r.IntegerAt(a.Off)
	y, too := r.IntegerAt(b.Off)
	if whole && too && Compare(x, y) < 0 {
		r.failAt(a, site)
	}
}

// RowWidths checks that every array in the array at a has as many elements as the array at b.
func (r *Reader) RowWidths(a, b *Place, site int) {
	if a.Off == 0 || b.Off == 0 || r.S[a.Off] != '[' || r.S[b.Off] != '[' {
		return
	}
	if a.Wide < 0 || a.Narrow == b.Elements && a.Wide == b.Elements {
		return
	}
	r.Depth++
	r.Path[r.Depth-1] = a.Key
	p := r.Open(a.Off)
	for i := 0; r.S[p] != ']'; i++ {
		r.Path[r.Depth-1] = ^i
		row := p
		if p = r.reread(p); r.S[row] == '[' && r.Elements != b.Elements {
			r.Fail(row, site)
		}
		p = r.NextElement(p)
	}
	r.Depth -= 2
}

// reread passes over a value that has been read before and counts its elements.
func (r *Reader) reread(p int) int {
	r.Quiet++
	p = r.Skip(p)
	r.Quiet--
	return p
}

// failAt records a violation of the member at a.
func (r *Reader) failAt(a *Place, site int) {
	r.Depth++
	r.Path[r.Depth-1] = a.Key
	r.Fail(a.Off, site)
	r.Depth--
}

// Refuse passes over a value that is not of the type that sites demand.
func (r *Reader) Refuse(p int, sites ...int) int { return r.refuseAt(p, p, sites) }

// RefuseMember passes over the value of a member that must not be there.
func (r *Reader) RefuseMember(p int, sites ...int) int {
	at := p
	if r.Depth > 0 && r.Path[r.Depth-1] >= 0 {
		at = r.Path[r.Depth-1]
	}
	return r.refuseAt(at, p, sites)
}

// refuseAt passes over the value at p and records violations at another offset.
func (r *Reader) refuseAt(at, p int, sites []int) int {
	if p = r.Skip(p); p < 0 {
		return p
	}
	for _, site := range sites {
		r.Fail(at, site)
	}
	return p
}

// TagAt returns the string at m, when there is one.
func (r *Reader) TagAt(m *Place) (string, bool) {
	if m.Off == 0 || r.S[m.Off] != '"' {
		return "", false
	}
	q := r.Str(m.Off)
	return r.TextOf(m.Off, q, r.Escaped), true
}

// StringIs tells whether the member at m is there and is the given string.
func (r *Reader) StringIs(m *Place, text string) bool {
	p := m.Off
	if p == 0 || r.S[p] != '"' {
		return false
	}
	if q := p + 1 + len(text); q < len(r.S) && r.S[q] == '"' && r.S[p+1:q] == text {
		return true
	}
	// Other bytes can still spell the same string: with escapes.
	found, _ := r.TagAt(m)
	return found == text
}
