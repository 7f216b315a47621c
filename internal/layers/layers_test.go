// Package layers holds the rule that imports point one way.
package layers

import (
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/acigen/acigen/"

// allowed says what each package of acigen may import of acigen, directly. What
// is not listed may be imported by nobody.
var allowed = map[string]string{
	"internal/diag":            "",
	"internal/kernel":          "",
	"internal/pattern":         "internal/kernel",
	"internal/schema":          "internal/diag internal/kernel",
	"internal/tape":            "internal/kernel",
	"internal/text":            "",
	"internal/lines":           "",
	"internal/recorder":        "internal/kernel",
	"internal/logsource":       "",
	"internal/logtime":         "",
	"internal/mask":            "",
	"internal/drain":           "",
	"projector/upstreams":      "",
	"internal/upstream":        "internal/contract internal/tape internal/text internal/logtime internal/kernel internal/schema internal/diag projector/upstreams",
	"projector":                "gen/aci schemas internal/contract internal/ir internal/plan internal/schema internal/kernel internal/upstream internal/tape internal/text internal/mask internal/drain internal/logtime",
	"internal/contract":        "internal/pattern internal/schema internal/diag",
	"internal/ir":              "internal/schema internal/pattern internal/kernel internal/diag",
	"internal/plan":            "internal/ir internal/schema internal/pattern internal/kernel",
	"internal/validate":        "internal/plan internal/ir internal/contract internal/schema internal/pattern internal/kernel internal/diag",
	"internal/compat":          "internal/validate internal/plan internal/ir internal/schema internal/pattern internal/kernel",
	"internal/freeze":          "internal/contract internal/schema internal/pattern internal/kernel internal/diag",
	"internal/check":           "internal/compat internal/freeze internal/validate internal/contract internal/schema internal/pattern internal/kernel internal/diag",
	"internal/lint":            "internal/provider internal/compat internal/validate internal/ir internal/contract internal/schema internal/pattern internal/kernel internal/diag",
	"internal/provider":        "internal/freeze internal/contract internal/schema",
	"internal/emit/emittest":   "internal/suitetest internal/plan/plantest internal/emit internal/validate internal/contract internal/ir internal/schema internal/pattern internal/kernel internal/diag",
	"internal/emit/python":     "internal/emit internal/plan internal/ir internal/schema internal/pattern internal/kernel internal/diag",
	"internal/emit/java":       "internal/emit internal/plan internal/ir internal/schema internal/pattern internal/kernel internal/diag",
	"internal/emit/typescript": "internal/emit internal/plan internal/ir internal/schema internal/pattern internal/kernel internal/diag",
	"internal/emit/tooldef":    "internal/provider internal/emit internal/contract internal/schema internal/diag",
	"internal/publish":         "internal/freeze internal/contract internal/schema internal/diag",
	"internal/stamp":           "",
	"internal/importer":        "internal/contract internal/schema internal/diag",
	"internal/emit":            "internal/plan internal/contract internal/ir internal/schema internal/diag",
	"internal/emit/golang":     "internal/emit internal/plan internal/ir internal/schema internal/pattern internal/kernel internal/diag",
	"internal/single":          "internal/contract internal/pattern internal/schema internal/diag",
	"internal/acceptance":      "internal/emit/emittest",
	"internal/plan/plantest":   "internal/ir internal/kernel internal/plan internal/schema internal/pattern internal/diag",
	"internal/suitetest":       "internal/schema",
	"internal/layers":          "",
	"schemas":                  "",
	"gen/aci":                  "",
	"cmd/acigen":               "internal/stamp internal/emit/java internal/emit/python internal/emit/typescript internal/publish internal/importer internal/provider internal/emit/tooldef internal/check internal/compat internal/freeze internal/lint internal/emit internal/emit/golang internal/single internal/validate internal/contract internal/schema internal/ir internal/diag internal/kernel internal/tape internal/lines internal/logsource internal/recorder internal/upstream projector",
}

func list(t *testing.T, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func TestImportsPointOneWay(t *testing.T) {
	for _, line := range list(t, "-f", "{{.ImportPath}}: {{join .Imports \" \"}}", "./...") {
		path, imports, _ := strings.Cut(line, ": ")
		pkg := strings.TrimPrefix(path, module)
		may, known := allowed[pkg]
		if !known {
			t.Errorf("%s is in no layer: name it in this test", pkg)
			continue
		}
		for _, imported := range strings.Fields(imports) {
			if own := strings.TrimPrefix(imported, module); own != imported && !contains(strings.Fields(may), own) {
				t.Errorf("%s imports %s, which is not below it", pkg, own)
			}
		}
	}
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

func TestGeneratedCodeImportsTheStandardLibraryOnly(t *testing.T) {
	for _, line := range list(t, "-deps", "-f", "{{.Standard}} {{.ImportPath}}", "./gen/...") {
		if standard, path, _ := strings.Cut(line, " "); standard != "true" && !strings.HasPrefix(path, module+"gen/") {
			t.Errorf("the generated code depends on %s", path)
		}
	}
}
