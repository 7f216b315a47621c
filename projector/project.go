package projector

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/text"
	"github.com/acigen/acigen/internal/upstream"
)

// Project projects the output of one call. It never panics.
func (p *Projector) Project(name Tool, call Call) (out Projection) {
	t := p.tools[name]
	if t == nil {
		return Projection{Status: Error, EvidenceRefs: []EvidenceRef{}, Notices: []Notice{}, Failure: &Failure{FailureSchema, "the tool is not known"}}
	}
	w := p.work.Get().(*work)
	defer func() {
		if recover() != nil {
			// The memory may be in any state: it is not used again.
			fresh := new(work)
			fresh.reset(p, t, &call)
			fresh.checkCall()
			fresh.fail(FailureProjection, messageInternal)
			out = fresh.finish()
			return
		}
		w.release()
		p.work.Put(w)
	}()
	w.reset(p, t, &call)
	w.run()
	return w.finish()
}

// The messages of failures. None carries text of the call or of the output.
const (
	messageCallID     = "the call ID is missing or not valid"
	messageRequest    = "the request is not valid"
	messageHost       = "the host says that the call failed"
	messageInternal   = "the output could not be projected"
	messageInvalid    = "the output cannot be made valid by the contract"
	messageBudget     = "the observation does not fit its budget"
	messagePartial    = "the answer is partial and has no usable entry"
	messageColumns    = "the columns are not understood"
	messageColumnName = "the name of a column is too long"
)

var reasonMessages = map[upstream.Reason]string{
	upstream.Empty:          "the output is empty",
	upstream.HTML:           "the output is an HTML page",
	upstream.StackTrace:     "the output is a stack trace",
	upstream.Failed:         "the upstream says that it failed",
	upstream.Denied:         "the upstream says that access was denied",
	upstream.Malformed:      "the output is not well-formed JSON",
	upstream.CutOff:         "the output is JSON that ends in the middle",
	upstream.DuplicateNames: "the output is JSON in which a name occurs twice in one object",
	upstream.TooDeep:        "the output is nested too deeply",
	upstream.TooLong:        "the output is too long",
	upstream.Unrecognized:   "the output has no shape that is known",
	upstream.Ambiguous:      "the output has the shape of several upstreams",
}

// run does everything up to the parts of the result.
func (w *work) run() {
	requestOK := w.checkCall()
	switch {
	case w.call.Failed != "":
		w.fail(w.call.Failed, messageHost)
		return
	case !requestOK:
		w.fail(FailureSchema, messageRequest)
		return
	case !w.validID:
		w.fail(FailureSchema, messageCallID)
		return
	}
	w.answer = w.reader.Read(w.p.upstreams, string(w.tool.name), w.call.Upstream, w.call.Raw, w.p.maxDepth)
	if w.answer.Reason != upstream.None {
		message := reasonMessages[w.answer.Reason]
		if len(w.answer.Candidates) > 0 {
			message, _ = text.Cut(message+": "+strings.Join(w.answer.Candidates, ", "), 512)
		}
		w.fail(FailureClass(w.answer.Reason.Class()), message)
		return
	}
	entries := 0
	switch w.tool.name {
	case LookupKnowledge:
		entries = w.knowledge()
	case QueryLogs:
		entries = w.queryLogs()
	case QueryMySQL:
		entries = w.rows()
	case QueryMetrics:
		entries = w.alerts()
	}
	if w.found.evidence == evidenceError {
		return
	}
	if w.answer.Partial {
		w.truncated = true
		w.notice(NoticePartialAnswer, 1, root)
	}
	if w.answer.OddTotal {
		w.notice(NoticeTotalUnusable, 1, root)
	}
	switch {
	case entries > 0:
		w.found.evidence = evidenceFound
		if w.answer.SaysNone {
			w.notice(NoticeEvidenceBesideNone, 1, root)
		}
	case w.truncated:
		w.fail(FailureExecution, messagePartial)
	}
}

func root() string { return "$" }

// checkCall judges the call ID and the request, and fingerprints the request.
func (w *work) checkCall() (requestOK bool) {
	w.validID = w.tool.validID(w.call.ID)
	check := w.tool.checks[request]
	if check == nil {
		return true
	}
	if check(w.call.Request) != nil {
		return false
	}
	req, err := schema.Parse(w.call.Request, w.p.maxDepth)
	if err != nil {
		return false
	}
	w.request = req
	w.fingerprint = w.tool.identity(req)
	return true
}

