package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
)

// The bounds of nesting: what applies when none is given, and what no option exceeds.
const (
	defaultDepth = kernel.MaxDepth
	maximumDepth = 10_000
)

// SyntaxError says why and where a text is not strict JSON.
type SyntaxError struct {
	// Offset is the byte offset of the place.
	Offset int
	// Message says what is wrong, in one line.
	Message string
	// Pointer is the JSON Pointer of the value or member that could not be read.
	Pointer string
}

// Error returns the message with its offset.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s (byte %d)", e.Message, e.Offset) }

// Parse reads one strict JSON text (RFC 8259): UTF-8 without byte order mark, no
// duplicate member names (compared decoded), no lone surrogates, nothing but
// white space behind the value. Arrays and objects nest at most maxDepth levels; 0
// means 128, and 10,000 is the most. The error is a *SyntaxError.
func Parse(source []byte, maxDepth int) (*Value, error) { return parse(string(source), maxDepth) }

func parse(text string, maxDepth int) (*Value, error) {
	if maxDepth <= 0 {
		maxDepth = defaultDepth
	}
	p := parser{limit: min(maxDepth, maximumDepth)}
	p.r.S = text
	if strings.HasPrefix(text, "\ufeff") {
		return nil, &SyntaxError{Message: "the text starts with a byte order mark"}
	}
	at := p.r.Start()
	if at >= 0 {
		var v *Value
		if v, at = p.value(at); at >= 0 && p.r.Finish(at) >= 0 {
			return v, nil
		}
	}
	return nil, &SyntaxError{Offset: p.r.SyntaxAt, Message: p.r.Syntax, Pointer: p.pointer()}
}

// parser builds the tree over the tokens of the one strict JSON reader.
type parser struct {
	r     kernel.Reader
	limit int
	path  []step // of the value being read; not unwound on an error
}

// step is one level of the path: a member's name or an element's index.
type step struct {
	name  string
	index int // -1 for a member
}

func (p *parser) pointer() string {
	var b strings.Builder
	for _, s := range p.path {
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(EscapePointer(s.name))
		}
	}
	return b.String()
}

// value reads the value at offset at and returns it with the offset behind it, or -1.
func (p *parser) value(at int) (*Value, int) {
	v := &Value{Start: at}
	switch p.r.KindAt(at) {
	case kernel.KindString:
		v.Kind = String
		if v.End = p.r.Str(at); v.End >= 0 {
			v.Text = p.r.TextOf(at, v.End, p.r.Escaped)
		}
	case kernel.KindNumber:
		v.Kind = Number
		if v.End = p.r.Num(at); v.End >= 0 {
			v.Text = p.r.S[at:v.End]
		}
	case kernel.KindArray, kernel.KindObject:
		if len(p.path) == p.limit {
			return nil, p.r.Broken(at, fmt.Sprintf("nested deeper than %d levels", p.limit))
		}
		if p.r.S[at] == '[' {
			v.Kind = Array
			v.End = p.array(v)
		} else {
			v.Kind = Object
			v.End = p.object(v)
		}
	default: // true, false, null, or no value
		v.Kind = Null
		v.End = p.r.Literal(at)
		if v.End >= 0 && p.r.S[at] != 'n' {
			v.Kind, v.Bool = Bool, p.r.S[at] == 't'
		}
	}
	return v, v.End
}

// open returns the offset of the first element, name or closing bracket. The
// reader's own Open has a fixed limit, so it is not used.
func (p *parser) open(at int) int {
	if at = p.r.Space(at + 1); at == len(p.r.S) {
		return p.r.Broken(at, "the text ends inside a value")
	}
	return at
}

func (p *parser) array(v *Value) int {
	at := p.open(v.Start)
	for i := 0; at >= 0 && p.r.S[at] != ']'; i++ {
		p.path = append(p.path, step{index: i})
		item, end := p.value(at)
		if end < 0 {
			return -1
		}
		p.path = p.path[:len(p.path)-1]
		v.Items = append(v.Items, item)
		at = p.r.NextElement(end)
	}
	if at < 0 {
		return at
	}
	return at + 1
}

func (p *parser) object(v *Value) int {
	at := p.open(v.Start)
	if at >= 0 && p.r.S[at] != '"' && p.r.S[at] != '}' {
		return p.r.Broken(at, "a member name in double quotes is expected")
	}
	var names map[string]bool // for objects that are not small
	for at >= 0 && p.r.S[at] != '}' {
		m := Member{NameStart: at}
		if at = p.r.Str(at); at < 0 {
			return at
		}
		m.Name = p.r.TextOf(m.NameStart, at, p.r.Escaped)
		p.path = append(p.path, step{name: m.Name, index: -1})
		if names == nil && len(v.Members) == manyMembers {
			names = make(map[string]bool, 2*manyMembers)
			for i := range v.Members {
				names[v.Members[i].Name] = true
			}
		}
		if names[m.Name] || names == nil && v.Get(m.Name) != nil {
			return p.r.Broken(m.NameStart, "a member name that is there already: "+quote(m.Name))
		}
		if names != nil {
			names[m.Name] = true
		}
		if at = p.r.Colon(at); at < 0 {
			return at
		}
		if m.Value, at = p.value(at); at < 0 {
			return at
		}
		p.path = p.path[:len(p.path)-1]
		v.Members = append(v.Members, m)
		at = p.r.NextMember(at)
	}
	if at < 0 {
		return at
	}
	return at + 1
}

// manyMembers is the size from which an object's names are hashed instead of compared one by one.
const manyMembers = 16
