package typescript_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/emit/emittest"
	"github.com/acigen/acigen/internal/emit/typescript"
)

// TestTypeScriptAgreesWithTheEngine compiles the contract and all codegen cases in
// strict mode, and asks them what the engine was asked: verdict, first violated
// keyword and its place.
func TestTypeScriptAgreesWithTheEngine(t *testing.T) {
	tsc := emittest.TypeScript(t)
	w := emittest.New(t, typescript.Generate)
	if len(w.Refused) > 0 {
		t.Errorf("refused: %v", w.Refused)
	}
	config := `{"compilerOptions":{"strict":true,"noUncheckedIndexedAccess":true,"exactOptionalPropertyTypes":true,"noImplicitReturns":true,"noFallthroughCasesInSwitch":true,` +
		`"target":"es2022","module":"node16","moduleResolution":"node16","lib":["es2022"],"types":[],"outDir":"out","rootDir":"."},"include":["*/*.ts"]}`
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(w.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("tsconfig.json", config)
	write("package.json", `{"type":"module"}`)
	if out, err := exec.Command("node", tsc, "-p", w.Dir).CombinedOutput(); err != nil {
		lines := strings.Split(string(out), "\n")
		t.Fatalf("tsc --strict: %v\n%s", err, strings.Join(lines[:min(len(lines), 30)], "\n"))
	}
	// Random schemas have conditions that nothing can meet; what people read is the contract.
	if _, err := os.Stat(filepath.Join(w.Dir, "contract")); err == nil {
		modules := strings.TrimSuffix(tsc, filepath.Join("typescript", "bin", "tsc"))
		lint := exec.Command("node", filepath.Join(modules, "eslint", "bin", "eslint.js"), "--config", filepath.Join(filepath.Dir(filepath.Clean(modules)), "eslint.config.mjs"), "--max-warnings", "0", "contract")
		lint.Dir = w.Dir
		if out, err := lint.CombinedOutput(); err != nil {
			t.Errorf("eslint: %v\n%.3000s", err, out)
		}
	}
	write("out/package.json", `{"type":"module"}`)
	driver, err := filepath.Abs(filepath.Join(emittest.Root, "testdata", "conformance", "typescript", "driver.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	w.Judge(t, exec.Command("node", driver, filepath.Join(w.Dir, "out")))
}
