package kernel

import "unsafe"

// MaxDepth is how deeply arrays and objects may nest at the most.
const MaxDepth = 128

// maxFailures is how many violations of one document are kept; the rest is counted.
const maxFailures = 100

// Reader walks over one JSON text. Its methods take the offset where they start
// and return the offset behind what they read, or -1 when the text is not strict
// JSON; then Syntax and SyntaxAt say why and where.
//
// The zero value with S set is ready for use. A Reader is for one text and one
// goroutine.
type Reader struct {
	// S is the text. Strings that are read without escapes are pieces of it.
	S string
	// Spare is how many levels fewer than MaxDepth are allowed.
	Spare int
	// Depth is the number of open arrays and objects around the current value.
	Depth int
	// Quiet is positive while a branch is only tried: failures count, none is kept.
	Quiet int
	// Fails counts failures.
	Fails int
	// Escaped tells whether the string last read has escapes.
	Escaped bool
	// Of the array last read: the number of its elements and, of the arrays
	// among these, the least and the greatest number (-1 when there is none).
	Elements, Narrow, Wide int
	// Syntax and SyntaxAt describe why the text is not strict JSON.
	Syntax   string
	SyntaxAt int
	// Path leads to the current value: for each open container the offset of the
	// member's name, or ^index of the element.
	Path [MaxDepth]int

	failures []failure
	steps    []int
	spans    []span
	memo     map[memoKey]verdict
	page     []byte // contents of strings with escapes, which are kept
	scratch  []byte // the one last looked at
}

// failure is a violation as it is recorded: the place as offset and path, the rule as a number.
type failure struct {
	at         int
	site       int
	from, upto int // the path: steps[from:upto]
}

// The sites of violations that no schema states.
const (
	siteJSON      = -1
	siteDuplicate = -2
)

// Fail records a violation of rule site at offset at, for the value that Path leads to.
func (r *Reader) Fail(at, site int) {
	r.Fails++
	if r.Quiet != 0 || len(r.failures) >= maxFailures {
		return
	}
	from := len(r.steps)
	r.steps = append(r.steps, r.Path[:r.Depth]...)
	r.failures = append(r.failures, failure{at: at, site: site, from: from, upto: len(r.steps)})
}

// Broken records that the text is not strict JSON and returns -1. Only the first report counts.
func (r *Reader) Broken(at int, message string) int {
	if r.Syntax == "" {
		r.Syntax, r.SyntaxAt = message, at
	}
	return -1
}

// Try starts the trial of a branch; Tried ends it and tells whether it passed.
func (r *Reader) Try() int {
	r.Quiet++
	return r.Fails
}

// Tried ends the trial that began with fails failures and tells whether none was added.
func (r *Reader) Tried(fails int) bool {
	ok := r.Fails == fails
	r.Fails = fails
	r.Quiet--
	return ok
}

// Space skips white space. It may return len(S).
func (r *Reader) Space(p int) int {
	for p < len(r.S) {
		switch r.S[p] {
		case ' ', '\n', '\t', '\r':
			p++
		default:
			return p
		}
	}
	return p
}

// Start skips white space before the text's value.
func (r *Reader) Start() int {
	p := r.Space(0)
	if p == len(r.S) {
		return r.Broken(p, "the text is empty")
	}
	if len(r.S) >= 3 && r.S[:3] == "\xef\xbb\xbf" {
		return r.Broken(0, "the text starts with a byte order mark")
	}
	return p
}

// Finish checks that nothing but white space follows the text's value.
func (r *Reader) Finish(p int) int {
	if p < 0 {
		return p
	}
	if p = r.Space(p); p != len(r.S) {
		return r.Broken(p, "data after the value")
	}
	return p
}

// Open enters the array or object at p and returns the offset of its first
// element, member name or closing bracket.
func (r *Reader) Open(p int) int {
	if r.Depth >= MaxDepth-r.Spare {
		return r.Broken(p, "nested more deeply than the limit allows")
	}
	r.Depth++
	object := r.S[p] == '{'
	p = r.Space(p + 1)
	if p == len(r.S) {
		return r.Broken(p, "the text ends inside a value")
	}
	if object && r.S[p] != '"' && r.S[p] != '}' {
		return r.Broken(p, "a member name in double quotes is expected")
	}
	return p
}

