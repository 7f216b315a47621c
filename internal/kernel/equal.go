package kernel

// cursor walks over JSON text that is known to be valid.
type cursor struct {
	s string
	p int
}

// EqualJSON tells whether two valid JSON texts are the same value: numbers by
// value, strings by content, objects without regard to order.
func EqualJSON(a, b string) bool {
	x, y := cursor{s: a}, cursor{s: b}
	return equal(&x, &y)
}

// next skips white space, commas and colons, and returns the byte there.
func (c *cursor) next() byte {
	for {
		switch b := c.s[c.p]; b {
		case ' ', '\n', '\t', '\r', ',', ':':
			c.p++
		default:
			return b
		}
	}
}

// text reads a string and returns its content.
func (c *cursor) text() string {
	from := c.p
	escaped := false
	for c.p++; c.s[c.p] != '"'; c.p++ {
		if c.s[c.p] == '\\' {
			escaped = true
			c.p++
		}
	}
	c.p++
	if escaped {
		return Unquote(c.s[from:c.p])
	}
	return c.s[from+1 : c.p-1]
}

// atom reads a number or a literal and returns it as it stands.
func (c *cursor) atom() string {
	from := c.p
	for c.p < len(c.s) {
		switch c.s[c.p] {
		case ' ', '\n', '\t', '\r', ',', ']', '}':
			return c.s[from:c.p]
		}
		c.p++
	}
	return c.s[from:]
}

// skip reads a value.
func (c *cursor) skip() {
	switch c.next() {
	case '"':
		c.text()
	case '[', '{':
		depth := 0
		for {
			switch c.s[c.p] {
			case '[', '{':
				depth++
			case ']', '}':
				if depth--; depth == 0 {
					c.p++
					return
				}
			case '"':
				c.text()
				continue
			}
			c.p++
		}
	default:
		c.atom()
	}
}

// equal reads a value from both and tells whether they are the same; if not, the cursors are of no more use.
func equal(a, b *cursor) bool {
	x, y := a.next(), b.next()
	switch x {
	case '"':
		return y == '"' && a.text() == b.text()
	case '[':
		return y == '[' && equalArrays(a, b)
	case '{':
		return y == '{' && equalObjects(a, b)
	case 't', 'f', 'n':
		return x == y && a.atom() == b.atom()
	}
	if y != '-' && y-'0' > 9 {
		return false
	}
	m, n := a.atom(), b.atom()
	return m == n || CompareText(m, n) == 0
}

func equalArrays(a, b *cursor) bool {
	a.p++
	b.p++
	for a.next() != ']' {
		if b.next() == ']' || !equal(a, b) {
			return false
		}
	}
	if b.next() != ']' {
		return false
	}
	a.p++
	b.p++
	return true
}

// member is a name and where its value starts.
type member struct {
	name string
	at   int
}

// manyMembers is from how many members on they are looked up in a map.
const manyMembers = 8

func equalObjects(a, b *cursor) bool {
	var few [manyMembers]member
	members := few[:0]
	for b.p++; b.next() != '}'; {
		name := b.text()
		b.next()
		members = append(members, member{name, b.p})
		b.skip()
	}
	b.p++
	find := finder(members)
	count := 0
	for a.p++; a.next() != '}'; count++ {
		at := find(a.text())
		if at < 0 {
			return false
		}
		if value := (cursor{b.s, at}); !equal(a, &value) {
			return false
		}
	}
	a.p++
	return count == len(members)
}

// finder returns a function from a name to the place of its value, or -1.
func finder(members []member) func(string) int {
	if len(members) <= manyMembers {
		return func(name string) int {
			for _, m := range members {
				if m.name == name {
					return m.at
				}
			}
			return -1
		}
	}
	index := make(map[string]int, len(members))
	for _, m := range members {
		index[m.name] = m.at
	}
	return func(name string) int {
		if at, there := index[name]; there {
			return at
		}
		return -1
	}
}
