package compat

import (
	"slices"

	"github.com/acigen/acigen/internal/schema"
)

// record is what is demanded of an object.
type record struct {
	s           *solver
	pos         []*atom // memberNamed and membersElse
	names       []int   // what every name must be
	least, most int     // most is -1 without bound
	must, ban   []string
	needs       []memberNeed
	dependents  []*atom
	known       []string
	patterns    []*automaton
	// gaveUp tells that some part was left undecided.
	gaveUp bool
}

// memberNeed is a member that must be there, of whichever name the selection and
// the literals about names admit.
type memberNeed struct {
	match selection
	names []literal
	goal  []literal
}

// field is a member of the object that is being made.
type field struct {
	name string
	goal []literal // beside what applies to the name anyway
	// fresh members have names that no atom names: nodes is what applies to them.
	fresh bool
	nodes []literal
}

// member returns what atoms demand of the member of a name.
func (s *solver) member(atoms []*atom, name string) []literal {
	var goal []literal
	for _, a := range atoms {
		switch a.kind {
		case memberNamed:
			if a.name == name {
				goal = append(goal, must(a.nodes[0]))
			}
		case membersElse:
			if a.match.has(name) {
				goal = append(goal, must(a.nodes[0]))
			}
		}
	}
	return goal
}

// has tells whether a name is selected.
func (m *selection) has(name string) bool {
	if _, there := slices.BinarySearch(m.except, name); there {
		return false
	}
	if m.match != nil && !m.match.match(name) {
		return false
	}
	return !slices.ContainsFunc(m.none, func(d *automaton) bool { return d.match(name) })
}

// object decides a goal about objects.
func (s *solver) object(pos, neg []*atom) (*schema.Value, status) {
	r := &record{s: s, most: -1}
	var relations []relation
	for _, a := range pos {
		switch a.kind {
		case requiredName:
			r.must = append(r.must, a.name)
		case memberNamed, membersElse:
			r.pos = append(r.pos, a)
		case namesAtom:
			r.names = append(r.names, a.nodes[0])
		case dependentOn:
			r.dependents = append(r.dependents, a)
		case minMembers:
			r.least = max(r.least, a.count)
		case maxMembers:
			r.atMost(a.count)
		case relationAtom:
			relations = append(relations, relation{a, true})
		}
		r.know(a)
	}
	for _, a := range neg {
		switch a.kind {
		case requiredName:
			r.ban = append(r.ban, a.name)
		case memberNamed:
			r.must = append(r.must, a.name)
			r.needs = append(r.needs, memberNeed{selection{match: nil}, nil, []literal{mustNot(a.nodes[0])}})
			r.needs[len(r.needs)-1].match = onlyName(a.name)
		case membersElse:
			r.needs = append(r.needs, memberNeed{a.match, nil, []literal{mustNot(a.nodes[0])}})
		case namesAtom:
			r.needs = append(r.needs, memberNeed{selection{}, []literal{mustNot(a.nodes[0])}, nil})
		case dependentOn:
			r.must = append(r.must, a.name)
			r.ban = append(r.ban, a.need)
		case minMembers:
			r.atMost(a.count - 1)
		case maxMembers:
			r.least = max(r.least, a.count+1)
		case relationAtom:
			relations = append(relations, relation{a, false})
		}
		r.know(a)
	}
	if len(relations) > 0 {
		return r.related(relations)
	}
	return r.solve(nil)
}

// onlyName is a selection that stands for one known name: see candidates.
func onlyName(name string) selection { return selection{except: []string{"\x00only", name}} }

// single returns the name that a selection stands for alone.
func (m *selection) single() (string, bool) {
	if len(m.except) == 2 && m.except[0] == "\x00only" {
		return m.except[1], true
	}
	return "", false
}

func (r *record) atMost(n int) {
	if r.most < 0 || n < r.most {
		r.most = n
	}
	if n < 0 {
		r.least, r.most = 1, 0
	}
}

