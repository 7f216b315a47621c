package diag

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Reporter prints findings in one form. The calls come in this order: Begin
// once, then Input and Add as often as there is something to tell, End once.
// Inputs come in path order, the records of an input in theirs; a batch is
// printed before the next one is asked for, so that memory does not grow with
// the number of inputs.
//
// An error is one of writing, or says that a finding's Severity is none. After
// an error of writing nothing more is written.
type Reporter interface {
	// Begin starts the report.
	Begin() error
	// Input reports on one input, or on one record of it when record is not 0
	// (the 1-based line of an NDJSON input). No findings means that it passed.
	// An input with records may be named once more with record 0, which says
	// that it was read to its end.
	Input(name string, record int, findings []Finding) error
	// Add reports findings of a command that has no inputs, in one or more batches.
	Add(findings []Finding) error
	// End finishes the report with the counts of the whole run.
	End(s Summary) error
}

// Options says how findings are printed. The zero value prints everything without colour.
type Options struct {
	// Colour asks the text form for terminal colours.
	Colour bool
	// Quiet leaves out the text form's last line where there are no findings.
	Quiet bool
	// MaxErrors is how many findings are printed in total, whatever their severity. The
	// rest is counted, and every form but JSON says how many were left out. 0 is no limit.
	MaxErrors int
	// ToolVersion is acigen's version, for the SARIF form. Optional.
	ToolVersion string
}

// Formats returns the names that NewReporter knows.
func Formats() []string { return []string{"text", "json", "sarif", "junit", "github"} }

// NewReporter returns a reporter that writes to w in the named format. The
// caller closes w. An unknown format is an error that names the known ones.
func NewReporter(format string, w io.Writer, opts Options) (Reporter, error) {
	s := &stream{format: format, w: bufio.NewWriter(w), max: opts.MaxErrors}
	switch format {
	case "text":
		s.renderer = &textRenderer{style: style{colour: opts.Colour}, quiet: opts.Quiet}
	case "json":
		s.renderer = &jsonRenderer{}
	case "sarif":
		s.renderer = &sarifRenderer{version: opts.ToolVersion, rules: map[string]int{}}
	case "junit":
		s.renderer = &junitRenderer{}
	case "github":
		s.renderer = githubRenderer{}
	default:
		return nil, fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
	}
	return s, nil
}

// renderer is one printed form. The buffer keeps the first error of the writer
// behind it; what a renderer returns is that a finding cannot be written at all.
type renderer interface {
	begin(w *bufio.Writer)
	batch(w *bufio.Writer, b batch) error
	end(w *bufio.Writer, s Summary, withheld int) error
}

// batch is what Input and Add pass on: sorted, without duplicates, and divided
// by MaxErrors into what is shown and what is only counted.
type batch struct {
	name        string // empty: findings of no input
	record      int
	shown, held []Finding
}

// stream is the part that all forms share: order, the limit and the buffer.
type stream struct {
	renderer
	format               string
	w                    *bufio.Writer
	max, shown, withheld int
}

func (s *stream) Begin() error {
	s.begin(s.w)
	return nil
}

func (s *stream) Add(findings []Finding) error { return s.Input("", 0, findings) }

func (s *stream) Input(name string, record int, findings []Finding) error {
	for i := range findings {
		if _, err := findings[i].Severity.MarshalText(); err != nil {
			return s.wrap(err)
		}
	}
	b := batch{name: name, record: record, shown: Sorted(findings)}
	if s.max > 0 && len(b.shown) > s.max-s.shown {
		b.shown, b.held = b.shown[:s.max-s.shown], b.shown[s.max-s.shown:]
	}
	s.shown += len(b.shown)
	s.withheld += len(b.held)
	if err := s.batch(s.w, b); err != nil || len(b.shown) == 0 {
		return s.wrap(err)
	}
	// A person watching, or a pipe's other end, sees findings as they are found.
	return s.wrap(s.w.Flush())
}

func (s *stream) End(sum Summary) error {
	if err := s.end(s.w, sum, s.withheld); err != nil {
		return s.wrap(err)
	}
	return s.wrap(s.w.Flush())
}

func (s *stream) wrap(err error) error {
	if err != nil {
		err = fmt.Errorf("write findings as %s: %w", s.format, err)
	}
	return err
}

// withheldNotice says in one line what a limit left out.
func withheldNotice(n int) string {
	return plural(n, "more finding") + " not printed: raise --max-errors to see all"
}

type multi []Reporter

// Multi returns a reporter that passes every call on to all of the given ones.
// When one of them fails the others still get the call; the errors are joined.
func Multi(reporters ...Reporter) Reporter {
	if len(reporters) == 1 {
		return reporters[0]
	}
	return multi(slices.Clone(reporters))
}

func (m multi) each(call func(Reporter) error) error {
	var all []error
	for _, r := range m {
		all = append(all, call(r))
	}
	return errors.Join(all...)
}

func (m multi) Begin() error                 { return m.each(Reporter.Begin) }
func (m multi) End(s Summary) error          { return m.each(func(r Reporter) error { return r.End(s) }) }
func (m multi) Add(findings []Finding) error { return m.Input("", 0, findings) }

func (m multi) Input(name string, record int, findings []Finding) error {
	findings = Sorted(findings)
	return m.each(func(r Reporter) error { return r.Input(name, record, findings) })
}
