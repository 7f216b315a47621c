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
	w.raw("var rules = [...]rule{")
	for i, r := range g.plan.Rules() {
		w.raw("%d: {%s, %s, %s, %s},", i, strconv.Quote(r.Schema), strconv.Quote(r.Pointer), strconv.Quote(r.Keyword), strconv.Quote(r.Message))
	}
	w.raw("}\n")
	for i, source := range g.order {
		p, _ := g.pkg.Sets.Pattern(source)
		w.raw("// pattern%d is %s", i, comment(source))
		w.raw("var pattern%d = %s\n", i, automaton(p.Table()))
	}
	return w.Bytes()
}

// automaton prints an automaton as a literal.
func automaton(d *kernel.DFA) string {
	var b strings.Builder
	list := func(name, kind string, n int, at func(int) int) {
		fmt.Fprintf(&b, "%s: %s{", name, kind)
		for i := range n {
			if i%24 == 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "%d,", at(i))
		}
		b.WriteString("\n},\n")
	}
	fmt.Fprintf(&b, "dfa{numClasses: %d, start: %d, accept: %d,\n", d.NumClasses, d.Start, d.Accept)
	list("ascii", "[128]uint8", len(d.ASCII), func(i int) int { return int(d.ASCII[i]) })
	list("ranges", "[]uint32", len(d.Ranges), func(i int) int { return int(d.Ranges[i]) })
	list("next", "[]uint32", len(d.Next), func(i int) int { return int(d.Next[i]) })
	b.WriteString("}")
	return b.String()
}
