// Command bench measures the generated package against what else there is, and
// prints the tables of docs/performance.md.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/acigen/acigen/bench/internal/contestants"
	"github.com/acigen/acigen/bench/internal/measure"
)

// options is what the command line says.
type options struct {
	quick bool
	// ajv is the folder of serve.js, dir that of the bench module.
	ajv, dir string
	// write is a Markdown file whose figures are replaced; empty: none.
	write string
}

func main() {
	var o options
	flag.BoolVar(&o.quick, "quick", false, "one tiny round: shows that everything works, measures nothing")
	flag.StringVar(&o.ajv, "ajv", "ajv", "`folder` with serve.js and node_modules")
	flag.StringVar(&o.dir, "dir", ".", "`folder` of the bench module")
	flag.StringVar(&o.write, "write", "", "also replace the figures in this Markdown `file`")
	flag.Parse()
	if err := run(o, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(o options, out, progress io.Writer) (err error) {
	plan := measure.Plan{Rounds: 15, Sample: 20 * time.Millisecond, LiveHeap: 4 << 20}
	if o.quick {
		plan = measure.Plan{Rounds: 1, Sample: 50 * time.Microsecond, LiveHeap: 4 << 20}
	}
	field := contestants.Local()
	ajv, missing := contestants.StartAjv(o.ajv)
	if missing != nil {
		_, _ = fmt.Fprintf(progress, "bench: Ajv is left out: %v\n", missing)
	} else {
		field = append(field, ajv.Contestant())
		defer func() { err = errors.Join(err, ajv.Close()) }()
	}
	table, err := measureAll(plan, field, progress)
	if err != nil {
		return err
	}
	others, err := otherLanguages(o, progress)
	if err != nil {
		return err
	}
	text := table.markdown(plan, missing) + others
	if _, err := io.WriteString(out, text); err != nil {
		return err
	}
	if o.write != "" {
		return replaceFigures(o.write, text)
	}
	return nil
}
