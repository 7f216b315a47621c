package upstream

import (
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
)

// Reader reads outputs with the mappings of a Set. It keeps its memory between
// outputs, and is for one goroutine. The zero value is ready for use.
type Reader struct {
	tape     tape.Tape
	inners   []*tape.Tape // of the levels that are JSON inside strings; used are in use
	used     int
	fields   [maxFields]tape.Tape // of the fields of one entry; turn is the last one
	turn     int
	maxDepth int
	// prefix is the path of an array of the document up to its opening bracket; prefixOf is the array.
	prefix   []byte
	prefixOf uint32
	answer   Answer
}

// Release forgets the output that was read last.
func (r *Reader) Release() {
	r.tape.Release()
	for _, t := range r.inners {
		t.Release()
	}
	for i := range r.fields {
		r.fields[i].Release()
	}
	r.answer = Answer{}
}

// Read finds out what an output of a tool says. Name is the mapping to use; empty
// and "auto" mean: the one whose shape it has. The output must stay unmodified as
// long as the answer is used.
func (r *Reader) Read(s *Set, tool, name string, raw []byte, maxDepth int) *Answer {
	r.maxDepth, r.used, r.prefix = maxDepth, 0, r.prefix[:0]
	relevance := r.answer.Relevance[:0]
	r.answer = Answer{reader: r, Relevance: relevance}
	a := &r.answer
	if a.document, a.Reason = r.unwrap(kernel.View(raw)); a.Reason != None {
		return a
	}
	if name == "" || name == "auto" {
		a.recognize(s.tools[tool])
	} else {
		a.use(s.mapping(tool, name))
	}
	if a.Reason == None {
		a.state()
	}
	return a
}

// recognize finds the one mapping of a list whose shape the document has.
func (a *Answer) recognize(mappings []*Mapping) {
	for _, m := range mappings {
		if anyHolds(m.denied, a.document) {
			a.Reason = Denied
			return
		}
	}
	if saysFailed(a.document) {
		a.Reason = Failed
		return
	}
	var fits []*Mapping
	for _, m := range mappings {
		if allHold(m.recognize, a.document) {
			fits = append(fits, m)
		}
	}
	if a.document.Empty() && len(fits) == 1 {
		fits = nil // [] says nothing about whose it is, though one mapping alone takes it
	}
	switch len(fits) {
	case 1:
		a.mapping, a.Upstream = fits[0], fits[0].Name
		if anyHolds(fits[0].failed, a.document) {
			a.Reason = Failed
		}
	case 0:
		a.Reason = Unrecognized
		for _, m := range mappings {
			if anyHolds(m.failed, a.document) {
				a.Reason = Failed
				return
			}
		}
	default:
		a.Reason = Ambiguous
		for _, m := range fits {
			a.Candidates = append(a.Candidates, m.Name)
		}
		slices.Sort(a.Candidates)
	}
}

// use reads with the named mapping.
func (a *Answer) use(m *Mapping) {
	if m == nil {
		a.Reason = Unrecognized
		return
	}
	a.mapping, a.Upstream = m, m.Name
	switch {
	case anyHolds(m.denied, a.document):
		a.Reason = Denied
	case saysFailed(a.document), anyHolds(m.failed, a.document):
		a.Reason = Failed
	case !allHold(m.recognize, a.document):
		a.Reason = Unrecognized
	}
}

// saysFailed tells whether a document of any shape says that it is a failure:
// success is false, error says something, or evidence_status is "error".
func saysFailed(v tape.Value) bool {
	if v.Kind() != tape.Object {
		return false
	}
	success, failure, status := v.Get("success"), v.Get("error"), v.Get("evidence_status")
	switch {
	case success.Kind() == tape.Bool && !success.True():
		return true
	case failure.Kind() == tape.Number && kernel.NumberKey(failure.Text()) == "0":
	case filled(failure):
		return true
	}
	return status.Kind() == tape.String && strings.EqualFold(status.Text(), "error")
}

// state reads what the document says about itself.
func (a *Answer) state() {
	m := a.mapping
	a.Partial = anyHolds(m.partial, a.document)
	a.SaysNone = anyHolds(m.nothing, a.document)
	for _, p := range m.totals {
		v := p.first(a.document)
		if v.Kind() == tape.Absent || v.Kind() == tape.Null {
			continue
		}
		literal := ""
		if v.Kind() == tape.Number || m.totalText && v.Kind() == tape.String && isNumber(v.Text()) {
			literal = v.Text()
		}
		ok := false
		if literal != "" {
			a.Total, ok = totalOf(literal)
		}
		a.OddTotal = !ok
		break
	}
	for _, p := range m.relevance {
		if v := p.first(a.document); v.Kind() != tape.Absent && v.Kind() != tape.Null {
			a.Relevance = append(a.Relevance, v)
		}
	}
}
