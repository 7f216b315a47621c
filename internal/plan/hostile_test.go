package plan_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
)

// hostileCase is a schema, and for each size an instance that makes it cost most.
type hostileCase struct {
	name     string
	schema   string
	instance func(n int) string
	// size is the smaller of the two that are compared; the larger is four times that.
	size  int
	valid bool
}

// levels returns a schema whose definitions are d0 to dn, each made from its number.
func levels(n int, level func(i int) string, last string) string {
	var defs []string
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d":%s`, i, level(i)))
	}
	return fmt.Sprintf(`{"$ref":"#/$defs/d0","$defs":{%s,"d%d":%s}}`, strings.Join(defs, ","), n, last)
}

func repeat(text string) func(int) string {
	return func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(text+",", n), ",") + "]" }
}

func numbered(format string) func(int) string {
	return func(n int) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
}

func wrapped(before string, inner func(int) string, after string) func(int) string {
	return func(n int) string { return before + inner(n) + after }
}

// nested is n levels of the two texts around a leaf, as far as nesting may go, in a list that grows with n.
func nested(before, leaf, after string, depth int) func(int) string {
	return repeat(strings.Repeat(before, depth) + leaf + strings.Repeat(after, depth))
}

var hostileCases = []hostileCase{
	{"two ways at each of 50 levels of anyOf", levels(50, func(i int) string {
		return fmt.Sprintf(`{"anyOf":[{"$ref":"#/$defs/d%d","minimum":1},{"$ref":"#/$defs/d%d","minimum":2}]}`, i+1, i+1)
	}, `{"type":"string"}`), func(n int) string { return strings.Repeat(" ", n) + "5" }, 1000, false},
	{"two ways at each of 50 levels of oneOf and not", levels(50, func(i int) string {
		return fmt.Sprintf(`{"oneOf":[{"not":{"$ref":"#/$defs/d%d"}},{"$ref":"#/$defs/d%d","type":"string"}],"minProperties":0}`, i+1, i+1)
	}, `{"type":"string"}`), func(n int) string { return strings.Repeat(" ", n) + `"x"` }, 1000, true},
	{"allOf and $ref that double at each of 50 levels", levels(50, func(i int) string {
		return fmt.Sprintf(`{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"},{"allOf":[{"$ref":"#/$defs/d%d"}]}]}`, i+1, i+1, i+1)
	}, `{"type":"integer"}`), repeat("1"), 1000, false},
	{"members that two branches read at each level", levels(40, func(i int) string {
		return fmt.Sprintf(`{"anyOf":[{"properties":{"a":{"$ref":"#/$defs/d%d"}},"required":["b"]},{"properties":{"a":{"$ref":"#/$defs/d%d"}},"required":["c"]}]}`, i+1, i+1)
	}, `true`), func(n int) string {
		return strings.Repeat(`{"a":`, 40) + `"` + strings.Repeat("x", n) + `"` + strings.Repeat(`}`, 40)
	}, 1000, false},
	{"conditions over conditions of a recursive schema", `{"$ref":"#/$defs/t","$defs":{"t":{"if":{"properties":{"a":{"$ref":"#/$defs/t"}},"required":["x"]},"then":{"properties":{"a":{"$ref":"#/$defs/t"}}},"else":{"properties":{"a":{"$ref":"#/$defs/t"},"b":false}}}}}`,
		func(n int) string { return strings.Repeat(`{"a":`, 120) + strings.Repeat(" ", n) + "{}" + strings.Repeat("}", 120) }, 4000, true},
	{"conditions over the elements of a recursive schema", `{"items":{"$ref":"#/$defs/t"},"$defs":{"t":{"if":{"items":{"$ref":"#/$defs/t"},"minItems":1},"then":{"items":{"$ref":"#/$defs/t"}},"else":{"items":{"$ref":"#/$defs/t"},"maxItems":0}}}}`,
		nested("[", "", "]", 100), 20, true},
	{"unevaluated members over a tree of branches", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","anyOf":[{"properties":{"a":{"$ref":"#/$defs/t"}}},{"properties":{"b":{"$ref":"#/$defs/t"}}},{"properties":{"a":{"$ref":"#/$defs/t"},"b":{"$ref":"#/$defs/t"}}}],"unevaluatedProperties":{"$ref":"#/$defs/t"}}}}`,
		func(n int) string {
			return strings.Repeat(`{"c":{"b":`, 60) + strings.Repeat(" ", n) + "{}" + strings.Repeat("}}", 60)
		}, 4000, true},
	{"unevaluated elements over branches and contains", `{"items":{"$ref":"#/$defs/t"},"$defs":{"t":{"anyOf":[{"contains":{"$ref":"#/$defs/t"}},{"prefixItems":[{"$ref":"#/$defs/t"}]}],"unevaluatedItems":{"$ref":"#/$defs/t"}}}}`,
		nested("[", "", "]", 100), 20, true},
	{"patterns that overlap at each level", `{"$ref":"#/$defs/s","$defs":{"s":{"patternProperties":{"^a":{"$ref":"#/$defs/t"},"b$":{"$ref":"#/$defs/s"},"ab":{"$ref":"#/$defs/u"}}},"t":{"patternProperties":{"^a":{"$ref":"#/$defs/u"},"b$":{"$ref":"#/$defs/t"}},"additionalProperties":{"$ref":"#/$defs/s"}},"u":{"patternProperties":{"^a":{"$ref":"#/$defs/s"},"b$":{"$ref":"#/$defs/t"}},"maxProperties":5}}}`,
		func(n int) string { return strings.Repeat(`{"ab":`, 120) + strings.Repeat(" ", n) + "1" + strings.Repeat("}", 120) }, 4000, true},
	{"forty patterns on every name", `{"patternProperties":{` + numbered(`"^a{0,%d}":{"type":"integer"}`)(40) + `}}`, wrapped("{", numbered(`"aaa%d":1`), "}"), 500, true},
	{"names that must match, deep and many", `{"$ref":"#/$defs/t","$defs":{"t":{"propertyNames":{"anyOf":[{"pattern":"^(a|aa)+$"},{"pattern":"^(a|b|ab)*c?$"}]},"additionalProperties":{"$ref":"#/$defs/t"}}}}`,
		func(n int) string { return `{"` + strings.Repeat("a", n) + `d":1}` }, 20000, false},
	{"an error at each element", `{"items":{"type":"string","minLength":1}}`, repeat("1"), 100_000, false},
	{"many errors at each element", `{"items":{"type":"object","required":["a","b","c"],"properties":{"d":{"type":"string"},"e":{"enum":[1]}},"additionalProperties":false}}`, repeat(`{"d":1,"e":2,"f":3}`), 10_000, false},
	{"an error at each leaf, 120 levels down", `{"items":{"$ref":"#/$defs/t"},"$defs":{"t":{"properties":{"a":{"$ref":"#/$defs/t"}},"type":"object"}}}`, nested(`{"a":`, "1", "}", 120), 300, false},
	{"errors with long pointers", `{"additionalProperties":{"additionalProperties":{"items":{"type":"string"}}}}`, func(n int) string {
		return `{"` + strings.Repeat("~", n) + `":{"` + strings.Repeat("/", n) + `":` + repeat("1")(n) + `}}`
	}, 20_000, false},
	{"objects with many members", `{"type":"object","properties":{"k7":{"type":"integer"}}}`, wrapped("{", numbered(`"k%d":1`), "}"), 25_000, true},
	{"objects with many members in escapes", `{"type":"object"}`, wrapped("{", numbered(`"\u006b%d":1`), "}"), 25_000, true},
	{"objects with a member many times", `{"type":"object"}`, wrapped("{", func(n int) string { return strings.TrimSuffix(strings.Repeat(`"k":1,`, n), ",") }, "}"), 25_000, false},
	{"a named member many times", `{"properties":{"k":{"items":{"type":"integer"}}}}`, wrapped("{", func(n int) string { return strings.TrimSuffix(strings.Repeat(`"k":[1],`, n), ",") }, "}"), 25_000, false},
	{"members with one length and one sum of bytes", `{"type":"object"}`, wrapped("{", func(n int) string {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf(`"a%06db":0`, i))
		}
		return strings.Join(names, ",")
	}, "}"), 25_000, true},
	{"unique objects", `{"uniqueItems":true}`, wrapped("[", numbered(`{"a":%d,"b":[{}]}`), "]"), 25_000, true},
	{"unique numbers of many spellings", `{"uniqueItems":true}`, wrapped("[", numbered(`%d.0e3`), "]"), 25_000, true},
	{"unique lists, unique again at each of many levels", `{"$ref":"#/$defs/t","$defs":{"t":{"uniqueItems":true,"items":{"$ref":"#/$defs/t"}}}}`, func(n int) string {
		return strings.Repeat("[0,", 100) + "[" + numbered("%d")(n) + "]" + strings.Repeat("]", 100)
	}, 1000, true},
	{"contains within contains", `{"$ref":"#/$defs/t","$defs":{"t":{"contains":{"$ref":"#/$defs/t"},"items":{"$ref":"#/$defs/t"},"minContains":0}}}`, nested("[", "", "]", 100), 50, true},
	{"a number of many digits", `{"multipleOf":7,"minimum":5,"enum":[1,2,3],"type":"integer"}`, func(n int) string { return "1" + strings.Repeat("0", n) }, 250_000, false},
	{"a fraction of many digits against a divisor of many", `{"multipleOf":0.0000000000000000000000000123}`, func(n int) string { return "0." + strings.Repeat("123", n/3) }, 250_000, false},
	{"unique numbers of many digits", `{"uniqueItems":true}`, func(n int) string {
		return "[" + strings.Repeat("1"+strings.Repeat("0", n)+",", 1) + "2" + strings.Repeat("0", n) + "]"
	}, 250_000, true},
	{"exponents that no memory holds", `{"items":{"multipleOf":3,"minimum":1,"type":"integer","not":{"const":7}},"uniqueItems":true}`, wrapped("[", numbered("3e99999999%07d"), "]"), 5_000, true},
	{"a string of escapes", `{"minLength":3,"pattern":"^(\\n|x)*$","format":"hostname","enum":["a"]}`, func(n int) string { return `"` + strings.Repeat(`\u000a`, n) + `"` }, 50_000, false},
	{"a string that a pattern with many states reads", `{"pattern":"^(.*a.{0,6}b)+$"}`, func(n int) string { return `"` + strings.Repeat("ab", n) + `c"` }, 50_000, false},
	{"brackets without end", `{}`, func(n int) string { return strings.Repeat("[", n) }, 250_000, false},
	{"objects without end", `{"additionalProperties":{"$ref":"#"}}`, func(n int) string { return strings.Repeat(`{"a":`, n) }, 100_000, false},
	{"rows that are not as wide as the columns", `{"properties":{"rows":{"items":{"type":"array"},"x-aci-row-width":"columns"},"columns":{"type":"array"}}}`, func(n int) string {
		return `{"columns":[1],"rows":` + repeat("[1,2]")(n) + `}`
	}, 25_000, false},
	{"a tag behind all else at each level", `{"$ref":"#/$defs/t","$defs":{"t":{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"$ref":"#/$defs/t"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"x":{"$ref":"#/$defs/t"}},"required":["k"]}]}}}`, func(n int) string {
		return strings.Repeat(`{"x":`, 120) + `{"k":"a","y":"` + strings.Repeat("x", n) + `"}` + strings.Repeat(`,"k":"b"}`, 120)
	}, 4000, true},
}

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
	for _, c := range hostileCases {
		t.Run(c.name, func(t *testing.T) {
			within(t, time.Minute, func() {
				why, node, p := compileText(t, c.schema)
				if p == nil {
					t.Errorf("refused: %s", why)
					return
				}
				e := plan.NewEngine(p, 0)
				small, large := c.instance(c.size), c.instance(4*c.size)
				for _, text := range []string{small, large} {
					if got := verdict(t, c.name, e, node, text); got != c.valid {
						t.Errorf("valid = %v, want %v", got, c.valid)
					}
				}
				// Linear cost is four times as much, quadratic sixteen times. The constant is what a clock cannot tell.
				a, b := cost(e, node, small), cost(e, node, large)
				if limit := 10*a + 2*time.Millisecond; b > limit {
					t.Errorf("%d bytes cost %s, %d bytes %s", len(small), a, len(large), b)
				}
			})
		})
	}
}

