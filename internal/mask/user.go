package mask

import "strings"

// maxUser is the most bytes of user information that are looked at, before an @ and
// between it and the next one.
const maxUser, maxApart = 512, 128

// notUser are the characters that cannot be in user information.
var notUser = func() (t [256]bool) {
	for _, c := range " \t\r\n\"'`<>(){}[],;|\\" {
		t[c] = true
	}
	return t
}()

// userInfo returns the user information in front of the @ at i: all of it in a URL
// (RFC 3986, section 3.2.1), and user:secret in a data source name without scheme.
func userInfo(text string, i, from int) (start, end int) {
	start = i
	for start > from && i-start < maxUser && text[start-1] != '/' && text[start-1] != '@' && !notUser[text[start-1]] {
		start--
	}
	url := start >= 3 && text[start-3:start] == "://"
	if !url {
		// A secret may hold a slash: look for a scheme before it.
		for j := start; j > from && i-j < maxUser; j-- {
			if text[j-1] == '/' {
				if j >= 3 && text[j-3:j] == "://" {
					if colon := strings.IndexByte(text[j:i], ':'); colon > 0 && !portAndPath(text[j+colon+1:i]) {
						start, url = j, true
					}
					break
				}
				continue
			}
			if text[j-1] == '@' || notUser[text[j-1]] {
				break
			}
		}
	}
	// key=user:secret@host
	if eq := strings.LastIndexByte(text[start:i], '='); eq >= 0 && !url {
		start += eq + 1
	}
	end = i
	// A secret may hold an @: the last one counts.
	for j := i + 1; j < len(text) && j-i < maxUser && j-end <= maxApart && text[j] != '/' && text[j] != '?' && text[j] != '#' && !notUser[text[j]]; j++ {
		if text[j] == '@' {
			end = j
		}
	}
	info := text[start:end]
	switch {
	case info == "" || info == stars || end+1 == len(text):
		return 0, 0
	case url:
		return start, end
	}
	name, secret, colon := strings.Cut(info, ":")
	if !colon || name == "" && secret == "" || secret == "" || digits(name) || secret == stars || strings.Contains(info, "://") {
		return 0, 0
	}
	return start, end
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
