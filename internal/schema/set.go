package schema

// Set is all schema documents of a project, resolved against each other.
type Set struct {
	// Documents are sorted by Path.
	Documents []*Document
}
