package acceptance

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/emit/emittest"
)

// programs are the programs of a document of docs/consumers by file name, and what each prints.
type programs struct {
	files   map[string]string
	printed []string
}

var fenced = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

func consumer(t *testing.T, language string) programs {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "consumers", language+".md"))
	if err != nil {
		t.Fatal(err)
	}
	p := programs{files: map[string]string{}}
	for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
		first, rest, _ := strings.Cut(block[2], "\n")
		switch block[1] {
		case "sh":
		case "text":
			p.printed = append(p.printed, block[2])
		default:
			_, name, _ := strings.Cut(first, " ")
			p.files[name] = rest
		}
	}
	if len(p.files) < 2 || len(p.printed) == 0 {
		t.Fatalf("%s: %d programs", language, len(p.files))
	}
	return p
}

// provider answers as the providers' servers do: first with a call of lookup_knowledge,
// then, when it gets the tool's answer, with a text. Tools that it is not sent are a failure.
func provider(t *testing.T) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !strings.Contains(string(body), "Use it when written knowledge may answer the question") {
			t.Errorf("%s without the tool's description: %.300s", r.URL.Path, body)
		}
		text := string(body)
		var answers [2]string
		done := false
		switch {
		case strings.HasSuffix(r.URL.Path, "/chat/completions"):
			done = strings.Contains(text, `"role":"tool"`)
			head := `{"id":"c","object":"chat.completion","created":1,"model":"m","usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2},"choices":[{"index":0,`
			answers[0] = head + `"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"lookup_knowledge","arguments":"{\"query\":\"pool\"}"}}]}}]}`
			answers[1] = head + `"finish_reason":"stop","message":{"role":"assistant","content":"nothing is known"}}]}`
		case strings.HasSuffix(r.URL.Path, "/responses"):
			done = strings.Contains(text, "function_call_output")
			head := `{"id":"r","object":"response","created_at":1,"model":"m","status":"completed","parallel_tool_calls":true,"tool_choice":"auto","tools":[],"output":[`
			answers[0] = head + `{"type":"function_call","id":"f","call_id":"call_1","name":"lookup_knowledge","arguments":"{\"query\":\"pool\"}","status":"completed"}]}`
			answers[1] = head + `{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"nothing is known","annotations":[]}]}]}`
		default:
			done = strings.Contains(text, "tool_result")
			head := `{"id":"m","type":"message","role":"assistant","model":"m","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1},`
			answers[0] = head + `"stop_reason":"tool_use","content":[{"type":"tool_use","id":"toolu_1","name":"lookup_knowledge","input":{"query":"pool"}}]}`
			answers[1] = head + `"stop_reason":"end_turn","content":[{"type":"text","text":"nothing is known"}]}`
		}
		answer := answers[0]
		if done {
			answer = answers[1]
			if !strings.Contains(text, "NO_EVIDENCE") {
				t.Errorf("%s without the tool's answer: %.2000s", r.URL.Path, body)
			}
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer)
	}))
}

