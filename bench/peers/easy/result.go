// Package easy has the three results for easyjson, whose generator wrote
// result_easyjson.go: the types of package plain, with cells that are exact.
package easy

//go:generate go run github.com/mailru/easyjson/easyjson@v0.9.2 -disallow_unknown_fields -output_filename result_easyjson.go result.go

// Knowledge is a result of lookup_knowledge.
//
//easyjson:json
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
//
//easyjson:json
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

// Mysql is a result of query_mysql.
//
//easyjson:json
type Mysql struct {
	EvidenceStatus string   `json:"evidence_status"`
	ToolCallID     *string  `json:"tool_call_id,omitempty"`
	Columns        []string `json:"columns"`
	Rows           [][]Cell `json:"rows"`
	ReturnedCount  int64    `json:"returned_count"`
	Truncated      bool     `json:"truncated"`
}
