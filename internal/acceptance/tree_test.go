package acceptance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/emit/golang"
)

func TestTheGeneratedPackageIsWhatTheContractSays(t *testing.T) {
	for range 2 {
		c, findings := contract.Load(root, contract.Options{})
		if c == nil {
			t.Fatalf("the contract does not load: %v", findings)
		}
		files, findings := golang.Generate(golang.Input{
			Package: "aci", Roots: emit.Roots(c), Digest: contract.Digest, Canonical: c.StandIn, Origin: c.Origin, MaxDepth: c.Config.Limits.MaxDepth,
		})
		if len(findings) > 0 {
			t.Fatalf("refused: %v", findings)
		}
		for _, f := range files {
			got, err := os.ReadFile(filepath.Join(root, "gen", "aci", f.Path))
			if err != nil || string(got) != string(f.Data) {
				t.Errorf("gen/aci/%s is not what the contract says (%v): run make generate", f.Path, err)
			}
		}
	}
}
