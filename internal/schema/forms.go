package schema

import (
	"math"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
)

// The type names in the order of the specification, and what they stand for.
var (
	typeNames = []string{"null", "boolean", "object", "array", "number", "string", "integer"}
	typeKinds = []Kinds{Null, Bool, Object, Array, Number, String, Integer}
)

// kindNames name kinds in messages.
var kindNames = map[Kinds]string{Bool: "a boolean", Number: "a number", String: "a string", Array: "an array", Object: "an object"}

// isKind tells whether the keyword's value is of the kind that it must be of.
func (b *builder) isKind(s *Schema, m *Member, kind Kinds) bool {
	if m.Value.Kind == kind {
		return true
	}
	b.illegal(s, m, m.Value, "", m.Name+" must be "+kindNames[kind]+", not "+describe(m.Value), "")
	return false
}

// text reads a string; nil is one that was reported.
func (b *builder) text(s *Schema, m *Member) *string {
	if !b.isKind(s, m, String) {
		return nil
	}
	return &m.Value.Text
}

// string reads a string for which "" is as good as absent.
func (b *builder) string(s *Schema, m *Member) string {
	if !b.isKind(s, m, String) {
		return ""
	}
	return m.Value.Text
}

// flag reads a boolean.
func (b *builder) flag(s *Schema, m *Member) bool { return b.isKind(s, m, Bool) && m.Value.Bool }

// number reads a number.
func (b *builder) number(s *Schema, m *Member) *Value {
	if !b.isKind(s, m, Number) {
		return nil
	}
	return m.Value
}

// divisor reads a number greater than 0.
func (b *builder) divisor(s *Schema, m *Member) *Value {
	v := b.number(s, m)
	if v == nil {
		return nil
	}
	if d := kernel.ParseDecimal(v.Text); d.Neg || d.Zero() {
		b.illegal(s, m, v, "", m.Name+" must be greater than 0, not "+describe(v), "")
		return nil
	}
	return v
}

// count reads a non-negative integer in any spelling: 1, 1.0, 1e2. What is beyond int is math.MaxInt.
func (b *builder) count(s *Schema, m *Member) *int {
	v := m.Value
	if v.Kind == Number {
		if d := kernel.ParseDecimal(v.Text); d.Whole() && !d.Neg {
			n := math.MaxInt
			if i, ok := d.Small(); ok && i <= math.MaxInt {
				n = int(i)
			}
			return &n
		}
	}
	b.illegal(s, m, v, "", m.Name+" must be a non-negative integer, not "+describe(v), "")
	return nil
}

// types reads the keyword type.
func (b *builder) types(s *Schema, m *Member) Kinds {
	if m.Value.Kind != Array {
		return b.typeName(s, m, m.Value, "")
	}
	if len(m.Value.Items) == 0 {
		b.illegal(s, m, m.Value, "", "type must name at least one type", "leave the keyword out to allow every type")
	}
	var all Kinds
	seen := map[string]bool{}
	for i, item := range m.Value.Items {
		below := "/" + strconv.Itoa(i)
		all |= b.typeName(s, m, item, below)
		if item.Kind == String && seen[item.Text] {
			b.illegal(s, m, item, below, "type names "+quote(item.Text)+" twice", "leave one of them out")
		}
		seen[item.Text] = true
	}
	return all
}

// typeName reads the name of a type.
func (b *builder) typeName(s *Schema, m *Member, v *Value, below string) Kinds {
	if v.Kind == String {
		for i, name := range typeNames {
			if v.Text == name {
				return typeKinds[i]
			}
		}
	}
	remedy := didYouMean(Suggest(v.Text, typeNames))
	if v.Kind != String || remedy == "" {
		remedy = "the types are " + strings.Join(typeNames, ", ")
	}
	what := "type must be a name or an array of names"
	if v.Kind == String || below != "" {
		what = "type must be the name of a type"
	}
	b.illegal(s, m, v, below, what+", not "+describe(v), remedy)
	return 0
}

// names reads an array of distinct strings that stands at the pointer below the keyword.
func (b *builder) names(s *Schema, m *Member, v *Value, below string) []string {
	if v.Kind != Array {
		b.illegal(s, m, v, below, m.Name+" must be an array of property names, not "+describe(v), "")
		return nil
	}
	names := make([]string, 0, len(v.Items))
	seen := make(map[string]bool, len(v.Items))
	for i, item := range v.Items {
		at := below + "/" + strconv.Itoa(i)
		switch {
		case item.Kind != String:
			b.illegal(s, m, item, at, m.Name+" must hold property names, not "+describe(item), "")
			continue
		case seen[item.Text]:
			b.illegal(s, m, item, at, m.Name+" names "+quote(item.Text)+" twice", "leave one of them out")
			continue
		}
		seen[item.Text] = true
		names = append(names, item.Text)
	}
	return names
}

// dependencies reads dependentRequired.
func (b *builder) dependencies(s *Schema, m *Member) []Dependency {
	if !b.isKind(s, m, Object) {
		return nil
	}
	all := make([]Dependency, 0, len(m.Value.Members))
	for i := range m.Value.Members {
		d := &m.Value.Members[i]
		all = append(all, Dependency{d.Name, b.names(s, m, d.Value, "/"+EscapePointer(d.Name))})
	}
	return all
}
