package projector

import (
	"fmt"

	"github.com/acigen/acigen/internal/text"
	"github.com/acigen/acigen/internal/upstream"
)

// ExplainPatterns returns the pattern of each entry of a raw output of query_logs, in
// the output's order: what the entry was counted under, listed in the result or not.
// An unusable entry has none: its place is empty. The error says why the output has
// no entries; it is one of a fixed list.
func (p *Projector) ExplainPatterns(raw []byte, upstreamName string) ([]string, error) {
	t := p.tools[QueryLogs]
	if t == nil {
		return nil, fmt.Errorf("the contract has no %s", QueryLogs)
	}
	w := new(work)
	w.reset(p, t, &Call{Raw: raw, Upstream: upstreamName})
	w.answer = w.reader.Read(p.upstreams, string(QueryLogs), upstreamName, raw, p.maxDepth)
	if w.answer.Reason != upstream.None {
		return nil, fmt.Errorf("%s", reasonMessages[w.answer.Reason])
	}
	var usable []bool
	w.readLogs(func(is bool) { usable = append(usable, is) })
	final := w.miner.Settle()
	out := make([]string, len(usable))
	next := 0
	for i, is := range usable {
		if is {
			out[i], _ = text.Cut(w.miner.Template(final[w.logs[next].group]), t.max.pattern)
			next++
		}
	}
	return out, nil
}
