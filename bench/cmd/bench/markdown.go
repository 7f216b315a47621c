package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/acigen/acigen/bench/internal/contestants"
	"github.com/acigen/acigen/bench/internal/documents"
	"github.com/acigen/acigen/bench/internal/measure"
)

// markdown writes all tables. missing says why Ajv is not in them; nil: it is.
func (r results) markdown(plan measure.Plan, missing error) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s/%s, %s. Medians of %d interleaved rounds of at least %v; %s; one goroutine; a live heap of %.1f MiB.\n",
		processor(), runtime.GOOS, runtime.GOARCH, runtime.Version(), plan.Rounds, plan.Sample, measure.ClockName, float64(r.liveHeap)/(1<<20))
	if missing != nil {
		fmt.Fprintf(&b, "\nAjv is left out: %v.\n", missing)
	}
	fmt.Fprintf(&b, "\n### Goals\n\n")
	var rows [][]string
	for _, g := range r.goals() {
		rows = append(rows, g.cells())
	}
	table(&b, []string{"what", "goal", "measured", "met"}, rows)
	for _, variant := range documents.Variants {
		r.variant(&b, variant)
	}
	return b.String()
}

func (r results) variant(b *strings.Builder, variant documents.Variant) {
	header := []string{"ns · MB/s · allocations"}
	for _, tool := range documents.Tools {
		size := r.figures[place{contestants.Decode, tool, variant}].bytes
		header = append(header, fmt.Sprintf("%s, %d B", tool, size))
	}
	header = append(header, "× today")
	var rows [][]string
	for _, name := range r.names {
		row, any := []string{name}, false
		for _, tool := range documents.Tools {
			f, ok := r.figures[place{name, tool, variant}]
			any = any || ok
			row = append(row, f.cell(ok))
		}
		speedup := "–"
		if ratio := r.ratio(contestants.Today, variant, name, variant); !math.IsNaN(ratio) {
			speedup = fmt.Sprintf("%.1f", ratio)
		}
		if any {
			rows = append(rows, append(row, speedup))
		}
	}
	fmt.Fprintf(b, "\n### %s\n\n", variant.Title())
	table(b, header, rows)
}

func (f figure) cell(known bool) string {
	if !known {
		return "–"
	}
	allocs := "–"
	if f.allocs >= 0 {
		allocs = fmt.Sprintf("%.0f", f.allocs)
	}
	return fmt.Sprintf("%.0f · %.0f · %s", f.nanoseconds, float64(f.bytes)*1000/f.nanoseconds, allocs)
}

// table writes a Markdown table that is also readable as text: first column to
// the left, the others to the right.
func table(b *strings.Builder, header []string, rows [][]string) {
	widths := make([]int, len(header))
	for _, row := range append([][]string{header}, rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	line := func(row []string) {
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 0 {
				b.WriteString("| " + cell + space + " |")
			} else {
				b.WriteString(" " + space + cell + " |")
			}
		}
		b.WriteByte('\n')
	}
	line(header)
	for i, width := range widths {
		if i == 0 {
			b.WriteString("|" + strings.Repeat("-", width+2) + "|")
		} else {
			b.WriteString(strings.Repeat("-", width+1) + ":|")
		}
	}
	b.WriteByte('\n')
	for _, row := range rows {
		line(row)
	}
}

// processor returns the name of the processor and the number of cores.
func processor() string {
	name := "unknown processor"
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			key, value, _ := strings.Cut(line, ":")
			if strings.TrimSpace(key) == "model name" {
				name = strings.TrimSpace(value)
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d cores", name, runtime.NumCPU())
}

const (
	figuresBegin = "<!-- figures: begin -->\n"
	figuresEnd   = "<!-- figures: end -->\n"
)

// replaceFigures puts text between the two markers of a file.
func replaceFigures(path, text string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(old), figuresBegin)
	_, after, both := strings.Cut(rest, figuresEnd)
	if !ok || !both {
		return fmt.Errorf("%s has no markers for the figures", path)
	}
	return os.WriteFile(path, []byte(before+figuresBegin+text+figuresEnd+after), 0o644)
}
