package golang

import (
	"fmt"
	"regexp/syntax"
	"unicode"

	"github.com/acigen/acigen/internal/pattern"
)

// mismatch is the condition that a text does not match a pattern: a comparison
// where the pattern is a literal at an end, else a run of its automaton.
func (g *generator) mismatch(p *pattern.Pattern, text string) string {
	if literal, begin, end, is := literalPattern(p); is {
		n := len(literal)
		switch {
		case begin && end:
			return fmt.Sprintf("%s != %q", text, literal)
		case begin:
			return fmt.Sprintf("len(%s) < %d || %s[:%d] != %q", text, n, text, n, literal)
		case end:
			return fmt.Sprintf("len(%s) < %d || %s[len(%s)-%d:] != %q", text, n, text, text, n, literal)
		}
	}
	if graphicAccepts(p) {
		return fmt.Sprintf("(%s == \"\" || %s[0] <= ' ' || %s[0] > '~') && !%s.matchText(%s)", text, text, text, g.table(p), text)
	}
	return fmt.Sprintf("!%s.matchText(%s)", g.table(p), text)
}

// graphicAccepts tells whether a graphic character of ASCII at the start settles
// that a text matches: then most texts need no run of the automaton.
func graphicAccepts(p *pattern.Pattern) bool {
	d := p.Table()
	for c := '!'; c <= '~'; c++ {
		if d.Next[d.Start+uint32(d.ASCII[c])] != d.NumClasses {
			return false
		}
	}
	return true
}

// literalPattern recognizes ^literal, literal$ and ^literal$.
func literalPattern(p *pattern.Pattern) (literal string, begin, end, is bool) {
	re, err := syntax.Parse(p.RE2(), syntax.Perl)
	if err != nil || p.RE2() == "" {
		return "", false, false, false
	}
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	for i, part := range parts {
		switch {
		case part.Op == syntax.OpBeginText && i == 0:
			begin = true
		case part.Op == syntax.OpEndText && i == len(parts)-1:
			end = true
		case part.Op == syntax.OpLiteral && part.Flags&syntax.FoldCase == 0:
			for _, c := range part.Rune {
				if c > unicode.MaxASCII {
					return "", false, false, false
				}
			}
			literal += string(part.Rune)
		default:
			return "", false, false, false
		}
	}
	return literal, begin, end, literal != "" && (begin || end)
}
