// Package upstreams holds the mappings that acigen carries, one YAML file each: how
// the shape of a foreign system's output becomes entries. docs/upstreams.md
// describes the language.
package upstreams

import "embed"

// FS holds NAME.yaml for each mapping; NAME is the value of --upstream.
//
//go:embed *.yaml
var FS embed.FS
