package provider_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/provider"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

// The rules of the targets once more, written down for themselves: they look at
// definitions as anybody would who only has the target's documentation.

type object = map[string]any

// schemas calls f for a schema and all below it, with its depth.
func schemas(v any, level int, f func(s object, level int)) {
	s, ok := v.(object)
	if !ok {
		return
	}
	f(s, level)
	for _, k := range []string{"items", "not", "if", "then", "else", "contains", "additionalProperties", "propertyNames"} {
		schemas(s[k], level+1, f)
	}
	for _, k := range []string{"anyOf", "oneOf", "allOf", "prefixItems"} {
		list, _ := s[k].([]any)
		for _, b := range list {
			schemas(b, level, f)
		}
	}
	for _, k := range []string{"properties", "$defs", "patternProperties"} {
		m, _ := s[k].(object)
		for _, b := range m {
			schemas(b, level+1, f)
		}
	}
}

func has(s object, keys ...string) string {
	for _, k := range keys {
		if _, there := s[k]; there {
			return k
		}
	}
	return ""
}

// closedRefs tells which references lead to nothing.
func dangling(root any) string {
	out := ""
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case object:
			if ref, ok := v["$ref"].(string); ok && ref != "#" {
				at := root
				for _, token := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
					m, _ := at.(object)
					at = m[strings.NewReplacer("~1", "/", "~0", "~", "%25", "%").Replace(token)]
				}
				if at == nil {
					out = ref
				}
			}
			for _, x := range v {
				walk(x)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(root)
	return out
}

// complaints is what a target would say of a definition.
func complaints(id string, d object) (out []string) {
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	var input, output any
	var name, description string
	names := "[a-zA-Z0-9_-]{1,64}"
	switch {
	case strings.HasPrefix(id, "mcp"):
		input, output = d["inputSchema"], d["outputSchema"]
		names = "[A-Za-z0-9_.-]{1,128}"
	case strings.HasPrefix(id, "openai-chat"):
		d = d["function"].(object)
		input = d["parameters"]
	case strings.HasPrefix(id, "openai"):
		input, output = d["parameters"], d["output_schema"]
	case strings.HasPrefix(id, "anthropic"):
		input = d["input_schema"]
	case id == "gemini-json":
		input, output = d["parametersJsonSchema"], d["responseJsonSchema"]
		names = "[A-Za-z_][A-Za-z0-9_.-]{0,62}"
	case id == "gemini-openapi":
		input, output = d["parameters"], d["response"]
		names = "[A-Za-z_][A-Za-z0-9_.-]{0,62}"
	case id == "bedrock-converse":
		d = d["toolSpec"].(object)
		input = d["inputSchema"].(object)["json"]
	case id == "langchain":
		input = d["args_schema"]
	case id == "spring-ai":
		if err := json.Unmarshal([]byte(d["inputSchema"].(string)), &input); err != nil {
			say("the input schema is no JSON")
		}
	}
	name, _ = d["name"].(string)
	description, _ = d["description"].(string)
	if p, err := pattern.Compile("^" + names + "$"); err != nil || !p.MatchString(name) {
		say("the name %q", name)
	}
	if description == "" && (id == "bedrock-converse" || strings.HasPrefix(id, "gemini")) {
		say("no description")
	}
	strict := strings.HasSuffix(id, "-strict")
	if strict && d["strict"] != true {
		say("strict is not written")
	}
	if (id == "openai-responses" || id == "openai-chat") && d["strict"] != false {
		say("strict is not false")
	}
	for i, root := range []any{input, output} {
		if root == nil {
			continue
		}
		s, ok := root.(object)
		if !ok || s["type"] != "object" {
			say("the root is no object")
			continue
		}
		if where := dangling(root); where != "" {
			say("%s leads to nothing", where)
		}
		if strings.HasPrefix(id, "openai") || strings.HasPrefix(id, "anthropic") || id == "bedrock-converse" || id == "gemini-openapi" {
			if k := has(s, "anyOf", "oneOf"); k != "" {
				say("%s at the root", k)
			}
		}
		if strings.HasPrefix(id, "anthropic") && has(s, "allOf") != "" {
			say("allOf at the root")
		}
		properties, optional, unions, enums := 0, 0, 0, 0
		schemas(root, 1, func(s object, level int) {
			for k := range s {
				if strings.HasPrefix(k, "x-aci-") {
					say("%s is left", k)
				}
			}
			props, _ := s["properties"].(object)
			required, _ := s["required"].([]any)
			for name, p := range props {
				properties++
				if _, ok := p.(object); !ok {
					say("the property %s is no object", name)
				}
				if !slices.Contains(required, any(name)) {
					optional++
				}
			}
			if has(s, "anyOf", "oneOf") != "" {
				unions++
			}
			if _, many := s["type"].([]any); many {
				unions++
			}
			list, _ := s["enum"].([]any)
			enums += len(list)
			switch id {
			case "openai-chat-strict", "openai-responses-strict":
				if k := has(s, "allOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else", "patternProperties", "oneOf"); k != "" {
					say("%s", k)
				}
				if s["format"] == "uri" {
					say("format uri")
				}
				if level > 10*2 {
					say("too deep")
				}
				if i == 0 && props != nil {
					if s["additionalProperties"] != false {
						say("an open object")
					}
					if len(required) != len(props) {
						say("a property that is not required")
					}
				}
			case "anthropic-strict":
				if k := has(s, "allOf", "oneOf", "minimum", "maximum", "minLength", "maxLength", "maxItems", "multipleOf", "not", "if"); k != "" {
					say("%s", k)
				}
				if n, ok := s["minItems"].(float64); ok && n > 1 {
					say("minItems %v", n)
				}
				if f, ok := s["format"].(string); ok && !slices.Contains([]string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"}, f) {
					say("format %s", f)
				}
				if props != nil && s["additionalProperties"] != false {
					say("an open object")
				}
			case "gemini-json":
				if has(s, "$schema") != "" {
					say("$schema")
				}
				if has(s, "$ref") != "" {
					for k := range s {
						if k != "$ref" && k != "description" && k != "default" {
							say("%s beside $ref", k)
						}
					}
				}
			case "gemini-openapi":
				if k := has(s, "$ref", "$defs", "$schema", "additionalProperties", "const", "oneOf", "allOf", "prefixItems", "if", "not"); k != "" {
					say("%s", k)
				}
				if _, many := s["type"].([]any); many || s["type"] == "null" {
					say("the type %v", s["type"])
				}
				for _, v := range list {
					if _, is := v.(string); !is {
						say("an enum value %v", v)
					}
				}
			}
		})
		if i == 0 && id == "anthropic-strict" && (optional > 24 || unions > 16) {
			say("%d optional, %d unions", optional, unions)
		}
		if strings.HasPrefix(id, "openai") && strict && (properties > 5000 || enums > 1000) {
			say("%d properties, %d enum values", properties, enums)
		}
	}
	return out
}

