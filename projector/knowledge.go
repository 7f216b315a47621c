package projector

import (
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/mask"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/text"
	"github.com/acigen/acigen/internal/upstream"
)

// knowledge makes the evidence of lookup_knowledge and returns how many items there are.
func (w *work) knowledge() int {
	max := &w.tool.max
	total, entries := 0, 0
	w.answer.Each(func(e *upstream.Entry) bool {
		entries++
		source := text.LastSegment(fieldText(e.Fields[upstream.Source]))
		title, breadcrumb := fieldText(e.Fields[upstream.Title]), fieldText(e.Fields[upstream.Breadcrumb])
		content := ""
		if e.Fields[upstream.Content].Kind() == tape.String {
			content = e.Fields[upstream.Content].Text()
		}
		if w.wantsRef() {
			w.texts = w.texts[:0]
			w.join(title)
			w.join(source)
			w.join(content)
			w.ref(e)
		}
		id := fieldText(e.Fields[upstream.DocumentID])
		if text.Blank(id) {
			id = source
		}
		excerpt, cut := text.Cut(content, max.text)
		if text.Blank(id) || kernel.Longer(id, max.documentID) || text.Blank(excerpt) {
			w.notice(NoticeUnusableEntry, 1, e.Path)
			return true
		}
		if mask.PrivateKey(content) {
			w.notice(NoticePrivateKey, 1, e.Path)
		}
		if total++; total > max.items {
			w.truncated = true
			return true
		}
		w.truncated = w.truncated || cut
		from := len(w.space)
		w.space = append(w.space, `{"document_id":`...)
		w.space = kernel.AppendText(w.space, id)
		w.member("source", source, max.source)
		w.member("title", title, max.title)
		w.member("breadcrumb", breadcrumb, max.breadcrumb)
		w.space = append(w.space, `,"excerpt":`...)
		w.space = kernel.AppendText(w.space, excerpt)
		w.space = append(w.space, '}')
		w.item(partEvidence, from)
		return true
	})
	w.compareTotal(entries)
	w.relevance()
	return total
}

// relevance carries the stated relevance where it is recognized.
func (w *work) relevance() {
	stated := ""
	for _, v := range w.answer.Relevance {
		level := ""
		if v.Kind() == tape.String {
			switch trimmed := text.Trim(v.Text()); {
			case strings.EqualFold(trimmed, "HIGH"):
				level = "HIGH"
			case strings.EqualFold(trimmed, "MEDIUM"):
				level = "MEDIUM"
			case strings.EqualFold(trimmed, "LOW"):
				level = "LOW"
			}
		}
		switch {
		case level == "":
			w.notice(NoticeRelevanceUnrecognized, 1, root)
		case stated != "" && stated != level:
			w.notice(NoticeRelevanceConflict, 1, root)
			return
		default:
			stated = level
		}
	}
	if stated != "" {
		w.parts[partRelevance].json = quotedName(stated)
	}
}

// fieldText is the text of a field: of a string, or the literal of a number.
func fieldText(v tape.Value) string {
	switch v.Kind() {
	case tape.String, tape.Number:
		return v.Text()
	}
	return ""
}

// member appends a member with a text that is cut where it is too long.
func (w *work) member(name, value string, limit int) {
	piece, cut := text.Cut(value, limit)
	w.truncated = w.truncated || cut
	w.space = append(append(append(w.space, `,"`...), name...), `":`...)
	w.space = kernel.AppendText(w.space, piece)
}

// item ends an item whose JSON stands in w.space from an offset on.
func (w *work) item(list, from int) {
	w.parts[list].items = append(w.parts[list].items, w.space[from:len(w.space):len(w.space)])
}
