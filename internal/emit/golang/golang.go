// Package golang emits Go: models, codecs and validators that import the standard
// library only.
//
// The models are printed by github.com/atombender/go-jsonschema from a lowered
// schema (models.go). Everything else is printed here from the check plan: for
// each node of the plan a method that checks a value, for each type a method that
// decodes one while it checks, and a function that appends one. What they call is
// the source of internal/kernel, printed as far as it is needed (runtime.go).
package golang

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"runtime"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// Input is what one package is made of.
type Input struct {
	// Package is the package's name.
	Package string
	// Roots are the types asked for by name.
	Roots []ir.Root
	// Digest returns the digest that the header of a generated file states for a document.
	Digest func(*schema.Document) string
	// Known tells that a file of the output already has this content, which was held to be sound when it was
	// written; nil: nothing is known.
	Known func(path string, data []byte) bool
	// Origin returns the schema that somebody wrote behind one that was derived; nil: it was written itself.
	Origin func(*schema.Schema) *schema.Schema
	// MaxDepth is how many levels instances may nest; 0 and more than 128 mean 128.
	MaxDepth int
	// Canonical returns the schema that stands for one of a derived document when both describe the same type; nil: none does.
	Canonical func(*schema.Schema) *schema.Schema
	// Tolerant tells that the reader of a document passes over unknown members; nil: none does.
	Tolerant func(*schema.Document) bool
}

// Generate returns the package's files, or why there can be none.
func Generate(in Input) ([]emit.File, []diag.Finding) {
	if !token.IsIdentifier(in.Package) || in.Package == "_" {
		return nil, []diag.Finding{{Rule: "generate/package", Message: fmt.Sprintf("%q is no name for a Go package", in.Package), Remedy: "use letters, digits and underscores"}}
	}
	pkg, problems := ir.Build(in.Roots, in.Canonical)
	pkg.Sets.Tolerant = in.Tolerant
	var findings []diag.Finding
	for _, p := range problems {
		findings = append(findings, finding("generate/name", p.At, p.Keyword, p.Message, p.Remedy))
	}
	g := newGenerator(in, pkg)
	findings = append(findings, g.compile()...)
	findings = append(findings, clashes(pkg)...)
	if len(findings) > 0 {
		return nil, findings
	}
	files, err := g.files()
	if err != nil {
		return nil, []diag.Finding{{Rule: "generate/internal", Message: err.Error(), Remedy: "this is a fault of acigen: please report it with the schema"}}
	}
	return files, nil
}

func finding(rule string, at *schema.Schema, keyword, message, remedy string) diag.Finding {
	pointer, offset := at.Pointer, at.Value.Start
	if keyword != "" {
		pointer = at.Keyword(keyword)
		for _, m := range at.Value.Members {
			if m.Name == keyword {
				offset = m.NameStart
			}
		}
	}
	f := diag.Finding{
		Rule: rule, Message: message, Remedy: remedy, File: at.Doc.File, SchemaPointer: pointer, Schema: at.Doc.ID, Keyword: keyword,
	}
	f.Line, f.Column = at.Doc.Position(offset)
	f.Source, f.SourceColumn = at.Doc.Line(offset)
	return f
}

// generator holds what is known while a package is printed.
type generator struct {
	in       Input
	pkg      *ir.Package
	compiler *plan.Compiler
	plan     *plan.Plan

	stems    map[*plan.Node]string // the part of a method's name that is the node's own
	stemmed  map[string]bool       // stems that are taken
	used     map[string]bool       // method names
	pending  []func()
	branches map[branchKey]string // method names
	tables   map[string]int       // patterns by source, numbered in order of use
	order    []string
	out      *printer // where code is being printed
	file     *printer // the file that it will be in
	late     string   // the step of the path that is stored only where something fails, when it is
	byDoc    map[*schema.Document]*printer
	docs     []*schema.Document
}

