//go:build unix

package emittest

import (
	"os"
	"syscall"
)

// locked runs a function while no other process does so with the same file.
func locked(name string, run func()) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	run()
	return nil
}
