package contract

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// site is one kind of place in a result: all the schemas that may describe a value
// there, and which of its properties a view does not carry. The same site serves
// both the derivation of the view's schema and the projection of results, so the
// two cannot disagree. A nil site is a place from which nothing is removed, at any depth.
type site struct {
	id      int // within the view
	members []*schema.Schema
	removed map[string]bool

	// A result's root has these: a view carries only the properties that name it.
	// Open says that the root admits properties that no schema names.
	carried map[string]bool
	open    bool

	named map[string]*site // children by property, of every property that a member states
	other *site            // of other properties
	items []*site          // children by index, as far as a member tells them apart
	rest  *site            // of other items
}

// drops says whether a property of that name is removed here.
func (s *site) drops(name string) bool {
	if s == nil {
		return false
	}
	if s.carried != nil {
		return !s.carried[name]
	}
	return s.removed[name]
}

// loses says whether a value here may lose properties of its own.
func (s *site) loses() bool { return s != nil && (len(s.removed) > 0 || s.open) }

// affected says whether a value here may lose anything, at any depth.
func (s *site) affected() bool {
	return s != nil && (s.carried == nil || s.open || len(s.members) > 0)
}

func (s *site) property(name string) *site {
	if s == nil {
		return nil
	}
	if child, ok := s.named[name]; ok {
		return child
	}
	return s.other
}

func (s *site) item(i int) *site {
	if s == nil {
		return nil
	}
	if i < len(s.items) {
		return s.items[i]
	}
	return s.rest
}

// view is one of the two views of all results of a set of schemas.
type view struct {
	name string
	// marked are the schemas from which a property can be reached that the view does not carry.
	marked map[*schema.Schema]bool
	sites  map[string]*site // by the numbers of their members
	count  int
	most   int     // that count may reach for the result at hand
	grow   []*site // whose children are yet unknown
}

func newView(name string, set *schema.Set) *view {
	v := &view{name: name, marked: map[*schema.Schema]bool{}, sites: map[string]*site{}}
	above := map[*schema.Schema][]*schema.Schema{}
	var queue []*schema.Schema
	for _, s := range set.Schemas() {
		for _, c := range children(s) {
			if c.role != annotated {
				above[c.schema] = append(above[c.schema], s)
			}
		}
		if s.RefTo != nil {
			above[s.RefTo] = append(above[s.RefTo], s)
		}
		if slices.ContainsFunc(s.Properties, v.omits) {
			v.marked[s] = true
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, parent := range above[s] {
			if !v.marked[parent] {
				v.marked[parent] = true
				queue = append(queue, parent)
			}
		}
	}
	return v
}

// omits says whether a property is marked as one that the view does not carry.
func (v *view) omits(p schema.Property) bool {
	return p.Schema.HasViews && !slices.Contains(p.Schema.Views, v.name)
}

// inPlace returns the schemas and all that apply to the same value as they do, in
// the order in which they are met; follow limits which ones are looked into.
func inPlace(seeds []*schema.Schema, follow func(*schema.Schema) bool) []*schema.Schema {
	var out []*schema.Schema
	seen := map[*schema.Schema]bool{}
	stack := slices.Clone(seeds)
	slices.Reverse(stack)
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[s] || !follow(s) {
			continue
		}
		seen[s] = true
		out = append(out, s)
		subs := children(s)
		slices.Reverse(subs)
		for _, c := range subs {
			if c.role == asserted || c.role == tested || c.role == conditional {
				stack = append(stack, c.schema)
			}
		}
		if s.RefTo != nil {
			stack = append(stack, s.RefTo)
		}
	}
	return out
}

// errSites says that a result's schemas combine in more ways than are looked at.
var errSites = fmt.Errorf("its schemas combine in more than %d ways", maxSites)

// root returns the site of a result's root.
func (v *view) root(root *schema.Schema) (*site, error) {
	all := inPlace([]*schema.Schema{root}, func(*schema.Schema) bool { return true })
	v.most = v.count + maxSites
	s := v.place(all)
	s.carried = map[string]bool{}
	for _, m := range all {
		for _, p := range m.Properties {
			if p.Schema.HasViews && !s.removed[p.Name] {
				s.carried[p.Name] = true
			}
		}
	}
	s.open = !closed(root, all)
	return s, v.expand()
}

// closed says whether only properties that a schema names can be in a value of the
// root; all are the schemas that apply to it.
func closed(root *schema.Schema, all []*schema.Schema) bool {
	is := func(s *schema.Schema, verdict bool) bool {
		return s != nil && s.Boolean != nil && *s.Boolean == verdict
	}
	// These apply whatever the value is.
	always := map[*schema.Schema]bool{}
	queue := []*schema.Schema{root}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s == nil || always[s] {
			continue
		}
		always[s] = true
		queue = append(append(queue, s.AllOf...), s.RefTo)
	}
	sealed := false
	for _, s := range all {
		if always[s] && is(s.AdditionalProperties, false) && len(s.PatternProperties) == 0 {
			return true
		}
		sealed = sealed || always[s] && is(s.UnevaluatedProperties, false)
	}
	return sealed && !slices.ContainsFunc(all, func(s *schema.Schema) bool {
		return len(s.PatternProperties) > 0 || s.AdditionalProperties != nil && !is(s.AdditionalProperties, false) ||
			s.UnevaluatedProperties != nil && !is(s.UnevaluatedProperties, false)
	})
}