func newGenerator(in Input, pkg *ir.Package) *generator {
	return &generator{
		in: in, pkg: pkg, compiler: plan.NewCompiler(pkg.Sets), stems: map[*plan.Node]string{}, used: map[string]bool{}, stemmed: map[string]bool{},
		tables: map[string]int{}, byDoc: map[*schema.Document]*printer{}, branches: map[branchKey]string{},
	}
}

// written is the schema that somebody can change.
func (g *generator) written(s *schema.Schema) *schema.Schema {
	if g.in.Origin != nil {
		if origin := g.in.Origin(s); origin != nil {
			return origin
		}
	}
	return s
}

// compile compiles every set that a type stands for.
func (g *generator) compile() []diag.Finding {
	for _, n := range g.pkg.Named {
		node := g.compiler.Node(n.Set)
		if node != nil && g.stems[node] == "" && n.Alias == nil {
			g.stems[node] = n.Name
			g.stemmed[n.Name] = true
		}
		g.compileParts(n.Type)
	}
	p, problems := g.compiler.Finish()
	g.plan = p
	var findings []diag.Finding
	for _, problem := range problems {
		remedy := "remove the keyword, or say the same with another"
		if problem.Keyword == "format" {
			remedy = "use one of the asserted formats, or a pattern"
		}
		findings = append(findings, finding("generate/unsupported", g.written(problem.Schema), problem.Keyword, problem.Message, remedy))
	}
	return diag.Sorted(findings)
}

func (g *generator) compileParts(t ir.Type) {
	switch t := t.(type) {
	case *ir.Array:
		g.compileParts(t.Elem)
	case *ir.Map:
		g.compileParts(t.Elem)
	case *ir.Nullable:
		g.compiler.Node(t.Set)
		g.compileParts(t.Elem)
	case *ir.Struct:
		for _, f := range t.Fields {
			g.compileParts(f.Type)
		}
		if t.Extra != nil {
			g.compileParts(t.Extra)
		}
	case *ir.Tuple:
		for _, f := range t.Items {
			g.compileParts(f.Type)
		}
		if t.Rest != nil {
			g.compileParts(t.Rest)
		}
	case *ir.Union:
		for _, v := range t.Variants {
			g.compiler.Node(v.Set)
		}
	}
}

// files prints everything.
func (g *generator) files() ([]emit.File, error) {
	// The models hang on nothing that is printed here.
	var models []byte
	var modelsErr error
	var printing sync.WaitGroup
	printing.Add(1)
	go func() {
		defer printing.Done()
		defer func() {
			if p := recover(); p != nil {
				modelsErr = fmt.Errorf("printing the models: %v", p)
			}
		}()
		models, modelsErr = g.models()
	}()
	for _, n := range g.pkg.Named {
		g.within(n.Source.Doc, func() { g.named(n) })
	}
	for len(g.pending) > 0 {
		next := g.pending[0]
		g.pending = g.pending[1:]
		next()
	}
	names := g.fileNames()
	printing.Wait()
	if modelsErr != nil {
		return nil, modelsErr
	}
	files := []emit.File{{Path: "models.go", Data: models}}
	sort.Slice(g.docs, func(i, j int) bool { return names[g.docs[i]] < names[g.docs[j]] })
	codecs, err := g.finishAll(names)
	if err != nil {
		return nil, err
	}
	files = append(files, codecs...)
	tables, err := g.assemble("rules.go", g.header(nil), g.rules())
	if err != nil {
		return nil, err
	}
	files = append(files, emit.File{Path: "rules.go", Data: tables})
	library, err := g.runtime(files)
	if err != nil {
		return nil, err
	}
	files = append(files, emit.File{Path: "runtime.go", Data: library})
	sort.Slice(files, func(i, j int) bool { return files[i].Path < files[j].Path })
	return files, nil
}

