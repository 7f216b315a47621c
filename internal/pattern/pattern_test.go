package pattern

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/kernel"
)

// TestSyntaxIsThatOfTheFormatRegex holds the parser to the table that format
// regex is tested with: nothing else compiles, and what is refused there as
// invalid is refused here as invalid.
func TestSyntaxIsThatOfTheFormatRegex(t *testing.T) {
	var rows []struct {
		Source string
		Valid  bool
	}
	data, err := os.ReadFile("../kernel/testdata/regex.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		_, err := Compile(row.Source)
		var refused *Refused
		switch {
		case err == nil:
			if !row.Valid {
				t.Errorf("%q: compiles, and is not valid", row.Source)
			}
		case !errors.As(err, &refused):
			t.Errorf("%q: error is a %T", row.Source, err)
		case refused.Invalid == row.Valid:
			t.Errorf("%q: invalid is %v (%v)", row.Source, refused.Invalid, err)
		case row.Valid && !unsupported(row.Source):
			t.Errorf("%q: %v", row.Source, err)
		}
	}
}

// unsupported reports whether a valid expression has one of the things that are refused.
func unsupported(source string) bool {
	for _, part := range []string{
		"(?=", "(?!", "(?<=", "(?<!", `\k`, `\1`, `\2`, "99999", "scx", "Script_Ext", "Emoji", "EPres", "Extended_Pict", "XID", "Cased}", "Garay",
	} {
		if strings.Contains(source, part) {
			return true
		}
	}
	return false
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, source, reason string
		invalid              bool
	}{
		{"a lookahead is named", "^(?!x).*$", "a lookahead, which is not supported, at character 2", false},
		{"a lookbehind is named", "é(?<=a)b", "a lookbehind, which is not supported, at character 2", false},
		{"a numbered backreference is named", `(a)\1`, "a backreference, which no finite automaton can follow, at character 4", false},
		{"a named backreference is named", `(?<n>a)\k<n>`, "a backreference, which no finite automaton can follow, at character 8", false},
		{"an escape of another dialect is invalid", `^\Aa`, "an escape that the u flag does not allow at character 2", true},
		{"an escaped hyphen is invalid outside of a class", `a\-b`, "an escape that the u flag does not allow at character 2", true},
		{"a lone brace is invalid", "a{x}", "a lone { at character 2", true},
		{"a lone closing brace is invalid", "a}", "a lone } at character 2", true},
		{"a lone bracket is invalid", "a]", "a lone ] at character 2", true},
		{"an open class is invalid", "a[b", "a class that nothing closes at character 2", true},
		{"an open group is invalid", "a(b", "a group that nothing closes at character 2", true},
		{"a stray parenthesis is invalid", "a)b", "a parenthesis that nothing opened at character 2", true},
		{"a quantifier needs an atom", "a|*", "a quantifier with nothing to repeat at character 3", true},
		{"an assertion is not repeated", "^*", "a quantifier after an assertion at character 2", true},
		{"bounds are in order", "a{2,1}", "a quantifier whose bounds are out of order at character 2", true},
		{"a range runs upwards", "[z-a]", "a range that runs downwards at character 2", true},
		{"a range has no set as its end", `[\d-z]`, "a range that does not run between two characters at character 2", true},
		{"an inline flag is invalid", "(?i)a", "a group of an unknown kind at character 1", true},
		{"a name is used once", "(?<a>x)(?<a>y)", `a second group of the name "a" at character 8`, true},
		{"a name is an identifier", "(?<1>x)", "a group whose name is no identifier at character 1", true},
		{"an unknown property is named", `\p{Foo}`, `the unknown property "Foo" at character 1`, true},
		{"an unsupported property is named", `\p{Emoji}`, "the property Emoji, which is not supported, at character 1", false},
		{"script extensions are named", `\p{scx=Greek}`, "the property scx, which is not supported, at character 1", false},
		{"text that is not UTF-8 is invalid", "a\xff", "the pattern is not valid UTF-8", true},
		{"a backslash at the end is invalid", `a\`, "a backslash at the end at character 2", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Compile(c.source)
			if want := (&Refused{Reason: c.reason, Invalid: c.invalid}); !reflect.DeepEqual(err, want) {
				t.Errorf("got %#v, want %#v", err, want)
			}
		})
	}
}

func TestHostilePatternsAreRefusedFast(t *testing.T) {
	for _, c := range []struct{ name, source, reason string }{
		{"nested counts multiply", "^((a{0,1000}){0,1000}){0,1000}$", "the pattern has more than 40000 positions once its repetitions are written out"},
		{"a count is too great", "^a{0,99999999999999999999}$", "the pattern has more than 40000 positions once its repetitions are written out"},
		{"states double with each position", "a.{30}b", "the pattern needs more than 8192 states"},
		{"sets of positions are large", "^(?:.{0,2000}){0,9}x", "the pattern needs more than 16777216 steps to compile"},
		{"a row has many classes", "^(?:" + pairs(100) + "){20}$", "the pattern needs a table of more than 262144 entries"},
		{"characters are told apart one by one", "^(?:" + pairs(200) + ")$", "the pattern tells more than 256 kinds of characters apart"},
		{"classes have many ranges", strings.Repeat(`\P{L}`, 5000), "the pattern's classes have more than 524288 ranges"},
		{"groups are deep", strings.Repeat("(", 300) + strings.Repeat(")", 300), "groups nested deeper than 250 at character 251"},
		{"the pattern is long", strings.Repeat("a", 65537), "the pattern has more than 65536 bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			_, err := Compile(c.source)
			if err == nil || err.Error() != c.reason {
				t.Errorf("got %v, want %s", err, c.reason)
			}
			if spent := time.Since(begin); spent > time.Minute {
				t.Errorf("took %v", spent)
			}
		})
	}
}

// pairs returns a choice of n pairs of characters, all different.
func pairs(n int) string {
	var out []string
	for i := range n {
		out = append(out, string([]rune{rune(0x4E00 + i), rune(0x5E00 + i)}))
	}
	return strings.Join(out, "|")
}

func TestEqualLanguagesHaveEqualTables(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b string
	}{
		{"laziness has no effect", "^a{2,4}?b*?$", "^a{2,4}b*$"},
		{"groups have no effect", "^(?<x>a)(b)$", "^(?:ab)$"},
		{"a class and a choice of its members", "^[a-cx]$", "^(?:x|b|c|a)$"},
		{"a count and its copies", "^a{3}$", "^aaa$"},
		{"what may be left out at the ends has no effect", ".*a+.{0,20}", "a"},
		{"a leading choice may be left out", "(?:b|c?){0,3}a", "a"},
		{"classes that the language does not tell apart", "^(?:[a-m]|[k-z])$", "^[a-z]$"},
		{"distributed choices", "^(?:ab|ac)$", "^a(?:b|c)$"},
		{"stars of stars", "^(?:a*b*)*$", "^[ab]*$"},
		{"a word boundary at the beginning", `^\ba`, "^a"},
		{"assertions that cannot hold", "a^", "[]"},
		{"a surrogate that no text has", `^[\ud800a]$`, "^a$"},
		{"complements of complements", `^[^\W]$`, `^\w$`},
		{"every code point", `^[\s\S]$`, "^[^]$"},
		{"a property and its complement", `^[\p{L}\P{L}]$`, `^\p{Any}$`},
		{"what both sides of a boundary say", `\b`, `\w`},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, b := mustCompile(t, c.a), mustCompile(t, c.b)
			if !reflect.DeepEqual(a.Table(), b.Table()) {
				t.Errorf("%q and %q differ:\n%v\n%v", c.a, c.b, a.Table(), b.Table())
			}
		})
	}
}

func TestTable(t *testing.T) {
	want := &kernel.DFA{
		NumClasses: 3, Start: 6, Accept: 9,
		Ranges: []uint32{0x80 << 8, 0xE9<<8 | 2, 0xEA << 8},
		Next: []uint32{
			0, 0, 0,
			3, 3, 3,
			0, 9, 0,
			0, 0, 9,
		},
	}
	want.ASCII['a'] = 1
	if got := mustCompile(t, "^a\u00e9*$").Table(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRE2(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"the empty pattern is an empty group", "", "(?:)"},
		{"anchors are those of the text", "^a$", `\Aa\z`},
		{"the dot leaves out four line ends", "a.", `a[\x00-\x09\x0B-\x0C\x0E-\x{2027}\x{202A}-\x{10FFFF}]`},
		{"classes are written out", `\w\d`, `[0-9A-Z\x5Fa-z][0-9]`},
		{"a class without members", "[]", `[^\x00-\x{10FFFF}]`},
		{"groups do not capture", "(a|b)(?<x>c)?", "(?:a|b)c?"},
		{"a count beyond that of regexp is written out", "^a{1,2000}$", `\Aaa{0,1000}a{0,999}\z`},
		{"nested counts beyond it are written out", "^(?:[ab]{63}c){17}$", `\A(?:[a-b]{63}c){15}(?:[a-b]{63}c){2}\z`},
		{"a lower bound beyond it is written out", "^a{1500,}$", `\Aa{1000}a{500}a*\z`},
		{"an expression that would be too long is not written", `^(?:\p{L}{600}){10}$`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := mustCompile(t, c.source).RE2(); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestMatchStringDoesNotAllocate(t *testing.T) {
	p := mustCompile(t, `^[\p{L}\s]+$`)
	if n := testing.AllocsPerRun(10, func() { p.MatchString("das grüne Gras 中文") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func mustCompile(t testing.TB, source string) *Pattern {
	t.Helper()
	p, err := Compile(source)
	if err != nil {
		t.Fatalf("%q: %v", source, err)
	}
	return p
}
