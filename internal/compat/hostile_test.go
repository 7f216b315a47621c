package compat

import (
	"fmt"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/plan/plantest"
)

// TestHostileSchemas asks what costs most. Time is not measured, but a search without
// bounds would not end here.
func TestHostileSchemas(t *testing.T) {
	others := []string{`{"type":"string"}`, `{"type":"object","additionalProperties":false}`, `{"type":"array","maxItems":3}`, `false`}
	for _, h := range plantest.HostileCases {
		a, ok := tryLoad([]byte(h.Schema))
		if !ok {
			continue
		}
		start := time.Now()
		if got := Contains(a, a); got.Verdict == Breaking {
			t.Errorf("%s breaks itself: %s", h.Name, got.Witness)
		}
		for _, text := range others {
			b := load(t, text)
			Contains(a, b)
			Contains(b, a)
		}
		t.Logf("%v %s", time.Since(start), h.Name)
	}
	for name, text := range map[string]string{
		"branches that all overlap": `{"type":"object","anyOf":[` + plantest.Numbered(`{"properties":{"p%d":{"type":"integer"}}}`)(60) + `]}`,
		"exactly one of many":       `{"type":"object","oneOf":[` + plantest.Numbered(`{"required":["p%d"]}`)(40) + `]}`,
		"patterns that overlap":     `{"type":"object","patternProperties":{` + plantest.Numbered(`"^.*p%d":{"minimum":1}`)(30) + `}}`,
		"many unique values":        `{"type":"array","uniqueItems":true,"minItems":60,"items":{"type":"integer","minimum":0,"maximum":62}}`,
		"a long text":               `{"type":"string","minLength":100000,"pattern":"^(a|b)*$"}`,
		"conditions":                `{"type":"object","allOf":[` + plantest.Numbered(`{"if":{"required":["a%d"]},"then":{"required":["b"]},"else":{"minProperties":1}}`)(40) + `]}`,
		"a long enum":               `{"enum":[` + plantest.Numbered(`"value %d"`)(3000) + `]}`,
	} {
		a := load(t, text)
		start := time.Now()
		Contains(a, a)
		for _, text := range others {
			b := load(t, text)
			Contains(a, b)
			Contains(b, a)
		}
		other := load(t, fmt.Sprintf(`{"not":%s}`, text))
		Contains(a, other)
		Contains(other, a)
		t.Logf("%v %s", time.Since(start), name)
	}
}
