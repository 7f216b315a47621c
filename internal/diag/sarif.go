package diag

import (
	"bufio"
	"strings"
)

// sarifRenderer prints a SARIF 2.1.0 log of one run (OASIS, "Static Analysis
// Results Interchange Format", version 2.1.0 with errata 01). Results are written
// as they come; the tool with the rules that occurred follows them, as the order
// of members has no meaning.
type sarifRenderer struct {
	version string
	results jsonList
	rules   map[string]int
	ids     []sarifRule
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

type (
	sarifRule struct {
		ID string `json:"id"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules,omitempty"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool                `json:"executionSuccessful"`
		Notifications       []sarifNotification `json:"toolExecutionNotifications"`
	}

	sarifResult struct {
		RuleID     string          `json:"ruleId"`
		RuleIndex  int             `json:"ruleIndex"`
		Level      string          `json:"level"`
		Message    sarifText       `json:"message"`
		Locations  []sarifLocation `json:"locations,omitempty"`
		Properties sarifProperties `json:"properties,omitzero"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
	// sarifProperties names what SARIF has no member for as the JSON form does.
	sarifProperties struct {
		SchemaPointer string `json:"schema_pointer,omitempty"`
		Schema        string `json:"schema,omitempty"`
		Keyword       string `json:"keyword,omitempty"`
		Record        int    `json:"record,omitempty"`
		Remedy        string `json:"remedy,omitempty"`
		jsonChange
	}
)

func (s *sarifRenderer) begin(w *bufio.Writer) {
	_, _ = w.WriteString(`{"$schema":"` + sarifSchema + `","version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[`)
}

func (s *sarifRenderer) batch(w *bufio.Writer, b batch) error {
	for i := range b.shown {
		if err := s.results.add(w, s.result(&b.shown[i])); err != nil {
			return err
		}
	}
	return nil
}

func (s *sarifRenderer) end(w *bufio.Writer, _ Summary, withheld int) error {
	s.results.end(w)
	tool, err := appendJSON(nil, sarifTool{sarifDriver{"acigen", s.version, s.ids}})
	if err != nil {
		return err
	}
	_, _ = w.WriteString("],\n\"tool\":")
	_, _ = w.Write(tool)
	if withheld > 0 {
		invocation, err := appendJSON(nil, sarifInvocation{true, []sarifNotification{{"warning", sarifText{withheldNotice(withheld)}}}})
		if err != nil {
			return err
		}
		_, _ = w.WriteString(",\n\"invocations\":[")
		_, _ = w.Write(invocation)
		_ = w.WriteByte(']')
	}
	_, _ = w.WriteString("}]}\n")
	return nil
}

func (s *sarifRenderer) result(f *Finding) sarifResult {
	index, known := s.rules[f.Rule]
	if !known {
		index = len(s.ids)
		s.rules[f.Rule] = index
		s.ids = append(s.ids, sarifRule{f.Rule})
	}
	r := sarifResult{
		RuleID: f.Rule, RuleIndex: index, Level: sarifLevel(f.Severity), Message: sarifText{f.Message},
		Properties: sarifProperties{f.SchemaPointer, f.Schema, f.Keyword, f.Record, f.Remedy, changeJSON(f.Change)},
	}
	if f.Remedy != "" {
		// Viewers show the message alone.
		r.Message.Text += "\nfix: " + f.Remedy
	}
	var at sarifLocation
	if f.File != "" {
		at.Physical = &sarifPhysical{Artifact: sarifArtifact{fileURI(f.File)}}
		if line := printedLine(f); line > 0 {
			at.Physical.Region = &sarifRegion{line, f.Column}
		}
	}
	if f.HasInstance {
		at.Logical = []sarifLogical{{f.InstancePointer}}
	}
	if at.Physical != nil || at.Logical != nil {
		r.Locations = []sarifLocation{at}
	}
	return r
}

func sarifLevel(s Severity) string {
	switch s {
	case Warning:
		return "warning"
	case Info:
		return "note"
	}
	return "error"
}

// fileURI turns a path with slashes into a URI reference (RFC 3986): a relative
// path stays relative, an absolute one becomes a file URI (RFC 8089).
func fileURI(path string) string {
	path = strings.TrimPrefix(path, "./")
	drive := len(path) > 2 && path[1] == ':' && path[2] == '/'
	var b strings.Builder
	switch {
	case strings.HasPrefix(path, "/"):
		b.WriteString("file://")
	case drive:
		b.WriteString("file:///")
	}
	const hex = "0123456789ABCDEF"
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("/-._~!$&'()*+,;=@", c) >= 0, drive && i == 1:
			b.WriteByte(c)
		default:
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
		}
	}
	return b.String()
}
