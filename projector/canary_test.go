package projector

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/tape"
)

// canaries writes a value with a unique text in every string, and with unknown
// members in every object.
func canaries(dst []byte, v tape.Value, n *int) []byte {
	switch v.Kind() {
	case tape.Object:
		dst = append(dst, '{')
		for name, value := range v.Members() {
			dst = append(append(dst, name.Raw()...), ':')
			dst = append(canaries(dst, value, n), ',')
		}
		*n++
		return fmt.Appendf(dst, `"zz_%d":"canary%dz","zzz":{"score":"canary%dz","trace":["canary%dz"]}}`, *n, *n, *n, *n)
	case tape.Array:
		dst = append(dst, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = canaries(dst, element, n)
		}
		return append(dst, ']')
	case tape.String:
		*n++
		return kernel.AppendText(dst, fmt.Sprintf("%s canary%dz", v.Text(), *n))
	}
	return append(dst, v.Raw()...)
}

// contractText gathers the strings that a projection's entries carry by the contract.
func contractText(t *testing.T, tool Tool, p Projection) string {
	t.Helper()
	var out strings.Builder
	switch tool {
	case LookupKnowledge:
		for _, e := range knowledgeOf(t, p).Evidence {
			out.WriteString(strings.Join([]string{e.DocumentID, e.Source, e.Title, e.Breadcrumb, e.Excerpt}, "\n"))
		}
	case QueryLogs:
		v := logsOf(t, p)
		for _, e := range v.Events {
			out.WriteString(string(e.Service) + "\n" + e.Message + "\n")
		}
		for _, e := range v.Patterns {
			out.WriteString(e.Pattern + "\n")
		}
	}
	return out.String()
}

// TestNothingButTheContractsFieldsGetsOut puts a unique text into every string of every
// sample and unknown members into every object, and looks for them in everything
// that comes out: outside the contract's fields there is none.
func TestNothingButTheContractsFieldsGetsOut(t *testing.T) {
	projected := 0
	for _, file := range samples(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		tool := toolOf(t, name)
		if tool == QueryMySQL || tool == QueryMetrics {
			continue // every cell is carried; the keys of objects are columns
		}
		var doc tape.Tape
		v, fault := doc.Parse(string(raw), 0)
		if fault != tape.Sound {
			t.Fatal(file)
		}
		n := 0
		marked := canaries(nil, v, &n)
		for _, limit := range []int{1 << 20, 700} {
			p := *Default()
			p.budget = limit
			out := p.Project(tool, Call{ID: "call_1", Request: []byte(requests[tool]), Raw: marked, Upstream: name})
			if out.Failure != nil {
				if strings.Contains(string(out.AppendJSON(nil)), "canary") {
					t.Errorf("%s: a failure carries text of the output", file)
				}
				continue
			}
			projected++
			text := contractText(t, tool, out)
			for _, view := range []string{string(out.Observation), string(out.Control)} {
				for i := 1; i <= n; i++ {
					canary := fmt.Sprintf("canary%dz", i)
					if strings.Contains(view, canary) && !strings.Contains(text, canary) {
						t.Errorf("%s: %s gets out: %s", file, canary, view)
					}
				}
				if strings.Contains(view, "zz_") || strings.Contains(view, "trace") {
					t.Errorf("%s: an unknown member gets out", file)
				}
			}
			if strings.Contains(string(out.Control), "canary") {
				t.Errorf("%s: the control view carries text of the output: %s", file, out.Control)
			}
		}
	}
	if projected < 10 {
		t.Errorf("only %d outputs were projected", projected)
	}
}

