package projector

import (
	"github.com/acigen/acigen/internal/upstream"
)

// alerts makes the references of query_metrics and returns how many there are.
func (w *work) alerts() int {
	w.answer.Each(func(e *upstream.Entry) bool {
		if !w.wantsRef() {
			return false
		}
		w.texts = w.texts[:0]
		for _, f := range []upstream.Field{upstream.AlertName, upstream.State, upstream.AlertService, upstream.CurrentValue, upstream.Duration} {
			w.join(fieldText(e.Fields[f]))
		}
		w.ref(e)
		return true
	})
	return len(w.marks)
}
