package text

import (
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Cut returns the longest piece from the start of s that has at most n code points
// and ends at a grapheme boundary, and whether anything was left out. When the
// first grapheme alone is longer than n, it is cut at a code point, so that the
// piece is empty only when n < 1 or s is empty.
func Cut(s string, n int) (piece string, cut bool) {
	if len(s) <= n {
		return s, false
	}
	end := index(s, max(n, 0))
	if end == len(s) {
		return s, false
	}
	return s[:boundary(s, end)], true
}

// CutJSON is Cut with a limit of n bytes on the piece's JSON form without the
// quotes around it, written as package kernel writes it: only what must be escaped is.
func CutJSON(s string, n int) (piece string, cut bool) {
	end, bytes := 0, 0
	for end < len(s) {
		c := s[end]
		size, written := 1, 1
		switch {
		case c >= utf8.RuneSelf:
			_, size = utf8.DecodeRuneInString(s[end:])
			written = size
		case c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t':
			written = 2
		case c < 0x20:
			written = 6
		}
		if bytes+written > n {
			break
		}
		bytes += written
		end += size
	}
	if end == len(s) {
		return s, false
	}
	return s[:boundary(s, end)], true
}

// boundary returns the last grapheme boundary of s that is not behind end, or end
// itself when the first grapheme reaches beyond it.
func boundary(s string, end int) int {
	if end == 0 {
		return 0
	}
	if s[end-1] < utf8.RuneSelf && s[end] < utf8.RuneSelf {
		// Between two characters of ASCII there is a boundary, but for CRLF.
		if s[end-1] != '\r' || s[end] != '\n' {
			return end
		}
		if end > 1 {
			return end - 1
		}
		return end
	}
	from := safe(s, end)
	at, state := from, -1
	for at < len(s) {
		var cluster string
		cluster, _, _, state = uniseg.FirstGraphemeClusterInString(s[at:], state)
		if at+len(cluster) > end {
			break
		}
		at += len(cluster)
	}
	if at == 0 {
		return end
	}
	return at
}

// safe returns an offset at or before end where a grapheme starts whatever stands
// before it: behind a character of ASCII that the next one, of ASCII too, parts from
// it, or the start of s. Text in which there is none is segmented from its start,
// once: the time is linear in any case.
func safe(s string, end int) int {
	for i := end - 1; i > 0; i-- {
		if s[i] < utf8.RuneSelf && s[i-1] < utf8.RuneSelf && (s[i-1] != '\r' || s[i] != '\n') {
			return i
		}
	}
	return 0
}