// finishAll puts the files of all documents together, on all cores.
func (g *generator) finishAll(names map[*schema.Document]string) ([]emit.File, error) {
	files := make([]emit.File, len(g.docs))
	errs := make([]error, len(g.docs))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := int(next.Add(1)) - 1; i < len(g.docs); i = int(next.Add(1)) - 1 {
				doc := g.docs[i]
				files[i].Path = names[doc]
				files[i].Data, errs[i] = g.assemble(names[doc], g.header(doc)+g.byDoc[doc].imports(), g.byDoc[doc].Bytes())
			}
		}()
	}
	workers.Wait()
	return files, errors.Join(errs...)
}

// within prints into the file of a document.
func (g *generator) within(doc *schema.Document, print func()) {
	w := g.byDoc[doc]
	if w == nil {
		w = &printer{}
		g.byDoc[doc] = w
		g.docs = append(g.docs, doc)
	}
	g.out, g.file = w, w
	print()
}

// fileNames gives each document a file: its path with underscores, and an ending that is no build constraint.
func (g *generator) fileNames() map[*schema.Document]string {
	names := map[*schema.Document]string{}
	taken := map[string]bool{"models.go": true, "rules.go": true, "runtime.go": true}
	docs := append([]*schema.Document(nil), g.docs...)
	sort.Slice(docs, func(i, j int) bool { return docs[i].Path < docs[j].Path })
	for _, doc := range docs {
		path := doc.Path
		if i := strings.LastIndex(path, "schemas/"); i >= 0 {
			path = path[i+len("schemas/"):]
		}
		path = strings.TrimSuffix(strings.TrimSuffix(path, ".json"), ".schema")
		stem := strings.Map(func(c rune) rune {
			if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
				return c
			}
			if 'A' <= c && c <= 'Z' {
				return c + 'a' - 'A'
			}
			return '_'
		}, path)
		name := strings.Trim(stem, "_") + "_codec.go"
		for i := 2; taken[name]; i++ {
			name = fmt.Sprintf("%s_%d_codec.go", strings.Trim(stem, "_"), i)
		}
		taken[name] = true
		names[doc] = name
	}
	return names
}

// header is the first comment of a file: what it was made from, never when.
func (g *generator) header(doc *schema.Document) string {
	var b strings.Builder
	b.WriteString("// Code generated by acigen. DO NOT EDIT.\n")
	docs := []*schema.Document{doc}
	if doc == nil {
		docs = g.sources()
	}
	for _, d := range docs {
		fmt.Fprintf(&b, "// Source: %s sha256:%s\n", comment(d.ID), g.in.Digest(d))
	}
	return b.String() + "\npackage " + g.in.Package + "\n\n"
}

// sources are the documents that types come from, by $id.
func (g *generator) sources() []*schema.Document {
	seen := map[*schema.Document]bool{}
	var docs []*schema.Document
	for _, n := range g.pkg.Named {
		for _, s := range append(ir.Set{n.Source}, n.Set...) {
			if !seen[s.Doc] {
				seen[s.Doc] = true
				docs = append(docs, s.Doc)
			}
		}
	}
	sort.Slice(docs, func(i, j int) bool { return docs[i].ID < docs[j].ID })
	return docs
}

// finish adds header and imports and formats; what does not parse is a fault of the emitter.
func (g *generator) finish(header string, body []byte) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(header)
	b.Write(body)
	source, err := format.Source(b.Bytes())
	if err != nil {
		return nil, fmt.Errorf("the generated code does not parse: %w\n%s", err, numbered(b.Bytes()))
	}
	return source, nil
}

// assemble puts header and code that is laid out together; what does not parse is a fault of the emitter.
func (g *generator) assemble(path, header string, body []byte) ([]byte, error) {
	source := append(bytes.TrimRight(append([]byte(header), body...), "\n"), '\n')
	if g.in.Known != nil && g.in.Known(path, source) {
		return source, nil
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", source, parser.SkipObjectResolution); err != nil {
		return nil, fmt.Errorf("the generated code does not parse: %w\n%s", err, numbered(source))
	}
	return source, nil
}

func numbered(source []byte) string {
	var b strings.Builder
	for i, line := range strings.Split(string(source), "\n") {
		fmt.Fprintf(&b, "%4d  %s\n", i+1, line)
	}
	return b.String()
}
