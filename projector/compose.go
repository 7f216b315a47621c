package projector

import (
	"strconv"

	"github.com/acigen/acigen/internal/kernel"
)

// The parts of the results of all tools.
const (
	partStatus = iota
	partCallID
	partSourceKind
	partQuery
	partScope
	partMatchCount
	partColumns
	partReturned
	partPatterns
	partEvents
	partEvidence
	partRows
	partRelevance
	partTruncated
	parts
)

var partNames = [parts]string{
	"evidence_status", "tool_call_id", "source_kind", "query", "scope", "match_count", "columns", "returned_count", "patterns", "events", "evidence", "rows", "relevance_level", "truncated",
}

// lists are the parts that are lists, by tool; returned_count counts the first one.
var lists = map[Tool][]int{
	LookupKnowledge: {partEvidence},
	QueryLogs:       {partEvents, partPatterns},
	QueryMySQL:      {partRows, partColumns},
}

// part is one property of a result.
type part struct {
	json   []byte // nil when it is absent
	list   bool
	items  [][]byte // of a list, each JSON
	counts int      // the number of the list that is counted, plus 1
}

// selection says which items of the lists a document has. The zero value is all.
type selection struct {
	set      bool
	truncate bool
	pick     [parts][]int32 // the items that stay, when set
	picked   [parts]bool
}

var whole = selection{}

// items returns the items of a part that a selection keeps.
func (s *selection) items(number int, p *part) int {
	if s.picked[number] {
		return len(s.pick[number])
	}
	return len(p.items)
}

func (s *selection) item(number int, p *part, i int) []byte {
	if s.picked[number] {
		return p.items[s.pick[number][i]]
	}
	return p.items[i]
}

// compose appends a document: the parts that it carries.
func (w *work) compose(dst []byte, r role, s selection) []byte {
	view := &w.tool.views[r]
	if dst == nil {
		dst = make([]byte, 0, w.size(r, &s))
	}
	start := len(dst)
	dst = append(dst, '{')
	member := func(name string) {
		if len(dst) > start+1 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = append(dst, name...)
		dst = append(dst, `":`...)
	}
	for _, number := range w.tool.order {
		p := &w.parts[number]
		if !view.carries[number] || p.json == nil && !p.list && p.counts == 0 {
			continue
		}
		member(partNames[number])
		switch {
		case number == partTruncated && s.truncate:
			dst = append(dst, "true"...)
		case p.counts > 0:
			dst = strconv.AppendInt(dst, int64(s.items(p.counts-1, &w.parts[p.counts-1])), 10)
		case p.list:
			from := len(dst)
			dst = append(dst, '[')
			for i := range s.items(number, p) {
				if i > 0 {
					dst = append(dst, ',')
				}
				dst = append(dst, s.item(number, p, i)...)
			}
			dst = append(dst, ']')
			dst = pruned(dst, from, view.prune[number])
		default:
			from := len(dst)
			dst = append(dst, p.json...)
			dst = pruned(dst, from, view.prune[number])
		}
	}
	if r == control && w.tool.fingerprint && w.fingerprint != "" {
		member("scope_fingerprint")
		dst = kernel.AppendText(dst, w.fingerprint)
	}
	return append(dst, '}')
}

// pruned leaves out of the value from an offset on what a view does not carry.
func pruned(dst []byte, from int, prune func([]byte) ([]byte, error)) []byte {
	if prune == nil {
		return dst
	}
	kept, err := prune(dst[from:])
	if err != nil {
		return append(dst[:from], "null"...) // no view allows that
	}
	return append(dst[:from], kept...)
}

// size is at least the length of a document in bytes, and exactly that where nothing
// is pruned.
func (w *work) size(r role, s *selection) int {
	view := &w.tool.views[r]
	n := 1
	for _, number := range w.tool.order {
		p := &w.parts[number]
		if !view.carries[number] || p.json == nil && !p.list && p.counts == 0 {
			continue
		}
		n += len(partNames[number]) + 4
		switch {
		case number == partTruncated && s.truncate:
			n += 4
		case p.counts > 0:
			n += len(strconv.Itoa(s.items(p.counts-1, &w.parts[p.counts-1])))
		case p.list:
			count := s.items(number, p)
			n += 2 + max(count-1, 0)
			for i := range count {
				n += len(s.item(number, p, i))
			}
		default:
			n += len(p.json)
		}
	}
	if r == control && w.tool.fingerprint && w.fingerprint != "" {
		n += len(`"scope_fingerprint":"",`) + len(w.fingerprint)
	}
	return max(n, 2)
}

func quotedName(name string) []byte { return append(append([]byte{'"'}, name...), '"') }

func itoa(n int64) string { return strconv.FormatInt(n, 10) }
