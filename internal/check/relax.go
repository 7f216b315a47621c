package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// relax takes out of a schema document what rejects the witness, so that the next
// comparison finds the next break. It changes the tree in place and tells whether
// it could.
func relax(tree *schema.Value, v kernel.Violation, witness *schema.Value) bool {
	tokens, err := schema.ParsePointer(v.SchemaPointer)
	if err != nil {
		return false
	}
	if len(tokens) == 0 {
		return permit(tree)
	}
	parent := at(tree, tokens[:len(tokens)-1])
	last := tokens[len(tokens)-1]
	if parent == nil {
		return false
	}
	self := at(parent, []string{last})
	switch {
	case self == nil:
		return false
	case v.Keyword == "additionalProperties" || v.Keyword == "unevaluatedProperties":
		name, err := schema.ParsePointer(v.InstancePointer)
		if err != nil || len(name) == 0 || parent.Kind != schema.Object {
			return permit(self)
		}
		return allow(parent, name[len(name)-1]) || permit(self)
	case v.Keyword == "required":
		have := pointed(witness, v.InstancePointer)
		before := len(self.Items)
		self.Items = slices.DeleteFunc(slices.Clone(self.Items), func(name *schema.Value) bool { return have != nil && have.Get(name.Text) == nil })
		return len(self.Items) < before
	case self.Kind == schema.Bool && !self.Bool:
		return permit(self)
	case parent.Kind == schema.Array:
		return permit(self)
	}
	before := len(parent.Members)
	parent.Members = slices.DeleteFunc(slices.Clone(parent.Members), func(m schema.Member) bool { return m.Name == last })
	return len(parent.Members) < before
}

// permit makes a schema one that everything satisfies.
func permit(v *schema.Value) bool {
	*v = schema.Value{Kind: schema.Bool, Bool: true}
	return true
}

// allow adds a property that is nothing demanded of; false when there is one already.
func allow(s *schema.Value, name string) bool {
	properties := s.Get("properties")
	if properties == nil {
		properties = &schema.Value{Kind: schema.Object}
		s.Members = append(s.Members, schema.Member{Name: "properties", Value: properties})
	}
	if properties.Get(name) != nil {
		return false
	}
	properties.Members = append(slices.Clone(properties.Members), schema.Member{Name: name, Value: &schema.Value{Kind: schema.Bool, Bool: true}})
	return true
}

// at walks a document.
func at(v *schema.Value, tokens []string) *schema.Value {
	for _, t := range tokens {
		if v == nil {
			return nil
		}
		if v.Kind == schema.Array {
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(v.Items) {
				return nil
			}
			v = v.Items[i]
			continue
		}
		v = v.Get(t)
	}
	return v
}

// pointed walks an instance.
func pointed(v *schema.Value, pointer string) *schema.Value {
	tokens, err := schema.ParsePointer(pointer)
	if err != nil {
		return nil
	}
	return at(v, tokens)
}

// shortPointer names a place of an instance for people.
func shortPointer(pointer string) string {
	if pointer == "" {
		return "the whole value"
	}
	return strings.TrimSpace(pointer)
}
