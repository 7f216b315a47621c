package pattern

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/kernel"
)

// FuzzCompile holds Compile to what it promises for any source: no panic, a
// bounded time, errors that agree with the format regex, and an automaton that
// agrees with Go's regexp on the translated expression.
func FuzzCompile(f *testing.F) {
	for _, seed := range []struct{ source, text string }{
		{"^[a-z][a-z0-9-]{0,19}$", "abc-1"},
		{`\bfoo\b|\Bbar`, "a foo-bar"},
		{`^(?:\w+\b\W*)+$`, "one, two"},
		{"((a{0,1000}){0,1000}){0,1000}", "aaa"},
		{"^((a{0,1000}){0,1000}){0,1000}$", "aaa"},
		{"a.{30}b", "a\u2028b"},
		{`[^\p{L}\s]+\P{Nd}?`, "\u00e9 42"},
		{`^[\ud83d\udc32-\u{1F64F}]*$`, "\U0001F432"},
		{`(?<n>a)\k<n>`, "aa"},
		{"(?<=a+)b", "ab"},
		{"(x+x+)+y", "xxxxxxxxxxxxxxxxxxxx"},
		{`^\B(?:$|^)*\b`, ""},
		{"[a-", "]"}, {"a{2,1}", "{"}, {`\u{110000}`, "u"}, {"(?<", "<"}, {`\cJ|\0`, "\n\x00"},
		{"(?:(?:a*)*b?){3,}c$", "aabac"},
		{"(?:|a|^){0,7}$", "aa"},
	} {
		f.Add(seed.source, seed.text)
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		begin := time.Now()
		p, err := Compile(source)
		if spent := time.Since(begin); spent > 10*time.Second {
			t.Fatalf("%q took %v", source, spent)
		}
		valid := utf8.ValidString(source)
		if err != nil {
			var refused *Refused
			if !errors.As(err, &refused) || refused.Reason == "" || strings.Contains(refused.Reason, "\n") {
				t.Fatalf("%q: error %#v", source, err)
			}
			if valid && refused.Invalid && kernel.FormatRegex(source) {
				t.Fatalf("%q: %v, and the format regex accepts it", source, err)
			}
			return
		}
		if !kernel.FormatRegex(source) {
			t.Fatalf("%q compiles, and the format regex rejects it", source)
		}
		text = strings.ToValidUTF8(text, "\u2028")
		translated := p.RE2()
		if translated == "" {
			return
		}
		expression, err := regexp.Compile(translated)
		if err != nil {
			t.Fatalf("%q becomes %q: %v", source, translated, err)
		}
		if got, want := p.MatchString(text), expression.MatchString(text); got != want {
			t.Fatalf("%q (RE2 %q) in %q: got %v, want %v", source, translated, text, got, want)
		}
	})
}
