package logtime

import (
	"strconv"
	"strings"
)

// epoch reads a number since 1970, exactly: its digits are parted at the decimal
// point of the second.
func epoch(text string, unit Unit) (Time, bool) {
	mantissa, power := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		var err error
		if power, err = strconv.Atoi(text[i+1:]); err != nil || power < -30 || power > 30 {
			return Time{}, false
		}
		mantissa = text[:i]
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if whole == "" || point && fraction == "" || strings.Contains(fraction, ".") || len(mantissa) > 60 {
		return Time{}, false
	}
	digits := whole + fraction
	at := len(whole) + power // digits before the decimal point
	for at > len(digits) {
		digits += "0"
	}
	for at < 1 {
		digits, at = "0"+digits, at+1
	}
	if power != 0 {
		// An exponent says nothing about precision: zeros behind the point are none.
		digits = digits[:at] + strings.TrimRight(digits[at:], "0")
	}
	significant := strings.TrimLeft(digits[:at], "0")
	shift := 0
	switch unit {
	case Seconds:
	case Millis:
		shift = 3
	case Micros:
		shift = 6
	case Nanos:
		shift = 9
	default:
		switch n := len(significant); {
		case n >= 9 && n <= 11:
		case n >= 12 && n <= 14:
			shift = 3
		case n >= 15 && n <= 17:
			shift = 6
		case n >= 18 && n <= 20:
			shift = 9
		default:
			return Time{}, false
		}
	}
	for at < shift+1 {
		digits, at = "0"+digits, at+1
	}
	at -= shift
	whole, fraction = digits[:at], digits[at:]
	if len(fraction) > maxDigits {
		return Time{}, false
	}
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return Time{}, false
	}
	t := Time{seconds: seconds, digits: uint8(len(fraction))}
	if fraction != "" {
		t.fraction, _ = strconv.ParseUint(fraction, 10, 64)
	}
	return t, true
}
