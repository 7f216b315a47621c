package easy

import (
	"errors"

	"github.com/mailru/easyjson/jlexer"
	"github.com/mailru/easyjson/jwriter"
)

// Cell is the JSON text of one cell. easyjson reads an any by way of float64,
// which loses digits; this keeps them, and is faster. The empty text is null.
type Cell string

var errNoScalar = errors.New("the cell is no scalar")

// UnmarshalEasyJSON reads a string, number, boolean or null.
func (c *Cell) UnmarshalEasyJSON(l *jlexer.Lexer) {
	if l.IsDelim('{') || l.IsDelim('[') {
		l.AddError(errNoScalar)
		return
	}
	*c = Cell(l.Raw())
}

// MarshalEasyJSON writes the text as it was read.
func (c Cell) MarshalEasyJSON(w *jwriter.Writer) {
	if c == "" {
		c = "null"
	}
	w.RawString(string(c))
}
