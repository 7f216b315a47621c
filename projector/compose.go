package projector

import (
	"bytes"
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
	truncate bool
	pick     [parts][]int32 // the items that stay of a list that is picked from
	picked   [parts]bool
}

var whole selection

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

// document returns a document in memory of its own.
func (w *work) document(r role, s *selection) []byte { return bytes.Clone(w.compose(r, s)) }

// compose writes a document, the parts that it carries, into w.out.
func (w *work) compose(r role, s *selection) []byte {
	view := &w.tool.views[r]
	dst := append(w.out[:0], '{')
	member := func(name string) {
		if len(dst) > 1 {
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
	w.out = append(dst, '}')
	return w.out
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

func quotedName(name string) []byte { return append(append([]byte{'"'}, name...), '"') }
