package contract

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/acigen/acigen/internal/schema"
)

// maker makes up schemas and instances over few names and values, so that they meet often.
type maker struct {
	r     *rand.Rand
	focus []int // kinds of keywords
}

var (
	makerNames = []string{"a", "b", "c"}
	makerViews = [][]string{{}, {"control"}, {"observation"}, {"control", "observation"}}
)

func (m *maker) one(n int) bool  { return m.r.Intn(n) == 0 }
func (m *maker) name() string    { return makerNames[m.r.Intn(len(makerNames))] }
func (m *maker) names() []string { return makerNames[:1+m.r.Intn(2)] }

// schema makes a schema that uses few kinds of keywords, which the maker has in focus.
func (m *maker) schema(depth int) any {
	if depth == 0 || m.one(6) {
		switch m.r.Intn(6) {
		case 0:
			return true
		case 1:
			return map[string]any{"type": "integer", "minimum": m.r.Intn(2)}
		case 2:
			return map[string]any{"required": m.names()}
		case 3:
			return map[string]any{"$ref": "#/$defs/" + m.name()}
		case 4:
			return map[string]any{"type": []string{"object", "integer"}}
		}
		return map[string]any{}
	}
	out := map[string]any{}
	if m.one(2) {
		out["properties"] = m.properties(depth, 4)
	}
	if m.one(3) {
		out["required"] = m.names()
	}
	for _, k := range m.focus {
		if m.one(3) {
			m.keyword(k, depth-1, out)
		}
	}
	return out
}

// keyword adds one of makerKinds kinds of keywords.
func (m *maker) keyword(kind, depth int, out map[string]any) {
	switch kind {
	case 0:
		out["additionalProperties"] = m.oneOf(false, m.schema(depth))
	case 1:
		out["patternProperties"] = map[string]any{"^[" + m.name() + m.name() + "]": m.schema(depth)}
	case 2:
		out["dependentRequired"] = map[string]any{m.name(): []string{m.name()}}
	case 3:
		out[m.oneOf("minProperties", "maxProperties").(string)] = 1 + m.r.Intn(2)
	case 4:
		out["unevaluatedProperties"] = m.oneOf(false, m.schema(0))
	case 5:
		out["dependentSchemas"] = map[string]any{m.name(): m.schema(depth)}
	case 6, 7:
		out["items"] = m.schema(depth)
	case 8:
		out["prefixItems"] = []any{m.schema(depth)}
	case 9:
		out["uniqueItems"], out["items"] = true, map[string]any{"properties": m.properties(1, 2)}
	case 10:
		out["contains"] = m.schema(depth)
		out["maxContains"] = 1
	case 11, 12:
		out["if"], out["then"], out["else"] = m.schema(depth), m.schema(depth), m.schema(depth)
	case 13:
		out["allOf"] = []any{m.schema(depth), m.schema(depth)}
	case 14:
		out[m.oneOf("anyOf", "oneOf").(string)] = []any{m.schema(depth), m.schema(depth)}
	case 15:
		out["not"] = m.schema(depth)
	case 16:
		out["enum"] = []any{m.value(2), m.value(2), m.value(2), m.object(1)}
	case 17:
		out["const"] = m.value(2)
	case 18:
		out["$ref"] = "#/$defs/" + m.name()
	case 19:
		out["propertyNames"] = map[string]any{"enum": m.names()}
	case 20:
		out["unevaluatedItems"] = m.schema(depth)
	}
}

const makerKinds = 21

func (m *maker) oneOf(choices ...any) any { return choices[m.r.Intn(len(choices))] }

// properties makes properties of which one in mark says which views carry it.
func (m *maker) properties(depth, mark int) map[string]any {
	out := map[string]any{}
	for _, name := range makerNames {
		if m.one(3) && mark > 1 {
			continue
		}
		s, ok := m.schema(depth - 1).(map[string]any)
		if !ok {
			s = map[string]any{}
		}
		if m.one(mark) {
			s["x-aci-views"] = makerViews[m.r.Intn(4)]
		}
		out[name] = s
	}
	return out
}

