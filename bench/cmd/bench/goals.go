package main

import (
	"fmt"
	"math"

	"github.com/acigen/acigen/bench/internal/contestants"
	"github.com/acigen/acigen/bench/internal/documents"
)

// goal is a bound that a figure must keep.
type goal struct {
	what     string
	measured float64
	// bound is NaN where the figure is there to be known only.
	bound float64
	// atMost says that the bound is an upper one.
	atMost bool
	// unit follows the numbers.
	unit string
}

func (g goal) met() bool {
	if g.atMost {
		return g.measured <= g.bound
	}
	return g.measured >= g.bound
}

func (g goal) cells() []string {
	sign, verdict := "≥", "no"
	if g.atMost {
		sign = "≤"
	}
	if g.met() {
		verdict = "yes"
	}
	format, limit := "%.1f%s", sign+" "+fmt.Sprintf("%g%s", g.bound, g.unit)
	if math.IsNaN(g.bound) {
		limit, verdict = "–", "–"
	}
	switch {
	case g.unit == "":
		format = "%.0f%s"
	case g.bound < 2:
		format = "%.2f%s"
	}
	return []string{g.what, limit, fmt.Sprintf(format, g.measured, g.unit), verdict}
}

// goals returns the bounds. Ratios are geometric means over the three tools.
func (r results) goals() []goal {
	faster := func(name, than string, bound float64) goal {
		return goal{what: name + " against " + than, measured: r.ratio(than, documents.Canonical, name, documents.Canonical), bound: bound, unit: "×"}
	}
	list := []goal{
		faster(contestants.DecodeShared, contestants.Today, 90),
		faster(contestants.DecodeShared, contestants.SonicOwned, 4.5),
		faster(contestants.DecodeShared, contestants.SonicShared, math.NaN()),
		faster(contestants.Decode, contestants.Today, 40),
		faster(contestants.Decode, contestants.SonicOwned, 1.8),
		faster(contestants.Decode, contestants.SonicChecked, math.NaN()),
		faster(contestants.Check, contestants.Today, 90),
	}
	ours := []string{contestants.Decode, contestants.DecodeShared, contestants.Check}
	for _, name := range ours {
		list = append(list, goal{what: name + ", speed on shuffled members", bound: 0.6, unit: "×",
			measured: r.ratio(name, documents.Canonical, name, documents.Shuffled)})
	}
	for _, name := range ours {
		list = append(list, goal{what: name + ", cost of a failing document", bound: 1.5, unit: "×", atMost: true,
			measured: r.ratio(name, documents.Failing, name, documents.Canonical)})
	}
	most := 0.0
	for _, tool := range documents.Tools {
		most = max(most, r.figures[place{contestants.DecodeShared, tool, documents.Canonical}].allocs)
	}
	logs := r.figures[place{contestants.Decode, documents.Logs, documents.Canonical}].allocs
	return append(list,
		goal{what: contestants.DecodeShared + ", allocations, the most of the three", measured: most, bound: 0, atMost: true},
		goal{what: contestants.Decode + ", allocations for query_logs", measured: logs, bound: 8, atMost: true})
}

// ratio returns the geometric mean, over the tools, of the time of one pair of
// contestant and variant divided by that of another. NaN where one is missing.
func (r results) ratio(name string, variant documents.Variant, other string, otherVariant documents.Variant) float64 {
	sum := 0.0
	for _, tool := range documents.Tools {
		a, ok := r.figures[place{name, tool, variant}]
		b, both := r.figures[place{other, tool, otherVariant}]
		if !ok || !both {
			return math.NaN()
		}
		sum += math.Log(a.nanoseconds / b.nanoseconds)
	}
	return math.Exp(sum / float64(len(documents.Tools)))
}
