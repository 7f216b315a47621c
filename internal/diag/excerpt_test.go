package diag

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestExcerpt(t *testing.T) {
	digits := strings.Repeat("0123456789", 30) // 300 code points
	for _, c := range []struct {
		name, line string
		offset     int
		text       string
		column     int
	}{
		{"an empty line is empty", "", 0, "", 1},
		{"a short line is whole", `{"a":1}`, 5, `{"a":1}`, 6},
		{"the end of a line is a place", `{"a":1`, 6, `{"a":1`, 7},
		{"columns count code points", "訂單x", 6, "訂單x", 3},
		{"an offset inside a code point means that code point", "訂單x", 5, "訂單x", 2},
		{"an offset before the line means its start", "abc", -7, "abc", 1},
		{"an offset behind the line means its end", "abc", 99, "abc", 4},
		{"bytes that are no UTF-8 count one each", "\xff\xfe\xfdx", 3, "\xff\xfe\xfdx", 4},
		{"a stray continuation byte is a place of its own", "a\x80\x80", 2, "a\x80\x80", 3},
		{"only the line of the place is taken", "one\ntwo\r\nthree", 5, "two", 2},
		{"a line end belongs to its line", "one\ntwo\r\nthree", 8, "two", 4},
		{"100 code points are whole", digits[:100], 99, digits[:100], 100},
		{"of 101 code points the start is cut for a place at the end", digits[:101], 100, "…" + digits[2:101], 100},
		{"of 101 code points the end is cut for a place at the start", digits[:101], 0, digits[:99] + "…", 1},
		{"both ends are cut around the middle", digits, 150, "…" + digits[111:209] + "…", 41},
		{"a place near the end leaves its room to the start", digits, 290, "…" + digits[201:], 91},
		{"the end of a long line", digits, 300, "…" + digits[201:], 101},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, column := Excerpt([]byte(c.line), c.offset)
			if text != c.text || column != c.column {
				t.Errorf("got %q, %d; want %q, %d", text, column, c.text, c.column)
			}
		})
	}
}

func TestExcerptDoesNotLookAtAHugeLine(t *testing.T) {
	line := bytes.Repeat([]byte("x"), 1<<26)
	start := time.Now()
	for range 1000 {
		Excerpt(line, len(line)/2)
	}
	// Reading 64 MiB a thousand times would take many seconds.
	if took := time.Since(start); took > time.Minute {
		t.Errorf("1000 excerpts took %v", took)
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add([]byte(strings.Repeat("訂\xff\r\n", 40)+strings.Repeat("é", 300)), 500)
	f.Add([]byte("a\r\nb"), 2)
	f.Fuzz(func(t *testing.T, line []byte, offset int) {
		text, column := Excerpt(line, offset)
		n := utf8.RuneCountInString(text)
		if n > 100 || column < 1 || column > n+1 {
			t.Fatalf("column %d of %d code points: %q", column, n, text)
		}
		at := 0
		for range column - 1 {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
		if again, column2 := Excerpt([]byte(text), at); again != text || column2 != column {
			t.Fatalf("an excerpt of %q, %d is %q, %d", text, column, again, column2)
		}
		if shown, indent := onScreen(text, column); firstActive(shown) < len(shown) || indent < 0 {
			t.Fatalf("%q is shown as %q, %d", text, shown, indent)
		}
	})
}
