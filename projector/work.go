package projector

import (
	"github.com/acigen/acigen/internal/drain"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/upstream"
)

// work is the memory of one projection. It is used again for others.
type work struct {
	p    *Projector
	tool *tool
	call *Call

	validID     bool
	request     *schema.Value // nil when invalid
	fingerprint string
	reader      upstream.Reader
	answer      *upstream.Answer

	truncated bool // usable content was cut or left out
	found     outcome
	pieces    []byte // paths and texts of the references
	marks     []mark
	notices   []Notice

	parts [parts]part
	space []byte // what the items' JSON is written to
	miner drain.Miner
	logs  []logEntry
	// The service and the level of the entry before, and what they became.
	service, level remembered
	cells          []tape.Value
	texts          []byte
	out            []byte // the document that was written last
	events         []int32
}

// remembered is a text that was turned into another one.
type remembered struct {
	from, to string
	hidden   int
}

// outcome is what was found, or why nothing can be said.
type outcome struct {
	evidence evidence
	class    FailureClass
	message  string
}

type evidence uint8

const (
	noEvidence evidence = iota
	evidenceFound
	evidenceError
)

var evidenceNames = [...]string{"NO_EVIDENCE", "EVIDENCE_FOUND", "ERROR"}

// reset makes the memory ready for another call.
func (w *work) reset(p *Projector, t *tool, call *Call) {
	w.p, w.tool, w.call = p, t, call
	w.validID, w.request, w.fingerprint, w.answer = false, nil, "", nil
	w.truncated, w.found = false, outcome{}
	w.notices, w.pieces, w.marks = nil, w.pieces[:0], w.marks[:0]
	w.clearParts()
	w.space = w.space[:0]
}

// clearParts empties the parts, and keeps the memory of their lists.
func (w *work) clearParts() {
	for i := range w.parts {
		w.parts[i] = part{items: w.parts[i].items[:0]}
	}
}

// release forgets the call, and memory that an unusually large one took.
func (w *work) release() {
	const keep = 1 << 20 // bytes of each buffer
	w.reader.Release()
	w.reset(nil, nil, nil)
	clear(w.logs[:cap(w.logs)])
	clear(w.cells[:cap(w.cells)])
	if cap(w.space) > keep {
		w.space = nil
	}
	if cap(w.out) > keep {
		w.out = nil
	}
	if cap(w.texts) > keep {
		w.texts = nil
	}
	if cap(w.logs) > keep/64 {
		w.logs, w.events, w.miner = nil, nil, drain.Miner{}
	}
	w.miner.Reset()
}
