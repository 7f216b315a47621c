package projector

import (
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/text"
	"github.com/acigen/acigen/internal/upstream"
)

// rows makes the columns and rows of query_mysql and returns how many rows there are.
func (w *work) rows() int {
	max := &w.tool.max
	table, ok := w.answer.Table()
	if !ok {
		w.fail(FailureSchema, messageColumns)
		return 0
	}
	width := min(len(table.Columns), max.other)
	for _, name := range table.Columns[:width] {
		if kernel.Longer(name, max.column) {
			w.fail(FailureProjection, messageColumnName)
			return 0
		}
		from := len(w.space)
		w.space = kernel.AppendText(w.space, name)
		w.item(partColumns, from)
	}
	total, entries, cut := 0, 0, width < len(table.Columns)
	w.answer.Each(func(e *upstream.Entry) bool {
		entries++
		cells, unknown, ok := table.Row(e, w.cells)
		if cells != nil {
			w.cells = cells
		}
		if !ok {
			w.notice(NoticeUnusableEntry, 1, e.Path)
			return true
		}
		if unknown > 0 {
			w.notice(NoticeUnknownColumn, unknown, e.Path)
		}
		if w.wantsRef() {
			w.rowText(table.Columns, cells)
			w.ref(e)
		}
		if total++; total > max.items {
			cut = true
			return true
		}
		from := len(w.space)
		w.space = append(w.space, '[')
		for i, v := range cells[:width] {
			if i > 0 {
				w.space = append(w.space, ',')
			}
			if w.cell(v, max.text) {
				cut = true
			}
		}
		w.space = append(w.space, ']')
		w.item(partRows, from)
		return true
	})
	w.compareTotal(entries)
	w.truncated = w.truncated || total > 0 && cut
	return total
}

// cell appends one cell, exact but for a string that is too long.
func (w *work) cell(v tape.Value, limit int) (cut bool) {
	content := ""
	switch v.Kind() {
	case tape.Absent, tape.Null:
		w.space = append(w.space, "null"...)
		return false
	case tape.Bool, tape.Number:
		w.space = append(w.space, v.Text()...)
		return false
	case tape.String:
		content = v.Text()
	default:
		w.texts = v.AppendCompact(w.texts[:0])
		content = string(w.texts)
	}
	piece, cut := text.Cut(content, limit)
	w.space = kernel.AppendText(w.space, piece)
	return cut
}

// rowText writes a row as column = value pairs; a row without a value that says
// something has no text.
func (w *work) rowText(columns []string, cells []tape.Value) {
	w.texts = w.texts[:0]
	says := false
	for i, v := range cells {
		if i > 0 {
			w.texts = append(w.texts, ", "...)
		}
		w.texts = append(append(w.texts, columns[i]...), " = "...)
		switch v.Kind() {
		case tape.Absent, tape.Null:
			w.texts = append(w.texts, "null"...)
		case tape.String:
			w.texts = append(w.texts, v.Text()...)
			says = says || !text.Blank(v.Text())
		default:
			w.texts = v.AppendCompact(w.texts)
			says = true
		}
		if len(w.texts) > 4*w.p.refText && says {
			return
		}
	}
	if !says {
		w.texts = w.texts[:0]
	}
}
