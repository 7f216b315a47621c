// Package emittest holds generated code of other languages to the engine: it asks
// it about the fixtures of the contract and the codegen cases.
package emittest

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/plan/plantest"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/suitetest"
	"github.com/acigen/acigen/internal/validate"
)

// Root is the repository's folder, from the folder of an emitter.
const Root = "../../.."

// Lack skips a test for want of something, and fails it where everything is required.
func Lack(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("ACIGEN_REQUIRE_ALL") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// installed returns a folder with the dependencies of a language, which the install
// function puts there unless they are there already by the same lock file (of
// testdata/conformance/LANGUAGE). Tests of several packages may ask at once.
func installed(t *testing.T, language string, locks []string, there string, install func(dir string) ([]byte, error)) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		Lack(t, "no folder to install into: %v", err)
	}
	dir := filepath.Join(cache, "acigen-conformance", language)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{}
	for _, name := range locks {
		if want[name], err = os.ReadFile(filepath.Join(repository(t), "testdata", "conformance", language, name)); err != nil {
			t.Fatal(err)
		}
	}
	var out []byte
	var failed error
	err = locked(filepath.Join(dir, ".lock"), func() {
		same := true
		for name, data := range want {
			have, _ := os.ReadFile(filepath.Join(dir, name))
			same = same && bytes.Equal(have, data)
		}
		if _, err := os.Stat(filepath.Join(dir, there)); err == nil && same {
			return
		}
		for name, data := range want {
			if failed = os.WriteFile(filepath.Join(dir, name), data, 0o644); failed != nil {
				return
			}
		}
		out, failed = install(dir)
	})
	if err != nil || failed != nil {
		Lack(t, "install: %v %v\n%s", err, failed, out)
	}
	return dir
}

// repository is the repository's folder.
func repository(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	t.Fatal("no go.mod above the test's folder")
	return ""
}

// needs skips a test where a program is missing.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			Lack(t, "%s is not installed", name)
		}
	}
}

// npm, pip and maven install what a folder of testdata/conformance locks; there is a
// path that then exists below the folder that they return.
func npm(t *testing.T, language, there string, more ...string) string {
	t.Helper()
	needs(t, "node", "npm")
	return installed(t, language, append([]string{"package.json", "package-lock.json"}, more...), there, func(dir string) ([]byte, error) {
		cmd := exec.Command("npm", "ci", "--silent", "--no-audit", "--no-fund")
		cmd.Dir = dir
		return cmd.CombinedOutput()
	})
}

func pip(t *testing.T, language, there string) string {
	t.Helper()
	needs(t, "python3")
	return installed(t, language, []string{"requirements.txt"}, there, func(dir string) ([]byte, error) {
		if out, err := exec.Command("python3", "-m", "venv", filepath.Join(dir, "venv")).CombinedOutput(); err != nil {
			return out, err
		}
		return exec.Command(filepath.Join(dir, "venv", "bin", "pip"), "install", "-q", "--disable-pip-version-check", "-r", filepath.Join(dir, "requirements.txt")).CombinedOutput()
	})
}

func maven(t *testing.T, language string) string {
	t.Helper()
	needs(t, "javac", "java", "mvn")
	return installed(t, language, []string{"pom.xml"}, "lib", func(dir string) ([]byte, error) {
		cmd := exec.Command("mvn", "-q", "-B", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies", "-DoutputDirectory=lib.new")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return out, err
		}
		if err := os.RemoveAll(filepath.Join(dir, "lib")); err != nil {
			return nil, err
		}
		return nil, os.Rename(filepath.Join(dir, "lib.new"), filepath.Join(dir, "lib"))
	})
}

// tsc is where the TypeScript compiler lies, below a folder of npm.
var tsc = filepath.Join("node_modules", "typescript", "bin", "tsc")

// TypeScript returns the path of the TypeScript compiler, for node.
func TypeScript(t *testing.T) string {
	t.Helper()
	return filepath.Join(npm(t, "typescript", tsc, "eslint.config.mjs"), tsc)
}

// MCP returns the folder of the programs of MCP's inspector and conformance suite, with
// the Node that they need among them.
func MCP(t *testing.T) string {
	t.Helper()
	bin := filepath.Join("node_modules", ".bin")
	return filepath.Join(npm(t, "mcp", filepath.Join(bin, "conformance")), bin)
}

// Python returns the folder of the programs of a virtual environment with pydantic, mypy and ruff.
func Python(t *testing.T) string {
	t.Helper()
	bin := filepath.Join("venv", "bin")
	return filepath.Join(pip(t, "python", filepath.Join(bin, "ruff")), bin)
}

