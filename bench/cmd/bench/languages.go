package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/acigen/acigen/bench/internal/contestants"
	"github.com/acigen/acigen/bench/internal/documents"
)

// otherLanguages measures generated code of other languages, each beside the peer of its
// people in one process, and writes the tables. A language that is not there is left out
// with a line that says so.
func otherLanguages(o options, progress io.Writer) (string, error) {
	all, err := documents.All()
	if err != nil {
		return "", err
	}
	rounds, sample := 9, 20*time.Millisecond
	if o.quick {
		rounds, sample = 1, time.Microsecond
	}
	var b strings.Builder
	b.WriteString("\n### Other languages\n\n")
	b.WriteString("Nanoseconds, and the peer's divided by ours: more than 1 is faster than the peer. A value is parsed already; a text is parsed by JSON.parse (both) or json.loads (the peer) and parse_json, which keeps digits and finds names that stand twice (ours).\n")
	for _, measure := range []func(string, []documents.Document, int, time.Duration) (*contestants.Language, error){contestants.TypeScript, contestants.Python} {
		l, err := measure(o.dir, all, rounds, sample)
		if err != nil {
			_, _ = fmt.Fprintf(progress, "bench: %s is left out: %v\n", l.Name, err)
			fmt.Fprintf(&b, "\n%s is left out: %v.\n", l.Name, err)
			continue
		}
		var rows [][]string
		ratios := map[documents.Variant]float64{}
		for _, f := range l.Figures {
			ratios[f.Variant] += math.Log(f.ValuePeer/f.Value) / float64(len(documents.Tools))
			cell := func(ours, peer float64) string { return fmt.Sprintf("%.0f · %.0f · %.2f", ours, peer, peer/ours) }
			rows = append(rows, []string{string(f.Tool), string(f.Variant), cell(f.Value, f.ValuePeer), cell(f.Text, f.TextPeer)})
		}
		fmt.Fprintf(&b, "\n%s beside %s; goal for canonical values %.1f, measured %.2f (shuffled %.2f, Chinese %.2f).\n\n",
			l.Name, l.Peer, l.Goal, math.Exp(ratios[documents.Canonical]), math.Exp(ratios[documents.Shuffled]), math.Exp(ratios[documents.CJK]))
		table(&b, []string{"result", "variant", "value: ours · peer · ratio", "text: ours · peer · ratio"}, rows)
	}
	return b.String(), nil
}
