package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// yamlFile is one YAML file being read: strictly, with a finding for everything
// that is not plain data or not expected where it stands.
type yamlFile struct {
	group    string // of the rules: "config", "descriptions"
	display  string
	source   []byte
	lines    [][]byte
	findings []diag.Finding
}

func newYAMLFile(group, display string, source []byte) *yamlFile {
	return &yamlFile{group: group, display: display, source: source, lines: bytes.Split(source, []byte("\n"))}
}

// report adds a finding about a place of the file.
func (f *yamlFile) report(rule string, line, column int, message, remedy string) {
	if len(f.findings) < maxFindings {
		f.findings = append(f.findings, f.finding(f.group+"/"+rule, line, column, message, remedy))
	}
}

// finding is a finding of severity error about a place of the file, with its source line.
func (f *yamlFile) finding(rule string, line, column int, message, remedy string) diag.Finding {
	finding := diag.Finding{Rule: rule, Message: message, Remedy: remedy, File: f.display, Line: line, Column: column}
	if line >= 1 && line <= len(f.lines) {
		text := bytes.TrimSuffix(f.lines[line-1], []byte("\r"))
		finding.Source, finding.SourceColumn = diag.Excerpt(text, byteOffset(text, column))
	}
	return finding
}

func (f *yamlFile) at(n *yaml.Node, rule, message, remedy string) {
	f.report(rule, n.Line, n.Column, message, remedy)
}

// byteOffset returns where the column, counted in code points, starts in text.
func byteOffset(text []byte, column int) int {
	s := string(text)
	for i := range s {
		if column--; column <= 0 {
			return i
		}
	}
	return len(text)
}

// parse returns the file's one mapping, or nil when it is empty or broken. What
// comes back is plain: no aliases, anchors, tags or merge keys, every key a
// string that occurs once, nesting and size bounded.
func (f *yamlFile) parse() *yaml.Node {
	if len(f.source) > maxYAMLBytes {
		f.report("size", 0, 0, fmt.Sprintf("the file has more than %d bytes", maxYAMLBytes), "")
		return nil
	}
	if !utf8.Valid(f.source) {
		f.report("yaml", 0, 0, "the file is not UTF-8", "save it as UTF-8")
		return nil
	}
	docs, err := decode(f.source)
	if err != nil {
		line, message := yamlError(err)
		f.report("yaml", line, min(line, 1), message, "write valid YAML")
		return nil
	}
	if len(docs) == 0 || len(docs[0].Content) == 0 {
		return nil
	}
	if len(docs) > 1 {
		f.at(docs[1], "yaml", "the file holds more than one YAML document", "keep one and remove the --- lines")
		return nil
	}
	root := docs[0].Content[0]
	nodes := 0
	if !f.plain(root, 0, &nodes) {
		return nil
	}
	if root.Kind == yaml.ScalarNode && root.ShortTag() == "!!null" {
		return nil
	}
	if root.Kind != yaml.MappingNode {
		f.at(root, "type", "the file holds "+kindOf(root)+" where a mapping of keys is expected", "")
		return nil
	}
	return root
}

// decode reads the documents of a stream, at most two.
func decode(source []byte) (docs []*yaml.Node, err error) {
	// The library reports a few malformed inputs by panicking.
	defer func() {
		if r := recover(); r != nil {
			docs, err = nil, errors.New("the text is not YAML")
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(source))
	for len(docs) < 2 {
		var doc yaml.Node
		if err := decoder.Decode(&doc); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		docs = append(docs, &doc)
	}
	return docs, nil
}

var yamlErrorLine = regexp.MustCompile(`^line (\d+): `)

// yamlError splits the library's message into line and text.
func yamlError(err error) (line int, message string) {
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlErrorLine.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		message = message[len(m[0]):]
	}
	message, _, _ = strings.Cut(message, "\n")
	return line, message
}

// plain reports what is not plain data, and whether all is.
func (f *yamlFile) plain(n *yaml.Node, depth int, nodes *int) bool {
	if *nodes++; *nodes > maxYAMLNodes {
		f.at(n, "size", fmt.Sprintf("the file holds more than %d values", maxYAMLNodes), "")
		return false
	}
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		f.at(n, "yaml", "anchors and aliases are not supported", "write the value out")
		return false
	}
	switch tag := n.ShortTag(); tag {
	case "!!map", "!!seq", "!!str", "!!int", "!!float", "!!bool", "!!null", "!!timestamp":
	default:
		f.at(n, "yaml", fmt.Sprintf("the tag %.40q is not supported", tag), "write plain data")
		return false
	}
	if depth == maxYAMLDepth {
		f.at(n, "size", fmt.Sprintf("nested deeper than %d levels", maxYAMLDepth), "")
		return false
	}
	if n.Kind == yaml.MappingNode {
		return f.plainMapping(n, depth, nodes)
	}
	for _, item := range n.Content {
		if !f.plain(item, depth+1, nodes) {
			return false
		}
	}
	return true
}

