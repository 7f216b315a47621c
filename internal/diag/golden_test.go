package diag

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite the golden files of this package")

func TestEveryFormOfTheSampleIsItsGoldenFile(t *testing.T) {
	for _, c := range []struct {
		name, format, file string
		opts               Options
	}{
		{"text", "text", "text.txt", Options{}},
		{"text with colours", "text", "text-colour.txt", Options{Colour: true}},
		{"text with a limit", "text", "text-limit.txt", Options{MaxErrors: 2}},
		{"JSON", "json", "findings.json", Options{}},
		{"SARIF", "sarif", "findings.sarif", Options{ToolVersion: "1.2.3"}},
		{"SARIF with a limit", "sarif", "limit.sarif", Options{MaxErrors: 2}},
		{"JUnit", "junit", "junit.xml", Options{}},
		{"JUnit with a limit", "junit", "junit-limit.xml", Options{MaxErrors: 2}},
		{"GitHub", "github", "github.txt", Options{}},
		{"GitHub with a limit", "github", "github-limit.txt", Options{MaxErrors: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := run(t, c.format, c.opts, sample())
			if again := run(t, c.format, c.opts, sample()); again != got {
				t.Error("a second run printed other bytes")
			}
			golden(t, c.file, got)
			assertInert(t, got, c.opts.Colour)
		})
	}
}

// golden compares with a file that only -update writes.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s", path, got)
	}
}

// assertInert fails when the output could act on a terminal.
func assertInert(t *testing.T, out string, colour bool) {
	t.Helper()
	if !utf8.ValidString(out) {
		t.Error("the output is not UTF-8")
	}
	for i, r := range out {
		if r != '\n' && active(r) && (!colour || r != '\x1b') {
			t.Errorf("byte %d is the active code point %U", i, r)
		}
	}
}
