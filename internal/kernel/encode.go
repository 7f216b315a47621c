package kernel

import "sort"

// SortedKeys returns the keys of a map in ascending order of bytes.
func SortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// WithoutOffsets takes the offsets out of a validation error: what was checked is no text of the caller's.
func WithoutOffsets(err error) error {
	if e, is := err.(*ValidationError); is {
		for i := range e.Violations {
			e.Violations[i].Offset = -1
		}
	}
	return err
}
