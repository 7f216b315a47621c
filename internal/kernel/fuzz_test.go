package kernel

import (
	"encoding/json"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// accepts tells whether the reader takes a text for strict JSON.
func accepts(text string) bool {
	r := Reader{S: text}
	if p := r.Start(); p >= 0 {
		r.Finish(r.Skip(p))
	}
	return r.Failed(nil) == nil
}

// strict is the same question put to encoding/json, and what it lets pass decided here.
func strict(text string) bool {
	if !json.Valid([]byte(text)) || !utf8.ValidString(text) || deeper(text, MaxDepth) || loneSurrogate(text) || longExponent(text) {
		return false
	}
	return distinctNames(text)
}

func deeper(text string, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > limit {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// loneSurrogate looks for an escaped surrogate without its other half in valid JSON.
func loneSurrogate(text string) bool {
	unit := func(i int) int {
		if i+6 > len(text) || text[i] != '\\' || text[i+1] != 'u' {
			return -1
		}
		return hex4(text, i+2)
	}
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		switch u := unit(i); {
		case 0xd800 <= u && u < 0xdc00:
			if low := unit(i + 6); low < 0xdc00 || low > 0xdfff {
				return true
			}
			i += 11
		case 0xdc00 <= u && u < 0xe000:
			return true
		default:
			i++
		}
	}
	return false
}

// longExponent tells whether a number outside strings has an exponent of more than 18 digits.
func longExponent(text string) bool {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted || c|0x20 != 'e' || i == 0 || text[i-1]-'0' > 9:
		default:
			digits := strings.TrimLeft(strings.TrimLeft(text[i+1:], "+-"), "0")
			n := 0
			for n < len(digits) && digits[n]-'0' <= 9 {
				n++
			}
			if n > maxExponentDigits {
				return true
			}
		}
	}
	return false
}

// distinctNames tells whether no object of a valid JSON text has a member twice.
func distinctNames(text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	type object struct {
		names map[string]bool // nil: an array
		value bool            // a value comes next
	}
	var open []object
	for {
		token, err := d.Token()
		if err != nil {
			return err == io.EOF
		}
		if len(open) > 0 && token != json.Delim('}') && token != json.Delim(']') {
			if top := &open[len(open)-1]; top.names != nil {
				if !top.value {
					name := token.(string)
					if top.names[name] {
						return false
					}
					top.names[name] = true
				}
				top.value = !top.value
			}
		}
		switch token {
		case json.Delim('{'):
			open = append(open, object{names: map[string]bool{}})
		case json.Delim('['):
			open = append(open, object{})
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		}
	}
}