// Java returns the class path of Jackson.
func Java(t *testing.T) string {
	t.Helper()
	return filepath.Join(maven(t, "java"), "lib", "*")
}

// QuickStarts returns what the programs of docs/consumers need: a folder of Node's
// packages, a Python, and a class path.
func QuickStarts(t *testing.T) (modules, python, classPath string) {
	t.Helper()
	return filepath.Join(npm(t, "quickstart-typescript", tsc), "node_modules"),
		filepath.Join(pip(t, "quickstart-python", filepath.Join("venv", "bin", "openai")), "venv", "bin", "python3"),
		filepath.Join(maven(t, "quickstart-java"), "lib", "*")
}

// Question is a text that a type of a module is asked about, with what the engine says.
type Question struct {
	Module, Type, Text string
	Valid              bool
	Keyword, Pointer   string
}

// Emit generates a module. Findings say why the language cannot hold the schemas.
type Emit func(emit.Input) ([]emit.File, []diag.Finding)

// World is a folder with modules and questions about them.
type World struct {
	Dir       string
	Questions []Question
	// Refused are the codegen cases that the language cannot hold.
	Refused []string
	// Beyond are texts that the language refuses to read, by a limit that is documented.
	Beyond []string
}

// New makes modules of the contract ("contract"), of all codegen cases, of the official
// suite, and of random schemas; with a range of seeds in ACIGEN_SEEDS, of those alone.
func New(t *testing.T, generate Emit) *World {
	w := &World{Dir: t.TempDir()}
	from, upto := uint64(0), uint64(25)
	if text := os.Getenv("ACIGEN_SEEDS"); text != "" {
		if _, err := fmt.Sscanf(text, "%d-%d", &from, &upto); err != nil {
			t.Fatalf("%q is no range of seeds like 100-200", text)
		}
	} else {
		w.contract(t, generate)
		w.cases(t, generate)
		w.suite(t, generate)
	}
	w.random(t, generate, from, upto)
	return w
}

// random asks about instances of random schemas.
func (w *World) random(t *testing.T, generate Emit, from, upto uint64) {
	for seed := from; seed < upto; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		text := plantest.Schema(r, plantest.Options{Formats: true, Typed: seed%4 != 0, Related: true})
		v := w.module(t, generate, fmt.Sprintf("s%d", seed), schema.File{Path: "root.json", Read: func() ([]byte, error) { return []byte(text), nil }}, nil)
		for i := 0; v != nil && i < 16; i++ {
			if instance := plantest.Instance(r, text); json.Valid([]byte(instance)) {
				w.ask(fmt.Sprintf("s%d", seed), "Root", instance, v)
			}
		}
	}
}

// suite asks the official tests.
func (w *World) suite(t *testing.T, generate Emit) {
	groups, remotes, err := suitetest.Load()
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range groups {
		module := fmt.Sprintf("g%d", i)
		v := w.module(t, generate, module, schema.File{Path: "root.json", Read: func() ([]byte, error) { return g.Schema, nil }}, remotes)
		for _, test := range g.Tests {
			if v != nil {
				w.ask(module, "Root", string(test.Data), v)
			}
		}
	}
}

// module makes a module of one schema and returns what judges it; nil when the schema cannot be held.
func (w *World) module(t *testing.T, generate Emit, name string, file schema.File, others []schema.File) *validate.Validator {
	set, _ := schema.Load([]schema.File{file}, others, schema.Options{Pattern: pattern.Verdicts()})
	if set == nil {
		return nil
	}
	s := set.Document(file.Path).Root
	v, _ := validate.New(set, s, validate.Terms{})
	if v == nil {
		return nil
	}
	out, findings := generate(emit.Input{Package: name, Roots: []ir.Root{{Name: "Root", Schema: s}}, Digest: func(*schema.Document) string { return "" }})
	if len(findings) > 0 {
		return nil
	}
	w.add(t, name, out)
	return v
}

