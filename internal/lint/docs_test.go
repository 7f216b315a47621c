package lint_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/lint"
	"github.com/acigen/acigen/internal/provider"
)

var update = flag.Bool("update", false, "rewrite docs/lint.md")

func TestTheListOfRulesIsUpToDate(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What acigen lint finds\n\n<!-- Written by go test ./internal/lint -update. -->\n\n" +
		"`acigen lint --rules` prints the same. A finding is suppressed in acigen.yaml, with a reason:\n\n" +
		"    lint:\n      suppress:\n        - rule: lint/closed-object\n          file: schemas/query/request.schema.json\n          pointer: /properties/filters\n          reason: The old agents send more.\n\n" +
		"`pointer` is that of the finding or of its schema; without `file` and `pointer` the rule is off everywhere.\n" +
		"`acigen lint --provider ID` adds what one provider rejects or cannot say: " + strings.Join(provider.IDs(), ", ") + "; all stands for every one.\n")
	for _, r := range lint.Rules {
		safe := ""
		if r.Safe {
			safe = ", mended by --fix"
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s (%s%s)\n", r.ID, r.Reason, r.Severity, safe)
		if r.Bad != "" {
			fmt.Fprintf(&b, "\n    bad:  %s\n", r.Bad)
		}
		if r.Good != "" {
			fmt.Fprintf(&b, "    good: %s\n", r.Good)
		}
		fmt.Fprintf(&b, "\nWhat to do: %s.\n", r.Remedy)
	}
	const path = "../../docs/lint.md"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(path)
	if err != nil || string(have) != b.String() {
		t.Errorf("docs/lint.md is not what the rules say (%v): go test ./internal/lint -update", err)
	}
}
