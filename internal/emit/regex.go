package emit

import (
	"fmt"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/schema"
)

// UndecidedRegex finds, below schemas, what a language without regular expressions of
// ECMA-262 cannot decide: whether a text is one. The target is the language's name in acigen.yaml.
func UndecidedRegex(set ir.Set, language, target string) []diag.Finding {
	var out []diag.Finding
	seen := map[*schema.Schema]bool{}
	for _, s := range set {
		schema.Walk(s, seen, func(s *schema.Schema) {
			if s.Format == "regex" {
				out = append(out, s.Finding("generate/unsupported", "format",
					fmt.Sprintf("the format regex cannot be decided in %s", language),
					"use another format, or generate without the target "+target))
			}
		})
	}
	return out
}
