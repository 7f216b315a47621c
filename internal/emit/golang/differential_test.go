package golang_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/acigen/acigen/internal/plan/plantest"
)

// differential generates packages from the random schemas of seeds [from,upto) and
// holds what they say of instances against the in-process engine.
func differential(t *testing.T, from, upto uint64) {
	t.Helper()
	w := newWorld(t)
	var queries []query
	var names []string
	var engines []engine
	for seed := from; seed < upto; seed++ {
		r := rand.New(rand.NewPCG(seed, 2))
		schema := plantest.Schema(r, plantest.Options{Formats: true, Typed: seed%4 != 0, Related: true})
		source := map[string]string{"root.json": schema}
		pkg := fmt.Sprintf("s%d", seed)
		files, findings := generate(source, "root.json", pkg, nil)
		if len(findings) > 0 {
			for _, f := range findings {
				if f.Rule == "generate/internal" {
					t.Errorf("seed %d: %s: %s", seed, schema, f.Message)
				}
			}
			continue
		}
		w.add(t, pkg, files)
		e := newEngine(t, source, "root.json", nil)
		ask := func(text string) {
			queries = append(queries, query{pkg, text})
			names = append(names, fmt.Sprintf("seed %d: %s", seed, schema))
			engines = append(engines, e)
		}
		for range 16 {
			ask(plantest.Instance(r, schema))
		}
		// Texts that end too early or have a byte too many: no offset is safe.
		text := plantest.Instance(r, schema)
		for range 40 {
			at := r.IntN(len(text) + 1)
			ask(text[:at])
			ask(text[:at] + string("\"{}[],:1n\\e-. "[r.IntN(14)]) + text[at:])
			if at < len(text) {
				ask(text[:at] + text[at+1:])
			}
		}
	}
	valid := 0
	for i, a := range w.run(t, queries) {
		holds := engines[i].check(queries[i].Text) == nil
		if holds {
			valid++
		}
		a.judge(t, names[i], queries[i], holds, engines[i])
	}
	t.Logf("%d packages, %d instances, %d of them valid", len(w.names), len(queries), valid)
	if len(w.names) < int(upto-from)/2 || valid < 4*len(w.names) {
		t.Errorf("the schemas and instances say too little")
	}
}

func TestGeneratedCodeAgreesWithTheEngine(t *testing.T) {
	from, upto := uint64(0), uint64(50)
	if text := os.Getenv("ACIGEN_SEEDS"); text != "" {
		if _, err := fmt.Sscanf(text, "%d-%d", &from, &upto); err != nil {
			t.Fatal(strconv.Quote(text) + " is no range of seeds like 100-200")
		}
	}
	differential(t, from, upto)
}
