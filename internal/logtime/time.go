// Package logtime reads the times and levels of log entries in the spellings that
// log systems use. A time comes out in UTC as RFC 3339 writes it, with the precision
// that it had; nothing is rounded, and nothing passes through floating point.
package logtime

import (
	"cmp"
	"strconv"
	"time"
)

// Unit is how a time that is a number counts.
type Unit uint8

// The units. Auto: the number's magnitude tells.
const (
	Auto Unit = iota
	Seconds
	Millis
	Micros
	Nanos
)

// Time is an instant with the precision that its text had. The zero Time is the
// start of 1970. It is ordered by Compare.
type Time struct {
	seconds  int64  // since 1970, in UTC without leap seconds
	fraction uint64 // of a second, with digits digits
	digits   uint8
	leap     bool // the second behind 23:59:59
}

// maxDigits is the most digits of a fraction of a second.
const maxDigits = 18

var powers = [maxDigits + 1]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// Compare orders times exactly: -1 when t is before u, 0 when they are the same instant, 1 otherwise.
func (t Time) Compare(u Time) int {
	switch {
	case t.seconds != u.seconds:
		return cmp.Compare(t.seconds, u.seconds)
	case t.leap != u.leap:
		if u.leap {
			return -1
		}
		return 1
	}
	return cmp.Compare(t.fraction*powers[maxDigits-t.digits], u.fraction*powers[maxDigits-u.digits])
}

// AppendRFC3339 appends the time in UTC, such as 2026-03-01T10:15:02.125Z.
func (t Time) AppendRFC3339(dst []byte) []byte {
	days := floorDiv(t.seconds, 86400)
	rest := int(t.seconds - days*86400)
	year, month, day := civil(days)
	dst = appendDigits(dst, year, 4)
	dst = append(dst, '-')
	dst = appendDigits(dst, month, 2)
	dst = append(dst, '-')
	dst = appendDigits(dst, day, 2)
	dst = append(dst, 'T')
	dst = appendDigits(dst, rest/3600, 2)
	dst = append(dst, ':')
	dst = appendDigits(dst, rest/60%60, 2)
	dst = append(dst, ':')
	second := rest % 60
	if t.leap {
		second = 60
	}
	dst = appendDigits(dst, second, 2)
	if t.digits > 0 {
		dst = append(dst, '.')
		text := strconv.AppendUint(make([]byte, 0, 20), t.fraction, 10)
		for n := len(text); n < int(t.digits); n++ {
			dst = append(dst, '0')
		}
		dst = append(dst, text...)
	}
	return append(dst, 'Z')
}

func appendDigits(dst []byte, n, width int) []byte {
	var b [4]byte
	for i := width - 1; i >= 0; i-- {
		b[i] = byte('0' + n%10)
		n /= 10
	}
	return append(dst, b[:width]...)
}

// The first and the last second of the years 0000 to 9999.
const (
	first = -62167219200
	last  = 253402300799
)

// valid tells whether RFC 3339 can write the time.
func (t Time) valid() bool {
	if t.leap && floorMod(t.seconds, 86400) != 86399 {
		return false
	}
	return first <= t.seconds && t.seconds <= last
}

func floorDiv(a, b int64) int64 { return (a - floorMod(a, b)) / b }

func floorMod(a, b int64) int64 { return (a%b + b) % b }

// days returns the days from 1970-01-01 to a date of the proleptic Gregorian calendar.
func days(year, month, day int) int64 {
	if month <= 2 {
		year--
		month += 12
	}
	era := floorDiv(int64(year), 400)
	ofEra := int64(year) - era*400
	ofYear := int64((153*(month-3)+2)/5 + day - 1)
	return era*146097 + ofEra*365 + ofEra/4 - ofEra/100 + ofYear - 719468
}

// civil returns the date that is so many days after 1970-01-01.
func civil(n int64) (year, month, day int) {
	n += 719468
	era := floorDiv(n, 146097)
	ofEra := n - era*146097
	y := (ofEra - ofEra/1460 + ofEra/36524 - ofEra/146096) / 365
	ofYear := ofEra - (365*y + y/4 - y/100)
	m := (5*ofYear + 2) / 153
	day = int(ofYear - (153*m+2)/5 + 1)
	month = int(m) + 3
	year = int(y + era*400)
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// local returns the instant of a time of day in a zone. A time that the zone skips
// or repeats is taken as package time does, always the same way.
func local(year, month, day, hour, minute, second int, loc *time.Location) int64 {
	if loc == nil || loc == time.UTC {
		return days(year, month, day)*86400 + int64(hour*3600+minute*60+second)
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, 0, loc).Unix()
}
