package schema

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
)

// resolved lists the references of a set: FROM -> TO, by Seq of FROM.
func resolved(set *Set) string {
	var lines []string
	for _, s := range set.Schemas() {
		if s.HasRef {
			lines = append(lines, s.Doc.Path+"#"+s.Pointer+" -> "+s.RefTo.Doc.Path+"#"+s.RefTo.Pointer)
		}
	}
	return strings.Join(lines, "\n")
}

func TestResolve(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"a pointer, an anchor, a dynamic anchor and the root", map[string]string{
			"a.json": `{"properties": {"p": {"$ref": "#/$defs/x"}, "q": {"$ref": "#n"}, "r": {"$ref": "#d"}, "s": {"$ref": "#"}, "t": {"$ref": ""}}, "$defs": {"x": {"$anchor": "n"}, "y": {"$dynamicAnchor": "d"}}}`,
		}, []string{"a.json#/properties/p -> a.json#/$defs/x", "a.json#/properties/q -> a.json#/$defs/x", "a.json#/properties/r -> a.json#/$defs/y", "a.json#/properties/s -> a.json#", "a.json#/properties/t -> a.json#"}},
		{"escapes of pointers and of URIs", map[string]string{
			"a.json": `{"items": {"anyOf": [{"$ref": "#/$defs/a~1b"}, {"$ref": "#/$defs/c~0d"}, {"$ref": "#/$defs/e%25f%20g"}, {"$ref": "#%2F$defs%2F%C3%A9"}, {"$ref": "#/$defs/"}]}, "$defs": {"a/b": {}, "c~d": {}, "e%f g": {}, "é": {}, "": {}}}`,
		}, []string{"a.json#/items/anyOf/0 -> a.json#/$defs/a~1b", "a.json#/items/anyOf/1 -> a.json#/$defs/c~0d", "a.json#/items/anyOf/2 -> a.json#/$defs/e%f g", "a.json#/items/anyOf/3 -> a.json#/$defs/é", "a.json#/items/anyOf/4 -> a.json#/$defs/"}},
		{"a file beside the document, not its namesake in another folder", map[string]string{
			"a/common.json": `{}`, "a/x.json": `{"$ref": "common.json"}`, "b/common.json": `{}`, "b/x.json": `{"$ref": "common.json"}`,
		}, []string{"a/x.json#/ -> a/common.json#", "b/x.json#/ -> b/common.json#"}},
		{"a file beside the document, though the $id has another folder", map[string]string{
			"a/x.json": `{"$id": "https://example.com/other/x.json", "$ref": "common.json#/$defs/y"}`, "other:a/common.json": `{"$id": "urn:example:common", "$defs": {"y": {}}}`,
		}, []string{"a/x.json# -> a/common.json#/$defs/y"}},
		{"a file beside a document whose $id has no path", map[string]string{
			"a/x.json": `{"$id": "urn:example:x", "$ref": "../b/y.json"}`, "other:b/y.json": `true`,
		}, []string{"a/x.json# -> b/y.json#"}},
		{"the $id of a file that nothing else leads to", map[string]string{
			"x.json": `{"$ref": "https://example.com/defs#/$defs/y"}`, "other:far/away.json": `{"$id": "https://example.com/defs", "$defs": {"y": {"$ref": "urn:example:z"}}}`,
			"other:broken.json": `{`, "other:z.json": `{"$id": "urn:example:z"}`,
		}, []string{"far/away.json#/$defs/y -> z.json#", "x.json# -> far/away.json#/$defs/y"}},
		{"embedded resources have a base, pointers and anchors of their own", map[string]string{
			"a.json": `{"$id": "https://example.com/root", "$ref": "dir/inner", "$anchor": "n", "$defs": {"i": {"$id": "dir/inner", "$anchor": "n", "properties": {"p": {"$ref": "#/$defs/j"}, "q": {"$ref": "#n"}, "r": {"$ref": "leaf"}, "s": {"$ref": "/root#n"}}, "$defs": {"j": {"$id": "leaf"}}}}}`,
		}, []string{"a.json# -> a.json#/$defs/i", "a.json#/$defs/i/properties/p -> a.json#/$defs/i/$defs/j", "a.json#/$defs/i/properties/q -> a.json#/$defs/i", "a.json#/$defs/i/properties/r -> a.json#/$defs/i/$defs/j", "a.json#/$defs/i/properties/s -> a.json#"}},
		{"an embedded resource of the same document comes before a file of its name", map[string]string{
			"a.json": `{"$ref": "item.json", "$defs": {"i": {"$id": "https://acigen.example/schemas/x/../item.json"}}}`, "other:dir/item.json": `{}`,
		}, []string{"a.json# -> a.json#/$defs/i"}},
		{"no identifiers in const, enum, default or unknown keywords", map[string]string{
			"a.json": `{"items": {"$ref": "urn:example:x"}, "const": {"$id": "urn:example:x"}, "enum": [{"$id": "urn:example:x"}], "default": {"$anchor": "a"}, "x": {"$id": "urn:example:x"}, "$defs": {"real": {"$id": "urn:example:x", "$anchor": "a"}}}`,
		}, []string{"a.json#/items -> a.json#/$defs/real"}},
		{"a place inside an unknown keyword is read on demand, and its references are resolved", map[string]string{
			"a.json": `{"x": {"y": [{"items": {"$ref": "#/$defs/z"}}, {"$anchor": "late"}]}, "items": {"anyOf": [{"$ref": "#late"}, {"$ref": "#/x/y/0"}, {"$ref": "#/x/y/1"}, {"$ref": "#/definitions/d"}]}, "$defs": {"z": {}}, "definitions": {"d": {}}}`,
		}, []string{"a.json#/x/y/0/items -> a.json#/$defs/z", "a.json#/items/anyOf/0 -> a.json#/x/y/1", "a.json#/items/anyOf/1 -> a.json#/x/y/0", "a.json#/items/anyOf/2 -> a.json#/x/y/1", "a.json#/items/anyOf/3 -> a.json#/definitions/d"}},
		{"files whose names need escapes", map[string]string{
			"my schemas/a.json": `{"properties": {"p": {"$ref": "b%20c.json"}, "q": {"$ref": "b c.json"}, "r": {"$ref": "https://acigen.example/schemas/my%20schemas/b%20c.json"}}}`, "other:my schemas/b c.json": `{}`,
		}, []string{"my schemas/a.json#/properties/p -> my schemas/b c.json#", "my schemas/a.json#/properties/q -> my schemas/b c.json#", "my schemas/a.json#/properties/r -> my schemas/b c.json#"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			set, findings := load(test.files)
			if set == nil {
				t.Fatal(printed(findings))
			}
			want := strings.ReplaceAll(strings.Join(test.want, "\n"), "#/ ->", "# ->")
			if got := resolved(set); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			for i, s := range set.Schemas() {
				if s.Seq != i || set.Document(s.Doc.Path) != s.Doc || s.Doc.At(s.Pointer) != s.Value {
					t.Errorf("schema %d is %s#%s with Seq %d", i, s.Doc.Path, s.Pointer, s.Seq)
				}
			}
		})
	}
}

