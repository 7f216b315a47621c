package schemas

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

// paths lists the schema files of a file system, frozen versions left out.
func paths(t *testing.T, fsys fs.FS) (out []string) {
	t.Helper()
	err := fs.WalkDir(fsys, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == "frozen":
			return fs.SkipDir
		case strings.HasSuffix(path, ".json"):
			out = append(out, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEverySchemaOfTheFolderIsEmbedded(t *testing.T) {
	embedded := paths(t, FS)
	if folder := paths(t, os.DirFS(".")); !slices.Equal(embedded, folder) {
		t.Errorf("embedded are %q, the folder has %q", embedded, folder)
	}
	if !slices.Contains(embedded, "query_logs/result.schema.json") {
		t.Errorf("query_logs/result.schema.json is not among %q", embedded)
	}
}

func TestEveryIDIsThePathOfItsFile(t *testing.T) {
	for _, path := range paths(t, FS) {
		source, err := fs.ReadFile(FS, path)
		if err != nil {
			t.Fatal(err)
		}
		if id := `"$id": "https://acigen.example/schemas/` + path + `"`; !strings.Contains(string(source), id) {
			t.Errorf("%s does not state %s", path, id)
		}
	}
}