// TestTheQuickStartsRun compiles and runs the programs of docs/consumers with the
// packages that publish makes, and compares what they print with what is written there.
func TestTheQuickStartsRun(t *testing.T) {
	modules, python, classPath := emittest.QuickStarts(t)
	jackson := emittest.Java(t)
	server := provider(t)
	defer server.Close()
	dir, bin := checkout(t)
	work := t.TempDir()
	run := func(stdin, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Stdin = work, strings.NewReader(stdin)
		cmd.Env = append(os.Environ(), "OPENAI_API_KEY=none", "OPENAI_BASE_URL="+server.URL+"/v1", "ANTHROPIC_API_KEY=none", "ANTHROPIC_BASE_URL="+server.URL,
			"PYTHONPATH="+filepath.Join(work, "site"), "PYTHONDONTWRITEBYTECODE=1", "LANGSMITH_TRACING=false", "LC_ALL=C.UTF-8")
		out, err := cmd.Output()
		if err != nil {
			said := ""
			if e, is := err.(*exec.ExitError); is {
				said = string(e.Stderr)
			}
			t.Fatalf("%s %v: %v\n%s%s", name, args, err, out, said)
		}
		return string(out)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(work, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	same := func(what, got, want string) {
		t.Helper()
		if strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s prints\n%s\nwhere its document has\n%s", what, got, want)
		}
	}
	for _, target := range []string{"npm", "python", "maven"} {
		cmd := exec.Command(filepath.Join(bin, "acigen"), "publish", "-q", "--target", target, "--out", filepath.Join(work, "dist"))
		if target == "maven" {
			cmd.Args = append(cmd.Args, "--classpath", jackson)
		}
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	one := func(pattern string) string {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(work, "dist", pattern))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v %v", pattern, found, err)
		}
		return found[0]
	}

	t.Run("typescript", func(t *testing.T) {
		p := consumer(t, "typescript")
		for name, text := range p.files {
			write(name, text)
		}
		entries, err := os.ReadDir(modules)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if err := os.MkdirAll(filepath.Join(work, "node_modules"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(modules, e.Name()), filepath.Join(work, "node_modules", e.Name())); err != nil {
				t.Fatal(err)
			}
		}
		write("node_modules/acigen-contract/.keep", "")
		run("", "tar", "xzf", one("*.tgz"), "--strip-components=1", "-C", filepath.Join("node_modules", "acigen-contract"))
		write("package.json", `{"type": "module", "private": true}`)
		write("tsconfig.json", `{"compilerOptions": {"strict": true, "target": "es2022", "module": "nodenext", "resolveJsonModule": true, "skipLibCheck": true, "types": ["node"]}, "files": ["vercel.ts", "mcp-server.ts"]}`)
		run("", "node", filepath.Join(modules, "typescript", "bin", "tsc"), "-p", ".")
		same("vercel.ts", run("", "node", "vercel.js"), p.printed[0])
		same("mcp-server.ts", run(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"lookup_knowledge","arguments":{"query":"pool"}}}
`, "node", "mcp-server.js"), p.printed[1])
	})
	t.Run("python", func(t *testing.T) {
		p := consumer(t, "python")
		for name, text := range p.files {
			write(name, text)
		}
		run("", python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps", "--target", "site", one("*.whl"))
		for i, name := range []string{"openai_tool.py", "anthropic_tool.py", "langchain_tool.py"} {
			same(name, run("", python, name), p.printed[i])
		}
		// What LangChain's definitions are: the arguments of a tool.
		same("tools/langchain.json", run("", python, "-c", `import json, aci
from importlib.resources import files
from langchain_core.tools import StructuredTool
for d in json.loads(files(aci).joinpath("tools/langchain.json").read_text()):
    tool = StructuredTool(name=d["name"], description=d["description"], args_schema=d["args_schema"], func=lambda **a: "; ".join(a))
    print(tool.name, tool.invoke({"query": "x", "topic": "APPLICATION", "sql": "SELECT 1"}))
`), "lookup_knowledge query; topic; sql\nquery_logs query; topic; sql\nquery_mysql query; topic; sql\n")
	})
	t.Run("java", func(t *testing.T) {
		p := consumer(t, "java")
		var sources []string
		for name, text := range p.files {
			write(name, text)
			sources = append(sources, name)
		}
		jars, err := filepath.Glob(filepath.Join(work, "dist", "*.jar"))
		if err != nil || len(jars) != 2 {
			t.Fatalf("%v %v", jars, err)
		}
		path := strings.Join([]string{"classes", strings.Replace(jars[0], "-sources.jar", ".jar", 1), classPath}, string(os.PathListSeparator))
		run("", "javac", append([]string{"--release", "17", "-cp", path, "-d", "classes"}, sources...)...)
		same("Evidence.java", run("", "java", "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", path, "Evidence"), p.printed[0])
	})
}
