package lint_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/lint"
)

// project copies the contract of the evidence tools into a new folder.
func project(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "schemas"), os.DirFS("../../schemas")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"acigen.yaml", "descriptions.yaml"} {
		data, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// findings lints a project; what keeps it from loading is a finding, too.
func findings(t *testing.T, dir string, opts lint.Options) []diag.Finding {
	t.Helper()
	c, found := contract.Load(dir, contract.Options{Display: func(p string) string { return p }, Lenient: true})
	if c == nil {
		return found
	}
	return append(found, lint.Run(c, opts).Findings...)
}

func TestTheContractItselfLintsClean(t *testing.T) {
	if found := findings(t, project(t), lint.Options{}); len(found) > 0 {
		t.Errorf("%v", found)
	}
}

func TestSeededFaults(t *testing.T) {
	const (
		knowledge = "schemas/lookup_knowledge/result.schema.json"
		ask       = "schemas/lookup_knowledge/request.schema.json"
		logs      = "schemas/query_logs/result.schema.json"
		logsAsk   = "schemas/query_logs/request.schema.json"
		mysql     = "schemas/query_mysql/result.schema.json"
		mysqlAsk  = "schemas/query_mysql/request.schema.json"
		shared    = "schemas/common.schema.json"
		words     = "descriptions.yaml"
		config    = "acigen.yaml"
	)
	faults := []struct {
		name, file, old, new string
		rule                 string
		all                  bool // replace every occurrence
	}{
		{"no $schema", knowledge, `"$schema": "https://json-schema.org/draft/2020-12/schema",`, ``, "lint/dialect", false},
		{"an $id of another tool", knowledge, `schemas/lookup_knowledge/result.schema.json"`, `schemas/lookup_knowledges/result.schema.json"`, "lint/id", false},
		{"a keyword with a slip", ask, `"maxLength"`, `"maxLenght"`, "lint/unknown-keyword", false},
		{"a keyword of another tool", ask, `"minLength": 1,`, `"minLength": 1, "nullable": true,`, "lint/unknown-keyword", false},
		{"a format that nobody asserts", ask, `"minLength": 1,`, `"minLength": 1, "format": "text",`, "lint/unknown-format", false},
		{"an open request", ask, `"additionalProperties": false,`, ``, "lint/closed-object", false},
		{"a request that is open on purpose", ask, `"additionalProperties": false,`, `"additionalProperties": true,`, "lint/closed-object", false},
		{"an open result", knowledge, `"additionalProperties": false,`, ``, "lint/closed-object", false},
		{"an open item", knowledge, "\"type\": \"object\",\n        \"additionalProperties\": false,", `"type": "object",`, "lint/closed-object", false},
		{"a map without bound", knowledge, "\"type\": \"object\",\n        \"additionalProperties\": false,", `"type": "object", "additionalProperties": {"type": "boolean"},`, "lint/bounded-map", false},
		{"a string without bound", ask, `"maxLength": 512,`, ``, "lint/bounded-string", false},
		{"an excerpt without bound", knowledge, `"maxLength": 2000,`, ``, "lint/bounded-string", false},
		{"a cell without bound", mysql, "\"boolean\", \"null\"],\n          \"maxLength\": 1000", "\"boolean\", \"null\"],\n          \"minLength\": 0", "lint/bounded-string", false},
		{"a shared string without bound", shared, `"maxLength": 2048,`, ``, "lint/bounded-string", false},
		{"a list without bound", knowledge, `"maxItems": 8,`, ``, "lint/bounded-array", false},
		{"columns without bound", mysql, `"maxItems": 64,`, ``, "lint/bounded-array", false},
		{"rows without bound", mysql, `"maxItems": 100,`, ``, "lint/bounded-array", false},
		{"params without bound", mysqlAsk, `"maxItems": 64,`, ``, "lint/bounded-array", false},
		{"camel case", ask, `"query"`, `"queryText"`, "lint/snake-case", true},
		{"a capital letter", knowledge, `"breadcrumb"`, `"Breadcrumb"`, "lint/snake-case", true},
		{"a hyphen", knowledge, `"breadcrumb"`, `"bread-crumb"`, "lint/snake-case", true},
		{"anything", knowledge, `"excerpt": {`, `"anything": true, "excerpt": {`, "lint/boolean-schema", false},
		{"a forbidden property", knowledge, `"excerpt": {`, `"nothing": false, "excerpt": {`, "lint/boolean-schema", false},
		{"a property without type", knowledge, `"excerpt": {`, `"anything": {"description": "Anything."}, "excerpt": {`, "lint/typed", false},
		{"a class that languages differ on", mysqlAsk, `^[a-z][a-z0-9_]{0,62}$`, `^[a-z]\\w{0,62}$`, "lint/common-pattern", false},
		{"a word boundary", mysqlAsk, `^[a-z][a-z0-9_]{0,62}$`, `\\b[a-z]{0,62}$`, "lint/common-pattern", false},
		{"a Unicode property", mysqlAsk, `^[a-z][a-z0-9_]{0,62}$`, `^\\p{L}{0,62}$`, "lint/common-pattern", false},
		{"bounds that cross", ask, `"minLength": 1,`, `"minLength": 513,`, "lint/unsatisfiable", false},
		{"numbers that cross", logsAsk, `"minimum": 1,`, `"minimum": 20000,`, "lint/unsatisfiable", false},
		{"a pattern that is too long for its bound", mysqlAsk, `^[a-z][a-z0-9_]{0,62}$"`, `^[a-z]{90}$"`, "lint/unsatisfiable", false},
		{"a required property that a closed object does not have", ask, `"required": ["query"]`, `"required": ["query", "topic"]`, "lint/unsatisfiable", false},
		{"a branch that contradicts", knowledge, `"then": {
        "not": { "required": ["relevance_level"] },`, `"then": {
        "not": { "required": ["evidence_status"] },`, "lint/unsatisfiable", false},
		{"more elements than there may be", knowledge, `"evidence": { "minItems": 1 }`, `"evidence": { "minItems": 9 }`, "lint/dead-constraint", false},
		{"a bound of strings on a number", logsAsk, `"minimum": 1,`, `"minimum": 1, "maxLength": 5,`, "lint/dead-constraint", false},
		{"a bound of numbers on a string", ask, `"minLength": 1,`, `"minLength": 1, "minimum": 5,`, "lint/dead-constraint", false},
		{"then without if", ask, `"type": "object",`, `"type": "object", "then": {"required": ["query"]},`, "lint/dead-constraint", false},
		{"if without then", ask, `"type": "object",`, `"type": "object", "if": {"required": ["query"]},`, "lint/dead-constraint", false},
		{"minContains without contains", mysqlAsk, `"maxItems": 64,`, `"maxItems": 64, "minContains": 1,`, "lint/dead-constraint", false},
		{"a condition that nothing satisfies", knowledge, `"properties": { "evidence_status": { "const": "NO_EVIDENCE" } }`, `"properties": { "evidence_status": { "const": "NOTHING" } }`, "lint/dead-constraint", false},
		{"a value that the pattern rejects", knowledge, `"enum": ["HIGH", "MEDIUM", "LOW"]`, `"enum": ["HIGH", "MEDIUM", "LOW"], "maxLength": 4`, "lint/dead-constraint", false},
		{"two values that are one word", knowledge, `"enum": ["HIGH", "MEDIUM", "LOW"]`, `"enum": ["HIGH", "MEDIUM", "LOW", "low"]`, "lint/enum", false},
		{"values of two types", knowledge, "\"type\": \"string\",\n      \"enum\": [\"HIGH\", \"MEDIUM\", \"LOW\"]", `"enum": ["HIGH", "MEDIUM", 1]`, "lint/enum", false},
		{"a blank value", knowledge, `"enum": ["HIGH", "MEDIUM", "LOW"]`, `"enum": ["HIGH", "MEDIUM", ""]`, "lint/enum", false},
		{"two statuses in one enum", shared, `"NO_EVIDENCE",`, `"NO_EVIDENCE", "READY",`, "lint/enum-meaning", false},
		{"a default that is not valid", logsAsk, `"default": 60`, `"default": 0`, "lint/examples", false},
		{"an example that is not valid", ask, `"minLength": 1,`, `"minLength": 1, "examples": [""],`, "lint/examples", false},
		{"a count of a string", knowledge, `"x-aci-count-of": "evidence"`, `"x-aci-count-of": "query"`, "lint/relation", false},
		{"a property without views", knowledge, "\"returned_count\": {\n      \"x-aci-views\": [\"control\"],", `"returned_count": {`, "contract/", false},
		{"a count of nothing", knowledge, `"x-aci-count-of": "evidence",`, ``, "lint/count", false},
		{"a match count that is tied to nothing", logs, `"x-aci-at-least": "returned_count",`, ``, "lint/count", false},
		{"no call ID", mysql, `"tool_call_id"`, `"call_reference"`, "lint/call-id", true},
		{"a call ID that nobody requires", knowledge, `"required": ["tool_call_id", "query"],`, `"required": ["query"],`, "lint/call-id", false},
		{"a call ID that the model does not see", knowledge, "\"tool_call_id\": {\n      \"x-aci-views\": [\"control\", \"observation\"],", "\"tool_call_id\": {\n      \"x-aci-views\": [\"control\"],", "lint/call-id", false},
		{"a call ID in the request", ask, `"properties": {`, `"properties": { "tool_call_id": {"type": "string", "maxLength": 9},`, "lint/call-id-in-request", false},
		{"a root that is a union of types", ask, `"type": "object",`, `"type": ["object", "null"],`, "lint/object-root", false},
		{"a credential", mysqlAsk, `"data_source"`, `"api_key"`, "lint/field-name", true},
		{"a host", mysqlAsk, `"data_source"`, `"db_host"`, "lint/field-name", true},
		{"a region", logsAsk, `"topic"`, `"region"`, "lint/field-name", true},
		{"a score", knowledge, `"breadcrumb"`, `"score"`, "lint/field-name", true},
		{"a trace", knowledge, `"breadcrumb"`, `"retrieval_trace"`, "lint/field-name", true},
		{"no input in words", words, "    input: >-\n      Give one question or a few key terms.\n", "", "lint/described", false},
		{"nothing on what it cannot", words, "    cannot: >-\n      It cannot see live state: no logs, no metrics, no rows of a database. NO_EVIDENCE says only that nothing was found for this question.\n", "", "lint/described", false},
		{"too many words", words, "Give one question or a few key terms.", strings.Repeat("Give one question or a few key terms. ", 20), "lint/concise", false},
		{"Milvus", words, "Give one question", "It asks Milvus. Give one question", "lint/vocabulary", false},
		{"top-k", words, "Give one question", "With top-k. Give one question", "lint/vocabulary", false},
		{"topK", words, "Give one question", "With topK. Give one question", "lint/vocabulary", false},
		{"apiKey", words, "Give one question", "With an apiKey. Give one question", "lint/vocabulary", false},
		{"api_key", words, "Give one question", "With an api_key. Give one question", "lint/vocabulary", false},
		{"APIKEY", words, "Give one question", "With an APIKEY. Give one question", "lint/vocabulary", false},
		{"API keys", words, "Give one question", "With API keys. Give one question", "lint/vocabulary", false},
		{"full width", words, "Give one question", "With ｔｏｐＫ. Give one question", "lint/vocabulary", false},
		{"vectors in Chinese", words, "Give one question", "向量检索. Give one question", "lint/vocabulary", false},
		{"reranking in Chinese", words, "Give one question", "结果会重排. Give one question", "lint/vocabulary", false},
		{"an invisible character within a word", words, "Give one question", "It asks Mil\u200bvus. Give one question", "lint/vocabulary", false},
		{"ports", words, "Give one question", "Give host and port, one question", "lint/vocabulary", false},
		{"a limit of results", words, "Give one question", "There is a result limit. Give one question", "lint/vocabulary", false},
		{"a leak in the words on a field", words, "The question, or a few key terms, in any language.", "Sent to the reranker.", "lint/vocabulary", false},
		{"a leak in the words on an output", words, "An exact piece of the document, word for word.", "Chosen by embedding.", "lint/vocabulary", false},
		{"a suppression without reason", config, "version: 1", "version: 1\nlint: {suppress: [{rule: lint/typed}]}", "lint/suppression", false},
		{"a suppression of an unknown rule", config, "version: 1", "version: 1\nlint: {suppress: [{rule: lint/none, reason: x}]}", "lint/suppression", false},
		{"a suppression without use", config, "version: 1", "version: 1\nlint: {suppress: [{rule: lint/typed, reason: x}]}", "lint/unused-suppression", false},
	}
	found := map[string]bool{}
	t.Run("a file that is called almost like a role", func(t *testing.T) {
		dir := project(t)
		if err := os.Rename(filepath.Join(dir, filepath.FromSlash(mysql)), filepath.Join(dir, "schemas/query_mysql/results.schema.json")); err != nil {
			t.Fatal(err)
		}
		if got := findings(t, dir, lint.Options{}); !slices.ContainsFunc(got, func(f diag.Finding) bool { return f.Rule == "lint/file-name" && f.Line > 0 }) {
			t.Errorf("no lint/file-name: %v", got)
		}
		found["lint/file-name"] = true
	})
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			dir := project(t)
			name := filepath.Join(dir, filepath.FromSlash(fault.file))
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			if !strings.Contains(text, fault.old) {
				t.Fatalf("%s has no %q", fault.file, fault.old)
			}
			count := 1
			if fault.all {
				count = -1
			}
			text = strings.Replace(text, fault.old, fault.new, count)
			if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			got := findings(t, dir, lint.Options{})
			if !slices.ContainsFunc(got, func(f diag.Finding) bool { return strings.HasPrefix(f.Rule, fault.rule) && f.Line > 0 }) {
				t.Errorf("no %s: %v", fault.rule, got)
			}
			found[fault.rule] = true
		})
	}
	for _, r := range lint.Rules {
		if !found[r.ID] && !strings.HasPrefix(r.ID, "lint/provider") && r.ID != "lint/views" {
			t.Errorf("no fault is seeded for %s", r.ID)
		}
	}
}