// know notes the names and patterns of an atom.
func (r *record) know(a *atom) {
	add := func(name string) {
		if !slices.Contains(r.known, name) {
			r.known = append(r.known, name)
		}
	}
	switch a.kind {
	case requiredName, memberNamed:
		add(a.name)
	case dependentOn, relationAtom:
		add(a.name)
		add(a.need)
	case membersElse:
		for _, name := range a.match.except {
			add(name)
		}
		if a.match.match != nil {
			r.patterns = append(r.patterns, a.match.match)
		}
		r.patterns = append(r.patterns, a.match.none...)
		r.patterns = sortedAutomata(r.patterns)
	}
}

// solve finds an object. Extra are further demands on members by name.
func (r *record) solve(extra map[string][]literal) (*schema.Value, status) {
	if r.most >= 0 && r.least > r.most || r.least > maxWitness {
		if r.least > maxWitness {
			return nil, r.s.giveUp("a witness would need an object of more than %d members", maxWitness)
		}
		return nil, none
	}
	var fields []field
	for _, name := range r.must {
		var got status
		if fields, got = r.with(fields, name, extra); got != found {
			return nil, got
		}
	}
	return r.place(fields, 0, extra)
}

// with adds the member of a known name and those that depend on it.
func (r *record) with(fields []field, name string, extra map[string][]literal) ([]field, status) {
	if slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
		return fields, found
	}
	if got := r.may(name); got != found {
		return fields, got
	}
	f := field{name: name, nodes: append(r.s.member(r.pos, name), extra[name]...)}
	if _, got := r.s.solve(f.nodes); got != found {
		return fields, got
	}
	fields = append(fields[:len(fields):len(fields)], f)
	for _, d := range r.dependents {
		if d.name == name {
			var got status
			if fields, got = r.with(fields, d.need, extra); got != found {
				return fields, got
			}
		}
	}
	return fields, found
}

// may tells whether a member of a known name may be there.
func (r *record) may(name string) status {
	if slices.Contains(r.ban, name) {
		return none
	}
	return r.s.named(name, r.names, nil)
}

// named tells whether a name satisfies shapes and literals.
func (s *solver) named(name string, shapes []int, literals []literal) status {
	if len(shapes)+len(literals) == 0 {
		return found
	}
	text := must(s.constantShape(newConstant(&schema.Value{Kind: schema.String, Text: name})))
	best := found
	check := func(l literal) bool {
		_, got := s.solve([]literal{text, l})
		if got == unknown {
			best = unknown
		}
		return got != none
	}
	for _, id := range shapes {
		if !check(must(id)) {
			return none
		}
	}
	for _, l := range literals {
		if !check(l) {
			return none
		}
	}
	return best
}

// place finds a member for each need from number at on.
func (r *record) place(fields []field, at int, extra map[string][]literal) (*schema.Value, status) {
	if !r.s.spend() {
		return nil, unknown
	}
	if at == len(r.needs) {
		return r.complete(fields, extra)
	}
	n := &r.needs[at]
	best := none
	try := func(fields []field, name string) (*schema.Value, status) {
		next := slices.Clone(fields)
		i := slices.IndexFunc(next, func(f field) bool { return f.name == name })
		next[i].goal = append(slices.Clone(next[i].goal), n.goal...)
		if _, got := r.s.solve(append(slices.Clone(next[i].nodes), next[i].goal...)); got != found {
			return nil, got
		}
		return r.place(next, at+1, extra)
	}
	only, single := n.match.single()
	for _, name := range r.candidates(fields) {
		if single && name != only || !single && !n.match.has(name) {
			continue
		}
		got := r.s.named(name, nil, n.names)
		if got == found {
			var with []field
			if with, got = r.with(fields, name, extra); got == found {
				var value *schema.Value
				if value, got = try(with, name); got == found {
					return value, found
				}
			}
		}
		best = worse(best, got)
	}
	if single {
		return nil, best
	}
	for bits := range r.vectors() {
		f, got := r.freshField(fields, bits, n)
		if got == found {
			var value *schema.Value
			if value, got = try(append(slices.Clone(fields), f), f.name); got == found {
				return value, found
			}
		}
		best = worse(best, got)
	}
	return nil, best
}

