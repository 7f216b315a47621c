package upstream

import (
	"strings"

	"github.com/acigen/acigen/internal/tape"
)

// unreadable says what a text that is no strict JSON is. A JSON text that ends in
// the middle stays that, whatever stands in it.
func unreadable(raw string, fault tape.Fault) Reason {
	switch fault {
	case tape.DuplicateNames:
		return DuplicateNames
	case tape.TooDeep:
		return TooDeep
	case tape.TooLong:
		return TooLong
	case tape.CutOff:
		return CutOff
	}
	const most = 64 << 10 // bytes that tell
	head := raw[:min(len(raw), most)]
	switch {
	case looksLikeHTML(head):
		return HTML
	case looksLikeTrace(head):
		return StackTrace
	}
	return Malformed
}

// looksLikeHTML tells whether a text is a page, perhaps behind the status line and
// headers of a response.
func looksLikeHTML(s string) bool {
	s = strings.ToLower(strings.TrimLeft(strings.TrimPrefix(s, "\ufeff"), " \t\r\n"))
	if len(s) > 4096 {
		s = s[:4096]
	}
	for _, start := range []string{"<!doctype", "<html", "<head", "<body", "<?xml", "<title", "<h1", "<center", "<div", "<p>", "<pre", "<!--", "<script", "<style", "<meta", "<error"} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return strings.Contains(s, "<html") || strings.Contains(s, "<!doctype html")
}

// looksLikeTrace tells whether a text is what a program prints when it fails.
func looksLikeTrace(s string) bool {
	for line := range strings.SplitSeq(s, "\n") {
		trimmed := strings.TrimLeft(strings.TrimRight(line, "\r"), " \t")
		for _, start := range []string{
			"Traceback (most recent call last)", "Exception in thread", "Caused by: ", "panic: ", "fatal error: ", "goroutine ", "Unhandled exception", "Uncaught ",
			"PHP Fatal error", "Fatal error: Uncaught", "thread 'main' panicked", "System.Exception", "Stack trace:", "java.lang.", "org.springframework.",
		} {
			if strings.HasPrefix(trimmed, start) {
				return true
			}
		}
		indented := len(trimmed) < len(strings.TrimRight(line, "\r"))
		switch {
		case indented && strings.HasPrefix(trimmed, "at ") && len(trimmed) > 3:
			return true // Java, JavaScript, .NET
		case indented && strings.HasPrefix(trimmed, `File "`) && strings.Contains(trimmed, ", line "):
			return true // Python
		case strings.HasPrefix(trimmed, "#0 "), strings.HasPrefix(trimmed, "#1 "):
			return true // PHP, native code
		case throwable(trimmed):
			return true
		}
	}
	return false
}

// throwable tells whether a line starts with the qualified name of an exception:
// com.example.PoolException: …
func throwable(line string) bool {
	name, _, _ := strings.Cut(line, ":")
	name = strings.TrimSpace(name)
	if !strings.HasSuffix(name, "Exception") && !strings.HasSuffix(name, "Error") || !strings.Contains(name, ".") {
		return false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '.'
		if !letter {
			return false
		}
	}
	return true
}
