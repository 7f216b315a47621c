package golang_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/emit"
)

// codegenCase is one file of testdata/codegen.
type codegenCase struct {
	// Description is a sentence that names the case.
	Description string
	// Schema is the one document; otherwise Files are several and Entry names the one that is generated.
	Schema json.RawMessage
	Files  map[string]json.RawMessage
	Entry  string
	// Valid and Invalid are instances. RawValid, RawInvalid and RawAmbiguous are texts; what is ambiguous must not be taken.
	Valid, Invalid []json.RawMessage
	RawValid       []string `json:"raw_valid"`
	RawInvalid     []string `json:"raw_invalid"`
	RawAmbiguous   []string `json:"raw_ambiguous"`
	// HexInvalid are texts that need not be UTF-8, in hexadecimal.
	HexInvalid []string `json:"hex_invalid"`
	// First are `KEYWORD INSTANCE_POINTER` of the first violation of each of Invalid, as far as it goes.
	First []string
	// Roundtrip tells that valid texts come out with the bytes that they have in compact form.
	Roundtrip bool
	// Refused are words that the refusal to generate must name; there must be one.
	Refused []string
	// Constants are the values that each have one exported constant.
	Constants []string
	// SourceAbsent are regular expressions that match nothing in the generated code; SourcePresent are texts that stand in it.
	SourceAbsent  []string `json:"source_absent"`
	SourcePresent []string `json:"source_present"`
}

const casesDir = "../../../testdata/codegen"

func readCases(t *testing.T) map[string]codegenCase {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(casesDir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases in %s: %v", casesDir, err)
	}
	cases := map[string]codegenCase{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		d := json.NewDecoder(strings.NewReader(string(data)))
		d.DisallowUnknownFields()
		var c codegenCase
		if err := d.Decode(&c); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		cases[strings.TrimSuffix(filepath.Base(path), ".json")] = c
	}
	return cases
}

func (c *codegenCase) files() (map[string]string, string) {
	if c.Files == nil {
		return map[string]string{"root.json": string(c.Schema)}, "root.json"
	}
	files := map[string]string{}
	for path, text := range c.Files {
		files[path] = string(text)
	}
	return files, c.Entry
}

func TestCodegenCases(t *testing.T) {
	cases := readCases(t)
	ids := make([]string, 0, len(cases))
	for id := range cases {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	w := newWorld(t)
	var queries []query
	type expectation struct {
		what, first string
		valid, same bool
		engine      engine
	}
	var expected []expectation
	for i, id := range ids {
		c := cases[id]
		files, entry := c.files()
		pkg := fmt.Sprintf("c%03d", i)
		out, findings := generate(files, entry, pkg, nil)
		if c.Refused != nil {
			text := ""
			for _, f := range findings {
				text += f.File + " " + f.Message + " " + f.SchemaPointer + " " + f.Keyword + " " + f.Remedy + "\n"
			}
			if len(findings) == 0 {
				t.Errorf("%s: is not refused", id)
			}
			for _, f := range findings {
				if f.Rule == "generate/internal" || f.Message == "" || f.File == "" {
					t.Errorf("%s: no refusal for people: %+v", id, f)
				}
			}
			for _, name := range c.Refused {
				if !strings.Contains(text, name) {
					t.Errorf("%s: the refusal does not name %s: %s", id, name, text)
				}
			}
			continue
		}
		if len(findings) > 0 {
			t.Errorf("%s: refused: %v", id, findings)
			continue
		}
		w.add(t, pkg, out)
		checkSource(t, id, &c, out)
		in := newEngine(t, files, entry, nil)
		ask := func(text string, valid bool, first string) {
			queries = append(queries, query{pkg, text})
			expected = append(expected, expectation{id, first, valid, valid && c.Roundtrip, in})
		}
		for _, v := range c.Valid {
			ask(compact(t, v), true, "")
		}
		for _, v := range c.RawValid {
			ask(v, true, "")
		}
		for k, v := range c.Invalid {
			first := ""
			if k < len(c.First) {
				first = c.First[k]
			}
			ask(compact(t, v), false, first)
		}
		for _, v := range append(slices.Clone(c.RawInvalid), c.RawAmbiguous...) {
			ask(v, false, "")
		}
		for _, v := range c.HexInvalid {
			data, err := hex.DecodeString(v)
			if err != nil {
				t.Fatal(err)
			}
			ask(string(data), false, "")
		}
	}
	for i, a := range w.run(t, queries) {
		e, q := expected[i], queries[i]
		a.judge(t, e.what, q, e.valid, e.engine)
		if e.same && a.Appended != q.Text {
			t.Errorf("%s: %s does not come out as it went in but as %s", e.what, q.Text, a.Appended)
		}
		if e.first != "" && a.Decode != nil {
			if v := a.Decode.Violations[0]; strings.TrimSpace(v.Keyword+" "+v.InstancePointer) != e.first {
				t.Errorf("%s: the first violation of %s is %s %s, want %s", e.what, q.Text, v.Keyword, v.InstancePointer, e.first)
			}
		}
	}
	w.vet(t)
}

// compact takes the white space out of a text and leaves all else as it is written.
func compact(t *testing.T, text json.RawMessage) string {
	t.Helper()
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted:
			b.WriteByte(c)
			if c == '\\' {
				i++
				b.WriteByte(text[i])
			}
			quoted = c != '"'
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		default:
			b.WriteByte(c)
			quoted = c == '"'
		}
	}
	return b.String()
}

// checkSource holds the text of a package against what the case says of it.
func checkSource(t *testing.T, id string, c *codegenCase, files []emit.File) {
	t.Helper()
	constants := map[string][]string{}
	for _, f := range files {
		for _, expression := range append([]string{`(?m)[ \t\r]+$`, `(?m)^\s*//go:`, `(?m)^\s*// ?\+build`, "[\u2028\u2029\u200b\u202e]"}, c.SourceAbsent...) {
			if at := regexp.MustCompile(expression).FindIndex(f.Data); at != nil {
				t.Errorf("%s: %s matches %s: %q", id, f.Path, expression, f.Data[at[0]:at[1]])
			}
		}
		file, err := parser.ParseFile(token.NewFileSet(), f.Path, f.Data, parser.ParseComments)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			return
		}
		for _, decl := range file.Decls {
			gen, is := decl.(*ast.GenDecl)
			if !is || gen.Tok != token.CONST || f.Path == "runtime.go" {
				continue
			}
			for _, spec := range gen.Specs {
				value := spec.(*ast.ValueSpec)
				text := ""
				switch e := value.Values[0].(type) {
				case *ast.BasicLit:
					text = e.Value
				case *ast.UnaryExpr:
					text = e.Op.String() + e.X.(*ast.BasicLit).Value
				}
				if s, err := strconv.Unquote(text); err == nil {
					text = s
				}
				if name := value.Names[0].Name; ast.IsExported(name) {
					constants[text] = append(constants[text], name)
				}
			}
		}
	}
	used := map[string]bool{}
	for _, value := range c.Constants {
		if names := constants[value]; len(names) != 1 || used[names[0]] {
			t.Errorf("%s: the value %q has the constants %v, not one of its own", id, value, names)
		} else {
			used[names[0]] = true
		}
	}
	for _, text := range c.SourcePresent {
		if !slices.ContainsFunc(files, func(f emit.File) bool { return strings.Contains(string(f.Data), text) }) {
			t.Errorf("%s: the code does not hold %q", id, text)
		}
	}
}
