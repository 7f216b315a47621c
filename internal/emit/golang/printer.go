package golang

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// printer collects lines of code; gofmt indents them.
type printer struct {
	bytes.Buffer
	strconv bool // the code uses the package; comments and strings that speak of it do not count
}

// imports is the import declaration of the code.
func (w *printer) imports() string {
	if w.strconv {
		return "import \"strconv\"\n\n"
	}
	return ""
}

// p prints a line.
func (w *printer) p(format string, args ...any) {
	if len(args) == 0 {
		w.WriteString(format)
	} else {
		_, _ = fmt.Fprintf(w, format, args...)
	}
	w.WriteByte('\n')
}

// doc prints a comment that may have several lines.
func (w *printer) doc(text string) {
	for _, line := range strings.Split(text, "\n") {
		w.p("// %s", line)
	}
}

// comment makes a text fit for one line of a comment.
func comment(text string) string {
	return strings.TrimRight(strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' || unicode.Is(unicode.Cf, c) {
			return ' '
		}
		return c
	}, text), " ")
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

// mentions tells whether a piece of code uses a word.
func mentions(code []byte, word string) bool {
	return regexp.MustCompile(`\b` + word + `\b`).Match(code)
}
