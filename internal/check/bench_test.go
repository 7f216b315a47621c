package check

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/freeze"
)

// edited copies the contract of the evidence tools, with every text and list longer.
func edited(t testing.TB) (old, new *contract.Contract) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "schemas"), os.DirFS("../../schemas")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "acigen.yaml"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	old, _ = contract.Load(dir, contract.Options{})
	results, err := filepath.Glob(filepath.Join(dir, "schemas/*/result.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range results {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer(`"maxLength": 512`, `"maxLength": 600`, `"maxItems": 8`, `"maxItems": 9`).Replace(string(data))
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	new, _ = contract.Load(dir, contract.Options{})
	if old == nil || new == nil {
		t.Fatal("the contract does not load")
	}
	return old, new
}

func BenchmarkBreaks(b *testing.B) {
	old, new := edited(b)
	for b.Loop() {
		out, err := Contracts(new, old, "old", "2026-01-01")
		if err != nil || len(out.Findings) == 0 {
			b.Fatal(err, out)
		}
	}
}

func BenchmarkUnchanged(b *testing.B) {
	old, _ := edited(b)
	for b.Loop() {
		if _, err := freeze.NewDraft(old.Tools[0]); err != nil {
			b.Fatal(err)
		}
	}
}
