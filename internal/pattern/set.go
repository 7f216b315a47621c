package pattern

import (
	"cmp"
	"encoding/binary"
	"slices"
	"unicode"
	"unicode/utf8"
)

// span is a range of code points, both ends included.
type span struct{ low, high rune }

// set is a set of code points: ascending spans that neither overlap nor touch.
type set []span

// The surrogates are code points that no valid text has.
const (
	surrogateLow  = 0xD800
	surrogateHigh = 0xDFFF
)

// The sets that escapes and the dot name (ECMA-262, sections 11.2, 11.3 and 21.2.2).
var (
	digits     = set{{'0', '9'}}
	words      = set{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	lineEnds   = set{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}
	whiteSpace = set{
		{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A},
		{0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
	}
)

// union returns the set of the code points of spans in any order.
func union(spans []span) set {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.low, b.low) })
	out := spans[:0]
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.low <= out[last].high+1 {
			out[last].high = max(out[last].high, s.high)
			continue
		}
		out = append(out, s)
	}
	return out
}

// complement returns the code points that are not in s.
func (s set) complement() set {
	var out set
	from := rune(0)
	for _, sp := range s {
		if sp.low > from {
			out = append(out, span{from, sp.low - 1})
		}
		from = sp.high + 1
	}
	if from <= utf8.MaxRune {
		out = append(out, span{from, utf8.MaxRune})
	}
	return out
}

// without returns the code points of s that are not in other.
func (s set) without(other set) set {
	return union(append(s.complement(), other...)).complement()
}

// scalars returns s without the surrogates.
func (s set) scalars() set {
	i, _ := slices.BinarySearchFunc(s, rune(surrogateLow), func(sp span, r rune) int { return cmp.Compare(sp.high, r) })
	if i == len(s) || s[i].low > surrogateHigh {
		return s
	}
	return s.without(set{{surrogateLow, surrogateHigh}})
}

// key returns a text that equal sets share.
func (s set) key() string {
	out := make([]byte, 0, 8*len(s))
	for _, sp := range s {
		out = binary.BigEndian.AppendUint32(out, uint32(sp.low))
		out = binary.BigEndian.AppendUint32(out, uint32(sp.high))
	}
	return string(out)
}

// ofTables returns the code points of the tables.
func ofTables(tables ...*unicode.RangeTable) set {
	var out []span
	for _, t := range tables {
		for _, r := range t.R16 {
			out = appendStride(out, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			out = appendStride(out, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return union(out)
}

// appendStride appends every stride-th code point from low to high.
func appendStride(out []span, low, high, stride rune) []span {
	if stride == 1 {
		return append(out, span{low, high})
	}
	for r := low; r <= high; r += stride {
		out = append(out, span{r, r})
	}
	return out
}