func TestViolationsAreCapped(t *testing.T) {
	_, node, p := compileText(t, `{"items":{"type":"string"}}`)
	err := plan.NewEngine(p, 0).Check(node, repeat("1")(5000))
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
		{"sets of schemas that combine without end", levels(40, func(i int) string {
			if i == 0 {
				return `{"properties":{"a":{"allOf":[{"$ref":"#/$defs/d0"},{"$ref":"#/$defs/d1"}]},"b":{"$ref":"#/$defs/d0"}}}`
			}
			return fmt.Sprintf(`{"properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}}`, i+1, i+1)
		}, `{"type":"string"}`), "combine in too many ways"},
		{"a bound beyond any memory", `{"minimum":1e999999999,"multipleOf":1e-999999999}`, ""},
		{"a divisor of many digits", `{"multipleOf":1` + strings.Repeat("0", 5000) + `1}`, ""},
		{"an enum of many values", `{"enum":[` + numbered(`"%d"`)(20_000) + `]}`, ""},
		{"many members", `{"properties":{` + numbered(`"k%d":{"type":"integer"}`)(5_000) + `},"required":["k4999"]}`, ""},
		{"many branches with a tag", `{"oneOf":[` + numbered(`{"type":"object","properties":{"k":{"const":"%d"}},"required":["k"]}`)(2_000) + `]}`, ""},
		{"a long chain of references", levels(3000, func(i int) string { return fmt.Sprintf(`{"$ref":"#/$defs/d%d"}`, i+1) }, `{"type":"integer"}`), ""},
		{"a long chain of conditions", levels(500, func(i int) string { return fmt.Sprintf(`{"if":{"minimum":%d},"then":{"$ref":"#/$defs/d%d"}}`, i, i+1) }, `{"type":"integer"}`), ""},
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
