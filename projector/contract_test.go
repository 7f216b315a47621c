package projector

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/acigen/acigen/schemas"
)

// projectWith copies the contract into a folder of its own, changes it, and loads it.
func projectWith(t *testing.T, config string, replace map[string][]string) *Projector {
	t.Helper()
	dir := t.TempDir()
	err := fs.WalkDir(schemas.FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(schemas.FS, path)
		if err != nil {
			return err
		}
		text := string(data)
		for i, pairs := 0, replace[path]; i+1 < len(pairs); i += 2 {
			if !strings.Contains(text, pairs[i]) {
				return fmt.Errorf("%s has no %s", path, pairs[i])
			}
			text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
		}
		file := filepath.Join(dir, "schemas", filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		return os.WriteFile(file, []byte(text), 0o644)
	})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "acigen.yaml"), []byte(config), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What a user may change: bounds in the schemas, limits, zone and upstreams in acigen.yaml.
func TestAProjectsOwnBoundsCount(t *testing.T) {
	p := projectWith(t, `
timezone: Asia/Shanghai
limits: {evidence_refs: 2, ref_text: 12, observation_bytes: 4096}
upstreams:
  my-logs: {tool: query_logs, recognize: [{path: $.hits, is: array}], entries: '$.hits[*]', fields: {timestamp: $.t, message: $.m}}
`, map[string][]string{
		"lookup_knowledge/result.schema.json": {`"maxLength": 2000`, `"maxLength": 10`, `"maxItems": 8`, `"maxItems": 2`},
		"query_logs/result.schema.json":       {`"maxItems": 50`, `"maxItems": 3`, `"maxItems": 20`, `"maxItems": 1`, `"maxLength": 1000`, `"maxLength": 20`},
		"query_logs/request.schema.json":      {`"default": 60`, `"default": 90`},
		"query_mysql/result.schema.json":      {`"maxItems": 100`, `"maxItems": 4`, `"maxLength": 1000`, `"maxLength": 5`, `"maxItems": 64`, `"maxItems": 2`},
	})
	for _, test := range []struct {
		tool Tool
		raw  string
		want []string
	}{
		{LookupKnowledge, `{"evidence_blocks":[{"document_id":"a","content":"0123456789x"},{"document_id":"b","content":"c"},{"document_id":"d","content":"e"}]}`, []string{`"excerpt":"0123456789"`, `"returned_count":2`, `"truncated":true`}},
		{QueryLogs, `{"hits":[{"t":"2026-03-01 10:15:02","m":"first thing that happened here"},{"t":"2026-03-01 10:15:03","m":"b"},{"t":"2026-03-01 10:15:04","m":"c"},{"t":"2026-03-01 10:15:05","m":"d"}]}`, []string{`"lookback_minutes":90`, `"2026-03-01T02:15:02Z"`, `"message":"first thing that hap"`, `"match_count":4,"returned_count":3`}},
		{QueryMySQL, `{"columns":["a","b","c"],"rows":[[1,"123456",3],[1,2,3],[1,2,3],[1,2,3],[1,2,3]]}`, []string{`"columns":["a","b"],"rows":[[1,"12345"],[1,2],[1,2],[1,2]],"returned_count":4,"truncated":true`}},
	} {
		out := p.Project(test.tool, Call{ID: "c", Request: []byte(requests[test.tool]), Raw: []byte(test.raw)})
		for _, want := range test.want {
			if !strings.Contains(string(out.Result), want) {
				t.Errorf("%s: no %s in %s %v", test.tool, want, out.Result, out.Failure)
			}
		}
		if len(out.EvidenceRefs) != 2 || len(out.EvidenceRefs[0].Text) > 12 {
			t.Errorf("%s: %+v", test.tool, out.EvidenceRefs)
		}
	}
}

// A view may carry other properties than ours does, and leave parts of items out.
func TestAProjectsOwnViewsCount(t *testing.T) {
	p := projectWith(t, "", map[string][]string{
		"lookup_knowledge/result.schema.json": {
			`"x-aci-views": ["control"],
      "x-aci-count-of"`, `"x-aci-views": ["control", "observation"],
      "x-aci-count-of"`,
			`"breadcrumb": {`, `"breadcrumb": { "x-aci-views": [],`,
		},
	})
	item := `{"document_id":"a","breadcrumb":"hidden","content":"` + strings.Repeat("x", 900) + `"}`
	for _, budget := range []int{16384, 2500} {
		p.budget = budget
		out := p.Project(LookupKnowledge, Call{ID: "c", Request: []byte(requests[LookupKnowledge]), Raw: []byte(`{"evidence_blocks":[` + item + `,` + item + `,` + item + `]}`)})
		count := 3
		if budget < 3000 {
			count = 2
		}
		if out.Failure != nil || strings.Contains(string(out.Observation), "breadcrumb") || !strings.Contains(string(out.Result), "hidden") || !strings.Contains(string(out.Observation), fmt.Sprintf(`"returned_count":%d`, count)) || len(out.Observation) > budget {
			t.Errorf("within %d bytes: %v %s", budget, out.Failure, out.Observation)
		}
	}
}

// What the contract no longer allows does not leave: a result that is not valid is an ERROR of class PROJECTION.
func TestAResultThatIsNotValidDoesNotLeave(t *testing.T) {
	p := projectWith(t, "", map[string][]string{
		"lookup_knowledge/result.schema.json": {`"required": ["tool_call_id", "query"],
        "properties": {
          "evidence": { "minItems": 1 },`, `"required": ["tool_call_id", "query"],
        "properties": {
          "evidence": { "minItems": 3 },`},
	})
	out := p.Project(LookupKnowledge, Call{ID: "c", Request: []byte(requests[LookupKnowledge]), Raw: []byte(`{"evidence_blocks":[{"document_id":"a","content":"secret"}]}`)})
	if class(out) != "PROJECTION" || out.Status != Error || strings.Contains(string(out.AppendJSON(nil)), "secret") {
		t.Errorf("%s", out.AppendJSON(nil))
	}
}

// Section 2: no code generates, replaces, trims or derives a call ID. Where a call gets
// its ID is in sight: from the flag, and from the envelope.
func TestNoCodeMakesACallID(t *testing.T) {
	assigned := regexp.MustCompile(`(?:\.ID|\bID:|\.CallID|\bCallID:)\s*[:=]?=?\s*([^\n,}]*)`)
	allowed := map[string]bool{"o.id": true, "id.Text()": true, "call.ID": true, "next.call.ID": true, "string(id)": true, "": true}
	for _, dir := range []string{".", "../internal/upstream", "../internal/recorder", "../cmd/acigen"} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			if strings.Contains(text, `"crypto/rand"`) || strings.Contains(text, "uuid") {
				t.Errorf("%s can make IDs", file)
			}
			for _, line := range strings.Split(text, "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "//") || strings.Contains(line, "cobra.Group") || !strings.Contains(line, "ID = ") && !strings.Contains(line, "ID: ") {
					continue
				}
				for _, m := range assigned.FindAllStringSubmatch(line, -1) {
					if value := strings.TrimSpace(m[1]); strings.Contains(m[0], "ID = ") || strings.Contains(m[0], "ID: ") {
						if !allowed[value] {
							t.Errorf("%s: a call ID comes from %q", file, value)
						}
					}
				}
			}
		}
	}
}
