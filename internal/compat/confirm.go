package compat

import (
	"errors"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

// answer decides a goal, makes the witness as small as it can be, and has the
// engines confirm it: left must accept it and right, unless it is nil, reject it.
func (s *space) answer(goal []literal, left, right *side) Answer {
	search := s.solver()
	value, got := search.solve(goal)
	switch got {
	case none:
		return Answer{Verdict: Compatible}
	case unknown:
		return Answer{Verdict: Undecided, Reason: search.reason}
	}
	w := &witness{accept: left.validator.Checker()}
	if right != nil {
		w.reject = right.validator.Checker()
	}
	text := compact(value)
	if !w.holds(text) {
		return Answer{Verdict: Undecided, Reason: "the instance that was found, " + text + ", is none: this is a fault of acigen"}
	}
	text = w.shrink(value)
	if left.disagrees(text, validate.Rejects) || right != nil && w.plain(text) && right.disagrees(text, validate.Accepts) {
		return Answer{Verdict: Undecided, Reason: "the engines disagree on " + text + ": this is a fault of acigen or of a reference engine"}
	}
	return Answer{Verdict: Breaking, Witness: text}
}

// disagrees tells whether a reference engine has the given opinion.
func (s *side) disagrees(text string, opinion validate.Opinion) bool {
	return s.validator.Second(text) == opinion || s.third(text) == opinion
}

// compact is a value as JSON text.
func compact(v *schema.Value) string { return string(schema.AppendValue(nil, v, "")) }

// witness tells whether an instance shows a break.
type witness struct {
	accept, reject func(text string) error
	asked          int
}

func (w *witness) holds(text string) bool {
	w.asked++
	return w.accept(text) == nil && (w.reject == nil || w.reject(text) != nil)
}

// plain tells whether the right side rejects the text for a keyword of JSON Schema,
// and not only for one of acigen's, which the other engine does not know.
func (w *witness) plain(text string) bool {
	var invalid *kernel.ValidationError
	if !errors.As(w.reject(text), &invalid) {
		return false
	}
	for _, v := range invalid.Violations {
		if strings.HasPrefix(v.Keyword, "x-aci-") || hidesOwn(v.Keyword) {
			return false
		}
	}
	return true
}

// hidesOwn tells whether a violation of a keyword can rest on one of acigen's within a branch.
func hidesOwn(keyword string) bool {
	switch keyword {
	case "anyOf", "oneOf", "not", "contains", "minContains", "maxContains":
		return true
	}
	return false
}
