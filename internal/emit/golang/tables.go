package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/kernel"
)

// rules prints what every violation says, and the automata of the patterns: tables without any code.
func (g *generator) rules() []byte {
	w := &printer{}
	w.raw("// rules say what each violation means; r.fail refers to them by number.")
	all := g.plan.Rules()
	if len(all) == 0 {
		w.raw("var rules = [...]rule{}\n")
	} else {
		w.raw("var rules = [...]rule{")
	}
	for i, r := range all {
		if i%10 == 0 {
			w.raw("\t// %d", i)
		}
		w.raw("\t{%s, %s, %s, %s},", strconv.Quote(r.Schema), strconv.Quote(r.Pointer), strconv.Quote(r.Keyword), strconv.Quote(r.Message))
	}
	if len(all) > 0 {
		w.raw("}\n")
	}
	for i, source := range g.order {
		p, _ := g.pkg.Sets.Pattern(source)
		w.line(strings.TrimRight(fmt.Sprintf("// pattern%d is %s", i, comment(source)), " "))
		w.automaton(fmt.Sprintf("pattern%d", i), p.Table())
	}
	return w.Bytes()
}

// automaton prints an automaton as a literal.
func (w *printer) automaton(name string, d *kernel.DFA) {
	w.raw("var %s = dfa{", name)
	w.raw("\tnumClasses: %d, start: %d, accept: %d,", d.NumClasses, d.Start, d.Accept)
	list := func(name, kind string, n int, at func(int) int) {
		w.raw("\t%s: %s{", name, kind)
		const perLine = 24
		for i := 0; i < n; i += perLine {
			numbers := make([]string, 0, perLine)
			for k := i; k < min(i+perLine, n); k++ {
				numbers = append(numbers, strconv.Itoa(at(k)))
			}
			w.raw("\t\t%s,", strings.Join(numbers, ", "))
		}
		w.raw("\t},")
	}
	list("ascii", "[128]uint8", len(d.ASCII), func(i int) int { return int(d.ASCII[i]) })
	list("ranges", "[]uint32", len(d.Ranges), func(i int) int { return int(d.Ranges[i]) })
	list("next", "[]uint32", len(d.Next), func(i int) int { return int(d.Next[i]) })
	w.raw("}\n")
}
