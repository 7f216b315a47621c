package compat

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

func load(t testing.TB, text string) Side {
	t.Helper()
	set, findings := schema.Load([]schema.File{{Path: "s.schema.json", Read: func() ([]byte, error) { return []byte(text), nil }}}, nil, schema.Options{Pattern: pattern.Verdicts()})
	if len(findings) > 0 {
		t.Fatalf("%s: %v", text, findings)
	}
	return Side{Set: set, Schema: set.Documents[0].Root}
}

// TestPairs asks of each pair whether b accepts all that a accepts. A witness of ""
// says that it does.
func TestPairs(t *testing.T) {
	tests := []struct{ name, a, b, witness string }{
		{"the same schema", `{"type":"string"}`, `{"type":"string"}`, ""},
		{"anything against a type", `true`, `{"type":"string"}`, "null"},
		{"nothing against anything", `false`, `{"type":"string"}`, ""},
		{"a type less", `{"type":["string","null"]}`, `{"type":"string"}`, "null"},
		{"integers are numbers", `{"type":"integer"}`, `{"type":"number"}`, ""},
		{"numbers are no integers", `{"type":"number"}`, `{"type":"integer"}`, "0.1"},
		{"1.0 is 1", `{"const":1.0}`, `{"enum":[1]}`, ""},

		{"a longer string", `{"type":"string","maxLength":3}`, `{"type":"string","maxLength":2}`, `"aaa"`},
		{"a shorter string", `{"type":"string"}`, `{"type":"string","minLength":1}`, `""`},
		{"an empty range of lengths", `{"type":"string","minLength":3,"maxLength":2}`, `false`, ""},
		{"patterns of one language", `{"type":"string","pattern":"^[0-9]{2}$"}`, `{"type":"string","pattern":"^\\d\\d$"}`, ""},
		{"a pattern within another", `{"type":"string","pattern":"^ab+$"}`, `{"type":"string","pattern":"^a"}`, ""},
		{"a pattern beyond another", `{"type":"string","pattern":"^ab*$"}`, `{"type":"string","pattern":"^ab+$"}`, `"a"`},
		{"a pattern bounds the length", `{"type":"string","pattern":"^a{0,4}$"}`, `{"type":"string","maxLength":4}`, ""},
		{"a pattern beside a length", `{"type":"string","pattern":"^(ab)*$","minLength":3}`, `{"type":"string","minLength":4}`, ""},
		{"a pattern that leaves one text out", `{"type":"string","pattern":"^[ab]$","not":{"const":"a"}}`, `{"const":"b"}`, ""},
		{"a format within its pattern", `{"type":"string","format":"date"}`, `{"pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}`, ""},
		{"a pattern beyond its format", `{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}`, `{"format":"date"}`, `"0000-00-00"`},
		{"a date has ten characters", `{"type":"string","format":"date"}`, `{"maxLength":10,"minLength":10}`, ""},
		{"a date-time is no date", `{"type":"string","format":"date-time"}`, `{"format":"date"}`, `"2026-01-01T00:00:00Z"`},
		{"a leap day", `{"type":"string","format":"date","pattern":"-02-29$"}`, `{"pattern":"^(....)-..-..$"}`, ""},
		{"no leap day in 1900", `{"type":"string","format":"date","pattern":"^1900-02-29$"}`, `false`, ""},

		{"a greater maximum", `{"type":"integer","maximum":10}`, `{"type":"integer","maximum":9}`, "10"},
		{"bounds of integers", `{"type":"integer","exclusiveMinimum":0,"maximum":3}`, `{"enum":[1,2,3]}`, ""},
		{"bounds of numbers", `{"type":"number","exclusiveMinimum":0,"maximum":3}`, `{"type":"number","minimum":1}`, "0.1"},
		{"an open end", `{"type":"number","maximum":3}`, `{"type":"number","exclusiveMaximum":3}`, "3"},
		{"multiples of multiples", `{"type":"integer","multipleOf":6}`, `{"multipleOf":3}`, ""},
		{"multiples of both are multiples of their product", `{"allOf":[{"multipleOf":4},{"multipleOf":6}],"type":"integer"}`, `{"multipleOf":12}`, ""},
		{"multiples that are none", `{"type":"integer","multipleOf":3}`, `{"multipleOf":6}`, "3"},
		{"no multiple in between", `{"type":"integer","multipleOf":10,"minimum":11,"maximum":19}`, `false`, ""},
		{"tenths", `{"type":"number","multipleOf":0.1,"minimum":0,"maximum":0.3}`, `{"enum":[0,0.1,0.2,0.3]}`, ""},
		{"numbers beyond floats", `{"const":9007199254740993}`, `{"const":9007199254740992}`, "9007199254740993"},
		{"a narrow gap", `{"type":"number","minimum":0.12345,"maximum":0.12346}`, `{"const":0.12345}`, "0.12346"},

		{"an optional property more in a closed object", `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"additionalProperties":false}`, `{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":false}`, `{"b":0}`},
		{"an optional property that nothing satisfies", `{"type":"object","properties":{"a":{"type":"integer"},"b":false},"additionalProperties":false}`, `{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":false}`, ""},
		{"a property that is no longer required", `{"type":"object","properties":{"a":{"type":"integer"}}}`, `{"type":"object","required":["a"]}`, `{}`},
		{"required and then another", `{"required":["foo"],"type":"object"}`, `{"required":["bar"],"type":"object"}`, `{"foo":null}`},
		{"allOf written out", `{"allOf":[{"type":"object","required":["a"]},{"properties":{"a":{"type":"string"}}}]}`, `{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}`, ""},
		{"a reference written out", `{"$ref":"#/$defs/x","$defs":{"x":{"type":"string","maxLength":3}}}`, `{"maxLength":3,"type":"string"}`, ""},
		{"names by a pattern", `{"type":"object","patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, `{"type":"object","additionalProperties":{"type":"integer"}}`, ""},
		{"names by a pattern that is wider", `{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}`, `{"type":"object","patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, `{"x":0}`},
		{"names that propertyNames forbids", `{"type":"object","propertyNames":{"enum":["a","b"]}}`, `{"type":"object","maxProperties":2}`, ""},
		{"a name too many", `{"type":"object","propertyNames":{"enum":["a","b","c"]}}`, `{"type":"object","maxProperties":2}`, `{"a":null,"b":null,"c":null}`},
		{"dependentRequired as a condition", `{"type":"object","dependentRequired":{"a":["b"]}}`, `{"if":{"required":["a"]},"then":{"required":["b"]}}`, ""},
		{"a dependency that is new", `{"type":"object"}`, `{"dependentRequired":{"a":["b"]}}`, `{"a":null}`},
		{"as many properties as there must be", `{"type":"object","minProperties":2}`, `{"type":"object","minProperties":3}`, `{"a":null,"b":null}`},

		{"an array that is longer", `{"type":"array","maxItems":2}`, `{"type":"array","maxItems":1}`, `[null,null]`},
		{"elements of another type", `{"type":"array","items":{"type":["integer","string"]}}`, `{"type":"array","items":{"type":"integer"}}`, `[""]`},
		{"a tuple that maxItems closes", `{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false}`, `{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"maxItems":2}`, ""},
		{"the second element", `{"type":"array","items":{"type":"integer"}}`, `{"prefixItems":[true,{"type":"string"}]}`, `[0,0]`},
		{"unique booleans are two at most", `{"type":"array","items":{"type":"boolean"},"uniqueItems":true}`, `{"type":"array","maxItems":2}`, ""},
		{"unique values of an enum", `{"type":"array","items":{"enum":[1,2,3]},"uniqueItems":true,"minItems":3}`, `{"contains":{"const":2}}`, ""},
		{"twice the same", `{"type":"array"}`, `{"uniqueItems":true}`, `[null,null]`},
		{"contains and its elements", `{"type":"array","contains":{"type":"integer"}}`, `{"type":"array","minItems":1}`, ""},
		{"contains more often", `{"type":"array","contains":{"const":1},"minContains":2}`, `{"type":"array","contains":{"const":1},"minContains":3}`, `[1,1]`},
		{"contains as a count of elements", `{"type":"array","items":{"type":"integer"},"contains":true,"maxContains":2}`, `{"maxItems":2}`, ""},

		{"a union by a tag", `{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"integer"}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"const":"b"}},"required":["k"],"additionalProperties":false}]}`,
			`{"anyOf":[{"type":"object","properties":{"k":{"const":"b"}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"const":"a"},"x":{"type":"integer"}},"required":["k"],"additionalProperties":false}]}`, ""},
		{"a branch more", `{"anyOf":[{"type":"integer"},{"type":"string"}]}`, `{"anyOf":[{"type":"integer"}]}`, `""`},
		{"oneOf of what overlaps", `{"type":"integer"}`, `{"oneOf":[{"minimum":0},{"maximum":5}]}`, "0"},
		{"oneOf of what does not", `{"type":"integer"}`, `{"oneOf":[{"minimum":0},{"exclusiveMaximum":0}]}`, ""},
		{"not not", `{"type":"integer"}`, `{"not":{"not":{"type":"integer"}}}`, ""},
		{"if on both sides", `{"type":"integer","if":{"minimum":5},"then":{"maximum":9},"else":{"minimum":1}}`, `{"minimum":1,"maximum":9}`, ""},
		{"an enum is a union of constants", `{"enum":["a","b",{"c":[1]}]}`, `{"anyOf":[{"const":"b"},{"const":{"c":[1.0]}},{"const":"a"}]}`, ""},
		{"an object among the values", `{"enum":[{"a":1}]}`, `{"properties":{"a":{"type":"string"}}}`, `{"a":1}`},

		{"a tree", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"l":{"$ref":"#/$defs/t"},"v":{"type":"integer"}},"additionalProperties":false}}}`,
			`{"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"v":{"type":"integer"},"l":{"$ref":"#/$defs/n"}},"additionalProperties":false}}}`, ""},
		{"a tree of other leaves", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"l":{"$ref":"#/$defs/t"},"v":{"type":"integer"}}}}}`,
			`{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"l":{"$ref":"#/$defs/t"},"v":{"type":"string"}}}}}`, `{"v":0}`},
		{"a tree that has no end", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"l":{"$ref":"#/$defs/t"}},"required":["l"]}}}`, `false`, ""},
		{"lists of lists without end", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"array","items":{"$ref":"#/$defs/t"},"minItems":1}}}`, `{"type":"string"}`, ""},

		{"unevaluated as additional", `{"type":"object","properties":{"a":{"type":"integer"}},"unevaluatedProperties":false}`, `{"type":"object","properties":{"a":{"type":"integer"}},"additionalProperties":false}`, ""},
		{"unevaluated over a branch", `{"type":"object","anyOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":{"type":"integer"}}}],"unevaluatedProperties":false}`, `{"properties":{"b":{"type":"integer"}}}`, ""},

		{"a count that is tied", `{"type":"object","properties":{"n":{"type":"integer","x-aci-count-of":"l"},"l":{"type":"array","maxItems":3}},"required":["n","l"],"additionalProperties":false}`, `{"properties":{"n":{"maximum":3}}}`, ""},
		{"a count that was tied", `{"type":"object","properties":{"n":{"type":"integer"},"l":{"type":"array","maxItems":3}},"required":["n","l"]}`, `{"properties":{"n":{"type":"integer","x-aci-count-of":"l"},"l":{"type":"array"}}}`, `{"n":1,"l":[]}`},
		{"a longer list with its count", `{"type":"object","properties":{"n":{"type":"integer","x-aci-count-of":"l"},"l":{"type":"array","maxItems":3,"items":{"type":"null"}}},"required":["n","l"]}`, `{"properties":{"l":{"maxItems":2}}}`, `{"n":3,"l":[null,null,null]}`},
		{"at least another", `{"type":"object","properties":{"m":{"type":"integer","x-aci-at-least":"n"},"n":{"type":"integer","minimum":4}},"required":["m","n"]}`, `{"properties":{"m":{"minimum":4}}}`, ""},
		{"rows as wide as the columns", `{"type":"object","properties":{"c":{"type":"array","maxItems":1},"r":{"type":"array","items":{"type":"array"},"x-aci-row-width":"c"}},"required":["c","r"]}`, `{"properties":{"r":{"items":{"maxItems":1}}}}`, ""},
		{"rows that are no longer tied", `{"type":"object","properties":{"c":{"type":"array"},"r":{"type":"array","items":{"type":"array"}}}}`, `{"properties":{"c":{"type":"array"},"r":{"type":"array","items":{"type":"array"},"x-aci-row-width":"c"}}}`, `{"r":[[null]],"c":[]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Contains(load(t, test.a), load(t, test.b))
			if got.Verdict == Undecided || got.Witness != test.witness {
				t.Errorf("%v %s %s, want %q", got.Verdict, got.Witness, got.Reason, test.witness)
			}
		})
	}
}

