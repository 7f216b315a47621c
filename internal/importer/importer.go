// Package importer brings tools that exist already under contract: it reads tool
// lists of MCP servers and tool arrays of OpenAI and Anthropic, turns their schemas
// into dialect 2020-12, and writes a contract project that generates at once.
//
// Nothing is repaired in silence: whatever is not taken as it is becomes a finding.
package importer

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// Tool is one tool of a source.
type Tool struct {
	// Given is its name in the source, Name the one in the project.
	Given, Name        string
	Title, Description string
	Input, Output      *schema.Value // nil when absent
	at                 *schema.Value
	pointer            string
}

// Source is what was read.
type Source struct {
	// Name is the path to print.
	Name string
	// Kind is "mcp", "openai" or "anthropic".
	Kind  string
	Tools []*Tool

	findings []diag.Finding
}

// maxDepth is how many levels a source may nest.
const maxDepth = 256

// Parse reads a source: the result of MCP's tools/list, with or without its JSON-RPC
// wrap, or an array of tools.
func Parse(name string, data []byte) (*Source, error) {
	tree, err := schema.Parse(data, maxDepth)
	if err != nil {
		return nil, fmt.Errorf("%s is not strict JSON: %w", name, err)
	}
	list, pointer := tree, ""
	for _, key := range []string{"result", "tools"} {
		if inner := list.Get(key); inner != nil {
			list, pointer = inner, pointer+"/"+key
		}
	}
	if list.Kind != schema.Array {
		return nil, errors.New(name + " holds no list of tools: neither an array, nor an object with tools")
	}
	s := &Source{Name: name}
	for i, item := range list.Items {
		s.tool(item, fmt.Sprintf("%s/%d", pointer, i))
	}
	if len(s.Tools) == 0 {
		return nil, errors.New(name + " holds no tools")
	}
	s.names()
	return s, nil
}

// report adds a finding about a tool.
func (s *Source) report(severity diag.Severity, t *Tool, keyword, pointer, message, remedy string) {
	s.findings = append(s.findings, diag.Finding{
		Rule: "import/" + keyword, Severity: severity, File: s.Name, Message: t.Given + ": " + message, Remedy: remedy,
		InstancePointer: t.pointer + pointer, HasInstance: true,
	})
}

// tool reads one tool of whichever kind.
func (s *Source) tool(v *schema.Value, pointer string) {
	t := &Tool{at: v, pointer: pointer}
	body := v
	kind := "mcp"
	switch {
	case v.Get("function") != nil:
		kind, body = "openai", v.Get("function")
		t.pointer += "/function"
	case stringOf(v, "type") == "function":
		kind = "openai"
	case v.Get("input_schema") != nil:
		kind = "anthropic"
	}
	if s.Kind == "" {
		s.Kind = kind
	}
	t.Given, t.Title, t.Description = stringOf(body, "name"), stringOf(body, "title"), stringOf(body, "description")
	if annotations := body.Get("annotations"); t.Title == "" && annotations != nil {
		t.Title = stringOf(annotations, "title")
	}
	if t.Given == "" {
		t.Given = fmt.Sprintf("tool_%d", len(s.Tools)+1)
		s.report(diag.Error, t, "name", "", "the tool has no name", "give it one in the source")
	}
	for _, key := range []string{"inputSchema", "input_schema", "parameters"} {
		if t.Input == nil {
			t.Input = body.Get(key)
		}
	}
	for _, key := range []string{"outputSchema", "output_schema"} {
		if t.Output == nil {
			t.Output = body.Get(key)
		}
	}
	if t.Input == nil || t.Input.Kind != schema.Object {
		s.report(diag.Warning, t, "schema", "", "there is no input schema: the tool gets one without properties", "say what it takes in schemas/"+snake(t.Given)+"/request.schema.json")
		t.Input = nil
	}
	if t.Output != nil && t.Output.Kind != schema.Object {
		t.Output = nil
	}
	s.Tools = append(s.Tools, t)
}

func stringOf(v *schema.Value, key string) string {
	if m := v.Get(key); m != nil && m.Kind == schema.String {
		return m.Text
	}
	return ""
}

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,62}$`)

// names gives every tool a name of its own that a project can have.
func (s *Source) names() {
	taken := map[string]bool{"harness": true, "frozen": true}
	// Whoever has a good name keeps it.
	for _, t := range s.Tools {
		if toolName.MatchString(t.Given) && !taken[t.Given] {
			t.Name = t.Given
			taken[t.Given] = true
		}
	}
	for _, t := range s.Tools {
		if t.Name != "" {
			continue
		}
		name := snake(t.Given)
		t.Name = name
		for i := 2; taken[t.Name]; i++ {
			suffix := fmt.Sprintf("_%d", i)
			t.Name = name[:min(len(name), 63-len(suffix))] + suffix
		}
		taken[t.Name] = true
		switch {
		case t.Name != name:
			s.report(diag.Warning, t, "name", "/name", "another tool has this name: it becomes "+t.Name, "rename one of them in the source")
		case t.Name != t.Given:
			s.report(diag.Warning, t, "name", "/name", "the name cannot be that of a folder and of types in every language: it becomes "+t.Name, "rename it in the source, or map the name in the host")
		}
	}
}

// snake makes a tool's name out of any text.
func snake(text string) string {
	var b strings.Builder
	runes := []rune(text)
	for i, r := range runes {
		switch {
		case r < 128 && (unicode.IsLower(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		case r < 128 && unicode.IsUpper(r):
			if i > 0 && (unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && unicode.IsUpper(runes[i-1])) {
				b.WriteByte('_')
			}
			b.WriteRune(unicode.ToLower(r))
		case r < 128:
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "_u%x", r)
		}
	}
	out := strings.Trim(regexp.MustCompile(`_+`).ReplaceAllString(b.String(), "_"), "_")
	if out == "" || !unicode.IsLetter(rune(out[0])) {
		out = "tool_" + out
	}
	out = strings.TrimRight(out[:min(len(out), 63)], "_")
	return out
}

// Findings are what was not taken as it is, sorted.
func (s *Source) Findings() []diag.Finding { return diag.Sorted(slices.Clone(s.findings)) }
