package plan_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/plan/plantest"
)

// cost is the least time of a few runs.
func cost(e *plan.Engine, node *plan.Node, text string) time.Duration {
	least := time.Hour
	for range 5 {
		start := time.Now()
		_ = e.Check(node, text) // the verdict is checked elsewhere
		least = min(least, time.Since(start))
	}
	return least
}

// within fails the test when the work is not done in a time that only runaway cost needs.
func within(t *testing.T, limit time.Duration, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		t.Fatalf("not done within %s", limit)
	}
}

func TestHostileInstancesCostLinearTime(t *testing.T) {
	for _, c := range plantest.HostileCases {
		t.Run(c.Name, func(t *testing.T) {
			within(t, time.Minute, func() {
				why, node, p := compileText(t, c.Schema)
				if p == nil {
					t.Errorf("refused: %s", why)
					return
				}
				e := plan.NewEngine(p, 0)
				small, large := c.Instance(c.Size), c.Instance(4*c.Size)
				for _, text := range []string{small, large} {
					if got := verdict(t, c.Name, e, node, text); got != c.Valid {
						t.Errorf("valid = %v, want %v", got, c.Valid)
					}
				}
				// Linear cost is four times as much, quadratic sixteen times. The constant is what a clock cannot tell.
				// A busy machine tells no more than that, so that only what stays so counts.
				var a, b time.Duration
				for range 5 {
					if a, b = cost(e, node, small), cost(e, node, large); b <= 10*a+2*time.Millisecond {
						return
					}
				}
				t.Errorf("%d bytes cost %s, %d bytes %s", len(small), a, len(large), b)
			})
		})
	}
}

func TestViolationsAreCapped(t *testing.T) {
	_, node, p := compileText(t, `{"items":{"type":"string"}}`)
	err := plan.NewEngine(p, 0).Check(node, plantest.Repeat("1")(5000))
	invalid, is := err.(*kernel.ValidationError)
	if !is || len(invalid.Violations) > 1000 || len(invalid.Violations)+invalid.More != 5000 {
		t.Errorf("%d violations and %d more", len(invalid.Violations), invalid.More)
	}
	for i, v := range invalid.Violations {
		if v.InstancePointer != "/"+strconv.Itoa(i) {
			t.Errorf("violation %d is at %s", i, v.InstancePointer)
		}
	}
}

func TestHostileSchemasAreRefusedOrCompileInTime(t *testing.T) {
	for _, c := range []struct{ name, schema, refused string }{
		{"sets of schemas that combine without end", plantest.Levels(40, func(i int) string {
			if i == 0 {
				return `{"properties":{"a":{"allOf":[{"$ref":"#/$defs/d0"},{"$ref":"#/$defs/d1"}]},"b":{"$ref":"#/$defs/d0"}}}`
			}
			return fmt.Sprintf(`{"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i+1, i+1)
		}, `{"type":"string"}`), "combine in too many ways"},
		{"a bound beyond any memory", `{"minimum":1e999999999,"multipleOf":1e-999999999}`, ""},
		{"a divisor of many digits", `{"multipleOf":1` + strings.Repeat("0", 5000) + `1}`, ""},
		{"an enum of many values", `{"enum":[` + plantest.Numbered(`"%d"`)(20_000) + `]}`, ""},
		{"many members", `{"properties":{` + plantest.Numbered(`"k%d":{"type":"integer"}`)(5_000) + `},"required":["k4999"]}`, ""},
		{"many branches with a tag", `{"oneOf":[` + plantest.Numbered(`{"type":"object","properties":{"k":{"const":"%d"}},"required":["k"]}`)(2_000) + `]}`, ""},
		{"a long chain of references", plantest.Levels(3000, func(i int) string { return fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1) }, `{"type":"integer"}`), ""},
		{"a long chain of conditions", plantest.Levels(500, func(i int) string { return fmt.Sprintf(`{"if":{"minimum":%d},"then":{"$ref":"#/$defs/d%d"}}`, i, i+1) }, `{"type":"integer"}`), ""},
		{"a pattern with too many states", `{"pattern":"(a|b)*a(a|b){30}"}`, "pattern"},
	} {
		t.Run(c.name, func(t *testing.T) {
			within(t, time.Minute, func() {
				start := time.Now()
				why, node, p := compileText(t, c.schema)
				t.Logf("%s", time.Since(start))
				if c.refused != "" {
					if !strings.Contains(why, c.refused) {
						t.Errorf("refused as %q, want %q", why, c.refused)
					}
					return
				}
				if p == nil {
					t.Errorf("refused: %s", why)
					return
				}
				e := plan.NewEngine(p, 0)
				for _, text := range []string{"1", `"x"`, "{}", "[]", "1e999999999", "0.3"} {
					verdict(t, c.name, e, node, text)
				}
			})
		})
	}
}
