package upstream

import (
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
)

// plainLiteral reads true, false, null or a number.
func plainLiteral(text string) (literal, bool) {
	switch text {
	case "true", "false":
		return literal{tape.Bool, text}, true
	case "null":
		return literal{tape.Null, text}, true
	}
	if isNumber(text) {
		return literal{tape.Number, text}, true
	}
	return literal{}, false
}

// isNumber tells whether a text is a number of JSON and nothing else.
func isNumber(text string) bool {
	if text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		return false
	}
	r := kernel.Reader{S: text}
	return r.Num(0) == len(text)
}

// Total is the number of entries that an upstream says it has.
type Total struct {
	// Stated tells that there is one: an integer that is not negative.
	Stated bool
	// N is the number; TooBig tells that it does not fit 63 bits.
	N      int64
	TooBig bool
}

// totalOf reads a total exactly: 2, 2.0 and 2e0 are the same integer.
func totalOf(literal string) (total Total, ok bool) {
	d := kernel.ParseDecimal(literal)
	if !d.Whole() || d.Neg && !d.Zero() {
		return Total{}, false
	}
	n, small := d.Small()
	return Total{Stated: true, N: n, TooBig: !small}, true
}