// result makes the schema of a result.
func (m *maker) result() map[string]any {
	m.focus = []int{m.r.Intn(makerKinds), m.r.Intn(makerKinds), m.r.Intn(makerKinds)}
	out, _ := m.schema(3).(map[string]any)
	if out == nil {
		out = map[string]any{}
	}
	delete(out, "$ref")
	out["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	out["$id"] = "https://acigen.example/schemas/t/result.schema.json"
	out["properties"] = m.properties(3, 1)
	out["$defs"] = map[string]any{"a": m.schema(2), "b": m.schema(2), "c": m.schema(1)}
	return out
}

func (m *maker) value(depth int) any {
	if depth == 0 || m.one(5) {
		return m.r.Intn(2)
	}
	if m.one(2) {
		out := []any{}
		for range 1 + m.r.Intn(2) {
			out = append(out, m.value(depth-1))
		}
		return out
	}
	return m.object(depth)
}

func (m *maker) object(depth int) any {
	out := map[string]any{}
	for _, name := range append(makerNames, "d") {
		if m.one(2) {
			out[name] = m.value(depth - 1)
		}
	}
	return out
}

// ecmaEscape is an escape in a pattern that this engine writes in another way.
var ecmaEscape = regexp.MustCompile(`\\\\u([0-9A-Fa-f]{4})`)

// engine compiles one document of a contract with all others at hand.
func engine(c *Contract, s *schema.Schema) (*jsonschema.Schema, error) {
	compiler := jsonschema.NewCompiler()
	compiler.LoadURL = func(url string) (io.ReadCloser, error) {
		return nil, fmt.Errorf("nothing is at %s", url)
	}
	for _, doc := range c.Set.Documents {
		text := ecmaEscape.ReplaceAllString(string(doc.Source), `\\x{$1}`)
		if err := compiler.AddResource(doc.ID, strings.NewReader(text)); err != nil {
			return nil, err
		}
	}
	return compiler.Compile(s.Doc.ID)
}

func accepts(t *testing.T, s *jsonschema.Schema, text []byte) bool {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return s.Validate(v) == nil
}

func TestEveryValidResultProjectsToValidViews(t *testing.T) {
	const schemas, instances = 4000, 60
	derived, projected := 0, 0
	for seed := range int64(schemas) {
		m := &maker{r: rand.New(rand.NewSource(seed))}
		text, err := json.MarshalIndent(m.result(), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		c, findings := FromSchemas(files(map[string]string{"schemas/t/result.schema.json": string(text)}), 0)
		if c == nil {
			for _, f := range findings {
				if !strings.HasPrefix(f.Rule, "contract/views-") && f.Rule != "schema/cycle" {
					t.Fatalf("seed %d: %s\n%s", seed, lines(findings), text)
				}
			}
			continue
		}
		derived++
		tool := c.Tools[0]
		canonical, err := engine(c, tool.Result)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		views := map[string]*jsonschema.Schema{}
		for _, view := range viewNames {
			if views[view], err = engine(c, tool.Role(view)); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, tool.Role(view).Doc.Source)
			}
		}
		for range instances {
			instance, _ := json.Marshal(m.object(3))
			if !accepts(t, canonical, instance) {
				continue
			}
			for _, view := range viewNames {
				got, err := Project(tool, view, instance)
				if err != nil {
					t.Fatal(err)
				}
				projected++
				if !accepts(t, views[view], got) {
					t.Fatalf("seed %d: the %s view refuses %s, projected from %s\nresult:\n%s\nview:\n%s",
						seed, view, got, instance, text, tool.Role(view).Doc.Source)
				}
			}
		}
	}
	if derived < schemas/8 || projected < 10*derived {
		t.Errorf("only %d schemas had views, and %d projections were tried", derived, projected)
	}
}
