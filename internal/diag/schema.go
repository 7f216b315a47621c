package diag

import (
	_ "embed"
	"slices"
)

//go:embed findings.schema.json
var findingsSchema []byte

// FindingsSchema returns the published JSON Schema (2020-12) of what `--format
// json` prints: an array of findings. The bytes are the caller's own.
func FindingsSchema() []byte { return slices.Clone(findingsSchema) }
