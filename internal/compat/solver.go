package compat

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/acigen/acigen/internal/schema"
)

// The bounds of one question.
const (
	maxSteps   = 60_000  // states of the search that are looked at
	maxDepth   = 120     // levels of a witness
	maxWitness = 200_000 // code points or elements of one value of a witness
)

// solver answers questions about goals in a space.
type solver struct {
	*space
	memo   map[string]outcome
	active map[string]int // goals that are being decided, with their depth
	// low is the least depth of an active goal that was taken to have no instance
	// since the innermost goal began.
	low    int
	steps  int
	reason string
}

type outcome struct {
	value  *schema.Value
	status status
}

const noAssumption = 1 << 30

func (s *space) solver() *solver {
	return &solver{space: s, memo: map[string]outcome{}, active: map[string]int{}, low: noAssumption, steps: maxSteps}
}

// giveUp notes why a part of the search has no answer; the first reason counts.
func (s *solver) giveUp(format string, args ...any) status {
	if s.reason == "" {
		s.reason = fmt.Sprintf(format, args...)
	}
	return unknown
}

// spend takes one step; false means that there are none left.
func (s *solver) spend() bool {
	if s.steps--; s.steps < 0 {
		s.giveUp("the schemas combine in too many ways")
		return false
	}
	return true
}

// kindOrder is the order in which types are tried: the plainest value first.
var kindOrder = []schema.Kinds{schema.Null, schema.Bool, schema.Integer, schema.String, schema.Fraction, schema.Array, schema.Object}

// solve returns a value that satisfies all literals of a goal.
//
// A goal that comes up while it is itself being decided has no instance there:
// instances are finite, so the least one of a goal does not hold another of the
// same goal. A result that hangs on this is not remembered.
func (s *solver) solve(goal []literal) (*schema.Value, status) {
	goal, possible := tidy(goal)
	if !possible {
		return nil, none
	}
	key := goalKey(goal)
	if known, there := s.memo[key]; there {
		return known.value, known.status
	}
	if depth, open := s.active[key]; open {
		s.low = min(s.low, depth)
		return nil, none
	}
	if !s.spend() {
		return nil, unknown
	}
	depth := len(s.active)
	if depth > maxDepth {
		return nil, s.giveUp("a witness would be nested more than %d levels", maxDepth)
	}
	outer := s.low
	s.low = noAssumption
	s.active[key] = depth
	value, st := s.anyKind(goal)
	delete(s.active, key)
	if st == found || s.low >= depth {
		s.memo[key] = outcome{value, st}
		s.low = noAssumption
	}
	s.low = min(s.low, outer)
	return value, st
}

func (s *solver) anyKind(goal []literal) (*schema.Value, status) {
	best := none
	for _, kind := range kindOrder {
		st := &state{kind: kind}
		for _, l := range goal {
			s.assert(st, l)
		}
		value, got := s.split(st)
		if got == found {
			return value, found
		}
		best = max(best, got)
	}
	return nil, best
}

// tidy sorts a goal and leaves out what says nothing; false means that it contradicts itself.
func tidy(goal []literal) ([]literal, bool) {
	goal = slices.Clone(goal)
	slices.Sort(goal)
	goal = slices.Compact(goal)
	out := goal[:0]
	for i, l := range goal {
		if l == mustNot(anything) || l == must(nothing) || i > 0 && goal[i-1] == l.other() && l.negated() {
			return nil, false
		}
		if l != must(anything) && l != mustNot(nothing) {
			out = append(out, l)
		}
	}
	return out, true
}

func goalKey(goal []literal) string {
	key := make([]byte, 0, 4*len(goal))
	for _, l := range goal {
		key = binary.LittleEndian.AppendUint32(key, uint32(l))
	}
	return string(key)
}

// worse keeps what is known of several attempts that all failed.
func worse(a, b status) status { return max(a, b) }
