package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/emit/emittest"
)

// TestThePublishedPackagesInstall publishes the contract twice, installs it into empty
// projects, and compiles and runs a consumer of each.
func TestThePublishedPackagesInstall(t *testing.T) {
	tsc, python, jackson := emittest.TypeScript(t), filepath.Join(emittest.Python(t), "python3"), emittest.Java(t)
	dir, bin := checkout(t)
	run := func(in, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = in
		cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(in, "site"), "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	acigen := filepath.Join(bin, "acigen")
	first, second := t.TempDir(), t.TempDir()
	for _, out := range []string{first, second} {
		for _, target := range []string{"bundle", "npm", "python"} {
			run(dir, acigen, "publish", "-q", "--target", target, "--name", "contract-x", "--out", out)
		}
		run(dir, acigen, "publish", "-q", "--target", "maven", "--name", "com.example:contract-x", "--classpath", jackson, "--out", out)
	}
	entries, err := os.ReadDir(first)
	if err != nil || len(entries) != 7 {
		t.Fatalf("%v %v", entries, err)
	}
	var tarball, wheel, jar string
	for _, e := range entries {
		a, _ := os.ReadFile(filepath.Join(first, e.Name()))
		b, _ := os.ReadFile(filepath.Join(second, e.Name()))
		if string(a) != string(b) {
			t.Errorf("%s differs from one build to the next", e.Name())
		}
		switch filepath.Ext(e.Name()) {
		case ".tgz":
			tarball = filepath.Join(first, e.Name())
		case ".whl":
			wheel = filepath.Join(first, e.Name())
		case ".jar":
			if !strings.HasSuffix(e.Name(), "-sources.jar") {
				jar = filepath.Join(first, e.Name())
			}
		}
	}

	consumer := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(consumer, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("package.json", `{"type": "module", "private": true}`)
	run(consumer, "npm", "install", "--silent", "--no-audit", "--no-fund", "--offline", tarball)
	write("use.ts", `import { parseLookupKnowledgeRequest, isQueryLogsResult, QueryMysqlResultSchema, ValidationError, type LookupKnowledgeRequest } from "contract-x";
const request: LookupKnowledgeRequest = parseLookupKnowledgeRequest('{"query": "x"}');
let keyword = "";
try {
  parseLookupKnowledgeRequest('{"query": ""}');
} catch (e) {
  if (e instanceof ValidationError) keyword = e.violations[0]?.keyword ?? "";
}
export const answer: string = [request.query, isQueryLogsResult({}), keyword, QueryMysqlResultSchema["~standard"].vendor].join(" ");
`)
	run(consumer, "node", tsc, "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "use.ts")
	if got := run(consumer, "node", "-e", `import("./use.js").then((m) => process.stdout.write(m.answer))`); got != "x false minLength acigen" {
		t.Errorf("the consumer in TypeScript says %q", got)
	}

	run(consumer, python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps", "--target", "site", wheel)
	write("use.py", `import aci
request = aci.LookupKnowledgeRequest.parse_json('{"query": "x"}')
evidence = aci.KnowledgeEvidence(document_id="d", source="", title="", breadcrumb="", excerpt="e")
found = dict(tool_call_id="c", query="q", evidence_status="EVIDENCE_FOUND", evidence=[evidence], truncated=False)
observation = aci.LookupKnowledgeObservation(**found)
assert observation == aci.LookupKnowledgeObservation.model_validate(found) == aci.LookupKnowledgeObservation.parse_json(observation.to_json())
unchecked = aci.KnowledgeEvidence.model_construct(document_id="", source="", title="", breadcrumb="", excerpt="e")
for make in (lambda v: aci.LookupKnowledgeObservation(**v), aci.LookupKnowledgeObservation.model_validate):
    try:
        make(found | {"evidence": [unchecked]})
        print("a model that was not checked passes")
    except ValueError as e:
        assert "/evidence/0/document_id" in str(e), e
print(request.query, aci.LookupKnowledgeRequest.violations({"query": ""})[0].keyword, end="")
`)
	if got := run(consumer, python, "use.py"); got != "x minLength" {
		t.Errorf("the consumer in Python says %q", got)
	}

	write("Use.java", `import com.fasterxml.jackson.databind.ObjectMapper;
import io.acigen.aci.*;
import java.util.List;

public class Use {
    public static void main(String[] args) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        LookupKnowledgeRequest request = mapper.readValue("{\"query\": \"x\"}", LookupKnowledgeRequest.class);
        String keyword = "";
        try {
            new LookupKnowledgeRequest("");
        } catch (ContractException e) {
            keyword = e.violations().get(0).keyword();
        }
        System.out.print(mapper.writeValueAsString(List.of(request)) + " " + keyword + " " + LookupKnowledgeRequest.violations("{}").size()
            + " " + (Use.class.getResource("/io/acigen/aci/schemas/lookup_knowledge/request.schema.json") != null));
    }
}
`)
	classPath := jar + string(os.PathListSeparator) + jackson
	run(consumer, "javac", "--release", "17", "-cp", classPath, "-d", "classes", "Use.java")
	if got := run(consumer, "java", "-cp", "classes"+string(os.PathListSeparator)+classPath, "Use"); got != `[{"query":"x"}] minLength 1 true` {
		t.Errorf("the consumer in Java says %q", got)
	}
}
