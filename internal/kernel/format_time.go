package kernel

// FormatDateTime reports whether s is a date-time of RFC 3339, section 5.6: a
// date, T or t, and a time.
func FormatDateTime(s string) bool {
	return formatPlainDateTime(s) || len(s) > 11 && (s[10] == 'T' || s[10] == 't') && FormatDate(s[:10]) && FormatTime(s[11:])
}

// Eight bytes of a date-time less their separators and the digit 0, least byte first.
const (
	formatDateMask = 0x2D30302D30303030 // 0000-00-
	formatTimeMask = 0x30303A3030543030 // 00T00:00
	// Added to what is left, a digit of more than 9 and a wrong separator set the high bit.
	formatDateLimit = 0x7F76767F76767676
	formatTimeLimit = 0x76767F76767F7676
)

// formatPlainDateTime reports whether s is surely a date-time: one in UTC, written with T
// and Z, on a day that every month has, without a leap second. It reads eight bytes at a time.
func formatPlainDateTime(s string) bool {
	if len(s) < 20 || s[len(s)-1] != 'Z' || s[16] != ':' {
		return false
	}
	a, b := eight(s)^formatDateMask, eight(s[8:])^formatTimeMask
	if ((a+formatDateLimit)|a|(b+formatTimeLimit)|b)&highBits != 0 {
		return false
	}
	month, day := a>>40&15*10+a>>48&15, b&15*10+b>>8&15
	hour, minute := b>>24&15*10+b>>32&15, b>>48&15*10+b>>56
	if month-1 > 11 || day-1 > 27 || hour > 23 || minute > 59 || s[17]-'0' > 5 || s[18]-'0' > 9 {
		return false
	}
	return len(s) == 20 || s[19] == '.' && len(s) > 21 && digits(s, 20) == len(s)-1
}

// FormatDate reports whether s is a full-date of RFC 3339, section 5.6, that the
// Gregorian calendar has.
func FormatDate(s string) bool {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return false
	}
	century, year := formatTwoDigits(s, 0), formatTwoDigits(s, 2)
	month, day := formatTwoDigits(s, 5), formatTwoDigits(s, 8)
	if century < 0 || year < 0 || month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= formatMonthLength(century*100+year, month)
}

// formatMonthLength returns the number of days of a month, 1 to 12.
func formatMonthLength(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// FormatTime reports whether s is a full-time of RFC 3339, section 5.6, with an
// offset. Second 60 is a leap second: it is there at 23:59:60 UTC only, on
// whichever day.
func FormatTime(s string) bool {
	if len(s) < 9 || s[2] != ':' || s[5] != ':' {
		return false
	}
	hour, minute, second := formatTwoDigits(s, 0), formatTwoDigits(s, 3), formatTwoDigits(s, 6)
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60 {
		return false
	}
	at := 8
	if s[at] == '.' {
		fraction := at + 1
		for at = fraction; at < len(s) && formatDigit(s[at]); at++ {
		}
		if at == fraction {
			return false
		}
	}
	offset, ok := formatOffset(s[at:])
	if !ok || second < 60 {
		return ok
	}
	const day = 24 * 60
	return (hour*60+minute-offset+day)%day == day-1
}

// formatOffset reads a time-offset of RFC 3339: Z, z, or a sign with hours and
// minutes. It returns minutes east of UTC.
func formatOffset(s string) (minutes int, ok bool) {
	if s == "Z" || s == "z" {
		return 0, true
	}
	if len(s) != 6 || s[3] != ':' {
		return 0, false
	}
	hour, minute := formatTwoDigits(s, 1), formatTwoDigits(s, 4)
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	switch s[0] {
	case '+':
		return hour*60 + minute, true
	case '-':
		return -hour*60 - minute, true
	}
	return 0, false
}

// formatTwoDigits returns the number that the two digits at s[at] write, or -1.
func formatTwoDigits(s string, at int) int {
	if !formatDigit(s[at]) || !formatDigit(s[at+1]) {
		return -1
	}
	return int(s[at]-'0')*10 + int(s[at+1]-'0')
}

// formatDigit reports whether c is an ASCII digit.
func formatDigit(c byte) bool { return c-'0' < 10 }

// formatHex reports whether c is an ASCII hexadecimal digit.
func formatHex(c byte) bool { return c-'0' < 10 || (c|0x20)-'a' < 6 }

// formatLetter reports whether c is an ASCII letter.
func formatLetter(c byte) bool { return (c|0x20)-'a' < 26 }

// formatLetterDigit reports whether c is an ASCII letter or digit.
func formatLetterDigit(c byte) bool { return (c|0x20)-'a' < 26 || c-'0' < 10 }
