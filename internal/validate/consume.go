package validate

import (
	"slices"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/kernel"
)

// consumer passes on what jobs found, in order, and asks the second engine about it.
type consumer struct {
	Outcome
	sink Sink
	// The rest of the budget for the second engine.
	records, bytes, work int
	placeholders         []diag.Finding
}

func (c *consumer) take(j *job) error {
	name := j.in.Name
	c.Summary.Records += j.records
	for i := range j.failed {
		f := &j.failed[i]
		findings := f.findings
		switch {
		case f.count > 0:
			findings = c.counted(name, f)
		case c.disagrees(j.in.Validator, f):
			findings = append(findings, disagreement(name, f))
		}
		if j.in.Expect != nil {
			findings = j.in.Expect.failed(j.in, f, findings)
		}
		if j.lines {
			if err := c.sink.Input(name, f.record, c.Summary.Count(findings)); err != nil {
				return err
			}
			continue
		}
		c.Summary.Inputs++
		return c.sink.Input(name, 0, c.Summary.Count(findings))
	}
	if !j.last {
		return nil
	}
	c.Summary.Inputs++
	var findings []diag.Finding
	if j.problem != "" {
		c.Unreadable = true
		findings = []diag.Finding{{Rule: RuleRead, File: name, Message: j.problem}}
	} else if j.in.Expect != nil {
		findings = j.in.Expect.passed(j.in)
	}
	return c.sink.Input(name, 0, c.Summary.Count(findings))
}

// counted stands for findings that nobody will print: as many as there are.
func (c *consumer) counted(name string, f *failure) []diag.Finding {
	c.placeholders = c.placeholders[:0]
	for i := range f.count {
		c.placeholders = append(c.placeholders, diag.Finding{
			Rule: "validate/more", Message: "not located", File: name, Record: f.record, Line: f.record, Column: i + 1,
		})
	}
	return c.placeholders
}

// disagrees asks the second engine about a failure, as far as the budget goes, and
// tells whether it holds the instance for valid. What is not strict JSON, or is
// cut, is none of its business.
func (c *consumer) disagrees(v *Validator, f *failure) bool {
	if f.text == "" || f.invalid.More > 0 || c.records == 0 || len(f.text) > c.bytes || c.work <= 0 ||
		slices.ContainsFunc(f.invalid.Violations, func(v kernel.Violation) bool { return v.Keyword == "json" }) {
		return false
	}
	c.records--
	c.bytes -= len(f.text)
	got, work := v.second.ask(f.text, c.work)
	c.work -= work
	return got == isValid
}

func disagreement(name string, f *failure) diag.Finding {
	first := f.findings[0]
	return diag.Finding{
		Rule: RuleDisagree, File: name, Record: f.record, Line: first.Line, Column: first.Column, HasInstance: true,
		Message: "acigen holds the instance for invalid, and its reference engine for valid: one of the two is wrong",
		Remedy:  "this is a fault of acigen: please report it with the schema and the instance",
	}
}
