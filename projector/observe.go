package projector

import (
	"slices"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/text"
)

// observe writes the observation within its budget: fewer items where all do not
// fit, and cut texts where the last one does not. It is false when that does not
// help either; then the failure is noted.
func (w *work) observe() ([]byte, bool) {
	if w.fits(&whole) || w.found.evidence == evidenceError { // an ERROR cannot be smaller
		return w.document(observation, &whole), true
	}
	s, ok := selection{truncate: true}, false
	if w.tool.name == QueryLogs {
		ok = w.fewerEvents(&s)
	} else {
		ok = w.fewerItems(&s, lists[w.tool.name][0])
	}
	if ok {
		return w.document(observation, &s), true
	}
	if out, ok := w.cutLast(); ok {
		return out, true
	}
	w.fail(FailureProjection, messageBudget)
	return nil, false
}

// fits tells whether an observation of a selection keeps the budget.
func (w *work) fits(s *selection) bool { return len(w.compose(observation, s)) <= w.p.budget }

// fewerItems drops whole items from the end of a list; one stays.
func (w *work) fewerItems(s *selection, list int) bool {
	all := firstPlaces(len(w.parts[list].items))
	s.picked[list] = true
	most, ok := sortedSearch(len(all)-1, func(n int) bool {
		s.pick[list] = all[:n]
		return w.fits(s)
	})
	s.pick[list] = all[:most]
	return ok
}

// fewerEvents chooses fewer events, every listed pattern still visible, and then fewer patterns.
func (w *work) fewerEvents(s *selection) bool {
	listed := len(w.parts[partPatterns].items)
	s.picked[partEvents] = true
	for n := len(w.parts[partEvents].items); n >= max(listed, 1); n-- {
		s.pick[partEvents] = w.shown(n, listed)
		if w.fits(s) {
			return true
		}
	}
	s.picked[partPatterns] = true
	for n := listed - 1; n >= 1; n-- {
		s.pick[partEvents], s.pick[partPatterns] = w.shown(n, n), firstPlaces(n)
		if w.fits(s) {
			return true
		}
	}
	return false
}

// firstPlaces are the places of the first n items of a list.
func firstPlaces(n int) []int32 {
	places := make([]int32, n)
	for i := range places {
		places[i] = int32(i)
	}
	return places
}

// shown chooses n of the events again, and returns their places among the events.
func (w *work) shown(n, patterns int) []int32 {
	var places []int32
	chosen := w.choose(w.events, n, patterns)
	for at, entry := range w.events {
		if len(chosen) > 0 && chosen[0] == entry {
			places, chosen = append(places, int32(at)), chosen[1:]
		}
	}
	return places
}

// cutLast keeps the first item of each list alone and cuts its longest strings, all to
// one length, so that the observation fits. Names and identifiers are not cut.
func (w *work) cutLast() ([]byte, bool) {
	saved := w.parts
	defer func() { w.parts = saved }()
	var free []*[]byte // the items whose strings may be cut
	for _, list := range lists[w.tool.name] {
		if list == partColumns || len(w.parts[list].items) == 0 {
			continue
		}
		at := 0
		if list == partEvents {
			if chosen := w.shown(1, min(1, len(w.parts[partPatterns].items))); len(chosen) > 0 {
				at = int(chosen[0])
			}
		}
		w.parts[list].items = [][]byte{w.parts[list].items[at]}
		free = append(free, &w.parts[list].items[0])
	}
	originals := make([][]byte, len(free))
	for i := range free {
		originals[i] = *free[i]
	}
	s := selection{truncate: true}
	fits := func(n int) bool {
		for i := range free {
			*free[i] = cutStrings(originals[i], n)
		}
		return w.fits(&s)
	}
	// The longest length that fits, in bytes of JSON.
	longest, found := sortedSearch(w.p.budget, fits)
	if !found || !fits(longest) {
		return nil, false
	}
	out := w.document(observation, &s)
	return out, w.tool.checks[observation](out) == nil
}

// sortedSearch returns the greatest n from 1 to most for which ok holds, where ok
// holds up to some n and not beyond.
func sortedSearch(most int, ok func(n int) bool) (int, bool) {
	low, high := 0, most
	for low < high {
		middle := (low + high + 1) / 2
		if ok(middle) {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low, low > 0
}

// uncut are the members of items that are identifiers or of fixed form.
var uncut = []string{"document_id", "timestamp", "level", "first_seen", "last_seen"}

// cutStrings returns an item in which no string but an identifier is longer than n
// bytes of JSON, each cut at a grapheme boundary.
func cutStrings(item []byte, n int) []byte {
	var t tape.Tape
	v, fault := t.Parse(kernel.View(item), 0)
	if fault != tape.Sound {
		return item
	}
	out := make([]byte, 0, len(item))
	shorten := func(dst []byte, v tape.Value) []byte {
		if v.Kind() != tape.String {
			return append(dst, v.Raw()...)
		}
		piece, cut := text.CutJSON(v.Text(), n)
		if !cut {
			return append(dst, v.Raw()...)
		}
		return kernel.AppendText(dst, piece)
	}
	switch v.Kind() {
	case tape.Array:
		out = append(out, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				out = append(out, ',')
			}
			out = shorten(out, element)
		}
		return append(out, ']')
	case tape.Object:
		out = append(out, '{')
		for name, value := range v.Members() {
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = append(append(out, name.Raw()...), ':')
			if slices.Contains(uncut, name.Text()) {
				out = append(out, value.Raw()...)
			} else {
				out = shorten(out, value)
			}
		}
		return append(out, '}')
	}
	return item
}
