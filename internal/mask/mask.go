// Package mask hides credentials in log text: each becomes ***.
//
// What is hidden: the user information of URLs and of data source names, the value
// of a pair whose key names a secret (password=…, "apiKey": "…", --token …, 密码：…),
// bearer tokens, JSON Web Tokens, keys of cloud and code hosting services by their
// form, and private-key blocks. The key of a pair stays. What a pass masks is looked
// through again until nothing is left, so that masking masked text changes nothing; the
// passes are bounded, and the time is linear in the text whatever stands in it.
package mask

import "strings"

const stars = "***"

// Append appends text to dst with every credential masked, and returns how many
// there were. When there is none, it appends nothing and returns dst, 0: the text
// stands as it is.
func Append(dst []byte, text string) ([]byte, int) {
	start, n := len(dst), 0
	for range maxPasses {
		out, more := once(dst, text)
		if more == 0 {
			break
		}
		// What is masked may bring another key or @ next to a value.
		n += more
		text = string(out[start:])
		dst = out[:start]
	}
	if n == 0 {
		return dst, 0
	}
	return append(dst, text...), n
}

// maxPasses bounds how often a text is looked through; all but odd ones need two.
const maxPasses = 8

// once is one pass of Append.
func once(dst []byte, text string) ([]byte, int) {
	from, n, barren := 0, 0, 0
	for i := 0; i < len(text); {
		switch trigger[text[i]] {
		case 0:
			i++
			continue
		case pair:
			// Most keys are told harmless by their last two letters.
			if i >= 2 && text[i-1] >= 'A' && text[i-1] < 0x80 && !endings[ending(text[i-2], text[i-1])] && text[i-1] != '\\' && text[i-1] != ']' && text[i-1] != '`' {
				i++
				continue
			}
		}
		start, end := find(text, i, from, &barren)
		if end <= start {
			i++
			continue
		}
		dst = append(dst, text[from:start]...)
		dst = append(dst, stars...)
		from, i = end, end
		n++
	}
	if n == 0 {
		return dst, 0
	}
	return append(dst, text[from:]...), n
}

// PrivateKey tells whether a text carries the beginning of a private-key block.
func PrivateKey(text string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			return false
		}
		at += i
		if keyLabel(text[at:]) > 0 {
			return true
		}
		at += len(begin)
	}
}

// What a character may be the sign of.
const (
	pair = iota + 1
	wide // the first byte of a separator of several
	user
	dash
	word
	glue // a mark inside the form of a key: sk-…, ghp_…, eyJ…
)

var trigger = func() (t [256]byte) {
	t['='], t[':'], t['@'], t['-'], t[0xEF] = pair, pair, user, dash, wide
	for _, c := range "ABbLS" {
		t[c] = word
	}
	t['_'], t['J'], t['%'] = glue, glue, wide
	return t
}()

// find returns the credential that the character at i is a sign of; nothing before
// from is looked at. Start and end are equal when there is none. Barren is how far the
// text is known to hold no web token, so that no run of characters is read twice.
func find(text string, i, from int, barren *int) (start, end int) {
	switch trigger[text[i]] {
	case pair:
		return pairValue(text, i, i+1, from)
	case wide:
		if strings.HasPrefix(text[i:], "：") || strings.HasPrefix(text[i:], "＝") {
			return pairValue(text, i, i+3, from)
		}
		if rest := text[i:]; len(rest) >= 3 && rest[0] == '%' && rest[1] == '3' && (rest[2]|0x20 == 'd' || rest[2]|0x20 == 'a') {
			return pairValue(text, i, i+3, from) // %3D and %3A of a URL
		}
	case user:
		return userInfo(text, i, from)
	case dash:
		if strings.HasPrefix(text[i:], begin) {
			return keyBlock(text, i)
		}
		if start, end = option(text, i, from); start == end {
			start, end = glued(text, i, from, barren)
		}
		return start, end
	case glue:
		return glued(text, i, from, barren)
	case word:
		if i > 0 && alphanumeric(text[i-1]) {
			return 0, 0
		}
		return token(text, i, barren)
	}
	return 0, 0
}

// glued returns the credential in whose first letters the mark at i stands.
func glued(text string, i, from int, barren *int) (start, end int) {
	const most = 6 // letters before the mark
	start = i
	for start > from && i-start <= most && alphanumeric(text[start-1]) && text[start-1] != '_' {
		start--
	}
	if start == i || start > 0 && alphanumeric(text[start-1]) {
		return 0, 0
	}
	return token(text, start, barren)
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_'
}

// run returns the end of the characters of a token from i on: letters, digits, and those of also.
func run(text string, i int, also string) int {
	for i < len(text) && (alphanumeric(text[i]) || strings.IndexByte(also, text[i]) >= 0) {
		i++
	}
	return i
}
