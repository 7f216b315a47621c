package schema

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/diag"
)

var update = flag.Bool("update", false, "write the golden findings anew")

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// load loads files by path. Those whose path starts with "other:" are no entries.
func load(files map[string]string) (*Set, []diag.Finding) {
	var entries, others []File
	for path, text := range files {
		read := func() ([]byte, error) {
			if strings.TrimSpace(text) == "unreadable" {
				return nil, &fs.PathError{Op: "open", Path: "/somewhere", Err: errors.New("permission denied")}
			}
			return []byte(text), nil
		}
		if name, ok := strings.CutPrefix(path, "other:"); ok {
			others = append(others, File{Path: name, Read: read})
		} else {
			entries = append(entries, File{Path: path, Read: read})
		}
	}
	return Load(entries, others, Options{})
}

// sections splits a text at the lines "-- NAME --". What stands before the first is its description.
func sections(text string) (names []string, bodies map[string]string) {
	bodies = map[string]string{}
	name := ""
	for _, line := range strings.SplitAfter(text, "\n") {
		if rest, ok := strings.CutPrefix(line, "-- "); ok {
			name = strings.TrimSuffix(strings.TrimSpace(rest), " --")
			names = append(names, name)
			continue
		}
		bodies[name] += line
	}
	return names, bodies
}

func printed(findings []diag.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&b, "%s:%d:%d: %s %s: %s\n", f.File, f.Line, f.Column, f.Rule, quote(f.SchemaPointer), f.Message)
		if f.Remedy != "" {
			fmt.Fprintf(&b, "\t%s\n", f.Remedy)
		}
	}
	return b.String()
}

// Each file of testdata/problems is a project and the findings that it must have.
func TestProblems(t *testing.T) {
	paths, err := filepath.Glob("testdata/problems/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			names, bodies := sections(string(data))
			if len(names) == 0 || names[len(names)-1] != "findings" {
				t.Fatal("the last section must be the findings")
			}
			want := bodies["findings"]
			delete(bodies, "findings")
			delete(bodies, "")
			set, findings := load(bodies)
			if (set == nil) != (len(findings) > 0) {
				t.Error("a set comes with no findings, and only then")
			}
			got := printed(findings)
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("got\n%s\nwant\n%s", got, want)
			}
			before, _, _ := strings.Cut(string(data), "-- findings --\n")
			if err := os.WriteFile(path, []byte(before+"-- findings --\n"+got), 0o644); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestFindingsCarryTheirPlace(t *testing.T) {
	_, findings := load(map[string]string{"t/a.json": "{\n  \"$id\": \"https://example.com/a\",\n  \"properties\": {\"é\": {\"minLength\": -1}}\n}"})
	want := diag.Finding{
		Rule: "schema/keyword", Message: "minLength must be a non-negative integer, not -1",
		File: "t/a.json", Line: 3, Column: 37, SchemaPointer: "/properties/é/minLength", Schema: "https://example.com/a", Keyword: "minLength",
		Source: `  "properties": {"é": {"minLength": -1}}`, SourceColumn: 37,
	}
	if len(findings) != 1 || findings[0] != want {
		t.Errorf("got  %+v\nwant %+v", findings, want)
	}
}
