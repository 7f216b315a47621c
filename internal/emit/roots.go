package emit

import (
	"strings"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/schema"
)

// Roots are the types that a project names: for each tool its request, its result
// and the views, then the other documents whose root is a schema of its own.
func Roots(c *contract.Contract) []ir.Root {
	var roots []ir.Root
	for _, tool := range c.Tools {
		for _, role := range [...]string{"request", "result", contract.Control, contract.Observation} {
			if s := tool.Role(role); s != nil {
				roots = append(roots, ir.Root{Name: rootName(s, tool.Name+"_"+role), Schema: s})
			}
		}
	}
	for _, doc := range c.Documents {
		if doc.Root == c.Harness || !demands(doc.Root) {
			continue
		}
		path := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(doc.Path, "schemas/"), ".json"), ".schema")
		roots = append(roots, ir.Root{Name: rootName(doc.Root, path), Schema: doc.Root})
	}
	return roots
}

func rootName(s *schema.Schema, path string) string {
	if s.Name != "" {
		return s.Name
	}
	return ir.Camel(path)
}

// demands tells whether a document's root says more than that it holds definitions.
func demands(s *schema.Schema) bool {
	if s.Value == nil {
		return false
	}
	for _, m := range s.Value.Members {
		switch m.Name {
		case "$schema", "$id", "$defs", "$comment", "title", "description":
		default:
			return true
		}
	}
	return false
}
