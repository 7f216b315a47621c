package importer

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

func itoa(i int) string { return strconv.Itoa(i) }

// document is a schema file of the project that is being made.
type document struct {
	tool  *Tool
	role  string
	part  string
	value *schema.Value
	notes []note
}

func (d *document) path() string { return "schemas/" + d.tool.Name + "/" + d.role + ".schema.json" }

// Holds says what of a contract cannot be held: it returns findings about keywords of
// its schemas.
type Holds func(c *contract.Contract) []diag.Finding

// Project makes the files of a contract project, by path. What the project could not
// hold (as contract.Load and the given function say) is taken out, with a finding.
func (s *Source) Project(holds Holds) (map[string][]byte, error) {
	var docs []*document
	for _, t := range s.Tools {
		docs = append(docs, s.document(t, "request", "/inputSchema", t.Input))
		if t.Output != nil {
			docs = append(docs, s.document(t, "result", "/outputSchema", t.Output))
		}
	}
	// One problem can hide others, so that this goes on until there is none.
	for range 200 {
		c, findings := load(docs)
		if c != nil {
			findings = holds(c)
		}
		if len(findings) == 0 {
			return s.files(docs), nil
		}
		if !s.repair(docs, findings) {
			return nil, fmt.Errorf("the schemas cannot be brought under contract: %s: %s", findings[0].File, findings[0].Message)
		}
	}
	return nil, fmt.Errorf("the schemas cannot be brought under contract: there is no end of problems")
}

// document converts a schema, and gives it a root that a tool can have.
func (s *Source) document(t *Tool, role, part string, v *schema.Value) *document {
	c := &converter{source: s, tool: t, part: part}
	missing := v == nil
	if missing {
		v = &schema.Value{Kind: schema.Object, Members: []schema.Member{{Name: "additionalProperties", Value: &schema.Value{Kind: schema.Bool}}}}
	}
	dialect := stringOf(v, "$schema")
	c.old = strings.Contains(dialect, "draft-0")
	converted := c.schema(v, "")
	kind := converted.Get("type")
	switch {
	case kind == nil:
		if !missing && (v != t.Input || len(converted.Members) > 0) {
			c.report(diag.Warning, "root", "", "the root states no type: it becomes an object", "add \"type\": \"object\" in the source")
		}
		converted.Members = slices.Insert(converted.Members, 0, schema.Member{Name: "type", Value: text("object")})
	case kind.Kind == schema.Array || kind.Text != "object":
		c.report(diag.Error, "root", "/type", "the root is no object alone: an object takes its place, with the value as its property value", "make it an object in the source")
		converted = &schema.Value{Kind: schema.Object, Members: []schema.Member{
			{Name: "type", Value: text("object")},
			{Name: "properties", Value: &schema.Value{Kind: schema.Object, Members: []schema.Member{{Name: "value", Value: withoutDefs(converted)}}}},
			{Name: "required", Value: &schema.Value{Kind: schema.Array, Items: []*schema.Value{text("value")}}},
			{Name: "additionalProperties", Value: &schema.Value{Kind: schema.Bool}},
		}}
		c.notes = nil
	}
	if role == "result" {
		views := &schema.Value{Kind: schema.Array, Items: []*schema.Value{text(contract.Control), text(contract.Observation)}}
		if properties := converted.Get("properties"); properties != nil {
			for i, m := range properties.Members {
				if m.Value.Kind == schema.Bool {
					m.Value = &schema.Value{Kind: schema.Object}
				}
				copied := *m.Value
				copied.Members = slices.Insert(slices.Clone(m.Value.Members), 0, schema.Member{Name: "x-aci-views", Value: views})
				properties.Members[i].Value = &copied
			}
		}
	}
	out := &schema.Value{Kind: schema.Object, Members: []schema.Member{
		{Name: "$schema", Value: text(schema.Dialect)},
		{Name: "$id", Value: text(schema.DefaultBase + t.Name + "/" + role + ".schema.json")},
	}}
	out.Members = append(out.Members, converted.Members...)
	return &document{tool: t, role: role, part: part, value: out, notes: c.notes}
}

// withoutDefs is a schema that is moved below another root: its definitions and
// references within the document would lead elsewhere.
func withoutDefs(v *schema.Value) *schema.Value {
	out := *v
	out.Members = slices.DeleteFunc(slices.Clone(v.Members), func(m schema.Member) bool { return m.Name == "$defs" })
	return &out
}

func load(docs []*document) (*contract.Contract, []diag.Finding) {
	var files []schema.File
	for _, d := range docs {
		data := d.bytes()
		files = append(files, schema.File{Path: d.path(), Read: func() ([]byte, error) { return data, nil }})
	}
	return contract.FromSchemas(files, 0)
}