var readerSeeds = []string{
	`{"a":1,"b":[true,false,null,"x\u00e9\ud83d\ude00\n"],"c":{"d":-1.5e+10}}`, `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `"\ud800"`, `"\udc00\ud800"`,
	`[1,]`, `{"a":1,}`, "\xef\xbb\xbf{}", "\"\xff\"", "\"\xed\xa0\x80\"", `01`, `-`, `1.`, `1e`, `1e9999999999999999999`, `1e0000000000000000000000001`, ` [ ] `, `nul`, `truex`, `"\x"`, `"`, `"\`,
	"\"\x1f\"", "\"\x7f\"", "[[[[[[[[", `{"":{"":{"":0}}}`, `{"a"}`, `{1:2}`, `[1 2]`, `"12345678"`, `"1234567\u0041"`, `"1234567` + "\xe2\x82", `"日本語日本語"`, "[\"\\ud83d\\ude00\",\"\\uD83D\\uDE00\"]",
	`{"k0":0,"k1":0,"k2":0,"k3":0,"k4":0,"k5":0,"k6":0,"k7":0,"k8":0,"k9":0,"ka":0,"kb":0,"kc":0,"kd":0,"ke":0,"kf":0,"kg":0,"k\u0030":0}`,
}

func checkReader(t *testing.T, text string) {
	t.Helper()
	if got, want := accepts(text), strict(text); got != want {
		t.Errorf("%q: accepted = %v, want %v", text, got, want)
	}
	if !accepts(text) {
		return
	}
	if !EqualJSON(text, text) {
		t.Errorf("%q is not equal to itself", text)
	}
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(v); err != nil || !EqualJSON(text, string(again)) || !EqualJSON(string(again), text) {
		t.Errorf("%q is not equal to %s", text, again)
	}
	if s, is := v.(string); is {
		r := Reader{S: text}
		from := r.Start()
		if got := r.Content(from, r.Str(from)); got != s {
			t.Errorf("the content of %s is %q, want %q", text, got, s)
		}
		if out := string(AppendText(nil, s)); !accepts(out) || !EqualJSON(out, text) {
			t.Errorf("%q is written as %s", s, out)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, text := range readerSeeds {
		f.Add(text)
	}
	f.Fuzz(checkReader)
}

// TestStrictJSONIsWhatTheStandardTakesAndMore mutates texts: bytes changed, doubled, cut, and pieces of others put in.
func TestStrictJSONIsWhatTheStandardTakesAndMore(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	pieces := []string{`"`, `\`, `\u`, `\ud83d`, `\ude00`, `\u0061`, "{", "}", "[", "]", ",", ":", "1", "-", ".", "e", "e9", "0", "null", "true", " ", "\n", "\x00", "\xff", "é", "😀", "\xe2", `"a":1`, `"\u0061":1`, `{"a":1}`}
	for range 40_000 {
		text := readerSeeds[r.IntN(len(readerSeeds))]
		for range 1 + r.IntN(3) {
			at := r.IntN(len(text) + 1)
			switch r.IntN(4) {
			case 0:
				text = text[:at] + pieces[r.IntN(len(pieces))] + text[at:]
			case 1:
				text = text[:at]
			case 2:
				upto := at + r.IntN(len(text)-at+1)
				text = text[:at] + text[upto:]
			case 3:
				upto := at + r.IntN(len(text)-at+1)
				text = text[:upto] + text[at:]
			}
		}
		checkReader(t, text)
	}
}

// literal is a random number with few digits and a small exponent, so that math/big can hold it.
func literal(r *rand.Rand) string {
	digits := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("0001234569"[r.IntN(10)])
		}
		return b.String()
	}
	out := ""
	if r.IntN(3) == 0 {
		out = "-"
	}
	if whole := strings.TrimLeft(digits(r.IntN(24)), "0"); whole != "" {
		out += whole
	} else {
		out += "0"
	}
	if r.IntN(2) == 0 {
		out += "." + digits(1+r.IntN(22))
	}
	if r.IntN(3) == 0 {
		out += string("eE"[r.IntN(2)]) + []string{"", "+", "-"}[r.IntN(3)] + digits(1+r.IntN(2))
	}
	return out
}

func checkDecimals(t *testing.T, a, b string) {
	t.Helper()
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	if !okX || !okY {
		return
	}
	if got, want := CompareText(a, b), x.Cmp(y); got != want {
		t.Errorf("CompareText(%s, %s) = %d, want %d", a, b, got, want)
	}
	if got, want := EqualJSON(a, b), x.Cmp(y) == 0; got != want {
		t.Errorf("EqualJSON(%s, %s) = %v, want %v", a, b, got, want)
	}
	if y.Sign() > 0 {
		if got, want := MultipleOf(a, b), new(big.Rat).Quo(x, y).IsInt(); got != want {
			t.Errorf("MultipleOf(%s, %s) = %v, want %v", a, b, got, want)
		}
	}
	d := ParseDecimal(a)
	if d.Whole() != x.IsInt() {
		t.Errorf("%s: Whole = %v", a, d.Whole())
	}
	n, small := d.Small()
	if want := x.IsInt() && x.Num().IsInt64(); small != want || small && n != x.Num().Int64() {
		t.Errorf("%s: Small = %d, %v, want %v", a, n, small, want)
	}
	if n, plain := SmallInteger(a); plain && (!x.IsInt() || x.Num().Cmp(big.NewInt(n)) != 0) {
		t.Errorf("SmallInteger(%s) = %d", a, n)
	}
	unique := Unique("["+a+","+b+",0,1,2,3,4,5,6,7]", []int{1, len(a) + 2})
	if unique != (x.Cmp(y) != 0) {
		t.Errorf("Unique(%s, %s) = %v", a, b, unique)
	}
}

// shortNumber tells whether a text is a number that math/big can hold in little memory.
func shortNumber(text string) bool {
	if !validNumber(text) || len(text) > 80 {
		return false
	}
	i := strings.IndexAny(text, "eE")
	return i < 0 || len(strings.TrimLeft(strings.TrimLeft(text[i+1:], "+-"), "0")) <= 3
}

func FuzzDecimal(f *testing.F) {
	for _, pair := range [][2]string{{"1", "1.0"}, {"0.1", "1e-1"}, {"-0", "0.00"}, {"9223372036854775808", "9223372036854775807"}, {"1e30", "7"}, {"123456789012345678901234567890", "1234567890123456789"}, {"0.07", "0.01"}} {
		f.Add(pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if shortNumber(a) && shortNumber(b) {
			checkDecimals(t, a, b)
		}
	})
}

func TestDecimalsAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	ends := []string{"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616", "999999999999999999", "1000000000000000000", "1e18", "1e19", "-1e19", "0.1e1", "10e-1", "0e99", "-0.0"}
	for _, a := range ends {
		for _, b := range ends {
			checkDecimals(t, a, b)
		}
	}
	for range 60_000 {
		a, b := literal(r), literal(r)
		switch r.IntN(4) {
		case 0:
			// An exact multiple, mostly.
			x, _ := new(big.Rat).SetString(b)
			a = x.Mul(x, big.NewRat(int64(r.IntN(2000)-1000), 1)).FloatString(45)
		case 1:
			a = b + "0"
		}
		if shortNumber(a) && shortNumber(b) {
			checkDecimals(t, a, b)
		}
	}
}

func TestExponentsBeyondAnyMemoryAreCompared(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"1e999999999999999999", "1e999999999999999998", 1}, {"1e-999999999999999999", "0", 1}, {"-1e-999999999999999999", "0", -1},
		{"10e999999999999999998", "1e999999999999999999", 0}, {"0e999999999999999999", "0", 0}, {"1e-999999999999999999", "1e999999999999999999", -1}, {"0.001e999999999999999999", "1e999999999999999996", 0},
	} {
		if got := CompareText(c.a, c.b); got != c.want {
			t.Errorf("CompareText(%s, %s) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1e999999999999999999", "7", false}, {"7e999999999999999999", "7", true}, {"1e999999999999999999", "1e-999999999999999999", true}, {"1e-999999999999999999", "1e999999999999999999", false},
		{"1e999999999999999999", "0.5", true}, {"1e999999999999999999", "1234567890123456789012345", false}, {"0e1", "3", true},
	} {
		if got := MultipleOf(c.a, c.b); got != c.want {
			t.Errorf("MultipleOf(%s, %s) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestUniqueFindsEqualElementsAnywhere(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	pool := []string{`1`, `1.0`, `2`, `"a"`, `"\u0061"`, `"b"`, `[1]`, `[1.0]`, `[1,2]`, `{"a":1,"b":2}`, `{"b":2.0,"\u0061":1}`, `{"a":1}`, `{}`, `[]`, `null`, `true`, `false`, `0`, `-0`, `""`, `[[]]`, `{"a":{}}`, `1e2`, `100`, `{"a":1,"b":1}`, `{"b":1,"a":2}`}
	for range 4_000 {
		var b strings.Builder
		var starts []int
		var texts []string
		for i := range r.IntN(14) {
			if i > 0 {
				b.WriteByte(',')
			}
			starts = append(starts, b.Len())
			texts = append(texts, pool[r.IntN(len(pool))])
			b.WriteString(texts[i])
		}
		b.WriteByte(']')
		want := true
		for i := range texts {
			want = want && !slices.ContainsFunc(texts[:i], func(other string) bool { return EqualJSON(other, texts[i]) })
		}
		if got := Unique(b.String(), starts); got != want {
			t.Errorf("Unique(%s) = %v, want %v", b.String(), got, want)
		}
	}
}
