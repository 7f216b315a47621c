package validate

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// The rules of fixtures.
const (
	rulePass   = "fixtures/unexpected-pass"
	ruleExpect = "fixtures/expect"
	ruleLayout = "fixtures/layout"
)

// Expectation is what a fixture is there for.
type Expectation struct {
	// Invalid tells that the fixture must fail.
	Invalid bool
	// File is the path to print of the .expect file, empty when there is none. It asks
	// for a violation of Keyword at Pointer, the root being the empty pointer.
	File             string
	Keyword, Pointer string
}

// failed returns the findings of a fixture that is not valid.
func (e *Expectation) failed(in *Input, f *failure, findings []diag.Finding) []diag.Finding {
	if !e.Invalid {
		return findings
	}
	var out []diag.Finding
	for _, finding := range findings {
		if finding.Rule == RuleDisagree {
			out = append(out, finding)
		}
	}
	if e.File == "" {
		return out
	}
	var found []string
	for _, v := range f.invalid.Violations {
		if v.Keyword == e.Keyword && v.InstancePointer == e.Pointer {
			return out
		}
		if text := expectation(v.Keyword, v.InstancePointer); !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	const shown = 10
	if more := len(found) - shown; more > 0 {
		found = append(found[:shown], fmt.Sprintf("%d more", more))
	}
	return append(out, diag.Finding{
		Rule: ruleExpect, File: in.Name,
		Message: fmt.Sprintf("%s expects %q; found is %s", path.Base(e.File), expectation(e.Keyword, e.Pointer), strings.Join(found, ", ")),
		Remedy:  "correct the fixture, the expectation or the schema",
	})
}

// passed returns the findings of a fixture that is valid.
func (e *Expectation) passed(in *Input) []diag.Finding {
	if !e.Invalid {
		return nil
	}
	return []diag.Finding{{
		Rule: rulePass, File: in.Name, Message: "the fixture must fail and is valid",
		Remedy: "correct the fixture, or the schema that should refuse it",
	}}
}

func expectation(keyword, pointer string) string {
	if pointer == "" {
		return keyword
	}
	return keyword + " " + pointer
}

// Lookup returns the validator of a tool's role, or says why there is none.
type Lookup func(tool, role string) (v *Validator, message, remedy string)

// Fixtures finds the fixtures below a folder: TOOL/ROLE/valid/*.json, which must
// pass, and TOOL/ROLE/invalid/*.json, which must fail, each with an optional
// NAME.expect. The findings are what does not fit that layout.
func Fixtures(dir string, lookup Lookup) ([]Input, []diag.Finding, error) {
	f := &fixtures{lookup: lookup}
	tools, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, tool := range tools {
		if !tool.IsDir() {
			continue
		}
		roles, err := os.ReadDir(filepath.Join(dir, tool.Name()))
		if err != nil {
			return nil, nil, err
		}
		for _, role := range roles {
			if !role.IsDir() {
				continue
			}
			if err := f.role(dir, tool.Name(), role.Name()); err != nil {
				return nil, nil, err
			}
		}
	}
	slices.SortStableFunc(f.inputs, func(a, b Input) int { return strings.Compare(a.Name, b.Name) })
	return f.inputs, f.findings, nil
}

type fixtures struct {
	lookup   Lookup
	inputs   []Input
	findings []diag.Finding
}

func (f *fixtures) report(rule, file, message, remedy string) {
	f.findings = append(f.findings, diag.Finding{Rule: rule, File: filepath.ToSlash(file), Message: message, Remedy: remedy})
}

func (f *fixtures) role(dir, tool, role string) error {
	at := filepath.Join(dir, tool, role)
	kinds, err := os.ReadDir(at)
	if err != nil {
		return err
	}
	v, message, remedy := f.lookup(tool, role)
	if v == nil {
		f.report(ruleLayout, at, message, remedy)
		return nil
	}
	for _, kind := range kinds {
		if !kind.IsDir() {
			continue
		}
		folder := filepath.Join(at, kind.Name())
		if kind.Name() != "valid" && kind.Name() != "invalid" {
			f.report(ruleLayout, folder, "fixtures stand in a folder valid or invalid", nearest(kind.Name(), "valid", "invalid"))
			continue
		}
		if err := f.files(folder, v, kind.Name() == "invalid"); err != nil {
			return err
		}
	}
	return nil
}

func nearest(word string, known ...string) string {
	if near := schema.Suggest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

func (f *fixtures) files(folder string, v *Validator, invalid bool) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		file := filepath.Join(folder, entry.Name())
		switch path.Ext(entry.Name()) {
		case ".json":
			e := &Expectation{Invalid: invalid}
			if err := f.expect(e, strings.TrimSuffix(file, ".json")+".expect"); err != nil {
				return err
			}
			f.inputs = append(f.inputs, Input{Name: filepath.ToSlash(file), Validator: v, Expect: e})
		case ".expect":
			fixture := strings.TrimSuffix(file, ".expect") + ".json"
			if _, err := os.Lstat(fixture); errors.Is(err, fs.ErrNotExist) {
				f.report(ruleExpect, file, "the fixture that it belongs to is not there", "name it "+path.Base(filepath.ToSlash(fixture))+", or remove the file")
			} else if !invalid {
				f.report(ruleExpect, file, "a fixture that must pass has no findings to expect", "remove the file")
			}
		default:
			if !strings.HasPrefix(entry.Name(), ".") {
				f.report(ruleLayout, file, "it is no fixture: those are files NAME.json, with NAME.expect beside them", "rename it, or move it away")
			}
		}
	}
	return nil
}

const maxExpectBytes = 64 << 10

// expect reads the .expect file of a fixture, if there is one.
func (f *fixtures) expect(e *Expectation, file string) error {
	if !e.Invalid {
		return nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	line := string(bytes.TrimRight(data, "\r\n"))
	keyword, pointer, spaced := strings.Cut(line, " ")
	if keyword == "" || len(line) > maxExpectBytes || strings.ContainsAny(line, "\r\n") || spaced && !strings.HasPrefix(pointer, "/") {
		f.report(ruleExpect, file, "it is not one line with a keyword, and a JSON Pointer when the place is not the root", "write for example: maxLength /evidence/0/excerpt")
		return nil
	}
	e.File, e.Keyword, e.Pointer = filepath.ToSlash(file), keyword, pointer
	return nil
}
