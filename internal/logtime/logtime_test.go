package logtime

import (
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/acigen/acigen/internal/kernel"
)

func TestTimesComeOutInUTCWithTheirPrecision(t *testing.T) {
	shanghai, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		text string
		unit Unit
		loc  *time.Location
		want string
	}{
		{"2026-03-01 10:15:02", Auto, nil, "2026-03-01T10:15:02Z"},
		{"2026-03-01 10:15:02", Auto, shanghai, "2026-03-01T02:15:02Z"},
		{" 2026-03-01T10:15:02.125 ", Auto, nil, "2026-03-01T10:15:02.125Z"},
		{"2026-03-01 10:15:02,120", Auto, nil, "2026-03-01T10:15:02.120Z"},
		{"2026-04-02T09:00:00+02:00", Auto, shanghai, "2026-04-02T07:00:00Z"},
		{"2026-04-02t09:00:00.000000001z", Auto, nil, "2026-04-02T09:00:00.000000001Z"},
		{"2026-04-02 09:00:00 +0800", Auto, nil, "2026-04-02T01:00:00Z"},
		{"2026-04-02 09:00:00 +0800 CST", Auto, nil, "2026-04-02T01:00:00Z"},
		{"2026-04-02T09:00:00-08", Auto, nil, "2026-04-02T17:00:00Z"},
		{"2026-04-02 09:00:00 UTC", Auto, shanghai, "2026-04-02T09:00:00Z"},
		{"2026-04-02T09:00:00.5+08:00[Asia/Shanghai]", Auto, nil, "2026-04-02T01:00:00.5Z"},
		{"2026/04/02 09:00:00", Auto, nil, "2026-04-02T09:00:00Z"},
		{"2024-02-29 00:00:00", Auto, nil, "2024-02-29T00:00:00Z"},
		{"20260301T101502Z", Auto, nil, "2026-03-01T10:15:02Z"},
		{"01/Mar/2026:10:15:02 +0800", Auto, nil, "2026-03-01T02:15:02Z"},
		{"Sun, 01 Mar 2026 10:15:02 GMT", Auto, shanghai, "2026-03-01T10:15:02Z"},
		{"Sun Mar  1 10:15:02 2026", Auto, nil, "2026-03-01T10:15:02Z"},
		{"01/Mar/2026:10:15:02.120 +0800", Auto, nil, "2026-03-01T02:15:02.120Z"},
		{"Sun Mar  1 10:15:02.000 2026", Auto, nil, "2026-03-01T10:15:02.000Z"},
		{"1700000000", Auto, nil, "2023-11-14T22:13:20Z"},
		{"1700000000123", Auto, nil, "2023-11-14T22:13:20.123Z"},
		{"1700000000123456", Auto, nil, "2023-11-14T22:13:20.123456Z"},
		{"1700000000123456789", Auto, nil, "2023-11-14T22:13:20.123456789Z"},
		{"1700000000.123456", Auto, nil, "2023-11-14T22:13:20.123456Z"},
		{"1700000000000", Millis, nil, "2023-11-14T22:13:20.000Z"},
		{"1.7e12", Millis, nil, "2023-11-14T22:13:20.000Z"},
		{"0", Nanos, nil, "1970-01-01T00:00:00.000000000Z"},
		{"5", Seconds, nil, "1970-01-01T00:00:05Z"},
		{"2016-12-31T23:59:60Z", Auto, nil, "2016-12-31T23:59:60Z"},
		{"2017-01-01T07:59:60+08:00", Auto, nil, "2016-12-31T23:59:60Z"},
		{"0000-01-01T00:00:00Z", Auto, nil, "0000-01-01T00:00:00Z"},
		{"9999-12-31T23:59:59.999Z", Auto, nil, "9999-12-31T23:59:59.999Z"},
	} {
		got, ok := Parse(test.text, test.unit, test.loc)
		text := string(got.AppendRFC3339(nil))
		if !ok || text != test.want {
			t.Errorf("%q is %s (%v), want %s", test.text, text, ok, test.want)
		}
		if !kernel.FormatDateTime(text) {
			t.Errorf("%s is no date-time", text)
		}
	}
}

