package freeze

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// digestOf is the lower-case hexadecimal SHA-256 of a value's canonical form.
func digestOf(v *schema.Value) string { return sum(canonical(v)) }

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// canonical is the RFC 8785 form of a value, except that numbers are exact: a
// decimal coefficient without trailing zeros and an exponent, so that 1.0, 1 and
// 1e0 are one, and no digit is lost.
func canonical(v *schema.Value) []byte { return appendCanonical(nil, v) }

func appendCanonical(dst []byte, v *schema.Value) []byte {
	switch v.Kind {
	case schema.Number:
		return append(dst, kernel.NumberKey(v.Text)...)
	case schema.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendCanonical(dst, item)
		}
		return append(dst, ']')
	case schema.Object:
		members := slices.Clone(v.Members)
		slices.SortFunc(members, func(a, b schema.Member) int { return compareUTF16(a.Name, b.Name) })
		dst = append(dst, '{')
		for i, m := range members {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(schema.AppendValue(dst, str(m.Name), ""), ':')
			dst = appendCanonical(dst, m.Value)
		}
		return append(dst, '}')
	}
	return schema.AppendValue(dst, v, "")
}

// compareUTF16 orders names by their UTF-16 code units (RFC 8785, section 3.2.3).
func compareUTF16(a, b string) int {
	if isASCII(a) && isASCII(b) {
		return strings.Compare(a, b)
	}
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 })
}

// annotations are the keywords that decide no verdict.
var annotations = map[string]bool{
	"$schema": true, "$id": true, "$comment": true, "title": true, "description": true, "default": true, "examples": true,
	"deprecated": true, "readOnly": true, "writeOnly": true, "contentEncoding": true, "contentMediaType": true, "contentSchema": true,
	"x-aci-name": true, "x-aci-views": true,
}

// asserted is what of a bundled schema decides verdicts.
func asserted(s *schema.Schema) *schema.Value {
	schemas := map[*schema.Value]*schema.Schema{}
	var collect func(s *schema.Schema)
	collect = func(s *schema.Schema) {
		if schemas[s.Value] != nil {
			return
		}
		schemas[s.Value] = s
		for _, sub := range Subschemas(s) {
			collect(sub)
		}
		for _, d := range s.Defs {
			collect(d.Schema)
		}
	}
	collect(s)
	var strip func(v *schema.Value) *schema.Value
	strip = func(v *schema.Value) *schema.Value {
		out := *v
		out.Items, out.Members = nil, nil
		for _, item := range v.Items {
			out.Items = append(out.Items, strip(item))
		}
		at := schemas[v]
		for _, m := range v.Members {
			if at == nil || !annotations[m.Name] && !slices.Contains(at.Unknown, m.Name) {
				out.Members = append(out.Members, schema.Member{Name: m.Name, Value: strip(m.Value)})
			}
		}
		return &out
	}
	return strip(s.Value)
}
