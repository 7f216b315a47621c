package main

import (
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/acigen/acigen/bench/internal/contestants"
	"github.com/acigen/acigen/bench/internal/documents"
	"github.com/acigen/acigen/bench/internal/measure"
)

// figure is what one contestant needs for one document.
type figure struct {
	nanoseconds float64
	bytes       int
	// allocs is -1 where it is not known.
	allocs float64
}

// results has all figures. A contestant that takes no part in a document has
// none there.
type results struct {
	names   []string
	figures map[place]figure
	// liveHeap is what was live while measuring, in bytes.
	liveHeap int
}

type place struct {
	name    string
	tool    documents.Tool
	variant documents.Variant
}

// measureAll verifies every answer, then measures all of them together.
func measureAll(plan measure.Plan, field []contestants.Contestant, progress io.Writer) (results, error) {
	all, err := documents.All()
	if err != nil {
		return results{}, err
	}
	r := results{figures: map[place]figure{}}
	var places []place
	var subjects []measure.Subject
	for _, c := range field {
		r.names = append(r.names, c.Name)
		for _, d := range all {
			if !c.Takes(d) {
				continue
			}
			e, err := c.Prepare(d)
			if err != nil {
				return r, fmt.Errorf("%s, %s, %s: %w", c.Name, d.Tool, d.Variant, err)
			}
			if err := contestants.Verify(c, d, e); err != nil {
				return r, err
			}
			at, subject, allocs := place{c.Name, d.Tool, d.Variant}, e.Remote, -1.0
			if subject == nil {
				subject = measure.Local{Once: e.Once, Fails: !d.Valid()}
				allocs = testing.AllocsPerRun(20, func() { _ = e.Once() })
			}
			r.figures[at] = figure{bytes: len(d.Data), allocs: allocs}
			places, subjects = append(places, at), append(subjects, subject)
		}
	}
	expected := time.Duration(len(subjects)*(plan.Rounds+2)) * plan.Sample
	_, _ = fmt.Fprintf(progress, "bench: every answer is right; measuring %d pairs of contestant and document for about %v\n", len(subjects), expected.Round(time.Second))
	r.liveHeap = max(plan.LiveHeap, measure.LiveHeap())
	medians, err := measure.Medians(plan, subjects)
	if err != nil {
		return r, err
	}
	for i, at := range places {
		f := r.figures[at]
		f.nanoseconds = medians[i]
		r.figures[at] = f
	}
	return r, nil
}
