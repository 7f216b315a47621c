package drain

import (
	"strings"
	"unicode/utf8"
)

// word is a piece of a line that is compared as a whole.
type word struct {
	start, end int32
	hash       uint64 // 0 for a value
}

// maxWords is the most words of a line that are looked at; what follows is one more, a value.
const maxWords = 256

// The classes of characters.
const (
	space = iota + 1
	delimiter
	digit
	letter
	inner // joins letters and digits: - _ . / and the like
	other // beyond ASCII
)

var class = func() (t [256]uint8) {
	for c := range t {
		switch b := byte(c); {
		case b <= ' ' || b == 0x7F:
			t[c] = space
		case '0' <= b && b <= '9':
			t[c] = digit
		case 'a' <= b|0x20 && b|0x20 <= 'z':
			t[c] = letter
		case b >= 0x80:
			t[c] = other
		case strings.IndexByte("=:,;()[]{}|\"'<>`", b) >= 0:
			t[c] = delimiter
		default:
			t[c] = inner
		}
	}
	return t
}()

// split appends the words of a line. Values among them are: what holds a digit, a
// text in quotes (but for the names of JSON members), what stands behind a key and
// an equals sign, paths, URLs, addresses with an @, and long runs of hexadecimal
// letters. Values with nothing but blanks, commas and the like between them are one.
func split(words []word, line string) []word {
	for i := 0; i < len(line); {
		if len(words) == maxWords {
			return append(words, word{start: int32(i), end: int32(len(line))})
		}
		start, end, value := next(line, i)
		if start == len(line) && !value {
			break
		}
		w := word{start: int32(start), end: int32(end)}
		if !value {
			w.hash = hash(line[start:end]) | 1
		} else if n := len(words); n > 0 && words[n-1].hash == 0 && neighbours(line[words[n-1].end:start]) {
			words[n-1].end = w.end
			i = max(end, i+1)
			continue
		}
		words = append(words, w)
		i = max(end, i+1)
	}
	return words
}

// hash mixes eight bytes at a time; the last eight may have been in the ones before.
func hash(s string) uint64 {
	const multiplier = 0x9E3779B97F4A7C15
	h := uint64(len(s)) * multiplier
	if len(s) < 8 {
		var last uint64
		for i := 0; i < len(s); i++ {
			last = last<<8 | uint64(s[i])
		}
		h = (h ^ last) * multiplier
		return h ^ h>>29
	}
	for i := 0; i+8 <= len(s); i += 8 {
		h = (h ^ eight(s[i:])) * multiplier
		h ^= h >> 32
	}
	h = (h ^ eight(s[len(s)-8:])) * multiplier
	return h ^ h>>29
}

func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// neighbours tells whether what stands between two values makes them one list.
func neighbours(gap string) bool {
	if len(gap) > 3 {
		return false
	}
	for i := 0; i < len(gap); i++ {
		if c := gap[i]; c != ' ' && c != ',' && c != '\t' && c != ':' && c != '-' && c != '/' {
			return false
		}
	}
	return true
}

// next finds the next word at or behind i. Start is len(line) when there is none.
func next(line string, i int) (start, end int, value bool) {
	for i < len(line) {
		c := line[i]
		switch class[c] {
		case delimiter:
			switch c {
			case '"', '\'', '`':
				if end := quoted(line, i); end > 0 {
					// The name of a member is no value.
					return i + 1, end, end+1 >= len(line) || line[end+1] != ':'
				}
			case '=':
				if i > 0 && (class[line[i-1]] == letter || class[line[i-1]] == digit || line[i-1] == ']' || line[i-1] == '_') {
					if end, value := behindEquals(line, i+1); value {
						return i + 1, end, true
					}
				}
			case '<':
				// <1 sec: a bound is a value with its unit.
				if i+1 < len(line) && class[line[i+1]] == digit {
					end := i + 1
					for end < len(line) && class[line[end]] != space && class[line[end]] != delimiter {
						end++
					}
					return i, unitEnd(line, end), true
				}
			}
			i++
		case other:
			if !wideLetter(line[i:]) {
				_, n := utf8.DecodeRuneInString(line[i:])
				i += n
				continue
			}
			end, value := wordEnd(line, i)
			return i, end, value
		case digit, letter:
			end, value := wordEnd(line, i)
			if value && class[c] == digit && class[line[end-1]] == digit {
				end = unitEnd(line, end)
			}
			return i, end, value
		case inner:
			// A sign or a path may begin with it; marks alone are none.
			if j := i + 1; j < len(line) && (class[line[j]] == digit || class[line[j]] == letter || c == '/' && class[line[j]] == inner) {
				if c == '-' || c == '+' || c == '/' || c == '.' || c == '~' || c == '#' || c == '$' || c == '@' || c == '%' || c == '\\' || c == '_' {
					end, value := wordEnd(line, i)
					return i, end, value
				}
			}
			i++
		default:
			i++
		}
	}
	return len(line), len(line), false
}

