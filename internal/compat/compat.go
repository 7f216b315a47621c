// Package compat decides whether every instance that one schema accepts is
// accepted by another, and proves what it says: a break by an instance, the
// witness, on which the engines agree; compatibility by a search that leaves no
// instance out.
//
// Both schemas become shapes in one space: conjunctions of atoms in a normal
// form, equal where they say the same (shape.go, normalize.go, classes.go). The
// question is then whether a goal, a set of shapes that must hold and of shapes
// that must not, has an instance. A goal is decided for each JSON type by itself:
// branches are split until atoms are left (branch.go), which are decided exactly:
// numbers as bounds and multiples over rationals (number.go), strings as length
// and automata (text.go), arrays and objects by the goals of what they hold
// (array.go, object.go). An instance is finite, so a goal that needs itself has
// none. Work is bounded; beyond the bound the answer is Undecided.
package compat

import (
	"github.com/acigen/acigen/internal/schema"
)

// Verdict is an answer to the question whether one schema is contained in another.
type Verdict int

// The verdicts.
const (
	// Compatible: proved, there is no witness.
	Compatible Verdict = iota
	// Breaking: there is a witness.
	Breaking
	// Undecided: neither could be shown within the bounds.
	Undecided
)

// String returns "compatible", "breaking" or "undecided".
func (v Verdict) String() string {
	return [...]string{"compatible", "breaking", "undecided"}[v]
}

// Side is one of the schemas that are compared.
type Side struct {
	Set    *schema.Set
	Schema *schema.Schema
}

// Answer is what is known of a question.
type Answer struct {
	Verdict Verdict
	// Witness is an instance as compact JSON, when the verdict is Breaking: nothing can
	// be removed from it or shortened in it.
	Witness string
	// Reason says what stood in the way, when the verdict is Undecided.
	Reason string
	// Keyword and Pointer are where it stood, in one of the two schemas; they can be empty.
	Keyword, Pointer string
}

// Contains tells whether every instance that a accepts is accepted by b.
func Contains(a, b Side) Answer {
	s := newSpace()
	left, right := s.add(a), s.add(b)
	s.unify()
	if s.refused != nil {
		return *s.refused
	}
	goal := []literal{must(left.shape()), mustNot(right.shape())}
	return s.answer(goal, left, right)
}

// Satisfiable tells whether some instance is accepted by the schema: then the
// verdict is Breaking, and the witness is one. Compatible means that none is.
func Satisfiable(side Side) Answer {
	s := newSpace()
	only := s.add(side)
	s.unify()
	if s.refused != nil {
		return *s.refused
	}
	return s.answer([]literal{must(only.shape())}, only, nil)
}

// Question asks whether some instance satisfies several schemas at once.
type Question struct{ Schemas []*schema.Schema }

// Satisfy answers questions about schemas of one set together, which costs less than
// one by one: Compatible means that there is no instance, Breaking that there is
// one, which is not shown.
func Satisfy(set *schema.Set, questions []Question) []Answer {
	out := make([]Answer, len(questions))
	s := newSpace()
	roots := make([]int, len(questions))
	reader := s.reader()
	for i, q := range questions {
		roots[i] = reader.root(q.Schemas)
	}
	if !reader.finish() {
		for i := range out {
			out[i] = *s.refused
		}
		return out
	}
	s.unify()
	search := s.solver()
	for i := range questions {
		search.steps, search.reason = maxSteps, ""
		_, got := search.solve([]literal{must(s.final(roots[i]))})
		switch got {
		case none:
			out[i] = Answer{Verdict: Compatible}
		case found:
			out[i] = Answer{Verdict: Breaking}
		case unknown:
			out[i] = Answer{Verdict: Undecided, Reason: search.reason}
		}
	}
	return out
}
