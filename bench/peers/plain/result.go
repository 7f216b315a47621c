// Package plain has the three results as anybody would write them for
// encoding/json: a struct with tags, a pointer where a member may be absent.
package plain

// Knowledge is a result of lookup_knowledge.
type Knowledge struct {
	EvidenceStatus string     `json:"evidence_status"`
	ToolCallID     *string    `json:"tool_call_id,omitempty"`
	Query          *string    `json:"query,omitempty"`
	Evidence       []Evidence `json:"evidence"`
	ReturnedCount  int64      `json:"returned_count"`
	RelevanceLevel *string    `json:"relevance_level,omitempty"`
	Truncated      bool       `json:"truncated"`
}

// Evidence is a citable piece of one document.
type Evidence struct {
	DocumentID string `json:"document_id"`
	Source     string `json:"source"`
	Title      string `json:"title"`
	Breadcrumb string `json:"breadcrumb"`
	Excerpt    string `json:"excerpt"`
}

// Logs is a result of query_logs.
type Logs struct {
	EvidenceStatus string    `json:"evidence_status"`
	ToolCallID     *string   `json:"tool_call_id,omitempty"`
	SourceKind     *string   `json:"source_kind,omitempty"`
	Scope          *Scope    `json:"scope,omitempty"`
	MatchCount     int64     `json:"match_count"`
	ReturnedCount  int64     `json:"returned_count"`
	Patterns       []Pattern `json:"patterns"`
	Events         []Event   `json:"events"`
	Truncated      bool      `json:"truncated"`
}

// Scope is what was searched.
type Scope struct {
	Topic           string `json:"topic"`
	Query           string `json:"query"`
	LookbackMinutes int64  `json:"lookback_minutes"`
}

// Pattern is a template that messages share.
type Pattern struct {
	Pattern   string  `json:"pattern"`
	Count     int64   `json:"count"`
	Level     *string `json:"level,omitempty"`
	FirstSeen *string `json:"first_seen,omitempty"`
	LastSeen  *string `json:"last_seen,omitempty"`
}

// Event is one log entry.
type Event struct {
	Timestamp string `json:"timestamp"`
	Level     string `json:"level"`
	Service   string `json:"service"`
	Message   string `json:"message"`
}

// Mysql is a result of query_mysql. Its cells are exact when the decoder is
// told to keep numbers as json.Number.
type Mysql struct {
	EvidenceStatus string   `json:"evidence_status"`
	ToolCallID     *string  `json:"tool_call_id,omitempty"`
	Columns        []string `json:"columns"`
	Rows           [][]any  `json:"rows"`
	ReturnedCount  int64    `json:"returned_count"`
	Truncated      bool     `json:"truncated"`
}
