package validate

import (
	"encoding/json"
	"math/big"
	"regexp/syntax"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// meter is an extension of the second engine, which calls it once for each schema
// that it has applied to a value: so it can count the engine's work and stop it,
// and so acigen's own relations are judged by it too.
type meter struct{ done, budget int }

// errWorked is what the meter panics with: the engine has no other way to be stopped.
type errWorked struct{}

func (m *meter) start(budget int) { m.done, m.budget = 0, budget }

func (m *meter) add(work int) {
	if m.done += work; m.done > m.budget {
		panic(errWorked{})
	}
}

// applied is one schema as the meter sees it.
type applied struct {
	meter    *meter
	weight   int // of the schema's own keywords
	states   int // of its pattern
	names    int // of its patterns of names
	relation []relation
}

// relation is a keyword of acigen's vocabulary that relates two properties.
type relation struct{ keyword, prop, sibling string }

// Compile looks at a schema in the form in which the engine has it.
func (m *meter) Compile(_ jsonschema.CompilerContext, s map[string]any) (jsonschema.ExtSchema, error) {
	a := &applied{meter: m, weight: 1}
	for _, keyword := range []string{"enum", "allOf", "anyOf", "oneOf", "required"} {
		if list, ok := s[keyword].([]any); ok {
			a.weight += len(list)
		}
	}
	if source, ok := s["pattern"].(string); ok {
		a.states = states(source)
	}
	if patterns, ok := s["patternProperties"].(map[string]any); ok {
		for source := range patterns {
			a.names += states(source)
		}
	}
	props, _ := s["properties"].(map[string]any)
	for name, sub := range props {
		sub, _ := sub.(map[string]any)
		for _, keyword := range []string{"x-aci-count-of", "x-aci-at-least", "x-aci-row-width"} {
			if sibling, ok := sub[keyword].(string); ok {
				a.relation = append(a.relation, relation{keyword, name, sibling})
			}
		}
	}
	return a, nil
}

// Validate counts the work that the schema was, and judges the relations.
func (a *applied) Validate(_ jsonschema.ValidationContext, v any) error {
	switch v := v.(type) {
	case string:
		a.meter.add(a.weight + len(v)*(a.states+1)/8)
	case []any:
		a.meter.add(a.weight * (1 + len(v)))
	case map[string]any:
		a.meter.add(a.weight * (1 + len(v)))
		for name := range v {
			if a.names > 0 {
				a.meter.add(len(name) * a.names / 8)
			}
		}
		for _, r := range a.relation {
			if !r.holds(v) {
				return &jsonschema.ValidationError{Message: r.keyword}
			}
		}
	default:
		a.meter.add(10 * a.weight)
	}
	return nil
}

func (r relation) holds(v map[string]any) bool {
	sibling := v[r.sibling]
	list, isList := sibling.([]any)
	switch r.keyword {
	case "x-aci-count-of":
		count := integer(v[r.prop])
		return count == nil || !isList || count.Cmp(big.NewInt(int64(len(list)))) == 0
	case "x-aci-at-least":
		a, b := integer(v[r.prop]), integer(sibling)
		return a == nil || b == nil || a.Cmp(b) >= 0
	}
	rows, _ := v[r.prop].([]any)
	for _, row := range rows {
		if cells, isRow := row.([]any); isRow && isList && len(cells) != len(list) {
			return false
		}
	}
	return true
}

// integer returns a number without a fractional part, or nil.
func integer(v any) *big.Int {
	n, is := v.(json.Number)
	if !is {
		return nil
	}
	r, ok := new(big.Rat).SetString(strings.ToLower(n.String()))
	if !ok || !r.IsInt() {
		return nil
	}
	return r.Num()
}

// states is roughly how many states a regular expression has.
func states(source string) int {
	parsed, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return len(source)
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return len(source)
	}
	return len(prog.Inst)
}
