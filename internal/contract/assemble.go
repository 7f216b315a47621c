package contract

import (
	"path"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/diag"
	regex "github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// fromFiles builds a contract from its schema files. Beside findings it is what could
// be built: nil when the schemas do not load, without views when these cannot be derived.
func fromFiles(files []schema.File, config Config, display func(string) string) (*Contract, []diag.Finding) {
	files = addresses(files)
	findings := checkPlaces(files)
	opts := schema.Options{MaxDepth: config.Limits.MaxDepth, Pattern: regex.Verdicts()}
	entries, others := split(files)
	set, found := schema.Load(entries, others, opts)
	if findings = append(findings, found...); set == nil {
		return nil, findings
	}
	working := assemble(set)
	findings = append(findings, viewsOfRequests(working)...)
	if config.Generate == nil {
		config.Generate = defaultTargets(slices.ContainsFunc(working.Tools, func(t *Tool) bool { return t.Result != nil }))
	}
	views, found := derive(working)
	if findings = append(findings, found...); len(findings) > 0 {
		return working, findings
	}
	for _, v := range views {
		file := path.Join(derivedFolder(config.Generate), v.Path)
		entries = append(entries, schema.File{
			Path: file, Display: display(file), ID: v.id,
			Read: func() ([]byte, error) { return v.Source, nil },
		})
	}
	// Everything is read again, since schemas of two sets must not meet.
	if set, found = schema.Load(entries, others, opts); set == nil {
		return working, found
	}
	c := assemble(set)
	c.Config = config
	c.adopt(working, views)
	return c, nil
}

// split parts the schemas of the project from other JSON files, which are read only when a reference names them.
func split(files []schema.File) (entries, others []schema.File) {
	for _, f := range files {
		if strings.HasSuffix(f.Path, ".schema.json") {
			entries = append(entries, f)
		} else {
			others = append(others, f)
		}
	}
	return entries, others
}

// derivedFolder is where the first target schemas writes; without one, the derived documents are named as if there were.
func derivedFolder(targets []Target) string {
	for _, t := range targets {
		if t.Kind == "schemas" {
			return t.Out
		}
	}
	return "gen/schemas"
}

// assemble finds the tools among the documents of a set, which are sorted by path.
func assemble(set *schema.Set) *Contract {
	c := &Contract{Set: set}
	for _, doc := range set.Documents {
		name, role := place(doc.Path)
		if !isTool(name) {
			if doc.Path == harnessControl {
				c.Harness = doc.Root
			}
			c.Documents = append(c.Documents, doc)
			continue
		}
		t := c.Tool(name)
		if t == nil {
			t = &Tool{Name: name}
			c.Tools = append(c.Tools, t)
		}
		if role == "request" {
			t.Request = doc.Root
		} else {
			t.Result = doc.Root
		}
	}
	slices.SortFunc(c.Tools, func(a, b *Tool) int { return strings.Compare(a.Name, b.Name) })
	return c
}

// adopt takes over what was derived from the working contract.
func (c *Contract) adopt(working *Contract, views []Derived) {
	folder := derivedFolder(c.Config.Generate)
	c.Derived = views
	origins := map[string]map[string]origin{}
	for i, t := range working.Tools {
		c.Tools[i].views, c.Tools[i].maxDepth = t.views, c.Config.Limits.MaxDepth
	}
	for _, v := range views {
		file := path.Join(folder, v.Path)
		origins[file] = v.origins
		root := c.Set.Document(file).Root
		c.Documents = slices.DeleteFunc(c.Documents, func(d *schema.Document) bool { return d.Path == file })
		t := c.Tool(path.Dir(v.Path))
		if v.View == Control {
			t.Control = root
		} else {
			t.Observation = root
		}
	}
	c.trace(origins)
}

// viewsOfRequests reports x-aci-views in a request: only results have views.
func viewsOfRequests(c *Contract) []diag.Finding {
	requests := map[*schema.Document]bool{}
	for _, t := range c.Tools {
		if t.Request != nil {
			requests[t.Request.Doc] = true
		}
	}
	var findings []diag.Finding
	for _, s := range c.Set.Schemas() {
		if requests[s.Doc] && s.HasViews {
			findings = append(findings, s.Finding("contract/views-misplaced", "x-aci-views", "a request has no views: x-aci-views is for properties of a result", "remove the keyword"))
		}
	}
	return findings
}
