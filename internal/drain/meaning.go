package drain

import "strings"

// opposed tells whether two different words say what happened, rather than to whom or
// what: two participles, as in started and stopped, or two states of one kind. Messages
// that differ in such words do not mean the same.
func opposed(a, b string) bool {
	if participle(a) && participle(b) {
		return true
	}
	x, known := states[strings.ToLower(a)]
	if !known {
		return false
	}
	y, known := states[strings.ToLower(b)]
	return known && x == y
}

// participle tells whether a word is long enough not to be a name and has the ending.
func participle(w string) bool {
	return len(w) >= 6 && (strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing"))
}

// states are words of which one stands for the opposite of the others with the same number.
var states = map[string]int{
	"on": 1, "off": 1, "up": 2, "down": 2, "start": 3, "stop": 3, "end": 3, "finish": 3, "begin": 3, "open": 4, "close": 4,
	"enable": 5, "disable": 5, "success": 6, "successful": 6, "succeeded": 6, "successfully": 6, "failure": 6, "failed": 6, "unsuccessful": 6, "error": 6, "ok": 6,
	"read": 7, "write": 7, "send": 7, "receive": 7, "sent": 7, "added": 8, "removed": 8, "add": 8, "remove": 8, "in": 9, "out": 9, "login": 10, "logout": 10, "online": 11, "offline": 11,
	"connected": 12, "disconnected": 12, "connect": 12, "disconnect": 12, "lock": 13, "unlock": 13, "acquire": 14, "release": 14, "push": 15, "pop": 15, "first": 16, "last": 16, "before": 17, "after": 17,
}

// units are what may stand behind a number and belongs to it.
func unit(w string) bool {
	switch w {
	case "s", "sec", "secs", "second", "seconds", "ms", "msec", "msecs", "millis", "us", "ns", "min", "mins", "minute", "minutes", "h", "hr", "hrs", "hour", "hours", "day", "days",
		"B", "KB", "MB", "GB", "TB", "KiB", "MiB", "GiB", "kB", "K", "M", "G", "C", "F", "W", "V", "Hz", "MHz", "GHz":
		return true
	}
	return false
}

// domain tells whether a word is the name of a host: it ends as those do.
func domain(w string) bool {
	i := strings.LastIndexByte(w, '.')
	if i < 1 || len(w)-i > 9 {
		return false
	}
	switch w[i+1:] {
	case "com", "net", "org", "edu", "gov", "io", "cn", "de", "hk", "jp", "uk", "us", "tw", "fr", "ru", "eu", "in", "local", "internal", "lan", "localdomain":
		return true
	}
	return false
}
