// Package tape reads one JSON text once into a flat list of nodes that refer to
// the text: numbers keep their literals, members their order, strings are decoded
// when they are asked for. The grammar is that of package kernel: strict JSON
// (RFC 8259), UTF-8, no duplicate names, no lone surrogates, bounded depth.
package tape

import (
	"github.com/acigen/acigen/internal/kernel"
)

// Kind is the type of a JSON value.
type Kind uint8

// The kinds. Absent is that of the zero Value.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// node is one value, or the name of a member before the member's value.
type node struct {
	start, end uint32 // offsets into the text
	next       uint32 // the number of the node behind this one and all that it holds
	kind       Kind
	escaped    bool // of a string: its text has escapes
}

// maxText is the longest text in bytes, so that offsets and node numbers fit 32 bits.
const maxText = 1<<31 - 1

// Tape is one text that was read. Parse may be called again; the values of the
// text before are then void. The zero value is ready for use.
type Tape struct {
	text   string
	nodes  []node
	reader kernel.Reader
	open   []frame
	// last is the element that Trace found last, of the array that it was found in.
	last struct {
		array, child uint32
		index        int
	}
}

// frame is one array or object that is not yet closed.
type frame struct {
	at     uint32
	object bool
	names  kernel.Names
}

// Fault says why a text is not strict JSON.
type Fault uint8

// The faults.
const (
	// Sound: it is strict JSON.
	Sound Fault = iota
	// Malformed: another fault than those below.
	Malformed
	// CutOff: the text ends in the middle of a value.
	CutOff
	// DuplicateNames: an object has two members of one name.
	DuplicateNames
	// TooDeep: arrays and objects nest more deeply than allowed.
	TooDeep
	// TooLong: the text has more than 2 GiB.
	TooLong
)

// Parse reads a text, which must stay unmodified as long as its values are used.
// Arrays and objects may nest maxDepth levels; 0 and more than kernel.MaxDepth
// mean kernel.MaxDepth. It takes linear time, and memory in proportion to the text.
func (t *Tape) Parse(text string, maxDepth int) (Value, Fault) {
	if maxDepth <= 0 || maxDepth > kernel.MaxDepth {
		maxDepth = kernel.MaxDepth
	}
	t.text, t.nodes, t.open = text, t.nodes[:0], t.open[:0]
	t.last.child = 0
	if len(text) > maxText {
		return Value{}, TooLong
	}
	r := &t.reader
	r.Reset(text)
	r.Spare = kernel.MaxDepth - maxDepth
	if fault := t.read(maxDepth); fault != Sound {
		return Value{}, fault
	}
	return Value{tape: t}, Sound
}

// Release forgets the text, so that the memory for it can be freed. Large lists of nodes are freed too.
func (t *Tape) Release() {
	const keep = 1 << 16 // nodes
	t.text = ""
	t.reader.Reset("")
	if cap(t.nodes) > keep {
		t.nodes = nil
	}
}

