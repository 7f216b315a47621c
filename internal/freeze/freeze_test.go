package freeze_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/freeze"
)

// frozen makes a project with one tool and freezes it as 1.0.0.
func frozen(t *testing.T, request string) (dir string, c *contract.Contract) {
	t.Helper()
	dir = t.TempDir()
	write(t, dir, "acigen.yaml", "")
	write(t, dir, "schemas/common.schema.json", `{"$defs":{"Name":{"type":"string","maxLength":10}}}`)
	write(t, dir, "schemas/ask/request.schema.json", request)
	c, findings := contract.Load(dir, contract.Options{})
	if c == nil {
		t.Fatal(findings)
	}
	d, err := freeze.NewDraft(c.Tools[0])
	if err != nil {
		t.Fatal(err)
	}
	a, found := freeze.Open(dir, c.Display)
	if a == nil {
		t.Fatal(found)
	}
	if err := a.Write(dir, []freeze.Addition{{Draft: d, Version: freeze.Version{Major: 1}}}); err != nil {
		t.Fatal(err)
	}
	return dir, c
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const example = `{"type":"object","properties":{"z":{"$ref":"../common.schema.json#/$defs/Name"},"a":{"type":"number","maximum":1.50e1},"tree":{"$ref":"#"}},"required":["z"],"additionalProperties":false}`

func TestAReleaseIsSelfContainedAndInTheOrderOfItsSource(t *testing.T) {
	dir, c := frozen(t, example)
	want := `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://acigen.example/schemas/ask/1.0.0/request.schema.json",
  "type": "object",
  "properties": {
    "z": {
      "$ref": "#/$defs/Name"
    },
    "a": {
      "type": "number",
      "maximum": 1.50e1
    },
    "tree": {
      "$ref": "#"
    }
  },
  "required": [
    "z"
  ],
  "additionalProperties": false,
  "$defs": {
    "Name": {
      "type": "string",
      "maxLength": 10
    }
  }
}
`
	if got := read(t, dir, "schemas/frozen/ask/1.0.0/request.schema.json"); got != want {
		t.Errorf("got\n%s", got)
	}
	a, found := freeze.Open(dir, c.Display)
	if a == nil || a.Find("ask", "latest") == nil || a.Find("ask", "1.0.0").Schemas["request"] == nil {
		t.Errorf("%v %v", a, found)
	}
}

func TestDigestsSeeMeaningAndNotForm(t *testing.T) {
	digests := func(text string) (all, validation string) {
		dir := t.TempDir()
		write(t, dir, "acigen.yaml", "")
		write(t, dir, "schemas/common.schema.json", `{"$defs":{"Name":{"type":"string","maxLength":10}}}`)
		write(t, dir, "schemas/ask/request.schema.json", text)
		c, findings := contract.Load(dir, contract.Options{})
		if c == nil {
			t.Fatal(findings)
		}
		d, err := freeze.NewDraft(c.Tools[0])
		if err != nil {
			t.Fatal(err)
		}
		return d.Digest, d.Validation
	}
	all, validation := digests(example)
	for name, test := range map[string]struct {
		text            string
		same, validates bool
	}{
		"white space":          {strings.ReplaceAll(example, ":", " :\n "), true, true},
		"another spelling":     {strings.Replace(example, "1.50e1", "15", 1), true, true},
		"the order":            {`{"required":["z"],"type":"object","additionalProperties":false,"properties":{"z":{"$ref":"../common.schema.json#/$defs/Name"},"a":{"maximum":15.0,"type":"number"},"tree":{"$ref":"#"}}}`, true, true},
		"a description":        {strings.Replace(example, `"type":"number"`, `"type":"number","description":"A number."`, 1), false, true},
		"an unknown keyword":   {strings.Replace(example, `"type":"number"`, `"type":"number","note":1`, 1), false, true},
		"a bound":              {strings.Replace(example, "1.50e1", "16", 1), false, false},
		"beyond what is float": {strings.Replace(example, "1.50e1", "15.0000000000000000000001", 1), false, false},
	} {
		a, v := digests(test.text)
		if (a == all) != test.same || (v == validation) != test.validates {
			t.Errorf("%s: the digests are equal: %v %v", name, a == all, v == validation)
		}
	}
}

func TestEveryChangeOfAFrozenFileOrOfTheLockIsNoticed(t *testing.T) {
	dir, c := frozen(t, example)
	for _, name := range []string{"schemas/frozen/ask/1.0.0/request.schema.json", freeze.LockFile} {
		text := read(t, dir, name)
		for i := range len(text) {
			changed := []byte(text)
			changed[i] ^= 1
			write(t, dir, name, string(changed))
			a, found := freeze.Open(dir, c.Display)
			// White space between the tokens of the lock says nothing.
			if a != nil && (name != freeze.LockFile || strings.TrimSpace(string(text[i])) != "") {
				t.Fatalf("%s: byte %d (%q) was changed, and nobody noticed", name, i, text[i])
			}
			if a == nil && (len(found) == 0 || found[0].Rule != freeze.RuleAltered) {
				t.Fatalf("%v", found)
			}
		}
		write(t, dir, name, text)
	}
	if a, found := freeze.Open(dir, c.Display); a == nil {
		t.Error(found)
	}
}

func TestHostileLocks(t *testing.T) {
	dir, c := frozen(t, example)
	for _, text := range []string{"", "{", "[]", `{"version":2,"tools":{}}`, `{"version":1,"tools":{"../../x":[{"version":"1.0.0","status":"active","chain":""}]}}`, `{"version":1,"version":1}`,
		`{"version":1,"tools":{"ask":null}}`, `{"version":1,"tools":{"ask":[{"version":"01.0.0","status":"active","chain":"x"}]}}`, "\x00", strings.Repeat("[", 100_000)} {
		write(t, dir, freeze.LockFile, text)
		if a, found := freeze.Open(dir, c.Display); a != nil || len(found) == 0 {
			t.Errorf("%.40q is taken for a lock", text)
		}
	}
}

func TestVersions(t *testing.T) {
	for _, s := range []string{"", "1", "1.0", "1.0.0.0", "01.0.0", "1.0.-1", "1.0.x", "1.0.0-rc", "9999999999.0.0"} {
		if v, err := freeze.ParseVersion(s); err == nil {
			t.Errorf("%q is taken for %v", s, v)
		}
	}
	v := freeze.Version{Major: 1, Minor: 2, Patch: 3}
	for bump, want := range map[freeze.Bump]string{freeze.Patch: "1.2.4", freeze.Minor: "1.3.0", freeze.Major: "2.0.0"} {
		if got := v.Next(bump).String(); got != want {
			t.Errorf("%v: %s", bump, got)
		}
	}
}
