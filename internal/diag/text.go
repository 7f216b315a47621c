package diag

import (
	"bufio"
	"fmt"
	"strconv"
)

// textRenderer prints findings for people: a line that editors can jump to, the
// source line with a caret under the place, where the value stands in the
// document, and what to do.
type textRenderer struct {
	style style
	quiet bool
}

func (t *textRenderer) begin(*bufio.Writer) {}

func (t *textRenderer) batch(w *bufio.Writer, b batch) error {
	for i := range b.shown {
		_, _ = w.Write(appendText(w.AvailableBuffer(), &b.shown[i], t.style))
	}
	return nil
}

func (t *textRenderer) end(w *bufio.Writer, s Summary, withheld int) error {
	if withheld > 0 {
		_, _ = fmt.Fprintln(w, withheldNotice(withheld))
	}
	if s.Findings() > 0 || !t.quiet {
		_, _ = fmt.Fprintln(w, s)
	}
	return nil
}

// appendText appends a finding in its text form, which is one or more whole lines.
func appendText(dst []byte, f *Finding, st style) []byte {
	if place := place(f); place != "" {
		dst = append(append(dst, place...), ": "...)
	}
	dst = st.in(dst, severityColour(f.Severity), f.Severity.String())
	dst = append(append(dst, ' '), plain(f.Rule)...)
	dst = append(append(dst, ": "...), clip(plain(f.Message), maxMessage)...)
	dst = append(dst, '\n')
	dst = appendSource(dst, f, st)
	if at := pointer(f); at != "" {
		dst = st.in(dst, dim, "  at:")
		dst = append(append(dst, ' '), clip(plain(at), maxPointer)...)
		dst = append(dst, '\n')
	}
	if c := f.Change; c != nil {
		for _, line := range []struct{ label, text string }{{"old:", c.Old}, {"new:", c.New}, {"witness:", c.Witness}, {"needs:", needed(c.Bump)}} {
			if line.text != "" {
				dst = st.in(dst, dim, "  "+line.label)
				dst = append(append(dst, ' '), clip(plain(line.text), maxValue)...)
				dst = append(dst, '\n')
			}
		}
	}
	if f.Remedy != "" {
		dst = st.in(dst, dim, "  fix:")
		dst = append(append(dst, ' '), clip(plain(f.Remedy), maxMessage)...)
		dst = append(dst, '\n')
	}
	return dst
}

// maxValue is how many code points of a value are printed: a document that is cut off
// is none. The JSON form has all of it.
const maxValue = 32_000

func needed(bump string) string {
	if bump == "" {
		return ""
	}
	return "a " + bump + " version"
}

// place is file:line:column, as far as they are known.
func place(f *Finding) string {
	s := plain(f.File)
	if line := printedLine(f); s != "" && line > 0 {
		s += ":" + strconv.Itoa(line)
		if f.Column > 0 {
			s += ":" + strconv.Itoa(f.Column)
		}
	}
	return s
}

// printedLine is the line of the file: a record of an NDJSON input is one.
func printedLine(f *Finding) int {
	if f.Record > 0 {
		return f.Record
	}
	return f.Line
}

// pointer is where the finding stands in the structure: in the instance, or in
// the schema for a finding that is about no instance. The root needs no line.
func pointer(f *Finding) string {
	if f.HasInstance {
		return f.InstancePointer
	}
	return f.SchemaPointer
}

// style adds terminal colours, or nothing.
type style struct{ colour bool }

const (
	dim    = "\x1b[2m"
	red    = "\x1b[1;31m"
	yellow = "\x1b[1;33m"
	blue   = "\x1b[1;34m"
	reset  = "\x1b[0m"
)

func severityColour(s Severity) string {
	switch s {
	case Warning:
		return yellow
	case Info:
		return blue
	}
	return red
}

func (st style) in(dst []byte, colour, text string) []byte {
	if !st.colour {
		return append(dst, text...)
	}
	dst = append(append(dst, colour...), text...)
	return append(dst, reset...)
}
