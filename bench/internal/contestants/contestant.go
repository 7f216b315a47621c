// Package contestants has everything that reads, checks or writes the
// documents, each behind the same small interface, and the proof that each
// gives the right answer.
package contestants

import (
	"github.com/acigen/acigen/bench/internal/documents"
	"github.com/acigen/acigen/bench/internal/measure"
)

// Names that the goals refer to.
const (
	Today        = "encoding/json + v5 + encoding/json"
	SonicChecked = "sonic strict, strings checked"
	SonicOwned   = "sonic strict"
	SonicShared  = "sonic strict, shared strings"
	Decode       = "acigen Decode"
	DecodeShared = "acigen DecodeShared"
	Check        = "acigen Check"
	Append       = "acigen AppendJSON"
)

// Contestant is one way to treat a document.
type Contestant struct {
	Name string
	// Exact says that numbers keep every digit; otherwise they are float64.
	Exact bool
	// Judges says whether the rule which the failing document of a tool breaks
	// is checked. Nil: nothing of the schema is.
	Judges func(documents.Tool) bool
	// Writes says that the contestant writes the document instead of reading it.
	Writes bool
	// Prepare makes everything that can be made once. It returns an error for a
	// document that cannot take part.
	Prepare func(documents.Document) (Entry, error)
}

// Entry is a contestant with its document.
type Entry struct {
	// Once treats the document once. The error is the verdict.
	Once func() error
	// Value treats the document and returns the value that came out, as JSON.
	// Nil where none does.
	Value func() ([]byte, error)
	// Remote is set where the work is done in another process.
	Remote measure.Subject
}

// Takes says whether c takes part in d.
func (c Contestant) Takes(d documents.Document) bool {
	if c.Writes {
		return d.Compact()
	}
	return d.Valid() || c.Judges != nil && c.Judges(d.Tool)
}

// Local lists the contestants of this process, in the order of all tables.
func Local() []Contestant {
	return []Contestant{
		today(), v6(), goJSONSchema(),
		stdStrict(), sonicChecked(), sonicOwned(), sonicShared(), easyJSON(), valid(),
		decode(), decodeShared(), check(),
		appendJSON(), stdMarshal(),
	}
}

func everyRule(documents.Tool) bool { return true }
