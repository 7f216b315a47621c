package golang_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/suitetest"
)

func TestTheOfficialSuiteHoldsInGeneratedCode(t *testing.T) {
	groups, remotes, err := suitetest.Load()
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	var queries []query
	var names []string
	var tests []suitetest.Test
	var engines []engine
	var refusals []string
	for i, g := range groups {
		pkg := fmt.Sprintf("g%03d", i)
		source := map[string]string{"root.json": string(g.Schema)}
		files, findings := generate(source, "root.json", pkg, remotes)
		if len(findings) > 0 {
			refusals = append(refusals, g.Name()+": "+findings[0].Message)
			continue
		}
		w.add(t, pkg, files)
		e := newEngine(t, source, "root.json", remotes)
		for _, test := range g.Tests {
			queries = append(queries, query{pkg, string(test.Data)})
			names = append(names, g.Name()+": "+test.Description)
			tests = append(tests, test)
			engines = append(engines, e)
		}
	}
	for i, a := range w.run(t, queries) {
		a.judge(t, names[i], queries[i], tests[i].Valid, engines[i])
	}
	t.Logf("%d tests ran, %d groups are refused", len(queries), len(refusals))
	if os.Getenv("ACIGEN_SUITE") != "" {
		return
	}
	want, err := os.ReadFile("testdata/suite-refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(refusals)
	if got := strings.Join(refusals, "\n") + "\n"; got != string(want) {
		t.Errorf("the refused groups are not those of testdata/suite-refused.txt, but:\n%s", got)
	}
}
