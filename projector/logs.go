package projector

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/logtime"
	"github.com/acigen/acigen/internal/mask"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/text"
	"github.com/acigen/acigen/internal/upstream"
)

// logEntry is one usable log entry.
type logEntry struct {
	time             logtime.Time
	level            string
	service, message string // masked
	group            int32
}

// queryLogs makes the patterns and events of query_logs and returns how many entries are usable.
func (w *work) queryLogs() int {
	entries := w.readLogs(nil)
	usable := len(w.logs)
	w.countMatches(entries, usable)
	final := w.miner.Settle()
	for i := range w.logs {
		w.logs[i].group = int32(final[w.logs[i].group])
	}
	w.patterns()
	w.events = w.choose(w.timeline(), w.tool.max.items, len(w.parts[partPatterns].items))
	w.truncated = w.truncated || len(w.events) < usable
	for _, i := range w.events {
		w.event(&w.logs[i])
	}
	return usable
}

// readLogs reads the entries: times, levels, masked texts, groups and references. It
// returns how many entries there are, usable or not, and tells seen of each.
func (w *work) readLogs(seen func(usable bool)) (entries int) {
	w.logs = w.logs[:0]
	w.service, w.level = remembered{}, remembered{}
	w.miner.Reset()
	w.answer.Each(func(e *upstream.Entry) bool {
		stamp := fieldText(e.Fields[upstream.Timestamp])
		message, service := "", fieldText(e.Fields[upstream.Service])
		if v := e.Fields[upstream.Message]; v.Kind() == tape.String {
			message = v.Text()
		}
		hidden := 0
		message, hidden = w.masked(message)
		if service != w.service.from {
			// Entries of one service mostly come together.
			w.service.from = service
			w.service.to, w.service.hidden = w.masked(service)
		}
		service = w.service.to
		hidden += w.service.hidden
		if hidden > 0 {
			w.notice(NoticeMaskedValue, hidden, e.Path)
		}
		if w.wantsRef() {
			w.texts = w.texts[:0]
			w.join(stamp)
			w.join(fieldText(e.Fields[upstream.Level]))
			w.join(service)
			w.join(message)
			w.ref(e)
		}
		time, timed := logtime.Parse(stamp, e.Unit, w.p.location)
		shown, _ := text.Cut(message, w.tool.max.text)
		usable := timed && !text.Blank(shown)
		if usable {
			if level := fieldText(e.Fields[upstream.Level]); level != w.level.from || w.level.to == "" {
				w.level.from, w.level.to = level, logtime.Level(level)
			}
			w.logs = append(w.logs, logEntry{time, w.level.to, service, message, int32(w.miner.Add(message))})
		} else {
			w.notice(NoticeUnusableEntry, 1, e.Path)
		}
		if seen != nil {
			seen(usable)
		}
		entries++
		return true
	})
	return entries
}

// masked returns a text without credentials, and how many there were.
func (w *work) masked(s string) (string, int) {
	out, n := mask.Append(w.texts[:0], s)
	if n == 0 {
		return s, 0
	}
	w.texts = out
	return string(out), n
}

// countMatches decides match_count: the upstream's own total less the unusable
// entries where that is enough, otherwise the number of usable entries.
func (w *work) countMatches(entries, usable int) {
	matches := int64(usable)
	if t := w.answer.Total; t.Stated {
		unusable := int64(entries - usable)
		switch {
		case t.TooBig:
			w.notice(NoticeTotalUnusable, 1, root)
		case t.N-unusable >= matches:
			matches = t.N - unusable
		}
	}
	w.compareTotal(entries)
	w.parts[partMatchCount].json = strconv.AppendInt(nil, matches, 10)
}

// compareTotal says that something is missing where the upstream has more matches
// than its answer has entries.
func (w *work) compareTotal(entries int) {
	if t := w.answer.Total; t.Stated && (t.TooBig || t.N > int64(entries)) {
		w.truncated = true
	}
}