// strangers writes a value with members that nobody knows in its objects, where wanted
// says so for the members' names above them.
func strangers(dst []byte, v tape.Value, above string, wanted func(above string) bool, n *int) []byte {
	switch v.Kind() {
	case tape.Object:
		dst = append(dst, '{')
		some := false
		for name, value := range v.Members() {
			if some {
				dst = append(dst, ',')
			}
			some = true
			dst = append(append(dst, name.Raw()...), ':')
			dst = strangers(dst, value, name.Text(), wanted, n)
		}
		if wanted(above) {
			if some {
				dst = append(dst, ',')
			}
			*n++
			dst = fmt.Appendf(dst, `"zz_%d":"canary%dz","zzz":{"score":"canary%dz","trace":["canary%dz"]}`, *n, *n, *n, *n)
		}
		return append(dst, '}')
	case tape.Array:
		dst = append(dst, '[')
		for i, element := range v.Elements() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = strangers(dst, element, above+"[]", wanted, n)
		}
		return append(dst, ']')
	}
	return append(dst, v.Raw()...)
}

// TestNoUnknownMemberReachesRowsOrEvidenceRefs puts unknown members into every object of
// every sample whose members are not columns or labels by themselves: no view of rows and
// no evidence reference of any tool has anything of them.
func TestNoUnknownMemberReachesRowsOrEvidenceRefs(t *testing.T) {
	// Where the members' names are data: columns of a row, labels of a series, what a cell holds.
	data := map[string][]string{
		"acigen-rows": {"rows[]"}, "mysql-shell": {"rows[]"}, "mysql2": {"[][]", "blob", "j"}, "planetscale-driver": {"rows[]", "types"}, "aurora-data-api-formatted": {"formattedRecords[]"},
		"prometheus": {"metric", "labels", "annotations"}, "alertmanager": {"labels", "annotations", "commonLabels", "groupLabels", "commonAnnotations"},
		"acigen-metrics": {"labels"},
	}
	tools := map[Tool]int{}
	for _, file := range samples(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		tool := toolOf(t, name)
		var doc tape.Tape
		v, fault := doc.Parse(string(raw), 0)
		if fault != tape.Sound {
			t.Fatal(file)
		}
		n := 0
		marked := strangers(nil, v, "", func(above string) bool { return !slices.Contains(data[name], above) }, &n)
		out := Project(tool, Call{ID: "call_1", Request: []byte(requests[tool]), Raw: marked, Upstream: name})
		plain := Project(tool, Call{ID: "call_1", Request: []byte(requests[tool]), Raw: raw, Upstream: name})
		if (out.Failure == nil) != (plain.Failure == nil) {
			t.Errorf("%s: %v with unknown members, %v without", file, out.Failure, plain.Failure)
		}
		tools[tool] += len(out.EvidenceRefs)
		for _, ref := range out.EvidenceRefs {
			if strings.Contains(ref.Text+ref.RawPath, "canary") || strings.Contains(ref.Text+ref.RawPath, "zz") {
				t.Errorf("%s: an evidence reference carries an unknown member: %+v", file, ref)
			}
		}
		for _, view := range []string{string(out.Observation), string(out.Control)} {
			if strings.Contains(view, "canary") || strings.Contains(view, "zz_") {
				t.Errorf("%s: a view carries an unknown member: %s", file, view)
			}
		}
	}
	for _, tool := range Tools() {
		if tools[tool] < 5 {
			t.Errorf("only %d evidence references of %s were looked at", tools[tool], tool)
		}
	}
}