// check defines a tool for every target: each definition is one that the target
// takes, or it is refused with a reason.
func check(t *testing.T, c *contract.Contract) {
	t.Helper()
	for i := range provider.Profiles {
		p := &provider.Profiles[i]
		for _, tool := range c.Tools {
			d, err := provider.Define(p, tool)
			if err != nil {
				t.Fatal(err)
			}
			refused := false
			for _, notes := range d.Notes {
				for _, n := range notes {
					refused = refused || n.Refused
					if n.Reason == "" || n.Schema == nil {
						t.Errorf("%s: a note without a reason or a place: %v", p.ID, n)
					}
				}
			}
			text := schema.AppendValue(nil, d.Value, "")
			var parsed object
			if err := json.Unmarshal(text, &parsed); err != nil {
				t.Fatal(err)
			}
			if found := complaints(p.ID, parsed); len(found) > 0 && !refused {
				t.Errorf("%s would reject %s, and nothing says so: %v\n%s", p.ID, tool.Name, found, text)
			}
		}
	}
}

func TestTheContractFitsEveryTarget(t *testing.T) {
	c, findings := contract.Load("../..", contract.Options{})
	if c == nil {
		t.Fatal(findings)
	}
	check(t, c)
	for i := range provider.Profiles {
		for _, tool := range c.Tools {
			d, err := provider.Define(&provider.Profiles[i], tool)
			if err != nil {
				t.Fatal(err)
			}
			for _, notes := range d.Notes {
				for _, n := range notes {
					if n.Refused {
						t.Errorf("%s refuses %s: %s", provider.Profiles[i].ID, tool.Name, n.Reason)
					}
				}
			}
		}
	}
}

// TestEveryObservationSatisfiesItsPublishedSchema holds the fixtures against the
// output schemas of all targets that publish one.
func TestEveryObservationSatisfiesItsPublishedSchema(t *testing.T) {
	c, findings := contract.Load("../..", contract.Options{})
	if c == nil {
		t.Fatal(findings)
	}
	held := 0
	for i := range provider.Profiles {
		p := &provider.Profiles[i]
		if !p.Output || p.OpenAPI {
			continue
		}
		for _, tool := range c.Tools {
			for role, s := range map[string]*schema.Schema{"observation": tool.Observation, "request": tool.Request} {
				lowered, _, err := provider.Lower(p, s, nil, role == "observation")
				if err != nil {
					t.Fatal(err)
				}
				if role == "request" && p.Required {
					continue // null stands for what is absent there
				}
				text := schema.AppendValue(nil, lowered, "")
				set, found := schema.Load([]schema.File{{Path: "s.schema.json", Read: func() ([]byte, error) { return text, nil }}}, nil, schema.Options{Pattern: pattern.Verdicts()})
				if set == nil {
					t.Fatalf("%s: %v\n%s", p.ID, found, text)
				}
				v, _ := validate.New(set, set.Documents[0].Root, validate.Terms{})
				files, err := filepath.Glob("../../testdata/fixtures/" + tool.Name + "/" + role + "/valid/*.json")
				if err != nil || len(files) == 0 {
					t.Fatalf("no fixtures of %s %s", tool.Name, role)
				}
				for _, name := range files {
					data, err := os.ReadFile(name)
					if err != nil {
						t.Fatal(err)
					}
					held++
					if err := v.Checker()(string(data)); err != nil {
						t.Errorf("%s: %s: %v", p.ID, name, err)
					}
				}
			}
		}
	}
	if held < 100 {
		t.Errorf("only %d documents were held", held)
	}
}

