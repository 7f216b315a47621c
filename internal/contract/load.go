package contract

import (
	"fmt"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// Options are what a load may be told.
type Options struct {
	// Display maps a path relative to the project's root, with slashes, to the path
	// to print. Nil means: relative to the current directory.
	Display func(path string) string
	// Lenient keeps the contract when all that is wrong is in descriptions.yaml; the
	// findings say it all the same.
	Lenient bool
	// Bare tells that the folder need not have an acigen.yaml.
	Bare bool
}

// Load reads the contract project in the folder root. The findings are all
// problems of all its files; with one of severity error the Contract is nil. Their
// rules are config/..., descriptions/..., schema/... and contract/....
func Load(root string, opts Options) (*Contract, []diag.Finding) {
	display := opts.Display
	if display == nil {
		display = relativeTo(root)
	}
	dir, err := os.OpenRoot(root)
	if err != nil {
		return nil, []diag.Finding{{Rule: "config/read", Message: "the project's folder cannot be opened", File: display(".")}}
	}
	defer func() { _ = dir.Close() }()
	r := &reader{root: dir, display: display}

	source, ok := r.read("config/read", ConfigFile, maxYAMLBytes)
	if !ok && len(r.findings) == 0 && !opts.Bare {
		r.report("config/missing", ConfigFile, "the folder is no contract project: it has no acigen.yaml", "run acigen init, or create the file; it may be empty")
	}
	configFile := newYAMLFile("config", display(ConfigFile), source)
	config := parseConfig(configFile)
	targets := config.Generate
	if targets == nil {
		targets = defaultTargets(true)
	}
	r.outs(configFile, targets)

	source, _ = r.read("descriptions/read", "descriptions.yaml", maxYAMLBytes)
	wordsFile := newYAMLFile("descriptions", display("descriptions.yaml"), source)

	files, complete := r.files()
	words := wordsFile.words(toolNames(files))
	var c *Contract
	var found []diag.Finding
	if len(files) > 0 || len(r.findings) == 0 {
		c, found = fromFiles(readable(files), config, display)
	}
	if c == nil || !complete {
		wordsFile.rough(words, readable(files), config.Limits.MaxDepth)
	} else {
		for _, t := range c.Tools {
			if d := words[t.Name]; d != nil {
				wordsFile.resolve(d.Fields, t.Request, t.Name, "request")
				if t.Observation != nil || t.Result == nil {
					wordsFile.resolve(d.Outputs, t.Observation, t.Name, "observation")
				}
				t.Words = *d
			}
		}
	}
	if c != nil {
		var results []string
		for _, t := range c.Tools {
			if t.Result != nil {
				results = append(results, t.Name)
			}
		}
		configFile.readersOf(config, results)
	}
	findings := slices.Concat(r.findings, configFile.findings, wordsFile.findings, found)
	tolerable := len(findings) == 0 || opts.Lenient && len(findings) == len(wordsFile.findings)
	if c == nil || !tolerable {
		return nil, findings
	}
	c.Root, c.DescriptionsFile = root, wordsFile.display
	c.config, c.words, c.display = configFile, wordsFile, display
	return c, findings
}

// FromSchemas is a contract of schema files alone: their paths are those of a
// project, such as schemas/common.schema.json, and everything else is as an
// empty acigen.yaml says. MaxDepth is as in Limits; 0 is its default.
func FromSchemas(files []schema.File, maxDepth int) (*Contract, []diag.Finding) {
	config := Config{Timezone: "UTC", Location: time.UTC, Limits: DefaultLimits()}
	if maxDepth > 0 {
		config.Limits.MaxDepth = maxDepth
	}
	none := newYAMLFile("", "", nil)
	c, findings := fromFiles(files, config, func(p string) string { return p })
	if len(findings) > 0 {
		return nil, findings
	}
	c.config, c.words = none, none
	return c, nil
}

// relativeTo is how paths are printed by default: relative to the current directory.
func relativeTo(root string) func(string) string {
	prefix := root
	if abs, err := filepath.Abs(root); err == nil {
		if cwd, err := os.Getwd(); err == nil {
			if rel, err := filepath.Rel(cwd, abs); err == nil {
				prefix = rel
			}
		}
	}
	return func(p string) string { return filepath.ToSlash(filepath.Join(prefix, filepath.FromSlash(p))) }
}

// outs reports the targets whose folder is a way out of the project.
func (r *reader) outs(f *yamlFile, targets []Target) {
	for _, t := range targets {
		if link := r.linkedOut(t.Out); link != "" {
			f.report("out", t.Line, t.Column, fmt.Sprintf("the folder %s leads out of the project by the symbolic link %s", quote(t.Out), quote(link)), "replace the link by a folder")
		}
	}
}

// files reads all schema files. Those that cannot be read have no Read; complete
// tells that there are none.
func (r *reader) files() (out []schema.File, complete bool) {
	before := len(r.findings)
	paths, ok := r.schemas()
	if !ok {
		r.report("contract/no-schemas", "schemas", "the project has no folder schemas", "create schemas/NAME/request.schema.json")
	}
	for _, p := range r.unread {
		out = append(out, schema.File{Path: p, Display: r.display(p)})
	}
	for _, p := range paths {
		f := schema.File{Path: p, Display: r.display(p)}
		if content, ok := r.schema(p); ok {
			f.Read = func() ([]byte, error) { return content, nil }
		}
		out = append(out, f)
	}
	return out, len(r.findings) == before
}

// readable are the files that could be read.
func readable(files []schema.File) []schema.File {
	return slices.DeleteFunc(slices.Clone(files), func(f schema.File) bool { return f.Read == nil })
}

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// place says which tool's role a path is; tool is empty for other documents.
func place(file string) (tool, role string) {
	segments := strings.Split(file, "/")
	if len(segments) != 3 || segments[0] != "schemas" {
		return "", ""
	}
	switch role, ok := strings.CutSuffix(segments[2], ".schema.json"); {
	case !ok:
	case role == "request", role == "result":
		return segments[1], role
	}
	return "", ""
}

func isTool(name string) bool { return toolName.MatchString(name) && name != harness }

// toolNames returns the names of all tools, sorted.
func toolNames(files []schema.File) []string {
	var out []string
	for _, f := range files {
		if tool, _ := place(f.Path); isTool(tool) {
			out = append(out, tool)
		}
	}
	sort.Strings(out)
	return slices.Compact(out)
}

const (
	harness        = "harness"
	harnessControl = "schemas/harness/control.schema.json"
)

// checkPlaces reports files that look like a role but stand where no tool has one.
func checkPlaces(files []schema.File) (findings []diag.Finding) {
	results := map[string]bool{}
	for _, f := range files {
		if tool, role := place(f.Path); role == "result" {
			results[tool] = true
		}
	}
	report := func(f schema.File, rule, message, remedy string) {
		findings = append(findings, diag.Finding{Rule: rule, Message: message, Remedy: remedy, File: f.Display})
	}
	for _, f := range files {
		dir, name := path.Split(f.Path)
		dir = strings.Trim(strings.TrimPrefix(dir, "schemas"), "/")
		tool, _ := place(f.Path)
		switch {
		case tool == harness:
			report(f, "contract/tool-name", "the folder harness is the harness's and no tool's", "rename the folder")
		case tool != "" && !toolName.MatchString(tool):
			report(f, "contract/tool-name", fmt.Sprintf("%s is no name for a tool", quote(tool)), "name the folder with lower-case letters, digits and _, a letter first, at most 63")
		case tool == "" && (name == "request.schema.json" || name == "result.schema.json"):
			report(f, "contract/tool-folder", "a tool's schemas stand in a folder of their own directly below schemas/", "move the file to schemas/NAME/"+name)
		case results[dir] && (name == Control+".schema.json" || name == Observation+".schema.json"):
			report(f, "contract/derived", "this view is derived from result.schema.json, which says what it carries by x-aci-views", "remove or rename the file")
		}
	}
	return findings
}

// addresses gives each file the URI under which it is found: its path below schemas/.
func addresses(files []schema.File) []schema.File {
	out := slices.Clone(files)
	sort.SliceStable(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	for i := range out {
		if out[i].Display == "" {
			out[i].Display = out[i].Path
		}
		if out[i].ID == "" {
			out[i].ID = schema.DefaultBase + (&url.URL{Path: strings.TrimPrefix(out[i].Path, "schemas/")}).EscapedPath()
		}
	}
	return out
}
