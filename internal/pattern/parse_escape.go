package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// escape reads what follows a backslash outside of a class.
func (p *parser) escape(from int) (n *node, assertion bool, err *Refused) {
	switch {
	case p.skip("b"):
		return &node{op: opWord}, true, nil
	case p.skip("B"):
		return &node{op: opNotWord}, true, nil
	case p.peek("k"):
		return nil, false, p.fail(from, "a backreference, which no finite automaton can follow,")
	}
	if p.at < len(p.source) && p.source[p.at] >= '1' && p.source[p.at] <= '9' {
		return nil, false, p.fail(from, "a backreference, which no finite automaton can follow,")
	}
	a, err := p.charOrSet(from)
	if err != nil {
		return nil, false, err
	}
	return setNode(a.spans()), false, nil
}

// charOrSet reads what follows a backslash that stands for a character or a set.
func (p *parser) charOrSet(from int) (atom, *Refused) {
	if p.at == len(p.source) {
		return atom{}, p.fail(from, "a backslash at the end")
	}
	r, size := utf8.DecodeRuneInString(p.source[p.at:])
	p.at += size
	switch r {
	case 'd':
		return atom{set: digits}, nil
	case 'D':
		return atom{set: digits.complement()}, nil
	case 's':
		return atom{set: whiteSpace}, nil
	case 'S':
		return atom{set: whiteSpace.complement()}, nil
	case 'w':
		return atom{set: words}, nil
	case 'W':
		return atom{set: words.complement()}, nil
	case 'p', 'P':
		return p.property(from, r == 'P')
	}
	c, ok := p.char(r)
	if !ok {
		return atom{}, p.fail(from, "an escape that the u flag does not allow")
	}
	return atom{r: c}, nil
}

// property reads the braces of \p or \P.
func (p *parser) property(from int, negated bool) (atom, *Refused) {
	end := strings.IndexByte(p.source[p.at:], '}')
	if !p.peek("{") || end < 0 {
		return atom{}, p.fail(from, "a property escape without braces")
	}
	name := p.source[p.at+1 : p.at+end]
	p.at += end + 1
	members, known := p.properties[name]
	if !known {
		reason := ""
		if members, reason = property(name); reason != "" {
			return atom{}, p.fail(from, "%s", reason)
		}
		p.properties[name] = members
	}
	if negated {
		members = members.complement()
		if err := p.charge(members); err != nil {
			return atom{}, err
		}
	}
	if members == nil {
		members = set{}
	}
	return atom{set: members}, nil
}

// char reads the rest of an escape for one character, whose first character is r.
func (p *parser) char(r rune) (rune, bool) {
	switch r {
	case 't':
		return '\t', true
	case 'n':
		return '\n', true
	case 'v':
		return '\v', true
	case 'f':
		return '\f', true
	case 'r':
		return '\r', true
	case 'c':
		if p.at < len(p.source) {
			letter := p.source[p.at]
			p.at++
			return rune(letter % 32), letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z'
		}
		return 0, false
	case '0':
		return 0, p.at == len(p.source) || p.source[p.at] < '0' || p.source[p.at] > '9'
	case 'x':
		return p.hex(2)
	case 'u':
		return p.codePoint()
	}
	return r, r < utf8.RuneSelf && strings.ContainsRune(`^$\.*+?()[]{}|/`, r)
}

// codePoint reads what follows \u; two escapes of surrogates are one code point.
func (p *parser) codePoint() (rune, bool) {
	if p.skip("{") {
		end := strings.IndexByte(p.source[p.at:], '}')
		if end < 1 {
			return 0, false
		}
		text := strings.TrimLeft(p.source[p.at:p.at+end], "0")
		if len(text) > 6 {
			return 0, false
		}
		p.at += end - len(text)
		r, ok := p.hex(len(text))
		return r, ok && r <= utf8.MaxRune && p.skip("}")
	}
	high, ok := p.hex(4)
	if !ok || high < 0xD800 || high > 0xDBFF {
		return high, ok
	}
	after := p.at
	if p.skip(`\u`) {
		if low, ok := p.hex(4); ok && low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (high-0xD800)<<10 + (low - 0xDC00), true
		}
	}
	p.at = after
	return high, true
}

// hex reads exactly n hexadecimal digits.
func (p *parser) hex(n int) (rune, bool) {
	if len(p.source)-p.at < n {
		return 0, false
	}
	value := rune(0)
	for _, c := range []byte(p.source[p.at : p.at+n]) {
		digit := strings.IndexByte("0123456789abcdef", lower(c))
		if digit < 0 {
			return 0, false
		}
		value = value<<4 | rune(digit)
	}
	p.at += n
	return value, true
}

// lower returns the lower case of an ASCII letter.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// name reads a group's name and the > that ends it.
func (p *parser) name(from int) (string, *Refused) {
	var name strings.Builder
	for name.Len() == 0 || !p.skip(">") {
		r, size := utf8.DecodeRuneInString(p.source[p.at:])
		p.at += size
		ok := size > 0
		if r == '\\' {
			if ok = p.skip("u"); ok {
				r, ok = p.codePoint()
			}
		}
		if !ok || !nameRune(r, name.Len() == 0) {
			return "", p.fail(from, "a group whose name is no identifier")
		}
		name.WriteRune(r)
	}
	return name.String(), nil
}

// nameRune reports whether a group's name may have r, as its first character or later.
func nameRune(r rune, first bool) bool {
	if r == '$' || r == '_' || isStart(r) {
		return true
	}
	return !first && (r == 0x200C || r == 0x200D || isContinue(r))
}

// isStart reports whether r has the property ID_Start.
func isStart(r rune) bool {
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start) && !isSyntax(r)
}

// isContinue reports whether r has the property ID_Continue.
func isContinue(r rune) bool {
	return isStart(r) ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) && !isSyntax(r)
}

// isSyntax reports whether r is reserved for the syntax of patterns.
func isSyntax(r rune) bool {
	return unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}
