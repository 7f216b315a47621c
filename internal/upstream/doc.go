// Package upstream reads what an upstream system printed: it unwraps the output,
// recognizes whose shape it has, finds out whether it is an answer or a failure,
// and hands out its entries.
//
// What turns a foreign shape into entries is a Mapping: data, one YAML file each in
// projector/upstreams or an entry of acigen.yaml, in the language that
// docs/upstreams.md describes. Its paths are JSONPath (RFC 9535), of which names,
// indices, wildcards and filters that compare a member with a literal are
// supported. Values are never converted: numbers keep their literals.
package upstream

// Field numbers the parts of an entry, by tool.
type Field int

// The fields of an entry of lookup_knowledge.
const (
	DocumentID Field = iota
	Source
	Title
	Breadcrumb
	Content
)

// The fields of an entry of query_logs.
const (
	Timestamp Field = iota
	Level
	Service
	Message
)

// The fields of an alert, an entry of query_metrics.
const (
	AlertName Field = iota
	State
	AlertService
	CurrentValue
	Duration
)

// maxFields is the most fields that an entry of any tool has.
const maxFields = 5

// fieldNames are the names of the fields in mappings, by tool.
var fieldNames = map[string][]string{
	"lookup_knowledge": {"document_id", "source", "title", "breadcrumb", "content"},
	"query_logs":       {"timestamp", "level", "service", "message"},
	"query_metrics":    {"alert_name", "state", "service", "current_value", "duration"},
	"query_mysql":      {},
}