// site returns the site of the values that all of the schemas may describe, or nil.
func (v *view) site(seeds []*schema.Schema) *site {
	members := slices.DeleteFunc(inPlace(seeds, func(s *schema.Schema) bool { return v.marked[s] }), v.forwards)
	if len(members) == 0 {
		return nil
	}
	slices.SortFunc(members, func(a, b *schema.Schema) int { return a.Seq - b.Seq })
	var key strings.Builder
	for _, m := range members {
		key.WriteString(strconv.Itoa(m.Seq))
		key.WriteByte(' ')
	}
	if s := v.sites[key.String()]; s != nil {
		return s
	}
	s := v.place(members)
	v.sites[key.String()] = s
	return s
}

// forwards says whether a schema only leads to others that apply to the same value, as one
// with nothing but a $ref does: it makes no difference to a site.
func (v *view) forwards(s *schema.Schema) bool {
	if slices.ContainsFunc(s.Properties, v.omits) {
		return false
	}
	return !slices.ContainsFunc(children(s), func(c child) bool {
		switch c.role {
		case asserted, tested, conditional, annotated:
			return false
		}
		return v.marked[c.schema]
	})
}

// place makes a site; its children are found later.
func (v *view) place(members []*schema.Schema) *site {
	v.count++
	s := &site{id: v.count, removed: map[string]bool{}}
	for _, m := range members {
		if !v.marked[m] || v.forwards(m) {
			continue
		}
		s.members = append(s.members, m)
		for _, p := range m.Properties {
			if v.omits(p) {
				s.removed[p.Name] = true
			}
		}
	}
	v.grow = append(v.grow, s)
	return s
}

// expand finds the children of all sites, and theirs.
func (v *view) expand() error {
	for len(v.grow) > 0 {
		s := v.grow[0]
		v.grow = v.grow[1:]
		if v.count > v.most {
			v.grow = nil
			return errSites
		}
		v.expandProperties(s)
		v.expandItems(s)
	}
	return nil
}

func (v *view) expandProperties(s *site) {
	stated := make([]map[string]*schema.Schema, len(s.members))
	s.named = map[string]*site{}
	var names []string
	for i, m := range s.members {
		stated[i] = make(map[string]*schema.Schema, len(m.Properties))
		for _, p := range m.Properties {
			stated[i][p.Name] = p.Schema
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		var seeds []*schema.Schema
		for i, m := range s.members {
			p := stated[i][name]
			if p != nil {
				seeds = append(seeds, p)
			}
			seeds = append(seeds, unnamed(m, p != nil, name, false)...)
		}
		s.named[name] = v.site(seeds)
	}
	var seeds []*schema.Schema
	for _, m := range s.members {
		seeds = append(seeds, unnamed(m, false, "", true)...)
	}
	s.other = v.site(seeds)
}

// unnamed returns the schemas beside properties that may describe a property of a value of m.
func unnamed(m *schema.Schema, stated bool, name string, anyName bool) []*schema.Schema {
	var out []*schema.Schema
	for _, p := range m.PatternProperties {
		if anyName || mayMatch(p.Name, name) {
			out = append(out, p.Schema)
		}
	}
	if stated {
		return out
	}
	for _, s := range []*schema.Schema{m.AdditionalProperties, m.UnevaluatedProperties} {
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

func (v *view) expandItems(s *site) {
	most := 0
	for _, m := range s.members {
		most = max(most, len(m.PrefixItems))
	}
	for i := 0; i <= most; i++ {
		var seeds []*schema.Schema
		for _, m := range s.members {
			if i < len(m.PrefixItems) {
				seeds = append(seeds, m.PrefixItems[i])
			} else {
				seeds = append(seeds, m.Items, m.UnevaluatedItems)
			}
			seeds = append(seeds, m.Contains)
		}
		seeds = slices.DeleteFunc(seeds, func(s *schema.Schema) bool { return s == nil })
		child := v.site(seeds)
		if i == most {
			s.rest = child
		} else {
			s.items = append(s.items, child)
		}
	}
}

// mayMatch says whether a property's name may match a pattern. On printable ASCII,
// RE2 and ECMA-262 mean the same by what both accept; in doubt the answer is yes.
func mayMatch(pattern, name string) bool {
	for i := range len(name) {
		if name[i] < ' ' || name[i] > '~' {
			return true
		}
	}
	re, err := regexp.Compile(pattern)
	return err != nil || re.MatchString(name)
}