func (d *document) bytes() []byte { return append(schema.AppendValue(nil, d.value, "  "), '\n') }

// repair takes out the keywords that findings are about.
func (s *Source) repair(docs []*document, findings []diag.Finding) bool {
	changed := false
	for _, f := range findings {
		for _, d := range docs {
			if d.path() != f.File || f.SchemaPointer == "" {
				continue
			}
			if keyword := d.remove(f.SchemaPointer); keyword != "" {
				changed = true
				s.report(diag.Error, d.tool, "unsupported", d.part+f.SchemaPointer, keyword+" was taken out: "+f.Message, "say the same with keywords that are supported")
			}
		}
	}
	return changed
}

// remove takes a member out of the document, or makes the element of a list one that
// allows anything. It returns what it was.
func (d *document) remove(pointer string) string {
	tokens, err := schema.ParsePointer(pointer)
	if err != nil || len(tokens) == 0 {
		return ""
	}
	at := d.value
	for i, token := range tokens {
		last := i == len(tokens)-1
		switch at.Kind {
		case schema.Object:
			j := slices.IndexFunc(at.Members, func(m schema.Member) bool { return m.Name == token })
			if j < 0 {
				return ""
			}
			if last {
				if token == "$schema" || token == "$id" || token == "type" && len(tokens) == 1 {
					return ""
				}
				at.Members = slices.Delete(at.Members, j, j+1)
				return token
			}
			at = at.Members[j].Value
		case schema.Array:
			j, err := strconv.Atoi(token)
			if err != nil || j < 0 || j >= len(at.Items) {
				return ""
			}
			if last {
				if at.Items[j].Kind == schema.Object && len(at.Items[j].Members) == 0 {
					return ""
				}
				at.Items[j] = &schema.Value{Kind: schema.Object}
				return tokens[i-1]
			}
			at = at.Items[j]
		default:
			return ""
		}
	}
	return ""
}

// files are the project's files.
func (s *Source) files(docs []*document) map[string][]byte {
	out := map[string][]byte{
		"acigen.yaml":    []byte("# What acigen makes of the contracts in schemas/.\nversion: 1\n\ngenerate:\n  - target: go\n    out: gen/aci\n    package: aci\n  - target: schemas\n    out: gen/schemas\n"),
		".gitattributes": []byte("schemas/** -text\ngen/** -text\nacigen.lock -text\n"),
	}
	for _, d := range docs {
		out[d.path()] = d.bytes()
	}
	out["descriptions.yaml"] = s.words(docs)
	return out
}

// words is descriptions.yaml.
func (s *Source) words(docs []*document) []byte {
	root := mapping()
	put(root, "version", &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!int", Value: "1"})
	tools := mapping()
	for _, t := range s.Tools {
		entry := mapping()
		if title := strings.TrimSpace(t.Title); title != "" {
			put(entry, "title", scalar(title))
		}
		if words := strings.TrimSpace(t.Description); words != "" {
			put(entry, "use_when", scalar(words))
		}
		for _, d := range docs {
			if d.tool != t {
				continue
			}
			fields := mapping()
			for _, n := range d.notes {
				if n.pointer != "" && d.value.Get("properties") != nil && at(d.value, n.pointer) != nil && !strings.HasPrefix(n.pointer, "/$defs/") {
					put(fields, n.pointer, scalar(n.text))
				}
			}
			if key := map[string]string{"request": "fields", "result": "outputs"}[d.role]; len(fields.Content) > 0 {
				put(entry, key, fields)
			}
		}
		if len(entry.Content) > 0 {
			put(tools, t.Name, entry)
		}
	}
	put(root, "tools", tools)
	data, err := yaml.Marshal(root)
	if err != nil {
		return nil // it is made of plain strings
	}
	return append([]byte("# The words that a model reads about each tool, and nothing else.\n"), data...)
}

func mapping() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"} }

func scalar(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

func put(to *yaml.Node, key string, value *yaml.Node) {
	to.Content = append(to.Content, scalar(key), value)
}

// at walks a document.
func at(v *schema.Value, pointer string) *schema.Value {
	tokens, err := schema.ParsePointer(pointer)
	if err != nil {
		return nil
	}
	for _, t := range tokens {
		if v.Kind == schema.Array {
			i, err := strconv.Atoi(t)
			if err != nil || i < 0 || i >= len(v.Items) {
				return nil
			}
			v = v.Items[i]
			continue
		}
		if v = v.Get(t); v == nil {
			return nil
		}
	}
	return v
}

// Paths are the paths of files, sorted.
func Paths(files map[string][]byte) []string {
	var out []string
	for name := range files {
		out = append(out, path.Clean(name))
	}
	slices.Sort(out)
	return out
}
