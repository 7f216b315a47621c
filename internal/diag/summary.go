package diag

import (
	"fmt"
	"strings"
)

// Summary counts what a command saw. Count fills in the findings; the command
// itself adds inputs, records and what was suppressed.
type Summary struct {
	// Inputs is the number of files read, 0 for a command that does not count them.
	Inputs int
	// Records is the number of records of NDJSON inputs among them, blank lines not counted.
	Records int
	// Errors, Warnings and Infos count distinct findings, printed or not.
	Errors, Warnings, Infos int
	// Suppressed is the number of findings that the configuration silenced; they are in no other count.
	Suppressed int
}

// Count adds a batch of findings, which must hold all findings of its input or
// record, and returns it without duplicates and in the order of Sorted: what is
// then passed to a Reporter.
func (s *Summary) Count(findings []Finding) []Finding {
	findings = Sorted(findings)
	for i := range findings {
		switch findings[i].Severity {
		case Warning:
			s.Warnings++
		case Info:
			s.Infos++
		default:
			s.Errors++
		}
	}
	return findings
}

// Findings is the number of all counted findings.
func (s Summary) Findings() int { return s.Errors + s.Warnings + s.Infos }

// String is the summary in one line: "2 errors, 1 warning in 3 files", or
// "ok: 3 files" where there are no findings.
func (s Summary) String() string {
	var b strings.Builder
	var counts []string
	for _, c := range []struct {
		n    int
		noun string
	}{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Infos, "info"}} {
		if c.n > 0 {
			counts = append(counts, plural(c.n, c.noun))
		}
	}
	before := " in "
	if counts == nil {
		counts, before = []string{"ok"}, ": "
	}
	b.WriteString(strings.Join(counts, ", "))
	if s.Inputs > 0 {
		b.WriteString(before + plural(s.Inputs, "file"))
		if s.Records > 0 {
			b.WriteString(", " + plural(s.Records, "record"))
		}
	}
	if s.Suppressed > 0 {
		fmt.Fprintf(&b, " (%d suppressed)", s.Suppressed)
	}
	return b.String()
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
