package contract

import (
	"fmt"
	"slices"

	"github.com/acigen/acigen/internal/schema"
)

// node is a schema where it describes the values of a site.
type node struct {
	schema *schema.Schema
	at     *site
}

// reach is what the schemas of a result do with the properties that a view does
// not carry: which of them change, and of which the verdict hangs on what is removed.
//
// An unchanged schema that does not depend gives a value and its projection the
// same verdict. A changed one accepts the projection of every value that the
// original accepts; that is enough where only acceptance counts, and only there.
type reach struct {
	view  *view
	nodes map[node]*facts
	order []node
	// unevaluated is set when a schema here counts what others have evaluated: then nothing may be simplified away.
	unevaluated bool
}

type facts struct {
	edges   []node
	changes bool // the schema itself mentions what is removed; after settle: or one below does
	depends bool // its own verdict may differ; after settle: or that of one below
	reason  string
}

// maxNodes bounds the pairs of a schema and a site that are looked at for one view.
const maxNodes = 2_000_000

// explore looks at everything that a view carries of a result.
func explore(v *view, root *schema.Schema, at *site) (*reach, error) {
	r := &reach{view: v, nodes: map[node]*facts{}}
	queue := []node{{root, at}}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		if r.nodes[n] != nil {
			continue
		}
		if len(r.nodes) == maxNodes {
			return nil, fmt.Errorf("its schemas combine in more than %d ways", maxNodes)
		}
		f := r.look(n)
		r.nodes[n] = f
		r.order = append(r.order, n)
		queue = append(queue, f.edges...)
	}
	r.settle()
	return r, nil
}

// look states the facts about one node alone.
func (r *reach) look(n node) *facts {
	f := &facts{}
	s, at := n.schema, n.at
	mention := func(name string) {
		if at.drops(name) {
			f.changes, f.depends = true, true
			if f.reason == "" {
				f.reason = name
			}
		}
	}
	for _, p := range s.Properties {
		mention(p.Name)
		if !at.drops(p.Name) {
			for _, sibling := range []string{p.Schema.CountOf, p.Schema.AtLeast, p.Schema.RowWidth} {
				if sibling != "" {
					mention(sibling)
				}
			}
		}
	}
	for _, name := range s.Required {
		mention(name)
	}
	for _, d := range s.DependentRequired {
		mention(d.Name)
		for _, name := range d.Needs {
			mention(name)
		}
	}
	for _, d := range s.DependentSchemas {
		mention(d.Name)
	}
	trivial := s.AdditionalProperties == nil || s.AdditionalProperties.Boolean != nil && *s.AdditionalProperties.Boolean
	if at.loses() && (!trivial || len(s.PatternProperties) > 0 || counts(s) != "") {
		f.depends = true
	}
	if at.affected() && slices.ContainsFunc(literals(s), compound) {
		f.depends = true
	}
	if s.UniqueItems && r.itemsAffected(at) {
		f.depends = true
	}
	if s.UnevaluatedItems != nil || s.UnevaluatedProperties != nil {
		r.unevaluated = true
	}
	f.edges = edges(n)
	return f
}

// counts returns the keyword of s, if any, whose verdict counts or names all properties of a value.
func counts(s *schema.Schema) string {
	switch {
	case s.MinProperties != nil:
		return "minProperties"
	case s.MaxProperties != nil:
		return "maxProperties"
	case s.PropertyNames != nil:
		return "propertyNames"
	case s.UnevaluatedProperties != nil:
		return "unevaluatedProperties"
	}
	return ""
}

// literals returns the values that const and enum compare with.
func literals(s *schema.Schema) []*schema.Value {
	if s.Const != nil {
		return append(slices.Clip(s.Enum), s.Const)
	}
	return s.Enum
}

func compound(v *schema.Value) bool { return v.Kind == schema.Array || v.Kind == schema.Object }