// TestRowsCarryCellsAndColumnsAlone marks every text of every output of rows: what gets
// out is a cell's, or a column's.
func TestRowsCarryCellsAndColumnsAlone(t *testing.T) {
	looked := 0
	for _, file := range samples(t) {
		name := filepath.Base(filepath.Dir(file))
		if toolOf(t, name) != QueryMySQL {
			continue
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := range strings.Count(string(raw), `":"`) + strings.Count(string(raw), `": "`) {
			marked := markText(string(raw), i)
			out := Project(QueryMySQL, Call{ID: "call_1", Request: []byte(requests[QueryMySQL]), Raw: []byte(marked), Upstream: name})
			if strings.Contains(string(out.Control), "canary") {
				t.Errorf("%s: the control view carries text of the output: %s", file, out.Control)
			}
			if out.Failure != nil || !strings.Contains(string(out.Observation), "canary") {
				continue
			}
			looked++
			v := rowsOf(t, out)
			found := strings.Contains(strings.Join(v.Columns, "\n"), "canary")
			for _, row := range v.Rows {
				for _, cell := range row {
					found = found || strings.Contains(fmt.Sprint(cell), "canary")
				}
			}
			if !found {
				t.Errorf("%s: text gets out beside cells and columns: %s", file, out.Observation)
			}
		}
	}
	if looked < 5 {
		t.Errorf("only %d texts got out", looked)
	}
}

// markText puts a mark into the i-th text that is a member's value.
func markText(raw string, i int) string {
	for at := 0; ; i-- {
		next := strings.IndexAny(raw[at:], ":")
		if next < 0 {
			return raw
		}
		at += next + 1
		if rest := strings.TrimLeft(raw[at:], " "); strings.HasPrefix(rest, `"`) && raw[at-2] == '"' {
			if i == 0 {
				quote := len(raw) - len(rest) + 1
				return raw[:quote] + "canary" + raw[quote:]
			}
		} else {
			i++
		}
	}
}

// TestAnOutputCutAnywhereIsAnErrorOrWhole cuts every sample at every place.
func TestAnOutputCutAnywhereIsAnErrorOrWhole(t *testing.T) {
	for _, file := range samples(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tool := toolOf(t, filepath.Base(filepath.Dir(file)))
		raw = []byte(strings.TrimSpace(string(raw)))
		for i := 0; i < len(raw); i += 1 + len(raw)/40 {
			p := Project(tool, Call{ID: "c", Request: []byte(requests[tool]), Raw: raw[:i]})
			want := "SCHEMA"
			if i == 0 {
				want = "EXECUTION"
			}
			if class(p) != want {
				t.Errorf("%s cut at %d: %s, want %s", file, i, class(p), want)
			}
		}
	}
}

// TestNumbersLeaveAsTheyCame sends numbers through every upstream of rows that delivers them exactly.
func TestNumbersLeaveAsTheyCame(t *testing.T) {
	for _, number := range []string{"9007199254740993", "18446744073709551615", "19.990", "1e400", "-0", "1E+5", "0.000", "123456789012345678901234567890.5"} {
		for upstream, raw := range map[string]string{
			"acigen-rows": `{"columns":["a"],"rows":[[%s]]}`, "mysql-shell": `{"hasData":true,"rows":[{"a":%s}]}`, "mysql2": `[[{"a":%s}],[{"name":"a"}]]`,
			"planetscale-driver": `{"headers":["a"],"types":{"a":"DECIMAL"},"fields":[{"name":"a","type":"DECIMAL"}],"rows":[{"a":"%s"}]}`,
			"aurora-data-api":    `{"columnMetadata":[{"label":"a","typeName":"DECIMAL"}],"records":[[{"stringValue":"%s"}]]}`, "aurora-data-api-formatted": `{"formattedRecords":"[{\"a\":%s}]"}`,
		} {
			p := ask(t, QueryMySQL, fmt.Sprintf(raw, number))
			if p.Upstream != upstream || !strings.Contains(string(p.Observation), `"rows":[[`+number+`]]`) {
				t.Errorf("%s through %s (%s): %s %v", number, upstream, p.Upstream, p.Observation, p.Failure)
			}
		}
	}
}

// TestNoMemoryIsShared changes everything that a projection was given and gave.
func TestNoMemoryIsShared(t *testing.T) {
	raw := []byte(logOutput(20))
	call := Call{ID: "call_1", Request: []byte(requests[QueryLogs]), Raw: raw}
	p := Project(QueryLogs, call)
	before := string(p.AppendJSON(nil))
	for i := range raw {
		raw[i] = 'x'
	}
	clear(call.Request)
	Project(QueryLogs, Call{ID: "other", Request: []byte(requests[QueryLogs]), Raw: []byte(logOutput(40))})
	if string(p.AppendJSON(nil)) != before {
		t.Error("the projection refers to the output's memory")
	}
	result := string(p.Result)
	clear(p.Observation)
	clear(p.Control)
	if string(p.Result) != result {
		t.Error("the views share memory")
	}
}

// TestProjectionsRunBesideEachOther is for the race detector.
func TestProjectionsRunBesideEachOther(t *testing.T) {
	want := Project(QueryLogs, Call{ID: "c", Request: []byte(requests[QueryLogs]), Raw: []byte(logOutput(60))})
	done := make(chan string)
	for range 4 {
		go func() {
			out := ""
			for range 20 {
				p := Project(QueryLogs, Call{ID: "c", Request: []byte(requests[QueryLogs]), Raw: []byte(logOutput(60))})
				out = string(p.AppendJSON(nil))
				Project(LookupKnowledge, Call{ID: "c", Request: []byte(requests[LookupKnowledge]), Raw: []byte("x")})
			}
			done <- out
		}()
	}
	for range 4 {
		if <-done != string(want.AppendJSON(nil)) {
			t.Error("projections disturb each other")
		}
	}
}

func FuzzProject(f *testing.F) {
	for _, seed := range []string{`{"logs":[{"timestamp":"2026-03-01 10:15:02","message":"a 1"}],"total":2}`, `{"rows":[{"a":1}]}`, `{"evidence_blocks":[{"source":"a/b","content":"x"}]}`, `[{"page_content":"x"}]`, `"\"{}\""`, `{"content":[{"type":"text","text":"{}"}]}`, `{"result":{"fields":[{"name":"a"}],"rows":[{"lengths":["1"],"values":"YQ=="}]}}`} {
		f.Add(seed, uint8(0), uint16(16384))
		f.Add(seed, uint8(1), uint16(300))
		f.Add(seed, uint8(2), uint16(300))
	}
	f.Fuzz(func(t *testing.T, raw string, which uint8, budget uint16) {
		tool := []Tool{LookupKnowledge, QueryLogs, QueryMySQL}[which%3]
		p := *Default()
		p.budget = int(budget) + 256
		out := p.Project(tool, Call{ID: "call_1", Request: []byte(requests[tool]), Raw: []byte(raw)})
		for r, doc := range map[role][]byte{result: out.Result, control: out.Control, observation: out.Observation} {
			if err := generated[tool][r](doc); err != nil {
				t.Errorf("%q: the %s is not valid: %v", raw, roleNames[r], err)
			}
		}
		if out.Failure == nil && len(out.Observation) > p.budget {
			t.Errorf("%q: the observation has %d bytes of %d", raw, len(out.Observation), p.budget)
		}
		if out.Failure != nil && out.Failure.Message == messageInternal {
			t.Errorf("%q: a fault inside", raw)
		}
	})
}

// TestRandomOutputsNeverPanic mutates the samples.
func TestRandomOutputsNeverPanic(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for _, file := range samples(t) {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			mutated := []byte(string(raw))
			for range 1 + r.Intn(4) {
				i, j := r.Intn(len(mutated)), r.Intn(len(mutated))
				switch r.Intn(4) {
				case 0:
					mutated[i] = byte(r.Intn(256))
				case 1:
					mutated = append(mutated[:min(i, j)], mutated[max(i, j):]...)
				case 2:
					mutated = append(mutated[:i], append([]byte([]string{"null", "[]", "{}", `"x"`, "-1", "1e999"}[r.Intn(6)]), mutated[i:]...)...)
				default:
					mutated[i], mutated[j] = mutated[j], mutated[i]
				}
				if len(mutated) == 0 {
					mutated = []byte("{}")
				}
			}
			for _, tool := range Tools() {
				p := Project(tool, Call{ID: "c", Request: []byte(requests[tool]), Raw: mutated})
				if p.Failure != nil && (p.Failure.Message == messageInternal || p.Failure.Message == messageInvalid) {
					t.Errorf("%s: %s: %v", tool, mutated, p.Failure)
				}
			}
		}
	}
}
