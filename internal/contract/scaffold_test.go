package contract

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestAScaffoldLoadsWithoutFindings(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "My Contracts")
	files, err := Scaffold(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".gitattributes", "README.md", "acigen.yaml", "descriptions.yaml", "go.mod",
		"schemas/lookup_weather/request.schema.json", "schemas/lookup_weather/result.schema.json"} {
		if !slices.Contains(files, name) {
			t.Errorf("%s is missing", name)
		}
	}
	for _, name := range files {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil || info.Mode().Perm() != 0o644 {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	if got, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || !strings.HasPrefix(string(got), "module example.com/my-contracts\n") {
		t.Errorf("go.mod: %v %s", err, got)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".*")); err != nil || len(left) != 1 {
		t.Errorf("hidden files: %v", left)
	}
	c := mustLoad(t, dir)
	tool := c.Tool("lookup_weather")
	if tool == nil || tool.Words.Text() == "" || len(c.Derived) != 2 {
		t.Fatalf("the contract: %+v", c)
	}
	fixtures := filepath.Join(dir, "testdata", "fixtures", "lookup_weather")
	for _, role := range []string{"request", "result", "observation"} {
		s, err := engine(c, tool.Role(role))
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"valid", "invalid"} {
			list, err := filepath.Glob(filepath.Join(fixtures, role, kind, "*.json"))
			if err != nil || len(list) == 0 {
				t.Errorf("there are no %s fixtures of the %s: %v", kind, role, err)
			}
			for _, file := range list {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				expect, _ := os.ReadFile(strings.TrimSuffix(file, ".json") + ".expect")
				if strings.HasPrefix(string(expect), "x-aci-") {
					continue // which this engine does not know
				}
				if got := accepts(t, s, text); got != (kind == "valid") {
					t.Errorf("%s is valid: %v", file, got)
				}
			}
		}
	}
}

func TestAScaffoldReplacesNothing(t *testing.T) {
	dir := project(t, map[string]string{"go.mod": "module x\n", "p/descriptions.yaml": "mine"})
	files, err := Scaffold(filepath.Join(dir, "p"), "")
	if !errors.Is(err, ErrExists) || err.Error() != "descriptions.yaml is there already" || files != nil {
		t.Errorf("%v, %v", files, err)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, "p")); len(left) != 1 {
		t.Errorf("%d files were written", len(left)-1)
	}
	files, err = Scaffold(filepath.Join(dir, "q"), "")
	if err != nil || slices.Contains(files, "go.mod") {
		t.Errorf("%v, %v", files, err)
	}
}

func TestAScaffoldHasTheModuleThatIsAskedFor(t *testing.T) {
	dir := t.TempDir()
	if _, err := Scaffold(dir, "example.org/team/contracts"); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "go.mod")); string(got) != "module example.org/team/contracts\n\ngo 1.24\n" {
		t.Errorf("go.mod: %s", got)
	}
	if _, err := Scaffold(t.TempDir(), "no module\n"); err == nil {
		t.Error("any text is a module path")
	}
}
