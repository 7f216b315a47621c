package projector

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/acigen/acigen/gen/aci"
)

// logOutput is a raw output of n entries in a handful of patterns.
func logOutput(n int) string {
	var out strings.Builder
	out.WriteString(`{"success":true,"region":"r","logTopic":"application-logs","query":"q","logs":[`)
	for i := range n {
		if i > 0 {
			out.WriteByte(',')
		}
		message := fmt.Sprintf("HikariPool-1 - Connection is not available, request timed out after %dms (total=50, active=50, idle=0, waiting=%d)", 30000+i%7, i%40)
		switch i % 4 {
		case 1:
			message = fmt.Sprintf("Order %d for customer c-%d could not be stored: pool exhausted", 10000+i, i*31)
		case 2:
			message = fmt.Sprintf("GET /orders/%d answered 503 in %d ms", 10000+i, i%900)
		}
		fmt.Fprintf(&out, `{"timestamp":"2026-03-01 10:%02d:%02d","level":"ERROR","service":"order-service","instance":"order-service-7f9c-%d","message":"%s","metrics":{"cpu":0.5}}`, i/60%60, i%60, i%5, message)
	}
	fmt.Fprintf(&out, `],"total":%d,"message":"ok"}`, n)
	return out.String()
}

func benchmark(b *testing.B, tool Tool, raw string) {
	call := Call{ID: "call_1", Request: []byte(requests[tool]), Raw: []byte(raw)}
	ballast := make([]byte, 4<<20) // a live heap as that of a small service
	defer runtime.KeepAlive(ballast)
	b.SetBytes(int64(len(raw)))
	b.ReportAllocs()
	for b.Loop() {
		if p := Project(tool, call); p.Failure != nil {
			b.Fatal(p.Failure)
		}
	}
}

func BenchmarkLogs35(b *testing.B)    { benchmark(b, QueryLogs, logOutput(35)) }
func BenchmarkLogs10000(b *testing.B) { benchmark(b, QueryLogs, logOutput(10000)) }

func BenchmarkRows(b *testing.B) {
	raw := `{"columns":["id","status","total","note"],"rows":[` + strings.Repeat(`[9007199254740993,"PAID",19.990,"delivered to the door"],`, 99) + `[1,null,true,""]]}`
	benchmark(b, QueryMySQL, raw)
}

func BenchmarkKnowledge(b *testing.B) {
	block := `{"document_id":"rb-1","title":"Pools","source":"wiki/pools.md","breadcrumb":"Runbooks > Pools","content":"` + strings.Repeat("Raise the pool size. ", 60) + `","score":0.8,"metadata":{"shard":"s"}}`
	benchmark(b, LookupKnowledge, `{"success":true,"relevanceLevel":"high","evidence_blocks":[`+strings.Repeat(block+",", 4)+block+`]}`)
}

func BenchmarkDecodeResult(b *testing.B) {
	result := Project(QueryLogs, Call{ID: "call_1", Request: []byte(requests[QueryLogs]), Raw: []byte(logOutput(35))}).Result
	ballast := make([]byte, 4<<20)
	defer runtime.KeepAlive(ballast)
	b.SetBytes(int64(len(result)))
	for b.Loop() {
		if _, err := aci.DecodeQueryLogsResult(result); err != nil {
			b.Fatal(err)
		}
	}
}
