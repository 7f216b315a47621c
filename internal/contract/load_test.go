package contract

import (
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/acigen/acigen/internal/schema"
)

func TestLoadReadsAWholeProject(t *testing.T) {
	c := mustLoad(t, "testdata/project")
	var tools, documents []string
	for _, tool := range c.Tools {
		tools = append(tools, tool.Name)
	}
	for _, doc := range c.Documents {
		documents = append(documents, doc.Path)
	}
	if want := []string{"find_order", "ping"}; !slices.Equal(tools, want) {
		t.Errorf("tools: %v", tools)
	}
	if want := []string{"schemas/common.schema.json", "schemas/harness/control.schema.json"}; !slices.Equal(documents, want) {
		t.Errorf("documents: %v", documents)
	}
	if want := []Target{{Kind: "go", Out: "gen/aci", Package: "aci"}, {Kind: "schemas", Out: "gen/schemas"}}; !reflect.DeepEqual(c.Config.Generate, want) {
		t.Errorf("targets: %+v", c.Config.Generate)
	}
	ping := c.Tool("ping")
	if ping.Request == nil || ping.Result != nil || ping.Control != nil || ping.Observation != nil {
		t.Errorf("ping has another role than a request: %+v", ping)
	}
	order := c.Tool("find_order")
	if got, want := order.Words.Text(), "Use it when an order is asked about. Give the number of one order. It cannot change an order."; got != want {
		t.Errorf("description: %q", got)
	}
	if got := order.Words.Outputs[0].Schema; got == nil || got.RefTo.Name != "Money" {
		t.Errorf("the output's pointer leads to %+v", got)
	}
	if got := c.Tool("nobody"); got != nil {
		t.Errorf("found %+v", got)
	}
	if digest := Digest(ping.Request.Doc); digest != "22191cb1e2505224b365e1acf6ef54d34f293f86fa5cb045c2a33a202cb87b4d" {
		t.Errorf("digest: %s", digest)
	}
}

func TestDerivedViewsAreTheGoldenOnes(t *testing.T) {
	c := mustLoad(t, "testdata/project")
	var paths []string
	for _, d := range c.Derived {
		paths = append(paths, d.Path)
		golden(t, filepath.Join("testdata/project-views", filepath.FromSlash(d.Path)), string(d.Source))
	}
	if want := []string{"find_order/control.schema.json", "find_order/observation.schema.json"}; !slices.Equal(paths, want) {
		t.Errorf("paths: %v", paths)
	}
	if got := c.Tool("find_order").Observation.Doc; got.Path != "gen/schemas/find_order/observation.schema.json" || got.ID != "https://acigen.example/schemas/find_order/observation.schema.json" {
		t.Errorf("the observation is %s at %s", got.ID, got.Path)
	}
}

func TestCanonicalConnectsDerivedSchemas(t *testing.T) {
	c := mustLoad(t, "testdata/project")
	tool := c.Tool("find_order")
	for _, want := range []struct {
		root          *schema.Schema
		pointer, from string
		equal         bool
	}{
		{tool.Observation, "", "schemas/find_order/result.schema.json#", false},
		{tool.Observation, "/properties/status", "schemas/find_order/result.schema.json#/properties/status", true},
		{tool.Observation, "/properties/order", "schemas/find_order/result.schema.json#/properties/order", false},
		{tool.Observation, "/$defs/Line", "schemas/find_order/result.schema.json#/$defs/Line", false},
		{tool.Control, "/$defs/stock_entry", "schemas/common.schema.json#/$defs/stock_entry", false},
		{tool.Control, "/properties/fingerprint", "schemas/harness/control.schema.json#/properties/fingerprint", true},
	} {
		got, equal := c.Canonical(walk(want.root, want.pointer))
		if got == nil || got.Doc.Path+"#"+got.Pointer != want.from || equal != want.equal {
			t.Errorf("%s of %s comes from %+v, equal %v", want.pointer, want.root.Doc.Path, got, equal)
		}
	}
	if got, _ := c.Canonical(tool.Result); got != nil {
		t.Errorf("a result comes from %+v", got)
	}
}

func TestProjectKeepsExactBytes(t *testing.T) {
	tool := mustLoad(t, "testdata/project").Tool("find_order")
	result := `{ "status":"FOUND", "line_count":1, "most": 1e0, "che\u0063ksum":"x",
		"numbers":[ 1.50, "\u00e9" ],
		"order":{"total": {"amount":1.0,  "currency":"EUR"}, "lines":[{"margin":{"amount":2,"currency":"EUR"},"article":"\/", "stock":{"count":1,"shelf":"A","substitutes":[{"shelf":"B","count":2}]}}]},
		"earlier":[{"checksum":"y","status":"MISSING","line_count":0}]}`
	for view, want := range map[string]string{
		Control:     `{"status":"FOUND","line_count":1,"most":1e0,"order":{"total":{"amount":1.0,  "currency":"EUR"},"lines":[{"margin":{"amount":2,"currency":"EUR"},"article":"\/","stock":{"count":1,"substitutes":[{"count":2}]}}]},"earlier":[{"status":"MISSING","line_count":0}]}`,
		Observation: `{"status":"FOUND","most":1e0,"numbers":[ 1.50, "\u00e9" ],"order":{"total":{"amount":1.0,  "currency":"EUR"},"lines":[{"article":"\/","stock":{"count":1,"substitutes":[{"count":2}]}}]},"earlier":[{"status":"MISSING"}]}`,
	} {
		var wait sync.WaitGroup
		for range 4 { // projections share nothing that changes
			wait.Add(1)
			go func() {
				defer wait.Done()
				got, err := Project(tool, view, []byte(result))
				if err != nil || string(got) != want {
					t.Errorf("%s: %v\n%s\nwant\n%s", view, err, got, want)
				}
			}()
		}
		wait.Wait()
	}
	if _, err := Project(tool, "model", nil); err == nil || err.Error() != `the tool find_order has no view "model"` {
		t.Errorf("error: %v", err)
	}
	if _, err := Project(tool, Control, []byte(`{"a":1,"a":2}`)); err == nil {
		t.Error("a duplicate key is no error")
	}
}

