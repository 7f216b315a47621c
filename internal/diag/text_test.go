package diag

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"printable text is unchanged", "aé訂👩‍👧~", "aé訂👩‍👧~"},
		{"line ends and tabs", "a\r\n\tb", `a\r\n\tb`},
		{"the escape character", "\x1b[2J", `\u001b[2J`},
		{"delete and eight-bit controls", "\x7f\u009b", `\u007f\u009b`},
		{"direction controls", "\u202eabc\u2066", `\u202eabc\u2066`},
		{"line and paragraph separators", "\u2028\u2029", `\u2028\u2029`},
		{"invisible characters", "a\u200bb\ufeff\u00ad", `a\u200bb\ufeff\u00ad`},
		{"tag characters", "\U000e0041", `\u{e0041}`},
		{"noncharacters", "\ufffe\U0001ffff", `\ufffe\u{1ffff}`},
		{"bytes that are no UTF-8", "a\xff\xc3", `a\xff\xc3`},
		{"an encoded surrogate", "\xed\xa0\x80", `\xed\xa0\x80`},
		{"the replacement character itself", "\ufffd", "\ufffd"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := plain(c.text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestClipTakesOutTheMiddle(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"12345", "12345"},
		{"訂單服務訂", "訂單服務訂"},
		{"123456", "12…56"},
		{"訂單服務訂單", "訂單…訂單"},
	} {
		if got := clip(c.text, 5); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestTheCaretStandsUnderThePlace(t *testing.T) {
	for _, c := range []struct {
		name, source string
		column       int
		text, caret  string
	}{
		{"the first column", "abc", 1, "abc", "^"},
		{"behind the end", "abc", 4, "abc", "   ^"},
		{"far behind the end", "abc", 99, "abc", "   ^"},
		{"a tab reaches to the next stop", "ab\tc", 4, "ab  c", "    ^"},
		{"a tab at a stop is four cells", "abcd\te", 6, "abcd    e", "        ^"},
		{"a wide character is two cells", "訂x", 2, "訂x", "  ^"},
		{"a combining mark is none", "e\u0301x", 3, "e\u0301x", " ^"},
		{"inside of a cluster it stands under the cluster", "a👩‍👧b", 4, "a👩‍👧b", " ^"},
		{"behind a joined emoji", "a👩‍👧b", 5, "a👩‍👧b", "   ^"},
		{"an escape has its printed width", "\x1bx", 2, `\u001bx`, "      ^"},
		{"a byte that is no UTF-8 has its printed width", "\xffx", 2, `\xffx`, "    ^"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := string(appendSource(nil, &Finding{Line: 7, Source: c.source, SourceColumn: c.column}, style{}))
			if want := "  7 | " + c.text + "\n    | " + c.caret + "\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

func TestALongSourceIsCutEvenWhenItsProducerDidNot(t *testing.T) {
	got := string(appendSource(nil, &Finding{Source: strings.Repeat("x", 500) + "Y" + strings.Repeat("z", 500), SourceColumn: 501}, style{}))
	want := "   | …" + strings.Repeat("x", 39) + "Y" + strings.Repeat("z", 58) + "…\n   | " + strings.Repeat(" ", 40) + "^\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestASourceWithoutAColumnHasNoCaret(t *testing.T) {
	if got := string(appendSource(nil, &Finding{Line: 7, Source: "abc"}, style{})); got != "  7 | abc\n" {
		t.Errorf("got %q", got)
	}
}

func TestThePlaceOfAFindingInText(t *testing.T) {
	for _, c := range []struct {
		name string
		f    Finding
		want string
	}{
		{"no file", Finding{Line: 3, Column: 4}, ""},
		{"a file alone", Finding{File: "a"}, "a"},
		{"a column needs a line", Finding{File: "a", Column: 4}, "a"},
		{"a line alone", Finding{File: "a", Line: 3}, "a:3"},
		{"line and column", Finding{File: "a", Line: 3, Column: 4}, "a:3:4"},
		{"a record is the line", Finding{File: "a", Record: 17, Line: 1, Column: 4}, "a:17:4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := place(&c.f); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestALongPointerIsCutInTextAndWholeInJSON(t *testing.T) {
	f := Finding{Rule: "a/b", Message: "m", HasInstance: true, InstancePointer: "/" + strings.Repeat("k", 5000)}
	if got := appendText(nil, &f, style{}); len(got) > 300 {
		t.Errorf("%d bytes of text", len(got))
	}
	if got, _ := f.MarshalJSON(); !strings.Contains(string(got), f.InstancePointer) {
		t.Error("JSON has not the whole pointer")
	}
}
