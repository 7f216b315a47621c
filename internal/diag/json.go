package diag

import (
	"bufio"
	"bytes"
	"encoding/json"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonFinding is the printed form of a Finding: the members in the order of the
// fields, an absent one left out. A field added here needs its property in
// findings.schema.json and, when it tells findings apart, its place in compare.
type jsonFinding struct {
	Rule            string   `json:"rule"`
	Severity        Severity `json:"severity"`
	Message         string   `json:"message"`
	File            string   `json:"file,omitempty"`
	Line            int      `json:"line,omitempty"`
	Column          int      `json:"column,omitempty"`
	InstancePointer *string  `json:"instance_pointer,omitempty"`
	SchemaPointer   string   `json:"schema_pointer,omitempty"`
	Schema          string   `json:"schema,omitempty"`
	Keyword         string   `json:"keyword,omitempty"`
	Record          int      `json:"record,omitempty"`
	Remedy          string   `json:"remedy,omitempty"`
	jsonChange
}

// jsonChange are the members of a Change: the values are JSON themselves.
type jsonChange struct {
	Direction string          `json:"direction,omitempty"`
	Old       json.RawMessage `json:"old,omitempty"`
	New       json.RawMessage `json:"new,omitempty"`
	Witness   json.RawMessage `json:"witness,omitempty"`
	Bump      string          `json:"bump,omitempty"`
}

func changeJSON(c *Change) jsonChange {
	if c == nil {
		return jsonChange{}
	}
	return jsonChange{c.Direction, json.RawMessage(c.Old), json.RawMessage(c.New), json.RawMessage(c.Witness), c.Bump}
}

func toJSON(f *Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Severity: f.Severity, Message: f.Message,
		File: f.File, Line: f.Line, Column: f.Column,
		SchemaPointer: f.SchemaPointer, Schema: f.Schema, Keyword: f.Keyword,
		Record: f.Record, Remedy: f.Remedy, jsonChange: changeJSON(f.Change),
	}
	if f.HasInstance {
		out.InstancePointer = &f.InstancePointer
	}
	return out
}

// MarshalJSON returns the finding as `--format json` prints it, an object that
// findings.schema.json describes. A Severity that is none is an error.
func (f Finding) MarshalJSON() ([]byte, error) {
	return appendJSON(nil, toJSON(&f))
}

// appendJSON appends a value as compact JSON without HTML escaping. Text that
// is not UTF-8 gets replacement characters, and active code points are written
// as \u escapes, so that looking at the output is safe and its meaning unchanged.
func appendJSON(dst []byte, value any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return dst, err
	}
	for text := bytes.TrimSuffix(buf.Bytes(), []byte("\n")); len(text) > 0; {
		r, size := utf8.DecodeRune(text)
		switch {
		case r < 0x7f || !active(r):
			dst = append(dst, text[:size]...)
		case r <= 0xffff:
			dst = appendEscape(dst, r)
		default:
			high, low := utf16.EncodeRune(r)
			dst = appendEscape(appendEscape(dst, high), low)
		}
		text = text[size:]
	}
	return dst, nil
}

func appendEscape(dst []byte, unit rune) []byte {
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', hex[unit>>12&15], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}

// jsonList writes values as the elements of a JSON array, one a line.
type jsonList struct{ started bool }

func (l *jsonList) add(w *bufio.Writer, value any) error {
	text, err := appendJSON(nil, value)
	if err != nil {
		return err
	}
	separator := ",\n"
	if !l.started {
		l.started, separator = true, "\n"
	}
	_, _ = w.WriteString(separator)
	_, _ = w.Write(text)
	return nil
}

// end closes what add has written, up to the bracket.
func (l *jsonList) end(w *bufio.Writer) {
	if l.started {
		_ = w.WriteByte('\n')
	}
}

// jsonRenderer prints a JSON array of findings.
type jsonRenderer struct{ list jsonList }

func (j *jsonRenderer) begin(w *bufio.Writer) { _ = w.WriteByte('[') }

func (j *jsonRenderer) batch(w *bufio.Writer, b batch) error {
	for i := range b.shown {
		if err := j.list.add(w, toJSON(&b.shown[i])); err != nil {
			return err
		}
	}
	return nil
}

func (j *jsonRenderer) end(w *bufio.Writer, _ Summary, _ int) error {
	j.list.end(w)
	_, _ = w.WriteString("]\n")
	return nil
}
