package emit

import (
	"path"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/acigen/acigen/internal/diag"
)

const regenerate = "run acigen generate and commit the result"

// Diff says how the folders of the outputs differ from what Write would make of
// them: as a unified diff in the order of outputs and paths, and as one finding for
// each file, of the rule generate/drift. What Write would refuse is a finding of
// the same kind as in its ConflictError. Nothing is written.
func Diff(root string, outputs []Output) (text string, findings []diag.Finding, err error) {
	t, surveys, err := surveyAll(root, outputs)
	if err != nil {
		return "", nil, err
	}
	defer t.close()
	var b strings.Builder
	for _, s := range surveys {
		for _, c := range s.write {
			at := path.Join(s.dir, c.path)
			if c.old == nil {
				t.report(RuleDrift, at, "the generated file is missing", regenerate)
				b.Write(diff.Diff("/dev/null", nil, t.show(at), c.new))
				continue
			}
			t.report(RuleDrift, at, "the generated file is not what the schemas say", regenerate)
			b.Write(diff.Diff(t.show(at), c.old, t.show(at), c.new))
		}
		for _, c := range s.stale {
			at := path.Join(s.dir, c.path)
			t.report(RuleDrift, at, "the file is no longer generated", regenerate)
			b.Write(diff.Diff(t.show(at), c.old, "/dev/null", nil))
		}
	}
	return b.String(), t.findings, nil
}