func TestLoadReadsOthersOnlyWhenTheyAreReferredTo(t *testing.T) {
	var read []string
	file := func(path, text string) File {
		return File{Path: path, Read: func() ([]byte, error) { read = append(read, path); return []byte(text), nil }}
	}
	set, findings := Load([]File{file("b.json", `{"$ref": "c.json"}`), file("a.json", `{}`)},
		[]File{file("d.json", `{`), file("c.json", `{}`), file("a.json", `{`)}, Options{})
	if set == nil {
		t.Fatal(printed(findings))
	}
	if got := strings.Join(read, " "); got != "a.json b.json c.json" {
		t.Errorf("read %s", got)
	}
	if len(set.Documents) != 3 || set.Documents[2].ID != "https://acigen.example/schemas/c.json" {
		t.Errorf("documents %v", set.Documents)
	}
}

func TestLoadOptions(t *testing.T) {
	file := File{Path: "a.json", Display: "./x/a.json", ID: "https://example.com/found/a.json", Read: func() ([]byte, error) {
		return []byte(`{"$id": "b.json", "not": {"not": {"type": 1}}}`), nil
	}}
	_, findings := Load([]File{file}, nil, Options{Base: "https://example.com/s"})
	if len(findings) != 1 || findings[0].File != "./x/a.json" || findings[0].Schema != "https://example.com/found/b.json" {
		t.Errorf("got %+v", findings)
	}
	_, findings = Load([]File{file}, nil, Options{MaxDepth: 2})
	if len(findings) != 1 || findings[0].Rule != "schema/json" || findings[0].Column != 34 {
		t.Errorf("got %+v", findings)
	}
}

