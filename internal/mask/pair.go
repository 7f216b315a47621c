package mask

import "strings"

// pairValue returns the value of the pair whose separator stands at sep, up to after,
// when its key names a secret.
func pairValue(text string, sep, after, from int) (start, end int) {
	keyEnd := sep
	for keyEnd > from && sep-keyEnd < 8 && strings.IndexByte(" \t\"'`\\", text[keyEnd-1]) >= 0 {
		keyEnd--
	}
	if keyEnd > from && text[keyEnd-1] == ']' {
		keyEnd-- // headers[authorization]
	}
	kind := kindOf(text, from, keyEnd)
	if kind == harmless {
		return 0, 0
	}
	if after < len(text) && text[sep] == '=' && (text[after] == '>' || text[after] == '=') {
		after++
	}
	if text[sep] == ':' && after < len(text) && (text[after] == '=' || text[after] == ':') {
		after++
	}
	start = after
	for start < len(text) && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	if kind == header {
		start = schemeEnd(text, start)
	}
	start, end = value(text, start, kind)
	if harmlessValue(text[start:end], kind) {
		return 0, 0
	}
	return start, end
}

// schemeEnd skips the scheme of an Authorization value (RFC 9110, section 11.4), and
// quotes before it.
func schemeEnd(text string, i int) int {
	j := i
	for j < len(text) && strings.IndexByte("\"'\\[", text[j]) >= 0 {
		j++
	}
	end := run(text, j, "-")
	if end > j && end-j <= 20 && end+1 < len(text) && text[end] == ' ' && text[end+1] != ' ' {
		switch strings.ToLower(text[j:end]) {
		case "bearer", "basic", "token", "digest", "negotiate", "apikey", "hawk", "aws4-hmac-sha256", "tc3-hmac-sha256":
			return end + 1
		}
	}
	return i
}

// value returns the value that starts at i: what stands between quotes, or goes on to
// a delimiter.
func value(text string, i int, kind keyKind) (start, end int) {
	if i == len(text) {
		return i, i
	}
	switch c := text[i]; {
	case c == '\\' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\''):
		start = i + 2
		if n := strings.Index(text[start:], text[i:i+2]); n >= 0 {
			return start, start + n
		}
		return start, len(text)
	case c == '"' || c == '\'' || c == '`':
		for end = i + 1; end < len(text) && text[end] != c; end++ {
			if text[end] == '\\' && end+1 < len(text) {
				end++
			}
		}
		return i + 1, end
	case strings.HasPrefix(text[i:], "<*>") && delimits(text, i+2):
		return i, i + 3
	case c == '{' || c == '[' && kind != header:
		return i, i // the pairs inside have keys of their own
	}
	for end = i; end < len(text); end++ {
		c := text[end]
		if c == '\n' || c == '\r' {
			break
		}
		if strings.IndexByte("\"'`<>", c) >= 0 && delimits(text, end) {
			break
		}
		if kind == cookie {
			continue
		}
		if c == ' ' || c == '\t' || c == '\\' && end+1 < len(text) && strings.IndexByte(`"'nrt`, text[end+1]) >= 0 {
			break
		}
		if strings.IndexByte(",;&|)]}", c) >= 0 && delimits(text, end) {
			break
		}
		if c >= 0xE3 && widePunctuation(text[end:]) {
			break
		}
	}
	return i, end
}

// delimits tells whether a punctuation mark or a quote ends the value before it: what
// follows is the end, white space, other punctuation, or the key of the next pair.
func delimits(text string, i int) bool {
	rest := text[i+1:]
	if rest == "" || strings.IndexByte(" \t\r\n,;&|)]}>\"'`\\", rest[0]) >= 0 || rest[0] >= 0x80 {
		return true
	}
	end := 0
	for end < len(rest) && end < maxKey && keyPart(rest[end]) {
		end++
	}
	return end > 0 && end < len(rest) && (rest[end] == '=' || rest[end] == ':')
}

// widePunctuation tells whether a mark of Chinese text starts here.
func widePunctuation(s string) bool {
	for _, mark := range []string{"，", "。", "；", "）", "】", "、", "」", "》", "！"} {
		if strings.HasPrefix(s, mark) {
			return true
		}
	}
	return false
}

// harmlessValue tells whether a value hides nothing: there is none, it is masked
// already, or it is a word for nothing.
func harmlessValue(v string, kind keyKind) bool {
	if strings.Trim(v, "*") == "" || v == "<*>" || kind == folder && (v[0] == '/' || v[0] == '~') {
		return true
	}
	switch strings.ToLower(v) {
	case "null", "nil", "none", "undefined", "true", "false", "[redacted]", "<redacted>", "redacted", "[masked]", "<masked>", "<nil>":
		return true
	}
	return false
}

// option returns the value of a command-line option: --password VALUE, and -pVALUE of
// a mysql command.
func option(text string, i, from int) (start, end int) {
	if i+1 == len(text) || text[i+1] != '-' && text[i+1] != 'p' {
		return 0, 0
	}
	switch {
	case i > 0 && (alphanumeric(text[i-1]) || text[i-1] == '-'):
		return 0, 0
	case strings.HasPrefix(text[i:], "--"):
		keyEnd := run(text[:min(len(text), i+2+maxKey)], i+2, "-.")
		if keyEnd-i > maxKey || keyEnd+1 >= len(text) || text[keyEnd] != ' ' || kindOf(text, max(from, i+2), keyEnd) == harmless {
			return 0, 0
		}
		start, end = value(text, keyEnd+1, secret)
		if start < len(text) && text[start] == '-' || harmlessValue(text[start:end], secret) {
			return 0, 0
		}
		return start, end
	case strings.HasPrefix(text[i:], "-p") && strings.Contains(text[max(from, i-maxKey):i], "mysql"):
		start, end = value(text, i+2, secret)
		if harmlessValue(text[start:end], secret) || strings.HasPrefix(text[start:], "-") {
			return 0, 0
		}
		return start, end
	}
	return 0, 0
}
