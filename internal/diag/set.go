package diag

import (
	"cmp"
	"slices"
	"strings"
)

// Set collects findings in any order. The zero value is an empty set. It is not safe for concurrent use.
type Set struct {
	findings []Finding
	sorted   bool
}

// Add puts findings into the set.
func (s *Set) Add(findings ...Finding) {
	s.findings = append(s.findings, findings...)
	s.sorted = false
}

// Findings returns the set without duplicates, in the order of Sorted. The slice belongs to the set until the next Add or Reset.
func (s *Set) Findings() []Finding {
	if !s.sorted {
		slices.SortStableFunc(s.findings, compare)
		s.findings = slices.CompactFunc(s.findings, same)
		s.sorted = true
	}
	return s.findings
}

// Reset empties the set and keeps its memory for the next input.
func (s *Set) Reset() {
	clear(s.findings)
	s.findings = s.findings[:0]
	s.sorted = false
}

// Sorted returns the findings without duplicates, ordered by file, record,
// line, column, instance pointer, schema pointer, keyword, rule and message. Two
// findings are duplicates when every printed field is equal. The argument is
// not changed; it is returned as it is when it is in order already.
func Sorted(findings []Finding) []Finding {
	inOrder := true
	for i := 1; i < len(findings) && inOrder; i++ {
		inOrder = compare(findings[i-1], findings[i]) < 0
	}
	if inOrder {
		return findings
	}
	out := slices.Clone(findings)
	slices.SortStableFunc(out, compare)
	return slices.CompactFunc(out, same)
}

func same(a, b Finding) bool { return compare(a, b) == 0 }

// compare is a total order over everything that is printed. Source is left out:
// it follows from the place.
func compare(a, b Finding) int {
	return cmp.Or(
		strings.Compare(a.File, b.File),
		cmp.Compare(a.Record, b.Record),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		compareBool(a.HasInstance, b.HasInstance),
		comparePointer(a.InstancePointer, b.InstancePointer),
		comparePointer(a.SchemaPointer, b.SchemaPointer),
		strings.Compare(a.Keyword, b.Keyword),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
		strings.Compare(a.Schema, b.Schema),
		cmp.Compare(a.Severity, b.Severity),
		strings.Compare(a.Remedy, b.Remedy),
		compareChange(a.Change, b.Change),
	)
}

func compareChange(a, b *Change) int {
	if a == nil || b == nil {
		return compareBool(a != nil, b != nil)
	}
	return cmp.Or(
		strings.Compare(a.Direction, b.Direction),
		strings.Compare(a.Old, b.Old),
		strings.Compare(a.New, b.New),
		strings.Compare(a.Witness, b.Witness),
		strings.Compare(a.Bump, b.Bump),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// comparePointer orders JSON Pointers token by token, a container before what is
// in it, and array indices by their value: /rows/9 stands before /rows/10.
func comparePointer(a, b string) int {
	for a != "" && b != "" {
		tokenA, restA, moreA := strings.Cut(a, "/")
		tokenB, restB, moreB := strings.Cut(b, "/")
		if c := compareToken(tokenA, tokenB); c != 0 {
			return c
		}
		if c := compareBool(moreA, moreB); c != 0 {
			return c
		}
		a, b = restA, restB
	}
	return strings.Compare(a, b)
}

// compareToken puts array indices before names, so that the order stays a total one.
func compareToken(a, b string) int {
	indexA, indexB := isIndex(a), isIndex(b)
	switch {
	case indexA && indexB:
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	case indexA:
		return -1
	case indexB:
		return 1
	}
	return strings.Compare(a, b)
}

// isIndex reports whether the token is an array index as RFC 6901, section 4 writes it.
func isIndex(token string) bool {
	if token == "" || (token[0] == '0' && token != "0") {
		return false
	}
	for i := 0; i < len(token); i++ {
		if token[i] < '0' || token[i] > '9' {
			return false
		}
	}
	return true
}
