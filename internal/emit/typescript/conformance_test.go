package typescript_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/emit"
	"github.com/acigen/acigen/internal/emit/typescript"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/pattern"
	"github.com/acigen/acigen/internal/schema"
	"github.com/acigen/acigen/internal/validate"
)

const root = "../../.."

// tools returns the folder with the TypeScript compiler, which npm installs by the
// lock file. Without npm the test is skipped, and fails where everything is required.
func tools(t *testing.T) string {
	t.Helper()
	lack := func(format string, args ...any) string {
		if os.Getenv("ACIGEN_REQUIRE_ALL") != "" {
			t.Fatalf(format, args...)
		}
		t.Skipf(format, args...)
		return ""
	}
	for _, name := range []string{"node", "npm"} {
		if _, err := exec.LookPath(name); err != nil {
			return lack("%s is not installed", name)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return lack("no folder to install into: %v", err)
	}
	dir := filepath.Join(cache, "acigen-conformance", "typescript")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	same := true
	for _, name := range []string{"package.json", "package-lock.json"} {
		data, err := os.ReadFile(filepath.Join(root, "testdata", "conformance", "typescript", name))
		if err != nil {
			t.Fatal(err)
		}
		have, _ := os.ReadFile(filepath.Join(dir, name))
		if !bytes.Equal(have, data) {
			same = false
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "typescript", "bin", "tsc")); err != nil || !same {
		cmd := exec.Command("npm", "ci", "--silent", "--no-audit", "--no-fund")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return lack("npm ci: %v\n%s", err, out)
		}
	}
	return dir
}

// question is a text that a type of a module is asked about.
type question struct {
	module, typ, text string
	valid             bool
	keyword, pointer  string
}

// world is a folder with modules and questions about them.
type world struct {
	dir       string
	questions []question
}

func (w *world) add(t *testing.T, module string, files []emit.File) {
	t.Helper()
	for _, f := range files {
		name := filepath.Join(w.dir, module, f.Path)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// ask asks about a text; what the engine says is expected.
func (w *world) ask(module, typ, text string, v *validate.Validator) {
	q := question{module: module, typ: typ, text: text, valid: true}
	var invalid *kernel.ValidationError
	if errors.As(v.Checker()(text), &invalid) {
		q.valid, q.keyword, q.pointer = false, invalid.Violations[0].Keyword, invalid.Violations[0].InstancePointer
	}
	w.questions = append(w.questions, q)
}

func none(*schema.Document) string { return "" }

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

// TestTypeScriptAgreesWithTheEngine compiles the contract and all codegen cases in
// strict mode, and asks them what the engine was asked: verdict, first violated
// keyword and its place.
func TestTypeScriptAgreesWithTheEngine(t *testing.T) {
	compiler := tools(t)
	w := &world{dir: t.TempDir()}
	w.contract(t)
	w.cases(t)
	config := `{"compilerOptions":{"strict":true,"noUncheckedIndexedAccess":true,"exactOptionalPropertyTypes":true,"noImplicitReturns":true,"noFallthroughCasesInSwitch":true,"noUnusedLocals":false,` +
		`"target":"es2022","module":"node16","moduleResolution":"node16","lib":["es2022"],"types":[],"outDir":"out","rootDir":"."},"include":["*/*.ts"]}`
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("tsconfig.json", config)
	write("package.json", `{"type":"module"}`)
	tsc := exec.Command("node", filepath.Join(compiler, "node_modules", "typescript", "bin", "tsc"), "-p", w.dir)
	if out, err := tsc.CombinedOutput(); err != nil {
		lines := strings.Split(string(out), "\n")
		t.Fatalf("tsc --strict: %v\n%s", err, strings.Join(lines[:min(len(lines), 30)], "\n"))
	}
	var in bytes.Buffer
	for _, q := range w.questions {
		line, err := json.Marshal([]string{q.module, q.typ, base64.StdEncoding.EncodeToString([]byte(q.text))})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	if err := os.WriteFile(filepath.Join(w.dir, "out", "package.json"), []byte(`{"type":"module"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	driver, err := filepath.Abs(filepath.Join(root, "testdata", "conformance", "typescript", "driver.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", driver, filepath.Join(w.dir, "out"))
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	scan := bufio.NewScanner(bytes.NewReader(out))
	scan.Buffer(nil, 1<<26)
	wrong := 0
	for i := 0; scan.Scan(); i++ {
		var answer []any
		if err := json.Unmarshal(scan.Bytes(), &answer); err != nil {
			t.Fatal(err)
		}
		q := w.questions[i]
		got := fmt.Sprint(answer[:min(len(answer), 3)]...)
		if want := fmt.Sprint(q.valid, q.keyword, q.pointer); got != want {
			if wrong++; wrong < 40 {
				t.Errorf("%s %s: %.300s\n got %v, want %v", q.module, q.typ, q.text, got, want)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d answers differ", wrong, len(w.questions))
	}
	t.Logf("%d questions", len(w.questions))
}

func (w *world) contract(t *testing.T) {
	c, findings := contract.Load(root, contract.Options{})
	if c == nil {
		t.Fatal(findings)
	}
	files, findings := typescript.Generate(typescript.Input{Roots: emit.Roots(c), Digest: contract.Digest, Canonical: c.StandIn})
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
			paths, err := filepath.Glob(filepath.Join(root, "testdata", "fixtures", tool.Name, role, "*", "*.json"))
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

func (w *world) cases(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(root, "testdata", "codegen", "*.json"))
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
		out, findings := typescript.Generate(typescript.Input{Roots: []ir.Root{{Name: "Root", Schema: s}}, Digest: none})
		if len(findings) > 0 {
			t.Errorf("%s: %v", path, findings)
			continue
		}
		v, findings := validate.New(set, s, validate.Terms{})
		if v == nil {
			t.Fatalf("%s: %v", path, findings)
		}
		module := fmt.Sprintf("c%03d", i)
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
