package diag

import "unicode/utf8"

// An excerpt has at most excerptMax code points, about a terminal's width, of
// which excerptBefore stand before the place when both ends are cut.
const (
	excerptMax    = 100
	excerptBefore = 40
)

// Excerpt returns the part of a line around a place, at most 100 code points
// long, with … where something was cut off, and the 1-based column of the place
// in it, in code points. It looks at no more than 100 code points on either side
// and stops at line ends, so line may be a whole document of any size. An
// offset outside of line means the nearest end; one inside a code point means
// that code point. A byte that is not UTF-8 counts as a code point.
func Excerpt(line []byte, byteOffset int) (text string, column int) {
	at := min(max(byteOffset, 0), len(line))
	for back := 1; back < utf8.UTFMax && back <= at && at < len(line) && !utf8.RuneStart(line[at]); back++ {
		if _, size := utf8.DecodeRune(line[at-back:]); size > back {
			at -= back
			break
		}
	}

	if at > 0 && at < len(line) && line[at] == '\n' && line[at-1] == '\r' {
		at-- // both are the line's end
	}

	before, start := countBefore(line, at, excerptMax)
	after, end := countAfter(line, at, excerptMax)
	moreBefore, moreAfter := !startsLine(line, start), !endsLine(line, end)
	if !moreBefore && !moreAfter && before+after <= excerptMax {
		return string(line[start:end]), before + 1
	}

	// The side that has less to show leaves its room to the other.
	room := max(excerptBefore, excerptMax-after)
	cutBefore := moreBefore || before > room
	if cutBefore {
		before, start = countBefore(line, at, min(before, room)-1)
	}
	room = excerptMax - before
	if cutBefore {
		room--
	}
	cutAfter := moreAfter || after > room
	if cutAfter {
		_, end = countAfter(line, at, min(after, room-1))
	}

	text, column = string(line[start:end]), before+1
	if cutBefore {
		text, column = "…"+text, column+1
	}
	if cutAfter {
		text += "…"
	}
	return text, column
}

// countBefore walks back from at over at most limit code points of the line.
func countBefore(line []byte, at, limit int) (n, start int) {
	for start = at; n < limit && !startsLine(line, start); n++ {
		_, size := utf8.DecodeLastRune(line[:start])
		start -= size
	}
	return n, start
}

// countAfter walks forward from at over at most limit code points of the line.
func countAfter(line []byte, at, limit int) (n, end int) {
	for end = at; n < limit && !endsLine(line, end); n++ {
		_, size := utf8.DecodeRune(line[end:])
		end += size
	}
	return n, end
}

func startsLine(line []byte, i int) bool { return i == 0 || line[i-1] == '\n' }

func endsLine(line []byte, i int) bool {
	if i < len(line) && line[i] == '\r' {
		i++
	}
	return i == len(line) || line[i] == '\n'
}
