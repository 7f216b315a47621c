// Package acceptance holds the repository's own contract against its fixtures.
package acceptance

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

const root = "../.."

// fixture is an instance with what is expected of it.
type fixture struct {
	name   string // TOOL/ROLE/… or harness/NAME/…
	target string // TOOL/ROLE or harness/NAME
	text   string
	valid  bool
	expect string // "KEYWORD POINTER", "" = any
}

func fixtures(t testing.TB) []fixture {
	t.Helper()
	var out []fixture
	for dir, prefix := range map[string]string{"fixtures": "", "harness": "harness/"} {
		base := filepath.Join(root, "testdata", dir)
		err := filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".json" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, _ := filepath.Rel(base, path)
			rel = filepath.ToSlash(rel)
			parts := strings.Split(rel, "/")
			f := fixture{name: prefix + rel, text: string(text), valid: parts[len(parts)-2] == "valid"}
			f.target = prefix + strings.Join(parts[:len(parts)-2], "/")
			if expect, err := os.ReadFile(strings.TrimSuffix(path, ".json") + ".expect"); err == nil {
				f.expect = strings.TrimSpace(string(expect))
			}
			out = append(out, f)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) < 600 {
		t.Fatalf("only %d fixtures are there", len(out))
	}
	sort.Slice(out, func(i, j int) bool { return out[i].name < out[j].name })
	return out
}

// schemaFiles are the contract's schema files by project path.
func schemaFiles(t testing.TB) map[string]string {
	t.Helper()
	files := map[string]string{}
	base := filepath.Join(root, "schemas")
	err := filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".schema.json") || strings.Contains(path, "frozen") {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("the contract's schemas: %v", err)
	}
	return files
}

// judge holds instances against a compiled contract.
type judge struct {
	engine *plan.Engine
	nodes  map[string]*plan.Node
}

// compile loads a contract from files; the findings are why it cannot be.
func compile(files map[string]string) (*judge, []diag.Finding) {
	var list []schema.File
	for path, text := range files {
		list = append(list, schema.File{Path: path, Read: func() ([]byte, error) { return []byte(text), nil }})
	}
	c, findings := contract.FromSchemas(list, 0)
	if c == nil {
		return nil, findings
	}
	sets := ir.NewSets()
	sets.Canonical = c.StandIn
	compiler := plan.NewCompiler(sets)
	j := &judge{nodes: map[string]*plan.Node{}}
	add := func(name string, s *schema.Schema) {
		if s != nil {
			j.nodes[name] = compiler.Node(sets.Of(s))
		}
	}
	for _, tool := range c.Tools {
		for _, role := range []string{"request", "result", "control", "observation"} {
			add(tool.Name+"/"+role, tool.Role(role))
		}
	}
	for _, doc := range c.Documents {
		if name, is := strings.CutPrefix(doc.Path, "schemas/harness/"); is {
			add("harness/"+strings.TrimSuffix(name, ".schema.json"), doc.Root)
		}
	}
	p, problems := compiler.Finish()
	if len(problems) > 0 {
		return nil, []diag.Finding{{Message: problems[0].Message}}
	}
	j.engine = plan.NewEngine(p, 0)
	return j, nil
}

// violations returns "KEYWORD POINTER" for each violation.
func (j *judge) violations(f fixture) []string {
	err := j.engine.Check(j.nodes[f.target], f.text)
	if err == nil {
		return nil
	}
	var invalid *kernel.ValidationError
	if !errors.As(err, &invalid) {
		return []string{err.Error()}
	}
	var out []string
	for _, v := range invalid.Violations {
		out = append(out, strings.TrimSpace(v.Keyword+" "+v.InstancePointer))
	}
	return out
}

// passes tells whether a fixture is what it says.
func (f fixture) passes(violations []string) bool {
	if f.valid {
		return len(violations) == 0
	}
	return len(violations) > 0 && (f.expect == "" || slices.Contains(violations, f.expect))
}

func TestEveryFixtureIsWhatItSays(t *testing.T) {
	j, findings := compile(schemaFiles(t))
	if j == nil {
		t.Fatalf("the contract does not load: %v", findings)
	}
	counts := map[string]int{}
	for _, f := range fixtures(t) {
		if _, known := j.nodes[f.target]; !known {
			t.Errorf("%s: no schema has this role", f.name)
			continue
		}
		if got := j.violations(f); !f.passes(got) {
			t.Errorf("%s: valid = %v, expect %q, but the violations are %q", f.name, f.valid, f.expect, got)
		}
		counts[fmt.Sprintf("%s %v", f.target, f.valid)]++
	}
	for _, tool := range []string{"lookup_knowledge", "query_logs", "query_mysql"} {
		for role, least := range map[string][2]int{"request": {10, 15}, "result": {20, 40}} {
			if counts[tool+"/"+role+" true"] < least[0] || counts[tool+"/"+role+" false"] < least[1] {
				t.Errorf("%s/%s has too few fixtures: %v", tool, role, counts)
			}
		}
	}
}
