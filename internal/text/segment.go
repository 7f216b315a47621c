package text

import (
	"strings"
)

// LastSegment returns what may be shown of a document's source: of a URI or a path
// only the last segment, without query and fragment. A name that is neither stays
// as it is. What comes out never is a host, bucket or directory: it is empty where
// nothing else is there.
func LastSegment(source string) string {
	s := Trim(source)
	rest := s
	uri := false
	if i := strings.Index(s, "://"); i > 0 && scheme(s[:i]) {
		uri = true
		rest = s[i+3:]
	} else if i := strings.IndexByte(s, ':'); i > 1 && scheme(s[:i]) && strings.HasPrefix(s[i+1:], "/") {
		uri, rest = true, s[i+1:] // file:/a/b
	} else if strings.HasPrefix(s, "arn:") {
		uri = true // its resource may be a bucket
	} else if strings.HasPrefix(s, "//") || strings.HasPrefix(s, `\\`) {
		uri, rest = true, s[2:] // a network path begins with a host
	}
	if uri {
		if i := strings.IndexAny(rest, "?#"); i >= 0 {
			rest = rest[:i]
		}
	} else if strings.ContainsAny(rest, `/\`) {
		if i := strings.IndexAny(rest, "?#"); i >= 0 && strings.ContainsAny(rest[:i], `/\`) {
			rest = rest[:i]
		}
	} else {
		return source
	}
	rest = strings.TrimRight(rest, `/\`)
	i := strings.LastIndexAny(rest, `/\`)
	if i < 0 && uri {
		return "" // a host or bucket alone
	}
	return rest[i+1:]
}

// scheme tells whether s is the scheme of a URI (RFC 3986, section 3.1).
func scheme(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (i == 0 || s[i] != '+' && s[i] != '-' && s[i] != '.' && (s[i] < '0' || s[i] > '9')) {
			return false
		}
	}
	return s != ""
}
