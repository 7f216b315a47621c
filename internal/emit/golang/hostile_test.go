package golang_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/plan/plantest"
)

func TestHostileInstancesOfGeneratedCode(t *testing.T) {
	w := newWorld(t)
	var queries []query
	var cases []plantest.Hostile
	var engines []engine
	for i, c := range plantest.HostileCases {
		source := map[string]string{"root.json": c.Schema}
		pkg := fmt.Sprintf("h%02d", i)
		done := make(chan bool)
		go func() {
			defer close(done)
			files, findings := generate(source, "root.json", pkg, nil)
			if len(findings) > 0 {
				t.Errorf("%s: refused: %v", c.Name, findings)
				return
			}
			w.add(t, pkg, files)
		}()
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatalf("%s: generating takes more than a minute", c.Name)
		}
		queries = append(queries, query{pkg, c.Instance(c.Size)})
		cases = append(cases, c)
		engines = append(engines, newEngine(t, source, "root.json", nil))
	}
	if t.Failed() {
		return
	}
	for i, a := range w.run(t, queries) {
		a.judge(t, cases[i].Name, queries[i], cases[i].Valid, engines[i])
	}
}
