package schema

import (
	"errors"
	"io/fs"
	"net/url"
	"path"
	"sort"
	"strings"

	"github.com/acigen/acigen/internal/diag"
)

// File is a schema file that can be read when it is needed.
type File struct {
	// Path is the path relative to the project's root, with slashes.
	Path string
	// Display is the path to print; empty means Path.
	Display string
	// ID is the URI under which the file is found; empty means Options.Base + Path.
	ID string
	// Read returns the content. It is called at most once.
	Read func() ([]byte, error)
}

// Options are the bounds and names of a load.
type Options struct {
	// MaxDepth is how many levels of arrays and objects a document may nest: 0 means 128, and 10,000 is the most.
	MaxDepth int
	// Base is the URI that paths are relative to; empty means DefaultBase. A slash is added at its end where there is none.
	Base string
	// Pattern says why a regular expression cannot be used; nil: all can.
	Pattern func(source string) error
}

// DefaultBase is what the URIs of files without $id start with.
const DefaultBase = "https://acigen.example/schemas/"

// Load reads all entries and, of the others, what the entries reach by reference:
// the rest is not reported on. (To find a document by its $id the others may
// have to be read; those that cannot be, are passed over.) The findings are all
// problems of all documents that were loaded, sorted by place. When there is one,
// the Set is nil.
func Load(entries, others []File, opts Options) (*Set, []diag.Finding) {
	l := newLoader(opts)
	l.add(entries, true)
	l.add(others, false)
	sort.SliceStable(l.sources, func(i, j int) bool { return l.sources[i].Path < l.sources[j].Path })
	for _, src := range l.sources {
		// Of two files found under one URI the first by path answers for it.
		if l.byURI[src.uri] == nil {
			l.byURI[src.uri] = src
		}
	}
	for _, src := range l.sources {
		if src.entry {
			l.load(src)
		}
	}
	l.run()
	if findings := l.finish(); len(findings) > 0 {
		return nil, findings
	}
	set := &Set{loader: l}
	set.collect()
	return set, nil
}

// source is a file and what is known of it.
type source struct {
	File
	uri   string
	entry bool

	done bool      // load was called
	doc  *Document // nil when it could not be read
	data []byte
	tree *Value // when it was read to look for its $id
	err  error  // why it has no tree
}

// loader holds what is known while documents are read and references resolved.
type loader struct {
	maxDepth int
	base     string
	pattern  func(string) error
	sources  []*source // by path
	byPath   map[string]*source
	byURI    map[string]*source // by retrieval URI
	byRootID map[string][]*source

	resources  map[string]*resource
	references []*reference // all of them
	queue      []*reference // to be resolved
	waiting    map[string][]*reference
	missing    []string // URIs that are waited for and were not yet scanned for

	read       []*Schema // since the last finish
	extended   []*Schema // those of them with keywords that depend on their place
	findings   []diag.Finding
	pointers   int // bytes of all pointers
	suggesting int // words compared for suggestions
}

func newLoader(opts Options) *loader {
	l := &loader{
		maxDepth: opts.MaxDepth, base: opts.Base, pattern: opts.Pattern,
		byPath: map[string]*source{}, byURI: map[string]*source{},
		resources: map[string]*resource{}, waiting: map[string][]*reference{},
	}
	if l.base == "" {
		l.base = DefaultBase
	}
	if !strings.HasSuffix(l.base, "/") {
		l.base += "/"
	}
	return l
}

// add registers files. A path that is there already is the same file.
func (l *loader) add(files []File, entry bool) {
	for _, f := range files {
		f.Path = path.Clean(f.Path)
		if l.byPath[f.Path] != nil {
			continue
		}
		if f.Display == "" {
			f.Display = f.Path
		}
		src := &source{File: f, uri: f.ID, entry: entry}
		if src.uri == "" {
			src.uri = l.base + (&url.URL{Path: f.Path}).EscapedPath()
		}
		if normal, err := normalURI(src.uri); err == nil {
			src.uri = normal
		}
		l.byPath[f.Path] = src
		l.sources = append(l.sources, src)
	}
}

// fetch reads a source and parses it, once.
func (l *loader) fetch(src *source) (*Value, error) {
	if src.tree == nil && src.err == nil {
		if src.data, src.err = src.Read(); src.err == nil {
			src.tree, src.err = Parse(src.data, l.maxDepth)
		}
	}
	return src.tree, src.err
}

// load reads a source as a document. What cannot be read is reported here, and
// stands for a broken resource, so that references to it are not reported as well.
func (l *loader) load(src *source) {
	if src.done {
		return
	}
	src.done = true
	tree, err := l.fetch(src)
	doc := &Document{
		Path: src.Path, File: src.Display, ID: src.uri, Retrieval: src.uri,
		Source: src.data, Tree: tree, text: string(src.data), schemas: map[string]*Schema{},
	}
	doc.locate()
	var syntax *SyntaxError
	switch {
	case errors.As(err, &syntax):
		f := Finding(doc, syntax.Offset, ruleJSON, syntax.Pointer, syntax.Message, "")
		f.Keyword, f.Schema = "json", ""
		l.report(f)
	case err != nil:
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err // the path is in the finding, as the user wrote it
		}
		l.report(diag.Finding{Rule: ruleRead, Message: "the file cannot be read: " + err.Error(), File: src.Display})
	default:
		src.doc = doc
		b := builder{l, doc}
		doc.Root = b.schema(tree, "", nil, nil)
	}
	if doc.Root == nil {
		l.register(&resource{doc: doc, uri: src.uri, broken: true})
		src.doc = nil
	}
	src.data, src.tree = nil, nil
}

// report keeps a finding, unless there are too many.
func (l *loader) report(f diag.Finding) {
	switch {
	case len(l.findings) < maxFindings:
		l.findings = append(l.findings, f)
	case len(l.findings) == maxFindings:
		l.findings = append(l.findings, diag.Finding{
			Rule: ruleLimit, File: f.File, Message: "too many problems, the rest is not reported",
		})
	}
}

// finish checks what can be checked only when all is resolved, and returns all findings, sorted.
func (l *loader) finish() []diag.Finding {
	l.reportMissing()
	l.reportAmbiguous()
	l.reportCycles()
	l.checkPlacement()
	l.read, l.extended, l.references = nil, nil, nil
	sortFindings(l.findings)
	return l.findings
}

// suggest is Suggest among n known words, within the load's budget: many misspelt references to large objects stay cheap.
func (l *loader) suggest(word string, n int, known func() []string) string {
	if l.suggesting += n; l.suggesting > maxSuggestions {
		return ""
	}
	return Suggest(word, known())
}
