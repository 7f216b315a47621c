package kernel

import "unicode/utf8"

// FormatRegex reports whether s is a Pattern of ECMA-262 under the u flag, in
// the edition that JSON Schema 2020-12 refers to (the 11th, section 21.2.1), its
// early errors included. Later additions, such as inline flags, are not part of
// it. It takes linear time at any depth of nesting, without recursion; only
// named groups and more than 1,024 open parentheses allocate.
func FormatRegex(s string) bool {
	c := regexCheck{text: s}
	for c.at < len(s) {
		if !c.term() {
			return false
		}
	}
	return c.depth == 0 && c.highest <= c.groups && c.namesKnown()
}

// regexCheck is the state of one pass over a regular expression.
type regexCheck struct {
	text string
	at   int
	// repeatable says that a quantifier may follow.
	repeatable bool
	// depth is the number of open parentheses; bit i of open is set where the
	// i-th may be repeated: it opens a group and not a lookaround.
	depth int
	open  [16]uint64
	deep  []uint64
	// groups counts capturing groups, highest is the greatest backreference.
	groups, highest int
	// names has the groups' names, wanted those of backreferences.
	names  map[string]bool
	wanted []string
}

// term reads one alternative's piece: an atom, an assertion, a quantifier, a
// parenthesis or a bar.
func (c *regexCheck) term() bool {
	b := c.text[c.at]
	c.at++
	switch b {
	case '(':
		return c.group()
	case ')':
		return c.close()
	case '[':
		c.repeatable = true
		return c.class()
	case '\\':
		return c.escape()
	case '|', '^', '$':
		c.repeatable = false
		return true
	case '*', '+', '?':
		return c.quantifier()
	case '{':
		return c.counts() && c.quantifier()
	case ']', '}':
		return false
	}
	c.repeatable = true
	return true
}

// quantifier ends a quantifier: it needs something to repeat, and may be lazy.
func (c *regexCheck) quantifier() bool {
	ok := c.repeatable
	c.repeatable = false
	c.skip('?')
	return ok
}

// counts reads what follows the brace of {n}, {n,} or {n,m}. Bounds have any
// number of digits.
func (c *regexCheck) counts() bool {
	low := c.digits()
	if low == "" {
		return false
	}
	if c.skip(',') {
		if high := c.digits(); high != "" && regexLess(high, low) {
			return false
		}
	}
	return c.skip('}')
}

// digits reads decimal digits.
func (c *regexCheck) digits() string {
	from := c.at
	for c.at < len(c.text) && formatDigit(c.text[c.at]) {
		c.at++
	}
	return c.text[from:c.at]
}

// regexLess compares two numbers by their digits.
func regexLess(a, b string) bool {
	for len(a) > 1 && a[0] == '0' {
		a = a[1:]
	}
	for len(b) > 1 && b[0] == '0' {
		b = b[1:]
	}
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// group reads what follows an opening parenthesis.
func (c *regexCheck) group() bool {
	look := false
	if c.skip('?') {
		switch {
		case c.skip(':'):
		case c.skip('='), c.skip('!'):
			look = true
		case !c.skip('<'):
			return false
		case c.skip('='), c.skip('!'):
			look = true
		default:
			c.groups++
			name, ok := c.name()
			if !ok || c.names[name] {
				return false
			}
			if c.names == nil {
				c.names = map[string]bool{}
			}
			c.names[name] = true
		}
	} else {
		c.groups++
	}
	c.repeatable = false
	word := c.word(c.depth)
	*word &^= 1 << (c.depth % 64)
	if !look {
		*word |= 1 << (c.depth % 64)
	}
	c.depth++
	return true
}

// close reads a closing parenthesis. Under the u flag no lookaround is repeated.
func (c *regexCheck) close() bool {
	if c.depth == 0 {
		return false
	}
	c.depth--
	c.repeatable = *c.word(c.depth)>>(c.depth%64)&1 == 1
	return true
}

// word returns the word of the bit set that has the bit of depth.
func (c *regexCheck) word(depth int) *uint64 {
	i := depth / 64
	if i < len(c.open) {
		return &c.open[i]
	}
	i -= len(c.open)
	if i == len(c.deep) {
		c.deep = append(c.deep, 0)
	}
	return &c.deep[i]
}

// escape reads what follows a backslash outside of a class.
func (c *regexCheck) escape() bool {
	c.repeatable = true
	if c.skip('b') || c.skip('B') {
		c.repeatable = false
		return true
	}
	if c.skip('k') {
		name, ok := "", c.skip('<')
		if ok {
			name, ok = c.name()
			c.wanted = append(c.wanted, name)
		}
		return ok
	}
	if c.at < len(c.text) && formatDigit(c.text[c.at]) && c.text[c.at] != '0' {
		number := 0
		for _, d := range []byte(c.digits()) {
			// A text has fewer groups than bytes, so a greater number may stop growing.
			if number <= len(c.text) {
				number = number*10 + int(d-'0')
			}
		}
		if number > c.highest {
			c.highest = number
		}
		return true
	}
	if c.classEscape() {
		return true
	}
	_, ok := c.character()
	return ok
}

// namesKnown reports whether every named backreference has its group.
func (c *regexCheck) namesKnown() bool {
	for _, name := range c.wanted {
		if !c.names[name] {
			return false
		}
	}
	return true
}

// skip reads b if it is next.
func (c *regexCheck) skip(b byte) bool {
	if c.at < len(c.text) && c.text[c.at] == b {
		c.at++
		return true
	}
	return false
}

// next reads one code point, or returns -1 at the end.
func (c *regexCheck) next() rune {
	if c.at == len(c.text) {
		return -1
	}
	r, size := utf8.DecodeRuneInString(c.text[c.at:])
	c.at += size
	return r
}
