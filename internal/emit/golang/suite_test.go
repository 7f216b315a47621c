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
	var refusals []string
	for i, g := range groups {
		pkg := fmt.Sprintf("g%03d", i)
		files, findings := generate(map[string]string{"root.json": string(g.Schema)}, "root.json", pkg, remotes)
		if len(findings) > 0 {
			refusals = append(refusals, g.Name()+": "+findings[0].Message)
			continue
		}
		w.add(t, pkg, files)
		for _, test := range g.Tests {
			queries = append(queries, query{pkg, string(test.Data)})
			names = append(names, g.Name()+": "+test.Description)
			tests = append(tests, test)
		}
	}
	for i, a := range w.run(t, queries) {
		for entry, got := range map[string]string{"Decode": a.Decode, "Check": a.Check, "DecodeShared": a.Shared, "UnmarshalJSON": a.Unmarshal} {
			if (got == "") != tests[i].Valid {
				t.Errorf("%s: %s: %s says %q, want valid = %v", queries[i].Package, names[i], entry, got, tests[i].Valid)
			}
		}
		if a.Decode != a.Check || a.Decode != a.Shared {
			t.Errorf("%s: the entries disagree: %q, %q, %q", names[i], a.Decode, a.Check, a.Shared)
		}
		if a.Decode == "" && (!sameJSON(a.Again, queries[i].Text) || !sameJSON(a.AgainPointer, queries[i].Text)) {
			t.Errorf("%s: %s comes out as %s", names[i], queries[i].Text, a.Again)
		}
		if a.Validate != "" {
			t.Errorf("%s: Validate: %s", names[i], a.Validate)
		}
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
