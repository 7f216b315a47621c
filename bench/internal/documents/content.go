package documents

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/acigen/acigen/bench/peers/plain"
)

const toolCallID = "call_9fQ2mZ7bVtXk3LrWc1NaYe0d"

func knowledge(p prose) *plain.Knowledge {
	v := &plain.Knowledge{
		EvidenceStatus: "EVIDENCE_FOUND",
		ToolCallID:     ptr(toolCallID),
		Query:          ptr(p.question),
		ReturnedCount:  2,
		RelevanceLevel: ptr("HIGH"),
	}
	for i, excerpt := range p.excerpts {
		v.Evidence = append(v.Evidence, plain.Evidence{
			DocumentID: fmt.Sprintf("kb-%04d", 1042+i*317),
			Source:     "order-service-runbook.md",
			Title:      p.title,
			Breadcrumb: p.breadcrumb,
			Excerpt:    excerpt,
		})
	}
	return v
}

func logs(p prose) *plain.Logs {
	const events = 40
	v := &plain.Logs{
		EvidenceStatus: "EVIDENCE_FOUND",
		ToolCallID:     ptr(toolCallID),
		SourceKind:     ptr("MOCK"),
		Scope:          &plain.Scope{Topic: "APPLICATION", Query: p.search, LookbackMinutes: 60},
		MatchCount:     213,
		ReturnedCount:  events,
		Truncated:      true,
	}
	start := time.Date(2026, 3, 1, 10, 15, 2, 118e6, time.UTC)
	for i, line := range p.lines {
		v.Patterns = append(v.Patterns, plain.Pattern{
			Pattern:   line.template,
			Count:     int64(90 - 17*i),
			Level:     ptr(line.level),
			FirstSeen: ptr(stamp(start.Add(time.Duration(i) * 1731 * time.Millisecond))),
			LastSeen:  ptr(stamp(start.Add(time.Duration(40+i) * 1731 * time.Millisecond))),
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range events {
		line := p.lines[random.IntN(len(p.lines))]
		v.Events = append(v.Events, plain.Event{
			Timestamp: stamp(start.Add(time.Duration(i) * 1731 * time.Millisecond)),
			Level:     line.level,
			Service:   line.service,
			Message:   line.message(random),
		})
	}
	return v
}

func mysql(p prose) *plain.Mysql {
	const rows = 90
	v := &plain.Mysql{
		EvidenceStatus: "EVIDENCE_FOUND",
		ToolCallID:     ptr(toolCallID),
		Columns:        []string{"id", "order_no", "status", "amount", "created_at", "paid", "coupon_id", "remark"},
		ReturnedCount:  rows,
	}
	random := rand.New(rand.NewPCG(7, 11))
	first := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	for i := range rows {
		var coupon any
		if random.IntN(3) == 0 {
			coupon = random.IntN(90000) + 10000
		}
		v.Rows = append(v.Rows, []any{
			// Beyond 2^53, so that a decoder which rounds is found out.
			json.Number(fmt.Sprint(9007199254740993 + int64(i))),
			fmt.Sprintf("SO%08d", random.IntN(1e8)),
			[]string{"PAID", "SHIPPED", "CANCELLED"}[random.IntN(3)],
			json.Number(fmt.Sprintf("%d.%02d", random.IntN(2000)+1, random.IntN(100))),
			first.Add(time.Duration(i) * 47 * time.Second).Format("2006-01-02 15:04:05"),
			random.IntN(2) == 0,
			coupon,
			p.remarks[random.IntN(len(p.remarks))],
		})
	}
	return v
}

// stamp writes a time with its milliseconds, the last of them never 0: a peer
// that keeps times as time.Time would lose that digit.
func stamp(t time.Time) string {
	if t.UnixMilli()%10 == 0 {
		t = t.Add(time.Millisecond)
	}
	return t.Format("2006-01-02T15:04:05.000Z")
}

func ptr[T any](v T) *T { return &v }
