package kernel

// ScalarKind tells what a Scalar is.
type ScalarKind uint8

// The kinds of scalars. The zero value is null.
const (
	ScalarNull ScalarKind = iota
	ScalarBool
	ScalarNumber
	ScalarString
)

// Scalar is a string, number, boolean or null. The zero value is null.
type Scalar struct {
	kind ScalarKind
	text string // a string's content, a number's literal, true or false
}

// ScalarOfString returns a string.
func ScalarOfString(s string) Scalar { return Scalar{ScalarString, s} }

// ScalarOfNumber returns a number, given as its literal.
func ScalarOfNumber(n Number) Scalar { return Scalar{ScalarNumber, string(n)} }

// ScalarOfBool returns a boolean.
func ScalarOfBool(b bool) Scalar {
	if b {
		return Scalar{ScalarBool, "true"}
	}
	return Scalar{ScalarBool, "false"}
}

// Kind tells what the scalar is.
func (s Scalar) Kind() ScalarKind { return s.kind }

// Text returns a string's content, a number's literal, "true", "false", or "" for null.
func (s Scalar) Text() string { return s.text }

// Bool tells whether the scalar is the boolean true.
func (s Scalar) Bool() bool { return s.kind == ScalarBool && s.text == "true" }

// IsNull tells whether the scalar is null.
func (s Scalar) IsNull() bool { return s.kind == ScalarNull }

// ScalarAt returns the scalar that stands at S[p:q]; anything else is null.
func (r *Reader) ScalarAt(p, q int) Scalar {
	switch r.KindAt(p) {
	case KindString:
		return Scalar{ScalarString, r.Content(p, q)}
	case KindNumber:
		return Scalar{ScalarNumber, r.S[p:q]}
	case KindBool:
		return Scalar{ScalarBool, r.S[p:q]}
	}
	return Scalar{}
}

// AppendScalar appends the scalar's JSON form.
func AppendScalar(dst []byte, s Scalar) []byte {
	switch s.kind {
	case ScalarString:
		return AppendText(dst, s.text)
	case ScalarNumber:
		return AppendNumber(dst, s.text)
	case ScalarBool:
		return append(dst, s.text...)
	}
	return append(dst, "null"...)
}

// Content returns the content of the string literal S[p:q].
func (r *Reader) Content(p, q int) string {
	for i := p; i < q; i++ {
		if r.S[i] == '\\' {
			return r.keep(r.S[p:q])
		}
	}
	return r.S[p+1 : q-1]
}