func (f *yamlFile) plainMapping(n *yaml.Node, depth int, nodes *int) bool {
	ok := true
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !f.plain(key, depth+1, nodes) || !f.plain(value, depth+1, nodes) {
			return false
		}
		if key.Kind != yaml.ScalarNode || key.ShortTag() != "!!str" {
			f.at(key, "type", "a key is "+kindOf(key)+" where a string is expected", "")
			ok = false
			continue
		}
		if first, twice := seen[key.Value]; twice {
			f.at(key, "duplicate", fmt.Sprintf("the key %s is there already, in line %d", quote(key.Value), first), "keep one of the two")
			ok = false
			continue
		}
		seen[key.Value] = key.Line
	}
	return ok
}

// entry is one key of a mapping with its value.
type entry struct {
	key, value *yaml.Node
}

// entries returns the mapping's entries whose key is known, in source order, and
// reports the other keys. A node that is no mapping is reported and has none.
func (f *yamlFile) entries(n *yaml.Node, what string, known ...string) []entry {
	var out []entry
	for _, e := range f.mapping(n, what) {
		if slices.Contains(known, e.key.Value) {
			out = append(out, e)
			continue
		}
		f.at(e.key, "key", fmt.Sprintf("%s has no key %s", what, quote(e.key.Value)), suggestion(e.key.Value, known))
	}
	return out
}

// mapping returns the entries of a mapping with keys of the user's own choice. A
// null, which is what a key with nothing behind it has, is an empty mapping.
func (f *yamlFile) mapping(n *yaml.Node, what string) []entry {
	if isNull(n) {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		f.at(n, "type", fmt.Sprintf("%s is %s where a mapping is expected", what, kindOf(n)), "")
		return nil
	}
	out := make([]entry, 0, len(n.Content)/2)
	for i := 0; i+1 < len(n.Content); i += 2 {
		out = append(out, entry{n.Content[i], n.Content[i+1]})
	}
	return out
}

// sequence returns the elements of a sequence; a null is an empty one.
func (f *yamlFile) sequence(n *yaml.Node, what string) []*yaml.Node {
	if isNull(n) {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		f.at(n, "type", fmt.Sprintf("%s is %s where a list is expected", what, kindOf(n)), "")
		return nil
	}
	return n.Content
}

// str returns a string scalar. Other scalars are not taken for text: true and 1.0 would lose how they were written.
func (f *yamlFile) str(n *yaml.Node, what string) (string, bool) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!str" {
		f.at(n, "type", fmt.Sprintf("%s is %s where a string is expected", what, kindOf(n)), quotesHint(n))
		return "", false
	}
	return n.Value, true
}

func quotesHint(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode && !isNull(n) {
		return "put it in quotes if the text is meant"
	}
	return ""
}

var plainInteger = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)

// integer returns a decimal integer within bounds.
func (f *yamlFile) integer(n *yaml.Node, what string, least, most int) (int, bool) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || !plainInteger.MatchString(n.Value) {
		f.at(n, "type", fmt.Sprintf("%s is %s where a decimal integer is expected", what, kindOf(n)), "")
		return 0, false
	}
	v, err := strconv.Atoi(n.Value)
	if err != nil || v < least || v > most {
		f.at(n, "range", fmt.Sprintf("%s is out of range", what), fmt.Sprintf("write a number from %d to %d", least, most))
		return 0, false
	}
	return v, true
}

// version checks a version key, of which 1 is the only value there is.
func (f *yamlFile) version(n *yaml.Node) {
	if n.Kind != yaml.ScalarNode || n.ShortTag() != "!!int" || n.Value != "1" {
		f.at(n, "version", "the version is not 1, the only one there is", "write version: 1")
	}
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// kindOf names what a node is, for a message.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.ShortTag() {
	case "!!int", "!!float":
		return "a number"
	case "!!bool":
		return "a boolean"
	case "!!null":
		return "empty"
	case "!!timestamp":
		return "a date"
	}
	return "a string"
}

// quote prints a user's word in a message: escaped and of bounded length.
func quote(word string) string {
	const longest = 80
	if runes := []rune(word); len(runes) > longest {
		word = string(runes[:longest]) + "…"
	}
	return strconv.Quote(word)
}

// suggestion is a remedy for a word that is not among the known ones.
func suggestion(word string, known []string) string {
	if near := schema.Suggest(word, known); near != "" {
		return "did you mean " + near + "?"
	}
	const few = 12
	if len(known) == 0 || len(known) > few {
		return ""
	}
	return "known here: " + strings.Join(known, ", ")
}
