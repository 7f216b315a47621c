package python_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/acigen/acigen/internal/emit/emittest"
	"github.com/acigen/acigen/internal/emit/python"
)

// TestPythonAgreesWithTheEngine asks the models of the contract and of all codegen
// cases what the engine was asked, and holds those of the contract to mypy and ruff.
func TestPythonAgreesWithTheEngine(t *testing.T) {
	dir := emittest.Python(t)
	w := emittest.New(t, python.Generate)
	for _, refused := range w.Refused {
		t.Log("refused: ", refused)
	}
	if len(w.Refused) > 3 {
		t.Errorf("%d cases are refused", len(w.Refused))
	}
	// Python's decimals have exponents of 18 digits, after the coefficient's leading zeros are gone.
	w.Beyond = []string{`{"n":0.1e-999999999999999999}`}
	driver, err := filepath.Abs(filepath.Join(emittest.Root, "testdata", "conformance", "python", "driver.py"))
	if err != nil {
		t.Fatal(err)
	}
	w.Judge(t, exec.Command(filepath.Join(dir, "python3"), driver, w.Dir))
	if os.Getenv("ACIGEN_SEEDS") != "" {
		return // the contract is not there
	}
	for _, check := range [][]string{{"mypy", "--strict", "--no-error-summary", "contract"}, {"ruff", "check", "--quiet", "contract"}} {
		cmd := exec.Command(filepath.Join(dir, check[0]), check[1:]...)
		cmd.Dir = w.Dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%.3000s", check, err, out)
		}
	}
}
