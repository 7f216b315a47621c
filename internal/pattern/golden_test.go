package pattern

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
)

// golden are the verdicts of an ECMA-262 engine (testdata/golden.mjs).
type golden struct {
	Texts    []string
	Patterns []struct {
		Source string
		Found  []int
	}
}

func readGolden(t testing.TB) golden {
	t.Helper()
	var g golden
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func TestVerdictsAreThoseOfAnECMAScriptEngine(t *testing.T) {
	g := readGolden(t)
	if rows := len(g.Texts) * len(g.Patterns); rows < 40_000 {
		t.Errorf("%d rows", rows)
	}
	for _, row := range g.Patterns {
		p, err := Compile(row.Source)
		if err != nil {
			t.Errorf("%q: %v", row.Source, err)
			continue
		}
		if p.RE2() == "" {
			t.Errorf("%q has no RE2 form", row.Source)
		}
		expression := regexp.MustCompile(p.RE2())
		found := map[int]bool{}
		for _, i := range row.Found {
			found[i] = true
		}
		for i, text := range g.Texts {
			if got := p.MatchString(text); got != found[i] {
				t.Errorf("%q in %q: got %v, want %v", row.Source, text, got, found[i])
			}
			if got := expression.MatchString(text); got != found[i] {
				t.Errorf("%q (RE2 %q) in %q: got %v, want %v", row.Source, p.RE2(), text, got, found[i])
			}
		}
	}
}

// TestVerdictsAreThoseOfRE2 compares with Go's regexp on texts made of pieces
// that the patterns are about.
func TestVerdictsAreThoseOfRE2(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"a", "b", "c", "x", "foo", "bar", "_", "-", " ", "\n", "\u2028", "\u00e9", "\u03c0", "\u4e2d", "\U0001F432", "0", "42", ".", "A", "\x00",
	}
	for _, row := range readGolden(t).Patterns {
		p, err := Compile(row.Source)
		if err != nil {
			t.Fatal(err)
		}
		expression := regexp.MustCompile(p.RE2())
		for range 60 {
			var text strings.Builder
			for range random.IntN(12) {
				text.WriteString(pieces[random.IntN(len(pieces))])
			}
			if got, want := p.MatchString(text.String()), expression.MatchString(text.String()); got != want {
				t.Errorf("%q (RE2 %q) in %q: got %v, want %v", row.Source, p.RE2(), text.String(), got, want)
			}
		}
	}
}
