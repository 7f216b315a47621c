package tape

import (
	"strings"
	"testing"
)

func TestFaultsAreToldApart(t *testing.T) {
	for text, want := range map[string]Fault{
		`{}`: Sound, ` [1, {"a":"b"}] `: Sound, `"x"`: Sound, `-0.0e+7`: Sound, `[[],{},[{}]]`: Sound,
		``: Malformed, ` `: CutOff, `{`: CutOff, `{"a`: CutOff, `{"a"`: CutOff, `{"a":`: CutOff, `{"a":1`: CutOff, `{"a":1,`: CutOff,
		`[`: CutOff, `[1`: CutOff, `[1,`: CutOff, `["\u00`: CutOff, `["\`: CutOff, `["\ud83d\ude`: CutOff, `["\ud83d`: CutOff, `[tru`: CutOff, `[1,nul`: CutOff,
		"[\"\xe6\xad": CutOff, `[-`: CutOff, `[1.`: CutOff, `[1e`: CutOff,
		`[1}`: Malformed, `{]`: Malformed, `[}`: Malformed, `{1}`: Malformed, `[1 2]`: Malformed, `[,]`: Malformed, `[1,]`: Malformed, `{"a":1,}`: Malformed,
		`{} x`: Malformed, "\xef\xbb\xbf{}": Malformed, `["\ud83d"]`: Malformed, "[\"\xff\"]": Malformed, `[01]`: Malformed, `["\x"]`: Malformed, `[treu]`: Malformed,
		"[\"a\nb\"]": Malformed, `<html>`: Malformed, `java.lang.Error`: Malformed,
		`{"a":1,"a":2}`: DuplicateNames, `{"a":1,"\u0061":2}`: DuplicateNames, `[{"x":{"b":1,"c":2,"b":3}}]`: DuplicateNames,
		strings.Repeat("[", 129) + strings.Repeat("]", 129): TooDeep,
		strings.Repeat("[", 128) + strings.Repeat("]", 128): Sound,
	} {
		var tape Tape
		if _, fault := tape.Parse(text, 0); fault != want {
			t.Errorf("%.40q: fault %d, want %d", text, fault, want)
		}
	}
}

func TestATextIsReadAsItStands(t *testing.T) {
	var tape Tape
	const text = `{"n": [18446744073709551615, 19.990, 1e400, -0], "s": "a\u0062\n", "o": { "x" : [ 1 , "a b" ] , "y":null}, "t": true}`
	v, fault := tape.Parse(text, 0)
	if fault != Sound {
		t.Fatal(fault)
	}
	for i, want := range []string{"18446744073709551615", "19.990", "1e400", "-0"} {
		if got := v.Get("n").At(i).Raw(); got != want {
			t.Errorf("number %d is %s, want %s", i, got, want)
		}
	}
	if got := v.Get("n").At(-1).Raw(); got != "-0" {
		t.Errorf("the last number is %s", got)
	}
	if got := v.Get("s").Text(); got != "ab\n" {
		t.Errorf("s is %q", got)
	}
	if got := string(v.Get("o").AppendCompact(nil)); got != `{"x":[1,"a b"],"y":null}` {
		t.Errorf("o is %s", got)
	}
	if !v.Get("t").True() || v.Get("none").Kind() != Absent || v.Len() != 4 || v.Get("n").Len() != 4 || v.Get("o").Get("y").Kind() != Null {
		t.Error("members are not what they are")
	}
	var names []string
	for name := range v.Members() {
		names = append(names, name.Text())
	}
	if got := strings.Join(names, " "); got != "n s o t" {
		t.Errorf("the names are %s", got)
	}
}

func BenchmarkParse(b *testing.B) {
	entry := `{"timestamp":"2026-03-01 10:15:02","level":"ERROR","service":"order-service","instance":"order-7f9c","message":"HikariPool-1 - Connection is not available, request timed out after 30000ms","metrics":{"active":50}},`
	text := `{"success":true,"logs":[` + strings.Repeat(entry, 1000) + `null],"total":1000}`
	var tape Tape
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, fault := tape.Parse(text, 0); fault != Sound {
			b.Fatal(fault)
		}
	}
}
