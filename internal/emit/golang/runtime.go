package golang

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/kernel"
)

// declaration is one top-level declaration of the kernel, in its printed form.
type declaration struct {
	name     string // of a method: Type.Method
	text     string
	uses     []string // identifiers in it
	receiver string
	order    int
	imports  []string
}

// library is the kernel's source, taken apart once.
type library struct {
	declarations []*declaration
	byName       map[string][]*declaration // methods by their bare name
}

var kernelLibrary = sync.OnceValues(readKernel)

// readKernel takes the kernel's source apart and lower-cases what it exports for the engine.
func readKernel() (*library, error) {
	names, err := fs.Glob(kernel.Source, "*.go")
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || name == "doc.go" || name == "format_name.go" {
			continue
		}
		source, err := kernel.Source.ReadFile(name)
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(fset, name, source, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	renames := kernelNames(files)
	lib := &library{byName: map[string][]*declaration{}}
	for _, file := range files {
		rename(file, renames)
		imports := importNames(file)
		comments := ast.NewCommentMap(fset, file, file.Comments)
		for _, decl := range file.Decls {
			if gen, is := decl.(*ast.GenDecl); is && gen.Tok == token.IMPORT {
				continue
			}
			d, err := newDeclaration(fset, decl, comments, imports, renames)
			if err != nil {
				return nil, err
			}
			d.order = len(lib.declarations)
			lib.declarations = append(lib.declarations, d)
			for _, name := range declared(decl) {
				lib.byName[name] = append(lib.byName[name], d)
			}
		}
	}
	return lib, nil
}

// kernelNames maps every exported name of the kernel that is not public to its lower-case form.
func kernelNames(files []*ast.File) map[string]string {
	public := map[string]bool{}
	exported := map[string]bool{}
	note := func(id *ast.Ident, isPublic bool) {
		if id.IsExported() {
			exported[id.Name] = true
			public[id.Name] = public[id.Name] || isPublic
		}
	}
	isPublic := func(name string) bool { return slices.Contains(kernel.Public, name) }
	for _, file := range files {
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				note(decl.Name, isPublic(decl.Name.Name) || decl.Recv != nil && isPublic(receiverName(decl)))
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						note(spec.Name, isPublic(spec.Name.Name))
						if st, is := spec.Type.(*ast.StructType); is {
							for _, f := range st.Fields.List {
								for _, name := range f.Names {
									note(name, isPublic(spec.Name.Name))
								}
							}
						}
					case *ast.ValueSpec:
						for _, name := range spec.Names {
							note(name, isPublic(name.Name))
						}
					}
				}
			}
		}
	}
	renames := map[string]string{}
	for name := range exported {
		if !public[name] {
			renames[name] = lowerFirst(name)
		}
	}
	return renames
}

// lowerFirst lower-cases a name's first letter, or its whole run of capitals when it is an abbreviation.
func lowerFirst(name string) string {
	if name == strings.ToUpper(name) {
		return strings.ToLower(name)
	}
	c, n := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(c)) + name[n:]
}

func importNames(file *ast.File) map[string]string {
	out := map[string]string{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		out[path[strings.LastIndex(path, "/")+1:]] = path
	}
	return out
}

// rename lower-cases the identifiers of a file, but not those that another package qualifies.
func rename(file *ast.File, renames map[string]string) {
	imports := importNames(file)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, is := n.X.(*ast.Ident); is && imports[x.Name] != "" {
				return false
			}
		case *ast.Ident:
			if to := renames[n.Name]; to != "" {
				n.Name = to
			}
		}
		return true
	})
}

func receiverName(decl *ast.FuncDecl) string {
	t := decl.Recv.List[0].Type
	if star, is := t.(*ast.StarExpr); is {
		t = star.X
	}
	switch x := t.(type) {
	case *ast.IndexExpr:
		t = x.X
	}
	if id, is := t.(*ast.Ident); is {
		return id.Name
	}
	return ""
}

// declared are the names by which a declaration can be meant.
func declared(decl ast.Decl) []string {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		return []string{decl.Name.Name}
	case *ast.GenDecl:
		var names []string
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					names = append(names, name.Name)
				}
			}
		}
		return names
	}
	return nil
}

