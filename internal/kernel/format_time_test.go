package kernel

import (
	"math/rand/v2"
	"testing"
)

// TestPlainDateTimes holds the short way to the long one: what it takes is a date-time, and it takes the plain ones.
func TestPlainDateTimes(t *testing.T) {
	long := func(s string) bool {
		return len(s) > 11 && (s[10] == 'T' || s[10] == 't') && FormatDate(s[:10]) && FormatTime(s[11:])
	}
	seeds := []string{"2026-03-01T10:15:02Z", "2026-12-28T23:59:59.123456789Z", "0000-01-01T00:00:00.0Z", "9999-10-19T19:09:39.999Z"}
	for _, s := range seeds {
		if !formatPlainDateTime(s) {
			t.Errorf("%s is left to the long way", s)
		}
	}
	random := rand.New(rand.NewPCG(3, 4))
	taken := 0
	for range 400_000 {
		s := []byte(seeds[random.IntN(len(seeds))])
		for range 1 + random.IntN(3) {
			i := random.IntN(len(s))
			switch random.IntN(5) {
			case 0:
				s[i] = byte(random.IntN(256))
			case 1:
				s = append(s[:i], s[i+1:]...)
			default:
				s[i] = "0123456789-:.TZtz+/;"[random.IntN(20)]
			}
		}
		if formatPlainDateTime(string(s)) {
			taken++
			if !long(string(s)) {
				t.Fatalf("%q is no date-time", s)
			}
		}
	}
	if taken < 1000 {
		t.Errorf("only %d were taken", taken)
	}
}
