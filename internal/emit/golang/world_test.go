package golang_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/emit/golang"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/plan"
	"github.com/acigen/acigen/internal/schema"
)

// load reads the documents of one case.
func load(files map[string]string, entry string, remotes []schema.File) (*schema.Schema, []diag.Finding) {
	var others []schema.File
	var first schema.File
	for path, text := range files {
		f := schema.File{Path: path, Display: path, Read: func() ([]byte, error) { return []byte(text), nil }}
		if path == entry {
			first = f
		} else {
			others = append(others, f)
		}
	}
	set, findings := schema.Load([]schema.File{first}, append(others, remotes...), schema.Options{})
	if len(findings) > 0 {
		return nil, findings
	}
	return set.Document(entry).Root, nil
}

// generate returns the package of one schema whose root is called Root.
func generate(files map[string]string, entry, pkg string, remotes []schema.File) ([]emit.File, []diag.Finding) {
	root, findings := load(files, entry, remotes)
	if len(findings) > 0 {
		return nil, findings
	}
	return golang.Generate(golang.Input{
		Package: pkg,
		Roots:   []ir.Root{{Name: "Root", Schema: root}},
		Digest:  func(*schema.Document) string { return "0" },
	})
}

// engine answers for one schema in-process.
type engine struct {
	node   *plan.Node
	engine *plan.Engine
}

func newEngine(t *testing.T, files map[string]string, entry string, remotes []schema.File) engine {
	t.Helper()
	root, findings := load(files, entry, remotes)
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	sets := ir.NewSets()
	c := plan.NewCompiler(sets)
	node := c.Node(sets.Of(root))
	p, _ := c.Finish()
	return engine{node, plan.NewEngine(p, 0)}
}

// check returns what the engine finds, or nil.
func (e engine) check(text string) *kernel.ValidationError {
	var invalid *kernel.ValidationError
	errors.As(e.engine.Check(e.node, text), &invalid)
	return invalid
}

// world is a module of generated packages and a program that runs them.
type world struct {
	dir   string
	names []string
}

func newWorld(t *testing.T) *world {
	w := &world{dir: t.TempDir()}
	w.write(t, "go.mod", "module world\n\ngo 1.25\n")
	return w
}

func (w *world) write(t *testing.T, path, text string) {
	t.Helper()
	full := filepath.Join(w.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// add writes a package, which must be formatted.
func (w *world) add(t *testing.T, pkg string, files []emit.File) {
	t.Helper()
	w.names = append(w.names, pkg)
	for _, f := range files {
		if formatted, err := format.Source(f.Data); err != nil || !bytes.Equal(formatted, f.Data) {
			t.Errorf("%s/%s is not formatted: %v", pkg, f.Path, err)
		}
		w.write(t, pkg+"/"+f.Path, string(f.Data))
	}
}

// query is an instance for a package; answer is what its functions say.
type query struct{ Package, Text string }

type answer struct {
	// What each entry finds; nil = valid.
	Decode, Check, Unmarshal, Shared, Validate *kernel.ValidationError
	// Standard tells whether json.Unmarshal took the text.
	Standard bool
	// Again is json.Marshal of the value, AgainPointer of a pointer to what DecodeShared made.
	Again, AgainPointer string
	// Appended is what AppendJSON appends.
	Appended string
	// Zero tells whether the value was zero after each error.
	Zero bool
}

// vet runs go vet over all packages.
func (w *world) vet(t *testing.T) {
	t.Helper()
	w.main(t)
	cmd := exec.Command("go", "vet", "-trimpath", "./...")
	cmd.Dir = w.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go vet of the generated code: %v\n%s", err, head(out))
	}
}

// main writes the program.
func (w *world) main(t *testing.T) {
	t.Helper()
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\"encoding/json\"\n\"fmt\"\n\"os\"\n\"reflect\"\n\"strings\"\n")
	for _, name := range w.names {
		fmt.Fprintf(&b, "%q\n", "world/"+name)
	}
	b.WriteString(worldMain)
	b.WriteString("var packages = map[string]func([]byte) answer{\n")
	for _, name := range w.names {
		fmt.Fprintf(&b, "%q: func(data []byte) answer { return ask(data, entries[%[2]s.Root]{%[2]s.DecodeRoot, %[2]s.CheckRoot, (*%[2]s.Root).DecodeShared, (*%[2]s.Root).UnmarshalJSON, %[2]s.Root.Validate, %[2]s.Root.AppendJSON}) },\n", name, name)
	}
	b.WriteString("}\n")
	w.write(t, "main.go", b.String())
}

// run builds the world and asks it.
func (w *world) run(t *testing.T, queries []query) []answer {
	t.Helper()
	w.main(t)
	// As bytes: a text need not be valid UTF-8.
	type raw struct{ Package, Text []byte }
	raws := make([]raw, len(queries))
	for i, q := range queries {
		raws[i] = raw{[]byte(q.Package), []byte(q.Text)}
	}
	in, err := json.Marshal(raws)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(w.dir, "world.exe")
	// Nothing here is measured: what is compiled fast is compiled often.
	build := exec.Command("go", "build", "-trimpath", "-gcflags=-l -N", "-ldflags=-s -w", "-o", binary, ".")
	build.Dir = w.dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the generated code does not build: %v\n%s", err, head(out))
	}
	cmd := exec.Command(binary)
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("the generated code does not run: %v\n%s", err, head(stderr.Bytes()))
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil {
		t.Fatal(err)
	}
	if len(answers) != len(queries) {
		t.Fatalf("%d answers to %d queries", len(answers), len(queries))
	}
	return answers
}

