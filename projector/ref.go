package projector

import (
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/text"
	"github.com/acigen/acigen/internal/upstream"
)

// ref adds a reference to an entry, whose text is in w.texts; a blank one says
// nothing. Paths and texts are gathered in one piece of memory (pieces).
func (w *work) ref(e *upstream.Entry) {
	if !w.wantsRef() {
		return
	}
	piece, _ := text.Cut(kernel.View(w.texts), w.p.refText)
	if text.Blank(piece) {
		return
	}
	from := len(w.pieces)
	w.pieces = e.AppendPath(w.pieces)
	middle := len(w.pieces)
	w.pieces = append(w.pieces, piece...)
	w.marks = append(w.marks, mark{from, middle, len(w.pieces)})
}

// mark is where the path and the text of a reference stand in w.pieces.
type mark struct{ from, middle, end int }

// evidenceRefs returns the references, in memory of their own.
func (w *work) evidenceRefs() []EvidenceRef {
	all := string(w.pieces)
	refs := make([]EvidenceRef, len(w.marks))
	for i, m := range w.marks {
		refs[i] = EvidenceRef{RawPath: all[m.from:m.middle], Text: all[m.middle:m.end]}
	}
	return refs
}

// join appends a field to the text of a reference, set apart from the one before.
func (w *work) join(field string) {
	if text.Blank(field) {
		return
	}
	if len(w.texts) > 0 {
		w.texts = append(w.texts, " | "...)
	}
	w.texts = append(w.texts, field...)
}

// wantsRef tells whether there is room for another reference.
func (w *work) wantsRef() bool { return len(w.marks) < w.p.refs }