func TestWhatIsNoTimeIsRefused(t *testing.T) {
	for _, text := range []string{
		"", " ", "yesterday", "10:15:02", "2026-03-01", "2026-13-01 00:00:00", "2026-02-29 00:00:00", "2026-03-01 24:00:00", "2026-03-01 10:60:00", "2026-03-01 10:15:61",
		"2026-03-01T10:15:60Z", "2026-03-01 10:15:02 CST", "2026-03-01 10:15:02.", "2026-03-01 10:15:02.1234567890123456789", "2026-03-01 10:15:02x", "Mar  1 10:15:02",
		"0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "12", "1e400", "99999999999999999999999", "1.2.3", "-1700000000", "2026-03-01T10:15:02+8", "2026-03-01T10:15:02+08:",
		"Sun, 01 Mar 2026 10:15:02 XYZ",
	} {
		if got, ok := Parse(text, Auto, nil); ok {
			t.Errorf("%q is %s", text, got.AppendRFC3339(nil))
		}
	}
}

func TestTimesAreOrderedExactly(t *testing.T) {
	order := []string{"1969-12-31T23:59:59.9Z", "1970-01-01T00:00:00Z", "2016-12-31T23:59:59.999999999999Z", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "2026-03-01T10:15:02.1Z", "2026-03-01T10:15:02.100000000000000001Z", "2026-03-01T10:15:02.2Z"}
	for i, a := range order {
		for j, b := range order {
			ta, _ := Parse(a, Auto, nil)
			tb, _ := Parse(b, Auto, nil)
			want := min(max(i-j, -1), 1)
			if got := ta.Compare(tb); got != want {
				t.Errorf("%s and %s compare %d, want %d", a, b, got, want)
			}
		}
	}
	a, _ := Parse("2026-03-01T10:15:02.1Z", Auto, nil)
	b, _ := Parse("2026-03-01 10:15:02.100", Auto, nil)
	if a.Compare(b) != 0 {
		t.Error("a time with another precision is another time")
	}
}

func TestLevelsAreNormalized(t *testing.T) {
	for text, want := range map[string]string{
		"warning": "WARN", "Warn": "WARN", " ERROR ": "ERROR", "err": "ERROR", "SEVERE": "ERROR", "info": "INFO", "INFO2": "INFO", "ERROR4": "ERROR", "FINE": "DEBUG", "notice": "INFO",
		"crit": "FATAL", "EMERGENCY": "FATAL", "[WARN]": "WARN", "purple": "UNKNOWN", "": "UNKNOWN", "5": "UNKNOWN", "DEFAULT": "UNKNOWN", "错误": "ERROR", "E": "ERROR", "W": "WARN", "UNKNOWN": "UNKNOWN",
		"warn9": "UNKNOWN", "an error occurred in a very long text": "UNKNOWN",
	} {
		if got := Level(text); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := Parse("2026-03-01 10:15:02", Auto, nil); !ok {
			b.Fatal("refused")
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"2026-03-01 10:15:02", "1700000000.5", "1.7e9", "Sun, 01 Mar 2026 10:15:02 GMT", "2016-12-31T23:59:60Z", "2026-03-01T10:15:02+08:00[Asia/Shanghai]"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, unit uint8) {
		got, ok := Parse(text, Unit(unit%5), nil)
		if !ok {
			return
		}
		out := string(got.AppendRFC3339(nil))
		again, ok := Parse(out, Auto, nil)
		if !ok || again.Compare(got) != 0 || !kernel.FormatDateTime(out) {
			t.Errorf("%q is %s, which is not the same time", text, out)
		}
	})
}
