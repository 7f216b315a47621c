package freeze

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
)

// Bundle is a schema with everything that it refers to, as one document: what
// other documents hold is copied into its $defs. Members stand in the order of
// their sources, and numbers as they are written there.
type Bundle struct {
	// Text is the document, indented, with a newline at its end.
	Text []byte
	// Set and Root are the document, loaded.
	Set  *schema.Set
	Root *schema.Schema

	tree    *schema.Value
	origins map[*schema.Value]*schema.Schema
}

// MakeBundle bundles a schema under the given $id.
func MakeBundle(root *schema.Schema, id string) (*Bundle, error) {
	w := &bundler{root: root, names: map[*schema.Schema]string{root: ""}, taken: map[string]bool{}, origins: map[*schema.Value]*schema.Schema{}}
	tree := w.schema(root, id)
	if len(w.queue) > 0 {
		defs := &schema.Value{Kind: schema.Object}
		for len(w.queue) > 0 {
			s := w.queue[0]
			w.queue = w.queue[1:]
			defs.Members = append(defs.Members, schema.Member{Name: w.names[s], Value: w.schema(s, "")})
		}
		tree.Members = append(tree.Members, schema.Member{Name: "$defs", Value: defs})
	}
	b := &Bundle{Text: append(schema.AppendValue(nil, tree, "  "), '\n'), tree: tree, origins: w.origins}
	set, s, err := load(id, b.Text)
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", root.Doc.Path, err)
	}
	b.Set, b.Root = set, s
	return b, nil
}

// load reads one self-contained document.
func load(name string, text []byte) (*schema.Set, *schema.Schema, error) {
	set, findings := schema.Load([]schema.File{{Path: name, Read: func() ([]byte, error) { return text, nil }}}, nil, schema.Options{Pattern: pattern.Verdicts()})
	if set == nil {
		return nil, nil, fmt.Errorf("%s", findings[0].Message)
	}
	return set, set.Documents[0].Root, nil
}

// Origin returns the schema that stands at a pointer of the bundle in its source.
func (b *Bundle) Origin(pointer string) *schema.Schema {
	tokens, err := schema.ParsePointer(pointer)
	if err != nil {
		return nil
	}
	at, origin := b.tree, b.origins[b.tree]
	for _, token := range tokens {
		switch at.Kind {
		case schema.Object:
			at = at.Get(token)
		case schema.Array:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(at.Items) {
				return origin
			}
			at = at.Items[i]
		default:
			return origin
		}
		if at == nil {
			return origin
		}
		if s := b.origins[at]; s != nil {
			origin = s
		}
	}
	return origin
}

// bundler writes one bundle.
type bundler struct {
	root    *schema.Schema
	names   map[*schema.Schema]string // under $defs; empty for the root
	taken   map[string]bool
	queue   []*schema.Schema
	origins map[*schema.Value]*schema.Schema
}

// schema copies a schema; id is set for the root alone.
func (w *bundler) schema(s *schema.Schema, id string) *schema.Value {
	if s.Boolean != nil {
		out := *s.Value
		w.origins[&out] = s
		return &out
	}
	subs := map[*schema.Value]*schema.Schema{}
	for _, sub := range Subschemas(s) {
		subs[sub.Value] = sub
	}
	out := &schema.Value{Kind: schema.Object}
	w.origins[out] = s
	if id != "" {
		out.Members = append(out.Members, schema.Member{Name: "$schema", Value: str(schema.Dialect)}, schema.Member{Name: "$id", Value: str(id)})
	}
	for _, m := range s.Value.Members {
		switch m.Name {
		case "$schema", "$id", "$anchor", "$dynamicAnchor", "$defs", "definitions":
		case "$ref":
			out.Members = append(out.Members, schema.Member{Name: m.Name, Value: str(w.reference(s.RefTo))})
		default:
			out.Members = append(out.Members, schema.Member{Name: m.Name, Value: w.value(m.Value, subs)})
		}
	}
	return out
}

