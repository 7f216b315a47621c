package kernel

import "strconv"

// Opt is a value that may be absent. The zero value is absent.
type Opt[T any] struct {
	Value   T
	Present bool
}

// OptOf returns a present value.
func OptOf[T any](v T) Opt[T] { return Opt[T]{Value: v, Present: true} }

// Get returns the value and whether it is present.
func (o Opt[T]) Get() (T, bool) { return o.Value, o.Present }

// Null is a value that may be null. The zero value is null.
type Null[T any] struct {
	Value   T
	NonNull bool
}

// NullOf returns a value that is not null.
func NullOf[T any](v T) Null[T] { return Null[T]{Value: v, NonNull: true} }

// Get returns the value and whether it is not null.
func (n Null[T]) Get() (T, bool) { return n.Value, n.NonNull }

// OptNull is a value that may be absent or null. The zero value is absent.
type OptNull[T any] struct {
	Value            T
	Present, NonNull bool
}

// OptNullOf returns a value that is present and not null.
func OptNullOf[T any](v T) OptNull[T] { return OptNull[T]{Value: v, Present: true, NonNull: true} }

// Get returns the value and whether it is present and not null.
func (o OptNull[T]) Get() (T, bool) { return o.Value, o.Present && o.NonNull }

// Number is a JSON number, its literal kept as written. The empty string is 0.
type Number string

// Integer is a JSON number without a fractional part, of any size, its literal
// kept as written. The empty string is 0.
type Integer string

// Int64 returns the value when it is in the range of int64.
func (i Integer) Int64() (int64, bool) {
	if !validNumber(string(i)) {
		return 0, i == ""
	}
	d := ParseDecimal(string(i))
	return d.Small()
}

// Float64 returns the nearest float64; the literal may say more.
func (n Number) Float64() (float64, bool) {
	if n == "" {
		return 0, true
	}
	f, err := strconv.ParseFloat(string(n), 64)
	return f, err == nil
}

// Raw is any JSON value as text. The empty string is null.
type Raw string

// validNumber tells whether text is one number of JSON and nothing else.
func validNumber(text string) bool {
	if text == "" || text[0] != '-' && text[0]-'0' > 9 {
		return false
	}
	r := Reader{S: text}
	return r.Num(0) == len(text)
}

// invalid is appended for a value that has no JSON form; whoever reads it finds out.
const invalid = '!'

// AppendNumber appends a number's literal.
func AppendNumber(dst []byte, literal string) []byte {
	switch {
	case literal == "":
		return append(dst, '0')
	case !validNumber(literal):
		return append(dst, invalid)
	}
	return append(dst, literal...)
}

// AppendRaw appends a value's text.
func AppendRaw(dst []byte, text Raw) []byte {
	if text == "" {
		return append(dst, "null"...)
	}
	r := Reader{S: string(text)}
	if p := r.Start(); p < 0 || r.Finish(r.Skip(p)) < 0 {
		return append(dst, invalid)
	}
	return append(dst, text...)
}

// AppendInvalid appends what no reader takes for a value.
func AppendInvalid(dst []byte) []byte { return append(dst, invalid) }

// AppendComma appends a comma unless dst ends with an opening bracket: it goes before every member and element.
func AppendComma(dst []byte) []byte {
	if c := dst[len(dst)-1]; c == '{' || c == '[' {
		return dst
	}
	return append(dst, ',')
}
