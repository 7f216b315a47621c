package mask

import "strings"

// maxBeyond and maxApart are the most bytes in which further @ of one user information
// are looked for, in all and between two of them.
const maxBeyond, maxApart = 512, 128

// The characters that end user information: some anywhere, others only where no scheme
// stands before it, since RFC 3986 (section 3.2.1) allows them in a URL.
const (
	endsAny = iota + 1
	endsName
)

var userEnd = func() (t [256]uint8) {
	for _, c := range " \t\r\n\"`<>\\" {
		t[c] = endsAny
	}
	for _, c := range "'(){}[],;|" {
		t[c] = endsName
	}
	return t
}()

// userInfo returns the user information in front of the @ at i: all of it in a URL,
// and user:secret in a data source name without scheme.
func userInfo(text string, i, from int) (start, end int) {
	start, url := urlInfo(text, i, from)
	if !url {
		start = i
		for start > from && text[start-1] != '/' && text[start-1] != '@' && userEnd[text[start-1]] == 0 {
			start--
		}
		// key=user:secret@host
		start += strings.LastIndexByte(text[start:i], '=') + 1
		if strings.IndexByte(text[start:i], ':') < 0 {
			return 0, 0
		}
	}
	end = i
	// A secret may hold an @: the last one counts.
	for j := i + 1; j < len(text) && j-i < maxBeyond && j-end <= maxApart && text[j] != '/' && text[j] != '?' && text[j] != '#'; j++ {
		if ends := userEnd[text[j]]; ends == endsAny || ends == endsName && !url {
			break
		}
		if text[j] == '@' {
			end = j
		}
	}
	info := text[start:end]
	if info == "" || info == stars || end+1 == len(text) {
		return 0, 0
	}
	name, secret, _ := strings.Cut(info, ":")
	if !url && (secret == "" || digits(name) || secret == stars || strings.Contains(info, "://")) {
		return 0, 0
	}
	return start, end
}

// urlInfo returns where the user information in front of the @ at i starts, when the
// @ belongs to the authority of a URL. A secret may hold a slash: then a colon must
// stand before it, and no port.
func urlInfo(text string, i, from int) (start int, url bool) {
	slash := false
	for j := i; j > from; j-- {
		c := text[j-1]
		if c == '/' && j >= 3 && text[j-3:j] == "://" {
			if !slash {
				return j, true
			}
			colon := strings.IndexByte(text[j:i], ':')
			return j, colon > 0 && !portAndPath(text[j+colon+1:i])
		}
		if c == '@' || userEnd[c] == endsAny {
			break
		}
		slash = slash || c == '/'
	}
	return i, false
}

// portAndPath tells whether what stands behind a colon is a port and a path, so that
// an @ in the path is no end of user information.
func portAndPath(s string) bool {
	port, _, path := strings.Cut(s, "/")
	return path && digits(port)
}

func digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
