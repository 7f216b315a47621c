// Package freeze keeps released versions of contracts: files below
// schemas/frozen/TOOL/VERSION that are never changed again, and acigen.lock, which
// says what they were when they were released.
//
// A release is a folder with one self-contained schema for each role (bundle.go)
// and the words that models read (words.json). The lock has one chain of entries
// for each tool: every entry holds the digest of the one before it (lock.go), so
// that branches merge tool by tool and nothing in the middle changes unnoticed.
// Open verifies all of it.
package freeze

import (
	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/schema"
)

const (
	// LockFile is the path of the lock, relative to the project's root.
	LockFile = "acigen.lock"
	// Folder is where released versions stand, relative to the project's root.
	Folder = "schemas/frozen"
)

// Roles are the roles that a release has a file for, where the tool has them.
var Roles = []string{"request", "result", contract.Control, contract.Observation}

// WordsFile is the file of a release that holds the words of descriptions.yaml.
const WordsFile = "words.json"

// Status tells whether a release still has users.
type Status string

// The statuses.
const (
	Active  Status = "active"
	Retired Status = "retired"
)

// Reader is what readers of a result do with members that they do not know.
type Reader string

// The policies.
const (
	Strict   Reader = "strict"   // they reject them
	Tolerant Reader = "tolerant" // they pass over them
)

// Release is one frozen version of a tool.
type Release struct {
	Tool    string
	Version Version
	Status  Status
	Reader  Reader
	// Digest is that of everything, Validation that of what decides verdicts.
	Digest, Validation string
	// Files are the contents by name.
	Files map[string][]byte
	// Set holds the schemas, and Schemas has each role's root.
	Set     *schema.Set
	Schemas map[string]*schema.Schema
	// Words are the words of descriptions.yaml, nil when there were none.
	Words *schema.Value
}

// Name is TOOL VERSION, as it is printed.
func (r *Release) Name() string { return r.Tool + " " + r.Version.String() }
