package kernel

import (
	"strings"
	"testing"
)

// evens accepts texts with an even number of x, and stops at a ! (accepted) or a
// U+2028 (rejected). Letters of Greek count as x.
func evens() *DFA {
	d := &DFA{
		NumClasses: 4,
		Start:      12,
		Accept:     12,
		Ranges:     []uint32{0x80 << 8, 0x370<<8 | 1, 0x400 << 8, 0x2028<<8 | 3, 0x2029 << 8},
		Next: []uint32{
			0, 0, 0, 0,
			4, 4, 4, 4,
			8, 12, 4, 0,
			12, 8, 4, 0,
		},
	}
	d.ASCII['x'], d.ASCII['!'] = 1, 2
	return d
}

func TestMatchText(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"the start accepts the empty text", "", true},
		{"one x is odd", "ax", false},
		{"two x are even", "axbxc", true},
		{"a code point of a range has its class", "x\u03b1", true},
		{"the last code point of a range is in it", "x\u03ff", true},
		{"the code point after a range is not in it", "x\u0400", false},
		{"a text may change between ranges", "\u00e9\u03b1\u00e9\u03b1\U0001F600", true},
		{"the accepting state stays, whatever follows", "x!\u2028", true},
		{"the rejecting state stays, whatever follows", "\u2028!", false},
		{"bytes that are not UTF-8 are read as U+FFFD", "\xff\x80", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := evens().MatchText(c.text); got != c.want {
				t.Errorf("%q: got %v, want %v", c.text, got, c.want)
			}
		})
	}
}

func BenchmarkMatchText(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"ascii", strings.Repeat("the quick brown fox ", 50)},
		{"greek", strings.Repeat("\u03b1\u03b2\u03b3", 170)},
		{"mixed", strings.Repeat("a\u03b1\u4e2d", 170)},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := evens()
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				d.MatchText(c.text)
			}
		})
	}
}
