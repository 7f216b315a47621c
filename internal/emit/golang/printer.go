package golang

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"
	"unicode"
)

// printer collects lines of code, laid out as gofmt lays them out: so that large
// packages need not be formatted again. A test holds it to that.
type printer struct {
	bytes.Buffer
	depth   int
	strconv bool // the code uses the package; comments and strings that speak of it do not count
}

// imports is the import declaration of the code.
func (w *printer) imports() string {
	if w.strconv {
		return "import \"strconv\"\n\n"
	}
	return ""
}

// p prints a statement or a part of one. A block may stand in it on one line.
func (w *printer) p(format string, args ...any) {
	text := format
	if len(args) > 0 {
		text = fmt.Sprintf(format, args...)
	}
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		if open := block(line); open >= 0 {
			w.line(line[:open+1])
			w.statements(line[open+1:])
		} else {
			w.line(line)
		}
		if rest == "" && strings.HasSuffix(text, "\n") {
			w.WriteByte('\n')
		}
		text = rest
	}
}

// noted prints a statement with a comment: behind it, or above it where the line
// before has one too, since gofmt would align the two.
func (w *printer) noted(statement, note string) {
	last := bytes.TrimRight(w.Bytes(), "\n")
	last = bytes.TrimLeft(last[bytes.LastIndexByte(last, '\n')+1:], "\t")
	if i := bytes.Index(last, []byte(" // ")); i > 0 && last[i-1] == ')' {
		w.line("// " + note)
		w.line(statement)
		return
	}
	w.line(statement + " // " + note)
}

// raw prints a line as it is, for code that is formatted afterwards.
func (w *printer) raw(format string, args ...any) { _, _ = fmt.Fprintf(w, format+"\n", args...) }

// statements prints what stands behind an opening brace: statements, the closing brace, and what follows it.
func (w *printer) statements(text string) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		end := statement(text)
		if end == 0 { // the closing brace
			if open := block(text); open >= 0 {
				w.line(text[:open+1])
				text = text[open+1:]
				continue
			}
			w.line(text)
			return
		}
		part := strings.TrimSpace(text[:end])
		text = strings.TrimPrefix(text[end:], ";")
		if open := block(part); open >= 0 {
			w.line(part[:open+1])
			w.statements(part[open+1:])
			continue
		}
		w.line(part)
	}
}

// line prints one line at the depth that its braces give it.
func (w *printer) line(text string) {
	if strings.HasPrefix(text, "}") {
		w.depth--
	}
	depth := w.depth
	if strings.HasPrefix(text, "case ") || text == "default:" {
		depth--
	}
	for range depth {
		w.WriteByte('\t')
	}
	w.WriteString(text)
	w.WriteByte('\n')
	if code, _, _ := strings.Cut(text, " // "); strings.HasSuffix(code, "{") || strings.HasSuffix(code, "(") && strings.HasPrefix(code, "const ") {
		w.depth++
	}
}

// block returns the place of the brace that opens a block which ends on the same
// line, or -1. A block's brace has a space before it, that of a literal has none.
func block(line string) int {
	if strings.HasPrefix(line, "//") || strings.HasPrefix(line, "type ") {
		return -1
	}
	open := scan(line, func(i, depth int) bool { return line[i] == '{' && depth == 0 && (i == 0 || line[i-1] == ' ') })
	if open < 0 || strings.TrimSpace(line[open+1:]) == "" || strings.HasPrefix(strings.TrimSpace(line[open+1:]), "//") {
		return -1
	}
	if strings.HasPrefix(line, "func ") && strings.HasPrefix(line[open:], "{}") {
		return -1
	}
	return open
}

// statement returns where the first of some statements ends: at a semicolon, or before the closing brace.
func statement(text string) int {
	depth := 0
	// In the head of a statement with a block, semicolons do not end it.
	head := strings.HasPrefix(text, "if ") || strings.HasPrefix(text, "for ") || strings.HasPrefix(text, "switch ")
	end := scan(text, func(i, parens int) bool {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return true
			}
			if depth--; depth == 0 && text[i-1] == ' ' {
				head = strings.HasPrefix(text[i+1:], " else if ")
			}
		case ';':
			return depth == 0 && parens == 0 && !head
		}
		return false
	})
	if end < 0 {
		return len(text)
	}
	return end
}

// scan returns the first place outside of strings, characters and comments that
// is found; found gets the number of parentheses open there.
func scan(text string, found func(i, parens int) bool) int {
	parens := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'', '`':
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' && c != '`' {
					i++
				}
			}
			continue
		case '/':
			if strings.HasPrefix(text[i:], "//") {
				return -1
			}
		case '(', '[':
			parens++
		case ')', ']':
			parens--
		}
		if found(i, parens) {
			return i
		}
	}
	return -1
}

// doc prints a comment that may have several lines.
func (w *printer) doc(text string) {
	for _, line := range strings.Split(text, "\n") {
		w.line(strings.TrimRight("// "+line, " "))
	}
}

// comment makes a text fit for one line of a comment.
func comment(text string) string {
	return strings.TrimRightFunc(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' || unicode.Is(unicode.Cf, c) {
			return ' '
		}
		return c
	}, text), unicode.IsSpace)
}

// note is a text as a comment behind a line; nothing when nothing of it can be shown.
func note(text string) string {
	if text = comment(text); strings.TrimSpace(text) == "" {
		return ""
	}
	return " // " + text
}

// declaration prints a declaration with its comment, which gofmt has rules for.
func (w *printer) declaration(text string) {
	const clause = "package x\n\n"
	source, err := format.Source([]byte(clause + text))
	if err != nil {
		source = []byte(clause + text) // whoever parses the whole file reports it
	}
	w.Write(source[len(clause):])
	w.WriteByte('\n')
}

// docComment makes a description fit for a comment of several lines: no line can
// end the comment or be taken for a directive, and none ends in white space.
func docComment(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n").Replace(text)
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(comment(line))
		if strings.HasPrefix(line, "+build") || strings.HasPrefix(line, "go:") || strings.HasPrefix(line, "line ") ||
			strings.HasPrefix(line, "export ") || strings.HasPrefix(line, "extern ") || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") {
			line = "| " + line
		}
		lines = append(lines, line)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// mentions tells whether a piece of code uses a word; comments and literals do not.
func mentions(code []byte, word string) bool {
	letter := func(c byte) bool {
		return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c >= 0x80
	}
	for i := 0; i < len(code); {
		switch c := code[i]; {
		case c == '"' || c == '\'':
			for i++; code[i] != c; i++ {
				if code[i] == '\\' {
					i++
				}
			}
			i++
		case c == '/' && code[i+1] == '/':
			end := bytes.IndexByte(code[i:], '\n')
			if end < 0 {
				return false
			}
			i += end
		case letter(c):
			from := i
			for i < len(code) && letter(code[i]) {
				i++
			}
			if string(code[from:i]) == word {
				return true
			}
		default:
			i++
		}
	}
	return false
}
