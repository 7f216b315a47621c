package pattern

import (
	"fmt"
	"regexp/syntax"
	"strings"
)

const (
	// re2Repeats is the greatest count of a repetition in Go's regexp, nested counts multiplied.
	re2Repeats = 1000
	// maxRE2 is the length of the longest expression that is written, in bytes.
	maxRE2 = 1 << 16
)

// RE2 returns an expression for Go's package regexp that finds a match in the
// same texts. A count that regexp does not take is written out. The result is
// empty when the expression would be longer than 64 KiB or exceed another limit
// of regexp; no pattern translates to the empty text otherwise.
func (p *Pattern) RE2() string {
	w := &re2Writer{}
	text, _ := w.text(p.tree)
	if w.long {
		return ""
	}
	if text == "" {
		text = "(?:)"
	}
	if _, err := syntax.Parse(text, syntax.Perl); err != nil {
		return ""
	}
	return text
}

// re2Writer writes expressions. Long is set when one exceeds maxRE2; what is
// written from then on has no meaning.
type re2Writer struct{ long bool }

// text returns the expression for a node, and the product of the nested counts in it.
func (w *re2Writer) text(n *node) (string, int) {
	switch n.op {
	case opSet:
		return re2Set(n.set), 1
	case opBegin:
		return `\A`, 1
	case opEnd:
		return `\z`, 1
	case opWord:
		return `\b`, 1
	case opNotWord:
		return `\B`, 1
	case opConcat, opChoice:
		return w.list(n)
	case opRepeat:
		return w.repeat(n)
	}
	return "", 1
}

// list returns the expression for a sequence or a choice.
func (w *re2Writer) list(n *node) (string, int) {
	parts, counts := make([]string, len(n.subs)), 1
	for i, sub := range n.subs {
		part, inner := w.text(sub)
		parts[i], counts = part, max(counts, inner)
	}
	if n.op == opConcat {
		return w.join(parts, ""), counts
	}
	return "(?:" + w.join(parts, "|") + ")", counts
}

// repeat returns the expression for a repetition: x{2,} and so on, where the
// count is too great a sequence of smaller ones.
func (w *re2Writer) repeat(n *node) (string, int) {
	sub, inner := w.text(n.subs[0])
	if n.subs[0].op != opSet {
		sub = "(?:" + sub + ")"
	}
	switch {
	case n.min == 0 && n.max == 1:
		return sub + "?", inner
	case n.max == unbounded && n.min == 0:
		return sub + "*", inner
	case n.max == unbounded && n.min == 1:
		return sub + "+", inner
	}
	if high := max(n.min, n.max); high*inner <= re2Repeats {
		return sub + bounds(n.min, n.max), high * inner
	}
	step := max(re2Repeats/inner, 1)
	parts := w.pieces(nil, sub, n.min, step, false)
	if n.max == unbounded {
		parts = append(parts, sub+"*")
	} else {
		parts = w.pieces(parts, sub, n.max-n.min, step, true)
	}
	return w.join(parts, ""), inner * step
}

// pieces appends expressions for total copies of sub, step of them at a time.
func (w *re2Writer) pieces(parts []string, sub string, total, step int, optional bool) []string {
	for ; total > 0 && len(parts) <= maxRE2; total -= step {
		high := min(total, step)
		low := high
		if optional {
			low = 0
		}
		parts = append(parts, sub+bounds(low, high))
	}
	return parts
}

// bounds returns the quantifier for a count.
func bounds(low, high int) string {
	switch {
	case high == unbounded:
		return fmt.Sprintf("{%d,}", low)
	case low == 0 && high == 1:
		return "?"
	case low == 1 && high == 1:
		return ""
	case low == high:
		return fmt.Sprintf("{%d}", low)
	}
	return fmt.Sprintf("{%d,%d}", low, high)
}

// join joins parts, unless that becomes too long.
func (w *re2Writer) join(parts []string, separator string) string {
	total := 0
	for _, part := range parts {
		total += len(part) + len(separator)
	}
	if w.long = w.long || total > maxRE2; w.long {
		return ""
	}
	return strings.Join(parts, separator)
}

// re2Set returns the expression for one code point of a set.
func re2Set(s set) string {
	if len(s) == 0 {
		return `[^\x00-\x{10FFFF}]`
	}
	if len(s) == 1 && s[0].low == s[0].high {
		return re2Rune(s[0].low)
	}
	var out strings.Builder
	out.WriteByte('[')
	for i := 0; i < len(s); i++ {
		low, high := s[i].low, s[i].high
		// Go's texts have no surrogates either, so a gap for them need not be written.
		if high == surrogateLow-1 && i+1 < len(s) && s[i+1].low == surrogateHigh+1 {
			i++
			high = s[i].high
		}
		out.WriteString(re2Rune(low))
		if high > low {
			out.WriteString("-" + re2Rune(high))
		}
	}
	out.WriteByte(']')
	return out.String()
}

// re2Rune returns the expression for a code point, in ASCII.
func re2Rune(r rune) string {
	switch {
	case r >= '0' && r <= '9', r >= 'A' && r <= 'Z', r >= 'a' && r <= 'z':
		return string(r)
	case r < 0x80:
		return fmt.Sprintf(`\x%02X`, r)
	}
	return fmt.Sprintf(`\x{%X}`, r)
}
