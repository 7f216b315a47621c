package validate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// load compiles a schema text.
func load(t testing.TB, text string) *Validator {
	t.Helper()
	set, findings := schema.Load([]schema.File{{Path: "s.json", Read: func() ([]byte, error) { return []byte(text), nil }}}, nil, schema.Options{})
	if set == nil {
		t.Fatalf("the schema does not load: %v", findings)
	}
	v, findings := New(set, set.Document("s.json").Root, Terms{})
	if v == nil {
		t.Fatalf("the schema has no verdict: %v", findings)
	}
	return v
}

func TestTheSecondEngineAnswers(t *testing.T) {
	const relations = `{"properties": {"a": {"x-aci-count-of": "b"}, "b": {}, "c": {"x-aci-at-least": "a"}, "r": {"x-aci-row-width": "b"}}}`
	for _, c := range []struct {
		name, schema, text string
		want               answer
	}{
		{"a valid instance", `{"type": "object"}`, `{}`, isValid},
		{"an invalid instance", `{"type": "object"}`, `1`, isInvalid},
		{"an empty enum", `{"enum": []}`, `1`, isInvalid},
		{"an empty enum beside not", `{"enum": [], "not": {"type": "string"}}`, `1`, noAnswer},
		{"a pattern that means another thing to RE2", `{"pattern": "^\\s$"}`, `"\u00a0"`, isValid},
		{"two patterns of one meaning", `{"patternProperties": {"^\\d": {"minimum": 1}, "^[0-9]": {"maximum": 3}}}`, `{"1": 4}`, isInvalid},
		{"a format that it judges otherwise", `{"format": "hostname"}`, `"a-.b"`, isInvalid},
		{"a format that is not asserted", `{"format": "iri"}`, `"::"`, isValid},
		{"a keyword of earlier dialects", `{"dependencies": {"a": ["b"]}}`, `{"a": 1}`, isValid},
		{"a number beyond a float", `{"const": 9007199254740993}`, `9007199254740992`, isInvalid},
		{"a reference", `{"$defs": {"a b": {"type": "string"}}, "$ref": "#/$defs/a%20b"}`, `1`, isInvalid},
		{"a recursive schema", `{"properties": {"n": {"$ref": "#"}}, "additionalProperties": false}`, `{"n": {"n": {"x": 1}}}`, isInvalid},
		{"a count that is right", relations, `{"a": 2.0, "b": [1, 2]}`, isValid},
		{"a count that is wrong", relations, `{"a": 2, "b": [1]}`, isInvalid},
		{"a count without a list", relations, `{"a": 2, "b": {}}`, isValid},
		{"a number that is too small", relations, `{"a": 2, "c": 1}`, isInvalid},
		{"a number that is no integer", relations, `{"a": 2, "c": 1.5}`, isValid},
		{"a row of the wrong width", relations, `{"b": [1], "r": [[1], 5, [1, 2]]}`, isInvalid},
		{"a count beyond what it computes", `{"maxLength": 1e30}`, `"x"`, noAnswer},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := load(t, c.schema)
			if got, _ := v.second.ask(c.text, maxWork); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
			if c.want != noAnswer && (v.engine().Check(v.node, c.text) == nil) != (c.want == isValid) {
				t.Error("the plan says something else")
			}
		})
	}
}

