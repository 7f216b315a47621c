package projector

import (
	"github.com/acigen/acigen/internal/text"
	"github.com/acigen/acigen/internal/upstream"
)

// ref adds a reference to an entry, whose text is in w.texts; a blank one says nothing.
func (w *work) ref(e *upstream.Entry) {
	if len(w.refs) >= w.p.refs {
		return
	}
	piece, _ := text.Cut(string(w.texts), w.p.refText)
	if text.Blank(piece) {
		return
	}
	if w.refs == nil {
		w.refs = make([]EvidenceRef, 0, 16)
	}
	w.refs = append(w.refs, EvidenceRef{RawPath: e.Path(), Text: piece})
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
func (w *work) wantsRef() bool { return len(w.refs) < w.p.refs }
