package schema

import (
	"errors"
	"strings"
)

// EscapePointer returns token as it stands in a JSON Pointer: ~ as ~0 and / as ~1 (RFC 6901, section 3).
func EscapePointer(token string) string {
	if !strings.ContainsAny(token, "~/") {
		return token
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(token)
}

var (
	errPointerStart  = errors.New("a JSON Pointer is empty or starts with a slash")
	errPointerEscape = errors.New("in a JSON Pointer ~ is written ~0 and / is written ~1")
)

// ParsePointer splits a JSON Pointer (RFC 6901) into its unescaped tokens. The
// empty pointer has none. Percent escapes of URI fragments are no part of it.
func ParsePointer(p string) ([]string, error) {
	if p == "" {
		return nil, nil
	}
	if p[0] != '/' {
		return nil, errPointerStart
	}
	tokens := strings.Split(p[1:], "/")
	for i, token := range tokens {
		if !strings.Contains(token, "~") {
			continue
		}
		for rest := token; ; {
			at := strings.IndexByte(rest, '~')
			if at < 0 {
				break
			}
			if at+1 == len(rest) || rest[at+1] != '0' && rest[at+1] != '1' {
				return nil, errPointerEscape
			}
			rest = rest[at+2:]
		}
		tokens[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
	}
	return tokens, nil
}
