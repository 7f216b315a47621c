package check

import (
	"testing"

	"github.com/acigen/acigen/internal/diag"
)

func TestEveryBreakOfAnEditIsFoundOnceWithItsWitness(t *testing.T) {
	old, new := edited(t)
	out, err := Contracts(new, old, "old", "2026-01-01")
	if err != nil {
		t.Fatal(err)
	}
	type place struct{ file, pointer, keyword string }
	seen := map[place]bool{}
	for _, f := range out.Findings {
		at := place{f.File, f.SchemaPointer, f.Keyword}
		if seen[at] {
			t.Errorf("%v is reported twice", at)
		}
		seen[at] = true
		if f.Severity != diag.Error || f.Line == 0 || f.Change == nil || f.Change.Witness == "" || f.Change.Old == "" || f.Change.New == "" {
			t.Errorf("%+v lacks something", f)
		}
	}
	// The bounds that edited() raises: texts of 512 and lists of 8, where results state them.
	if len(seen) < 8 {
		t.Errorf("only %d breaks: %v", len(seen), seen)
	}
	if out, err := Contracts(old, old, "old", "2026-01-01"); err != nil || len(out.Findings) > 0 {
		t.Errorf("%v %v", out, err)
	}
}
