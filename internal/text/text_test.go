package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

const mixed = "步🚦é👩‍👩‍👧\r\nx🇩🇪🇫🇷각" + "한국어 क्षि ẍ̧̛"

// slow is Cut by segmenting from the start.
func slow(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	runes, at, state, rest := 0, 0, -1, s
	for rest != "" {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if runes += utf8.RuneCountInString(cluster); runes > n {
			break
		}
		at += len(cluster)
	}
	if at == 0 {
		return s[:index(s, n)]
	}
	return s[:at]
}

func TestACutAtEveryPlaceKeepsGraphemesWhole(t *testing.T) {
	for _, s := range []string{mixed, "ascii only\r\n\r\n", strings.Repeat("🇩🇪", 30), "a" + strings.Repeat("\u0301", 40) + "b", strings.Repeat("👩‍👩‍👧", 9), strings.Repeat("가각", 20), "\r\n\r\n"} {
		for n := 0; n <= utf8.RuneCountInString(s)+1; n++ {
			got, cut := Cut(s, n)
			if want := slow(s, n); got != want || cut != (len(got) < len(s)) || !utf8.ValidString(got) || !strings.HasPrefix(s, got) {
				t.Errorf("%.20q cut at %d is %q, want %q", s, n, got, want)
			}
		}
		for n := 0; n <= len(s)+1; n++ {
			got, _ := CutJSON(s, n)
			if !utf8.ValidString(got) || !strings.HasPrefix(s, got) || slow(s, utf8.RuneCountInString(got)) != got && n < len(s) {
				t.Errorf("%.20q cut at %d bytes is %q", s, n, got)
			}
		}
	}
}

func TestCutJSONCountsEscapes(t *testing.T) {
	for _, test := range []struct {
		s, want string
		n       int
	}{{`a"b`, `a"`, 3}, {`a"b`, `a`, 2}, {"a\x01b", "a", 6}, {"a\x01b", "a\x01", 7}, {"ab", "ab", 2}, {"步步", "步", 5}, {"a\bb", "a", 6}, {"a\bb", "a\b", 7}, {"a\f", "a", 6}, {"a\t", "a\t", 3}, {"", "", 0}} {
		if got, _ := CutJSON(test.s, test.n); got != test.want {
			t.Errorf("%q in %d bytes is %q, want %q", test.s, test.n, got, test.want)
		}
	}
}

func TestOnlyUnicodeWhiteSpaceIsBlank(t *testing.T) {
	for r := rune(0); r <= 0xFFFF; r++ {
		if 0xD800 <= r && r <= 0xDFFF {
			continue
		}
		white := r >= 9 && r <= 13 || r == ' ' || r == 0x85 || r == 0xA0 || r == 0x1680 || r >= 0x2000 && r <= 0x200A || r == 0x2028 || r == 0x2029 || r == 0x202F || r == 0x205F || r == 0x3000
		if Blank(string(r)) != white {
			t.Errorf("U+%04X: blank is %v", r, !white)
		}
		control := r < 0x20 || 0x7F <= r && r < 0xA0
		if Control("a"+string(r)) != control {
			t.Errorf("U+%04X: control is %v", r, !control)
		}
	}
	if Trim("\u3000 a b\u2003\n") != "a b" || Trim(" ") != "" || !Blank("") || Blank("a") {
		t.Error("ends are not trimmed")
	}
}

func TestASourceShowsItsLastSegmentAlone(t *testing.T) {
	for source, want := range map[string]string{
		"s3://bucket/brokers/drain.md": "drain.md", "s3://bucket": "", "https://wiki.example.com": "", "https://wiki.example.com/": "",
		"https://wiki.example.com/a/b?token=1#c": "b", "https://host?x=a/b": "", "file:///srv/docs/a.md": "a.md", "file:/srv/a.md": "a.md",
		`C:\docs\a b.md`: "a b.md", `\\server\share\a.md`: "a.md", `\\server`: "", "//cdn.example.com/x": "x", "wiki/broker-1": "broker-1", "/a/b/": "b",
		"Runbook: pools": "Runbook: pools", "drain.md": "drain.md", "": "", " ": " ", "a/b.md?x=1": "b.md", "arn:aws:s3:::bucket/a/k.md": "k.md", "arn:aws:s3:::bucket": "",
		"gs://b/a%2Fb.md": "a%2Fb.md", "步/驟.md": "驟.md", "what?": "what?",
	} {
		if got := LastSegment(source); got != want {
			t.Errorf("%q shows %q, want %q", source, got, want)
		}
	}
}

func BenchmarkCut(b *testing.B) {
	s := strings.Repeat("步骤", 4000)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Cut(s, 2000)
	}
}
