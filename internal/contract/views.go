package contract

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// The two views of a result.
const (
	// Control is what the harness reads.
	Control = "control"
	// Observation is what the model reads.
	Observation = "observation"
)

var viewNames = []string{Control, Observation}

// Derived is the schema of one view of one tool's result.
type Derived struct {
	// Path is TOOL/VIEW.schema.json, relative to the folder that the target schemas writes.
	Path string
	// Tool and View name what the document describes.
	Tool, View string
	// Source is the document.
	Source []byte

	id      string
	origins map[string]origin
}

// derive makes the two views of every tool that has a result.
func derive(c *Contract) ([]Derived, []diag.Finding) {
	var out []Derived
	findings := harnessForm(c.Harness)
	views := make([]*view, len(viewNames))
	for i, name := range viewNames {
		views[i] = newView(name, c.Set)
	}
	for _, t := range c.Tools {
		if t.Result == nil {
			continue
		}
		found := append(unmarked(t.Result), beyondParents(t.Result)...)
		if c.Harness != nil {
			found = append(found, harnessFits(t.Result, c.Harness)...)
		}
		if len(found) == 0 {
			t.views = map[string]*site{}
			for _, v := range views {
				d, refused := deriveView(t, v, c.Harness)
				found = append(found, refused...)
				out = append(out, d)
			}
		}
		findings = append(findings, found...)
	}
	if len(findings) > 0 {
		sortByPlace(findings)
		return nil, findings
	}
	slices.SortFunc(out, func(a, b Derived) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

func deriveView(t *Tool, v *view, harness *schema.Schema) (Derived, []diag.Finding) {
	root := t.Result
	at, err := v.root(root)
	var r *reach
	if err == nil {
		r, err = explore(v, root, at)
	}
	if err != nil {
		return Derived{}, []diag.Finding{root.Finding(ruleViewsSize, "",
			fmt.Sprintf("the %s view cannot be derived: %v", v.name, err), "state fewer alternatives for the same value")}
	}
	id, ok := neighbour(root.Doc.ID, v.name)
	if !ok {
		return Derived{}, []diag.Finding{root.Finding(ruleViewsID, "$id",
			fmt.Sprintf("the $id is no URI with a path, so the %s view cannot have one beside it", v.name),
			"write an $id such as "+schema.DefaultBase+t.Name+"/result.schema.json")}
	}
	if findings := r.refusals(); len(findings) > 0 {
		return Derived{}, findings
	}
	t.views[v.name] = at
	d := Derived{Path: t.Name + "/" + v.name + ".schema.json", Tool: t.Name, View: v.name, id: id}
	w := newWriter(r, node{root, at}, id)
	if v.name == Control {
		w.harness = harness
	}
	tree := w.document()
	d.Source = append(schema.AppendValue(nil, tree, "  "), '\n')
	d.origins = w.origins(tree)
	return d, nil
}

// neighbour returns the URI of a view's document: beside the result's.
func neighbour(id, view string) (string, bool) {
	u, err := url.Parse(id)
	if err != nil || u.Opaque != "" || u.Path == "" {
		return "", false
	}
	u.Fragment, u.RawQuery = "", ""
	return u.ResolveReference(&url.URL{Path: "./" + view + ".schema.json"}).String(), true
}

// sortByPlace orders findings by file and place.
func sortByPlace(findings []diag.Finding) {
	slices.SortStableFunc(findings, func(a, b diag.Finding) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		if a.Column != b.Column {
			return a.Column - b.Column
		}
		return strings.Compare(a.Message, b.Message)
	})
}
