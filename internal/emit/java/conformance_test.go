package java_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/acigen/acigen/internal/emit/emittest"
	"github.com/acigen/acigen/internal/emit/java"
)

// compile runs javac over all classes below a folder; the classes go beside their sources.
func compile(t *testing.T, dir, classPath string, more ...string) {
	t.Helper()
	var list strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".java") {
			list.WriteString(path + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	args := filepath.Join(dir, "files.txt")
	if err := os.WriteFile(args, []byte(list.String()+strings.Join(more, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("javac", "--release", "17", "-encoding", "UTF-8", "-Xlint:all,-processing,-deprecation", "-Xdoclint:all,-missing", "-Werror", "-proc:none", "-d", dir, "-cp", classPath, "@"+args)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("javac: %v\n%.4000s", err, out)
	}
}

// TestJavaAgreesWithTheEngine asks the records of the contract and of all codegen cases
// what the engine was asked.
func TestJavaAgreesWithTheEngine(t *testing.T) {
	classPath := emittest.Java(t)
	w := emittest.New(t, java.Generate)
	for _, refused := range w.Refused {
		t.Log("refused: ", refused)
	}
	if len(w.Refused) > 4 {
		t.Errorf("%d cases are refused", len(w.Refused))
	}
	// A BigDecimal has exponents of 32 bits.
	w.Beyond = []string{`{"n":0.1e-999999999999999999}`}
	driver, err := filepath.Abs(filepath.Join(emittest.Root, "testdata", "conformance", "java", "Driver.java"))
	if err != nil {
		t.Fatal(err)
	}
	compile(t, w.Dir, classPath, driver)
	w.Judge(t, exec.Command("java", "-cp", w.Dir+string(os.PathListSeparator)+classPath, "Driver"))
}
