package kernel

import (
	"math/bits"
	"unicode/utf8"
)

// Masks for looking at eight bytes at once.
const (
	lowBits  = 0x0101010101010101
	highBits = 0x8080808080808080
)

// eight loads the first eight bytes of s as a little-endian word.
func eight(s string) uint64 {
	b := s[:8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// special marks the high bit of bytes that end a plain run of string content:
// quote, backslash, control characters, non-ASCII. The first mark is exact; a
// borrow can only add marks behind it.
func special(w uint64) uint64 {
	return ((w ^ lowBits*'"' - lowBits) | (w ^ lowBits*'\\' - lowBits) | (w - lowBits*0x20) | w) & highBits
}

// plainRun returns how many bytes at the start of s are plain string content, a few at the end apart.
func plainRun(s string) int {
	n := 0
	for len(s) >= 8 {
		if m := special(eight(s)); m != 0 {
			return n + bits.TrailingZeros64(m)>>3
		}
		n += 8
		s = s[8:]
	}
	return n
}

// Str reads the string whose opening quote is at p.
func (r *Reader) Str(p int) int {
	r.Escaped = false
	p++
	rest := r.S[p:]
	for len(rest) >= 8 {
		if m := special(eight(rest)); m != 0 {
			n := bits.TrailingZeros64(m) >> 3
			p = len(r.S) - len(rest) + n
			if rest[n] == '"' {
				return p + 1
			}
			return r.restOfString(p)
		}
		rest = rest[8:]
	}
	return r.restOfString(len(r.S) - len(rest))
}

// restOfString reads a string from p on, which is inside it.
func (r *Reader) restOfString(p int) int {
	s := r.S
	for {
		if p >= len(s) {
			return r.Broken(len(s), "the text ends inside a string")
		}
		switch c := s[p]; {
		case c == '"':
			return p + 1
		case c == '\\':
			r.Escaped = true
			if p = r.escape(p); p < 0 {
				return p
			}
		case c < 0x20:
			return r.Broken(p, "a control character in a string must be escaped")
		case c < utf8.RuneSelf:
			p += 1 + plainRun(s[p+1:])
		default:
			if p = r.multibyte(p); p < 0 {
				return p
			}
		}
	}
}

// multibyte reads a run of UTF-8 sequences of more than one byte.
func (r *Reader) multibyte(p int) int {
	s := r.S
	for p < len(s) && s[p] >= utf8.RuneSelf {
		// The common three-byte case (most of CJK) without a call.
		if p+2 < len(s) && 0xe1 <= s[p] && s[p] <= 0xec && s[p+1]&0xc0 == 0x80 && s[p+2]&0xc0 == 0x80 {
			p += 3
			continue
		}
		c, n := utf8.DecodeRuneInString(s[p:])
		if c == utf8.RuneError && n == 1 {
			return r.Broken(p, "the text is not valid UTF-8")
		}
		p += n
	}
	return p
}

// escape reads the escape sequence at p.
func (r *Reader) escape(p int) int {
	s := r.S
	if p+1 >= len(s) {
		return r.Broken(len(s), "the text ends inside a string")
	}
	switch s[p+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return p + 2
	case 'u':
		c := hex4(s, p+2)
		switch {
		case c < 0:
			return r.Broken(p, "\\u needs four hexadecimal digits")
		case c < 0xd800 || c > 0xdfff:
			return p + 6
		case c < 0xdc00 && p+7 < len(s) && s[p+6] == '\\' && s[p+7] == 'u':
			if low := hex4(s, p+8); 0xdc00 <= low && low <= 0xdfff {
				return p + 12
			}
		}
		return r.Broken(p, "a lone surrogate is no character")
	}
	return r.Broken(p, "an unknown escape sequence")
}

// hex4 reads four hexadecimal digits, or returns -1.
func hex4(s string, p int) int {
	if p+4 > len(s) {
		return -1
	}
	v := 0
	for _, c := range []byte(s[p : p+4]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return -1
		}
		v = v<<4 | int(c)
	}
	return v
}

// TextOf returns the content of the string literal S[from:to], quotes included in
// the range. Without escapes it is a piece of S.
func (r *Reader) TextOf(from, to int, escaped bool) string {
	if escaped {
		return r.keep(r.S[from:to])
	}
	return r.S[from+1 : to-1]
}

// ViewOf is TextOf for a look: the text is good until the next call.
func (r *Reader) ViewOf(from, to int, escaped bool) string {
	if escaped {
		r.scratch = appendUnquoted(r.scratch[:0], r.S[from:to])
		return View(r.scratch)
	}
	return r.S[from+1 : to-1]
}

// pageBytes is how much memory the contents of escaped strings share at the least.
const pageBytes = 512

// keep returns the content of a literal with escapes. Contents share pages, which
// are only ever appended to.
func (r *Reader) keep(lit string) string {
	if cap(r.page)-len(r.page) < len(lit) {
		// What is left of the text bounds what can still come.
		r.page = make([]byte, 0, max(len(lit), min(pageBytes, len(r.S))))
	}
	from := len(r.page)
	r.page = appendUnquoted(r.page, lit)
	return View(r.page[from:])
}

// Unquote returns the content of a valid string literal, quotes included in lit.
func Unquote(lit string) string { return string(appendUnquoted(make([]byte, 0, len(lit)), lit)) }

// appendUnquoted appends the content of a valid string literal.
func appendUnquoted(out []byte, lit string) []byte {
	lit = lit[1 : len(lit)-1]
	for i := 0; i < len(lit); {
		if lit[i] != '\\' {
			from := i
			for i++; i < len(lit) && lit[i] != '\\'; i++ {
			}
			out = append(out, lit[from:i]...)
			continue
		}
		switch c := lit[i+1]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			c := rune(hex4(lit, i+2))
			if 0xd800 <= c && c <= 0xdfff {
				c = (c-0xd800)<<10 + rune(hex4(lit, i+8)) - 0xdc00 + 0x10000
				i += 6
			}
			out = utf8.AppendRune(out, c)
			i += 4
		default:
			out = append(out, c)
		}
		i += 2
	}
	return out
}

// Longer tells whether s has more than limit code points.
func Longer(s string, limit int) bool {
	return len(s) > limit && utf8.RuneCountInString(s) > limit
}

// Shorter tells whether s has fewer than limit code points.
func Shorter(s string, limit int) bool {
	if len(s) < limit {
		return true
	}
	// A code point has at most four bytes.
	return len(s) < 4*limit && utf8.RuneCountInString(s) < limit
}

// AppendText appends s as a JSON string. Only what must be escaped is.
func AppendText(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for {
		n := unescapedRun(s)
		dst = append(dst, s[:n]...)
		if n == len(s) {
			return append(dst, '"')
		}
		switch c := s[n]; c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', '0'+c>>4, "0123456789abcdef"[c&15])
		}
		s = s[n+1:]
	}
}

// unescapedRun returns how many bytes at the start of s need no escape.
func unescapedRun(s string) int {
	i := 0
	for rest := s; len(rest) >= 8; rest = rest[8:] {
		w := eight(rest)
		quote, slash := w^lowBits*'"', w^lowBits*'\\'
		if ((quote-lowBits)&^quote|(slash-lowBits)&^slash|(w-lowBits*0x20)&^w)&highBits != 0 {
			break
		}
		i += 8
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' {
			break
		}
	}
	return i
}
