package pattern

import "sync"

// Verdicts returns a function that says why an expression is refused, and
// remembers what it has been asked. It is safe for concurrent use.
func Verdicts() func(source string) error {
	var known sync.Map
	return func(source string) error {
		if err, there := known.Load(source); there {
			err, _ := err.(error)
			return err
		}
		_, err := Compile(source)
		known.Store(source, err)
		return err
	}
}