func newDeclaration(fset *token.FileSet, decl ast.Decl, comments ast.CommentMap, imports, renames map[string]string) (*declaration, error) {
	d := &declaration{name: strings.Join(declared(decl), ",")}
	if f, is := decl.(*ast.FuncDecl); is && f.Recv != nil {
		d.receiver = receiverName(f)
	}
	var b bytes.Buffer
	node := &ast.File{Name: ast.NewIdent("x"), Decls: []ast.Decl{decl}, Comments: comments.Filter(decl).Comments()}
	renameComments(node.Comments, renames)
	if err := format.Node(&b, fset, node); err != nil {
		return nil, err
	}
	d.text = strings.TrimPrefix(b.String(), "package x\n")
	seen := map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && !seen[id.Name] {
			seen[id.Name] = true
			d.uses = append(d.uses, id.Name)
			if path := imports[id.Name]; path != "" {
				d.imports = append(d.imports, path)
			}
		}
		return true
	})
	return d, nil
}

// renameComments lower-cases the kernel's names where comments speak of them.
func renameComments(groups []*ast.CommentGroup, renames map[string]string) {
	for _, group := range groups {
		for _, c := range group.List {
			words := strings.Split(c.Text, " ")
			for i, word := range words {
				bare := strings.TrimRight(strings.TrimLeft(word, "(["), ".,;:)]")
				// Only words that start a comment or look like no English word are names for certain.
				if to := renames[bare]; to != "" && (i == 1 || bare != strings.ToUpper(bare[:1])+bare[1:] || strings.ContainsAny(bare[1:], "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
					words[i] = strings.Replace(word, bare, to, 1)
				}
			}
			c.Text = strings.Join(words, " ")
		}
	}
}

// eachIdentifier visits the identifiers of a source, and words of its comments and strings: too much does no harm.
func eachIdentifier(source []byte, visit func([]byte)) {
	letter := func(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= utf8.RuneSelf }
	for i := 0; i < len(source); {
		if !letter(source[i]) {
			i++
			continue
		}
		from := i
		for i < len(source) && (letter(source[i]) || '0' <= source[i] && source[i] <= '9') {
			i++
		}
		visit(source[from:i])
	}
}

// runtime prints the declarations of the kernel that the files need, directly or not.
func (g *generator) runtime(files []emit.File) ([]byte, error) {
	lib, err := kernelLibrary()
	if err != nil {
		return nil, fmt.Errorf("reading the kernel: %w", err)
	}
	needed := map[*declaration]bool{}
	var queue []string
	want := map[string]bool{}
	need := func(name string) {
		if !want[name] {
			want[name] = true
			queue = append(queue, name)
		}
	}
	for _, f := range files {
		eachIdentifier(f.Data, func(word []byte) {
			if _, known := lib.byName[string(word)]; known {
				need(string(word))
			}
		})
	}
	for _, name := range []string{"ValidationError", "Violation", "failed", "Error"} {
		need(name)
	}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		for _, d := range lib.byName[name] {
			// A method is needed when its type is.
			if !needed[d] && (d.receiver == "" || want[d.receiver]) {
				needed[d] = true
				for _, use := range d.uses {
					need(use)
				}
			}
		}
		// A public type brings the functions that make it.
		for _, maker := range kernel.Public {
			if strings.HasPrefix(maker, name+"Of") && slices.Contains(kernel.Public, name) {
				need(maker)
			}
		}
		// A type brings the methods that users may call, and those that were wanted before it.
		for _, d := range lib.declarations {
			if d.receiver == name && !needed[d] && (want[d.name] || slices.Contains(kernel.Public, name)) {
				needed[d] = true
				for _, use := range d.uses {
					need(use)
				}
			}
		}
	}
	return g.printRuntime(lib, needed)
}

func (g *generator) printRuntime(lib *library, needed map[*declaration]bool) ([]byte, error) {
	imports := map[string]bool{}
	var body strings.Builder
	for _, d := range lib.declarations {
		if needed[d] {
			for _, path := range d.imports {
				imports[path] = true
			}
			body.WriteString(d.text)
			body.WriteString("\n")
		}
	}
	paths := make([]string, 0, len(imports))
	for path := range imports {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	header := "// Code generated by acigen. DO NOT EDIT.\n\n// This file is the runtime of the package: strict JSON, exact numbers, violations.\n\npackage " + g.in.Package + "\n\n"
	if len(paths) > 0 {
		header += "import (\n"
		for _, path := range paths {
			header += strconv.Quote(path) + "\n"
		}
		header += ")\n\n"
	}
	text := body.String()
	if depth := g.in.MaxDepth; depth > 0 && depth < kernel.MaxDepth {
		text = strings.Replace(text, "const maxDepth = "+strconv.Itoa(kernel.MaxDepth), "const maxDepth = "+strconv.Itoa(depth), 1)
	}
	return g.finish(header, []byte(text))
}
