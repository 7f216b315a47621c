package diag

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

const findingsID = "https://acigen.example/schemas/findings.schema.json"

func compile(t *testing.T, id string, text []byte) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	c.LoadURL = nil
	if err := c.AddResource(id, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parse(t *testing.T, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestPrintedJSONIsValidAgainstThePublishedSchema(t *testing.T) {
	s := compile(t, findingsID, FindingsSchema())
	for name, inputs := range map[string][]sampleInput{"the sample": sample(), "no findings": nil} {
		t.Run(name, func(t *testing.T) {
			if err := s.Validate(parse(t, run(t, "json", Options{}, inputs))); err != nil {
				t.Errorf("%#v", err)
			}
		})
	}
}

func TestThePublishedSchemaRefusesWhatIsNoFinding(t *testing.T) {
	s := compile(t, findingsID, FindingsSchema())
	for _, c := range []struct{ name, text string }{
		{"a finding outside of an array", `{"rule":"a/b","severity":"error","message":"m"}`},
		{"an unknown member", `[{"rule":"a/b","severity":"error","message":"m","colour":"red"}]`},
		{"an unknown severity", `[{"rule":"a/b","severity":"fatal","message":"m"}]`},
		{"a rule without a group", `[{"rule":"b","severity":"error","message":"m"}]`},
		{"a finding without a message", `[{"rule":"a/b","severity":"error"}]`},
		{"line 0", `[{"rule":"a/b","severity":"error","message":"m","line":0}]`},
		{"a pointer that does not start with a slash", `[{"rule":"a/b","severity":"error","message":"m","instance_pointer":"a"}]`},
		{"a pointer with a tilde that escapes nothing", `[{"rule":"a/b","severity":"error","message":"m","schema_pointer":"/~2"}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if s.Validate(parse(t, c.text)) == nil {
				t.Error("it is valid")
			}
		})
	}
}

func TestFindingsSchemaIsACopy(t *testing.T) {
	FindingsSchema()[0] = 'x'
	if got := FindingsSchema()[0]; got != '{' {
		t.Errorf("the schema begins with %q", got)
	}
}

func TestSARIFIsValidAgainstItsSchema(t *testing.T) {
	text, err := os.ReadFile("testdata/sarif/sarif-2.1.0-rtm.5.json")
	if err != nil {
		t.Fatal(err)
	}
	s := compile(t, "https://acigen.example/sarif.json", text)
	for _, c := range []struct {
		name   string
		opts   Options
		inputs []sampleInput
	}{
		{"the sample", Options{ToolVersion: "1.2.3"}, sample()},
		{"the sample with a limit", Options{MaxErrors: 2}, sample()},
		{"no findings", Options{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := s.Validate(parse(t, run(t, "sarif", c.opts, c.inputs))); err != nil {
				t.Errorf("%#v", err)
			}
		})
	}
}

func TestFileURI(t *testing.T) {
	for _, c := range []struct{ name, path, want string }{
		{"a relative path stays relative", "a/b.json", "a/b.json"},
		{"a leading dot is dropped", "./a.json", "a.json"},
		{"a parent folder stays", "../a.json", "../a.json"},
		{"an absolute path is a file URI", "/srv/a b.json", "file:///srv/a%20b.json"},
		{"a drive letter is a file URI", "C:/a.json", "file:///C:/a.json"},
		{"a colon cannot look like a scheme", "javascript:x", "javascript%3Ax"},
		{"what ends a path is escaped", "a#b?c%d", "a%23b%3Fc%25d"},
		{"bytes that are no UTF-8 keep their value", "a\xff", "a%FF"},
		{"standard input", "-", "-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := fileURI(c.path); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
