package diag

import (
	"bufio"
	"fmt"
	"strings"
)

// junitRenderer prints JUnit XML: a test suite for each file, which has a test
// case for the file, or one for each record that has findings. A passed file is
// a passed case; passed records have none, so that a file of a million records
// stays readable. Errors make a case fail, other findings are its output.
type junitRenderer struct{ suite junitSuite }

// junitSuite is what is kept until the next file begins; the limit on printed findings bounds it.
type junitSuite struct {
	open                 bool
	name                 string
	cases                []junitCase
	heldErrors, heldRest int
}

type junitCase struct {
	record   int
	findings []Finding
}

func (j *junitRenderer) begin(w *bufio.Writer) {
	_, _ = w.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"acigen\">\n")
}

func (j *junitRenderer) batch(w *bufio.Writer, b batch) error {
	if b.name != "" {
		j.enter(w, b.name)
		j.suite.add(b.record, b.shown)
		j.suite.hold(b.held)
		return nil
	}
	for i := range b.shown {
		j.enter(w, b.shown[i].File)
		j.suite.add(b.shown[i].Record, b.shown[i:i+1])
	}
	for i := range b.held {
		j.enter(w, b.held[i].File)
		j.suite.hold(b.held[i : i+1])
	}
	return nil
}

func (j *junitRenderer) end(w *bufio.Writer, _ Summary, _ int) error {
	j.suite.write(w)
	_, _ = w.WriteString("</testsuites>\n")
	return nil
}

// enter closes the open suite when name is another one.
func (j *junitRenderer) enter(w *bufio.Writer, name string) {
	if j.suite.open && j.suite.name == name {
		return
	}
	j.suite.write(w)
	j.suite = junitSuite{open: true, name: name}
}

func (s *junitSuite) add(record int, findings []Finding) {
	if len(findings) == 0 {
		return
	}
	if n := len(s.cases); n == 0 || s.cases[n-1].record != record {
		s.cases = append(s.cases, junitCase{record: record})
	}
	last := &s.cases[len(s.cases)-1]
	last.findings = append(last.findings, findings...)
}

func (s *junitSuite) hold(findings []Finding) {
	for i := range findings {
		if findings[i].Severity == Error {
			s.heldErrors++
		} else {
			s.heldRest++
		}
	}
}

func (s *junitSuite) write(w *bufio.Writer) {
	if !s.open {
		return
	}
	held := s.heldErrors + s.heldRest
	if len(s.cases) == 0 && held == 0 {
		s.cases = []junitCase{{}}
	}
	tests, failures := len(s.cases), 0
	for _, c := range s.cases {
		if _, errors := c.divide(); errors != nil {
			failures++
		}
	}
	if held > 0 {
		tests++
	}
	if s.heldErrors > 0 {
		failures++
	}
	name := s.name
	if name == "" {
		name = "acigen"
	}
	name = xmlText(plain(name))
	_, _ = fmt.Fprintf(w, "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\">\n", name, tests, failures)
	for _, c := range s.cases {
		c.write(w, name)
	}
	if held > 0 {
		// What is not printed must not look like a pass.
		_, _ = fmt.Fprintf(w, "    <testcase classname=\"%s\" name=\"findings not printed\">\n", name)
		element := "system-out"
		if s.heldErrors > 0 {
			element = "failure"
		}
		_, _ = fmt.Fprintf(w, "      <%s>%s</%s>\n    </testcase>\n", element, withheldNotice(held), element)
	}
	_, _ = w.WriteString("  </testsuite>\n")
}

// divide returns the text form of the findings below error, and of the errors.
func (c *junitCase) divide() (output, errors []byte) {
	for i := range c.findings {
		if c.findings[i].Severity == Error {
			errors = appendText(errors, &c.findings[i], style{})
		} else {
			output = appendText(output, &c.findings[i], style{})
		}
	}
	return output, errors
}

func (c *junitCase) write(w *bufio.Writer, suite string) {
	name := suite
	if c.record > 0 {
		name = fmt.Sprintf("record %d", c.record)
	}
	_, _ = fmt.Fprintf(w, "    <testcase classname=\"%s\" name=\"%s\"", suite, name)
	output, errors := c.divide()
	if output == nil && errors == nil {
		_, _ = w.WriteString("/>\n")
		return
	}
	_, _ = w.WriteString(">\n")
	if errors != nil {
		first, n := c.firstError()
		message := clip(plain(first.Message), maxMessage)
		if n > 1 {
			message += fmt.Sprintf(" (and %d more)", n-1)
		}
		_, _ = fmt.Fprintf(w, "      <failure type=\"%s\" message=\"%s\">%s</failure>\n",
			xmlText(plain(first.Rule)), xmlText(message), xmlText(string(errors)))
	}
	if output != nil {
		_, _ = fmt.Fprintf(w, "      <system-out>%s</system-out>\n", xmlText(string(output)))
	}
	_, _ = w.WriteString("    </testcase>\n")
}

func (c *junitCase) firstError() (first *Finding, n int) {
	for i := range c.findings {
		if c.findings[i].Severity != Error {
			continue
		}
		if n++; n == 1 {
			first = &c.findings[i]
		}
	}
	return first, n
}

var xmlEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// xmlText escapes text that plain has made: no character in it is illegal in XML 1.0.
func xmlText(text string) string { return xmlEscapes.Replace(text) }
