// Package schemas holds the evidence contracts of this repository: the JSON
// Schemas (dialect 2020-12) from which everything under gen/ is generated.
package schemas

import "embed"

// FS holds the working copy of every schema under its path below this folder:
// "common.schema.json", "query_logs/result.schema.json",
// "harness/control.schema.json". Frozen versions are not in it.
//
//go:embed *.schema.json */*.schema.json
var FS embed.FS
