package golang

import (
	"fmt"
	"slices"

	"github.com/acigen/acigen/internal/plan"
)

// places are the members whose place the checks after the last member need.
type places struct {
	names []string
	sized map[string]bool // those of which the number of elements counts
}

func (p *places) index(name string) int { return slices.Index(p.names, name) }

// at is the expression for the place of a member.
func (p *places) at(name string) string { return fmt.Sprintf("at[%d]", p.index(name)) }

func placesOf(n *plan.Node) *places {
	p := &places{sized: map[string]bool{}}
	related := func(list []plan.Related) {
		for _, r := range list {
			p.sized[r.Prop], p.sized[r.Sibling] = true, true
		}
	}
	add := func(name string) {
		if p.index(name) < 0 {
			p.names = append(p.names, name)
		}
	}
	var rules func(list []plan.Rule)
	rules = func(list []plan.Rule) {
		for _, rule := range list {
			if one, is := rule.(*plan.OneOf); is && one.Tag != nil {
				add(one.Tag.Name)
			}
			for _, b := range plan.Branches(rule) {
				if b != nil && b.Shallow && b.Object != nil {
					for _, prop := range b.Object.Props {
						add(prop.Name)
						if prop.Node != nil && prop.Node.CountsOnly() {
							p.sized[prop.Name] = true
						}
					}
					related(b.Object.Related)
				}
				if b != nil && b.Shallow {
					rules(b.Rules)
				}
			}
		}
	}
	rules(n.Rules)
	if n.Object != nil {
		related(n.Object.Related)
		for _, r := range n.Object.Related {
			add(r.Prop)
			add(r.Sibling)
		}
	}
	// In the order of the members, so that the code reads in schema order.
	if n.Object != nil {
		slices.SortStableFunc(p.names, func(a, b string) int { return n.Object.Index(a) - n.Object.Index(b) })
	}
	return p
}

// branchCounts tells whether a shallow branch needs the number of members.
func branchCounts(rules []plan.Rule) bool {
	for _, rule := range rules {
		for _, b := range plan.Branches(rule) {
			if b != nil && b.Shallow && (b.Object != nil && len(b.Object.Counts) > 0 || branchCounts(b.Rules)) {
				return true
			}
		}
	}
	return false
}