func TestTheOrderOfFilesDoesNotMatter(t *testing.T) {
	root := mustLoad(t, "testdata/project")
	var all []schema.File
	for _, doc := range root.Set.Documents {
		if strings.HasPrefix(doc.Path, "schemas/") {
			all = append(all, schema.File{Path: doc.Path, Read: func() ([]byte, error) { return doc.Source, nil }})
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 10 {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		c, findings := FromSchemas(all, 0)
		if c == nil {
			t.Fatal(lines(findings))
		}
		for i, d := range c.Derived {
			if d.Path != root.Derived[i].Path || string(d.Source) != string(root.Derived[i].Source) {
				t.Fatalf("%s differs", d.Path)
			}
		}
		for i, s := range c.Set.Schemas() {
			if other := root.Set.Schemas()[i]; s.Doc.Path != other.Doc.Path || s.Pointer != other.Pointer || s.Seq != other.Seq {
				t.Fatalf("schema %d is %s#%s, was %s#%s", i, s.Doc.Path, s.Pointer, other.Doc.Path, other.Pointer)
			}
		}
	}
}

func TestEveryProblemIsReportedAtOnce(t *testing.T) {
	c, findings := Load("testdata/broken", asIs)
	if c != nil {
		t.Error("a broken project has a contract")
	}
	golden(t, "testdata/broken.txt", lines(findings))

	c, findings = Load("testdata/misplaced", asIs)
	if c != nil {
		t.Error("a project with misplaced files has a contract")
	}
	golden(t, "testdata/misplaced.txt", lines(findings))
}

func TestFrozenVersionsAreNoPartOfTheWorkingContract(t *testing.T) {
	root := project(t, map[string]string{
		"acigen.yaml":                                "",
		"schemas/t/request.schema.json":              `{"type": "object"}`,
		"schemas/frozen/t/1.0.0/request.schema.json": `{"broken`,
		"schemas/t/frozen/request.schema.json.txt":   `no schema`,
		"schemas/README.md":                          "words",
	})
	c := mustLoad(t, root)
	if len(c.Set.Documents) != 1 {
		t.Errorf("%d documents", len(c.Set.Documents))
	}
}

func TestFindClimbsToTheNearestProject(t *testing.T) {
	root := project(t, map[string]string{"acigen.yaml": "", "a/acigen.yaml": "", "a/b/c/x": "", "d/e/x": ""})
	for start, want := range map[string]string{"a/b/c": "a", "a": "a", "d/e": "", "": "", "missing/folder": ""} {
		got, ok := Find(filepath.Join(root, filepath.FromSlash(start)))
		if wanted := filepath.Join(root, want); !ok || got != wanted {
			t.Errorf("from %q: %s %v, want %s", start, got, ok, wanted)
		}
	}
	if got, ok := Find(string(filepath.Separator)); ok {
		t.Errorf("the file system's root is in %s", got)
	}
}

func TestPathsArePrintedRelativeToTheCurrentFolder(t *testing.T) {
	root := project(t, map[string]string{"p/acigen.yaml": "x: 1\n", "p/schemas/t/request.schema.json": "true", "q/r/x": ""})
	t.Chdir(filepath.Join(root, "q", "r"))
	_, findings := Load(filepath.Join(root, "p"), Options{})
	if len(findings) != 1 || findings[0].File != "../../p/acigen.yaml" {
		t.Errorf("findings:\n%s", lines(findings))
	}
	if _, err := os.Stat("x"); err != nil {
		t.Error(err)
	}
}

func TestAFileThatCannotBeReadIsNoMissingOne(t *testing.T) {
	root := project(t, map[string]string{
		"acigen.yaml":                   "",
		"descriptions.yaml":             "tools:\n  t:\n    fields:\n      /properties/a: A.\n",
		"schemas/u/request.schema.json": "true",
		"schemas/t/x":                   "",
	})
	if err := os.Symlink("nowhere", filepath.Join(root, "schemas", "t", "request.schema.json")); err != nil {
		if runtime.GOOS != "windows" || os.Getenv("ACIGEN_REQUIRE_ALL") != "" {
			t.Fatal(err)
		}
		t.Skip(err) // there, links need a privilege
	}
	_, findings := Load(root, asIs)
	const want = "schemas/t/request.schema.json: schema/read: the symbolic link leads out of the project or to nothing [replace it by the file]\n"
	if got := lines(findings); got != want {
		t.Errorf("got:\n%s", got)
	}
}