func (t *Tape) read(maxDepth int) Fault {
	r := &t.reader
	p := r.Start()
	for p >= 0 {
		// p is at the first character of a value.
		at := uint32(len(t.nodes))
		switch c := r.S[p]; c {
		case '{', '[':
			if len(t.open) >= maxDepth {
				return TooDeep
			}
			f := frame{at: at, object: c == '{'}
			kind := Array
			if f.object {
				kind, f.names = Object, r.Names()
			}
			t.nodes = append(t.nodes, node{start: uint32(p), kind: kind})
			if p = r.Open(p); p < 0 {
				return t.broken()
			}
			t.open = append(t.open, f)
			if r.S[p] != '}' && r.S[p] != ']' {
				if f.object {
					p = t.name(p)
				}
				continue
			}
			if (r.S[p] == '}') != f.object {
				return t.broken()
			}
		case '"':
			q := r.Str(p)
			t.nodes = append(t.nodes, node{start: uint32(p), end: uint32(q), next: at + 1, kind: String, escaped: r.Escaped})
			p = q
		case 't', 'f', 'n':
			q := r.Literal(p)
			kind := Bool
			if c == 'n' {
				kind = Null
			}
			t.nodes = append(t.nodes, node{start: uint32(p), end: uint32(q), next: at + 1, kind: kind})
			p = q
		default:
			q := r.Num(p)
			t.nodes = append(t.nodes, node{start: uint32(p), end: uint32(q), next: at + 1, kind: Number})
			p = q
		}
		// p is behind a value, or at the brace that closes the innermost container.
		for p >= 0 {
			if len(t.open) == 0 {
				if p = r.Finish(p); p >= 0 {
					return Sound
				}
				break
			}
			f := &t.open[len(t.open)-1]
			if len(t.nodes) > int(f.at)+1 {
				if f.object {
					p = r.NextMember(p)
				} else {
					p = r.NextElement(p)
				}
				if p < 0 {
					break
				}
				if f.object && r.S[p] != '}' {
					p = t.name(p)
					break
				}
				if !f.object && r.S[p] != ']' {
					break
				}
			}
			p++
			n := &t.nodes[f.at]
			n.end, n.next = uint32(p), uint32(len(t.nodes))
			if f.object {
				r.Forget(&f.names)
			}
			r.Depth--
			t.open = t.open[:len(t.open)-1]
		}
	}
	return t.broken()
}

// name reads a member's name and its colon.
func (t *Tape) name(p int) int {
	r := &t.reader
	q := r.Str(p)
	if q < 0 {
		return q
	}
	f := &t.open[len(t.open)-1]
	fails := r.Fails
	r.Distinct(&f.names, p, q, r.Escaped)
	if r.Fails != fails {
		return -1
	}
	t.nodes = append(t.nodes, node{start: uint32(p), end: uint32(q), next: uint32(len(t.nodes)) + 1, kind: String, escaped: r.Escaped})
	return r.Colon(q)
}

// broken says what the reader stumbled over.
func (t *Tape) broken() Fault {
	r := &t.reader
	switch {
	case r.Syntax == "" && r.Fails > 0:
		return DuplicateNames
	case r.Syntax != "" && r.SyntaxAt >= len(r.S) && len(r.S) > 0, t.cutLiteral():
		return CutOff
	}
	return Malformed
}

// cutLiteral tells whether the text ends inside true, false, null or an escape.
func (t *Tape) cutLiteral() bool {
	r := &t.reader
	if r.SyntaxAt < 0 || r.SyntaxAt >= len(r.S) {
		return false
	}
	rest := r.S[r.SyntaxAt:]
	for _, word := range []string{"true", "false", "null"} {
		if len(rest) < len(word) && word[:len(rest)] == rest {
			return true
		}
	}
	if rest[0] != '\\' && (r.SyntaxAt == 0 || r.S[r.SyntaxAt-1] != '\\') {
		// A character that lacks its last bytes.
		return len(rest) < 4 && rest[0] >= 0xC2 && lacksBytes(rest)
	}
	return len(rest) < 12 && endsInEscape(rest)
}

// lacksBytes tells whether s is the beginning of one longer UTF-8 sequence.
func lacksBytes(s string) bool {
	want := 2
	switch {
	case s[0] >= 0xF0:
		want = 4
	case s[0] >= 0xE0:
		want = 3
	}
	for i := 1; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			return false
		}
	}
	return len(s) < want
}

// endsInEscape tells whether s, from a backslash or the character behind one on, is
// the beginning of one or two escapes that go on behind the end.
func endsInEscape(s string) bool {
	if s[0] == '\\' {
		s = s[1:]
	}
	if s == "" {
		return true
	}
	if s[0] != 'u' {
		return false
	}
	for i := 1; i < len(s); i++ {
		c := s[i] | 0x20
		hex := '0' <= s[i] && s[i] <= '9' || 'a' <= c && c <= 'f'
		switch {
		case i < 5 && !hex, i == 5 && s[i] != '\\', i == 6 && s[i] != 'u', i > 6 && !hex:
			return false
		}
	}
	return true
}
