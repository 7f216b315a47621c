package pattern

import "fmt"

// The limits of a pattern. Beyond one of them the pattern is refused, so that a
// hostile pattern costs a fraction of a second and generated tables stay small.
const (
	// maxSource is the length of a pattern in bytes.
	maxSource = 1 << 16
	// maxDepth is how deep groups may be nested.
	maxDepth = 250
	// maxSpans is the number of ranges that all classes together may have.
	maxSpans = 1 << 19
	// maxSteps is the size of the nondeterministic automaton, counted repetitions expanded.
	maxSteps = 40_000
	// maxStates is the number of deterministic states before minimization.
	maxStates = 8_192
	// maxClasses is how many kinds of code points the pattern may tell apart.
	maxClasses = 256
	// maxEntries is the size of the table, states times classes.
	maxEntries = 1 << 18
	// maxWork is the number of elementary steps while alphabet and states are made.
	maxWork = 1 << 24
)

// refuse returns the error for a valid pattern that is not supported.
func refuse(format string, args ...any) *Refused {
	return &Refused{Reason: fmt.Sprintf(format, args...)}
}

// tooMuchWork is the error of a pattern that exceeds maxWork.
func tooMuchWork() *Refused {
	return refuse("the pattern needs more than %d steps to compile", maxWork)
}
