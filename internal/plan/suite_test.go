package plan_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// suiteGroup is a group of the official test suite: a schema and instances.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// suiteDir is the official suite's required tests as github.com/google/jsonschema-go ships them.
func suiteDir(t *testing.T) (tests, remotes string) {
	if dir := os.Getenv("ACIGEN_SUITE"); dir != "" {
		return filepath.Join(dir, "tests", "draft2020-12"), filepath.Join(dir, "remotes")
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Fatalf("the official suite is not there: %v", err)
	}
	dir := filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata")
	return filepath.Join(dir, "draft2020-12"), filepath.Join(dir, "remotes")
}

func remoteFiles(t *testing.T, dir string) []schema.File {
	var files []schema.File
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		rel = filepath.ToSlash(rel)
		files = append(files, schema.File{
			Path: "remotes/" + rel, Display: rel, ID: "http://localhost:1234/" + rel,
			Read: func() ([]byte, error) { return os.ReadFile(path) },
		})
		return nil
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("remotes: %v", err)
	}
	return files
}

// compileGroup returns the node of a group's schema, or why it is refused.
func compileGroup(source []byte, remotes []schema.File) (*plan.Plan, *plan.Node, error) {
	entry := schema.File{Path: "test.json", Display: "test.json", Read: func() ([]byte, error) { return source, nil }}
	set, findings := schema.Load([]schema.File{entry}, remotes, schema.Options{})
	for _, f := range findings {
		if f.Severity == diag.Error {
			return nil, nil, errors.New(f.Message)
		}
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

func TestOfficialSuiteInProcess(t *testing.T) {
	tests, remotesDir := suiteDir(t)
	remotes := remoteFiles(t, remotesDir)
	files, _ := filepath.Glob(filepath.Join(tests, "*.json"))
	if os.Getenv("ACIGEN_SUITE") != "" {
		more, _ := filepath.Glob(filepath.Join(tests, "optional", "*.json"))
		files = append(files, more...)
		more, _ = filepath.Glob(filepath.Join(tests, "optional", "format", "*.json"))
		files = append(files, more...)
	}
	sort.Strings(files)
	ran, refused := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []suiteGroup
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			p, node, err := compileGroup(g.Schema, remotes)
			if err != nil {
				refused += len(g.Tests)
				fmt.Printf("refused %s: %s: %v\n", filepath.Base(file), g.Description, err)
				continue
			}
			e := plan.NewEngine(p)
			for _, test := range g.Tests {
				ran++
				err := e.Check(node, string(test.Data))
				if (err == nil) != test.Valid {
					t.Errorf("%s: %s: %s: valid = %v, want %v (%v)", filepath.Base(file), g.Description, test.Description, err == nil, test.Valid, err)
				}
				var invalid *kernel.ValidationError
				if err != nil && (!errors.As(err, &invalid) || len(invalid.Violations) == 0) {
					t.Errorf("%s: %s: %s: no violation is listed", filepath.Base(file), g.Description, test.Description)
				}
			}
		}
	}
	t.Logf("%d tests ran, %d refused", ran, refused)
}
