package projector

import (
	"strings"

	"github.com/acigen/acigen/internal/text"
)

// collapseSQL makes one space of each run of white space outside quotes, backticks
// and comments, and trims the ends. Quotes are ', " and `, with a doubled or (not
// between backticks) a backslash escape. A comment is -- and white space or the end,
// or #, each up to the end of the line, or /* */; it keeps its text, and a line
// comment its end of line, without which what follows would belong to it. What is
// opened and never closed goes on to the end.
func collapseSQL(sql string) string {
	var out strings.Builder
	gap := false
	for len(sql) > 0 {
		n, line := 0, false
		switch {
		case sql[0] == '\'' || sql[0] == '"' || sql[0] == '`':
			n = quoted(sql)
		case sql[0] == '#', strings.HasPrefix(sql, "--") && (len(sql) == 2 || text.SpaceLen(sql[2:]) > 0 || sql[2] < ' '):
			n, line = lineEnd(sql), true
		case strings.HasPrefix(sql, "/*"):
			n = len(sql)
			if end := strings.Index(sql[2:], "*/"); end >= 0 {
				n = end + 4
			}
		}
		if n == 0 {
			sql = collapseStep(&out, sql, &gap)
			continue
		}
		gap = writeGap(&out, gap)
		if line {
			// What ends the comment also separates: white space behind it means nothing.
			out.WriteString(sql[:n])
			for sql = sql[n:]; len(sql) > 0; {
				space := text.SpaceLen(sql)
				if space == 0 {
					out.WriteByte('\n')
					break
				}
				sql = sql[space:]
			}
			continue
		}
		out.WriteString(sql[:n])
		sql = sql[n:]
	}
	return out.String()
}

// quoted returns the length of the quoted text at the start.
func quoted(sql string) int {
	quote := sql[0]
	for i := 1; i < len(sql); i++ {
		switch {
		case sql[i] == '\\' && quote != '`':
			i++
		case sql[i] != quote:
		case i+1 < len(sql) && sql[i+1] == quote:
			i++
		default:
			return i + 1
		}
	}
	return len(sql)
}

// lineEnd returns the length of the comment at the start, without its end of line.
func lineEnd(sql string) int {
	if end := strings.IndexAny(sql, "\r\n"); end >= 0 {
		return end
	}
	return len(sql)
}
