//go:build unix

package contract

import (
	"syscall"
	"testing"
)

func makeFifo(t *testing.T, file string) {
	t.Helper()
	if err := syscall.Mkfifo(file, 0o644); err != nil {
		t.Fatal(err)
	}
}
