package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/bench/internal/contestants"
	"github.com/acigen/acigen/bench/internal/documents"
)

func TestAQuickRunVerifiesEveryAnswerAndPrintsEveryTable(t *testing.T) {
	var out strings.Builder
	if err := run(options{quick: true, ajv: "../../ajv", dir: "../.."}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, variant := range documents.Variants {
		if !strings.Contains(text, "\n### "+variant.Title()+"\n") {
			t.Errorf("no table %q", variant.Title())
		}
	}
	for _, c := range contestants.Local() {
		if !strings.Contains(text, "\n| "+c.Name+" ") {
			t.Errorf("no line for %q", c.Name)
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
		t.Errorf("a figure is missing:\n%s", text)
	}
	if strings.Contains(text, "Ajv is left out: ") == strings.Contains(text, "\n| JSON.parse + Ajv") {
		t.Errorf("Ajv must be in the tables, or said to be left out:\n%s", text)
	}
}

func TestWithoutNodeModulesTheTablesSayThatAjvIsLeftOut(t *testing.T) {
	var out, progress strings.Builder
	if err := run(options{quick: true, ajv: t.TempDir(), dir: t.TempDir()}, &out, &progress); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{out.String(), progress.String()} {
		for _, name := range []string{"Ajv", "TypeScript", "Python"} {
			if !strings.Contains(text, name+" is left out: ") {
				t.Errorf("nothing about %s in:\n%s", name, text)
			}
		}
	}
}

func TestOnlyTheFiguresOfTheDocumentAreReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "performance.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("before\n" + figuresBegin + "old\n" + figuresEnd + "after\n")
	if err := replaceFigures(path, "new\n"); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "before\n" + figuresBegin + "new\n" + figuresEnd + "after\n"; string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
	write("no markers\n")
	if err := replaceFigures(path, "new\n"); err == nil {
		t.Error("a file without markers was accepted")
	}
}

func TestAGoalSaysWhetherItIsMet(t *testing.T) {
	for name, c := range map[string]struct {
		goal goal
		want string
	}{
		"a lower bound that is kept":   {goal{what: "a", measured: 95.34, bound: 90, unit: "×"}, "a ≥ 90× 95.3× yes"},
		"a lower bound that is missed": {goal{what: "a", measured: 0.594, bound: 0.6, unit: "×"}, "a ≥ 0.6× 0.59× no"},
		"an upper bound that is kept":  {goal{what: "a", measured: 8, bound: 8, atMost: true}, "a ≤ 8 8 yes"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(c.goal.cells(), " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
