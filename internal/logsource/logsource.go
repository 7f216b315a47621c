// Package logsource is a log source without a system behind it: the same request at
// the same time gets the same entries, from a corpus of a small shop in trouble. It
// knows what it has data for, and says of everything else that there is no evidence.
//
// A query's terms must all match: an entry's service, level or message contains the
// term, or the words that the corpus lists for the entry do. Letter case does not
// count, nor do endings such as -ed and -ion, nor words like "the" and "日志"; Chinese
// terms match piece by piece. A text in double quotes must be in the message as it
// is. The empty query matches every entry of the topic.
package logsource

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"
)

// Request is a valid request of query_logs.
type Request struct {
	Topic, Query string
	// LookbackMinutes is how far to look back; 0 means 60.
	LookbackMinutes int
}

// DefaultNow is the clock when none is given.
var DefaultNow = time.Date(2026, 3, 1, 10, 30, 0, 0, time.UTC)

//go:embed corpus.jsonl
var corpus []byte

// entry is one line of the corpus.
type entry struct {
	Topic string `json:"topic"`
	// Age is how many seconds before now the entry was written.
	Age      int64           `json:"age"`
	Level    string          `json:"level"`
	Service  string          `json:"service"`
	Instance string          `json:"instance"`
	Message  string          `json:"message"`
	Metrics  json.RawMessage `json:"metrics,omitempty"`
	Terms    string          `json:"terms"`

	searched string // everything that a term may be found in, in lower case
}

var entries = sync.OnceValue(func() []entry {
	var out []entry
	for line := range bytes.Lines(corpus) {
		var e entry
		if err := json.Unmarshal(line, &e); err != nil {
			panic(err) // the corpus is compiled in, and a test reads it
		}
		e.searched = strings.ToLower(strings.Join([]string{e.Service, e.Level, e.Message, e.Terms}, " "))
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b entry) int { return int(a.Age - b.Age) })
	return out
})

// logTopics are the names that the source has for the topics.
var logTopics = map[string]string{"APPLICATION": "application-logs", "DATABASE_SLOW_QUERY": "slow-query-logs", "SYSTEM_EVENTS": "system-events"}

type rawEntry struct {
	Timestamp string          `json:"timestamp"`
	Level     string          `json:"level"`
	Service   string          `json:"service"`
	Instance  string          `json:"instance"`
	Message   string          `json:"message"`
	Metrics   json.RawMessage `json:"metrics,omitempty"`
}

type rawOutput struct {
	Success        bool       `json:"success"`
	Region         string     `json:"region"`
	LogTopic       string     `json:"logTopic"`
	Query          string     `json:"query"`
	Logs           []rawEntry `json:"logs"`
	EvidenceStatus string     `json:"evidence_status,omitempty"`
	Total          int        `json:"total"`
	Message        string     `json:"message"`
}

// Query returns the raw output for a request at a time: entries from the newest on,
// their times in loc. Nothing is left out and nothing made up.
func Query(r Request, now time.Time, loc *time.Location) []byte {
	if r.LookbackMinutes == 0 {
		r.LookbackMinutes = 60
	}
	match := matcher(r.Query)
	out := rawOutput{Success: true, Region: "mock-region", LogTopic: logTopics[r.Topic], Query: r.Query, Logs: []rawEntry{}, Message: "ok"}
	for i := range entries() {
		e := &entries()[i]
		if e.Topic != r.Topic || e.Age > int64(r.LookbackMinutes)*60 || !match(e) {
			continue
		}
		at := now.Add(-time.Duration(e.Age) * time.Second).In(loc)
		out.Logs = append(out.Logs, rawEntry{at.Format(time.DateTime), e.Level, e.Service, e.Instance, e.Message, e.Metrics})
	}
	if out.Total = len(out.Logs); out.Total == 0 {
		out.EvidenceStatus, out.Message = "no_evidence", "nothing matched"
	}
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		panic(err) // strings, numbers and the corpus's own JSON
	}
	return raw.Bytes()
}
