package upstream

import (
	"bytes"
	"strconv"

	"github.com/acigen/acigen/internal/logtime"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/text"
)

// Class is why an output carries no answer; empty when it does.
type Class string

// The classes that an output by itself can have.
const (
	Schema        Class = "SCHEMA"
	Authorization Class = "AUTHORIZATION"
	Execution     Class = "EXECUTION"
)

// Reason says what an output without an answer is.
type Reason uint8

// The reasons. Their class is in Reason.Class.
const (
	None Reason = iota
	// Empty: nothing but white space.
	Empty
	// HTML: a page, as proxies and gateways print it.
	HTML
	// StackTrace: what a program printed as it failed.
	StackTrace
	// Failed: the upstream says that it failed.
	Failed
	// Denied: the upstream says that access was denied.
	Denied
	// Malformed: no strict JSON.
	Malformed
	// CutOff: JSON that ends in the middle.
	CutOff
	// DuplicateNames: an object with two members of one name.
	DuplicateNames
	// TooDeep: nested more deeply than allowed.
	TooDeep
	// TooLong: longer than can be read.
	TooLong
	// Unrecognized: no mapping, or not the named one, has this shape.
	Unrecognized
	// Ambiguous: more than one mapping has this shape.
	Ambiguous
)

// Class returns the class of a reason.
func (r Reason) Class() Class {
	switch r {
	case None:
		return ""
	case Empty, HTML, StackTrace, Failed:
		return Execution
	case Denied:
		return Authorization
	}
	return Schema
}

// Answer is what one output says. It refers to the output's memory, and is valid
// until the Reader that made it reads another one.
type Answer struct {
	// Upstream is the mapping that was used; empty when none was.
	Upstream string
	// Reason is why there is no answer; None when there is one.
	Reason Reason
	// Candidates are the mappings that an ambiguous shape may be of, sorted.
	Candidates []string

	// Partial: the answer says that it is not whole.
	Partial bool
	// SaysNone: the answer says that there is no evidence.
	SaysNone bool
	// Total is the upstream's own number of matches; OddTotal: what it states is no such number.
	Total    Total
	OddTotal bool
	// Relevance are the texts of every spelling that is there.
	Relevance []tape.Value

	mapping  *Mapping
	document tape.Value
	reader   *Reader
}

// Entry is one entry of an answer. It is valid during the call that it is passed to.
type Entry struct {
	// Fields are the values by the tool's fields: strings and other values that are
	// not blank; absent where there is none.
	Fields [maxFields]tape.Value
	// Unit is how the first field of a log entry, its time, is meant when it is a number.
	Unit logtime.Unit

	value   tape.Value
	answer  *Answer
	parents [4]tape.Value // the elements of the levels
	// Of an entry that stands in JSON inside a string: the string, and the tape it was read to.
	outer tape.Value
	inner *tape.Tape
}

// Path is the entry's place in the output after unwrapping, as a normalized JSONPath
// with names in the short form where they have one, of at most 512 code points.
func (e *Entry) Path() string { return string(e.AppendPath(nil)) }

// AppendPath appends Path.
func (e *Entry) AppendPath(dst []byte) []byte {
	const most = 512 // code points, as the contract bounds it
	from := len(dst)
	r := e.answer.reader
	t := &r.tape
	if e.inner == nil {
		// Entries of one array have all but the index in common.
		if array, index, ok := t.Sibling(e.value); ok && array == r.prefixOf && len(r.prefix) > 0 {
			return append(strconv.AppendInt(append(dst, r.prefix...), int64(index), 10), ']')
		}
	}
	dst = append(dst, '$')
	if e.inner != nil {
		dst, t = appendPath(dst, t, e.outer), e.inner
	}
	dst = appendPath(dst, t, e.value)
	if array, _, ok := t.Sibling(e.value); ok && e.inner == nil && len(dst)-from < most/2 {
		r.prefixOf, r.prefix = array, append(r.prefix[:0], dst[from:from+bytes.LastIndexByte(dst[from:], '[')+1]...)
	}
	if len(dst)-from <= most {
		return dst
	}
	piece, _ := text.Cut(string(dst[from:]), most)
	return dst[:from+len(piece)]
}

// Each calls yield for every entry in the output's order until it returns false.
// Entries that are null, or no object or array where the mapping wants one, come
// without fields.
func (a *Answer) Each(yield func(*Entry) bool) {
	e := &Entry{answer: a}
	a.descend(e, a.document, 0, yield)
}

func (a *Answer) descend(e *Entry, v tape.Value, depth int, yield func(*Entry) bool) bool {
	l := &a.mapping.levels[depth]
	for _, each := range l.each {
		found := false
		goOn := each.each(v, func(element tape.Value) bool {
			found = true
			if l.inString {
				inner := a.reader.inner()
				parsed := a.reader.parseInside(inner, element)
				e.outer, e.inner = element, inner
				defer func() { a.reader.used--; e.inner = nil }()
				return l.json.each(parsed, func(inner tape.Value) bool { return a.enter(e, inner, depth, yield) })
			}
			return a.enter(e, element, depth, yield)
		})
		if found || !goOn {
			return goOn
		}
	}
	return true
}

func (a *Answer) enter(e *Entry, v tape.Value, depth int, yield func(*Entry) bool) bool {
	e.parents[depth] = v
	if depth+1 < len(a.mapping.levels) {
		return a.descend(e, v, depth+1, yield)
	}
	e.value, e.Unit = v, logtime.Auto
	for f := range a.mapping.fields {
		e.Fields[f] = tape.Value{}
		for i := range a.mapping.fields[f] {
			c := &a.mapping.fields[f][i]
			from := a.document
			if c.level >= 0 {
				from = e.parents[c.level]
			}
			if found := a.reader.find(c, from); found.Kind() != tape.Absent {
				e.Fields[f] = found
				if f == 0 {
					e.Unit = c.unit
				}
				break
			}
		}
	}
	return yield(e)
}

// find returns what stands at a candidate: absent when that is null or blank.
func (r *Reader) find(c *candidate, from tape.Value) tape.Value {
	if c.joins {
		return joined(c, from)
	}
	v := c.path.first(from)
	if c.inString {
		// A field is read from a tape of its own, since the others of the entry stay in use.
		r.turn = (r.turn + 1) % len(r.fields)
		v = c.json.first(r.parseInside(&r.fields[r.turn], v))
	}
	switch v.Kind() {
	case tape.Absent, tape.Null, tape.Array, tape.Object:
		return tape.Value{} // no field is made of parts
	case tape.String:
		if text.Blank(v.Text()) {
			return tape.Value{}
		}
	}
	if c.hasUnless && v.Text() == c.unless {
		return tape.Value{}
	}
	if c.values != nil {
		to, known := c.values[v.Text()]
		if !known {
			return tape.Value{}
		}
		return tape.Made(to)
	}
	return v
}

// joined returns all texts that a candidate's path leads to as one.
func joined(c *candidate, from tape.Value) tape.Value {
	var out []byte
	c.path.each(from, func(v tape.Value) bool {
		switch v.Kind() {
		case tape.String, tape.Number:
			if piece := v.Text(); !text.Blank(piece) {
				if len(out) > 0 {
					out = append(out, c.join...)
				}
				out = append(out, piece...)
			}
		}
		return true
	})
	if len(out) == 0 {
		return tape.Value{}
	}
	return tape.Made(string(out))
}