// quoted returns the offset of the closing quote of the text in quotes at i, or 0: a
// quote opens behind white space or a delimiter, and closes before one.
func quoted(line string, i int) int {
	const longest = 256 // bytes
	if i > 0 && class[line[i-1]] != space && class[line[i-1]] != delimiter {
		return 0
	}
	limit := min(len(line), i+longest)
	for j := i + 1; j < limit; j++ {
		if line[j] == '\\' {
			j++
			continue
		}
		if line[j] == line[i] && (j+1 == len(line) || class[line[j+1]] != letter && class[line[j+1]] != digit) {
			return j
		}
	}
	return 0
}

// behindEquals returns the end of the value behind key= ; it may be empty.
func behindEquals(line string, i int) (end int, value bool) {
	if i == len(line) {
		return i, true
	}
	switch c := line[i]; {
	case c == '=' || c == '>' || c == '"' || c == '\'' || c == '{' || c == '[' || c == '(' || c == '<':
		return 0, false
	case class[c] == space:
		return i, true
	}
	for end = i; end < len(line); end++ {
		switch class[line[end]] {
		case space:
			return end, true
		case delimiter:
			if line[end] != ':' && line[end] != '=' || end+1 == len(line) || class[line[end+1]] == space {
				return end, true
			}
		}
	}
	return end, true
}

// wordEnd returns the end of the word at i, and whether it is a value.
func wordEnd(line string, i int) (end int, value bool) {
	digits, slashes, plain := false, 0, true
	wide := class[line[i]] == other
	end = i
	for end < len(line) && class[line[end]] == letter {
		end++
	}
	for end < len(line) {
		c := line[end]
		switch class[c] {
		case digit:
			if wide {
				return end, digits // in text without blanks a number is a word of its own
			}
			digits = true
		case letter:
			if wide {
				return end, digits
			}
		case inner:
			if wide {
				return end, digits
			}
			plain = false
			switch c {
			case '/', '\\':
				slashes++
			case '@':
				digits = true // an address
			}
		case other:
			if !wide && end > i {
				return trimmed(line, i, end), digits
			}
			if !wideLetter(line[end:]) {
				return end, digits
			}
			plain = false
			_, n := utf8.DecodeRuneInString(line[end:])
			end += n - 1
		case delimiter:
			if c != ':' || !joins(line, i, end) {
				goto done
			}
			if strings.HasPrefix(line[end:], "://") {
				return urlEnd(line, end), true
			}
			plain = false
		default:
			goto done
		}
		end++
	}
done:
	path := slashes >= 2 || slashes == 1 && (line[i] == '/' || line[i] == '\\')
	end = trimmed(line, i, end)
	return end, digits || path || plain && end-i >= 8 && hexadecimal(line[i:end]) || !plain && domain(line[i:end])
}

// hexadecimal tells whether letters could be digits of base 16.
func hexadecimal(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i]|0x20 > 'f' {
			return false
		}
	}
	return true
}

// joins tells whether the colon at j belongs to the word from i on: to a time, an
// address with a port, a drive or a URL, but not to a name and its value.
func joins(line string, i, j int) bool {
	if j+1 >= len(line) || j == i {
		return false
	}
	dots, digits, hex := false, false, true
	for _, c := range []byte(line[i:j]) {
		dots = dots || c == '.'
		digits = digits || class[c] == digit
		hex = hex && (c == ':' || class[c] == digit || class[c] == letter && c|0x20 <= 'f')
	}
	switch class[line[j+1]] {
	case digit:
		return digits || dots
	case inner:
		return line[j+1] == '/' || line[j+1] == '\\'
	case letter:
		return digits && hex && line[j+1]|0x20 <= 'f' // 00:1a:2b and fe80::1
	}
	return line[j+1] == ':' && digits
}

// trimmed leaves the marks of a sentence at the end of a word out.
func trimmed(line string, i, end int) int {
	for end > i+1 && (line[end-1] == '.' || line[end-1] == '!' || line[end-1] == '?' || line[end-1] == '-' || line[end-1] == '*') {
		end--
	}
	return end
}

func urlEnd(line string, i int) int {
	for i < len(line) && class[line[i]] != space && strings.IndexByte("\"'<>`)]}|;,", line[i]) < 0 {
		i++
	}
	return i
}

// wideLetter tells whether a character beyond ASCII can be in a word: not the
// punctuation of Chinese text and the like.
func wideLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case 0x2000 <= r && r <= 0x206F, 0x3000 <= r && r <= 0x303F, 0xFF00 <= r && r <= 0xFF0F, 0xFF1A <= r && r <= 0xFF20, r == utf8.RuneError, r == 0xA0, r == 0xB7:
		return false
	}
	return true
}

// unitEnd returns the end of the unit of time or size behind a number, or i.
func unitEnd(line string, i int) int {
	j := i
	if j < len(line) && line[j] == ' ' {
		j++
	}
	end := j
	for end < len(line) && end-j < 8 && class[line[end]] == letter {
		end++
	}
	if end > j && (end == len(line) || class[line[end]] == space || class[line[end]] == delimiter || line[end] == '.') && unit(line[j:end]) {
		return end
	}
	return i
}
