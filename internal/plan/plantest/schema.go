// Package plantest makes random schemas over all keywords that a plan can hold,
// and instances that come near to satisfying them, for tests that hold one
// implementation against another. The same seed makes the same texts.
package plantest

import (
	"math/rand/v2"
	"strconv"
	"strings"
)

// Options say what a schema may hold.
type Options struct {
	// Formats allows the keyword format.
	Formats bool
	// Typed makes most schemas ones that generated code has types for: objects with a type, unions, lists.
	Typed bool
	// Related allows acigen's keywords between the members of one object.
	Related bool
}

// Schema returns a random schema document of dialect 2020-12. Its definitions are all in #/$defs.
func Schema(r *rand.Rand, o Options) string {
	g := &generator{r: r, o: o, budget: 6 + r.IntN(30)}
	for i := range r.IntN(4) {
		g.defs = append(g.defs, "D"+strconv.Itoa(i))
	}
	var defs []string
	root := g.schema(4, true)
	for _, name := range g.defs {
		g.budget = 4 + g.r.IntN(8)
		defs = append(defs, strconv.Quote(name)+":"+g.schema(3, false))
	}
	if root == "true" || root == "false" {
		root = "{}"
	}
	head := `{"$schema":"https://json-schema.org/draft/2020-12/schema"`
	if len(defs) > 0 {
		head += `,"$defs":{` + strings.Join(defs, ",") + "}"
	}
	if root == "{}" {
		return head + "}"
	}
	return head + "," + root[1:]
}

type generator struct {
	r      *rand.Rand
	o      Options
	defs   []string
	budget int
}

