package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// checkout copies the repository's files, as git knows them, and builds acigen beside them.
func checkout(t *testing.T) (dir, bin string) {
	t.Helper()
	dir, bin = t.TempDir(), t.TempDir()
	list := exec.Command("git", "ls-files", "-co", "--exclude-standard")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	for _, name := range strings.Fields(string(out)) {
		data, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", filepath.Join(bin, "acigen"), "./cmd/acigen")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return dir, bin
}

func blocks(t *testing.T, language string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 {
		t.Fatalf("the README has no %s block", language)
	}
	return out
}

func TestEveryCommandOfTheReadmeRuns(t *testing.T) {
	dir, bin := checkout(t)
	for _, block := range blocks(t, "console") {
		script := "set -e\n"
		for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
			command, is := strings.CutPrefix(line, "$ ")
			if !is {
				t.Errorf("%q is no command", line)
			}
			// `make test` runs this test, and `make demo` has a test of its own: here they only must exist.
			if target, is := strings.CutPrefix(command, "make "); is {
				command = "make -n " + target + " >/dev/null"
			}
			if command, fails := strings.CutSuffix(command, " # exits 1"); fails {
				script += "code=0; { " + command + "; } || code=$?; test $code -eq 1\n"
				continue
			}
			script += command + "\n"
		}
		run := exec.Command("sh", "-c", script)
		run.Dir = dir
		run.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%v:\n%s\n%s", err, block, out)
		}
	}
}

func TestTheDemoRuns(t *testing.T) {
	dir, bin := checkout(t)
	run := exec.Command("sh", "docs/demo.sh", filepath.Join(bin, "acigen"))
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"gen/aci", "validate/additionalProperties", "/tool_call_id", "validate/minItems", "validate/x-aci-count-of", "HikariPool-1", "scope_fingerprint", "call_demo"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the demo does not show %s:\n%s", want, out)
		}
	}
}

func TestTheGoExampleOfTheReadmeRuns(t *testing.T) {
	dir, _ := checkout(t)
	for _, block := range blocks(t, "go") {
		if err := os.MkdirAll(filepath.Join(dir, "example"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "example", "main.go"), []byte(block), 0o644); err != nil {
			t.Fatal(err)
		}
		run := exec.Command("go", "run", "./example")
		run.Dir = dir
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		want := "HikariCP pool exhaustion <nil>\n/tool_call_id additionalProperties 15\n"
		if !strings.HasPrefix(string(out), want) || !strings.Contains(string(out), `"evidence_status":"ERROR"`) {
			t.Errorf("the example prints:\n%s", out)
		}
	}
}