// value copies what stands under a keyword, and the subschemas in it.
func (w *bundler) value(v *schema.Value, subs map[*schema.Value]*schema.Schema) *schema.Value {
	if sub := subs[v]; sub != nil {
		return w.schema(sub, "")
	}
	out := *v
	out.Items, out.Members = nil, nil
	for _, item := range v.Items {
		out.Items = append(out.Items, w.value(item, subs))
	}
	for _, m := range v.Members {
		out.Members = append(out.Members, schema.Member{Name: m.Name, Value: w.value(m.Value, subs)})
	}
	return &out
}

// reference returns the $ref to a schema within the bundle.
func (w *bundler) reference(to *schema.Schema) string {
	name, known := w.names[to]
	if !known {
		name = w.free(definitionName(to))
		w.names[to] = name
		w.queue = append(w.queue, to)
	}
	if name == "" {
		return "#"
	}
	return "#" + (&url.URL{Fragment: "/$defs/" + schema.EscapePointer(name)}).EscapedFragment()
}

func (w *bundler) free(name string) string {
	out := name
	for i := 2; w.taken[out]; i++ {
		out = name + strconv.Itoa(i)
	}
	w.taken[out] = true
	return out
}

// definitionName is how a schema is called among definitions: by the last part of its place.
func definitionName(s *schema.Schema) string {
	if tokens, err := schema.ParsePointer(s.Pointer); err == nil && len(tokens) > 0 && tokens[len(tokens)-1] != "" {
		return tokens[len(tokens)-1]
	}
	if s.Pointer != "" {
		return "definition"
	}
	name := s.Doc.Path[strings.LastIndexByte(s.Doc.Path, '/')+1:]
	return strings.TrimSuffix(strings.TrimSuffix(name, ".json"), ".schema")
}

func str(text string) *schema.Value { return &schema.Value{Kind: schema.String, Text: text} }

// Subschemas returns the schemas that stand directly in s, without definitions.
func Subschemas(s *schema.Schema) []*schema.Schema {
	var out []*schema.Schema
	for _, sub := range []*schema.Schema{
		s.Not, s.If, s.Then, s.Else, s.Items, s.Contains, s.AdditionalProperties, s.PropertyNames,
		s.UnevaluatedItems, s.UnevaluatedProperties, s.ContentSchema,
	} {
		if sub != nil {
			out = append(out, sub)
		}
	}
	for _, list := range [][]*schema.Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		out = append(out, list...)
	}
	for _, list := range [][]schema.Property{s.Properties, s.PatternProperties, s.DependentSchemas} {
		for _, p := range list {
			out = append(out, p.Schema)
		}
	}
	return out
}

// Reload reads the text of a bundle that was changed. It has no origins.
func Reload(text []byte) (*Bundle, error) {
	set, root, err := load("bundle.schema.json", text)
	if err != nil {
		return nil, err
	}
	return &Bundle{Text: text, Set: set, Root: root, tree: root.Value}, nil
}

// Tolerant is the bundle as a reader applies it that passes over members it does
// not know: additionalProperties and unevaluatedProperties of false are left out.
func (b *Bundle) Tolerant() *Bundle {
	open := map[*schema.Value]bool{}
	seen := map[*schema.Schema]bool{}
	var visit func(s *schema.Schema)
	visit = func(s *schema.Schema) {
		if s == nil || seen[s] {
			return
		}
		seen[s] = true
		open[s.Value] = true
		visit(s.RefTo)
		for _, sub := range Subschemas(s) {
			visit(sub)
		}
	}
	visit(b.Root)
	var relax func(v *schema.Value) *schema.Value
	relax = func(v *schema.Value) *schema.Value {
		out := *v
		out.Items, out.Members = nil, nil
		for _, item := range v.Items {
			out.Items = append(out.Items, relax(item))
		}
		for _, m := range v.Members {
			closing := open[v] && (m.Name == "additionalProperties" || m.Name == "unevaluatedProperties") && m.Value.Kind == schema.Bool && !m.Value.Bool
			if !closing {
				out.Members = append(out.Members, schema.Member{Name: m.Name, Value: relax(m.Value)})
			}
		}
		return &out
	}
	text := append(schema.AppendValue(nil, relax(b.Root.Value), "  "), '\n')
	out, err := Reload(text)
	if err != nil {
		return b // it was loaded before, and says less now
	}
	return out
}
