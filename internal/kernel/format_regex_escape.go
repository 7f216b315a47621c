package kernel

import (
	"unicode"
	"unicode/utf8"
)

// class reads what follows the bracket of a character class, up to its end. A
// range runs upwards between two characters.
func (c *regexCheck) class() bool {
	c.skip('^')
	for !c.skip(']') {
		low, set, ok := c.classAtom()
		if !ok {
			return false
		}
		if c.at+1 >= len(c.text) || c.text[c.at] != '-' || c.text[c.at+1] == ']' {
			continue
		}
		c.at++
		high, highSet, ok := c.classAtom()
		if !ok || set || highSet || low > high {
			return false
		}
	}
	return true
}

// classAtom reads one member of a class: a character, or an escape for a set.
func (c *regexCheck) classAtom() (r rune, set, ok bool) {
	if !c.skip('\\') {
		r = c.next()
		return r, false, r >= 0
	}
	switch {
	case c.skip('b'):
		return '\b', false, true
	case c.skip('-'):
		return '-', false, true
	case c.classEscape():
		return 0, true, true
	}
	r, ok = c.character()
	return r, false, ok
}

// classEscape reads an escape that stands for a set of characters: d, D, s, S,
// w, W, or p and P with a property. It moves only when there is one.
func (c *regexCheck) classEscape() bool {
	if c.at == len(c.text) {
		return false
	}
	switch c.text[c.at] {
	case 'd', 'D', 's', 'S', 'w', 'W':
		c.at++
		return true
	case 'p', 'P':
		end := c.at + 1
		if end == len(c.text) || c.text[end] != '{' {
			return false
		}
		for end < len(c.text) && c.text[end] != '}' && end-c.at < 64 {
			end++
		}
		if end == len(c.text) || c.text[end] != '}' || !regexProperty(c.text[c.at+2:end]) {
			return false
		}
		c.at = end + 1
		return true
	}
	return false
}

// regexProperty reports whether text is what may stand in the braces of \p: the
// name of a property that is true or false, a general category, or a property
// and its value.
func regexProperty(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '=' {
			continue
		}
		switch text[:i] {
		case "General_Category", "gc":
			return RegexCategory(text[i+1:])
		case "Script", "sc", "Script_Extensions", "scx":
			return RegexScript(text[i+1:])
		}
		return false
	}
	return RegexCategory(text) || RegexBinary(text)
}

// character reads an escape that stands for one character.
func (c *regexCheck) character() (rune, bool) {
	switch r := c.next(); r {
	case 'f', 'n', 'r', 't', 'v':
		return regexControl(r), true
	case 'c':
		r = c.next()
		return r % 32, 'a' <= r|0x20 && r|0x20 <= 'z'
	case '0':
		return 0, c.at == len(c.text) || !formatDigit(c.text[c.at])
	case 'x':
		return c.hex(2)
	case 'u':
		return c.codePoint()
	case '^', '$', '\\', '.', '*', '+', '?', '(', ')', '[', ']', '{', '}', '|', '/':
		return r, true
	}
	return 0, false
}

// regexControl returns the character of \f, \n, \r, \t or \v.
func regexControl(letter rune) rune {
	switch letter {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return '\v'
}

// codePoint reads what follows \u: four digits, two of them for a surrogate
// pair, or braces.
func (c *regexCheck) codePoint() (rune, bool) {
	if c.skip('{') {
		r, from := rune(0), c.at
		for c.at < len(c.text) && formatHex(c.text[c.at]) && r <= utf8.MaxRune {
			r = r*16 + regexDigit(c.text[c.at])
			c.at++
		}
		return r, c.at > from && r <= utf8.MaxRune && c.skip('}')
	}
	r, ok := c.hex(4)
	if !ok || r < 0xD800 || r > 0xDBFF {
		return r, ok
	}
	after := c.at
	if c.skip('\\') && c.skip('u') {
		if low, ok := c.hex(4); ok && low >= 0xDC00 && low <= 0xDFFF {
			return (r-0xD800)<<10 + (low - 0xDC00) + 0x10000, true
		}
	}
	c.at = after
	return r, true
}

// hex reads exactly n hexadecimal digits.
func (c *regexCheck) hex(n int) (r rune, ok bool) {
	if len(c.text)-c.at < n {
		return 0, false
	}
	for ; n > 0; n-- {
		if !formatHex(c.text[c.at]) {
			return 0, false
		}
		r = r*16 + regexDigit(c.text[c.at])
		c.at++
	}
	return r, true
}

// regexDigit returns the value of a hexadecimal digit.
func regexDigit(b byte) rune {
	if b <= '9' {
		return rune(b - '0')
	}
	return rune(b|0x20-'a') + 10
}

// name reads a group's name and the > after it, its escapes decoded.
func (c *regexCheck) name() (string, bool) {
	from, decoded := c.at, []byte(nil)
	for first := true; ; first = false {
		begin := c.at
		r := c.next()
		if r == '>' && !first {
			if decoded != nil {
				return string(decoded), true
			}
			return c.text[from:begin], true
		}
		if r == '\\' {
			ok := false
			if c.skip('u') {
				r, ok = c.codePoint()
			}
			if !ok {
				return "", false
			}
			if decoded == nil {
				decoded = append([]byte{}, c.text[from:begin]...)
			}
		}
		if !regexNameRune(r, first) {
			return "", false
		}
		if decoded != nil {
			decoded = utf8.AppendRune(decoded, r)
		}
	}
}

// regexNameRune reports whether r may stand in the name of a group, as its first
// character or later: ID_Start and ID_Continue of Unicode, $, _ and the two joiners.
func regexNameRune(r rune, first bool) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && (formatLetter(byte(r)) || r == '$' || r == '_' || !first && formatDigit(byte(r)))
	}
	if unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space) {
		return false
	}
	if unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) {
		return true
	}
	return !first && (r == 0x200C || r == 0x200D ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue))
}