// What makes the engine panic, or work without end, is no answer, or one in bounded time.
func TestTheSecondEngineIsSafe(t *testing.T) {
	many := func(n int, item string) string { return "[" + strings.Repeat(item+",", n) + item + "]" }
	nested := func(n int, open, leaf, end string) string {
		return strings.Repeat(open, n) + leaf + strings.Repeat(end, n)
	}
	exponential := `{"$defs": {"d0": {"type": "string"}`
	for i := 1; i <= 40; i++ {
		exponential += fmt.Sprintf(`, "d%d": {"anyOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]}`, i, i-1, i-1)
	}
	exponential += `}, "$ref": "#/$defs/d20"}`
	enum := make([]string, 20_000)
	for i := range enum {
		enum[i] = fmt.Sprint(i)
	}
	for _, c := range []struct{ name, schema, text string }{
		{"an exponent against an integer", `{"type": "integer"}`, `1e1000001`},
		{"an exponent against minimum", `{"minimum": 5}`, `1e1000001`},
		{"an exponent against const", `{"const": 5}`, `1e1000001`},
		{"an exponent against uniqueItems", `{"uniqueItems": true}`, `[1e1000001,1e1000001]`},
		{"zero with an exponent", `{"type": "integer", "const": 1}`, `0e99999999999999999999`},
		{"exponents against multipleOf", `{"items": {"multipleOf": 7}}`, many(49, "1e999999")},
		{"exponents in the schema", `{"minimum": 1e999999, "enum": [1e999999, 2e999999]}`, `1`},
		{"a deep instance of a recursive schema", `{"properties": {"n": {"$ref": "#"}}, "required": ["n"]}`, nested(120, `{"n":`, `1`, `}`) + " "},
		{"a deep instance that is just allowed", `{"properties": {"n": {"$ref": "#"}}, "required": ["n"]}`, nested(63, `{"n":`, `{}`, `}`)},
		{"many bad items", `{"items": {"type": "string"}}`, many(30_000, "1")},
		{"many bad items of many branches", `{"items": {"anyOf": ` + many(400, `{"type":"string"}`) + `}}`, many(3_000, "1")},
		{"branches that double at each level", exponential, `1`},
		{"a large pattern on a long text", `{"pattern": "(?:a|b|c|d){60}x"}`, `"` + strings.Repeat("abcd", 15_000) + `"`},
		{"a large enum and many items", `{"items": {"enum": [` + strings.Join(enum, ",") + `]}}`, many(200, "99999999")},
		{"long numbers", `{"items": {"multipleOf": 0.1}}`, many(100, strings.Repeat("9", 390)+".55")},
		{"a reference that would be fetched", `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$comment": "http://localhost:1/x", "type": "string"}`, `1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := load(t, c.schema)
			start := time.Now()
			got, _ := v.second.ask(c.text, maxWork)
			if took := time.Since(start); took > time.Minute {
				t.Errorf("it took %v", took)
			}
			if valid := v.engine().Check(v.node, c.text) == nil; got == isValid && !valid || got == isInvalid && valid {
				t.Errorf("got %d where the plan says %t", got, valid)
			}
		})
	}
}

func TestTheSecondEngineKnowsNoFilesAndNoNetwork(t *testing.T) {
	docs := newTranslation(load(t, `{}`).set)
	for _, uri := range []string{"file:///etc/passwd", "http://localhost:1/x", "https://json-schema.org/draft/2020-12/schema2"} {
		if r, err := docs.load(uri); err == nil || r != nil {
			t.Errorf("%s was loaded", uri)
		}
	}
}

// sink collects what a run reports.
type sink struct {
	inputs   []string
	findings []diag.Finding
}

func (s *sink) Input(name string, record int, findings []diag.Finding) error {
	s.inputs = append(s.inputs, fmt.Sprintf("%s:%d:%d", name, record, len(findings)))
	s.findings = append(s.findings, findings...)
	return nil
}

func TestADisagreementIsReported(t *testing.T) {
	v := load(t, `{"type": "string"}`)
	other := load(t, `{"type": "integer"}`)
	v.second.set, v.second.source = other.second.set, other.second.source
	var s sink
	outcome, err := Run(context.Background(), []Input{{Name: "-", Reader: strings.NewReader("1\n\"x\"\n{}"), Lines: true, Validator: v}}, &s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range s.findings {
		got = append(got, fmt.Sprint(f.Record, " ", f.Severity, " ", f.Rule))
	}
	if want := "[1 error internal/engines-disagree 1 error validate/type 3 error validate/type]"; fmt.Sprint(got) != want || outcome.Summary.Errors != 3 {
		t.Errorf("got %v, %+v", got, outcome)
	}
}

// Both engines judge this repository's own fixtures alike.
func TestTheEnginesAgreeAboutTheFixtures(t *testing.T) {
	root := filepath.Join("..", "..")
	var files []schema.File
	err := filepath.WalkDir(filepath.Join(root, "schemas"), func(p string, d os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(p, ".schema.json") {
			rel, _ := filepath.Rel(root, p)
			files = append(files, schema.File{
				Path: filepath.ToSlash(rel), ID: schema.DefaultBase + filepath.ToSlash(strings.TrimPrefix(rel, "schemas"+string(filepath.Separator))),
				Read: func() ([]byte, error) { return os.ReadFile(p) },
			})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	set, findings := schema.Load(files, nil, schema.Options{})
	if set == nil {
		t.Fatal(findings)
	}
	asked := 0
	for _, doc := range set.Documents {
		v, refused := New(set, doc.Root, Terms{})
		if v == nil {
			t.Fatal(refused)
		}
		tool, role := filepath.Base(filepath.Dir(doc.Path)), strings.TrimSuffix(filepath.Base(doc.Path), ".schema.json")
		instances, _ := filepath.Glob(filepath.Join(root, "testdata", "fixtures", tool, role, "*", "*.json"))
		e := v.engine()
		for _, file := range instances {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			err = e.Check(v.node, string(text))
			if err != nil && bytes.Contains([]byte(err.Error()), []byte("(json)")) {
				continue
			}
			switch got, _ := v.second.ask(string(text), maxWork); {
			case got == noAnswer && !v.second.limits.allow(string(text)):
				continue // it is there for numbers that are not for this engine
			case got == noAnswer:
				t.Errorf("%s: no answer", file)
			case (got == isValid) != (err == nil):
				t.Errorf("%s: got %d, the plan says %v", file, got, err)
			}
			asked++
		}
	}
	if asked < 200 {
		t.Errorf("only %d fixtures were judged", asked)
	}
}
