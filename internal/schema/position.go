package schema

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// markEvery is how many bytes of a long line lie between two marks.
const markEvery = 2048

// excerptReach is how many bytes of a line are shown on each side of a place.
const excerptReach = 160

// mark is a place whose line and column are known: each line's start, and points
// inside long lines, so that a position never costs more than a short walk.
type mark struct{ offset, line, column int }

// locate computes the marks.
func (d *Document) locate() {
	d.marks = []mark{{0, 1, 1}}
	line, column := 1, 1
	last := 0
	for i := 0; i < len(d.text); {
		_, n := utf8.DecodeRuneInString(d.text[i:])
		newline := d.text[i] == '\n'
		i += n
		column++
		if newline {
			line++
			column = 1
		}
		if newline || i-last >= markEvery {
			d.marks = append(d.marks, mark{i, line, column})
			last = i
		}
	}
}

// before returns the index of the last mark that is not behind offset, which is brought into range.
func (d *Document) before(offset int) (index, inRange int) {
	if d.marks == nil {
		d.text = string(d.Source)
		d.locate()
	}
	offset = max(0, min(offset, len(d.text)))
	return sort.Search(len(d.marks), func(i int) bool { return d.marks[i].offset > offset }) - 1, offset
}

// Position returns the place of a byte offset of the source: line and column are
// 1-based, and columns count code points. An offset out of range counts as the nearest in it.
func (d *Document) Position(offset int) (line, column int) {
	i, offset := d.before(offset)
	m := d.marks[i]
	return m.line, m.column + utf8.RuneCountInString(d.text[m.offset:offset])
}

// Line returns the line of the source that holds the offset, without its end, and
// the 1-based column of the offset in it, in code points. Of a long line only the
// surroundings of the place are returned.
func (d *Document) Line(offset int) (text string, column int) {
	_, offset = d.before(offset)
	from := max(0, offset-excerptReach)
	if i := strings.LastIndexByte(d.text[from:offset], '\n'); i >= 0 {
		from += i + 1
	} else {
		from = min(d.boundary(from), offset) // stray continuation bytes are no text
	}
	to := min(len(d.text), offset+excerptReach)
	if i := strings.IndexByte(d.text[offset:to], '\n'); i >= 0 {
		to = offset + i
		if to > offset && d.text[to-1] == '\r' {
			to--
		}
	} else {
		to = d.boundary(to)
	}
	text = strings.ToValidUTF8(d.text[from:to], "\ufffd")
	return text, 1 + utf8.RuneCountInString(d.text[from:offset])
}

// boundary moves an offset forward out of the middle of a code point.
func (d *Document) boundary(at int) int {
	for n := 0; n < utf8.UTFMax && at < len(d.text) && !utf8.RuneStart(d.text[at]); n++ {
		at++
	}
	return at
}

// At returns the value at a JSON Pointer from the document's root, or nil.
func (d *Document) At(pointer string) *Value {
	tokens, err := ParsePointer(pointer)
	if err != nil {
		return nil
	}
	v := d.Tree
	for _, token := range tokens {
		if v = child(v, token); v == nil {
			return nil
		}
	}
	return v
}

// child returns the member or element that a pointer's token names, or nil.
func child(v *Value, token string) *Value {
	if v == nil {
		return nil
	}
	if v.Kind == Array {
		if i, ok := arrayIndex(token); ok && i < len(v.Items) {
			return v.Items[i]
		}
		return nil
	}
	return v.Get(token)
}

// arrayIndex reads an array index of a JSON Pointer: digits without leading zeros.
func arrayIndex(token string) (int, bool) {
	if token == "" || len(token) > 9 || token[0] == '0' && len(token) > 1 {
		return 0, false
	}
	n := 0
	for _, c := range []byte(token) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}
