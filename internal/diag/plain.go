package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what the forms for people print of one field, in code points. The
// JSON form is never shortened.
const (
	maxMessage = 1000
	maxPointer = 200
)

// active reports whether a code point can do more than stand in its place:
// move the cursor, end the line, turn the reading direction or hide. The two
// joiners stay, since writing systems and emoji are made with them.
func active(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r == '\u200c' || r == '\u200d':
		return false
	case r&0xfffe == 0xfffe: // noncharacters, which XML 1.0 does not allow either
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// plain returns text as one line of valid UTF-8 that cannot act on what shows
// it: active code points and bytes that are no UTF-8 become visible escapes.
func plain(text string) string {
	first := firstActive(text)
	if first == len(text) {
		return text
	}
	var b strings.Builder
	b.WriteString(text[:first])
	for i := first; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case !active(r):
			b.WriteString(text[i : i+size])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
		i += size
	}
	return b.String()
}

// firstActive returns the index of the first thing that plain would change, or the length.
func firstActive(text string) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if (r == utf8.RuneError && size == 1) || active(r) {
			return i
		}
		i += size
	}
	return len(text)
}

// clip shortens text to at most limit code points by taking out its middle: a
// message's start and a pointer's end are what tells most.
func clip(text string, limit int) string {
	if len(text) <= limit || utf8.RuneCountInString(text) <= limit {
		return text
	}
	line := []byte(text)
	head, tail := limit/2, limit-limit/2-1
	i, j := 0, len(line)
	for ; head > 0; head-- {
		_, size := utf8.DecodeRune(line[i:])
		i += size
	}
	for ; tail > 0; tail-- {
		_, size := utf8.DecodeLastRune(line[:j])
		j -= size
	}
	return text[:i] + "…" + text[j:]
}
