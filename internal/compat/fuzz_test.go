package compat

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/plan/plantest"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

// seeds returns the seeds to try: a few, or those that ACIGEN_SEEDS names as FROM-TO.
func seeds(t *testing.T, count int) (from, to uint64) {
	t.Helper()
	from, to = 1, uint64(count)+1
	if s := os.Getenv("ACIGEN_SEEDS"); s != "" {
		if _, err := fmt.Sscanf(s, "%d-%d", &from, &to); err != nil {
			t.Fatalf("ACIGEN_SEEDS: %v", err)
		}
	}
	return from, to
}

// tryLoad returns the schema, or false when it is one that does not load.
func tryLoad(text []byte) (Side, bool) {
	set, findings := schema.Load([]schema.File{{Path: "s.schema.json", Read: func() ([]byte, error) { return text, nil }}}, nil, schema.Options{Pattern: pattern.Verdicts()})
	if len(findings) > 0 {
		return Side{}, false
	}
	return Side{Set: set, Schema: set.Documents[0].Root}, true
}

// edit changes one thing at a random place of a schema.
func edit(r *rand.Rand, text string) string {
	var doc any
	if json.Unmarshal([]byte(text), &doc) != nil {
		return text
	}
	donor := plantest.Schema(r, plantest.Options{Formats: true, Related: true})
	var other any
	_ = json.Unmarshal([]byte(donor), &other)
	for range 40 {
		if mutate(r, doc, other) {
			break
		}
	}
	out, _ := json.Marshal(doc)
	return string(out)
}

// mutate changes a random member somewhere in v.
func mutate(r *rand.Rand, v, other any) bool {
	switch v := v.(type) {
	case map[string]any:
		var names []string
		for name := range v {
			if name != "$defs" && name != "$schema" && name != "$id" && name != "$ref" || name == "$defs" && r.IntN(2) == 0 {
				names = append(names, name)
			}
		}
		if len(names) == 0 {
			return false
		}
		slices.Sort(names)
		name := names[r.IntN(len(names))]
		switch x := v[name].(type) {
		case float64:
			if r.IntN(3) > 0 {
				v[name] = x + float64(r.IntN(5)-2)
				return true
			}
		case bool:
			v[name] = !x
			return true
		}
		if r.IntN(3) > 0 && mutate(r, v[name], other) {
			return true
		}
		switch r.IntN(4) {
		case 0:
			delete(v, name)
			return true
		case 1:
			if from, ok := other.(map[string]any); ok {
				for key, x := range from {
					if key != "$defs" && key != "$schema" && key != "$ref" {
						v[key] = x
						return true
					}
				}
			}
		}
	case []any:
		if len(v) > 0 {
			i := r.IntN(len(v))
			if mutate(r, v[i], other) {
				return true
			}
			if len(v) > 1 {
				v[i] = v[(i+1)%len(v)]
				return true
			}
		}
	}
	return false
}

// TestRandomPairs holds the answers on random pairs of schemas against instances:
// a break has its witness, and what is compatible survives every instance tried.
func TestRandomPairs(t *testing.T) {
	from, to := seeds(t, 300)
	instances := 300
	if os.Getenv("ACIGEN_SEEDS") != "" {
		instances = 10_000
	}
	counts := map[Verdict]int{}
	reasons := map[string]int{}
	var slowest time.Duration
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		options := plantest.Options{Formats: seed%3 == 0, Typed: seed%2 == 0, Related: seed%5 == 0}
		first := plantest.Schema(r, options)
		second := plantest.Schema(r, options)
		if seed%4 > 0 {
			second = first
			for range 1 + r.IntN(2) {
				second = edit(r, second)
			}
		}
		a, ok := tryLoad([]byte(first))
		b, too := tryLoad([]byte(second))
		if !ok || !too {
			continue
		}
		start := time.Now()
		got := Contains(a, b)
		if took := time.Since(start); took > slowest {
			slowest = took
			t.Logf("seed %d: %v", seed, took)
		}
		counts[got.Verdict]++
		va, _ := validate.New(a.Set, a.Schema, validate.Terms{})
		vb, _ := validate.New(b.Set, b.Schema, validate.Terms{})
		switch got.Verdict {
		case Undecided:
			reasons[got.Reason]++
			if len(got.Reason) > 80 {
				t.Errorf("seed %d: %s\n%s\n%s", seed, got.Reason, first, second)
			}
		case Breaking:
			if va.Checker()(got.Witness) != nil || vb.Checker()(got.Witness) == nil {
				t.Errorf("seed %d: %s is no witness", seed, got.Witness)
			}
		case Compatible:
			accept, reject := va.Checker(), vb.Checker()
			for range instances {
				text := plantest.Instance(r, first)
				if r.IntN(2) == 0 {
					text = plantest.Instance(r, second)
				}
				if accept(text) == nil && reject(text) != nil {
					t.Errorf("seed %d: compatible, but %s breaks\n%s\n%s", seed, text, first, second)
					break
				}
			}
		}
	}
	t.Logf("%v %v", counts, reasons)
}

func hasFormat(name, text string) bool { return kernel.CheckFormat(name, text) }
