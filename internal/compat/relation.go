package compat

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// relation is a cross-field atom that must hold, or must not.
type relation struct {
	*atom
	holds bool
}

// The bounds of the search for values that relate.
const (
	maxCombinations = 3000
	maxScanned      = 300 // lengths that are tried one by one
)

// satisfied tells whether an object satisfies a relation: what is absent or of another type passes.
func (r relation) satisfied(object *schema.Value) bool {
	a, b := object.Get(r.name), object.Get(r.need)
	ok := true
	if a != nil && b != nil {
		switch r.rel {
		case plan.CountOf:
			ok = !integer(a) || b.Kind != schema.Array || kernel.CompareText(a.Text, strconv.Itoa(len(b.Items))) == 0
		case plan.NotBelow:
			ok = !integer(a) || !integer(b) || kernel.CompareText(a.Text, b.Text) >= 0
		case plan.RowWidth:
			if a.Kind == schema.Array && b.Kind == schema.Array {
				for _, row := range a.Items {
					ok = ok && (row.Kind != schema.Array || len(row.Items) == len(b.Items))
				}
			}
		}
	}
	return ok == r.holds
}

func integer(v *schema.Value) bool {
	if v.Kind != schema.Number {
		return false
	}
	d := kernel.ParseDecimal(v.Text)
	return d.Whole()
}

// related finds an object whose members relate as they must. Without the relations
// it is a weaker question: what has no answer there has none here. Otherwise the
// lengths and numbers that the relations hang on are tried, those at which some
// bound changes first; where a length is bounded, then all of them, so that
// nothing is left out.
func (r *record) related(relations []relation) (*schema.Value, status) {
	for _, rel := range relations {
		if !rel.holds {
			r.must = append(r.must, rel.name, rel.need)
		}
	}
	value, got := r.solve(nil)
	if got != found {
		return nil, got
	}
	if allSatisfied(relations, value) {
		return value, found
	}
	v := &variables{record: r, relations: relations}
	v.collect()
	best := none
	for bits := range 1 << min(len(v.optional), 6) {
		with := *r
		with.must, with.ban = slices.Clone(r.must), slices.Clone(r.ban)
		for i, name := range v.optional {
			if bits>>i&1 == 1 {
				with.must = append(with.must, name)
			} else {
				with.ban = append(with.ban, name)
			}
		}
		value, got := v.try(&with, map[string]int64{}, 0)
		if got == found {
			return value, found
		}
		best = worse(best, got)
	}
	if best == unknown || !v.complete {
		return nil, r.s.giveUp("the cross-field keywords are not decided together with what stands beside them")
	}
	return nil, none
}

func allSatisfied(relations []relation, value *schema.Value) bool {
	return !slices.ContainsFunc(relations, func(r relation) bool { return !r.satisfied(value) })
}

// variables are the lengths of arrays, and the integers, that relations hang on.
type variables struct {
	*record
	relations []relation
	names     []string // of the members whose length or value is chosen
	values    [][]int64
	optional  []string // names that may be absent
	// complete tells that values hold everything that can matter.
	complete bool
	tried    int
}

func (v *variables) collect() {
	v.complete = true
	add := func(name string) {
		if !slices.Contains(v.names, name) {
			v.names = append(v.names, name)
		}
	}
	for _, rel := range v.relations {
		for _, name := range []string{rel.name, rel.need} {
			if !slices.Contains(v.must, name) && !slices.Contains(v.optional, name) && !slices.Contains(v.ban, name) {
				v.optional = append(v.optional, name)
			}
		}
	}
	if len(v.optional) > 6 {
		v.complete = false
	}
	counted := func(name string) bool {
		return slices.ContainsFunc(v.relations, func(r relation) bool {
			return r.rel == plan.CountOf && r.name == name && r.holds
		})
	}
	for _, rel := range v.relations {
		if rel.rel != plan.NotBelow {
			add(rel.need)
		}
	}
	for _, rel := range v.relations {
		if rel.rel == plan.NotBelow && !counted(rel.need) {
			add(rel.need)
		}
	}
	for _, name := range v.names {
		length := slices.ContainsFunc(v.relations, func(r relation) bool { return r.need == name && r.rel != plan.NotBelow })
		v.values = append(v.values, v.candidates(name, length))
	}
}

