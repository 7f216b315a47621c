package projector

import (
	"encoding/json"

	"github.com/acigen/acigen/internal/kernel"
)

// Status is how an invocation ended, for the harness alone. It says nothing about
// what was found: an invocation may be READY with a result of NO_EVIDENCE.
type Status string

// The statuses of a projection.
const (
	Ready Status = "READY"
	Error Status = "ERROR"
)

// FailureClass is what failed.
type FailureClass string

// The failure classes.
const (
	// FailureSchema: the request, the call ID or the form of the output.
	FailureSchema FailureClass = "SCHEMA"
	// FailureAuthorization: access was denied.
	FailureAuthorization FailureClass = "AUTHORIZATION"
	// FailureExecution: the upstream itself.
	FailureExecution FailureClass = "EXECUTION"
	// FailureProjection: the output cannot be made valid.
	FailureProjection FailureClass = "PROJECTION"
)

// Failure is why there is no result to rely on.
type Failure struct {
	Class FailureClass `json:"class"`
	// Message is one of a fixed list, without text of the call or of the output.
	Message string `json:"message"`
}

// EvidenceRef is what a claim can point at: one usable entry of the raw output.
type EvidenceRef struct {
	// RawPath is the entry's JSONPath (RFC 9535) in the output after unwrapping.
	RawPath string `json:"raw_path"`
	// Text copies or formats fields of the entry, and concludes nothing.
	Text string `json:"text"`
}

// Projection is what an output comes to. It owns its memory, and no two parts of
// it share any.
type Projection struct {
	Status Status
	// Result is the canonical result, Control the harness control view, Observation
	// what the model may see: compact JSON, valid by the contract. They are nil where
	// the tool has no contract with agents, or is not known.
	Result, Control, Observation json.RawMessage
	// EvidenceRefs are in the order of the output; none unless evidence was found.
	EvidenceRefs []EvidenceRef
	// Upstream is the mapping that read the output; empty when none did.
	Upstream string
	// Notices say what was left out or changed on the way, for the harness.
	Notices []Notice
	// Failure is set when the result says ERROR.
	Failure *Failure
	// ScopeFingerprint identifies what was asked, as in the control view; empty when the request was invalid.
	ScopeFingerprint string
}

// AppendJSON appends the projection as `acigen project --view all` prints it.
func (p *Projection) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"status":"`...)
	dst = append(dst, p.Status...)
	dst = append(dst, '"')
	for _, part := range []struct {
		name string
		json json.RawMessage
	}{{"result", p.Result}, {"control", p.Control}, {"observation", p.Observation}} {
		dst = append(dst, `,"`...)
		dst = append(dst, part.name...)
		dst = append(dst, `":`...)
		if part.json == nil {
			dst = append(dst, "null"...)
		}
		dst = append(dst, part.json...)
	}
	dst = append(dst, `,"evidence_refs":`...)
	dst = AppendRefs(dst, p.EvidenceRefs)
	dst = append(dst, `,"upstream":`...)
	if p.Upstream == "" {
		dst = append(dst, "null"...)
	} else {
		dst = kernel.AppendText(dst, p.Upstream)
	}
	dst = append(dst, `,"notices":`...)
	dst = AppendNotices(dst, p.Notices)
	if p.Failure != nil {
		dst = append(dst, `,"failure":{"class":"`...)
		dst = append(dst, p.Failure.Class...)
		dst = append(dst, `","message":`...)
		dst = kernel.AppendText(dst, p.Failure.Message)
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

// MarshalJSON is AppendJSON.
func (p *Projection) MarshalJSON() ([]byte, error) { return p.AppendJSON(nil), nil }

// AppendRefs appends references as a JSON array.
func AppendRefs(dst []byte, refs []EvidenceRef) []byte {
	dst = append(dst, '[')
	for i := range refs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"raw_path":`...)
		dst = kernel.AppendText(dst, refs[i].RawPath)
		dst = append(dst, `,"text":`...)
		dst = kernel.AppendText(dst, refs[i].Text)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}
