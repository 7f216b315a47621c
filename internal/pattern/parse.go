package pattern

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// parser reads a pattern from left to right.
type parser struct {
	source string
	at     int
	depth  int
	// names are the names of groups.
	names map[string]bool
	// properties are the sets of the properties met so far.
	properties map[string]set
	// spans counts the ranges of all sets, against maxSpans.
	spans int
}

// parse returns the tree of a pattern.
func parse(source string) (*node, *Refused) {
	p := &parser{source: source, names: map[string]bool{}, properties: map[string]set{}}
	tree, err := p.choice()
	if err != nil {
		return nil, err
	}
	if p.at < len(source) {
		return nil, p.fail(p.at, "a parenthesis that nothing opened")
	}
	return tree, nil
}

// fail returns the error for what stands at byte offset at.
func (p *parser) fail(at int, format string, args ...any) *Refused {
	return refuse("%s at character %d", fmt.Sprintf(format, args...), utf8.RuneCountInString(p.source[:at])+1)
}

// charge counts the ranges of one more set.
func (p *parser) charge(s set) *Refused {
	if p.spans += len(s); p.spans > maxSpans {
		return refuse("the pattern's classes have more than %d ranges", maxSpans)
	}
	return nil
}

// peek reports whether prefix is next.
func (p *parser) peek(prefix string) bool { return strings.HasPrefix(p.source[p.at:], prefix) }

// skip reads prefix if it is next.
func (p *parser) skip(prefix string) bool {
	if !p.peek(prefix) {
		return false
	}
	p.at += len(prefix)
	return true
}

// choice reads alternatives, up to a closing parenthesis or the end.
func (p *parser) choice() (*node, *Refused) {
	var branches []*node
	for {
		branch, err := p.sequence()
		if err != nil {
			return nil, err
		}
		branches = append(branches, branch)
		if !p.skip("|") {
			break
		}
	}
	if len(branches) == 1 {
		return branches[0], nil
	}
	return &node{op: opChoice, subs: branches}, nil
}

// sequence reads one alternative.
func (p *parser) sequence() (*node, *Refused) {
	var terms []*node
	for p.at < len(p.source) && !p.peek("|") && !p.peek(")") {
		term, assertion, err := p.term()
		if err != nil {
			return nil, err
		}
		from := p.at
		low, high, found, err := p.quantifier()
		if err != nil {
			return nil, err
		}
		if found {
			if assertion {
				return nil, p.fail(from, "a quantifier after an assertion")
			}
			term = repeat(term, low, high)
		}
		terms = append(terms, term)
	}
	return concat(terms), nil
}

// term reads an atom or an assertion.
func (p *parser) term() (n *node, assertion bool, err *Refused) {
	from := p.at
	r, size := utf8.DecodeRuneInString(p.source[p.at:])
	p.at += size
	switch r {
	case '^':
		return &node{op: opBegin}, true, nil
	case '$':
		return &node{op: opEnd}, true, nil
	case '(':
		n, err = p.group(from)
		return n, false, err
	case '[':
		n, err = p.class(from)
		return n, false, err
	case '.':
		return setNode(lineEnds.complement()), false, nil
	case '\\':
		return p.escape(from)
	case '*', '+', '?':
		return nil, false, p.fail(from, "a quantifier with nothing to repeat")
	case '{', '}', ']':
		return nil, false, p.fail(from, "a lone %c", r)
	}
	return setNode(set{{r, r}}), false, nil
}

// setNode returns the node for a set.
func setNode(s set) *node { return &node{op: opSet, set: s.scalars()} }

// group reads what follows an opening parenthesis.
func (p *parser) group(from int) (*node, *Refused) {
	if p.skip("?") {
		switch {
		case p.skip(":"):
		case p.peek("="), p.peek("!"):
			return nil, p.fail(from, "a lookahead, which is not supported,")
		case p.peek("<="), p.peek("<!"):
			return nil, p.fail(from, "a lookbehind, which is not supported,")
		case p.skip("<"):
			name, err := p.name(from)
			if err != nil {
				return nil, err
			}
			if p.names[name] {
				return nil, p.fail(from, "a second group of the name %q", name)
			}
			p.names[name] = true
		default:
			return nil, p.fail(from, "a group of an unknown kind")
		}
	}
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(from, "groups nested deeper than %d", maxDepth)
	}
	inner, err := p.choice()
	if err != nil {
		return nil, err
	}
	p.depth--
	if !p.skip(")") {
		return nil, p.fail(from, "a group that nothing closes")
	}
	return inner, nil
}

// quantifier reads a quantifier if there is one.
func (p *parser) quantifier() (low, high int, found bool, err *Refused) {
	from := p.at
	switch {
	case p.skip("*"):
		low, high = 0, unbounded
	case p.skip("+"):
		low, high = 1, unbounded
	case p.skip("?"):
		low, high = 0, 1
	case p.skip("{"):
		least, ok := p.number()
		most := least
		if ok && p.skip(",") {
			if most, ok = p.number(); !ok {
				most, ok = "", true
			}
		}
		if !ok || !p.skip("}") {
			return 0, 0, false, p.fail(from, "a lone {")
		}
		low, high = count(least), unbounded
		if most != "" {
			if high = count(most); len(most) < len(least) || len(most) == len(least) && most < least {
				return 0, 0, false, p.fail(from, "a quantifier whose bounds are out of order")
			}
		}
	default:
		return 0, 0, false, nil
	}
	p.skip("?")
	return low, high, true, nil
}

// number reads a decimal number and returns its digits without leading zeros.
func (p *parser) number() (string, bool) {
	from := p.at
	for p.at < len(p.source) && p.source[p.at] >= '0' && p.source[p.at] <= '9' {
		p.at++
	}
	if p.at == from {
		return "", false
	}
	text := strings.TrimLeft(p.source[from:p.at], "0")
	if text == "" {
		text = "0"
	}
	return text, true
}

// count returns the value of digits, or math.MaxInt32 if that is less: more
// than can be expanded in any case.
func count(digits string) int {
	value := 0
	for _, d := range []byte(digits) {
		if value = value*10 + int(d-'0'); value > math.MaxInt32 {
			return math.MaxInt32
		}
	}
	return value
}
