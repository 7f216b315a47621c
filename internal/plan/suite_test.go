package plan_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/suitetest"
)

// compileGroup returns the node of a schema, or why it is refused.
func compileGroup(source []byte, remotes []schema.File) (*plan.Plan, *plan.Node, error) {
	entry := schema.File{Path: "test.json", Read: func() ([]byte, error) { return source, nil }}
	set, findings := schema.Load([]schema.File{entry}, remotes, schema.Options{})
	if len(findings) > 0 {
		return nil, nil, errors.New(findings[0].Message)
	}
	sets := ir.NewSets()
	c := plan.NewCompiler(sets)
	node := c.Node(sets.Of(set.Document("test.json").Root))
	p, problems := c.Finish()
	for _, problem := range problems {
		if problem.Refused {
			return nil, nil, errors.New(problem.Message)
		}
	}
	return p, node, nil
}

func TestTheOfficialSuiteHoldsInProcess(t *testing.T) {
	groups, remotes, err := suitetest.Load()
	if err != nil {
		t.Fatal(err)
	}
	ran, refused := 0, 0
	var names []string
	for _, g := range groups {
		p, node, err := compileGroup(g.Schema, remotes)
		if err != nil {
			refused += len(g.Tests)
			names = append(names, g.Name()+": "+err.Error())
			continue
		}
		e := plan.NewEngine(p, 0)
		for _, test := range g.Tests {
			ran++
			err := e.Check(node, string(test.Data))
			if (err == nil) != test.Valid {
				t.Errorf("%s: %s: valid = %v, want %v (%v)", g.Name(), test.Description, err == nil, test.Valid, err)
			}
			var invalid *kernel.ValidationError
			if err != nil && (!errors.As(err, &invalid) || len(invalid.Violations) == 0) {
				t.Errorf("%s: %s: no violation is listed", g.Name(), test.Description)
			}
		}
	}
	t.Logf("%d tests ran, %d are refused", ran, refused)
	if os.Getenv("ACIGEN_SUITE") != "" {
		return
	}
	want, err := os.ReadFile("testdata/suite-refused.txt")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	if got := strings.Join(names, "\n") + "\n"; got != string(want) {
		t.Errorf("the refused groups are not those of testdata/suite-refused.txt, but:\n%s", got)
	}
}
