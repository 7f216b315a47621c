package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

const tabWidth = 4

// appendSource appends the source line with its number in the gutter, and under
// it a caret at the place. It appends nothing when the finding has no source.
func appendSource(dst []byte, f *Finding, st style) []byte {
	if f.Source == "" {
		return dst
	}
	text, indent := onScreen(f.Source, f.SourceColumn)
	number := ""
	if line := printedLine(f); line > 0 {
		number = strconv.Itoa(line)
	}
	dst = st.in(dst, dim, "  "+number+" |")
	dst = append(append(dst, ' '), text...)
	dst = append(dst, '\n')
	if f.SourceColumn <= 0 {
		return dst
	}
	dst = st.in(dst, dim, "  "+strings.Repeat(" ", len(number))+" |")
	dst = append(dst, strings.Repeat(" ", indent+1)...)
	dst = st.in(dst, severityColour(f.Severity), "^")
	return append(dst, '\n')
}

// onScreen returns a source line as a terminal can show it, cut around the
// column when it is long, and how many cells stand before the column.
func onScreen(source string, column int) (text string, indent int) {
	offset := 0
	for n := 1; n < column && offset < len(source); n++ {
		_, size := utf8.DecodeRuneInString(source[offset:])
		offset += size
	}
	// What comes from Excerpt comes back unchanged.
	source, column = Excerpt([]byte(source), offset)

	var b strings.Builder
	width, next, state := 0, 1, -1
	indent = -1
	for rest := source; rest != ""; {
		var cluster string
		var cells int
		cluster, rest, cells, state = uniseg.FirstGraphemeClusterInString(rest, state)
		next += utf8.RuneCountInString(cluster)
		if indent < 0 && column < next {
			indent = width
		}
		switch {
		case cluster == "\t":
			cells = tabWidth - width%tabWidth
			cluster = strings.Repeat(" ", cells)
		case firstActive(cluster) < len(cluster):
			cluster = plain(cluster)
			cells = uniseg.StringWidth(cluster)
		}
		b.WriteString(cluster)
		width += cells
	}
	if indent < 0 {
		indent = width
	}
	return b.String(), indent
}
