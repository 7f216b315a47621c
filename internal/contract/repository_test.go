package contract

import (
	"os"
	"path/filepath"
	"testing"
)

func TestThisRepositorysResultsProjectToValidViews(t *testing.T) {
	c := mustLoad(t, "../..")
	for _, tool := range c.Tools {
		if tool.Result == nil {
			continue
		}
		fixtures, err := filepath.Glob(filepath.Join("../../testdata/fixtures", tool.Name, "result/valid/*.json"))
		if err != nil || len(fixtures) == 0 {
			t.Fatalf("there are no valid results of %s: %v", tool.Name, err)
		}
		for _, view := range viewNames {
			s, err := engine(c, tool.Role(view))
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range fixtures {
				result, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				got, err := Project(tool, view, result)
				if err != nil {
					t.Fatal(err)
				}
				if !accepts(t, s, got) {
					t.Errorf("the %s view refuses what it carries of %s: %s", view, file, got)
				}
			}
		}
	}
}
