package golang

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"

	jsonschema "github.com/atombender/go-jsonschema/pkg/generator"
	"github.com/atombender/go-jsonschema/pkg/schemas"

	"github.com/acigen/acigen/internal/ir"
)

// models prints the type declarations through go-jsonschema.
//
// It gets a schema that says only what it prints reliably: one definition for each
// named type, members with their names in Go, and the type of each member as text.
// What it returns is parsed and held against the IR: every type and field must be
// there, with that type, and nothing else.
func (g *generator) models() ([]byte, error) {
	var decls []*modelDecl
	for _, n := range g.pkg.Named {
		if d := lower(n); d != nil {
			decls = append(decls, d)
		}
	}
	printed, err := printModels(g.in.Package, decls)
	if err != nil {
		return nil, fmt.Errorf("printing the models: %w", err)
	}
	return g.arrange(printed, decls)
}

// modelDecl is a type declaration as it should come out: a struct with fields, or another type.
type modelDecl struct {
	name, doc string
	fields    []modelField // nil: the type is text
	text      string
	alias     bool
}

type modelField struct{ name, text, doc string }

// lower returns the declaration of a named type; inline unions are interfaces, which are printed beside their code.
func lower(n *ir.Named) *modelDecl {
	d := &modelDecl{name: n.Name, doc: docOf(n)}
	if n.Alias != nil {
		d.text, d.alias = n.Alias.Name, true
		return d
	}
	switch t := n.Type.(type) {
	case *ir.Struct:
		d.fields = []modelField{}
		for _, f := range t.Fields {
			d.fields = append(d.fields, modelField{f.Ident, fieldType(f), fieldDoc(f, fmt.Sprintf("is the property %q", f.Name))})
		}
		if t.Extra != nil {
			d.fields = append(d.fields, modelField{t.ExtraName, "map[string]" + goType(t.Extra), t.ExtraName + " holds all other properties."})
		}
	case *ir.Tuple:
		d.fields = []modelField{}
		for _, f := range t.Items {
			d.fields = append(d.fields, modelField{f.Ident, fieldType(f), fieldDoc(f, "is the element "+f.Name)})
		}
		if t.Rest != nil {
			d.fields = append(d.fields, modelField{"Rest", "[]" + goType(t.Rest), "Rest holds all further elements."})
		}
	case *ir.Enum:
		d.text = goType(t.Base)
	case *ir.Union:
		if t.Inline {
			return nil
		}
		d.fields = []modelField{{"Value", interfaceName(n), "Value is one of the union's variants."}}
	default:
		if wrapped(n) {
			d.fields = []modelField{{"Value", goType(n.Type), "Value is the value itself."}}
		} else {
			d.text = goType(n.Type)
		}
	}
	return d
}

func docOf(n *ir.Named) string {
	doc := docComment(n.Doc)
	if doc == "" {
		doc = fmt.Sprintf("%s is a value of %s.", n.Name, comment(n.Source.Doc.ID+"#"+n.Source.Pointer))
	}
	if n.Deprecated {
		doc += "\n\nDeprecated: the schema marks it so."
	}
	return doc
}

func fieldDoc(f *ir.Field, what string) string {
	doc := docComment(f.Doc)
	if doc == "" {
		doc = comment(f.Ident + " " + what + ".")
	}
	if f.Deprecated {
		doc += "\n\nDeprecated: the schema marks it so."
	}
	return doc
}

