package logsource

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// stopWords say nothing about what is looked for.
var stopWords = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields("a an the of in on for to from with by at and or is are was were be been has have had do does did why what which when how who where there any all some show find get give list search query look me us please recent recently last latest current log logs entry entries about during") {
		words[w] = true
	}
	return words
}()

// stopRunes are Chinese words of the same kind.
var stopRunes = []string{"日志", "查询", "查看", "查找", "最近", "为什么", "什么", "怎么", "有没有", "请", "帮我", "的", "了", "吗", "有", "在", "是", "和", "与", "情况", "问题"}

// matcher returns the test of a query.
func matcher(query string) func(*entry) bool {
	phrases, rest := quotedPhrases(query)
	var terms []string
	for _, word := range strings.FieldsFunc(strings.ToLower(rest), func(r rune) bool {
		return unicode.IsSpace(r) || r != '-' && r != '_' && r != '.' && r != '/' && r != '=' && r != ':' && unicode.IsPunct(r) || unicode.IsSymbol(r) && r != '='
	}) {
		for _, term := range parts(strings.Trim(word, ".-:/=_")) {
			if term != "" && !stopWords[term] {
				terms = append(terms, term)
			}
		}
	}
	return func(e *entry) bool {
		for _, phrase := range phrases {
			if !strings.Contains(e.Message, phrase) {
				return false
			}
		}
		for _, term := range terms {
			if !found(e.searched, term) {
				return false
			}
		}
		return true
	}
}

// quotedPhrases takes what stands in double quotes out of a query.
func quotedPhrases(query string) (phrases []string, rest string) {
	for {
		before, after, open := strings.Cut(query, `"`)
		phrase, behind, closed := strings.Cut(after, `"`)
		if !open || !closed {
			return phrases, rest + " " + query
		}
		if phrase != "" {
			phrases = append(phrases, phrase)
		}
		rest, query = rest+" "+before, behind
	}
}

// parts splits a word where Chinese and other script meet.
func parts(word string) []string {
	var out []string
	from, wide := 0, false
	for i, r := range word {
		if w := unicode.Is(unicode.Han, r); w != wide {
			if i > from {
				out = append(out, word[from:i])
			}
			from, wide = i, w
		}
	}
	return append(out, word[from:])
}

// found tells whether a term is in a text.
func found(text, term string) bool {
	if strings.Contains(text, term) {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(term); unicode.Is(unicode.Han, r) {
		return foundInPieces(text, term)
	}
	if pieces := strings.FieldsFunc(term, func(r rune) bool { return r == '-' || r == '_' }); len(pieces) > 1 && !strings.HasSuffix(term, "-service") {
		for _, piece := range pieces {
			if !stopWords[piece] && !found(text, piece) {
				return false
			}
		}
		return true
	}
	stem := term
	for _, ending := range []string{"ion", "ing", "ed", "es", "s"} {
		if s, has := strings.CutSuffix(term, ending); has && len(s) >= 4 {
			stem = s
			break
		}
	}
	return stem != term && strings.Contains(text, stem)
}

// foundInPieces tells whether a Chinese term is made of pieces of at least two
// characters that are in a text, and of words that say nothing.
func foundInPieces(text, term string) bool {
	any := false
	for term != "" {
		n := len(term)
		for n > 0 && (utf8.RuneCountInString(term[:n]) < 2 || !strings.Contains(text, term[:n])) {
			_, size := utf8.DecodeLastRuneInString(term[:n])
			n -= size
		}
		if n > 0 {
			term, any = term[n:], true
			continue
		}
		before := term
		for _, word := range stopRunes {
			term = strings.TrimPrefix(term, word)
		}
		if term == before {
			return false
		}
	}
	return any || term == ""
}
