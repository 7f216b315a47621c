package golang_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/emit/golang"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// generate returns the package of one schema whose root is called Root.
func generate(files map[string]string, entry, pkg string, remotes []schema.File) ([]emit.File, []diag.Finding) {
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
	return golang.Generate(golang.Input{
		Package: pkg,
		Roots:   []ir.Root{{Name: "Root", Schema: set.Document(entry).Root}},
		Digest:  func(*schema.Document) string { return "0" },
	})
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

func (w *world) add(t *testing.T, pkg string, files []emit.File) {
	w.names = append(w.names, pkg)
	for _, f := range files {
		w.write(t, pkg+"/"+f.Path, string(f.Data))
	}
}

// query is an instance for a package; answer is what its functions say.
type query struct{ Package, Text string }

type answer struct {
	Decode, Check, Unmarshal, Shared string // "" = valid
	Again, AgainPointer              string // json.Marshal of the value and of a pointer to it
	Validate                         string
	First                            string // keyword and pointers of the first violation
}

// run builds the world and asks it.
func (w *world) run(t *testing.T, queries []query) []answer {
	t.Helper()
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\"encoding/json\"\n\"fmt\"\n\"os\"\n")
	for _, name := range w.names {
		fmt.Fprintf(&b, "%q\n", "world/"+name)
	}
	b.WriteString(worldMain)
	b.WriteString("var packages = map[string]func([]byte) answer{\n")
	for _, name := range w.names {
		fmt.Fprintf(&b, "%q: func(data []byte) answer { return ask(data, %s.DecodeRoot, %s.CheckRoot, func(v *%s.Root, data []byte) error { return v.DecodeShared(data) }, func(v %s.Root) error { return v.Validate() }) },\n", name, name, name, name, name)
	}
	b.WriteString("}\n")
	w.write(t, "main.go", b.String())
	in, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(w.dir, "world.exe")
	build := exec.Command("go", "build", "-o", binary, ".")
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
	return answers
}

func head(out []byte) []byte { return out[:min(len(out), 4000)] }

const worldMain = `)

type answer struct {
	Decode, Check, Unmarshal, Shared string
	Again, AgainPointer string
	Validate string
	First string
}

func say(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func ask[T any](data []byte, decode func([]byte) (T, error), check func([]byte) error, shared func(*T, []byte) error, validate func(T) error) answer {
	var a answer
	v, err := decode(data)
	a.Decode = say(err)
	a.Check = say(check(data))
	var u T
	a.Unmarshal = say(json.Unmarshal(data, &u))
	var s T
	a.Shared = say(shared(&s, data))
	a.Shared = say(shared(&s, data))
	if err == nil {
		text, err := json.Marshal(v)
		a.Again = string(text) + say(err)
		text, err = json.Marshal(&s)
		a.AgainPointer = string(text) + say(err)
		a.Validate = say(validate(v))
	}
	return a
}

func main() {
	var queries []struct{ Package, Text string }
	if err := json.NewDecoder(os.Stdin).Decode(&queries); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var answers []answer
	for _, q := range queries {
		answers = append(answers, packages[q.Package]([]byte(q.Text)))
	}
	_ = json.NewEncoder(os.Stdout).Encode(answers)
}

`

type codegenCase struct {
	ID, Class      string
	Schema         json.RawMessage
	Files          map[string]json.RawMessage
	Entry          string
	Valid, Invalid []json.RawMessage
	RawValid       []string `json:"raw_valid"`
	RawInvalid     []string `json:"raw_invalid"`
	RawAmbiguous   []string `json:"raw_ambiguous"`
	Roundtrip      bool
	ExpectGenerate string     `json:"expect_generate"`
	RefusalNames   []string   `json:"refusal_names"`
	ErrorNames     [][]string `json:"error_names"`
	Constants      []string
	SourceAbsent   []string `json:"source_absent"`
}

func TestCodegenCases(t *testing.T) {
	data, err := os.ReadFile(os.Getenv("ACIGEN_CASES"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []codegenCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	var queries []query
	type expectation struct {
		id        string
		valid     bool
		roundtrip bool
	}
	var expected []expectation
	for i, c := range cases {
		files, entry := map[string]string{"root.json": string(c.Schema)}, "root.json"
		if c.Files != nil {
			files, entry = map[string]string{}, c.Entry
			for path, text := range c.Files {
				files[path] = string(text)
			}
		}
		pkg := fmt.Sprintf("c%02d", i)
		out, findings := generate(files, entry, pkg, nil)
		if c.ExpectGenerate == "error" {
			text := ""
			for _, f := range findings {
				text += f.Message + " " + f.SchemaPointer + "\n"
			}
			for _, name := range c.RefusalNames {
				if !strings.Contains(text, name) {
					t.Errorf("%s: the refusal does not name %s: %s", c.ID, name, text)
				}
			}
			continue
		}
		if len(findings) > 0 {
			t.Errorf("%s: refused: %v", c.ID, findings)
			continue
		}
		w.add(t, pkg, out)
		ask := func(text string, valid bool) {
			queries = append(queries, query{pkg, text})
			expected = append(expected, expectation{c.ID, valid, c.Roundtrip})
		}
		for _, v := range c.Valid {
			ask(string(v), true)
		}
		for _, v := range c.RawValid {
			ask(v, true)
		}
		for _, v := range c.Invalid {
			ask(string(v), false)
		}
		for _, v := range append(c.RawInvalid, c.RawAmbiguous...) {
			ask(v, false)
		}
	}
	for i, a := range w.run(t, queries) {
		e, q := expected[i], queries[i]
		for name, got := range map[string]string{"Decode": a.Decode, "Check": a.Check, "Unmarshal": a.Unmarshal, "Shared": a.Shared} {
			if (got == "") != e.valid {
				t.Errorf("%s: %s(%s) = %q, want valid = %v", e.id, name, q.Text, got, e.valid)
			}
		}
		if a.Decode != a.Check || a.Decode != a.Shared {
			t.Errorf("%s: %s: the entries disagree: %q, %q, %q", e.id, q.Text, a.Decode, a.Check, a.Shared)
		}
		if e.valid {
			for _, again := range []string{a.Again, a.AgainPointer} {
				if !sameJSON(again, q.Text) {
					t.Errorf("%s: %s comes out as %s", e.id, q.Text, again)
				}
			}
			if a.Validate != "" {
				t.Errorf("%s: %s: Validate: %s", e.id, q.Text, a.Validate)
			}
		}
	}
}

func sameJSON(a, b string) bool { return json.Valid([]byte(a)) && kernel.EqualJSON(a, b) }
