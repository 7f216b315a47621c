package logtime

import (
	"strings"
	"time"
)

// Parse reads a time. Text may be RFC 3339 and its usual variants (a space for T, a
// comma before the fraction, no zone, +0800, " UTC"), ISO 8601's basic form, the
// forms of RFC 9110, of the Common Log Format and of ctime, or a number: since 1970
// in the given unit. A time without a zone is in loc. A text that does not say the
// year, or is no time of the years 0000 to 9999, is none.
func Parse(text string, unit Unit, loc *time.Location) (Time, bool) {
	text = trim(text)
	if number(text) {
		if t, ok := epoch(text, unit); ok {
			return t, t.valid()
		}
		return Time{}, false
	}
	p := parser{s: text, loc: loc}
	t, ok := p.iso()
	if !ok {
		p = parser{s: text, loc: loc}
		t, ok = p.basic()
	}
	if !ok {
		t, ok = named(text, loc)
	}
	return t, ok && t.valid()
}

func trim(s string) string { return strings.Trim(s, " \t\r\n") }

// number tells whether a text is a decimal number, perhaps with a fraction and an exponent.
func number(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9', c == '.', c|0x20 == 'e', (c == '+' || c == '-') && s[i-1]|0x20 == 'e':
		default:
			return false
		}
	}
	return true
}

type parser struct {
	s   string
	loc *time.Location
}

// digits takes n digits.
func (p *parser) digits(n int) (int, bool) {
	if len(p.s) < n {
		return 0, false
	}
	v := 0
	for i := 0; i < n; i++ {
		d := p.s[i] - '0'
		if d > 9 {
			return 0, false
		}
		v = v*10 + int(d)
	}
	p.s = p.s[n:]
	return v, true
}

func (p *parser) take(set string) bool {
	if p.s == "" || strings.IndexByte(set, p.s[0]) < 0 {
		return false
	}
	p.s = p.s[1:]
	return true
}

// iso reads 2026-03-01T10:15:02.125+08:00 and its variants.
func (p *parser) iso() (Time, bool) {
	year, ok := p.digits(4)
	if !ok || p.s == "" || p.s[0] != '-' && p.s[0] != '/' && p.s[0] != '.' {
		return Time{}, false
	}
	separator := p.s[:1]
	p.s = p.s[1:]
	month, ok1 := p.digits(2)
	ok2 := p.take(separator)
	day, ok3 := p.digits(2)
	if !ok1 || !ok2 || !ok3 || !date(year, month, day) {
		return Time{}, false
	}
	if !p.take("Tt ") {
		return Time{}, false
	}
	return p.clock(year, month, day, ":")
}

// basic reads 20260301T101502Z.
func (p *parser) basic() (Time, bool) {
	year, ok1 := p.digits(4)
	month, ok2 := p.digits(2)
	day, ok3 := p.digits(2)
	if !ok1 || !ok2 || !ok3 || !date(year, month, day) || !p.take("Tt") {
		return Time{}, false
	}
	return p.clock(year, month, day, "")
}

// clock reads the time of day, with the separator between its parts, and the zone.
func (p *parser) clock(year, month, day int, separator string) (Time, bool) {
	part := func() (int, bool) {
		if separator != "" && !p.take(separator) {
			return 0, false
		}
		return p.digits(2)
	}
	hour, ok1 := p.digits(2)
	minute, ok2 := part()
	second, ok3 := part()
	if !ok1 || !ok2 || !ok3 || hour > 23 || minute > 59 || second > 60 {
		return Time{}, false
	}
	t := Time{leap: second == 60}
	if t.leap {
		second = 59
	}
	if !p.fraction(&t) {
		return Time{}, false
	}
	offset, zoned, ok := zone(p.s)
	switch {
	case !ok:
		return Time{}, false
	case zoned:
		t.seconds = local(year, month, day, hour, minute, second, nil) - int64(offset)
	default:
		t.seconds = local(year, month, day, hour, minute, second, p.loc)
	}
	return t, true
}

// fraction takes the fraction of a second, where there is one.
func (p *parser) fraction(t *Time) bool {
	if !p.take(".,") {
		return true
	}
	for p.s != "" && '0' <= p.s[0] && p.s[0] <= '9' {
		if t.digits == maxDigits {
			return false
		}
		t.fraction = t.fraction*10 + uint64(p.s[0]-'0')
		t.digits++
		p.s = p.s[1:]
	}
	return t.digits > 0
}

// zone reads what stands behind the time of day: an offset in seconds, or nothing.
func zone(s string) (offset int, zoned, ok bool) {
	switch s {
	case "":
		return 0, false, true
	case "Z", "z":
		return 0, true, true
	}
	s = strings.TrimLeft(s, " ")
	switch s {
	case "Z", "z", "UTC", "GMT", "utc", "gmt":
		return 0, true, true
	}
	if i := strings.IndexByte(s, '['); i > 0 && strings.HasSuffix(s, "]") {
		s = s[:i] // +08:00[Asia/Shanghai]: the offset says it all
		if s == "Z" {
			return 0, true, true
		}
	}
	if i := strings.IndexByte(s, ' '); i > 0 && letters(s[i+1:]) {
		s = s[:i] // +0800 CST
	}
	if len(s) < 3 || s[0] != '+' && s[0] != '-' {
		return 0, false, false
	}
	p := parser{s: s[1:]}
	hour, ok1 := p.digits(2)
	p.take(":")
	minute := 0
	ok2 := true
	if p.s != "" {
		minute, ok2 = p.digits(2)
	}
	if !ok1 || !ok2 || p.s != "" || hour > 23 || minute > 59 || s[len(s)-1] == ':' {
		return 0, false, false
	}
	offset = hour*3600 + minute*60
	if s[0] == '-' {
		offset = -offset
	}
	return offset, true, true
}

func letters(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return s != ""
}

// date tells whether a date is one of the calendar.
func date(year, month, day int) bool {
	if month < 1 || month > 12 || day < 1 || day > 31 {
		return false
	}
	if day <= 28 {
		return true
	}
	y, m, d := civil(days(year, month, day))
	return y == year && m == month && d == day
}

// forms are the layouts with names of months that state year and zone, or are in loc.
var forms = []string{
	"Mon, 02 Jan 2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05 MST", "Mon, 02 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 -0700", "Monday, 02-Jan-06 15:04:05 MST",
	"02/Jan/2006:15:04:05 -0700", "Mon Jan _2 15:04:05 2006", "Mon Jan _2 15:04:05 MST 2006", "Mon Jan 02 15:04:05 -0700 2006",
	"02 Jan 2006 15:04:05", "2 Jan 2006 15:04:05", "02-Jan-2006 15:04:05", "Jan _2, 2006 15:04:05", "Jan 2, 2006 3:04:05 PM", "Jan _2 2006 15:04:05",
}

// named reads a form in which the month has a name.
func named(text string, loc *time.Location) (Time, bool) {
	if len(text) < 17 || len(text) > 64 {
		return Time{}, false
	}
	if loc == nil {
		loc = time.UTC
	}
	for _, form := range forms {
		t, err := time.ParseInLocation(form, text, loc)
		if err != nil {
			continue
		}
		// An abbreviation that is not of loc would be taken as no offset at all.
		if name, offset := t.Zone(); strings.Contains(form, "MST") && offset == 0 && name != "UTC" && name != "GMT" {
			return Time{}, false
		}
		out := Time{seconds: t.Unix()}
		// Package time does not say how many digits there were.
		p := parser{s: text[strings.LastIndexByte(text, ':')+3:]}
		return out, p.fraction(&out)
	}
	return Time{}, false
}
