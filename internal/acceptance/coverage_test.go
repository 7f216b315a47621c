package acceptance

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/schema"
)

// assertions are the keywords whose every occurrence must matter to some fixture.
var assertions = []string{
	"type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
	"pattern", "format", "minItems", "maxItems", "uniqueItems", "contains", "required", "dependentRequired", "minProperties",
	"maxProperties", "additionalProperties", "propertyNames", "items", "$ref", "not", "anyOf", "oneOf", "allOf", "if",
	"x-aci-count-of", "x-aci-at-least", "x-aci-row-width",
}

// mutant is the contract without one keyword.
type mutant struct {
	file, pointer string
	text          string
	inIf          bool
}

// mutants removes every occurrence of an assertion, one at a time.
func mutants(t *testing.T, files map[string]string) []mutant {
	t.Helper()
	var out []mutant
	paths := make([]string, 0, len(files))
	for path := range files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		tree, err := schema.Parse([]byte(files[path]), 0)
		if err != nil {
			t.Fatal(err)
		}
		var visit func(v *schema.Value, pointer string, keywords bool)
		visit = func(v *schema.Value, pointer string, keywords bool) {
			for i := range v.Members {
				m := v.Members[i]
				at := pointer + "/" + schema.EscapePointer(m.Name)
				if keywords && slices.Contains(assertions, m.Name) {
					members := v.Members
					v.Members = slices.Delete(slices.Clone(members), i, i+1)
					out = append(out, mutant{path, at, string(schema.AppendValue(nil, tree, "")), strings.HasSuffix(pointer, "/if")})
					v.Members = members
				}
				switch m.Name {
				case "properties", "$defs", "patternProperties", "dependentSchemas":
					for _, sub := range m.Value.Members {
						visit(sub.Value, at+"/"+schema.EscapePointer(sub.Name), true)
					}
				case "items", "not", "if", "then", "else", "contains", "additionalProperties", "propertyNames":
					visit(m.Value, at, true)
				case "allOf", "anyOf", "oneOf", "prefixItems":
					for k, sub := range m.Value.Items {
						visit(sub, fmt.Sprintf("%s/%d", at, k), true)
					}
				}
			}
		}
		visit(tree, "", true)
	}
	if len(out) < 300 {
		t.Fatalf("only %d keywords were found", len(out))
	}
	return out
}

// long are instances too large for a file: one for each bound of the documents
// that an invocation keeps.
func long(all []fixture) []fixture {
	var out []fixture
	for _, f := range all {
		if f.target == "harness/invocation" && f.valid && strings.Contains(f.text, `"request": "`) && strings.Contains(f.text, `"result": "`) {
			for _, name := range []string{"request", "result"} {
				key := `"` + name + `": "`
				text := strings.Replace(f.text, key, key+strings.Repeat("x", 67_108_864+1), 1)
				out = append(out, fixture{f.name + " with a long " + name, f.target, text, false, "maxLength /" + name})
			}
			return out
		}
	}
	return nil
}

// Removing any one constraint from any schema of the contract makes some fixture
// fail. A condition's own `required` cannot change a verdict, since the property is
// required anyway: without it a missing status would only bring findings that
// contradict each other, so what is found must change.
func TestFixturesCoverEveryConstraint(t *testing.T) {
	files := schemaFiles(t)
	all := fixtures(t)
	original, _ := compile(files)
	before := make([][]string, len(all))
	for i, f := range all {
		before[i] = original.violations(f)
	}
	extra := long(all)
	if len(extra) == 0 {
		t.Fatal("no fixture of an invocation has both documents")
	}
	for _, m := range mutants(t, files) {
		changed := map[string]string{}
		for path, text := range files {
			changed[path] = text
		}
		changed[m.file] = m.text
		j, _ := compile(changed)
		if j == nil {
			continue // without the keyword the contract does not even load
		}
		large := strings.Contains(m.file, "invocation") && strings.HasSuffix(m.pointer, "/maxLength")
		if !killed(m, j, all, before) && (!large || !killed(m, j, extra, nil)) {
			t.Errorf("%s#%s can be removed, and no fixture notices", m.file, m.pointer)
		}
	}
}

func killed(m mutant, j *judge, all []fixture, before [][]string) bool {
	tool := strings.Split(m.file, "/")[1]
	for i, f := range all {
		if !strings.HasPrefix(f.target, tool+"/") && tool != "common.schema.json" && !strings.HasPrefix(f.target, "harness/") && tool != "harness" {
			continue
		}
		got := j.violations(f)
		if !f.passes(got) || m.inIf && before != nil && !slices.Equal(got, before[i]) {
			return true
		}
	}
	return false
}