func head(out []byte) []byte { return out[:min(len(out), 4000)] }

// judge holds an answer against the verdict that is right, against the in-process
// engine, and the entries against one another.
func (a *answer) judge(t *testing.T, what string, q query, valid bool, e engine) {
	t.Helper()
	text := q.Text[:min(len(q.Text), 300)]
	want := e.check(q.Text)
	if (want == nil) != valid {
		t.Errorf("%s: the engine on %q: %s, want valid = %v", what, text, said(want), valid)
		return
	}
	for _, entry := range []struct {
		name string
		got  *kernel.ValidationError
	}{{"Decode", a.Decode}, {"Check", a.Check}, {"UnmarshalJSON", a.Unmarshal}, {"DecodeShared", a.Shared}} {
		if !reflect.DeepEqual(entry.got, want) {
			t.Errorf("%s (%s): %s on %q\n got %s\nwant %s", what, q.Package, entry.name, text, said(entry.got), said(want))
		}
	}
	if a.Standard != valid {
		t.Errorf("%s: json.Unmarshal takes %q: %v, want %v", what, text, a.Standard, valid)
	}
	if !valid {
		wellFormed(t, what, want)
		if !a.Zero {
			t.Errorf("%s: the value is not zero after the error on %q", what, text)
		}
		return
	}
	for _, again := range []string{a.Again, a.AgainPointer, a.Appended} {
		if !sameJSON(again, q.Text) {
			t.Errorf("%s (%s): %q comes out as %s", what, q.Package, text, again)
		}
	}
	if a.Validate != nil {
		t.Errorf("%s: Validate of %q: %s", what, text, said(a.Validate))
	}
}

// wellFormed checks what holds of every list of violations.
func wellFormed(t *testing.T, what string, e *kernel.ValidationError) {
	t.Helper()
	if len(e.Violations) == 0 {
		t.Errorf("%s: no violation is listed", what)
	}
	if !slices.IsSortedFunc(e.Violations, func(a, b kernel.Violation) int { return a.Offset - b.Offset }) {
		t.Errorf("%s: the violations are not in order: %s", what, said(e))
	}
	for _, v := range e.Violations {
		if v.Keyword == "" || v.Message == "" {
			t.Errorf("%s: a violation says nothing: %+v", what, v)
		}
	}
}

func said(e *kernel.ValidationError) string {
	if e == nil {
		return "valid"
	}
	var b strings.Builder
	for _, v := range e.Violations[:min(len(e.Violations), 12)] {
		fmt.Fprintf(&b, "\n  %s at %q (%d) by %s: %s", v.Keyword, v.InstancePointer, v.Offset, v.SchemaPointer, v.Message)
	}
	if e.More > 0 || len(e.Violations) > 12 {
		fmt.Fprintf(&b, "\n  (%d violations, %d more)", len(e.Violations), e.More)
	}
	return b.String()
}

func sameJSON(a, b string) bool { return json.Valid([]byte(a)) && kernel.EqualJSON(a, b) }

const worldMain = `)

type answer struct {
	Decode, Check, Unmarshal, Shared, Validate error
	Standard bool
	Again, AgainPointer, Appended string
	Zero bool
}

type entries[T any] struct {
	decode func([]byte) (T, error)
	check func([]byte) error
	shared, unmarshal func(*T, []byte) error
	validate func(T) error
	append func(T, []byte) ([]byte, error)
}

func say(err error) string {
	if err == nil {
		return ""
	}
	return " error: " + err.Error()
}

// dirty holds the last valid value of each type: what the next one is read into.
var dirty = map[reflect.Type]any{}

func ask[T any](data []byte, e entries[T]) answer {
	a := answer{Zero: true}
	kind := reflect.TypeFor[T]()
	mustBeZero := func(v T, err error) {
		if err != nil && !reflect.ValueOf(&v).Elem().IsZero() {
			a.Zero = false
		}
	}
	v, err := e.decode(data)
	a.Decode = err
	mustBeZero(v, err)
	a.Check = e.check(data)
	var u T
	a.Standard = json.Unmarshal(data, &u) == nil
	u, _ = dirty[kind].(T)
	a.Unmarshal = e.unmarshal(&u, data)
	mustBeZero(u, a.Unmarshal)
	s, _ := dirty[kind].(T)
	a.Shared = e.shared(&s, data)
	mustBeZero(s, a.Shared)
	if err == nil {
		text, err := json.Marshal(v)
		a.Again = string(text) + say(err)
		text, err = json.Marshal(&s)
		a.AgainPointer = string(text) + say(err)
		text, err = e.append(v, []byte("[before"))
		a.Appended = strings.TrimPrefix(string(text), "[before") + say(err)
		a.Validate = e.validate(v)
		dirty[kind] = u
	}
	return a
}

func main() {
	var queries []struct{ Package, Text []byte }
	if err := json.NewDecoder(os.Stdin).Decode(&queries); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var answers []answer
	for _, q := range queries {
		answers = append(answers, packages[string(q.Package)](q.Text))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

`
