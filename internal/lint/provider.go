package lint

import (
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/provider"
)

// provider holds all tools to a provider: what it would reject is an error, what it
// cannot say is for information.
func (r *run) provider(id string) {
	p := provider.Find(id)
	if p == nil {
		return
	}
	for _, t := range r.c.Tools {
		d, err := provider.Define(p, t)
		if err != nil {
			continue // a schema that does not load by itself is reported elsewhere
		}
		for _, role := range []string{"", "request", contract.Observation} {
			for _, n := range d.Notes[role] {
				s := n.Schema
				if written := r.c.Origin(s); written != nil {
					s = written
				}
				rule := "lint/provider-loss"
				if n.Refused {
					rule = "lint/provider"
				}
				r.add(rule, s, n.Keyword, "%s: %s", id, n.Reason)
			}
		}
	}
}
