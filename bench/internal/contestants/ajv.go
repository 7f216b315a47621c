package contestants

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/acigen/acigen/bench/internal/documents"
)

// Ajv is a Node process that does JSON.parse and validation by code that Ajv
// compiled. It must be closed.
type Ajv struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	loaded  int
}

// StartAjv starts the process in dir, which holds serve.js and node_modules.
// The error says what is missing.
func StartAjv(dir string) (*Ajv, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.New("node is not installed")
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "ajv")); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no node_modules: run npm ci there", dir)
	}
	a := &Ajv{command: exec.Command(node, filepath.Join(dir, "serve.js"))}
	a.command.Stderr = os.Stderr
	if a.in, err = a.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := a.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	a.out = bufio.NewReader(out)
	return a, a.command.Start()
}

// Close ends the process.
func (a *Ajv) Close() error {
	if err := a.in.Close(); err != nil {
		return err
	}
	return a.command.Wait()
}

// Contestant returns Ajv as a contestant. Numbers become float64 in JavaScript.
func (a *Ajv) Contestant() Contestant {
	return Contestant{Name: "JSON.parse + Ajv in Node", Judges: everyRule, Prepare: func(d documents.Document) (Entry, error) {
		loaded, err := a.ask(map[string]any{"load": string(d.Data), "tool": d.Tool})
		if err != nil {
			return Entry{}, err
		}
		remote := remote{ajv: a, index: a.loaded, valid: d.Valid()}
		a.loaded++
		return Entry{
			Once: func() error {
				if !loaded.Valid {
					return errInvalid
				}
				return nil
			},
			Value:  func() ([]byte, error) { return []byte(loaded.Value), nil },
			Remote: remote,
		}, nil
	}}
}

var errInvalid = errors.New("invalid")

type answer struct {
	Valid       bool    `json:"valid"`
	Value       string  `json:"value"`
	Nanoseconds float64 `json:"nanoseconds"`
}

func (a *Ajv) ask(request any) (answer, error) {
	var got answer
	line, err := json.Marshal(request)
	if err != nil {
		return got, err
	}
	if _, err := a.in.Write(append(line, '\n')); err != nil {
		return got, err
	}
	text, err := a.out.ReadBytes('\n')
	if err != nil {
		return got, fmt.Errorf("read Ajv's answer: %w", err)
	}
	return got, json.Unmarshal(text, &got)
}

// remote is a document that the process holds.
type remote struct {
	ajv   *Ajv
	index int
	valid bool
}

// Run implements measure.Subject.
func (r remote) Run(n int) (time.Duration, error) {
	got, err := r.ajv.ask(map[string]int{"run": r.index, "times": n})
	if err != nil {
		return 0, err
	}
	if got.Valid != r.valid {
		return 0, errors.New("the answer of Ajv changed while measuring")
	}
	return time.Duration(got.Nanoseconds), nil
}
