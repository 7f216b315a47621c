package kernel

// PeekTag returns the string that the object at p has as the value of a member, without reading the object.
func (r *Reader) PeekTag(p int, tag string) (string, bool) {
	depth := r.Depth
	r.Quiet++
	value, found := r.findString(p, tag)
	r.Quiet--
	r.Depth = depth
	return value, found
}

func (r *Reader) findString(p int, tag string) (string, bool) {
	if p = r.Open(p); p < 0 {
		return "", false
	}
	for r.S[p] != '}' {
		name := p
		r.Path[r.Depth-1] = name
		if p = r.Str(p); p < 0 {
			return "", false
		}
		found := r.TextOf(name, p, r.Escaped) == tag
		if p = r.Colon(p); p < 0 {
			return "", false
		}
		value := p
		if found && r.S[p] != '"' {
			return "", false
		}
		if p = r.Skip(p); p < 0 {
			return "", false
		}
		if found {
			return r.Content(value, p), true
		}
		if p = r.NextMember(p); p < 0 {
			return "", false
		}
	}
	return "", false
}
