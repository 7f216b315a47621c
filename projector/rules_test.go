package projector

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/acigen/acigen/gen/aci"
	"github.com/acigen/acigen/internal/kernel"
)

// run projects and checks what always holds: the documents are valid, and status and
// evidence status fit together.
func run(t *testing.T, tool Tool, call Call) Projection {
	t.Helper()
	p := Project(tool, call)
	for r, doc := range map[role]json.RawMessage{result: p.Result, control: p.Control, observation: p.Observation} {
		if doc == nil && tool != QueryMetrics {
			t.Fatalf("there is no %s", roleNames[r])
		}
		if doc != nil {
			if err := generated[tool][r](doc); err != nil {
				t.Errorf("the %s is not valid: %v", roleNames[r], err)
			}
		}
	}
	if (p.Failure != nil) != strings.Contains(string(p.Result), `"evidence_status":"ERROR"`) && tool != QueryMetrics {
		t.Errorf("the failure %v does not fit %s", p.Failure, p.Result)
	}
	if p.Failure != nil && len(p.EvidenceRefs) > 0 {
		t.Error("a failure has evidence")
	}
	return p
}

// ask projects with a valid request.
func ask(t *testing.T, tool Tool, raw string) Projection {
	t.Helper()
	return run(t, tool, Call{ID: "call_1", Request: []byte(requests[tool]), Raw: []byte(raw)})
}

