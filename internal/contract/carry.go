package contract

import (
	"fmt"

	"github.com/acigen/acigen/internal/schema"
)

// Carriage is how much of a property of a result a view carries.
type Carriage int

const (
	// Nothing: the view does not have the property.
	Nothing Carriage = iota
	// Part: some property at some depth below it may be left out.
	Part
	// Whole: the value is carried as it is.
	Whole
)

// Carries says how much a view, control or observation, carries of a property that
// the tool's result states. It is Nothing for every other property.
func (t *Tool) Carries(view, property string) Carriage {
	root := t.views[view]
	if root == nil || !root.carried[property] {
		return Nothing
	}
	if root.property(property).whole(map[*site]bool{}) {
		return Whole
	}
	return Part
}

// ProjectProperty returns what a view carries of the value of one property of a
// result, as Project does for the whole result.
func (t *Tool) ProjectProperty(view, property string, value []byte) ([]byte, error) {
	root := t.views[view]
	if root == nil || !root.carried[property] {
		return nil, fmt.Errorf("the view %s of %s carries no property %q", view, t.Name, property)
	}
	v, err := schema.Parse(value, t.maxDepth)
	if err != nil {
		return nil, fmt.Errorf("the value of %s is not strict JSON: %w", property, err)
	}
	return appendPruned(make([]byte, 0, len(value)), value, v, root.property(property)), nil
}

// whole says whether nothing is ever left out here, at any depth.
func (s *site) whole(seen map[*site]bool) bool {
	if s == nil || seen[s] {
		return true
	}
	seen[s] = true
	if s.carried != nil || s.open || len(s.removed) > 0 || !s.other.whole(seen) || !s.rest.whole(seen) {
		return false
	}
	for _, child := range s.named {
		if !child.whole(seen) {
			return false
		}
	}
	for _, child := range s.items {
		if !child.whole(seen) {
			return false
		}
	}
	return true
}
