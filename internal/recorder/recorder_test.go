package recorder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/acigen/acigen/internal/kernel"
)

// TestMain makes the test binary a process that records, when it is asked to.
func TestMain(m *testing.M) {
	if dsn := os.Getenv("RECORDER_DSN"); dsn != "" {
		os.Exit(recordOver(dsn))
	}
	code := m.Run()
	stopServers()
	os.Exit(code)
}

var (
	began = time.Date(2026, 3, 1, 10, 15, 2, 0, time.UTC)
	call  = Call{ID: "call_1", HasID: true, Tool: "query_logs", Request: []byte(`{"topic":"APPLICATION","query":"x"}`), Started: began}
	done  = Outcome{Status: Ready, Result: []byte(`{"evidence_status":"NO_EVIDENCE","n":1.50}`), Fingerprint: strings.Repeat("a", 64), Refs: []byte(`[]`), Notices: []byte(`[]`), Ended: began.Add(time.Second)}
)

// recordOver records the same call again and again, for other processes to meet or to kill.
func recordOver(dsn string) int {
	ctx := context.Background()
	s, err := Open(ctx, dsn)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	for i := 0; ; i++ {
		c := call
		if os.Getenv("RECORDER_MANY") != "" {
			c.ID = fmt.Sprint("many-", os.Getpid(), "-", i)
			fmt.Println(c.ID)
		}
		key, err := s.Begin(ctx, c)
		if err == nil {
			err = s.Finish(ctx, key, done)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		if os.Getenv("RECORDER_MANY") == "" && i == 3 {
			return 0
		}
	}
}

// each runs a test over every kind of store.
func each(t *testing.T, test func(t *testing.T, dsn string)) {
	t.Run("SQLite", func(t *testing.T) {
		test(t, "sqlite:"+filepath.ToSlash(filepath.Join(t.TempDir(), "a b?c#%41.db")))
	})
	t.Run("MariaDB", func(t *testing.T) { test(t, mariaDB(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, postgreSQL(t)) })
}

func open(t *testing.T, dsn string) *Store {
	t.Helper()
	s, err := Open(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestAnInvocationIsWrittenOnce(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		ctx := context.Background()
		s := open(t, dsn)
		key, err := s.Begin(ctx, call)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := s.Get(ctx, "call_1"); err != nil || v.Status != Projecting || v.HasResult || v.Key != key {
			t.Errorf("what was begun is %+v (%v)", v, err)
		}
		other := open(t, dsn) // any process may finish it
		if again, err := other.Begin(ctx, call); err != nil || again != key {
			t.Fatalf("begun again it is %d (%v), not %d", again, err, key)
		}
		for range 2 {
			if err := other.Finish(ctx, key, done); err != nil {
				t.Fatal(err)
			}
		}
		want := `{"id":` + strconv.FormatInt(int64(key), 10) + `,"tool_call_id":"call_1","tool_name":"query_logs","status":"READY","request":"{\"topic\":\"APPLICATION\",\"query\":\"x\"}","result":"{\"evidence_status\":\"NO_EVIDENCE\",\"n\":1.50}","scope_fingerprint":"` +
			strings.Repeat("a", 64) + `","retrieval_details":{"evidence_refs":[]},"notices":[],"started_at":"2026-03-01T10:15:02.000000Z","ended_at":"2026-03-01T10:15:03.000000Z"}`
		v, err := s.Get(ctx, "call_1")
		if got := string(v.AppendJSON(nil)); err != nil || got != want {
			t.Errorf("got  %s (%v)\nwant %s", got, err, want)
		}
		if !kernel.EqualJSON(want, string(v.AppendJSON(nil))) {
			t.Error("it is no JSON")
		}
		changed := done
		changed.Result = []byte(`{"n":1.5}`)
		if err := s.Finish(ctx, key, changed); !errors.Is(err, ErrConflict) {
			t.Errorf("another result is no conflict: %v", err)
		}
		late := done
		late.Ended = began.Add(time.Hour)
		if err := s.Finish(ctx, key, late); err != nil {
			t.Errorf("the same at another time: %v", err)
		}
		for name, c := range map[string]Call{"another tool": {ID: "call_1", HasID: true, Tool: "query_mysql", Request: call.Request}, "another request": {ID: "call_1", HasID: true, Tool: "query_logs", Request: []byte("{}")}} {
			if _, err := s.Begin(ctx, c); !errors.Is(err, ErrConflict) {
				t.Errorf("%s under a used ID is no conflict: %v", name, err)
			}
		}
		if after, _ := s.Get(ctx, "call_1"); after != v {
			t.Errorf("a conflict has changed the row to %+v", after)
		}
	})
}

func TestIDsAndTextsAreKeptAsTheyAre(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		ctx := context.Background()
		s := open(t, dsn)
		ids := []string{"Call", "call", "CALL", "call ", "cáll", "ca\u0301ll", `q"'\;--`, "👩‍👩‍👧" + strings.Repeat("x", 1500), strings.Repeat("步", 2048)}
		for i, id := range ids {
			c := call
			c.ID = id
			c.Request = []byte(fmt.Sprintf(`{"n":%d,"x":"%s","s":" A a "}`, i, strings.Repeat("é🚦", 1<<15)))
			key, err := s.Begin(ctx, c)
			if err != nil {
				t.Fatal(err)
			}
			o := done
			o.Status, o.FailureClass, o.FailureMessage = Error, "EXECUTION", "the upstream says that it failed"
			if err := s.Finish(ctx, key, o); err != nil {
				t.Fatal(err)
			}
			v, err := s.Get(ctx, id)
			if err != nil || v.CallID != id || v.Request != string(c.Request) || v.Details != `{"evidence_refs":[],"failure":{"class":"EXECUTION","message":"the upstream says that it failed"}}` {
				t.Errorf("%.20q is not kept (%v)", id, err)
			}
		}
		n := 0
		if err := s.List(ctx, Filter{}, func(Invocation) error { n++; return nil }); err != nil || n != len(ids) {
			t.Errorf("%d rows (%v)", n, err)
		}
	})
}