func logsOf(t *testing.T, p Projection) aci.QueryLogsResult {
	t.Helper()
	v, err := aci.DecodeQueryLogsResult(p.Result)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func knowledgeOf(t *testing.T, p Projection) aci.LookupKnowledgeResult {
	t.Helper()
	v, err := aci.DecodeLookupKnowledgeResult(p.Result)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func rowsOf(t *testing.T, p Projection) aci.QueryMysqlResult {
	t.Helper()
	v, err := aci.DecodeQueryMysqlResult(p.Result)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func class(p Projection) string {
	if p.Failure == nil {
		return ""
	}
	return string(p.Failure.Class)
}

func codes(p Projection) string {
	var out []string
	for _, n := range p.Notices {
		out = append(out, fmt.Sprint(n.Code, " ", n.RawPath, " ", n.Count))
	}
	return strings.Join(out, ", ")
}

// Contracts, sections 1 and 13: the class of every kind of output without an answer.
func TestFailuresHaveTheirClass(t *testing.T) {
	for raw, want := range map[string]string{
		"": "EXECUTION", " \n": "EXECUTION", `""`: "EXECUTION", `"  "`: "EXECUTION", `{"success":false,"error":"x"}`: "EXECUTION", `{"success":true,"error":"x","logs":[]}`: "EXECUTION", `{"error":{"m":1}}`: "EXECUTION",
		`{"evidence_status":"error","logs":[]}`: "EXECUTION", "<html><body>502</body></html>": "EXECUTION", "HTTP/1.1 502\r\n\r\n<!DOCTYPE html><html>": "EXECUTION", "java.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)": "EXECUTION",
		"Traceback (most recent call last):\n  File \"a.py\", line 1": "EXECUTION", "panic: boom\n\ngoroutine 1 [running]:": "EXECUTION", "Error: x\n    at f (/a.js:1:2)": "EXECUTION", `"{\"success\":false}"`: "EXECUTION", `"com.example.PoolException: full"`: "EXECUTION",
		`{"content":[{"type":"text","text":"x"}],"isError":true}`: "EXECUTION", `{"content":[]}`: "EXECUTION", `{"partial":true,"logs":[]}`: "EXECUTION", `{"logs":[],"total":4}`: "EXECUTION",
		`{"logs":[`: "SCHEMA", `{"logs":[{"timestamp":"2026-`: "SCHEMA", `"{\"logs\":["`: "SCHEMA", "no JSON": "SCHEMA", `{"logs":[],"logs":[]}`: "SCHEMA", `{"other":1}`: "SCHEMA", `[]`: "SCHEMA", `null`: "SCHEMA", `1`: "SCHEMA", "\xef\xbb\xbf{}": "SCHEMA", `{"logs":[]} x`: "SCHEMA",
		strings.Repeat("[", 200): "SCHEMA", strings.Repeat(`"`, 3): "SCHEMA",
		`{"success":false,"Response":{"Error":{"Code":"AuthFailure"}}}`: "AUTHORIZATION",
		`{"logs":[]}`: "", `{"success":true,"error":null,"logs":[]}`: "", `{"error":"","logs":[]}`: "", `{"error":false,"logs":[]}`: "", `{"error":{},"logs":[]}`: "", `"{\"logs\":[]}"`: "", `"\"{\\\"logs\\\":[]}\""`: "",
		`{"content":[{"type":"text","text":"{\"logs\":[]}"}]}`: "", `{"content":[{"type":"text","text":"x"}],"structuredContent":{"logs":[]}}`: "", `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"logs\":[]}"}]}}`: "",
	} {
		p := ask(t, QueryLogs, raw)
		if got := class(p); got != want {
			t.Errorf("%.60q is %q, want %q", raw, got, want)
		}
		status := Ready
		if want != "" {
			status = Error
		}
		if p.Status != status {
			t.Errorf("%.60q has the status %s", raw, p.Status)
		}
	}
}

// Section 1: a faithfully projected upstream failure may be READY when the host says so.
func TestAHostMayTakeAFailureAsReady(t *testing.T) {
	call := Call{ID: "call_1", Request: []byte(requests[QueryLogs]), Raw: []byte(`{"success":false}`), FailureIsReady: true}
	if p := run(t, QueryLogs, call); p.Status != Ready || class(p) != "EXECUTION" {
		t.Errorf("%s %v", p.Status, p.Failure)
	}
	call.Raw = []byte("no JSON")
	if p := run(t, QueryLogs, call); p.Status != Error {
		t.Error("an output that is not understood is READY")
	}
	call.Failed = FailureAuthorization
	if p := run(t, QueryLogs, call); p.Status != Ready || class(p) != "AUTHORIZATION" {
		t.Errorf("the host's own class: %s %v", p.Status, p.Failure)
	}
}

// Section 2: the ID comes out as it went in, or the result is an ERROR without one.
func TestCallIDsAreKeptByteForByteOrMissing(t *testing.T) {
	raw := `{"logs":[],"tool_call_id":"other","id":"other"}`
	for _, id := range []string{"call_1", " call ", `q"\/'`, "👩‍👩‍👧", "cáll", "ca\u0301ll", strings.Repeat("x", 1500), strings.Repeat("步", 2048), "\u200b", "\ufeff", "<&>\u2028"} {
		p := run(t, QueryLogs, Call{ID: id, Request: []byte(requests[QueryLogs]), Raw: []byte(raw)})
		for _, doc := range []json.RawMessage{p.Result, p.Control, p.Observation} {
			var v struct {
				ID string `json:"tool_call_id"`
			}
			if err := json.Unmarshal(doc, &v); err != nil || v.ID != id {
				t.Errorf("%.20q comes out as %.20q", id, v.ID)
			}
		}
	}
	for _, id := range []string{"", " ", "\u3000\u2003", "a\nb", "a\x00", "\x7f", "a\u0085b", strings.Repeat("x", 2049), "a\xffb", "\ud7ff\xed\xa0\x80"} {
		p := run(t, QueryLogs, Call{ID: id, Request: []byte(requests[QueryLogs]), Raw: []byte(`{"logs":[{"timestamp":"2026-03-01 10:15:02","message":"m"}]}`)})
		if class(p) != "SCHEMA" || strings.Contains(string(p.AppendJSON(nil)), "tool_call_id") {
			t.Errorf("%.20q: %s", id, p.AppendJSON(nil))
		}
		if p.ScopeFingerprint == "" || !strings.Contains(string(p.Result), `"query":"basket"`) {
			t.Errorf("%.20q: the request is valid and not shown", id)
		}
	}
}

// Section 2: a request with a call ID in it is invalid; what it asked is then not shown.
func TestAnInvalidRequestIsAnErrorWithoutScope(t *testing.T) {
	for _, req := range []string{"", "{", `{"query":"x","topic":"APPLICATION","tool_call_id":"call_1"}`, `{"query":"x"}`, `{"query":"x","topic":"OTHER"}`, `{"query":"x","topic":"APPLICATION","lookback_minutes":0}`, `{"query":"x","query":"y","topic":"APPLICATION"}`} {
		p := run(t, QueryLogs, Call{ID: "call_1", Request: []byte(req), Raw: []byte(`{"logs":[]}`)})
		if class(p) != "SCHEMA" || strings.Contains(string(p.Control), "scope") || strings.Contains(string(p.Result), "source_kind") || !strings.Contains(string(p.Result), `"tool_call_id":"call_1"`) {
			t.Errorf("%q: %s", req, p.AppendJSON(nil))
		}
	}
}

// Sections 3 and 13: excerpts, identifiers, sources, and what makes an entry unusable.
func TestKnowledgeIsCarriedExactly(t *testing.T) {
	long := strings.Repeat("步", 1999) + "👩‍👩‍👧" + "x"
	raw := fmt.Sprintf(`{"evidence_blocks":[
		{"document_id":"a","source":"s3://bucket/dir/a.md","title":"T","breadcrumb":"A > B","content":"  token=abc\r\n stays "},
		{"document_id":"b","content":%q},
		{"document_id":7,"content":"number"},
		{"document_id":null,"source":"https://host/x/drain.md?q=1","content":"from source"},
		{"document_id":" ","source":"https://host","content":"no id"},
		{"document_id":"e","content":" \u00a0"},
		{"document_id":"f"}, null, "text", 5, [],
		{"document_id":%q,"content":"id too long"},
		{"document_id":"k","title":%q,"content":"-----BEGIN RSA PRIVATE KEY-----\nMII"}
	]}`, long, strings.Repeat("i", 513), strings.Repeat("t", 600))
	p := ask(t, LookupKnowledge, raw)
	v := knowledgeOf(t, p)
	if len(v.Evidence) != 5 || !v.Truncated || v.ReturnedCount != 5 {
		t.Fatalf("%s", p.Result)
	}
	if e := v.Evidence[0]; e.Excerpt != "  token=abc\r\n stays " || e.Source != "a.md" || e.Breadcrumb != "A > B" {
		t.Errorf("%+v", e)
	}
	if got := v.Evidence[1].Excerpt; got != strings.Repeat("步", 1999) {
		t.Errorf("an excerpt of %d bytes ends with %q", len(got), got[len(got)-12:])
	}
	if v.Evidence[2].DocumentID != "7" || v.Evidence[3].DocumentID != "drain.md" || v.Evidence[3].Source != "drain.md" || len(v.Evidence[4].Title) != 512 {
		t.Errorf("%+v", v.Evidence[2:])
	}
	if got, want := codes(p), "unusable_entry $.evidence_blocks[4] 8, private_key $.evidence_blocks[12] 1"; got != want {
		t.Errorf("notices %s, want %s", got, want)
	}
	if p.EvidenceRefs[0].RawPath != "$.evidence_blocks[0]" || !strings.HasPrefix(p.EvidenceRefs[0].Text, "T | a.md | ") {
		t.Errorf("%+v", p.EvidenceRefs[0])
	}
}

// Section 3: relevance is normalized or left out, and is no evidence.
func TestRelevanceIsNormalizedAndNoEvidence(t *testing.T) {
	for members, want := range map[string]string{
		`"relevanceLevel":"high"`: "HIGH", `"relevance_level":" Medium\n"`: "MEDIUM", `"relevanceLevel":"LOW","relevance_level":"low"`: "LOW",
		`"relevanceLevel":"nearly"`: " relevance_unrecognized $ 1", `"relevanceLevel":"high","relevance_level":"low"`: " relevance_conflict $ 1", `"relevanceLevel":3`: " relevance_unrecognized $ 1", `"relevanceLevel":null`: "", `"x":1`: "",
	} {
		p := ask(t, LookupKnowledge, `{`+members+`,"evidence_blocks":[]}`)
		v := knowledgeOf(t, p)
		level, _ := v.RelevanceLevel.Get()
		got := string(level)
		if c := codes(p); c != "" {
			got += " " + c
		}
		if got != want || v.EvidenceStatus != aci.EvidenceStatusNoEvidence {
			t.Errorf("%s: %q and %s, want %q", members, got, v.EvidenceStatus, want)
		}
	}
}

// Sections 4 and 13: times, levels, masking, order, counts.
func TestLogsBecomeATimeline(t *testing.T) {
	p := ask(t, QueryLogs, `{"total":9,"evidence_status":"no_evidence","logs":[
		{"timestamp":"2026-04-02T09:00:00+02:00","level":"warning","service":"basket","message":"second"},
		{"timestamp":"2026-04-02 06:59:59.125","level":"info","service":"basket","message":"first"},
		null, {"message":"no time"}, {"timestamp":"2026-04-02T07:00:01Z","message":" "}, {"timestamp":"yesterday","message":"x"},
		{"timestamp":"2026-04-02T07:00:01Z","level":"purple","message":"login with password=Tu1ip at postgres://a:Tu1ip@pg/c"}]}`)
	v := logsOf(t, p)
	if v.MatchCount != 5 || v.ReturnedCount != 3 || !v.Truncated || len(v.Patterns) != 3 {
		t.Errorf("%s", p.Result)
	}
	want := `[{"timestamp":"2026-04-02T06:59:59.125Z","level":"INFO","service":"basket","message":"first"},{"timestamp":"2026-04-02T07:00:00Z","level":"WARN","service":"basket","message":"second"},{"timestamp":"2026-04-02T07:00:01Z","level":"UNKNOWN","service":"","message":"login with password=*** at postgres://***@pg/c"}]`
	if !strings.Contains(string(p.Result), want) {
		t.Errorf("%s", p.Result)
	}
	if strings.Contains(string(p.AppendJSON(nil)), "Tu1ip") {
		t.Error("a credential leaks")
	}
	if got, want := codes(p), "unusable_entry $.logs[2] 4, masked_value $.logs[6] 2, evidence_beside_none $ 1"; got != want {
		t.Errorf("notices %s, want %s", got, want)
	}
	if len(p.EvidenceRefs) != 6 || p.EvidenceRefs[5].RawPath != "$.logs[6]" || p.EvidenceRefs[2].Text != "no time" {
		t.Errorf("%+v", p.EvidenceRefs)
	}
}

// Section 4: the choice of events keeps every listed pattern visible, then the newest.
func TestEventsKeepEveryPatternVisible(t *testing.T) {
	var logs []string
	for i := range 80 {
		logs = append(logs, fmt.Sprintf(`{"timestamp":"2026-04-02T07:%02d:00Z","message":"basket %d saved"}`, i%60, i))
	}
	logs = append(logs, `{"timestamp":"2026-04-02T06:00:00Z","message":"certificate expires soon"}`)
	p := ask(t, QueryLogs, `{"logs":[`+strings.Join(logs, ",")+`]}`)
	v := logsOf(t, p)
	if len(v.Events) != 50 || v.Events[0].Message != "certificate expires soon" || v.Events[1].Message != "basket 0 saved" || v.MatchCount != 81 || !v.Truncated {
		t.Errorf("%+v", v.Events[:3])
	}
	if v.Patterns[0].Pattern != "basket <*> saved" || v.Patterns[0].Count != 80 || v.Patterns[1].Count != 1 {
		t.Errorf("%+v", v.Patterns)
	}
	for i := 1; i < len(v.Events); i++ {
		if v.Events[i].Timestamp < v.Events[i-1].Timestamp {
			t.Error("the events are not in order")
		}
	}
}

// Sections 5 and 13: rows.
func TestRowsAreExact(t *testing.T) {
	for raw, want := range map[string]string{
		`{"columns":["id","id","t"],"rows":[[18446744073709551615,-0,19.990],[1e400,null,"0.10"],[true,"",9007199254740993]]}`: `"columns":["id","id","t"],"rows":[[18446744073709551615,-0,19.990],[1e400,null,"0.10"],[true,"",9007199254740993]],"returned_count":3,"truncated":false`,
		`{"columns":["b","a"],"rows":[{"a":1,"b":2},{"a":3},{"x":1}]}`:                                                         `"columns":["b","a"],"rows":[[2,1],[null,3],[null,null]],"returned_count":3,"truncated":false`,
		`{"rows":[{"a":1,"b":[1.50, {"c" : "d e"}]}]}`:                                                                         `"columns":["a","b"],"rows":[[1,"[1.50,{\"c\":\"d e\"}]"]],"returned_count":1,"truncated":false`,
		`{"columns":["a"],"rows":[[1],[],[1,2],null,5,[2]]}`:                                                                   `"columns":["a"],"rows":[[1],[2]],"returned_count":2,"truncated":false`,
		`{"columns":["a","b"],"rows":[]}`:                                                                                      `"columns":["a","b"],"rows":[],"returned_count":0,"truncated":false`,
	} {
		if p := ask(t, QueryMySQL, raw); !strings.Contains(string(p.Result), want) {
			t.Errorf("%s\ngives %s\nwant  %s", raw, p.Result, want)
		}
	}
	for raw, want := range map[string]string{
		`{"columns":["` + strings.Repeat("c", 513) + `"],"rows":[[1]]}`: "PROJECTION", `{"columns":[1],"rows":[[1]]}`: "SCHEMA", `{"columns":["a"],"rows":{}}`: "SCHEMA", `{"rows":[[1]]}`: "SCHEMA",
	} {
		if p := ask(t, QueryMySQL, raw); class(p) != want {
			t.Errorf("%.60s is %s, want %s", raw, class(p), want)
		}
	}
}

// Section 6: what is cut is said; unusable entries are no truncation.
func TestTruncatedSaysThatSomethingWasCut(t *testing.T) {
	wide := func(n int) string {
		return `["` + strings.TrimSuffix(strings.Repeat(`c","`, n), `","`) + `"]`
	}
	for _, test := range []struct {
		tool Tool
		raw  string
		want bool
	}{
		{QueryMySQL, `{"columns":["a"],"rows":[` + strings.Repeat("[1],", 99) + `[1]]}`, false},
		{QueryMySQL, `{"columns":["a"],"rows":[` + strings.Repeat("[1],", 100) + `[1]]}`, true},
		{QueryMySQL, `{"columns":` + wide(65) + `,"rows":[[` + strings.Repeat("1,", 64) + `1]]}`, true},
		{QueryMySQL, `{"columns":["a"],"rows":[["` + strings.Repeat("x", 1001) + `"]]}`, true},
		{QueryMySQL, `{"columns":["a"],"rows":[[1],[1,2]]}`, false},
		{QueryMySQL, `{"columns":["a"],"rows":[[1]],"total":2}`, true},
		{QueryLogs, `{"logs":[{"timestamp":"2026-03-01 10:15:02","message":"` + strings.Repeat("x", 1001) + `"}]}`, true},
		{QueryLogs, `{"logs":[{"timestamp":"2026-03-01 10:15:02","message":"m"}],"partial":true}`, true},
		{QueryLogs, `{"logs":[{"timestamp":"2026-03-01 10:15:02","message":"m"},{}],"total":2}`, false},
		{LookupKnowledge, `{"evidence_blocks":[` + strings.Repeat(`{"document_id":"a","content":"c"},`, 8) + `{"document_id":"a"}]}`, false},
		{LookupKnowledge, `{"evidence_blocks":[` + strings.Repeat(`{"document_id":"a","content":"c"},`, 8) + `{"document_id":"a","content":"c"}]}`, true},
	} {
		p := ask(t, test.tool, test.raw)
		if got := strings.Contains(string(p.Result), `"truncated":true`); got != test.want || p.Failure != nil {
			t.Errorf("%.80s: %v %v", test.raw, got, p.Failure)
		}
	}
}

// Section 7: over the budget whole items go, only the observation says so.
func TestTheObservationKeepsItsBudget(t *testing.T) {
	rows := `{"columns":["n"],"rows":[` + strings.TrimSuffix(strings.Repeat(`["`+strings.Repeat("账", 1000)+`"],`, 9), ",") + `]}`
	p := ask(t, QueryMySQL, rows)
	if len(p.Observation) > 16384 || strings.Count(string(p.Observation), "账账") == 0 || !strings.Contains(string(p.Observation), `"truncated":true`) || strings.Contains(string(p.Result), `"truncated":true`) {
		t.Errorf("%d bytes", len(p.Observation))
	}
	var v aci.QueryMysqlObservation
	if err := v.UnmarshalJSON(p.Observation); err != nil || len(v.Rows) != 5 {
		t.Errorf("%d rows (%v)", len(v.Rows), err)
	}
	small := *Default()
	for _, budget := range []int{256, 300, 400, 700, 1500, 4000, 9000} {
		small.budget = budget
		for tool, raw := range map[Tool]string{QueryMySQL: rows, QueryLogs: logOutput(200), LookupKnowledge: `{"evidence_blocks":[{"document_id":"a","content":"` + strings.Repeat("👩‍👩‍👧", 300) + `"},{"document_id":"b","content":"` + strings.Repeat(`\"`, 700) + `"}]}`} {
			p := small.Project(tool, Call{ID: "c", Request: []byte(requests[tool]), Raw: []byte(raw)})
			if p.Failure != nil {
				if class(p) != "PROJECTION" || budget > 500 {
					t.Errorf("%s within %d bytes: %v", tool, budget, p.Failure)
				}
				for r, doc := range map[role]json.RawMessage{result: p.Result, control: p.Control, observation: p.Observation} {
					if err := generated[tool][r](doc); err != nil {
						t.Errorf("%s within %d bytes: the ERROR's %s is not valid: %v", tool, budget, roleNames[r], err)
					}
				}
				continue
			}
			if len(p.Observation) > budget || generated[tool][observation](p.Observation) != nil {
				t.Errorf("%s within %d bytes has %d: %s", tool, budget, len(p.Observation), p.Observation)
			}
		}
	}
}

// Section 8: metrics have references alone.
func TestMetricsHaveReferencesAlone(t *testing.T) {
	p := Project(QueryMetrics, Call{ID: "c", Raw: []byte(`{"alerts":[{"alert_name":"DiskFull","state":"firing","service":"basket","current_value":"97%","duration":"8m"},{},{"state":" "},{"alert_name":"Queue"}]}`)})
	if p.Result != nil || fmt.Sprint(p.EvidenceRefs) != "[{$.alerts[0] DiskFull | firing | basket | 97% | 8m} {$.alerts[3] Queue}]" {
		t.Errorf("%+v", p)
	}
	if p := Project(QueryMetrics, Call{Raw: []byte(`{"alerts":[{"alert_name":"x"}]}`)}); class(p) != "SCHEMA" || len(p.EvidenceRefs) != 0 {
		t.Errorf("without an ID: %+v", p)
	}
}

// Section 7: the fingerprint is that of the scope.
func TestTheFingerprintIsThatOfTheScope(t *testing.T) {
	print := func(tool Tool, request string) string {
		return run(t, tool, Call{ID: "c", Request: []byte(request), Raw: []byte(`{}`)}).ScopeFingerprint
	}
	same := [][]string{
		{`{"query":"a b"}`, ` { "query" : " a \t b\u3000" } `, `{"query":"a\u0020b"}`},
		{`{"query":"\"a  b\" c"}`, `{"query":" \"a  b\"   c "}`},
		{`{"topic":"APPLICATION","query":"x"}`, `{"query":"x","topic":"APPLICATION","lookback_minutes":60}`, `{"query":"x","topic":"APPLICATION","lookback_minutes":6.0e1}`},
		{`{"data_source":"d","sql":"SELECT  1\n FROM t"}`, `{"data_source":"d","sql":" SELECT 1 FROM t ","params":[]}`},
		{`{"data_source":"d","sql":"SELECT ?","params":[1]}`, `{"data_source":"d","sql":"SELECT ?","params":[1.0]}`, `{"data_source":"d","sql":"SELECT ?","params":[10e-1]}`},
		{`{"data_source":"d","sql":"SELECT 1 -- c\nFROM t"}`, `{"data_source":"d","sql":"SELECT 1   -- c\n  FROM t"}`},
	}
	seen := map[string]string{}
	for _, group := range same {
		tool := LookupKnowledge
		switch {
		case strings.Contains(group[0], "topic"):
			tool = QueryLogs
		case strings.Contains(group[0], "sql"):
			tool = QueryMySQL
		}
		first := print(tool, group[0])
		if len(first) != 64 || seen[first] != "" {
			t.Errorf("%s has %s, as %s has", group[0], first, seen[first])
		}
		seen[first] = group[0]
		for _, other := range group[1:] {
			if got := print(tool, other); got != first {
				t.Errorf("%s and %s differ", group[0], other)
			}
		}
	}
	for _, pair := range [][2]string{
		{`{"query":"\"a  b\""}`, `{"query":"\"a b\""}`}, {`{"query":"a b"}`, `{"query":"ab"}`}, {`{"query":"a"}`, `{"query":"A"}`}, {`{"query":"\"a  b"}`, `{"query":"a  \"b"}`},
	} {
		if print(LookupKnowledge, pair[0]) == print(LookupKnowledge, pair[1]) {
			t.Errorf("%s and %s are the same", pair[0], pair[1])
		}
	}
	sql := func(s, params string) string {
		return print(QueryMySQL, `{"data_source":"d","sql":`+string(kernel.AppendText(nil, s))+`,"params":`+params+`}`)
	}
	for _, pair := range [][2]string{
		{"SELECT 'a  b'", "SELECT 'a b'"}, {"SELECT `a  b`", "SELECT `a b`"}, {"SELECT \"a  b\"", "SELECT \"a b\""}, {"SELECT 'a''  b'", "SELECT 'a'' b'"}, {`SELECT 'a\'  b'`, `SELECT 'a\' b'`}, {"SELECT 1 -- c\nFROM t", "SELECT 1 -- c FROM t"},
		{"SELECT 1 # c\nFROM t", "SELECT 1 # c FROM t"}, {"SELECT /* a  b */ 1", "SELECT /* a b */ 1"}, {"SELECT 'open  x", "SELECT 'open x"}, {"SELECT a", "select a"},
	} {
		if sql(pair[0], "[]") == sql(pair[1], "[]") {
			t.Errorf("%q and %q are the same", pair[0], pair[1])
		}
	}
	if sql("SELECT ?", "[1]") == sql("SELECT ?", `["1"]`) || sql("SELECT ?", "[9007199254740993]") == sql("SELECT ?", "[9007199254740992]") || sql("SELECT ?", "[null]") == sql("SELECT ?", "[false]") {
		t.Error("other params are the same scope")
	}
	if sql("a--  b", "[]") != sql("a-- b", "[]") && sql("a--1", "[]") == sql("a--2", "[]") {
		t.Error("-- without white space is no comment")
	}
	if print(LookupKnowledge, `{"query":"SELECT"}`) == print(QueryMySQL, `{"data_source":"d","sql":"SELECT"}`) {
		t.Error("the tool does not count")
	}
}

// Section 12: JSON inside a string and MCP results do not show in the paths.
func TestWrappingDoesNotShowInPaths(t *testing.T) {
	raw := `{"columns":["a"],"rows":[[null],[1]]}`
	quoted := string(kernel.AppendText(nil, raw))
	for _, wrapped := range []string{raw, quoted, string(kernel.AppendText(nil, quoted)), `{"content":[{"type":"text","text":` + quoted + `}]}`, `{"content":[],"structuredContent":` + raw + `,"isError":false}`, `{"jsonrpc":"2.0","id":1,"result":` + raw + `}`} {
		p := ask(t, QueryMySQL, wrapped)
		if len(p.EvidenceRefs) != 1 || p.EvidenceRefs[0] != (EvidenceRef{"$.rows[1]", "a = 1"}) {
			t.Errorf("%s: %+v", wrapped, p.EvidenceRefs)
		}
	}
}

func TestAnUnknownToolIsAnErrorWithoutDocuments(t *testing.T) {
	if p := Project("query_graph", Call{ID: "c"}); p.Status != Error || p.Result != nil || class(p) != "SCHEMA" {
		t.Errorf("%+v", p)
	}
}

func TestMessagesAreFixedAndShort(t *testing.T) {
	for reason, message := range reasonMessages {
		if message == "" || len(message) > 200 || reason.Class() == "" {
			t.Errorf("%d: %q", reason, message)
		}
	}
	p := ask(t, LookupKnowledge, "[]")
	if !strings.Contains(p.Failure.Message, "langchain, llama-index, milvus, spring-ai") {
		t.Errorf("an ambiguous shape says %q", p.Failure.Message)
	}
}
