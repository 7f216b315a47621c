package ir

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Camel turns any text into an identifier in UpperCamelCase: letters and digits
// stay, what stands between them starts a new word. A text without letters or
// digits is spelled out.
func Camel(text string) string {
	var b strings.Builder
	upper := true
	for _, c := range text {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) || c > unicode.MaxLatin1 && !unicode.IsLetter(c) {
			upper = true
			continue
		}
		if upper {
			c = unicode.ToUpper(c)
			upper = false
		}
		b.WriteRune(c)
	}
	return exported(b.String(), text)
}

// initialisms are words that are written in capitals throughout in the name of a field.
var initialisms = []string{"API", "CPU", "DNS", "HTML", "HTTP", "HTTPS", "ID", "IP", "JSON", "SQL", "SSH", "TCP", "TLS", "TTL", "UDP", "UI", "URI", "URL", "UTF8", "UUID", "XML"}

// fieldIdent is Camel with initialisms, for names that separate their words.
func fieldIdent(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words {
		if upper := strings.ToUpper(word); slices.Contains(initialisms, upper) {
			words[i] = upper
		}
	}
	return Camel(strings.Join(words, "_"))
}

// valueIdent is Camel for the values of an enum: what is written in capitals throughout is read as words.
func valueIdent(text string) string {
	if text == strings.ToUpper(text) {
		return Camel(strings.ToLower(text))
	}
	return Camel(text)
}

// exported makes an identifier start with an upper-case letter.
func exported(ident, text string) string {
	if ident == "" {
		return Spell(text)
	}
	first := []rune(ident)[0]
	if !unicode.IsUpper(first) {
		// A digit, or a letter of a script without case.
		return "X" + ident
	}
	return ident
}

// signs name the characters that identifiers cannot have.
var signs = map[rune]string{
	' ': "Space", '!': "Bang", '"': "Quote", '#': "Hash", '$': "Dollar", '%': "Percent", '&': "Ampersand", '\'': "Apostrophe",
	'(': "LeftParen", ')': "RightParen", '*': "Star", '+': "Plus", ',': "Comma", '-': "Hyphen", '.': "Dot", '/': "Slash",
	':': "Colon", ';': "Semicolon", '<': "Less", '=': "Equal", '>': "Greater", '?': "Question", '@': "At", '[': "LeftBracket",
	'\\': "Backslash", ']': "RightBracket", '^': "Caret", '_': "Underscore", '`': "Backtick", '{': "LeftBrace", '|': "Pipe",
	'}': "RightBrace", '~': "Tilde", '\n': "Newline", '\t': "Tab", '\r': "Return",
}

// Spell turns any text into an identifier that names every character which is
// neither letter nor digit, and says where the first letter is not upper case.
func Spell(text string) string {
	if text == "" {
		return "Empty"
	}
	var b strings.Builder
	for i, c := range text {
		switch {
		case signs[c] != "":
			b.WriteString(signs[c])
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			fmt.Fprintf(&b, "U%04X", c)
		case i == 0 && unicode.IsLower(c) && unicode.IsUpper(unicode.ToUpper(c)):
			b.WriteString("Lower")
			b.WriteRune(unicode.ToUpper(c))
		case i == 0 && !unicode.IsUpper(c):
			b.WriteString("X")
			b.WriteRune(c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// hexadecimal is the last resort: two texts never share it.
func hexadecimal(text string) string { return fmt.Sprintf("X%X", text) }

// distinct gives each text an identifier of its own. Those that would clash, with
// each other or with a reserved name, are spelled out, all of them, so that no
// order matters.
func distinct(texts []string, plain func(string) string, reserved func(string) bool) []string {
	spellings := []func(string) string{
		plain,
		func(text string) string {
			if ident := Spell(text); !reserved(ident) {
				return ident
			}
			return Spell(text) + "Field"
		},
		hexadecimal,
	}
	level := make([]int, len(texts))
	idents := make([]string, len(texts))
	for {
		users := map[string]int{}
		for i, text := range texts {
			idents[i] = spellings[level[i]](text)
			users[idents[i]]++
		}
		again := false
		for i, ident := range idents {
			if (users[ident] > 1 || reserved(ident)) && level[i] < len(spellings)-1 {
				level[i]++
				again = true
			}
		}
		if !again {
			return idents
		}
	}
}
