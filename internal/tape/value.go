package tape

import (
	"iter"

	"github.com/acigen/acigen/internal/kernel"
)

// Value is one value of a tape. The zero Value is absent. It is valid as long as
// the text that was read, and until the tape reads another one.
type Value struct {
	tape *Tape
	node uint32
	// made is the text of a String that stands nowhere in the text as it is.
	made *string
}

// Made returns a String value of a text that is not in any tape.
func Made(text string) Value { return Value{made: &text} }

// MadeNumber returns a Number value of a literal that is in no tape; it must be one of JSON.
func MadeNumber(literal string) Value { return Value{made: &literal, node: 1} }

// Kind returns the value's kind.
func (v Value) Kind() Kind {
	switch {
	case v.tape != nil:
		return v.tape.nodes[v.node].kind
	case v.made == nil:
		return Absent
	case v.node == 1:
		return Number
	}
	return String
}

// Text returns the decoded text of a String and the literal of every other kind.
// It allocates only where the string has escapes.
func (v Value) Text() string {
	if v.tape == nil {
		if v.made == nil {
			return ""
		}
		return *v.made
	}
	n := &v.tape.nodes[v.node]
	switch {
	case n.kind != String:
		return v.tape.text[n.start:n.end]
	case n.escaped:
		return kernel.Unquote(v.tape.text[n.start:n.end])
	}
	return v.tape.text[n.start+1 : n.end-1]
}

// Raw returns the value's text as it stands, white space inside it included; of a
// made value, the JSON that stands for it.
func (v Value) Raw() string {
	if v.tape == nil {
		if v.Kind() == String {
			return string(kernel.AppendText(nil, *v.made))
		}
		return v.Text()
	}
	n := &v.tape.nodes[v.node]
	return v.tape.text[n.start:n.end]
}

// AppendCompact appends the value without white space between its tokens; literals,
// escapes and the order of members stay.
func (v Value) AppendCompact(dst []byte) []byte {
	switch v.Kind() {
	case Array, Object:
	default:
		return append(dst, v.Raw()...)
	}
	raw := v.Raw()
	from := 0
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			for i++; raw[i] != '"'; i++ {
				if raw[i] == '\\' {
					i++
				}
			}
		case ' ', '\n', '\t', '\r':
			dst = append(dst, raw[from:i]...)
			from = i + 1
		}
	}
	return append(dst, raw[from:]...)
}

// True tells whether the value is true.
func (v Value) True() bool {
	return v.Kind() == Bool && v.tape.text[v.tape.nodes[v.node].start] == 't'
}

// Get returns the member of a name, absent when there is none or v is no object.
func (v Value) Get(name string) Value {
	if v.Kind() != Object {
		return Value{}
	}
	t := v.tape
	end := t.nodes[v.node].next
	for i := v.node + 1; i < end; {
		n := &t.nodes[i]
		if n.escaped {
			if kernel.Unquote(t.text[n.start:n.end]) == name {
				return Value{tape: t, node: i + 1}
			}
		} else if int(n.end-n.start) == len(name)+2 && t.text[n.start+1:n.end-1] == name {
			return Value{tape: t, node: i + 1}
		}
		i = t.nodes[i+1].next
	}
	return Value{}
}

// Len returns the number of elements of an array or of members of an object. It
// takes linear time.
func (v Value) Len() int {
	n := 0
	switch v.Kind() {
	case Array:
		for range v.Elements() {
			n++
		}
	case Object:
		for range v.Members() {
			n++
		}
	}
	return n
}

// Empty tells whether v is an array or object without elements or members.
func (v Value) Empty() bool {
	k := v.Kind()
	return (k == Array || k == Object) && v.tape.nodes[v.node].next == v.node+1
}

// Elements iterates over the elements of an array; over nothing for other kinds.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.Kind() != Array {
			return
		}
		end := v.tape.nodes[v.node].next
		for i, index := v.node+1, 0; i < end; index++ {
			if !yield(index, Value{tape: v.tape, node: i}) {
				return
			}
			i = v.tape.nodes[i].next
		}
	}
}

// Members iterates over the names (String values) and values of an object, in the
// text's order; over nothing for other kinds.
func (v Value) Members() iter.Seq2[Value, Value] {
	return func(yield func(Value, Value) bool) {
		if v.Kind() != Object {
			return
		}
		end := v.tape.nodes[v.node].next
		for i := v.node + 1; i < end; {
			if !yield(Value{tape: v.tape, node: i}, Value{tape: v.tape, node: i + 1}) {
				return
			}
			i = v.tape.nodes[i+1].next
		}
	}
}

// At returns the element of an index, from the end when it is negative; absent when there is none.
func (v Value) At(index int) Value {
	if index < 0 {
		index += v.Len()
	}
	if index >= 0 {
		for i, element := range v.Elements() {
			if i == index {
				return element
			}
		}
	}
	return Value{}
}