func (w *World) add(t *testing.T, module string, files []emit.File) {
	t.Helper()
	for _, f := range files {
		name := filepath.Join(w.Dir, module, filepath.Base(f.Path)) // whatever folders the language has
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// ask asks about a text; what the engine says is expected.
func (w *World) ask(module, typ, text string, v *validate.Validator) {
	q := Question{Module: module, Type: typ, Text: text, Valid: true}
	var invalid *kernel.ValidationError
	if errors.As(v.Checker()(text), &invalid) {
		q.Valid, q.Keyword, q.Pointer = false, invalid.Violations[0].Keyword, invalid.Violations[0].InstancePointer
	}
	w.Questions = append(w.Questions, q)
}

// Judge asks the questions of a program: a line for each, and for each a line with
// verdict, keyword and pointer.
func (w *World) Judge(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	var in bytes.Buffer
	for _, q := range w.Questions {
		line, err := json.Marshal([]string{q.Module, q.Type, base64.StdEncoding.EncodeToString([]byte(q.Text))})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	cmd.Stdin = &in
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", cmd.Args[0], err)
	}
	scan := bufio.NewScanner(bytes.NewReader(out))
	scan.Buffer(nil, 1<<26)
	wrong, asked := 0, 0
	for ; scan.Scan(); asked++ {
		var answer []any
		if err := json.Unmarshal(scan.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		q := w.Questions[asked]
		if slices.Contains(w.Beyond, q.Text) && answer[0] == false && answer[1] == "json" {
			continue
		}
		got := fmt.Sprint(answer[:min(len(answer), 3)]...)
		if want := fmt.Sprint(q.Valid, q.Keyword, q.Pointer); got != want {
			if wrong++; wrong < 30 {
				t.Errorf("%s %s: %.300s\n got %v, want %v", q.Module, q.Type, q.Text, got, want)
			}
		}
	}
	if wrong > 0 || asked != len(w.Questions) {
		t.Errorf("%d of %d answers differ, %d were given", wrong, len(w.Questions), asked)
	}
	t.Logf("%d questions", asked)
}

type codegenCase struct {
	Schema         json.RawMessage
	Files          map[string]json.RawMessage
	Entry          string
	Valid, Invalid []json.RawMessage
	RawValid       []string `json:"raw_valid"`
	RawInvalid     []string `json:"raw_invalid"`
	RawAmbiguous   []string `json:"raw_ambiguous"`
	Refused        []string
}

func (w *World) contract(t *testing.T, generate Emit) {
	c, findings := contract.Load(Root, contract.Options{})
	if c == nil {
		t.Fatal(findings)
	}
	files, findings := generate(emit.Of(c, "contract"))
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	w.add(t, "contract", files)
	for _, tool := range c.Tools {
		for _, role := range []string{"request", "result", "control", "observation"} {
			s := tool.Role(role)
			v, _ := validate.New(c.Set, s, validate.Terms{})
			name := s.Name
			if name == "" {
				name = ir.Camel(tool.Name + "_" + role)
			}
			paths, err := filepath.Glob(filepath.Join(Root, "testdata", "fixtures", tool.Name, role, "*", "*.json"))
			if err != nil || len(paths) == 0 {
				t.Fatalf("no fixtures of %s %s", tool.Name, role)
			}
			for _, path := range paths {
				data, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				w.ask("contract", name, string(data), v)
			}
		}
	}
}

func (w *World) cases(t *testing.T, generate Emit) {
	paths, err := filepath.Glob(filepath.Join(Root, "testdata", "codegen", "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no codegen cases")
	}
	slices.Sort(paths)
	for i, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var c codegenCase
		if err := json.Unmarshal(data, &c); err != nil {
			t.Fatal(err)
		}
		if c.Refused != nil {
			continue
		}
		files, entry := map[string]json.RawMessage{"root.json": c.Schema}, "root.json"
		if c.Files != nil {
			files, entry = c.Files, c.Entry
		}
		var list, others []schema.File
		for name, text := range files {
			f := schema.File{Path: name, Read: func() ([]byte, error) { return text, nil }}
			if name == entry {
				list = append(list, f)
			} else {
				others = append(others, f)
			}
		}
		set, findings := schema.Load(list, others, schema.Options{Pattern: pattern.Verdicts()})
		if set == nil {
			t.Fatalf("%s: %v", path, findings)
		}
		s := set.Document(entry).Root
		module := fmt.Sprintf("c%03d", i)
		out, findings := generate(emit.Input{Package: module, Roots: []ir.Root{{Name: "Root", Schema: s}}, Digest: func(*schema.Document) string { return "" }})
		if len(findings) > 0 {
			w.Refused = append(w.Refused, filepath.Base(path)+": "+findings[0].Message)
			continue
		}
		v, findings := validate.New(set, s, validate.Terms{})
		if v == nil {
			t.Fatalf("%s: %v", path, findings)
		}
		w.add(t, module, out)
		for _, list := range [][]json.RawMessage{c.Valid, c.Invalid} {
			for _, text := range list {
				w.ask(module, "Root", string(text), v)
			}
		}
		for _, list := range [][]string{c.RawValid, c.RawInvalid, c.RawAmbiguous} {
			for _, text := range list {
				if json.Valid([]byte(text)) || len(text) < 10_000 {
					w.ask(module, "Root", text, v)
				}
			}
		}
	}
}
