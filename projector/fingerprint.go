package projector

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/text"
)

// identity returns the fingerprint, the duplicate identity of a valid request: lower-case
// hexadecimal SHA-256 over {"request", "tool"} in the canonical form of RFC 8785,
// but with numbers as exact normalized decimals, a coefficient and an exponent.
//
// Normalized means: defaults are filled in (an absent params is an empty list), and
// white space that means nothing is collapsed in query and sql.
func (t *tool) identity(req *schema.Value) string {
	form := make([]byte, 0, 256)
	form = append(form, `{"request":`...)
	form = appendCanonical(form, t.normalized(req))
	form = append(form, `,"tool":`...)
	form = kernel.AppendText(form, string(t.name))
	form = append(form, '}')
	sum := sha256.Sum256(form)
	return hex.EncodeToString(sum[:])
}

// normalized returns the request with its defaults and without white space that means nothing.
func (t *tool) normalized(req *schema.Value) *schema.Value {
	out := &schema.Value{Kind: schema.Object}
	for _, m := range req.Members {
		switch {
		case m.Name == "query" && m.Value.Kind == schema.String:
			m.Value = &schema.Value{Kind: schema.String, Text: collapseQuery(m.Value.Text)}
		case m.Name == "sql" && t.name == QueryMySQL && m.Value.Kind == schema.String:
			m.Value = &schema.Value{Kind: schema.String, Text: collapseSQL(m.Value.Text)}
		}
		out.Members = append(out.Members, m)
	}
	switch {
	case t.name == QueryLogs && req.Get("lookback_minutes") == nil:
		out.Members = append(out.Members, schema.Member{Name: "lookback_minutes", Value: &schema.Value{Kind: schema.Number, Text: t.lookback}})
	case t.name == QueryMySQL && req.Get("params") == nil:
		out.Members = append(out.Members, schema.Member{Name: "params", Value: &schema.Value{Kind: schema.Array}})
	}
	return out
}

// appendCanonical appends the canonical form of a value.
func appendCanonical(dst []byte, v *schema.Value) []byte {
	switch v.Kind {
	case schema.Object:
		members := slices.Clone(v.Members)
		slices.SortFunc(members, func(a, b schema.Member) int { return compareUTF16(a.Name, b.Name) })
		dst = append(dst, '{')
		for i, m := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = kernel.AppendText(dst, m.Name)
			dst = append(dst, ':')
			dst = appendCanonical(dst, m.Value)
		}
		return append(dst, '}')
	case schema.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendCanonical(dst, item)
		}
		return append(dst, ']')
	case schema.String:
		return kernel.AppendText(dst, v.Text)
	case schema.Number:
		return append(dst, kernel.NumberKey(v.Text)...)
	case schema.Bool:
		if v.Bool {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	}
	return append(dst, "null"...)
}

// compareUTF16 orders names by their UTF-16 code units (RFC 8785, section 3.2.3).
func compareUTF16(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] >= utf8.RuneSelf || b[i] >= utf8.RuneSelf {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		}
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return len(a) - len(b)
}

// collapseQuery makes one space of each run of white space outside balanced double
// quotes, and trims the ends. A quote that has no partner is a character like any other.
func collapseQuery(query string) string {
	var out strings.Builder
	gap := false
	for len(query) > 0 {
		if query[0] == '"' {
			if end := strings.IndexByte(query[1:], '"'); end >= 0 {
				gap = writeGap(&out, gap)
				out.WriteString(query[:end+2])
				query = query[end+2:]
				continue
			}
		}
		query = collapseStep(&out, query, &gap)
	}
	return out.String()
}

// collapseStep takes one character, or a run of white space, over.
func collapseStep(out *strings.Builder, rest string, gap *bool) string {
	if n := text.SpaceLen(rest); n > 0 {
		*gap = true
		return rest[n:]
	}
	n := 1
	for n < len(rest) && rest[n]&0xC0 == 0x80 {
		n++
	}
	*gap = writeGap(out, *gap)
	out.WriteString(rest[:n])
	return rest[n:]
}

// writeGap writes the space that stands for white space which was met, unless
// nothing stands before it.
func writeGap(out *strings.Builder, gap bool) bool {
	if gap && out.Len() > 0 {
		out.WriteByte(' ')
	}
	return false
}
