//go:build !unix

package contract

import "testing"

// makeFifo is for systems with named pipes in folders; the test that needs one does not run elsewhere.
func makeFifo(t *testing.T, file string) { t.Fatalf("no named pipe can be made at %s", file) }