// patternState is what the entries of a group have in common.
type patternState struct {
	seen        bool
	first, last logtime.Time
	level       string // empty when they differ
}

// patterns lists the most frequent groups, and numbers the groups by their place in
// that list; those that are not listed get math.MaxInt32.
func (w *work) patterns() {
	n := w.miner.Len()
	states := make([]patternState, n)
	for i := range w.logs {
		e := &w.logs[i]
		s := &states[e.group]
		switch {
		case !s.seen:
			*s = patternState{true, e.time, e.time, e.level}
			continue
		case e.level != s.level:
			s.level = ""
		}
		if e.time.Compare(s.first) < 0 {
			s.first = e.time
		}
		if e.time.Compare(s.last) > 0 {
			s.last = e.time
		}
	}
	order := make([]patternCount, n)
	for g := range order {
		order[g] = patternCount{g, w.miner.Count(g)}
	}
	slices.SortFunc(order, compareCounts)
	listed := min(n, w.tool.max.other)
	w.truncated = w.truncated || listed < n
	places := make([]int32, n)
	for g := range places {
		places[g] = math.MaxInt32
	}
	for at, p := range order[:listed] {
		places[p.group] = int32(at)
		s := &states[p.group]
		from := len(w.space)
		template, _ := text.Cut(w.miner.Template(p.group), w.tool.max.pattern)
		w.space = append(w.space, `{"pattern":`...)
		w.space = kernel.AppendText(w.space, template)
		w.space = append(w.space, `,"count":`...)
		w.space = strconv.AppendInt(w.space, int64(p.count), 10)
		if s.level != "" {
			w.space = append(append(append(w.space, `,"level":"`...), s.level...), '"')
		}
		w.space = append(w.space, `,"first_seen":"`...)
		w.space = s.first.AppendRFC3339(w.space)
		w.space = append(w.space, `","last_seen":"`...)
		w.space = s.last.AppendRFC3339(w.space)
		w.space = append(w.space, `"}`...)
		w.item(partPatterns, from)
	}
	for i := range w.logs {
		w.logs[i].group = places[w.logs[i].group]
	}
}

// timeline returns all usable entries, oldest first; of those of the same time, in the output's order.
func (w *work) timeline() []int32 {
	order := make([]int32, len(w.logs))
	for i := range order {
		order[i] = int32(i)
	}
	older := func(a, b int32) int {
		return cmp.Or(w.logs[a].time.Compare(w.logs[b].time), cmp.Compare(a, b))
	}
	if !slices.IsSortedFunc(order, older) {
		slices.SortFunc(order, older)
	}
	return order
}

// choose returns at most n entries of a timeline: the first of each of the first
// patterns, then the newest.
func (w *work) choose(timeline []int32, n, patterns int) []int32 {
	if len(timeline) <= n {
		return timeline
	}
	chosen := make([]bool, len(timeline)) // by place
	left := n
	met := make([]bool, min(patterns, n))
	for at, i := range timeline {
		if g := int(w.logs[i].group); g < len(met) && !met[g] {
			met[g], chosen[at] = true, true
			left--
		}
	}
	for at := len(timeline) - 1; at >= 0 && left > 0; at-- {
		if !chosen[at] {
			chosen[at] = true
			left--
		}
	}
	out := make([]int32, 0, n)
	for at, i := range timeline {
		if chosen[at] {
			out = append(out, i)
		}
	}
	return out
}

// event writes one entry.
func (w *work) event(e *logEntry) {
	from := len(w.space)
	w.space = append(w.space, `{"timestamp":"`...)
	w.space = e.time.AppendRFC3339(w.space)
	w.space = append(append(append(w.space, `","level":"`...), e.level...), '"')
	w.member("service", e.service, w.tool.max.service)
	w.member("message", e.message, w.tool.max.text)
	w.space = append(w.space, '}')
	w.item(partEvents, from)
}

type patternCount struct{ group, count int }

// compareCounts orders patterns: the most frequent first, then as they were met.
func compareCounts(a, b patternCount) int {
	return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.group, b.group))
}
