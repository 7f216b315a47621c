package contestants

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/acigen/acigen/bench/internal/documents"
)

// Language is generated code of another language beside the peer that its people use.
type Language struct {
	Name, Peer string
	// Goal is the share of the peer's speed that generated code should have.
	Goal float64
	// Figures are in the order of the documents.
	Figures []LanguageFigure
}

// LanguageFigure is the cost of one document in nanoseconds.
type LanguageFigure struct {
	Tool    documents.Tool
	Variant documents.Variant
	// Value is for a parsed value, Text for a text.
	Value     float64 `json:"value"`
	ValuePeer float64 `json:"value_peer"`
	Text      float64 `json:"text"`
	TextPeer  float64 `json:"text_peer"`
}

// TypeScript measures generated TypeScript beside Ajv, in one process of Node. Dir is
// the folder bench of this repository.
func TypeScript(dir string, all []documents.Document, rounds int, sample time.Duration) (*Language, error) {
	l := &Language{Name: "TypeScript", Peer: "Ajv", Goal: 0.8}
	module, err := os.MkdirTemp("", "acigen-bench-")
	if err != nil {
		return l, err
	}
	defer func() { _ = os.RemoveAll(module) }()
	sources, err := filepath.Glob(filepath.Join(dir, "..", "gen", "typescript", "*.ts"))
	if err != nil || len(sources) == 0 {
		return l, fmt.Errorf("no generated TypeScript: %v", err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			return l, err
		}
		r := api.Transform(string(text), api.TransformOptions{Loader: api.LoaderTS, Format: api.FormatESModule, Target: api.ES2022})
		if len(r.Errors) > 0 {
			return l, fmt.Errorf("%s: %s", source, r.Errors[0].Text)
		}
		if err := os.WriteFile(filepath.Join(module, strings.TrimSuffix(filepath.Base(source), ".ts")+".js"), r.Code, 0o600); err != nil {
			return l, err
		}
	}
	if err := os.WriteFile(filepath.Join(module, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		return l, err
	}
	return l, l.run(all, rounds, sample, "node", filepath.Join(dir, "ajv", "compare.mjs"), module)
}

// Python measures generated Python beside plain pydantic models.
func Python(dir string, all []documents.Document, rounds int, sample time.Duration) (*Language, error) {
	python := filepath.Join(dir, "python", ".venv", "bin", "python3")
	if _, err := os.Stat(python); err != nil {
		python = "python3"
	}
	l := &Language{Name: "Python", Peer: "plain pydantic", Goal: 0.7}
	return l, l.run(all, rounds, sample, python, filepath.Join(dir, "python", "compare.py"), filepath.Join(dir, "..", "gen", "python"))
}

func (l *Language) run(all []documents.Document, rounds int, sample time.Duration, program string, args ...string) error {
	type question struct {
		Tool    documents.Tool    `json:"tool"`
		Variant documents.Variant `json:"variant"`
		Text    string            `json:"text"`
		Rounds  int               `json:"rounds"`
		Seconds float64           `json:"seconds"`
	}
	var questions []question
	for _, d := range all {
		if d.Variant == documents.Canonical || d.Variant == documents.Shuffled || d.Variant == documents.CJK {
			questions = append(questions, question{d.Tool, d.Variant, string(d.Data), rounds, sample.Seconds()})
		}
	}
	in, err := json.Marshal(questions)
	if err != nil {
		return err
	}
	var said bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &said
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.Output()
	if err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return fmt.Errorf("%w: %s", err, lines[len(lines)-1])
	}
	return json.Unmarshal(out, &l.Figures)
}
