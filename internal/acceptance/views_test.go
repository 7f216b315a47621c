package acceptance

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/schema"
)

// mutate changes one place of a JSON value at random, in a way that often keeps it valid.
func mutate(r *rand.Rand, v *schema.Value) {
	var nodes []*schema.Value
	var collect func(v *schema.Value)
	collect = func(v *schema.Value) {
		nodes = append(nodes, v)
		for _, m := range v.Members {
			collect(m.Value)
		}
		for _, item := range v.Items {
			collect(item)
		}
	}
	collect(v)
	n := nodes[r.IntN(len(nodes))]
	switch n.Kind {
	case schema.Object:
		if len(n.Members) > 0 {
			i := r.IntN(len(n.Members))
			if r.IntN(2) == 0 {
				n.Members = append(append([]schema.Member(nil), n.Members[:i]...), n.Members[i+1:]...)
			} else {
				n.Members[0], n.Members[i] = n.Members[i], n.Members[0]
			}
		}
	case schema.Array:
		switch {
		case len(n.Items) > 0 && r.IntN(2) == 0:
			n.Items = n.Items[:r.IntN(len(n.Items))]
		case len(n.Items) > 0:
			n.Items = append(append([]*schema.Value(nil), n.Items...), n.Items[r.IntN(len(n.Items))])
		}
	case schema.String:
		texts := []string{"EVIDENCE_FOUND", "NO_EVIDENCE", "ERROR", "HIGH", "x", "", " ", "步🚦", n.Text + "y", strings.Repeat("é", 500)}
		n.Text = texts[r.IntN(len(texts))]
	case schema.Number:
		n.Text = []string{"0", "1", "2", "1.0", "50", "1e2", "-0", "9223372036854775807", strconv.Itoa(r.IntN(60))}[r.IntN(9)]
	case schema.Bool:
		n.Bool = !n.Bool
	}
}

// repair sets the counts to what the lists say, so that more mutations stay valid.
func repair(v *schema.Value) {
	for _, name := range []string{"evidence", "events", "rows"} {
		if list, count := v.Get(name), v.Get("returned_count"); list != nil && count != nil && list.Kind == schema.Array && count.Kind == schema.Number {
			count.Text = strconv.Itoa(len(list.Items))
		}
	}
}

func TestEveryValidResultProjectsToTwoValidViews(t *testing.T) {
	c, findings := contract.Load(root, contract.Options{})
	if c == nil {
		t.Fatalf("the contract does not load: %v", findings)
	}
	j, _ := compile(schemaFiles(t))
	r := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for _, f := range fixtures(t) {
		tool, role, _ := strings.Cut(f.target, "/")
		if role != "result" || !f.valid {
			continue
		}
		for round := range 200 {
			tree, err := schema.Parse([]byte(f.text), 0)
			if err != nil {
				t.Fatalf("%s: %v", f.name, err)
			}
			if round > 0 {
				for range 1 + r.IntN(3) {
					mutate(r, tree)
				}
				repair(tree)
			}
			text := schema.AppendValue(nil, tree, "")
			if len(j.violations(fixture{target: f.target, text: string(text)})) > 0 {
				continue
			}
			valid++
			for _, view := range []string{contract.Control, contract.Observation} {
				projected, err := contract.Project(c.Tool(tool), view, text)
				if err != nil {
					t.Fatalf("%s: %s: %v", f.name, view, err)
				}
				if got := j.violations(fixture{target: tool + "/" + view, text: string(projected)}); len(got) > 0 {
					t.Errorf("%s: the %s view of a valid result is invalid: %q\n%s\n%s", f.name, view, got, text, projected)
				}
			}
		}
	}
	if valid < 3000 {
		t.Errorf("only %d valid results were projected", valid)
	}
}

func TestGeneratedViewSchemasAreCommitted(t *testing.T) {
	c, _ := contract.Load(root, contract.Options{})
	for _, d := range c.Derived {
		got, err := os.ReadFile(filepath.Join(root, "gen", "schemas", filepath.FromSlash(d.Path)))
		if err != nil || string(got) != string(d.Source) {
			t.Errorf("gen/schemas/%s is not what the contract says (%v): run make generate", d.Path, err)
		}
	}
}
