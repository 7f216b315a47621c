//go:build !unix

package emittest

// locked runs a function: without a lock, tests that install are to be run one after the other.
func locked(_ string, run func()) error {
	run()
	return nil
}