func (t *tool) validID(id string) bool {
	return id != "" && !kernel.Longer(id, t.callID) && !text.Blank(id) && !text.Control(id) && utf8.ValidString(id)
}

// fail makes the projection an ERROR.
func (w *work) fail(class FailureClass, message string) {
	w.found = outcome{evidenceError, class, message}
	w.truncated, w.pieces, w.marks = false, w.pieces[:0], w.marks[:0]
	w.clearParts()
	w.space = w.space[:0]
	if class != FailureProjection {
		w.notices = nil // they are about an output that was read
	}
}

// finish composes and checks the outputs. What is not valid becomes an ERROR, and an
// ERROR that is not valid leaves without documents.
func (w *work) finish() Projection {
	out := Projection{Status: Ready, ScopeFingerprint: w.fingerprint, EvidenceRefs: []EvidenceRef{}, Notices: []Notice{}}
	if w.answer != nil {
		out.Upstream = w.answer.Upstream
	}
	if w.tool.checks[result] != nil {
		failed := w.found.evidence == evidenceError
		valid := w.documents(&out)
		if !valid && !failed {
			if w.found.evidence != evidenceError { // the budget has a message of its own
				w.fail(FailureProjection, messageInvalid)
			}
			valid = w.documents(&out)
		}
		if !valid {
			out.Result, out.Control, out.Observation = nil, nil, nil
		}
	}
	if w.found.evidence == evidenceError {
		out.Failure = &Failure{w.found.class, w.found.message}
		upstreams := w.found.class == FailureAuthorization || w.found.class == FailureExecution
		if !w.call.FailureIsReady || !upstreams || !w.validID {
			out.Status = Error
		}
	}
	if w.found.evidence == evidenceFound {
		out.EvidenceRefs = w.evidenceRefs()
	}
	if w.notices != nil {
		out.Notices = w.notices
	}
	return out
}

// documents writes the three documents and tells whether each is valid.
func (w *work) documents(out *Projection) bool {
	w.frame()
	out.Result, out.Control = w.document(result, &whole), w.document(control, &whole)
	observed, ok := w.observe()
	out.Observation = observed
	return ok && w.tool.checks[result](out.Result) == nil && w.tool.checks[control](out.Control) == nil && w.tool.checks[observation](out.Observation) == nil
}

// frame fills the parts that every result has.
func (w *work) frame() {
	w.parts[partStatus].json = quotedName(evidenceNames[w.found.evidence])
	if w.validID {
		w.parts[partCallID].json = kernel.AppendText(nil, w.call.ID)
	}
	if w.request != nil {
		switch w.tool.name {
		case LookupKnowledge:
			w.parts[partQuery].json = w.requested("query")
		case QueryLogs:
			scope := append([]byte(nil), `{"topic":`...)
			scope = append(scope, w.requested("topic")...)
			scope = append(append(scope, `,"query":`...), w.requested("query")...)
			scope = append(scope, `,"lookback_minutes":`...)
			if lookback := w.request.Get("lookback_minutes"); lookback != nil {
				scope = append(scope, integer(lookback.Text)...)
			} else {
				scope = append(scope, w.tool.lookback...)
			}
			w.parts[partScope].json = append(scope, '}')
			w.parts[partSourceKind].json = quotedName("MOCK")
		}
	}
	if w.tool.name == QueryLogs && w.parts[partMatchCount].json == nil {
		w.parts[partMatchCount].json = []byte("0")
	}
	for _, p := range lists[w.tool.name] {
		w.parts[p].list = true
	}
	w.parts[partReturned].counts = lists[w.tool.name][0] + 1
	w.parts[partTruncated].json = []byte("false")
	if w.truncated && w.found.evidence == evidenceFound {
		w.parts[partTruncated].json = []byte("true")
	}
}

// requested returns a member of the request as it was asked.
func (w *work) requested(name string) []byte {
	v := w.request.Get(name)
	if v == nil {
		return []byte("null")
	}
	return schema.AppendValue(nil, v, "")
}

// integer returns an integer literal in shortest form: 6e1 and 60.0 are 60.
func integer(literal string) string {
	d := kernel.ParseDecimal(literal)
	if n, small := d.Small(); small {
		return strconv.FormatInt(n, 10)
	}
	return literal
}
