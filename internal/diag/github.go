package diag

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
)

// githubRenderer prints findings as workflow commands, which GitHub shows as
// annotations at their lines. It shows no columns for what has no line.
type githubRenderer struct{}

var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (githubRenderer) begin(*bufio.Writer) {}

func (githubRenderer) batch(w *bufio.Writer, b batch) error {
	for i := range b.shown {
		f := &b.shown[i]
		_, _ = w.WriteString("::" + githubCommand(f.Severity) + " ")
		if file := strings.TrimPrefix(plain(f.File), "./"); file != "" && file != "-" {
			_, _ = w.WriteString("file=" + githubProperty.Replace(file) + ",")
			if line := printedLine(f); line > 0 {
				_, _ = w.WriteString("line=" + strconv.Itoa(line) + ",")
				if f.Column > 0 {
					_, _ = w.WriteString("col=" + strconv.Itoa(f.Column) + ",")
				}
			}
		}
		message := clip(plain(f.Message), maxMessage)
		if at := pointer(f); at != "" {
			message += "\nat: " + clip(plain(at), maxPointer)
		}
		if f.Remedy != "" {
			message += "\nfix: " + clip(plain(f.Remedy), maxMessage)
		}
		_, _ = w.WriteString("title=" + githubProperty.Replace(plain(f.Rule)))
		_, _ = w.WriteString("::" + githubMessage.Replace(message) + "\n")
	}
	return nil
}

func (githubRenderer) end(w *bufio.Writer, _ Summary, withheld int) error {
	if withheld > 0 {
		_, _ = fmt.Fprintf(w, "::notice title=acigen::%s\n", withheldNotice(withheld))
	}
	return nil
}

func githubCommand(s Severity) string {
	switch s {
	case Warning:
		return "warning"
	case Info:
		return "notice"
	}
	return "error"
}