// TestRealisticPairs are edits of tools' schemas, with the right answers: they come
// in lines of JSON, direction and expectation among them.
func TestRealisticPairs(t *testing.T) {
	path := "testdata/pairs.jsonl"
	if other := os.Getenv("ACIGEN_PAIRS"); other != "" {
		path = other
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<24)
	for scan.Scan() {
		var p struct {
			ID, Direction, Expect string
			Old, New              json.RawMessage
		}
		if err := json.Unmarshal(scan.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		from, to := load(t, string(p.Old)), load(t, string(p.New))
		if p.Direction == "result" {
			from, to = to, from
		}
		if got := Contains(from, to); got.Verdict.String() != p.Expect {
			t.Errorf("%s: %v, want %s: %s %s", p.ID, got.Verdict, p.Expect, got.Witness, got.Reason)
		}
	}
}

func TestWhatCannotBeComputedIsUndecided(t *testing.T) {
	for _, pair := range [][2]string{
		{`{"type":"number","minimum":1e99999}`, `{"type":"number","minimum":1e99998}`},
		{`{"type":"string","minLength":1000000,"pattern":"^(ab)*$"}`, `{"type":"string","pattern":"^(abab)*$"}`},
	} {
		got := Contains(load(t, pair[0]), load(t, pair[1]))
		if got.Verdict != Undecided || got.Reason == "" {
			t.Errorf("%v: %v %s", pair, got.Verdict, got.Witness)
		}
	}
}

func TestFormatsLieBetweenTheirLanguages(t *testing.T) {
	s := newSpace()
	for name := range regular {
		f := s.format(name)
		for _, text := range formatTexts {
			if f.within.match(text) && !hasFormat(name, text) {
				t.Errorf("%s: %q is within, and has it not", name, text)
			}
			if hasFormat(name, text) && !f.around.match(text) {
				t.Errorf("%s: %q has it, and is not around", name, text)
			}
		}
	}
}

var formatTexts = strings.Split("2026-01-01|2024-02-29|2026-02-29|1900-02-29|2000-02-29|0000-01-01|2026-13-01|10:00:00Z|10:00:00z|23:59:60Z|23:59:60+00:00|15:59:60-08:00|10:00:60Z|"+
	"10:00:00.123+02:00|10:00:00+24:00|2026-01-01T10:00:00Z|2026-01-01t10:00:00.5-01:30|2026-01-01 10:00:00Z|P1Y|P1Y2M3D|P1YT1H|PT1M|PT1H30S|P2W|P1W1D|P|PT|P1D2Y|P1Y1D|a@b|a.b@c.d|\"a b\"@c.d|"+
	"a@[127.0.0.1]|a@[IPv6:::1]|@b|a@|host|a.b-c|-a|a-|a..b|A.B|127.0.0.1|256.0.0.1|1.2.3|01.2.3.4|::|::1|1:2:3:4:5:6:7:8|1::8|::ffff:1.2.3.4|1:2|http://a/b?c#d|urn:a:b|a:|:a|http:// a|a/b|../x|#f|?q|%41|"+
	"%4|00000000-0000-0000-0000-000000000000|0000-0|/a/b|/a~0b|/a~2|a|/|//|[a-z]+|(|\\d||é|a\nb|/é/ü|p:", "|")
