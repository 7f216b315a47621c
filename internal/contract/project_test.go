package contract

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

var update = flag.Bool("update", false, "write the golden files")

// project writes files into a new folder and returns it.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// asIs prints paths relative to the project.
var asIs = Options{Display: func(p string) string { return p }}

// lines prints findings, one a line.
func lines(findings []diag.Finding) string {
	var out strings.Builder
	for _, f := range findings {
		out.WriteString(f.File)
		if f.Line > 0 {
			fmt.Fprintf(&out, ":%d:%d", f.Line, f.Column)
		}
		fmt.Fprintf(&out, ": %s: %s", f.Rule, f.Message)
		if f.Remedy != "" {
			fmt.Fprintf(&out, " [%s]", f.Remedy)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// golden compares got with a file, or writes it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs\ngot:\n%s\nwant:\n%s", file, got, want)
	}
}

// files turns texts into schema files.
func files(texts map[string]string) []schema.File {
	var out []schema.File
	for name, text := range texts {
		out = append(out, schema.File{Path: name, Read: func() ([]byte, error) { return []byte(text), nil }})
	}
	return out
}

func mustLoad(t *testing.T, root string) *Contract {
	t.Helper()
	c, findings := Load(root, asIs)
	if c == nil || len(findings) > 0 {
		t.Fatalf("findings:\n%s", lines(findings))
	}
	return c
}