// candidates are the lengths or integers to try for a member: at and beside the bounds
// of whatever is said about it or about a member that it relates to. Between two
// bounds all values are alike, unless multiples or distinct elements are asked for:
// then all values up to a bound are tried, if there is one that is near.
func (v *variables) candidates(name string, length bool) []int64 {
	near := map[int64]bool{0: true, 1: true, 2: true}
	uneven := false
	bound := int64(-1)
	note := func(n int64) { near[n-1], near[n], near[n+1] = true, true, true }
	about := []string{name}
	for _, rel := range v.relations {
		if rel.need == name || rel.name == name {
			about = append(about, rel.name, rel.need)
		}
	}
	for _, member := range about {
		var goal []literal
		goal = append(goal, v.s.member(v.pos, member)...)
		for _, n := range v.needs {
			goal = append(goal, n.goal...)
		}
		seen := map[int]bool{}
		var visit func(id int, own, deep bool)
		visit = func(id int, own, deep bool) {
			if seen[id] {
				return
			}
			seen[id] = true
			for _, a := range v.s.shapes[id].atoms {
				switch a.kind {
				case minItems, maxItems, prefixItem, minMatches, maxMatches:
					note(int64(a.count))
					if own && a.kind == maxItems && member == name && (bound < 0 || int64(a.count) < bound) {
						bound = int64(a.count)
					}
				case lowerBound, upperBound:
					if a.limit.IsInt() && a.limit.Num().IsInt64() {
						note(a.limit.Num().Int64())
						if own && a.kind == upperBound && member == name && v.s.shapes[id].kinds&schema.Array == 0 && (bound < 0 || a.limit.Num().Int64() < bound) {
							bound = a.limit.Num().Int64()
						}
					}
				case valueAtom:
					for _, c := range a.values {
						if c.rat != nil && c.rat.IsInt() && c.rat.Num().IsInt64() {
							note(c.rat.Num().Int64())
						}
						if c.kind == schema.Array {
							note(int64(len(c.value.Items)))
						}
					}
				case multipleAtom, uniqueAtom, beyond, unmarked:
					uneven = true
				case anyBranch, oneBranch, notBranch, ifBranch:
					for _, n := range a.nodes {
						visit(n, false, deep)
					}
				case restItems:
					if deep {
						visit(a.nodes[0], false, false)
					}
				}
			}
		}
		for _, l := range goal {
			visit(l.shape(), !l.negated(), true)
		}
	}
	switch {
	case !uneven:
	case length && bound >= 0 && bound <= maxScanned:
		for n := range bound + 1 {
			near[n] = true
		}
	default:
		v.complete = false
	}
	var out []int64
	for n := range near {
		switch {
		case n < 0 && length:
		case n > maxWitness && length:
			v.complete = false
		default:
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b int64) int { return cmp.Or(cmp.Compare(max(a, -a), max(b, -b)), cmp.Compare(b, a)) })
	return out
}

// try chooses a value for each variable from number at on.
func (v *variables) try(r *record, chosen map[string]int64, at int) (*schema.Value, status) {
	if at < len(v.names) {
		name := v.names[at]
		if slices.Contains(r.ban, name) {
			return v.try(r, chosen, at+1)
		}
		best := none
		for _, n := range v.values[at] {
			if v.tried++; v.tried > maxCombinations || !v.s.spend() {
				v.complete = false
				return nil, unknown
			}
			chosen[name] = n
			if !v.fits(r, chosen) {
				continue
			}
			value, got := v.try(r, chosen, at+1)
			if got == found {
				return value, found
			}
			best = worse(best, got)
		}
		delete(chosen, name)
		return nil, best
	}
	extra := v.demands(chosen)
	value, got := r.solve(extra)
	if got == found && !allSatisfied(v.relations, value) {
		v.complete = false // a value of a type that the demands do not speak about
		return nil, unknown
	}
	return value, got
}

// fits tells whether the members that are chosen so far can be as they must be, one by one.
func (v *variables) fits(r *record, chosen map[string]int64) bool {
	for name, demands := range v.demands(chosen) {
		if slices.Contains(r.must, name) {
			if _, got := v.s.solve(append(v.s.member(r.pos, name), demands...)); got == none {
				return false
			}
		}
	}
	return true
}

// demands says what the relations demand of single members once variables are chosen.
func (v *variables) demands(chosen map[string]int64) map[string][]literal {
	out := map[string][]literal{}
	add := func(name string, l literal) { out[name] = append(out[name], l) }
	s := v.s
	length := func(n int64) int {
		return s.intern(schema.AllKinds, []*atom{{kind: minItems, count: int(n)}, {kind: maxItems, count: int(n)}})
	}
	bound := func(kind atomKind, n int64, strict bool) int {
		return s.intern(schema.AllKinds, []*atom{{kind: kind, limit: new(big.Rat).SetInt64(n), strict: strict}})
	}
	array, whole := s.intern(schema.Array, nil), s.intern(schema.Integer, nil)
	values := map[string]int64{} // of integers
	for _, rel := range v.relations {
		n, known := chosen[rel.need]
		if rel.rel == plan.NotBelow {
			continue
		}
		if !known {
			continue
		}
		add(rel.need, must(length(n)))
		if !rel.holds {
			add(rel.need, must(array))
		}
		switch {
		case rel.rel == plan.CountOf && rel.holds:
			add(rel.name, must(bound(lowerBound, n, false)))
			add(rel.name, must(bound(upperBound, n, false)))
			values[rel.name] = n
		case rel.rel == plan.CountOf:
			number := &schema.Value{Kind: schema.Number, Text: strconv.FormatInt(n, 10)}
			add(rel.name, must(whole))
			add(rel.name, mustNot(s.constantShape(newConstant(number))))
		case rel.rel == plan.RowWidth:
			rows := s.intern(schema.AllKinds, []*atom{{kind: restItems, nodes: []int{length(n)}}})
			if rel.holds {
				add(rel.name, must(rows))
			} else {
				add(rel.name, must(array))
				add(rel.name, mustNot(rows))
			}
		}
	}
	for _, rel := range v.relations {
		if rel.rel != plan.NotBelow {
			continue
		}
		n, known := values[rel.need]
		if !known {
			if n, known = chosen[rel.need]; !known {
				continue
			}
			add(rel.need, must(bound(lowerBound, n, false)))
			add(rel.need, must(bound(upperBound, n, false)))
		}
		if rel.holds {
			add(rel.name, must(bound(lowerBound, n, false)))
		} else {
			add(rel.name, must(whole))
			add(rel.need, must(whole))
			add(rel.name, must(bound(upperBound, n, true)))
		}
	}
	return out
}