func (r *reach) itemsAffected(at *site) bool {
	return at != nil && (at.rest.affected() || slices.ContainsFunc(at.items, (*site).affected))
}

// edges returns where the verdict of n comes from.
func edges(n node) []node {
	s := n.schema
	var out []node
	if s.RefTo != nil {
		out = append(out, node{s.RefTo, n.at})
	}
	for _, c := range children(s) {
		for _, at := range placesOf(n, c) {
			if at != nil { // where nothing is removed, nothing changes
				out = append(out, node{c.schema, at})
			}
		}
	}
	return out
}

// placesOf returns the sites whose values the subschema c of n describes. The first
// is the one that it is derived for; a schema that describes several must be the same in all.
func placesOf(n node, c child) []*site {
	s, at := n.schema, n.at
	switch c.role {
	case asserted, tested, conditional:
		return []*site{at}
	case property:
		if at.drops(c.name) {
			return nil
		}
		return []*site{at.property(c.name)}
	case prefix:
		return []*site{at.item(c.index)}
	case pattern, otherwise:
		if at == nil {
			return []*site{nil}
		}
		stated := map[string]bool{}
		if c.role == otherwise {
			for _, p := range s.Properties {
				stated[p.Name] = true
			}
		}
		out := []*site{at.other}
		for name, child := range at.named {
			applies := !stated[name]
			if c.role == pattern {
				applies = mayMatch(patternOf(s, c.schema), name)
			}
			if applies && !at.drops(name) {
				out = append(out, child)
			}
		}
		return distinct(out)
	case item, unevaluated, counted:
		if at == nil {
			return []*site{nil}
		}
		from := 0
		if c.role != counted {
			from = min(len(s.PrefixItems), len(at.items))
		}
		return distinct(append([]*site{at.rest}, at.items[from:]...))
	}
	return nil
}

func patternOf(s, sub *schema.Schema) string {
	i := slices.IndexFunc(s.PatternProperties, func(p schema.Property) bool { return p.Schema == sub })
	return s.PatternProperties[i].Name
}

// distinct keeps the first site and brings the others into a fixed order.
func distinct(sites []*site) []*site {
	id := func(s *site) int {
		if s == nil {
			return 0
		}
		return s.id
	}
	rest := sites[1:]
	slices.SortFunc(rest, func(a, b *site) int { return id(a) - id(b) })
	out := sites[:1]
	for _, s := range rest {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// settle spreads the facts to the schemas above.
func (r *reach) settle() {
	above := map[node][]node{}
	for _, n := range r.order {
		for _, below := range r.nodes[n].edges {
			above[below] = append(above[below], n)
		}
	}
	spread := func(get func(*facts) *bool) {
		var queue []node
		for _, n := range r.order {
			if *get(r.nodes[n]) {
				queue = append(queue, n)
			}
		}
		for len(queue) > 0 {
			n := queue[0]
			queue = queue[1:]
			for _, up := range above[n] {
				if flag := get(r.nodes[up]); !*flag {
					*flag = true
					queue = append(queue, up)
				}
			}
		}
	}
	spread(func(f *facts) *bool { return &f.changes })
	spread(func(f *facts) *bool { return &f.depends })
}

func (r *reach) changes(s *schema.Schema, at *site) bool {
	f := r.nodes[node{s, at}]
	return f != nil && f.changes
}

func (r *reach) depends(s *schema.Schema, at *site) bool {
	f := r.nodes[node{s, at}]
	return f != nil && f.depends
}

// reason returns the name of a removed property that the verdict of a node depends on, or "".
func (r *reach) reason(n node) string {
	seen := map[node]bool{n: true}
	queue := []node{n}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		f := r.nodes[n]
		if f.reason != "" {
			return f.reason
		}
		for _, below := range f.edges {
			if !seen[below] && r.nodes[below].depends {
				seen[below] = true
				queue = append(queue, below)
			}
		}
	}
	return ""
}
