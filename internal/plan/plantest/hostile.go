package plantest

import (
	"fmt"
	"strings"
)

// Hostile is a schema, and for each size an instance that makes it cost most.
type Hostile struct {
	// Name is a phrase that says what is hostile.
	Name     string
	Schema   string
	Instance func(n int) string
	// Size is a number for Instance whose cost can be told from that of four times as much.
	Size int
	// Valid is the verdict on all instances.
	Valid bool
}

// Levels returns a schema whose definitions are d0 to dn, each made from its number.
func Levels(n int, level func(i int) string, last string) string {
	var defs []string
	for i := range n {
		defs = append(defs, fmt.Sprintf(`"d%d":%s`, i, level(i)))
	}
	return fmt.Sprintf(`{"$ref":"#/$defs/d0","$defs":{%s,"d%d":%s}}`, strings.Join(defs, ","), n, last)
}

// Repeat returns a function from n to a list of n times the text.
func Repeat(text string) func(int) string {
	return func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(text+",", n), ",") + "]" }
}

// Numbered returns a function from n to n texts with commas between, each made from its number.
func Numbered(format string) func(int) string {
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
	return Repeat(strings.Repeat(before, depth) + leaf + strings.Repeat(after, depth))
}

// HostileCases are those whose cost grows with the instance, and no faster.
var HostileCases = []Hostile{
	{"two ways at each of 50 levels of anyOf", Levels(50, func(i int) string {
		return fmt.Sprintf(`{"anyOf":[{"$ref":"#/$defs/d%d","minimum":1},{"$ref":"#/$defs/d%d","minimum":2}]}`, i+1, i+1)
	}, `{"type":"string"}`), func(n int) string { return strings.Repeat(" ", n) + "5" }, 1000, false},
	{"two ways at each of 50 levels of anyOf, on an object", Levels(50, func(i int) string {
		return fmt.Sprintf(`{"anyOf":[{"$ref":"#/$defs/d%d","required":["a"]},{"$ref":"#/$defs/d%d","required":["b"]}]}`, i+1, i+1)
	}, `{"properties":{"a":false}}`), func(n int) string { return `{"a":"` + strings.Repeat("x", n) + `","b":1}` }, 10_000, false},
	{"conditions within conditions, 30 deep, on an object", Levels(30, func(i int) string {
		return fmt.Sprintf(`{"if":{"if":{"$ref":"#/$defs/d%d"},"then":{"required":["a"]},"else":{"$ref":"#/$defs/d%d"}},"then":{"$ref":"#/$defs/d%d"},"else":{"minProperties":5}}`, i+1, i+1, i+1)
	}, `{"required":["a"]}`), func(n int) string { return `{"a":"` + strings.Repeat("x", n) + `"}` }, 10_000, true},
	{"two ways at each of 50 levels of oneOf and not", Levels(50, func(i int) string {
		return fmt.Sprintf(`{"oneOf":[{"not":{"$ref":"#/$defs/d%d"}},{"$ref":"#/$defs/d%d","type":"string"}],"minProperties":0}`, i+1, i+1)
	}, `{"type":"string"}`), func(n int) string { return strings.Repeat(" ", n) + `"x"` }, 1000, true},
	{"allOf and $ref that double at each of 50 levels", Levels(50, func(i int) string {
		return fmt.Sprintf(`{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"},{"allOf":[{"$ref":"#/$defs/d%d"}]}]}`, i+1, i+1, i+1)
	}, `{"type":"integer"}`), Repeat("1"), 1000, false},
	{"members that two branches read at each level", Levels(40, func(i int) string {
		return fmt.Sprintf(`{"anyOf":[{"properties":{"a":{"$ref":"#/$defs/d%d"}},"required":["b"]},{"properties":{"a":{"$ref":"#/$defs/d%d"}},"required":["c"]}]}`, i+1, i+1)
	}, `true`), func(n int) string {
		return strings.Repeat(`{"a":`, 40) + `"` + strings.Repeat("x", n) + `"` + strings.Repeat(`}`, 40)
	}, 1000, false},
	{"conditions over conditions of a recursive schema", `{"$ref":"#/$defs/t","$defs":{"t":{"if":{"properties":{"a":{"$ref":"#/$defs/t"}},"required":["x"]},"then":{"properties":{"a":{"$ref":"#/$defs/t"}}},"else":{"properties":{"a":{"$ref":"#/$defs/t"},"b":false}}}}}`,
		func(n int) string {
			return strings.Repeat(`{"a":`, 120) + strings.Repeat(" ", n) + "{}" + strings.Repeat("}", 120)
		}, 4000, true},
	{"conditions over the elements of a recursive schema", `{"items":{"$ref":"#/$defs/t"},"$defs":{"t":{"if":{"items":{"$ref":"#/$defs/t"},"minItems":1},"then":{"items":{"$ref":"#/$defs/t"}},"else":{"items":{"$ref":"#/$defs/t"},"maxItems":0}}}}`,
		nested("[", "", "]", 100), 20, true},
	{"unevaluated members over a tree of branches", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","anyOf":[{"properties":{"a":{"$ref":"#/$defs/t"}}},{"properties":{"b":{"$ref":"#/$defs/t"}}},{"properties":{"a":{"$ref":"#/$defs/t"},"b":{"$ref":"#/$defs/t"}}}],"unevaluatedProperties":{"$ref":"#/$defs/t"}}}}`,
		func(n int) string {
			return strings.Repeat(`{"c":{"b":`, 60) + strings.Repeat(" ", n) + "{}" + strings.Repeat("}}", 60)
		}, 4000, true},
	{"unevaluated elements over branches and contains", `{"items":{"$ref":"#/$defs/t"},"$defs":{"t":{"anyOf":[{"contains":{"$ref":"#/$defs/t"}},{"prefixItems":[{"$ref":"#/$defs/t"}]}],"unevaluatedItems":{"$ref":"#/$defs/t"}}}}`,
		nested("[", "", "]", 100), 20, true},
	{"patterns that overlap at each level", `{"$ref":"#/$defs/s","$defs":{"s":{"patternProperties":{"^a":{"$ref":"#/$defs/t"},"b$":{"$ref":"#/$defs/s"},"ab":{"$ref":"#/$defs/u"}}},"t":{"patternProperties":{"^a":{"$ref":"#/$defs/u"},"b$":{"$ref":"#/$defs/t"}},"additionalProperties":{"$ref":"#/$defs/s"}},"u":{"patternProperties":{"^a":{"$ref":"#/$defs/s"},"b$":{"$ref":"#/$defs/t"}},"maxProperties":5}}}`,
		func(n int) string {
			return strings.Repeat(`{"ab":`, 120) + strings.Repeat(" ", n) + "1" + strings.Repeat("}", 120)
		}, 4000, true},
	{"forty patterns on every name", `{"patternProperties":{` + Numbered(`"^a{0,%d}":{"type":"integer"}`)(40) + `}}`, wrapped("{", Numbered(`"aaa%d":1`), "}"), 500, true},
	{"names that must match, deep and many", `{"$ref":"#/$defs/t","$defs":{"t":{"propertyNames":{"anyOf":[{"pattern":"^(a|aa)+$"},{"pattern":"^(a|b|ab)*c?$"}]},"additionalProperties":{"$ref":"#/$defs/t"}}}}`,
		func(n int) string { return `{"` + strings.Repeat("a", n) + `d":1}` }, 20000, false},
	{"an error at each element", `{"items":{"type":"string","minLength":1}}`, Repeat("1"), 100_000, false},
	{"many errors at each element", `{"items":{"type":"object","required":["a","b","c"],"properties":{"d":{"type":"string"},"e":{"enum":[1]}},"additionalProperties":false}}`, Repeat(`{"d":1,"e":2,"f":3}`), 10_000, false},
	{"an error at each leaf, 120 levels down", `{"items":{"$ref":"#/$defs/t"},"$defs":{"t":{"properties":{"a":{"$ref":"#/$defs/t"}},"type":"object"}}}`, nested(`{"a":`, "1", "}", 120), 300, false},
	{"errors with long pointers", `{"additionalProperties":{"additionalProperties":{"items":{"type":"string"}}}}`, func(n int) string {
		return `{"` + strings.Repeat("~", n) + `":{"` + strings.Repeat("/", n) + `":` + Repeat("1")(n) + `}}`
	}, 20_000, false},
	{"objects with many members", `{"type":"object","properties":{"k7":{"type":"integer"}}}`, wrapped("{", Numbered(`"k%d":1`), "}"), 25_000, true},
	{"objects with many members in escapes", `{"type":"object"}`, wrapped("{", Numbered(`"\u006b%d":1`), "}"), 25_000, true},
	{"objects with a member many times", `{"type":"object"}`, wrapped("{", func(n int) string { return strings.TrimSuffix(strings.Repeat(`"k":1,`, n), ",") }, "}"), 25_000, false},
	{"a named member many times", `{"properties":{"k":{"items":{"type":"integer"}}}}`, wrapped("{", func(n int) string { return strings.TrimSuffix(strings.Repeat(`"k":[1],`, n), ",") }, "}"), 25_000, false},
	{"members with one length and one sum of bytes", `{"type":"object"}`, wrapped("{", func(n int) string {
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf(`"a%06db":0`, i))
		}
		return strings.Join(names, ",")
	}, "}"), 25_000, true},
	{"unique objects", `{"uniqueItems":true}`, wrapped("[", Numbered(`{"a":%d,"b":[{}]}`), "]"), 25_000, true},
	{"unique numbers of many spellings", `{"uniqueItems":true}`, wrapped("[", Numbered(`%d.0e3`), "]"), 25_000, true},
	{"unique lists, unique again at each of many levels", `{"$ref":"#/$defs/t","$defs":{"t":{"uniqueItems":true,"items":{"$ref":"#/$defs/t"}}}}`, func(n int) string {
		return strings.Repeat("[0,", 100) + "[" + Numbered("%d")(n) + "]" + strings.Repeat("]", 100)
	}, 1000, true},
	{"contains within contains", `{"$ref":"#/$defs/t","$defs":{"t":{"contains":{"$ref":"#/$defs/t"},"items":{"$ref":"#/$defs/t"},"minContains":0}}}`, nested("[", "", "]", 100), 50, true},
	{"a number of many digits", `{"multipleOf":7,"minimum":5,"enum":[1,2,3],"type":"integer"}`, func(n int) string { return "1" + strings.Repeat("0", n) }, 250_000, false},
	{"a fraction of many digits against a divisor of many", `{"multipleOf":0.0000000000000000000000000123}`, func(n int) string { return "0." + strings.Repeat("123", n/3) }, 250_000, false},
	{"unique numbers of many digits", `{"uniqueItems":true}`, func(n int) string {
		return "[" + strings.Repeat("1"+strings.Repeat("0", n)+",", 1) + "2" + strings.Repeat("0", n) + "]"
	}, 250_000, true},
	{"exponents that no memory holds", `{"items":{"multipleOf":3,"minimum":1,"type":"integer","not":{"const":7}},"uniqueItems":true}`, wrapped("[", Numbered("3e99999999%07d"), "]"), 5_000, true},
	{"a string of escapes", `{"minLength":3,"pattern":"^(\\n|x)*$","format":"hostname","enum":["a"]}`, func(n int) string { return `"` + strings.Repeat(`\u000a`, n) + `"` }, 50_000, false},
	{"a string that a pattern with many states reads", `{"pattern":"^(.*a.{0,6}b)+$"}`, func(n int) string { return `"` + strings.Repeat("ab", n) + `c"` }, 50_000, false},
	{"brackets without end", `{}`, func(n int) string { return strings.Repeat("[", n) }, 250_000, false},
	{"objects without end", `{"additionalProperties":{"$ref":"#"}}`, func(n int) string { return strings.Repeat(`{"a":`, n) }, 100_000, false},
	{"rows that are not as wide as the columns", `{"properties":{"rows":{"items":{"type":"array"},"x-aci-row-width":"columns"},"columns":{"type":"array"}}}`, func(n int) string {
		return `{"columns":[1],"rows":` + Repeat("[1,2]")(n) + `}`
	}, 25_000, false},
	{"a union without a tag at each level", `{"$ref":"#/$defs/t","$defs":{"t":{"oneOf":[{"type":"object","properties":{"x":{"$ref":"#/$defs/t"},"a":{"type":"integer"}},"required":["a"],"additionalProperties":false},{"type":"object","properties":{"x":{"$ref":"#/$defs/t"},"b":{"type":"string"}},"required":["b"],"additionalProperties":false}]}}}`, func(n int) string {
		return strings.Repeat(`{"x":`, 120) + `{"b":"` + strings.Repeat("x", n) + `"}` + strings.Repeat(`,"b":"b"}`, 120)
	}, 4000, true},
	{"a union without a tag at each level, broken at the leaf", `{"$ref":"#/$defs/t","$defs":{"t":{"anyOf":[{"type":"object","properties":{"x":{"$ref":"#/$defs/t"},"a":{"type":"integer"}},"required":["x"]},{"type":"object","properties":{"x":{"$ref":"#/$defs/t"},"b":{"type":"string"}},"required":["x"]},{"type":"array","items":{"$ref":"#/$defs/t"}}]}}}`, func(n int) string {
		return strings.Repeat(`{"x":[`, 60) + strings.Repeat(" ", n) + "1" + strings.Repeat(`]}`, 60)
	}, 4000, false},
	{"a nullable tree", `{"$ref":"#/$defs/t","$defs":{"t":{"type":"object","properties":{"l":{"anyOf":[{"$ref":"#/$defs/t"},{"type":"null"}]},"r":{"oneOf":[{"type":"null"},{"$ref":"#/$defs/t"}]}},"required":["l","r"]}}}`, func(n int) string {
		return strings.Repeat(`{"r":null,"l":`, 120) + `"` + strings.Repeat("x", n) + `"` + strings.Repeat("}", 120)
	}, 4000, false},
	{"a tag behind all else at each level", `{"$ref":"#/$defs/t","$defs":{"t":{"oneOf":[{"type":"object","properties":{"k":{"const":"a"},"x":{"$ref":"#/$defs/t"}},"required":["k"]},{"type":"object","properties":{"k":{"const":"b"},"x":{"$ref":"#/$defs/t"}},"required":["k"]}]}}}`, func(n int) string {
		return strings.Repeat(`{"x":`, 120) + `{"k":"a","y":"` + strings.Repeat("x", n) + `"}` + strings.Repeat(`,"k":"b"}`, 120)
	}, 4000, true},
}
