package ir

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode"
)

func TestIdentifiersAreStableAndApart(t *testing.T) {
	never := func(string) bool { return false }
	for _, c := range []struct {
		name  string
		texts []string
		want  []string
	}{
		{"signs separate words", []string{"log-entry", "log.time", "log level"}, []string{"LogEntry", "LogTime", "LogLevel"}},
		{"texts that differ in signs are spelled out, all of them", []string{"a-b", "a_b", "c"}, []string{"LowerAHyphenb", "LowerAUnderscoreb", "C"}},
		{"texts that differ in the case of their first letter", []string{"ok", "Ok"}, []string{"LowerOk", "Ok"}},
		{"signs alone have names", []string{">=", "<=", "", " "}, []string{"GreaterEqual", "LessEqual", "Empty", "Space"}},
		{"digits first", []string{"1", "01", "3d"}, []string{"X1", "X01", "X3d"}},
		{"scripts without case", []string{"日本", "日 本"}, []string{"X日本", "X日Space本"}},
		{"a letter and what it is made of", []string{"\u00e9", "e\u0301"}, []string{"É", "E"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := distinct(c.texts, Camel, never)
			if !slices.Equal(got, c.want) {
				t.Errorf("distinct(%q) = %q, want %q", c.texts, got, c.want)
			}
			apart(t, c.texts, got)
		})
	}
}

// apart checks that every text has an exported identifier of its own, whatever the order.
func apart(t *testing.T, texts, idents []string) {
	t.Helper()
	seen := map[string]string{}
	for i, ident := range idents {
		if other, there := seen[ident]; there {
			t.Errorf("%q and %q are both %s", other, texts[i], ident)
		}
		seen[ident] = texts[i]
		for k, c := range ident {
			if k == 0 && !unicode.IsUpper(c) || !unicode.IsLetter(c) && !unicode.IsDigit(c) {
				t.Errorf("%q becomes %q, which is no exported identifier", texts[i], ident)
				break
			}
		}
	}
	backwards := slices.Clone(texts)
	slices.Reverse(backwards)
	other := distinct(backwards, Camel, func(string) bool { return false })
	slices.Reverse(other)
	if !slices.Equal(other, idents) {
		t.Errorf("in another order %q are %q, not %q", texts, other, idents)
	}
}

func TestIdentifiersOfRandomTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pieces := []rune("aAbB01_- .$é\u0301日😀\u200b\u00a0ßﬁǆªʰ²٣ⅷ\n\x00\"`")
	for range 3000 {
		var texts []string
		for range 1 + r.IntN(6) {
			var text []rune
			for range r.IntN(4) {
				text = append(text, pieces[r.IntN(len(pieces))])
			}
			if !slices.Contains(texts, string(text)) {
				texts = append(texts, string(text))
			}
		}
		apart(t, texts, distinct(texts, Camel, func(string) bool { return false }))
		if t.Failed() {
			return
		}
	}
}
