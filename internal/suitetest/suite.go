// Package suitetest gives tests the official JSON Schema test suite, as
// github.com/google/jsonschema-go ships it in its module.
package suitetest

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	_ "github.com/google/jsonschema-go/jsonschema" // its module holds the suite

	"github.com/acigen/acigen/internal/schema"
)

// Group is a schema of the suite and the instances held against it.
type Group struct {
	File        string `json:"-"`
	Description string
	Schema      json.RawMessage
	Tests       []Test
}

// Test is an instance and its verdict.
type Test struct {
	Description string
	Data        json.RawMessage
	Valid       bool
}

// Name identifies the group.
func (g Group) Name() string { return g.File + ": " + g.Description }

// Load returns the required tests and the documents that they refer to. A missing
// suite is an error. When the environment variable ACIGEN_SUITE names a checkout
// of the suite, that one is loaded whole instead.
func Load() ([]Group, []schema.File, error) {
	tests, remotes := "", ""
	if dir := os.Getenv("ACIGEN_SUITE"); dir != "" {
		tests, remotes = filepath.Join(dir, "tests", "draft2020-12"), filepath.Join(dir, "remotes")
	} else {
		out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
		if err != nil {
			return nil, nil, fmt.Errorf("finding the module that holds the suite: %w", err)
		}
		dir := filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata")
		tests, remotes = filepath.Join(dir, "draft2020-12"), filepath.Join(dir, "remotes")
	}
	groups, err := loadGroups(tests)
	if err != nil {
		return nil, nil, err
	}
	files, err := loadRemotes(remotes)
	return groups, files, err
}

func walkJSON(dir string, visit func(path, rel string) error) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		return visit(path, filepath.ToSlash(rel))
	})
}

func loadGroups(dir string) ([]Group, error) {
	var groups []Group
	err := walkJSON(dir, func(path, rel string) error {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var part []Group
		if err := json.Unmarshal(data, &part); err != nil {
			return fmt.Errorf("%s: %w", rel, err)
		}
		for i := range part {
			part[i].File = rel
		}
		groups = append(groups, part...)
		return nil
	})
	if err == nil && len(groups) == 0 {
		err = fmt.Errorf("the suite at %s is empty", dir)
	}
	sort.SliceStable(groups, func(i, j int) bool { return groups[i].File < groups[j].File })
	return groups, err
}

func loadRemotes(dir string) ([]schema.File, error) {
	var files []schema.File
	err := walkJSON(dir, func(path, rel string) error {
		files = append(files, schema.File{
			Path: "remotes/" + rel, Display: rel, ID: "http://localhost:1234/" + rel,
			Read: func() ([]byte, error) { return os.ReadFile(path) },
		})
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("the suite's remotes at %s are empty", dir)
	}
	return files, err
}
