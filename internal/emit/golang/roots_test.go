package golang_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/emit/golang"
	"github.com/acigen/acigen/internal/ir"
	"github.com/acigen/acigen/internal/schema"
)

const rootsMain = `package main

import (
	"fmt"

	"world/r"
)

func main() {
	var one r.First
	var two r.Second = one // an alias
	_, err := r.DecodeSecond([]byte("{\"a\":{\"x\":1}}"))
	fmt.Println(err, two.Validate(), r.CheckSecond([]byte("{}")) == nil)
	_, err = r.DecodeThird([]byte("{\"a\":{\"x\":1},\"b\":[{\"x\":2}]}"))
	fmt.Println(err, r.CheckThird([]byte("{\"b\":[{}]}")) != nil)
	part, err := r.DecodeLeaf([]byte("{\"x\":5}"))
	fmt.Println(part.X, err)
	list, err := r.DecodeList([]byte("[{\"x\":6}]"))
	fmt.Println(list[0].X, err)
	never := r.CheckNothing([]byte("{}"))
	fmt.Println(never != nil)
}
`

func TestRootsShareTypes(t *testing.T) {
	text := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{"a":{"$ref":"#/$defs/Leaf"}},
		"$defs":{"Leaf":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]},
			"Third":{"type":"object","properties":{"a":{"$ref":"#/$defs/Leaf"},"b":{"type":"array","items":{"$ref":"#/$defs/Leaf"}}}},
			"List":{"type":"array","items":{"$ref":"#/$defs/Leaf"}},"Nothing":false}}`
	root, findings := load(map[string]string{"root.json": text}, "root.json", nil)
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	def := func(name string) *schema.Schema {
		for _, d := range root.Defs {
			if d.Name == name {
				return d.Schema
			}
		}
		t.Fatal(name)
		return nil
	}
	files, findings := golang.Generate(golang.Input{
		Package: "r",
		Roots: []ir.Root{
			{Name: "First", Schema: root}, {Name: "Second", Schema: root}, {Name: "Third", Schema: def("Third")},
			{Name: "Leaf", Schema: def("Leaf")}, {Name: "List", Schema: def("List")}, {Name: "Nothing", Schema: def("Nothing")},
		},
		Digest: func(*schema.Document) string { return "0" },
	})
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	w := newWorld(t)
	w.add(t, "r", files)
	w.write(t, "main.go", rootsMain)
	cmd := exec.Command("go", "run", "-trimpath", ".")
	cmd.Dir = w.dir
	out, err := cmd.CombinedOutput()
	want := "<nil> <nil> true\n<nil> true\n5 <nil>\n6 <nil>\ntrue\n"
	if err != nil || string(out) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, head(out), want)
	}
}

func TestRootsAreRefused(t *testing.T) {
	root, findings := load(map[string]string{"root.json": `{"type":"object"}`}, "root.json", nil)
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	for _, c := range []struct{ name, pkg, root, second, want string }{
		{"a package that is a keyword", "func", "Root", "", "no name for a Go package"},
		{"a package with a dash", "a-b", "Root", "", "no name for a Go package"},
		{"no package", "", "Root", "", "no name for a Go package"},
		{"a root named like the runtime", "p", "Number", "", "taken by the generated code"},
		{"two roots of one name", "p", "Root", "Root", "taken"},
	} {
		t.Run(c.name, func(t *testing.T) {
			roots := []ir.Root{{Name: c.root, Schema: root}}
			if c.second != "" {
				roots = append(roots, ir.Root{Name: c.second, Schema: root})
			}
			_, findings := golang.Generate(golang.Input{Package: c.pkg, Roots: roots, Digest: func(*schema.Document) string { return "0" }})
			if len(findings) == 0 || !strings.Contains(findings[0].Message, c.want) {
				t.Errorf("%v, want %q", findings, c.want)
			}
		})
	}
}
