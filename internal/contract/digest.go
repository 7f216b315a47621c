package contract

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/acigen/acigen/internal/schema"
)

// Digest is the lower-case hexadecimal SHA-256 of a document's source bytes, by
// which the headers of generated code name it.
func Digest(doc *schema.Document) string {
	sum := sha256.Sum256(doc.Source)
	return hex.EncodeToString(sum[:])
}
