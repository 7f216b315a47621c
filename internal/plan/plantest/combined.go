package plantest

import (
	"fmt"
	"strconv"
)

// combined adds keywords that apply schemas to the value itself.
func (g *generator) combined(m *members, depth int) {
	for range 1 + g.r.IntN(2) {
		switch g.r.IntN(6) {
		case 0:
			m.add("allOf", g.list(depth, 3))
		case 1:
			m.add("anyOf", g.list(depth, 3))
		case 2:
			m.add("oneOf", g.list(depth, 3))
		case 3:
			m.add("not", g.sub(depth))
		case 4:
			m.add("if", g.sub(depth))
			if !g.one(4) {
				m.add("then", g.sub(depth))
			}
			if g.one(2) {
				m.add("else", g.sub(depth))
			}
		case 5:
			g.tagged(m, depth)
		}
	}
}

// tagged adds a union whose branches a member tells apart, or nearly so.
func (g *generator) tagged(m *members, depth int) {
	var branches []string
	for i := range 2 + g.r.IntN(2) {
		value := fmt.Sprintf(`{"const":%q}`, string(rune('a'+i)))
		if g.one(3) {
			value = fmt.Sprintf(`{"enum":[%q,%q]}`, string(rune('a'+i)), pick(g.r, []string{"", "z" + strconv.Itoa(i)}))
		}
		branch := fmt.Sprintf(`{"type":"object","properties":{"k":%s,%q:%s},"required":["k"]`, value, g.other("k"), g.sub(depth))
		if g.one(2) {
			branch += `,"additionalProperties":false`
		}
		branches = append(branches, branch+"}")
	}
	m.add(pick(g.r, []string{"oneOf", "anyOf"}), "["+join(branches)+"]")
}

// anything adds keywords of any kind.
func (g *generator) anything(m *members, depth int) {
	switch g.r.IntN(8) {
	case 0:
		g.number(m)
	case 1:
		g.text(m)
	case 2, 3:
		g.objectKeyword(m, depth)
		g.objectKeyword(m, depth)
	case 4:
		g.arrayKeyword(m, depth)
	case 5:
		g.object(m, depth)
	case 6:
		g.combined(m, depth)
	case 7:
		m.add("enum", g.values(false))
	}
}

// typed adds what contracts are mostly made of.
func (g *generator) typed(m *members, depth int) {
	switch n := g.r.IntN(12); {
	case n < 5:
		m.add("type", `"object"`)
		keys := g.names(5)
		if g.o.Related && g.one(6) {
			m.add("properties", relatedMembers)
		}
		m.add("properties", g.named(keys, depth))
		if g.one(2) {
			m.add("additionalProperties", "false")
		}
		if len(keys) > 0 && !g.one(3) {
			m.add("required", quoteAll(keys[:1+g.r.IntN(len(keys))]))
		}
		for range g.r.IntN(2) {
			g.objectKeyword(m, depth)
		}
		if g.one(5) {
			g.combined(m, depth)
		}
	case n < 7:
		m.add("type", `"array"`)
		m.add("items", g.sub(depth))
		for range g.r.IntN(2) {
			g.arrayKeyword(m, depth)
		}
	case n < 8:
		m.add("type", `"object"`)
		m.add("additionalProperties", g.sub(depth))
		if g.one(3) {
			g.objectKeyword(m, depth)
		}
	case n < 9:
		m.add("type", `"array"`)
		m.add("prefixItems", g.list(depth, 3))
		m.add("items", pick(g.r, []string{"false", g.sub(depth)}))
		m.add("minItems", strconv.Itoa(g.r.IntN(3)))
	case n < 10:
		g.tagged(m, depth)
	case n < 11:
		m.add(pick(g.r, []string{"anyOf", "oneOf"}), "["+g.sub(depth)+","+pick(g.r, []string{`{"type":"null"}`, g.sub(depth)})+"]")
	default:
		m.add("allOf", "["+g.sub(depth)+","+g.sub(depth)+"]")
	}
}