func TestACallWithoutAnIDMakesARowOfItsOwn(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		ctx := context.Background()
		s := open(t, dsn)
		var keys []Key
		for range 2 {
			key, err := s.Begin(ctx, Call{Tool: "query_logs", Request: []byte("no\xfftext\x00"), Started: began})
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key)
		}
		v, err := s.GetKey(ctx, keys[1])
		if keys[0] == keys[1] || err != nil || v.HasID || v.Request != "no\uFFFDtext\uFFFD" || !strings.Contains(string(v.AppendJSON(nil)), `"tool_call_id":null`) {
			t.Errorf("%v: %+v (%v)", keys, v, err)
		}
		if _, err := s.Get(ctx, ""); !errors.Is(err, ErrUnknown) {
			t.Errorf("no ID finds %v", err)
		}
		if _, err := s.GetKey(ctx, 1<<40); !errors.Is(err, ErrUnknown) {
			t.Errorf("an unknown key finds %v", err)
		}
	})
}

func TestAListIsFilteredAndBounded(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		ctx := context.Background()
		s := open(t, dsn)
		for i := range 6 {
			c := call
			c.ID, c.Started = fmt.Sprint("l", i), began.Add(time.Duration(i)*time.Hour)
			if i%2 == 1 {
				c.Tool = "lookup_knowledge"
			}
			key, err := s.Begin(ctx, c)
			if err == nil && i < 4 {
				err = s.Finish(ctx, key, done)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for want, f := range map[string]Filter{
			"l5 l4 l3 l2 l1 l0": {}, "l5 l4": {Limit: 2}, "l5 l4 ": {Status: Projecting}, "l5 l3 l1": {Tool: "lookup_knowledge"}, "l5 l4 l3": {Since: began.Add(3 * time.Hour)}, "": {Status: Error},
		} {
			var got []string
			if err := s.List(ctx, f, func(v Invocation) error { got = append(got, v.CallID); return nil }); err != nil {
				t.Fatal(err)
			}
			if strings.Join(got, " ") != strings.TrimSpace(want) {
				t.Errorf("%+v lists %v, want %s", f, got, want)
			}
		}
		stop := errors.New("stop")
		if err := s.List(ctx, Filter{}, func(Invocation) error { return stop }); !errors.Is(err, stop) {
			t.Error(err)
		}
	})
}

func TestSixteenProcessesRecordTheSameCallOnce(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		var group sync.WaitGroup
		for range 16 {
			group.Add(1)
			go func() {
				defer group.Done()
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), "RECORDER_DSN="+dsn)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v: %s", err, out)
				}
			}()
		}
		group.Wait()
		n := 0
		if err := open(t, dsn).List(context.Background(), Filter{}, func(v Invocation) error {
			n++
			if v.Status != Ready || v.CallID != "call_1" {
				t.Errorf("%+v", v)
			}
			return nil
		}); err != nil || n != 1 {
			t.Errorf("%d rows (%v)", n, err)
		}
	})
}

func TestAKilledProcessLeavesAReadableStore(t *testing.T) {
	each(t, func(t *testing.T, dsn string) {
		for i := range 6 {
			var out bytes.Buffer
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "RECORDER_DSN="+dsn, "RECORDER_MANY=1")
			cmd.Stdout = &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(20+37*i) * time.Millisecond)
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			lines := strings.Fields(out.String())
			rows := map[string]Invocation{}
			if err := open(t, dsn).List(context.Background(), Filter{}, func(v Invocation) error { rows[v.CallID] = v; return nil }); err != nil {
				t.Fatal(err)
			}
			for at, id := range lines {
				v, there := rows[id]
				last := at >= len(lines)-1 // what was in the middle of it
				if !there && !last || there && v.Status != Ready && !last {
					t.Errorf("%s: %+v", id, v)
				}
				if there && v.Status == Ready && (v.Result != string(done.Result) || v.Ended == "") {
					t.Errorf("%s is half written: %+v", id, v)
				}
			}
		}
	})
}

func TestWhatIsNoStoreIsRefusedWithoutItsPassword(t *testing.T) {
	const password = "Tu1ip88x"
	for _, dsn := range []string{
		"", "sqlite:", "oracle://u:" + password + "@h/d", "mysql://u:" + password + "@127.0.0.1:1/d", "mysql://u:" + password + "@127.0.0.1:1", "mysql://u:" + password + "@h/d?x=1", "postgres://u:" + password + "@127.0.0.1:1/d", "postgres://u:" + password + "@h:x/d",
		"sqlite:" + filepath.Join(t.TempDir(), "none", "x.db"),
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		_, err := Open(ctx, dsn)
		cancel()
		if err == nil || strings.Contains(err.Error(), password) {
			t.Errorf("%q: %v", dsn, err)
		}
	}
}

func TestANewerStoreIsRefused(t *testing.T) {
	dsn := "sqlite:" + filepath.Join(t.TempDir(), "x.db")
	s := open(t, dsn)
	if _, err := s.db.Exec("UPDATE acigen_store SET version = 9"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), dsn); err == nil || !strings.Contains(err.Error(), "use a newer acigen") {
		t.Error(err)
	}
}