// printModels runs go-jsonschema on the declarations.
func printModels(pkg string, decls []*modelDecl) ([]byte, error) {
	type extension struct {
		Type string `json:"type"`
	}
	type object = map[string]any
	defs := object{}
	for _, d := range decls {
		def := object{"description": "."}
		switch {
		case len(d.fields) > 0:
			properties, required := object{}, []string{}
			for _, f := range d.fields {
				properties[f.name] = object{"goJSONSchema": object{"type": f.text, "identifier": f.name}, "description": "."}
				required = append(required, f.name)
			}
			def["type"], def["properties"], def["required"], def["additionalProperties"] = "object", properties, required, false
		case d.fields != nil:
			def["goJSONSchema"] = extension{Type: "struct{}"}
		default:
			def["goJSONSchema"] = extension{Type: d.text}
		}
		defs[d.name] = def
	}
	text, err := json.Marshal(object{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": defs})
	if err != nil {
		return nil, err
	}
	var lowered schemas.Schema
	if err := json.Unmarshal(text, &lowered); err != nil {
		return nil, err
	}
	var warnings []string
	const file = "models.go"
	gen, err := jsonschema.New(jsonschema.Config{
		OnlyModels: true, DefaultPackageName: pkg, DefaultOutputName: file,
		DisableOmitEmpty: true, DisableOmitZero: true,
		Warner: func(message string) { warnings = append(warnings, message) },
		Loader: noLoader{},
	})
	if err != nil {
		return nil, err
	}
	if err := gen.AddFile("models.json", &lowered); err != nil {
		return nil, err
	}
	if len(warnings) > 0 {
		return nil, errors.New("go-jsonschema warns: " + strings.Join(warnings, "; "))
	}
	sources, err := gen.Sources()
	if err != nil {
		return nil, err
	}
	return sources[file], nil
}

// noLoader refuses every reference: a lowered schema has none to another file.
type noLoader struct{}

func (noLoader) Load(uri, _ string) (*schemas.Schema, error) {
	return nil, fmt.Errorf("unexpected reference to %s", uri)
}

// arrange holds what was printed against the declarations and prints it again in
// the schema's order, with the schema's words.
func (g *generator) arrange(printed []byte, decls []*modelDecl) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "models.go", printed, 0)
	if err != nil {
		return nil, fmt.Errorf("reading the printed models: %w", err)
	}
	specs := map[string]*ast.TypeSpec{}
	for _, decl := range file.Decls {
		gen, is := decl.(*ast.GenDecl)
		if !is || gen.Tok != token.TYPE {
			return nil, errors.New("the printed models hold more than types")
		}
		for _, spec := range gen.Specs {
			t := spec.(*ast.TypeSpec)
			specs[t.Name.Name] = t
		}
	}
	text := func(e ast.Expr) (string, error) {
		var b bytes.Buffer
		err := format.Node(&b, fset, e)
		return b.String(), err
	}
	w := &printer{}
	for _, d := range decls {
		spec := specs[d.name]
		if spec == nil {
			return nil, fmt.Errorf("the printed models lack %s", d.name)
		}
		delete(specs, d.name)
		w.doc(d.doc)
		if err := d.print(w, spec, text); err != nil {
			return nil, err
		}
	}
	for name := range specs {
		return nil, fmt.Errorf("the printed models hold %s, which is no type of the contract", name)
	}
	return g.finish(g.header(nil), w.Bytes())
}

// print prints a declaration after comparing it with what was printed.
func (d *modelDecl) print(w *printer, spec *ast.TypeSpec, text func(ast.Expr) (string, error)) error {
	if len(d.fields) == 0 {
		got, err := text(spec.Type)
		want := d.text
		if d.fields != nil {
			want = "struct{}"
		}
		if err != nil || got != want {
			return fmt.Errorf("%s was printed as %s, not as %s", d.name, got, want)
		}
		if d.alias {
			w.raw("type %s = %s\n", d.name, want)
		} else {
			w.raw("type %s %s\n", d.name, want)
		}
		return nil
	}
	structure, is := spec.Type.(*ast.StructType)
	if !is {
		return fmt.Errorf("%s was not printed as a struct", d.name)
	}
	types := map[string]string{}
	for _, f := range structure.Fields.List {
		got, err := text(f.Type)
		if err != nil || len(f.Names) != 1 {
			return fmt.Errorf("%s was printed with a field that has no name of its own", d.name)
		}
		types[f.Names[0].Name] = got
	}
	w.raw("type %s struct {", d.name)
	for _, f := range d.fields {
		if types[f.name] != f.text {
			return fmt.Errorf("%s.%s was printed as %s, not as %s", d.name, f.name, types[f.name], f.text)
		}
		delete(types, f.name)
		w.doc(f.doc)
		w.raw("%s %s", f.name, f.text)
	}
	w.raw("}\n")
	for name := range types {
		return fmt.Errorf("%s was printed with the field %s, which the schema lacks", d.name, name)
	}
	return nil
}
