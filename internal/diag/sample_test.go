package diag

import (
	"bytes"
	"strings"
	"testing"
)

// sampleInput is one call of Input, or of Add where it has no name.
type sampleInput struct {
	name     string
	record   int
	findings []Finding
}

// sample is the one set of findings that every form is held against: plain
// ones, ones with parts missing, duplicates, and ones made by an enemy.
func sample() []sampleInput {
	const resultSchema = "https://acigen.example/schemas/query_logs/result.schema.json"
	tooLong := Finding{
		Rule: "validate/maxLength", Message: "longer than 512 code points", Remedy: "cut the text at 512 code points",
		File: "fixtures/a.json", Line: 3, Column: 14,
		InstancePointer: "/evidence/0/excerpt", HasInstance: true,
		SchemaPointer: "/properties/evidence/items/properties/excerpt/maxLength", Schema: resultSchema, Keyword: "maxLength",
		Source: "\t\"excerpt\": \"訂單服務 👩‍👩‍👧 down\"", SourceColumn: 13,
	}
	afterWide := tooLong
	afterWide.Rule, afterWide.Severity, afterWide.Message, afterWide.Remedy = "lint/unknown-keyword", Warning, "the keyword is not known", ""
	afterWide.Column, afterWide.SourceColumn = 25, 25
	root := Finding{
		Rule: "validate/required", Message: `the property "evidence_status" is missing`, File: "fixtures/a.json", Line: 1, Column: 1,
		HasInstance: true, SchemaPointer: "/required", Schema: resultSchema, Keyword: "required", Source: "{", SourceColumn: 1,
	}

	oneLine := []byte(`{"logs":[` + strings.Repeat(`{"message":"x<y & z"},`, 40) + `{"message":7}]}`)
	source, column := Excerpt(oneLine, len(oneLine)-4)
	record := func(n int, f Finding) Finding {
		f.File, f.Record, f.Line, f.HasInstance = "logs/app.jsonl", n, n, true
		return f
	}

	hostile := "name\x1b[31m\r\n::error::forged\u202e\u009b2J ]]> <b>\"&\" 100% \ufffe\xff \U000e0041 a,b:c"
	return []sampleInput{
		{"fixtures/a.json", 0, []Finding{tooLong, root, afterWide, tooLong}},
		{"fixtures/b.json", 0, nil},
		{"logs/app.jsonl", 2, []Finding{
			record(2, Finding{
				Rule: "validate/type", Message: "a number where a string must be", Column: len(oneLine) - 3, InstancePointer: "/logs/40/message",
				SchemaPointer: "/properties/logs/items/properties/message/type", Schema: resultSchema, Keyword: "type",
				Source: source, SourceColumn: column,
			}),
			record(2, Finding{Rule: "validate/minItems", Message: "fewer than 50 items", Column: 9, InstancePointer: "/logs", Keyword: "minItems"}),
		}},
		{"logs/app.jsonl", 17, []Finding{record(17, Finding{
			Rule: "validate/json", Message: "a lone surrogate", Column: 1, Keyword: "json", Source: "\"\x1b]0;owned\a\xff\ttab\"", SourceColumn: 11,
		})}},
		{"logs/app.jsonl", 0, nil},
		{hostile, 0, []Finding{{
			Rule: "lint/leak", Severity: Warning, Message: hostile, Remedy: hostile, File: hostile, Line: 2, Column: 1,
			InstancePointer: "/" + hostile, HasInstance: true, SchemaPointer: "/" + hostile, Schema: hostile, Keyword: hostile,
			Source: hostile, SourceColumn: 6,
		}}},
		{"", 0, []Finding{
			{Rule: "check/enum", Severity: Info, Message: "a value was added", File: "./schemas/query logs/é:1.schema.json", SchemaPointer: "/properties/level/enum"},
			{Rule: "config/unknown-key", Message: `the key "targte" is not known`, Remedy: `did you mean "target"?`},
		}},
	}
}

// run prints the inputs as a command would and returns what was written.
func run(t *testing.T, format string, opts Options, inputs []sampleInput) string {
	t.Helper()
	var out bytes.Buffer
	r, err := NewReporter(format, &out, opts)
	if err != nil {
		t.Fatal(err)
	}
	feed(t, r, inputs)
	return out.String()
}

func feed(t *testing.T, r Reporter, inputs []sampleInput) {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var sum Summary
	check(r.Begin())
	for _, in := range inputs {
		findings := sum.Count(in.findings)
		switch {
		case in.name == "":
			check(r.Add(findings))
			continue
		case in.record == 0:
			sum.Inputs++
		default:
			sum.Records++
		}
		check(r.Input(in.name, in.record, findings))
	}
	check(r.End(sum))
}
