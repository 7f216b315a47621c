package freeze

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// Entry is one line of a tool's chain in acigen.lock: a version that was frozen, or
// one that was retired. Entries are only ever appended.
type Entry struct {
	Version string `json:"version"`
	Status  Status `json:"status"`
	// Digest is that of all files of the release in canonical form, Validation that of what
	// decides verdicts, Files that of the files' bytes. A retiring entry has none of them.
	Digest     string `json:"digest,omitempty"`
	Validation string `json:"validation,omitempty"`
	Files      string `json:"files,omitempty"`
	// Format tells that format is asserted: it is always "assert".
	Format string `json:"format,omitempty"`
	// Reader is the policy of those who read the result; empty where there is none.
	Reader Reader `json:"reader,omitempty"`
	// Previous is the Chain of the entry before, empty for the first.
	Previous string `json:"previous,omitempty"`
	// Chain is the digest of this entry with all of the above.
	Chain string `json:"chain"`
}

// link sets Previous and Chain.
func (e *Entry) link(previous string) {
	e.Previous = previous
	e.Chain = e.digest()
}

func (e Entry) digest() string {
	e.Chain = ""
	text, err := json.Marshal(e)
	if err != nil {
		panic(err) // it is made of strings
	}
	v, err := schema.Parse(text, 0)
	if err != nil {
		panic(err) // encoding/json has just written it
	}
	return digestOf(v)
}

// Lock is acigen.lock: the chains of all tools.
type Lock struct {
	Tools map[string][]Entry
}

// lockFile is the form of the file.
type lockFile struct {
	Version int                `json:"version"`
	Tools   map[string][]Entry `json:"tools"`
}

// parseLock reads a lock and verifies its chains.
func parseLock(data []byte) (*Lock, error) {
	if _, err := schema.Parse(data, 0); err != nil {
		return nil, fmt.Errorf("it is not strict JSON: %w", err)
	}
	var f lockFile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("it has another form than acigen writes: %w", err)
	}
	if f.Version != 1 {
		return nil, fmt.Errorf("it has version %d, and this acigen knows 1", f.Version)
	}
	l := &Lock{Tools: f.Tools}
	if l.Tools == nil {
		l.Tools = map[string][]Entry{}
	}
	for _, tool := range l.names() {
		if err := verifyChain(l.Tools[tool]); err != nil {
			return nil, fmt.Errorf("the chain of %s: %w", tool, err)
		}
	}
	return l, nil
}

func verifyChain(entries []Entry) error {
	previous := ""
	var last *Version
	for i, e := range entries {
		v, err := ParseVersion(e.Version)
		switch {
		case err != nil:
			return fmt.Errorf("entry %d: %w", i+1, err)
		case e.Previous != previous:
			return fmt.Errorf("entry %d, version %s, does not follow the entry before it", i+1, e.Version)
		case e.Chain != e.digest():
			return fmt.Errorf("entry %d, version %s, is not as it was written", i+1, e.Version)
		case e.Status == Active && last != nil && v.Compare(*last) <= 0:
			return fmt.Errorf("entry %d, version %s, is no later version than the one before it", i+1, e.Version)
		case e.Status != Active && e.Status != Retired:
			return fmt.Errorf("entry %d, version %s, has the status %q", i+1, e.Version, e.Status)
		}
		if e.Status == Active {
			last = &v
		}
		previous = e.Chain
	}
	return nil
}

// names are the tools, sorted.
func (l *Lock) names() []string {
	var out []string
	for name := range l.Tools {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// append adds an entry to a tool's chain.
func (l *Lock) append(tool string, e Entry) {
	previous := ""
	if chain := l.Tools[tool]; len(chain) > 0 {
		previous = chain[len(chain)-1].Chain
	}
	e.link(previous)
	l.Tools[tool] = append(l.Tools[tool], e)
}

// text is the file: an entry a line, so that tools merge line by line.
func (l *Lock) text() []byte {
	var b strings.Builder
	b.WriteString("{\n  \"version\": 1,\n  \"tools\": {")
	for i, tool := range l.names() {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n    %q: [", tool)
		for j, e := range l.Tools[tool] {
			line, err := json.Marshal(e)
			if err != nil {
				panic(err) // it is made of strings
			}
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString("\n      ")
			b.Write(line)
		}
		b.WriteString("\n    ]")
	}
	b.WriteString("\n  }\n}\n")
	return []byte(b.String())
}

// Extends tells whether every chain of the base is the beginning of one here. The
// error names what was changed since.
func (l *Lock) Extends(base *Lock) error {
	for _, tool := range base.names() {
		now := l.Tools[tool]
		for i, e := range base.Tools[tool] {
			if i >= len(now) || now[i] != e {
				return fmt.Errorf("the chain of %s: entry %d, version %s, was changed or removed", tool, i+1, e.Version)
			}
		}
	}
	return nil
}

// Excerpt is the lock of the named tools alone.
func (l *Lock) Excerpt(tools []string) []byte {
	out := &Lock{Tools: map[string][]Entry{}}
	for _, name := range tools {
		if chain := l.Tools[name]; len(chain) > 0 {
			out.Tools[name] = chain
		}
	}
	return out.text()
}