func TestAwkwardSchemas(t *testing.T) {
	optional := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`"p%d":{"type":"boolean"}`, i))
		}
		return `{"type":"object","properties":{` + strings.Join(list, ",") + `},"additionalProperties":false}`
	}
	enum := func(n int) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`"v%d"`, i))
		}
		return `{"type":"object","properties":{"a":{"type":"string","enum":[` + strings.Join(list, ",") + `]}},"additionalProperties":false}`
	}
	of := func(property string) string {
		return `{"type":"object","properties":{"a":` + property + `},"additionalProperties":false}`
	}
	deep := `{"type":"boolean"}`
	for range 12 {
		deep = of(deep)
	}
	for name, text := range map[string]string{
		"nothing at all":                `{"type":"object","additionalProperties":false}`,
		"a tree":                        `{"type":"object","properties":{"child":{"$ref":"#"}},"additionalProperties":false}`,
		"a tree in a definition":        `{"type":"object","properties":{"t":{"$ref":"#/$defs/t"}},"additionalProperties":false,"$defs":{"t":{"type":"object","properties":{"l":{"type":"array","items":{"$ref":"#/$defs/t"},"maxItems":3}},"additionalProperties":false}}}`,
		"a union at the root":           `{"type":"object","oneOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}]}`,
		"anyOf at the root":             `{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object"}]}`,
		"an array at the root":          `{"type":"array","items":{"type":"string"}}`,
		"a nullable string":             of(`{"type":["string","null"],"maxLength":5}`),
		"a nullable enum":               of(`{"enum":["a","b",null]}`),
		"an enum of numbers":            of(`{"type":"integer","enum":[1,2,3]}`),
		"a constant":                    of(`{"const":"x"}`),
		"a constant number":             of(`{"const":7}`),
		"a constant object":             of(`{"const":{"b":1}}`),
		"a tuple":                       of(`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}`),
		"a thousand and one values":     enum(1001),
		"thirty optional properties":    optional(30),
		"several types":                 of(`{"type":["string","integer","null"],"maxLength":4,"minimum":3}`),
		"an open object":                `{"type":"object","properties":{"a":{"type":"string"}}}`,
		"a map":                         of(`{"type":"object","additionalProperties":{"type":"integer"},"maxProperties":4}`),
		"names by a pattern":            of(`{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}`),
		"a boolean schema":              of(`true`),
		"a forbidden property":          of(`false`),
		"a condition":                   `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"required":["a"]},"then":{"required":["b"]},"additionalProperties":false}`,
		"allOf of bounds":               of(`{"allOf":[{"type":"string"},{"maxLength":3}]}`),
		"allOf of objects":              `{"type":"object","allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"string"}}}],"unevaluatedProperties":false}`,
		"not":                           of(`{"type":"string","not":{"const":"x"}}`),
		"a format that few know":        of(`{"type":"string","format":"uri-reference"}`),
		"a URI":                         of(`{"type":"string","format":"uri"}`),
		"many elements at least":        of(`{"type":"array","items":{"type":"string"},"minItems":5,"maxItems":9}`),
		"unique elements":               of(`{"type":"array","items":{"type":"string"},"uniqueItems":true}`),
		"a reference with more beside":  `{"type":"object","properties":{"a":{"$ref":"#/$defs/s","maxLength":3}},"additionalProperties":false,"$defs":{"s":{"type":"string"}}}`,
		"a reference into a property":   `{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":false}},"b":{"$ref":"#/properties/a/items"}},"additionalProperties":false}`,
		"twelve levels":                 deep,
		"a definition with an odd name": `{"type":"object","properties":{"a":{"$ref":"#/$defs/a~1b%25c"}},"additionalProperties":false,"$defs":{"a/b%c":{"type":"string"}}}`,
		"a default":                     of(`{"type":"integer","default":9007199254740993}`),
		"dependencies":                  `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]},"additionalProperties":false}`,
		"a tagged union":                of(`{"oneOf":[{"type":"object","properties":{"k":{"const":"x"}},"required":["k"],"additionalProperties":false},{"type":"object","properties":{"k":{"const":"y"}},"required":["k"],"additionalProperties":false}]}`),
	} {
		t.Run(name, func(t *testing.T) {
			c, findings := contract.FromSchemas([]schema.File{{Path: "schemas/odd_tool/request.schema.json", Read: func() ([]byte, error) { return []byte(text), nil }}}, 0)
			if c == nil {
				t.Fatal(findings)
			}
			c.Tools[0].Words.UseWhen.Text = "Use it."
			check(t, c)
		})
	}
}