// Colon reads the colon behind a member name and returns the offset of the value.
func (r *Reader) Colon(p int) int {
	if p+1 < len(r.S) && r.S[p] == ':' && r.S[p+1] > ' ' {
		return p + 1
	}
	p = r.Space(p)
	if p == len(r.S) || r.S[p] != ':' {
		return r.Broken(p, "a colon is expected")
	}
	if p = r.Space(p + 1); p == len(r.S) {
		return r.Broken(p, "the text ends inside an object")
	}
	return p
}

// NextMember returns the offset of the next member name, or of the closing brace.
func (r *Reader) NextMember(p int) int {
	if p+1 < len(r.S) && r.S[p] == ',' && r.S[p+1] == '"' {
		return p + 1
	}
	p = r.Space(p)
	if p == len(r.S) {
		return r.Broken(p, "the text ends inside an object")
	}
	switch r.S[p] {
	case '}':
		return p
	case ',':
		if p = r.Space(p + 1); p == len(r.S) {
			return r.Broken(p, "the text ends inside an object")
		}
		if r.S[p] != '"' {
			return r.Broken(p, "a member name in double quotes is expected behind the comma")
		}
		return p
	}
	return r.Broken(p, "a comma or a closing brace is expected")
}

// NextElement returns the offset of the next element, or of the closing bracket.
func (r *Reader) NextElement(p int) int {
	if p+1 < len(r.S) && r.S[p] == ',' && r.S[p+1] > ' ' && r.S[p+1] != ']' {
		return p + 1
	}
	p = r.Space(p)
	if p == len(r.S) {
		return r.Broken(p, "the text ends inside an array")
	}
	switch r.S[p] {
	case ']':
		return p
	case ',':
		if p = r.Space(p + 1); p == len(r.S) {
			return r.Broken(p, "the text ends inside an array")
		}
		if r.S[p] == ']' {
			return r.Broken(p, "a value is expected after the comma")
		}
		return p
	}
	return r.Broken(p, "a comma or a closing bracket is expected")
}

// Literal reads true, false or null.
func (r *Reader) Literal(p int) int {
	s := r.S[p:]
	switch {
	case len(s) >= 4 && (s[:4] == "true" || s[:4] == "null"):
		return p + 4
	case len(s) >= 5 && s[:5] == "false":
		return p + 5
	}
	return r.Broken(p, "a value is expected")
}

// The kinds of JSON values, as bits of a set. An integer is a number without a
// fractional part, however it is spelled.
const (
	KindNull     = 1
	KindBool     = 2
	KindInteger  = 4
	KindFraction = 8
	KindString   = 16
	KindArray    = 32
	KindObject   = 64

	KindNumber = KindInteger | KindFraction
)

// KindAt tells the kind of the value that starts at p: KindNumber for any number, 0 for what starts no value.
func (r *Reader) KindAt(p int) int {
	switch c := r.S[p]; c {
	case '"':
		return KindString
	case '{':
		return KindObject
	case '[':
		return KindArray
	case 't', 'f':
		return KindBool
	case 'n':
		return KindNull
	default:
		if c == '-' || '0' <= c && c <= '9' {
			return KindNumber
		}
		return 0
	}
}

// Is tells whether the kind of a value starting at p (a number: with end q) is in the set kinds.
func (r *Reader) Is(kinds, kind, p, q int) bool {
	if kind == KindNumber && kinds&KindNumber == KindInteger {
		d := ParseDecimal(r.S[p:q])
		return d.Whole()
	}
	return kinds&kind != 0
}

// Reset makes the reader ready for another text; it keeps its memory.
func (r *Reader) Reset(s string) {
	r.S, r.Depth, r.Quiet, r.Fails, r.Syntax, r.SyntaxAt = s, 0, 0, 0, "", 0
	r.failures, r.steps, r.spans = r.failures[:0], r.steps[:0], r.spans[:0]
	clear(r.memo)
	r.page = nil // others may hold pieces of it
}

// View returns data as a string without copying it: data must not change while the string is in use.
func View(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }
