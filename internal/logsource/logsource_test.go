package logsource

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func ask(t *testing.T, topic, query string, minutes int) rawOutput {
	t.Helper()
	var out rawOutput
	if err := json.Unmarshal(Query(Request{topic, query, minutes}, DefaultNow, time.UTC), &out); err != nil {
		t.Fatal(err)
	}
	if !out.Success || out.Total != len(out.Logs) || (len(out.Logs) == 0) != (out.EvidenceStatus == "no_evidence") {
		t.Errorf("%s %q: %+v", topic, query, out)
	}
	return out
}

func TestTheCorpusIsLargeAndKnowsItsTopics(t *testing.T) {
	count := map[string]int{}
	for _, e := range entries() {
		count[e.Topic]++
		if logTopics[e.Topic] == "" || e.Message == "" || e.Service == "" || e.Service == "generic-service" || e.Age < 60 || e.Age > 7*86400 {
			t.Errorf("%+v", e)
		}
	}
	if len(entries()) < 200 || len(count) != 3 {
		t.Errorf("%d entries, %v", len(entries()), count)
	}
}

func TestPoolExhaustionHasConcreteFacts(t *testing.T) {
	for _, query := range []string{
		"order-service HikariCP pool exhaustion", "ORDER-SERVICE hikaripool", "hikaricp connection pool exhausted in order-service", "why is the order-service connection pool exhausted?",
		"order-service 连接池耗尽", "最近order-service的连接池耗尽了吗", "order-service connection is not available",
	} {
		out := ask(t, "APPLICATION", query, 0)
		all := ""
		for _, e := range out.Logs {
			all += e.Message + "\n"
			if e.Service != "order-service" {
				t.Errorf("%q finds an entry of %s", query, e.Service)
			}
		}
		for _, fact := range []string{"HikariPool", "waiting", "request timed out after 30000ms"} {
			if !strings.Contains(all, fact) {
				t.Errorf("%q finds no %s in %d entries", query, fact, len(out.Logs))
			}
		}
	}
	if out := ask(t, "APPLICATION", `"active=50/50"`, 0); len(out.Logs) == 0 {
		t.Error("a phrase in quotes is not found")
	}
}

func TestSlowQueriesAndSystemEventsHaveData(t *testing.T) {
	for _, test := range [][2]string{{"DATABASE_SLOW_QUERY", "slow query orders"}, {"DATABASE_SLOW_QUERY", "慢查询"}, {"SYSTEM_EVENTS", "pod restarts"}, {"SYSTEM_EVENTS", "OOMKilled"}, {"SYSTEM_EVENTS", "OOM kill"}, {"SYSTEM_EVENTS", "内存不足"}, {"APPLICATION", ""}} {
		if out := ask(t, test[0], test[1], 0); len(out.Logs) < 3 {
			t.Errorf("%v finds %d entries", test, len(out.Logs))
		}
	}
}

func TestWhatThereIsNoDataForIsNoEvidence(t *testing.T) {
	for _, test := range [][2]string{
		{"APPLICATION", "generic-service"}, {"APPLICATION", "cart-service HikariCP"}, {"APPLICATION", "order-service kafka rebalance"}, {"APPLICATION", "qwertz"}, {"APPLICATION", "Verbindung erschöpft"}, {"APPLICATION", "支付网关证书轮换失败"},
		{"SYSTEM_EVENTS", "HikariCP"}, {"APPLICATION", `"active=51/50"`}, {"APPLICATION", "user-service"},
	} {
		if out := ask(t, test[0], test[1], 10080); len(out.Logs) != 0 {
			t.Errorf("%v finds %q", test, out.Logs[0].Message)
		}
	}
}

func TestTheLookBackBoundsByTime(t *testing.T) {
	few, many := ask(t, "APPLICATION", "order-service", 5), ask(t, "APPLICATION", "order-service", 10080)
	if len(few.Logs) == 0 || len(few.Logs) >= len(many.Logs) {
		t.Errorf("%d and %d entries", len(few.Logs), len(many.Logs))
	}
	for i, e := range few.Logs {
		at, err := time.Parse(time.DateTime, e.Timestamp)
		if err != nil || DefaultNow.Sub(at) > 5*time.Minute || i > 0 && e.Timestamp > few.Logs[i-1].Timestamp {
			t.Errorf("%s: %v", e.Timestamp, err)
		}
	}
}

func TestTheSameRequestGetsTheSameBytes(t *testing.T) {
	r := Request{Topic: "APPLICATION", Query: "order-service"}
	a, b := Query(r, DefaultNow, time.UTC), Query(r, DefaultNow, time.UTC)
	if !bytes.Equal(a, b) {
		t.Error("two answers differ")
	}
	if later := Query(r, DefaultNow.Add(time.Hour), time.UTC); bytes.Equal(a, later) {
		t.Error("the clock does not count")
	}
}
