// Package text cuts text where a reader would: at grapheme boundaries (UAX #29),
// never inside a character, with nothing added. Texts are valid UTF-8.
package text

import (
	"unicode/utf8"
)

// SpaceLen returns the number of bytes of the Unicode White_Space character at the
// start of s, or 0 when there is none. U+200B and U+FEFF are not White_Space.
func SpaceLen(s string) int {
	if s == "" {
		return 0
	}
	switch c := s[0]; {
	case c == ' ', '\t' <= c && c <= '\r':
		return 1
	case c < 0xC2 || c > 0xE3 || len(s) < 2:
		return 0
	case c == 0xC2:
		if s[1] == 0x85 || s[1] == 0xA0 {
			return 2
		}
		return 0
	case len(s) < 3:
		return 0
	}
	switch r, n := utf8.DecodeRuneInString(s); {
	case 0x2000 <= r && r <= 0x200A, r == 0x1680, r == 0x2028, r == 0x2029, r == 0x202F, r == 0x205F, r == 0x3000:
		return n
	}
	return 0
}

// Blank tells whether s is empty or nothing but Unicode White_Space.
func Blank(s string) bool {
	for len(s) > 0 {
		n := SpaceLen(s)
		if n == 0 {
			return false
		}
		s = s[n:]
	}
	return true
}

// Trim returns s without Unicode White_Space at its ends.
func Trim(s string) string {
	for {
		n := SpaceLen(s)
		if n == 0 {
			break
		}
		s = s[n:]
	}
	for len(s) > 0 {
		_, n := utf8.DecodeLastRuneInString(s)
		if SpaceLen(s[len(s)-n:]) == 0 {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

// Control tells whether s has a control character (category Cc).
func Control(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0x20 || c == 0x7F || c == 0xC2 && i+1 < len(s) && s[i+1] < 0xA0 {
			return true
		}
	}
	return false
}

// index returns the offset of the code point number n, or len(s) when s has no more.
func index(s string, n int) int {
	for i := 0; i < len(s); {
		if n == 0 {
			return i
		}
		n--
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return len(s)
}