// candidates are the names of members that are there, then all known ones.
func (r *record) candidates(fields []field) []string {
	var out []string
	for _, f := range fields {
		out = append(out, f.name)
	}
	for _, name := range r.known {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// maxPatterns bounds the patterns that names are told apart by.
const maxPatterns = 8

// vectors is the number of ways in which a name can match the patterns.
func (r *record) vectors() int {
	if len(r.patterns) > maxPatterns {
		r.gaveUp = true
		r.s.giveUp("more than %d patterns tell the names of members apart", maxPatterns)
		return 0
	}
	return 1 << len(r.patterns)
}

// freshField makes a member with a name that no atom names and that matches those
// patterns whose bit is set.
func (r *record) freshField(fields []field, bits int, n *memberNeed) (field, status) {
	matches := func(d *automaton) bool {
		i := slices.Index(r.patterns, d)
		return i >= 0 && bits>>i&1 == 1
	}
	selected := func(m *selection) bool {
		return (m.match == nil || matches(m.match)) && !slices.ContainsFunc(m.none, matches)
	}
	f := field{fresh: true}
	if n != nil && !selected(&n.match) {
		return f, none
	}
	for _, a := range r.pos {
		if a.kind == membersElse && selected(&a.match) {
			f.nodes = append(f.nodes, must(a.nodes[0]))
		}
	}
	goal := f.nodes
	if n != nil {
		goal = append(slices.Clone(goal), n.goal...)
	}
	if _, got := r.s.solve(goal); got != found {
		return f, got
	}
	name := []literal{must(r.s.intern(schema.String, nil))}
	for _, id := range r.names {
		name = append(name, must(id))
	}
	if n != nil {
		name = append(name, n.names...)
	}
	for i, d := range r.patterns {
		l := must(r.s.intern(schema.String, []*atom{{kind: patternAtom, dfa: d}}))
		if bits>>i&1 == 0 {
			l = l.other()
		}
		name = append(name, l)
	}
	for _, taken := range r.candidates(fields) {
		name = append(name, mustNot(r.s.constantShape(newConstant(&schema.Value{Kind: schema.String, Text: taken}))))
	}
	text, got := r.s.solve(append(name[:len(name):len(name)], mustNot(r.s.constantShape(newConstant(&schema.Value{Kind: schema.String})))))
	if got != found { // only the empty name is left, if any
		text, got = r.s.solve(name)
	}
	if got == found {
		f.name = text.Text
	}
	return f, got
}

// complete adds members until there are enough, and makes the object.
func (r *record) complete(fields []field, extra map[string][]literal) (*schema.Value, status) {
	best := none
	for _, name := range r.known {
		if len(fields) >= r.least {
			break
		}
		with, got := r.with(fields, name, extra)
		if got == found {
			fields = with
		} else {
			best = worse(best, got)
		}
	}
	for bits := 0; len(fields) < r.least && bits < r.vectors(); {
		if !r.s.spend() {
			return nil, unknown
		}
		f, got := r.freshField(fields, bits, nil)
		if got == found {
			fields = append(fields[:len(fields):len(fields)], f)
			continue
		}
		best = worse(best, got)
		bits++
	}
	if r.gaveUp {
		best = unknown
	}
	switch {
	case len(fields) < r.least:
		return nil, best
	case r.most >= 0 && len(fields) > r.most:
		if r.least > 0 && len(r.dependents) > 0 {
			return nil, r.s.giveUp("minProperties, maxProperties and dependentRequired are not decided together")
		}
		return nil, best
	}
	out := &schema.Value{Kind: schema.Object}
	for _, f := range fields {
		value, got := r.s.solve(append(slices.Clone(f.nodes), f.goal...))
		if got != found {
			return nil, worse(best, got)
		}
		out.Members = append(out.Members, schema.Member{Name: f.name, Value: value})
	}
	return out, found
}
