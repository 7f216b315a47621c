package diag

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAnUnknownFormatNamesTheKnownOnes(t *testing.T) {
	_, err := NewReporter("xml", io.Discard, Options{})
	if want := `unknown format "xml": use one of text, json, sarif, junit, github`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for _, format := range Formats() {
		if _, err := NewReporter(format, io.Discard, Options{}); err != nil {
			t.Error(err)
		}
	}
}

func TestEveryFormOfNothing(t *testing.T) {
	for format, want := range map[string]string{
		"text":   "ok\n",
		"json":   "[]\n",
		"junit":  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"acigen\">\n</testsuites>\n",
		"github": "",
	} {
		if got := run(t, format, Options{}, nil); got != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
	if got := run(t, "text", Options{Quiet: true}, nil); got != "" {
		t.Errorf("quiet text: got %q", got)
	}
}

func TestMaxErrorsStopsPrintingAndNotCounting(t *testing.T) {
	var out bytes.Buffer
	r, _ := NewReporter("json", &out, Options{MaxErrors: 5})
	var sum Summary
	_ = r.Begin()
	for i := range 4 {
		batch := sum.Count([]Finding{{Rule: "a/b", Message: "m", Line: 2}, {Rule: "a/b", Message: "m", Line: 1}, {Rule: "a/b", Message: "m", Line: 1}})
		if len(batch) != 2 {
			t.Fatalf("batch %d has %d findings", i, len(batch))
		}
		_ = r.Add(batch)
	}
	_ = r.End(sum)
	if sum.Errors != 8 {
		t.Errorf("counted %d", sum.Errors)
	}
	var printed []struct{ Line int }
	if err := json.Unmarshal(out.Bytes(), &printed); err != nil {
		t.Fatal(err)
	}
	if len(printed) != 5 || printed[4].Line != 1 {
		t.Errorf("printed %v", printed)
	}
}

func TestFindingsAreWrittenBeforeTheNextInputIsRead(t *testing.T) {
	for _, format := range []string{"text", "json", "sarif", "github"} {
		var out bytes.Buffer
		r, _ := NewReporter(format, &out, Options{})
		_ = r.Begin()
		_ = r.Input("a", 0, []Finding{{Rule: "a/b", Message: "m"}})
		if !strings.Contains(out.String(), "a/b") {
			t.Errorf("%s: only %q is written", format, out.String())
		}
	}
}

func TestMultiPassesEverythingToAll(t *testing.T) {
	var text, list bytes.Buffer
	a, _ := NewReporter("text", &text, Options{})
	b, _ := NewReporter("json", &list, Options{})
	feed(t, Multi(a, b), sample())
	if want := run(t, "text", Options{}, sample()); text.String() != want {
		t.Errorf("text: %s", text.String())
	}
	if want := run(t, "json", Options{}, sample()); list.String() != want {
		t.Errorf("JSON: %s", list.String())
	}
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAnErrorOfWritingIsReturnedAndOthersStillPrint(t *testing.T) {
	var out bytes.Buffer
	good, _ := NewReporter("text", &out, Options{})
	for _, format := range Formats() {
		bad, _ := NewReporter(format, full{}, Options{})
		m := Multi(bad, good)
		_ = m.Begin()
		_ = m.Input("a", 0, []Finding{{Rule: "a/b", Message: "m"}})
		err := m.End(Summary{Errors: 1})
		if want := "write findings as " + format + ": the disk is full"; !errors.Is(err, errFull) || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if want := strings.Repeat("error a/b: m\n1 error\n", len(Formats())); out.String() != want {
		t.Errorf("the other reporter wrote %q", out.String())
	}
}

func TestAFindingWithoutASeverityIsRefusedByEveryForm(t *testing.T) {
	for _, format := range Formats() {
		r, _ := NewReporter(format, io.Discard, Options{})
		err := r.Add([]Finding{{Rule: "a/b", Message: "m", Severity: -1}})
		if want := "write findings as " + format + ": no such severity: -1"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestSummaryInWords(t *testing.T) {
	for want, s := range map[string]Summary{
		"ok":                                {},
		"ok: 1 file":                        {Inputs: 1},
		"ok: 3 files, 1204 records":         {Inputs: 3, Records: 1204},
		"ok: 2 files (4 suppressed)":        {Inputs: 2, Suppressed: 4},
		"2 errors, 1 warning in 3 files":    {Inputs: 3, Errors: 2, Warnings: 1},
		"1 error in 1 file, 1 record":       {Inputs: 1, Records: 1, Errors: 1},
		"1 warning, 2 infos":                {Warnings: 1, Infos: 2},
		"1 error in 2 files (1 suppressed)": {Inputs: 2, Errors: 1, Suppressed: 1},
	} {
		if got := s.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestJUnitIsWellFormedAndItsCountsAreRight(t *testing.T) {
	for _, limit := range []int{0, 1, 2, 5} {
		var report struct {
			Suites []struct {
				Name     string `xml:"name,attr"`
				Tests    int    `xml:"tests,attr"`
				Failures int    `xml:"failures,attr"`
				Cases    []struct {
					Name    string    `xml:"name,attr"`
					Failure *struct{} `xml:"failure"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(run(t, "junit", Options{MaxErrors: limit}, sample())), &report); err != nil {
			t.Fatal(err)
		}
		failed := map[string]bool{}
		for _, s := range report.Suites {
			failures := 0
			for _, c := range s.Cases {
				if c.Failure != nil {
					failures++
				}
			}
			if s.Tests != len(s.Cases) || s.Failures != failures {
				t.Errorf("limit %d: %s says %d tests, %d failures, and has %d, %d", limit, s.Name, s.Tests, s.Failures, len(s.Cases), failures)
			}
			failed[s.Name] = failures > 0
		}
		// A limit must not turn a failure into a pass.
		for name, want := range map[string]bool{"fixtures/a.json": true, "fixtures/b.json": false, "logs/app.jsonl": true, "acigen": true} {
			if got, there := failed[name]; !there || got != want {
				t.Errorf("limit %d: %s failed: %v, present: %v", limit, name, got, there)
			}
		}
	}
}
