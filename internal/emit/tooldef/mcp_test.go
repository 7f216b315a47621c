package tooldef_test

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/contract"
	"github.com/acigen/acigen/internal/emit/emittest"
	"github.com/acigen/acigen/internal/emit/tooldef"
)

// TestTheOfficialToolsOfMCPFindNothing serves the generated definitions with the
// official SDK, and has MCP's inspector and conformance suite look at them.
func TestTheOfficialToolsOfMCPFindNothing(t *testing.T) {
	tools := emittest.MCP(t)
	const root = "../../.."
	c, findings := contract.Load(root, contract.Options{})
	if c == nil {
		t.Fatal(findings)
	}
	dir := t.TempDir()
	write := func(name string, data []byte) {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	versions := []string{"mcp-2025-06-18", "mcp-2025-11-25", "mcp-2026-07-28"}
	out, findings := tooldef.Generate(c, versions)
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	for _, f := range out.Files {
		write(f.Path, f.Data)
	}
	for _, tool := range c.Tools {
		paths, err := filepath.Glob(filepath.Join(root, "testdata", "fixtures", tool.Name, "observation", "valid", "*.json"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no observation of %s", tool.Name)
		}
		data, err := os.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		write("results/"+tool.Name+".json", data)
	}
	server := filepath.Join(dir, "server")
	build := exec.Command("go", "build", "-o", server, ".")
	build.Dir = filepath.Join(root, "testdata", "conformance", "mcp")
	if text, err := build.CombinedOutput(); err != nil {
		emittest.Lack(t, "build the server: %v\n%s", err, text)
	}
	env := append(os.Environ(), "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			args := []string{"-definitions", filepath.Join(dir, version+".json"), "-results", filepath.Join(dir, "results")}
			inspect := exec.Command(filepath.Join(tools, "mcp-inspector"), append(append([]string{"--cli", server}, args...), "--method", "tools/list")...)
			inspect.Env = env
			text, err := inspect.Output()
			var listed struct{ Tools []struct{ Name string } }
			if err != nil || json.Unmarshal(text, &listed) != nil || len(listed.Tools) != len(c.Tools) {
				t.Fatalf("the inspector: %v\n%.2000s", err, text)
			}
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			address := l.Addr().String()
			_ = l.Close()
			serve := exec.Command(server, append(args, "-listen", address)...)
			if err := serve.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				_ = serve.Process.Kill()
				_ = serve.Wait()
			}()
			for range 100 {
				if conn, err := net.Dial("tcp", address); err == nil {
					_ = conn.Close()
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			for _, scenario := range []string{"server-initialize", "ping", "tools-list"} {
				check := exec.Command(filepath.Join(tools, "conformance"), "server", "--url", "http://"+address, "--scenario", scenario)
				check.Env, check.Dir = env, dir
				text, err := check.CombinedOutput()
				if err != nil || !bytes.Contains(text, []byte("0 failed, 0 warnings")) {
					t.Errorf("%s: %v\n%s", scenario, err, strings.TrimSpace(string(text)))
				}
			}
		})
	}
}