func (g *generator) one(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

// members collects the keywords of one schema, each once.
type members struct {
	texts []string
	seen  map[string]bool
}

func (m *members) add(keyword, value string) {
	if m.seen == nil {
		m.seen = map[string]bool{}
	}
	if !m.seen[keyword] {
		m.seen[keyword] = true
		m.texts = append(m.texts, strconv.Quote(keyword)+":"+value)
	}
}

func (m *members) String() string { return "{" + strings.Join(m.texts, ",") + "}" }

// schema returns a schema; root tells that it must be an object.
func (g *generator) schema(depth int, root bool) string {
	g.budget--
	m := &members{}
	if g.budget < 0 || depth == 0 {
		return g.leaf(m)
	}
	if g.o.Typed && !g.one(6) {
		g.typed(m, depth)
		return m.String()
	}
	switch n := g.r.IntN(20); {
	case n == 0 && !root:
		return pick(g.r, []string{"true", "false", "true"})
	case n < 3 && len(g.defs) > 0:
		g.reference(m)
		if g.one(3) {
			g.anything(m, depth)
		}
	case n < 6:
		g.combined(m, depth)
		if g.one(2) {
			g.anything(m, depth)
		}
	case n < 8:
		g.anything(m, depth)
		g.anything(m, depth)
	case n < 14:
		g.object(m, depth)
		if g.one(3) {
			g.combined(m, depth)
		}
	case n < 17:
		g.array(m, depth)
		if g.one(5) {
			g.combined(m, depth)
		}
	default:
		return g.leaf(m)
	}
	return m.String()
}

func (g *generator) sub(depth int) string { return g.schema(depth-1, false) }

func (g *generator) reference(m *members) {
	if len(g.defs) > 0 {
		m.add("$ref", strconv.Quote("#/$defs/"+pick(g.r, g.defs)))
	}
}

// leaf is a schema without subschemas.
func (g *generator) leaf(m *members) string {
	switch n := g.r.IntN(12); {
	case n < 3:
		m.add("type", `"integer"`)
		g.number(m)
	case n < 4:
		m.add("type", `"number"`)
		g.number(m)
	case n < 7:
		m.add("type", `"string"`)
		g.text(m)
	case n < 8:
		m.add("type", pick(g.r, []string{`"boolean"`, `"null"`, `["string","null"]`, `["integer","null"]`, `["boolean","string"]`, `["number","null","string","boolean"]`, `["integer","string"]`}))
		if g.one(2) {
			g.number(m)
			g.text(m)
		}
	case n < 9:
		m.add("enum", g.values(true))
		if g.one(4) {
			m.add("type", pick(g.r, []string{`"string"`, `"integer"`, `"number"`, `["string","null"]`}))
		}
	case n < 10:
		m.add("const", pick(g.r, constants))
	case n < 11 && len(g.defs) > 0:
		g.reference(m)
	default:
		if g.one(2) {
			g.number(m)
		} else {
			g.text(m)
		}
	}
	return m.String()
}

// values are the values of an enum: mostly of one type.
func (g *generator) values(strings bool) string {
	pool := constants
	if strings && !g.one(3) {
		pool = stringConstants
	} else if g.one(2) {
		pool = integerConstants
	}
	var list []string
	for range 1 + g.r.IntN(4) {
		v := pick(g.r, pool)
		if !contains(list, v) {
			list = append(list, v)
		}
	}
	return "[" + join(list) + "]"
}

func (g *generator) number(m *members) {
	for range g.r.IntN(3) {
		switch g.r.IntN(5) {
		case 0:
			m.add("minimum", pick(g.r, limits))
		case 1:
			m.add("maximum", pick(g.r, limits))
		case 2:
			m.add("exclusiveMinimum", pick(g.r, limits))
		case 3:
			m.add("exclusiveMaximum", pick(g.r, limits))
		case 4:
			m.add("multipleOf", pick(g.r, divisors))
		}
	}
}

func (g *generator) text(m *members) {
	for range g.r.IntN(3) {
		switch n := g.r.IntN(5); {
		case n == 0:
			m.add("minLength", strconv.Itoa(g.r.IntN(4)))
		case n == 1:
			m.add("maxLength", strconv.Itoa(g.r.IntN(5)))
		case n == 2 && g.o.Formats:
			m.add("format", strconv.Quote(pick(g.r, formats)))
		default:
			m.add("pattern", strconv.Quote(pick(g.r, patterns)))
		}
	}
}

func (g *generator) name() string { return pick(g.r, names) }

// other is a name that is not the given one.
func (g *generator) other(than string) string {
	for {
		if name := g.name(); name != than {
			return name
		}
	}
}

func (g *generator) names(most int) []string {
	var list []string
	for range g.r.IntN(most + 1) {
		if n := g.name(); !contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}

// named returns an object of subschemas by name.
func (g *generator) named(keys []string, depth int) string {
	var list []string
	for _, key := range keys {
		list = append(list, strconv.Quote(key)+":"+g.sub(depth))
	}
	return "{" + join(list) + "}"
}

func quoteAll(texts []string) string {
	var list []string
	for _, t := range texts {
		list = append(list, strconv.Quote(t))
	}
	return "[" + join(list) + "]"
}

func (g *generator) object(m *members, depth int) {
	if !g.one(4) {
		m.add("type", pick(g.r, []string{`"object"`, `"object"`, `"object"`, `["object","null"]`, `["object","array"]`}))
	}
	if g.o.Related && g.one(4) {
		m.add("properties", relatedMembers)
	}
	keys := g.names(4)
	if len(keys) > 0 {
		m.add("properties", g.named(keys, depth))
	}
	for range g.r.IntN(3) {
		g.objectKeyword(m, depth)
	}
}

func (g *generator) objectKeyword(m *members, depth int) {
	switch g.r.IntN(11) {
	case 0, 1:
		m.add("additionalProperties", pick(g.r, []string{"false", "false", g.sub(depth)}))
	case 2, 3:
		m.add("required", quoteAll(g.names(2)))
	case 4:
		m.add("patternProperties", g.named([]string{pick(g.r, patterns), pick(g.r, otherPatterns)}[:1+g.r.IntN(2)], depth))
	case 5:
		m.add("minProperties", strconv.Itoa(g.r.IntN(3)))
	case 6:
		m.add("maxProperties", strconv.Itoa(g.r.IntN(4)))
	case 7:
		m.add("propertyNames", pick(g.r, []string{`{"maxLength":1}`, `{"pattern":"^[a-c]"}`, `{"enum":["a","b","x-1"]}`, "false", g.sub(depth)}))
	case 8:
		m.add("dependentRequired", "{"+strconv.Quote(g.name())+":"+quoteAll(g.names(2))+"}")
	case 9:
		m.add("dependentSchemas", g.named([]string{g.name()}, depth))
	case 10:
		m.add("unevaluatedProperties", pick(g.r, []string{"false", "false", g.sub(depth)}))
	}
}

// relatedMembers relate to one another.
const relatedMembers = `{"rows":{"items":{"type":"array"},"x-aci-row-width":"columns"},"columns":{"type":"array"},"count":{"type":"integer","x-aci-count-of":"rows"},"total":{"x-aci-at-least":"count"}}`

func (g *generator) array(m *members, depth int) {
	if !g.one(4) {
		m.add("type", pick(g.r, []string{`"array"`, `"array"`, `["array","null"]`}))
	}
	if !g.one(3) {
		m.add("items", g.sub(depth))
	}
	for range g.r.IntN(3) {
		g.arrayKeyword(m, depth)
	}
}

func (g *generator) arrayKeyword(m *members, depth int) {
	switch g.r.IntN(7) {
	case 0:
		m.add("minItems", strconv.Itoa(g.r.IntN(3)))
	case 1:
		m.add("maxItems", strconv.Itoa(g.r.IntN(4)))
	case 2:
		m.add("uniqueItems", "true")
	case 3:
		m.add("contains", g.sub(depth))
		if g.one(2) {
			m.add("minContains", strconv.Itoa(g.r.IntN(3)))
		}
		if g.one(2) {
			m.add("maxContains", strconv.Itoa(g.r.IntN(3)))
		}
	case 4, 5:
		m.add("prefixItems", g.list(depth, 3))
	case 6:
		m.add("unevaluatedItems", pick(g.r, []string{"false", "false", g.sub(depth)}))
	}
}

func (g *generator) list(depth, most int) string {
	var list []string
	for range 1 + g.r.IntN(most) {
		list = append(list, g.sub(depth))
	}
	return "[" + join(list) + "]"
}

func contains(list []string, s string) bool {
	for _, other := range list {
		if other == s {
			return true
		}
	}
	return false
}

func join(list []string) string { return strings.Join(list, ",") }
