package schema

import (
	"net/url"
	"sort"
	"strings"

	"github.com/acigen/acigen/internal/diag"
)

// Set is all schema documents of a project, resolved against each other. Apart
// from Lookup it is for any number of goroutines, as long as nobody changes it.
type Set struct {
	// Documents are sorted by Path.
	Documents []*Document

	loader  *loader
	schemas []*Schema
	broken  error // of the first Lookup that found problems
}

// Document returns the document at a project-relative path, or nil when none was loaded from there.
func (s *Set) Document(path string) *Document {
	i := sort.Search(len(s.Documents), func(i int) bool { return s.Documents[i].Path >= path })
	if i < len(s.Documents) && s.Documents[i].Path == path {
		return s.Documents[i]
	}
	return nil
}

// Schemas returns all schemas by Seq. The slice belongs to the set.
func (s *Set) Schemas() []*Schema { return s.schemas }

// LookupError says why there is no usable schema at the place that was asked for.
type LookupError struct {
	// Findings are the problems, at least one, sorted.
	Findings []diag.Finding
}

// Error returns the first problem's message.
func (e *LookupError) Error() string { return e.Findings[0].Message }

// Lookup returns the schema at a place of a document: "" or "#" is the root,
// "/$defs/X" a JSON Pointer, "#/$defs/X" the same as a URI fragment (with percent
// escapes), "name" or "#name" an anchor. A place that no keyword makes a schema is
// read as one now, and then joins Schemas with the next Seqs. The error is a
// *LookupError. Lookup is not safe for concurrent use; after an error of a schema
// that was read on demand, only schemas known before it are returned.
func (set *Set) Lookup(doc *Document, pointer string) (*Schema, error) {
	l := set.loader
	l.findings = nil
	place := pointer
	if strings.HasPrefix(place, "#") {
		decoded, err := url.PathUnescape(place[1:])
		if err != nil {
			return nil, set.failed(doc, "the fragment "+quote(pointer)+" has a bad percent escape", "")
		}
		place = decoded
	}
	var s *Schema
	if place != "" && place[0] != '/' {
		if s = doc.Root.resource.anchors[place]; s == nil {
			return nil, set.failed(doc, "no $anchor "+quote(place)+" in "+quote(doc.ID),
				didYouMean(Suggest(place, doc.Root.resource.anchorNames())))
		}
	} else {
		var miss *miss
		if s, miss = l.place(doc, place); miss != nil {
			return nil, set.failed(doc, miss.message, miss.remedy(func(near string) string { return "#" + near }))
		}
	}
	if s != nil && s.Seq < len(set.schemas) && set.schemas[s.Seq] == s {
		return s, nil
	}
	if set.broken != nil {
		return nil, set.broken
	}
	l.run()
	if findings := l.finish(); len(findings) > 0 {
		set.broken = &LookupError{findings}
		return nil, set.broken
	}
	set.collect()
	return s, nil
}

// failed is the error for a place that is not there.
func (set *Set) failed(doc *Document, message, remedy string) error {
	return &LookupError{[]diag.Finding{Finding(doc, 0, ruleRef, "", message, remedy)}}
}

// collect takes over what the loader has read since the last time, and numbers it.
func (set *Set) collect() {
	set.Documents = set.Documents[:0]
	for _, src := range set.loader.sources {
		if src.doc != nil {
			set.Documents = append(set.Documents, src.doc)
		}
	}
	for _, doc := range set.Documents {
		// A place read on demand may stand before one that was read first.
		sort.SliceStable(doc.order, func(i, j int) bool { return doc.order[i].Value.Start < doc.order[j].Value.Start })
		for _, s := range doc.order {
			s.Seq = len(set.schemas)
			set.schemas = append(set.schemas, s)
		}
		doc.order = nil
	}
}
