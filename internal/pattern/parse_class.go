package pattern

import "unicode/utf8"

// class reads what follows the bracket of a character class.
func (p *parser) class(from int) (*node, *Refused) {
	negated := p.skip("^")
	var spans []span
	for !p.skip("]") {
		begin := p.at
		low, err := p.classAtom(from)
		if err != nil {
			return nil, err
		}
		if !p.peek("-") || p.peek("-]") {
			spans = append(spans, low.spans()...)
			if err := p.charge(low.set); err != nil {
				return nil, err
			}
			continue
		}
		p.at++
		high, err := p.classAtom(from)
		if err != nil {
			return nil, err
		}
		if low.set != nil || high.set != nil {
			return nil, p.fail(begin, "a range that does not run between two characters")
		}
		if low.r > high.r {
			return nil, p.fail(begin, "a range that runs downwards")
		}
		spans = append(spans, span{low.r, high.r})
	}
	members := union(spans)
	if negated {
		members = members.complement()
	}
	return setNode(members), nil
}

// atom is what an escape or a member of a class stands for: one character, or a
// set when set is not nil.
type atom struct {
	r   rune
	set set
}

func (a atom) spans() []span {
	if a.set != nil {
		return a.set
	}
	return []span{{a.r, a.r}}
}

// classAtom reads one member of the class that began at from.
func (p *parser) classAtom(from int) (atom, *Refused) {
	if p.at == len(p.source) {
		return atom{}, p.fail(from, "a class that nothing closes")
	}
	if begin := p.at; p.skip(`\`) {
		switch {
		case p.skip("b"):
			return atom{r: '\b'}, nil
		case p.skip("-"):
			return atom{r: '-'}, nil
		}
		return p.charOrSet(begin)
	}
	r, size := utf8.DecodeRuneInString(p.source[p.at:])
	p.at += size
	return atom{r: r}, nil
}
