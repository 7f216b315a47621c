package java

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/ir"
)

// maxLiteral is how long a literal may be, in bytes: a class file has a limit for its constants.
const maxLiteral = 60_000

// quote is a string expression: a literal, or several where one cannot hold the text.
func quote(s string) string {
	if len(s) <= maxLiteral {
		return literal(s)
	}
	var parts []string
	start, size := 0, 0
	for i, r := range s {
		if size > maxLiteral/2 {
			parts = append(parts, literal(s[start:i]))
			start, size = i, 0
		}
		size += len(string(r))
	}
	return "String.join(\"\", " + strings.Join(append(parts, literal(s[start:])), ", ") + ")"
}

// literal is a string literal. A backslash before u is read before anything else in Java:
// what could end the line or the literal is never written that way.
func literal(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&b, `\%03o`, r)
		case r < 0x7f, unicode.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// comment is a text that can stand behind // whatever it holds.
func comment(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\\' || !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}

var html = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "&#64;", "*/", "*&#47;", `\`, "&#92;", "\r", "")

// doc prints a documentation comment. The tags come as they are.
func (g *generator) doc(indent, text string, tags ...string) {
	lines := append(strings.Split(strings.TrimSpace(html.Replace(text)), "\n"), tags...)
	if len(tags) > 0 {
		lines = slices.Insert(lines, len(lines)-len(tags), "")
	}
	if len(lines) == 1 {
		g.p("%s/** %s */", indent, lines[0])
		return
	}
	g.p("%s/**", indent)
	for _, line := range lines {
		g.p("%s", strings.TrimRight(indent+" * "+strings.TrimRight(line, " \t"), " "))
	}
	g.p("%s */", indent)
}

// reserved are words that no component of a record can be called, or that printed code uses beside components.
var reserved = strings.Fields("_ abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient true try void volatile while " +
	"record sealed permits yield var clone finalize getClass hashCode notify notifyAll toString wait toTree toJson out")

// taken are names that a type cannot have in the package.
var taken = strings.Fields("Boolean Class Comparable Deprecated Double Enum Exception Float IllegalArgumentException IllegalStateException Integer Iterable Long Math Number NumberFormatException Object Override Record Runnable String StringBuilder System Thread ThreadLocal Throwable Void Character Short Byte Error " +
	"ArrayNode BigDecimal BigInteger JsonDeserialize JsonNode JsonNodeFactory JsonProperty LinkedHashSet List Map ObjectNode Optional Set TextNode " +
	"Automaton Check ContractException ContractReader ContractValue Formats Json Marks Reader Rule Rules Run StrictObject Violation")

// maxClass is how long a class's name may be, in bytes: it is the name of a file, with those of classes within.
const maxClass = 100

// short is a name that a file can have: a long one ends in its digest.
func short(name string) string {
	if len(name) <= maxClass {
		return name
	}
	digest := sha256.Sum256([]byte(name))
	cut := maxClass - 16
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return name[:cut] + hex.EncodeToString(digest[:8])
}

var item = regexp.MustCompile(`^item[0-9]*$`)

// component is the name of a member in a record.
func component(name string, used map[string]bool) string {
	out := ir.Camel(name)
	// A word in capitals at the start is one word.
	upper := 0
	for upper < len(out) && 'A' <= out[upper] && out[upper] <= 'Z' {
		upper++
	}
	switch {
	case upper > 1 && upper < len(out):
		out = strings.ToLower(out[:upper-1]) + out[upper-1:]
	case upper > 0:
		out = strings.ToLower(out[:upper]) + out[upper:]
	default:
		out = "x" + out
	}
	for used[out] || slices.Contains(reserved, out) || item.MatchString(out) {
		out += "_"
	}
	used[out] = true
	return out
}

var constantName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// constant is the name of an enum's value.
func constant(v ir.EnumValue, used map[string]bool) string {
	out := strings.ToUpper(v.Text)
	if !constantName.MatchString(out) {
		var b strings.Builder
		for i, r := range ir.Camel(v.Text) {
			if i > 0 && unicode.IsUpper(r) {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToUpper(r))
		}
		out = b.String()
	}
	for used[out] {
		out += "_"
	}
	used[out] = true
	return out
}

// uses tells whether a text has a word.
func uses(text, word string) bool {
	for i := 0; ; {
		j := strings.Index(text[i:], word)
		if j < 0 {
			return false
		}
		j += i
		i = j + len(word)
		if (j == 0 || !wordByte(text[j-1])) && (i == len(text) || !wordByte(text[i])) {
			return true
		}
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// decimal tells whether a BigDecimal can hold a number.
func decimal(literal string) bool {
	i := strings.IndexAny(literal, "eE")
	return i < 0 || len(strings.TrimLeft(literal[i+1:], "+-0")) <= 8
}
