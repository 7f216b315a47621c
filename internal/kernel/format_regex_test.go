package kernel

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// TestRegexIsValidWhereAnECMAScriptEngineTakesIt reads testdata/regex.json: what
// such an engine says of expressions under the u flag. The parser of
// internal/pattern is held to the same table.
func TestRegexIsValidWhereAnECMAScriptEngineTakesIt(t *testing.T) {
	var rows []struct {
		Source string
		Valid  bool
	}
	data, err := os.ReadFile("testdata/regex.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) < 350 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if got := FormatRegex(row.Source); got != row.Valid {
			t.Errorf("%q: got %v, want %v", row.Source, got, row.Valid)
		}
	}
}

func TestRegexTakesLinearTimeAtAnyDepth(t *testing.T) {
	const n = 200_000
	for _, c := range []struct {
		name, text string
		valid      bool
	}{
		{"groups may nest deeper than the fixed part of the bit set", strings.Repeat("(", n) + strings.Repeat(")*", n), true},
		{"a deep lookahead is not repeated", strings.Repeat("(", 5000) + "(?=a)*" + strings.Repeat(")", 5000), false},
		{"a deep group is repeated", strings.Repeat("(?=", 5000) + "(?:a)*" + strings.Repeat(")", 5000), true},
		{"many groups are open", strings.Repeat("(", n), false},
		{"many brackets are in one class", strings.Repeat("[", n) + "]", true},
		{"many properties", strings.Repeat(`\p{Script=Greek}`, n/10), true},
		{"many properties without an end", strings.Repeat(`\p{`, n), false},
		{"a property with a long name", `\p{` + strings.Repeat("L", n) + "}", false},
		{"a long backreference", "(a)" + `\1` + strings.Repeat("0", n), false},
		{"a long count", "a{" + strings.Repeat("0", n) + "2," + strings.Repeat("0", n) + "1}", false},
		{"a long code point", `\u{` + strings.Repeat("0", n) + "41}", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			if got := FormatRegex(c.text); got != c.valid {
				t.Errorf("got %v, want %v", got, c.valid)
			}
			if spent := time.Since(begin); spent > time.Minute {
				t.Errorf("took %v", spent)
			}
		})
	}
}
