package compat

import (
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// newConstant returns a value with its key.
func newConstant(v *schema.Value) *constant {
	c := &constant{value: v, key: valueKey(v), kind: v.Kind}
	if v.Kind == schema.Number {
		d := kernel.ParseDecimal(v.Text)
		c.kind = schema.Fraction
		if d.Whole() {
			c.kind = schema.Integer
		}
		c.rat, _ = rational(v.Text)
	}
	return c
}

// valueKey identifies a JSON value: members in any order, numbers in any spelling.
func valueKey(v *schema.Value) string {
	var b strings.Builder
	writeKey(&b, v)
	return b.String()
}

func writeKey(b *strings.Builder, v *schema.Value) {
	switch v.Kind {
	case schema.Null:
		b.WriteByte('0')
	case schema.Bool:
		b.WriteByte('f' + 14*bit(v.Bool)) // f or t
	case schema.Number:
		b.WriteString("#" + kernel.NumberKey(v.Text))
	case schema.String:
		b.Write(schema.AppendValue(nil, v, ""))
	case schema.Array:
		b.WriteByte('[')
		for _, item := range v.Items {
			writeKey(b, item)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case schema.Object:
		members := slices.Clone(v.Members)
		slices.SortFunc(members, func(x, y schema.Member) int { return strings.Compare(x.Name, y.Name) })
		b.WriteByte('{')
		for _, m := range members {
			b.Write(schema.AppendValue(nil, &schema.Value{Kind: schema.String, Text: m.Name}, ""))
			b.WriteByte(':')
			writeKey(b, m.Value)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	}
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// constantShape returns the shape of values that are equal to c.
func (s *space) constantShape(c *constant) int {
	if id, there := s.constants[c.key]; there {
		return id
	}
	var atoms []*atom
	switch c.kind {
	case schema.Null:
	case schema.Array:
		n := len(c.value.Items)
		if n > 0 {
			atoms = append(atoms, &atom{kind: minItems, count: n})
		}
		atoms = append(atoms, &atom{kind: maxItems, count: n})
		for i, item := range c.value.Items {
			atoms = append(atoms, &atom{kind: prefixItem, count: i, nodes: []int{s.constantShape(newConstant(item))}})
		}
	case schema.Object:
		var names []string
		for _, m := range c.value.Members {
			names = append(names, m.Name)
			atoms = append(atoms, &atom{kind: requiredName, name: m.Name},
				&atom{kind: memberNamed, name: m.Name, nodes: []int{s.constantShape(newConstant(m.Value))}})
		}
		slices.Sort(names)
		atoms = append(atoms, &atom{kind: membersElse, match: selection{except: names}, nodes: []int{nothing}})
	default:
		atoms = append(atoms, &atom{kind: valueAtom, values: []*constant{c}})
	}
	id := s.intern(c.kind, atoms)
	s.constants[c.key] = id
	return id
}
