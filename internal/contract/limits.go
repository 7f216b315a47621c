package contract

// What a project may cost to read. A project beyond one of these is refused
// with a finding; no user is known to come near.
const (
	maxYAMLBytes   = 1 << 20  // of acigen.yaml or descriptions.yaml
	maxYAMLDepth   = 32       // levels of mappings and sequences
	maxYAMLNodes   = 100_000  // nodes of one file
	maxSchemaBytes = 16 << 20 // of one schema
	maxTotalBytes  = 64 << 20 // of all schemas
	maxFiles       = 10_000   // entries below schemas/
	maxFolders     = 16       // levels of folders below schemas/
	maxSites       = 20_000   // distinct combinations of schemas that describe one place of a result
	maxFindings    = 1000     // of one kind of reading; more say nothing new
)