func TestLookup(t *testing.T) {
	set, findings := load(map[string]string{
		"a.json":       `{"$defs": {"x y": {"$anchor": "n"}}, "u": {"ok": {"items": {"$ref": "b.json"}}, "bad": {"type": 1}, "s": "text"}}`,
		"other:b.json": `{}`,
	})
	if set == nil {
		t.Fatal(printed(findings))
	}
	doc := set.Document("a.json")
	known := len(set.Schemas())
	tests := []struct{ name, pointer, want string }{
		{"the root", "", ""},
		{"the root as a fragment", "#", ""},
		{"a pointer", "/$defs/x y", "/$defs/x y"},
		{"a fragment with escapes", "#/$defs/x%20y", "/$defs/x y"},
		{"an anchor", "#n", "/$defs/x y"},
		{"an anchor without the hash", "n", "/$defs/x y"},
		{"a place that is read now", "#/u/ok", "/u/ok"},
		{"the same place again", "/u/ok", "/u/ok"},
		{"a place that is not there", "/$defs/xy", `error: there is no "xy" in "/$defs"`},
		{"no anchor", "#m", `error: no $anchor "m" in "https://acigen.example/schemas/a.json"`},
		{"no schema", "/u/s", `error: the value there is the string "text", not a schema`},
		{"a bad escape", "#/%", `error: the fragment "#/%" has a bad percent escape`},
		{"a schema with problems", "/u/bad", "error: type must be a name or an array of names, not 1"},
		{"the same one is not returned later", "/u/bad", "error: type must be a name or an array of names, not 1"},
		{"known schemas are returned still", "/u/ok/items", "/u/ok/items"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, err := set.Lookup(doc, test.pointer)
			got := ""
			if err != nil {
				got = "error: " + err.Error()
			} else {
				got = s.Pointer
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	all := set.Schemas()
	if len(all) != known+3 || all[known].Pointer != "/u/ok" || all[known+1].RefTo != set.Document("b.json").Root {
		t.Errorf("%d schemas, %d were known", len(all), known)
	}
}

// Sizes that a quadratic step would make last for minutes, or fill the memory.
func TestLargeDocumentsTakeLinearTime(t *testing.T) {
	const n = 30_000
	var defs, chain, wrong strings.Builder
	for i := range n {
		fmt.Fprintf(&defs, `"d%d": {"$ref": "#/unknown/u%d", "x-aci-name": "D%d"},`, i, i, i)
		fmt.Fprintf(&chain, `"u%d": {"$ref": "#/$defs/last"},`, i)
		fmt.Fprintf(&wrong, `"c%d": {"allOf": [{"$ref": "#/$defs/c%d"}, {"$ref": "#/$defs/nope%d"}, {"type": "strng", "x-aci-count-of": "c"}]},`, i, (i+1)%n, i)
	}
	tests := []struct {
		name, text string
		findings   int
	}{
		{"many schemas and places that are read on demand", `{"$defs": {` + defs.String() + `"last": {}}, "unknown": {` + chain.String() + `"end": {}}}`, 0},
		{"many problems on one line", `{"$defs": {` + wrong.String() + `"last": {}}}`, 3*n + 1},
		{"long names around many schemas", `{"properties": {"` + strings.Repeat("x", 100_000) + `": {"anyOf": [true` + strings.Repeat(",true", n) + `]}}}`, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			_, findings := load(map[string]string{"a.json": test.text})
			runtime.ReadMemStats(&after)
			if len(findings) != test.findings {
				t.Errorf("%d findings, the first: %s", len(findings), printed(findings[:min(1, len(findings))]))
			}
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("it took %v", d)
			}
			t.Logf("%v, %d MB allocated", time.Since(start), (after.TotalAlloc-before.TotalAlloc)>>20)
		})
	}
}
