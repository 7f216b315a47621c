package contract

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/schema"
)

// Description is what descriptions.yaml says about one tool: the words that a
// model reads. The zero value says nothing.
type Description struct {
	// Line and Column are where the tool's entry stands; 0 when there is none.
	Line, Column int

	Title, UseWhen, Input, Cannot Phrase

	// Fields are about subschemas of the request, Outputs about subschemas of the
	// observation, both in the file's order.
	Fields, Outputs []Note
}

// Phrase is a piece of text and where it stands in descriptions.yaml. Line is 0 when it is absent.
type Phrase struct {
	// Text has no white space at its ends.
	Text         string
	Line, Column int
}

// Note is a phrase about one subschema.
type Note struct {
	// Pointer is as written: a JSON Pointer from the root of the tool's request or
	// observation, in which a reference may be walked through like the schema it names.
	Pointer string
	// Schema is what Pointer names.
	Schema *schema.Schema
	Phrase Phrase

	pointerLine, pointerColumn int
}

// Text is the published description: what to use the tool for, its input, and what
// it cannot do, joined by one space; absent parts are left out.
func (d Description) Text() string {
	var parts []string
	for _, p := range []Phrase{d.UseWhen, d.Input, d.Cannot} {
		if p.Text != "" {
			parts = append(parts, p.Text)
		}
	}
	return strings.Join(parts, " ")
}

// words reads descriptions.yaml into one description a tool. Tools are the names that it may speak of.
func (f *yamlFile) words(tools []string) map[string]*Description {
	out := map[string]*Description{}
	root := f.parse()
	if root == nil {
		return out
	}
	for _, e := range f.entries(root, "descriptions.yaml", "version", "tools") {
		if e.key.Value == "version" {
			f.version(e.value)
			continue
		}
		for _, tool := range f.mapping(e.value, "tools") {
			if !slices.Contains(tools, tool.key.Value) {
				f.at(tool.key, "tool", fmt.Sprintf("there is no tool %s", quote(tool.key.Value)), suggestion(tool.key.Value, tools))
			}
			out[tool.key.Value] = f.description(tool)
		}
	}
	return out
}

func (f *yamlFile) description(tool entry) *Description {
	d := &Description{Line: tool.key.Line, Column: tool.key.Column}
	for _, e := range f.entries(tool.value, "a tool", "title", "use_when", "input", "cannot", "fields", "outputs") {
		switch e.key.Value {
		case "title":
			d.Title = f.phrase(e.value, "title")
		case "use_when":
			d.UseWhen = f.phrase(e.value, "use_when")
		case "input":
			d.Input = f.phrase(e.value, "input")
		case "cannot":
			d.Cannot = f.phrase(e.value, "cannot")
		case "fields":
			d.Fields = f.notes(e.value, "fields")
		case "outputs":
			d.Outputs = f.notes(e.value, "outputs")
		}
	}
	return d
}

func (f *yamlFile) phrase(n *yaml.Node, what string) Phrase {
	text, ok := f.str(n, what)
	if !ok {
		return Phrase{}
	}
	text = strings.TrimSpace(text) // a block ends with a newline
	if text == "" {
		f.at(n, "empty", what+" is empty", "write a sentence or remove the key")
	}
	return Phrase{Text: text, Line: n.Line, Column: n.Column}
}

func (f *yamlFile) notes(n *yaml.Node, what string) []Note {
	var out []Note
	for _, e := range f.mapping(n, what) {
		out = append(out, Note{
			Pointer: e.key.Value, Phrase: f.phrase(e.value, "the text"),
			pointerLine: e.key.Line, pointerColumn: e.key.Column,
		})
	}
	return out
}

// resolve finds the schemas of the notes. Root is nil when the tool has no such document.
func (f *yamlFile) resolve(notes []Note, root *schema.Schema, tool, document string) {
	var known []string
	for i := range notes {
		n := &notes[i]
		if root == nil {
			f.report("pointer", n.pointerLine, n.pointerColumn, fmt.Sprintf("the tool %s has no %s", tool, document), "remove the entry")
			continue
		}
		if n.Schema = walk(root, n.Pointer); n.Schema != nil {
			continue
		}
		if known == nil {
			known = pointers(root)
		}
		remedy := "the root is written as \"\", and there is nothing else in it"
		if near := schema.Suggest(n.Pointer, known); near != "" {
			remedy = "did you mean " + near + "?"
		} else if len(known) > 1 {
			remedy = "write a JSON Pointer into its schema, such as " + known[1]
		}
		f.report("pointer", n.pointerLine, n.pointerColumn, noSubschema(document, tool, n.Pointer), remedy)
	}
}
