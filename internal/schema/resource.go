package schema

import (
	"errors"
	"fmt"
	"net/url"
	"sort"
	"strings"
)

// resource is a schema resource (2020-12 core, section 4.3.5): what one $id, or a document's own URI, identifies.
type resource struct {
	doc     *Document
	uri     string
	root    *Schema
	anchors map[string]*Schema
	// broken is set when what it holds was not read, and that was reported.
	broken bool
}

// anchorNames returns the names of the anchors, sorted.
func (r *resource) anchorNames() []string {
	names := make([]string, 0, len(r.anchors))
	for name := range r.anchors {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// register makes a resource known and wakes the references that wait for it.
func (l *loader) register(r *resource) {
	if old := l.resources[r.uri]; old != nil {
		if r.root != nil {
			f := r.root.Finding(ruleDuplicate, "$id", fmt.Sprintf("the URI %s identifies %s already", quote(r.uri), old.where()),
				"give every document and every embedded schema a URI of its own")
			if r.root.ID == "" {
				f.Keyword = ""
			}
			l.report(f)
		}
		return
	}
	l.resources[r.uri] = r
	l.wake(r.uri)
}

// where names the resource's place in a message.
func (r *resource) where() string {
	if r.root == nil {
		return r.doc.File
	}
	return r.root.where()
}

// where names the schema's place in a message.
func (s *Schema) where() string {
	line, column := s.Doc.Position(s.Value.Start)
	return fmt.Sprintf("%s:%d:%d", s.Doc.File, line, column)
}

// wake puts the references that wait for a URI, or for an anchor, back into the queue.
func (l *loader) wake(key string) {
	if waiting := l.waiting[key]; waiting != nil {
		delete(l.waiting, key)
		l.queue = append(l.queue, waiting...)
	}
}

var errRelativeToOpaque = errors.New("a relative reference has no meaning against a base without path")

// resolveURI resolves a URI reference without fragment against an absolute URI (RFC 3986, section 5).
func resolveURI(base, ref string) (string, error) {
	r, err := parseURI(ref)
	if err != nil {
		return "", err
	}
	if r.IsAbs() {
		return normalize(r), nil
	}
	b, err := parseURI(base)
	if err != nil {
		return "", err
	}
	if b.Opaque != "" && ref != "" {
		return "", errRelativeToOpaque
	}
	return normalize(b.ResolveReference(r)), nil
}

// normalURI brings an absolute URI into the form in which URIs are compared.
func normalURI(uri string) (string, error) {
	u, err := parseURI(uri)
	if err != nil {
		return "", err
	}
	return normalize(u), nil
}

// normalize returns an absolute URI without fragment, with dot segments removed and the host in lower case.
func normalize(u *url.URL) string {
	n := *u
	n.Host = strings.ToLower(n.Host)
	n.Fragment, n.RawFragment = "", ""
	if n.Opaque == "" && n.Path != "" {
		n = *n.ResolveReference(&url.URL{Path: n.Path, RawPath: n.RawPath, RawQuery: n.RawQuery, ForceQuery: n.ForceQuery})
	}
	return n.String()
}

// parseURI is url.Parse with an error that does not repeat its input.
func parseURI(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	var e *url.Error
	if errors.As(err, &e) {
		return nil, e.Err
	}
	return u, err
}
