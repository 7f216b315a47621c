package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/acigen/acigen/internal/emit/emittest"
)

// TestThePublishedPackagesInstall publishes the contract twice, installs it into empty
// projects, and compiles and runs a consumer of each.
func TestThePublishedPackagesInstall(t *testing.T) {
	tsc, python := emittest.TypeScript(t), filepath.Join(emittest.Python(t), "python3")
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
	}
	entries, err := os.ReadDir(first)
	if err != nil || len(entries) != 4 {
		t.Fatalf("%v %v", entries, err)
	}
	var tarball, wheel string
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
print(request.query, aci.LookupKnowledgeRequest.violations({"query": ""})[0].keyword, end="")
`)
	if got := run(consumer, python, "use.py"); got != "x minLength" {
		t.Errorf("the consumer in Python says %q", got)
	}
}
