package contract

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

func TestHostileYAMLIsRefusedInTime(t *testing.T) {
	bomb := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < 30; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
	}
	for _, c := range []struct{ name, text, rule string }{
		{"a bomb of aliases", bomb, "config/yaml"},
		{"an alias of itself", "lint: &a {suppress: [*a]}\n", "config/yaml"},
		{"a merge key", "lint: {<<: {suppress: []}}\n", "config/yaml"},
		{"flow sequences 400,000 deep", "lint: " + strings.Repeat("[", 400_000), "config/yaml"},
		{"flow mappings 9,000 deep", "upstreams: " + strings.Repeat("{a: ", 9000) + strings.Repeat("}", 9000), "config/size"},
		{"block sequences 9,000 deep", "upstreams:\n" + strings.Repeat("- ", 9000) + "x\n", "config/size"},
		{"a key 200,000 times", strings.Repeat("a: 1\n", 200_000), "config/duplicate"},
		{"an open quote over a megabyte", "timezone: \"" + strings.Repeat("x", 1_000_000), "config/yaml"},
		{"a million question marks", strings.Repeat("? ", 500_000), "config/yaml"},
		{"more than a megabyte", strings.Repeat("#", maxYAMLBytes+1), "config/size"},
		{"a key of a million letters", strings.Repeat("k", 1_000_000) + ": 1\n", "config/yaml"},
		{"control characters", "timezone: \x01\n", "config/yaml"},
		{"a NUL", "\x00", "config/yaml"},
		{"no UTF-8", "timezone: \xff\xfe\n", "config/yaml"},
		{"UTF-16", "\xff\xfev\x00e\x00", "config/yaml"},
		{"an unknown alias", "lint: *nobody\n", "config/yaml"},
		{"a tag of the library's language", "lint: !!python/object/apply:os.system [ls]\n", "config/yaml"},
		{"a complex key", "? [a, b]\n: 1\n", "config/type"},
	} {
		t.Run(c.name, func(t *testing.T) {
			started := time.Now()
			f := newYAMLFile("config", "acigen.yaml", []byte(c.text))
			parseConfig(f)
			if took := time.Since(started); took > time.Minute {
				t.Errorf("it took %s", took)
			}
			if len(f.findings) == 0 || len(f.findings) > maxFindings {
				t.Fatalf("%d findings", len(f.findings))
			}
			if got := f.findings[0]; got.Rule != c.rule || len(got.Message) > 500 || strings.ContainsAny(got.Message, "\x00\x01\n") {
				t.Errorf("finding: %.300s", lines(f.findings[:1]))
			}
		})
	}
}

func FuzzConfigNeverPanics(f *testing.F) {
	for _, c := range configs {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := newYAMLFile("config", "acigen.yaml", []byte(text))
		parseConfig(file)
		words := newYAMLFile("descriptions", "descriptions.yaml", []byte(text))
		words.words([]string{"t"})
		for _, finding := range file.findings {
			if finding.Message == "" || strings.Contains(finding.Message, "\n") {
				t.Errorf("message: %q", finding.Message)
			}
		}
	})
}

// tiny is a project with one tool.
func tiny() map[string]string {
	return map[string]string{"acigen.yaml": "", "schemas/t/request.schema.json": `{"type": "object"}`}
}

func TestNothingOutsideOfTheProjectIsRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // links need a privilege there
	}
	outside := project(t, map[string]string{"secret.json": `{"secret": 1}`, "dir/request.schema.json": `{}`})
	link := func(t *testing.T, root, target, name string) {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	const ways = "the symbolic link leads out of the project or to nothing [replace it by the file]\n"
	for _, c := range []struct {
		name string
		make func(t *testing.T, root string)
		want string
	}{
		{"a schema that is a link out", func(t *testing.T, root string) {
			link(t, root, filepath.Join(outside, "secret.json"), "schemas/x.schema.json")
		}, "schemas/x.schema.json: schema/read: " + ways},
		{"a schema that is a link to nothing", func(t *testing.T, root string) { link(t, root, "nothing", "schemas/x.schema.json") },
			"schemas/x.schema.json: schema/read: " + ways},
		{"a folder that is a link out", func(t *testing.T, root string) { link(t, root, filepath.Join(outside, "dir"), "schemas/x") },
			"schemas/x: schema/read: " + ways},
		{"a folder that is a link to its parent", func(t *testing.T, root string) { link(t, root, "../schemas", "schemas/x") },
			"schemas/x: schema/read: it is a symbolic link to a folder, which is not followed [replace it by the folder]\n"},
		{"descriptions that are a link out", func(t *testing.T, root string) {
			link(t, root, filepath.Join(outside, "secret.json"), "descriptions.yaml")
		},
			"descriptions.yaml: descriptions/read: " + ways},
		{"a link inside the project", func(t *testing.T, root string) { link(t, root, "t/request.schema.json", "schemas/shared.json") }, ""},
		{"a target's folder behind a link out", func(t *testing.T, root string) { link(t, root, outside, "gen") },
			"acigen.yaml: config/out: the folder \"gen/aci\" leads out of the project by the symbolic link \"gen\" [replace the link by a folder]\n" +
				"acigen.yaml: config/out: the folder \"gen/schemas\" leads out of the project by the symbolic link \"gen\" [replace the link by a folder]\n"},
		{"a named pipe", func(t *testing.T, root string) {
			makeFifo(t, filepath.Join(root, "schemas/x.schema.json"))
		}, "schemas/x.schema.json: schema/read: it is not a regular file [replace it by one]\n"},
		{"a folder called like a schema", func(t *testing.T, root string) {
			if err := os.Mkdir(filepath.Join(root, "schemas/x.schema.json"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, ""},
		{"a schema of more than 16 MiB", func(t *testing.T, root string) {
			file := filepath.Join(root, "schemas/x.schema.json")
			if err := os.WriteFile(file, []byte("{}"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(file, maxSchemaBytes+1); err != nil {
				t.Fatal(err)
			}
		}, "schemas/x.schema.json: schema/read: the file has more than 16777216 bytes\n"},
		{"folders without end", func(t *testing.T, root string) {
			if err := os.MkdirAll(filepath.Join(root, "schemas"+strings.Repeat("/d", maxFolders+3)), 0o755); err != nil {
				t.Fatal(err)
			}
		}, "schemas" + strings.Repeat("/d", maxFolders) + ": schema/read: folders nest deeper than 16 levels\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := project(t, tiny())
			c.make(t, root)
			contract, findings := Load(root, asIs)
			if got := lines(findings); got != c.want || (contract == nil) != (c.want != "") {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestProjectsThatAreNone(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a folder without configuration", map[string]string{"schemas/t/request.schema.json": "{}"},
			"acigen.yaml: config/missing: the folder is no contract project: it has no acigen.yaml [run acigen init, or create the file; it may be empty]\n"},
		{"a project without schemas", map[string]string{"acigen.yaml": ""},
			"schemas: contract/no-schemas: the project has no folder schemas [create schemas/NAME/request.schema.json]\n"},
		{"a schemas that is a file", map[string]string{"acigen.yaml": "", "schemas": ""},
			"schemas: schema/read: it is not a folder\n"},
		{"a configuration that is a folder", map[string]string{"acigen.yaml/x": "", "schemas/t/request.schema.json": "{}"},
			"acigen.yaml: config/read: it is not a regular file [replace it by one]\n"},
		{"nesting beyond the limit", map[string]string{"acigen.yaml": "limits: {max_depth: 3}", "schemas/t/request.schema.json": `{"a":{"b":{"c":{}}}}`},
			"schemas/t/request.schema.json:1:16: schema/json: nested deeper than 3 levels\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, findings := Load(project(t, c.files), asIs)
			if got := lines(findings); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
	if _, findings := Load(filepath.Join(t.TempDir(), "nowhere"), asIs); lines(findings) != ".: config/read: the project's folder cannot be opened\n" {
		t.Errorf("got %s", lines(findings))
	}
}

func TestFindingsOfOthersPointIntoTheFiles(t *testing.T) {
	files := tiny()
	files["acigen.yaml"] = "lint:\n  suppress:\n    - rule: x\n"
	files["descriptions.yaml"] = "tools:\n  t:\n    use_when: Ümläut, vector.\n"
	c := mustLoad(t, project(t, files))
	item := c.Config.Lint.Content[1].Content[0]
	if item.Kind != yaml.MappingNode {
		t.Fatalf("the list's first item is %v", item.Kind)
	}
	f := c.ConfigFinding(item, "lint/x", "m", "r")
	if f.File != "acigen.yaml" || f.Line != 3 || f.Column != 7 || f.Source != "    - rule: x" || f.SourceColumn != 7 {
		t.Errorf("finding: %+v", f)
	}
	f = c.PhraseFinding(c.Tool("t").Words.UseWhen, "lint/y", "m", "r")
	if f.File != "descriptions.yaml" || f.Line != 3 || f.Column != 15 || f.SourceColumn != 15 {
		t.Errorf("finding: %+v", f)
	}
}

func TestEntangledResultsAreRefusedInTime(t *testing.T) {
	// An automaton whose states are schemas: which of them apply depends on the last 20 names of a path.
	var defs []string
	for i := 1; i < 20; i++ {
		defs = append(defs, fmt.Sprintf(`"s%d": {"properties": {"a": {"$ref": "#/$defs/s%d"}, "b": {"$ref": "#/$defs/s%d"}}}`, i, i+1, i+1))
	}
	text := `{"properties": {"r": {"x-aci-views": ["control"], "$ref": "#/$defs/s0"}}, "$defs": {
"s0": {"properties": {"a": {"$ref": "#/$defs/s0"}, "b": {"allOf": [{"$ref": "#/$defs/s0"}, {"$ref": "#/$defs/s1"}]}}},
` + strings.Join(defs, ",\n") + `,
"s20": {"properties": {"c": {"x-aci-views": []}}}}}`
	started := time.Now()
	_, findings := FromSchemas(files(map[string]string{"schemas/t/result.schema.json": text}), 0)
	if took := time.Since(started); took > time.Minute {
		t.Errorf("it took %s", took)
	}
	want := ""
	for _, view := range viewNames {
		want += "schemas/t/result.schema.json:1:1: contract/views-size: the " + view +
			" view cannot be derived: its schemas combine in more than 20000 ways [state fewer alternatives for the same value]\n"
	}
	if got := lines(findings); got != want {
		t.Errorf("got %s", got)
	}
}
