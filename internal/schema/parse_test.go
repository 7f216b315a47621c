package schema

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	tests := []struct {
		name, text string
		depth      int
		want       string // compact form, or the error as OFFSET POINTER MESSAGE
	}{
		{name: "an object keeps the order of its members", text: ` {"b":1, "a":[true,false,null]} `, want: `{"b":1,"a":[true,false,null]}`},
		{name: "numbers are kept as written", text: `[1.0,1e2,-0,0.10E+05,18446744073709551616]`, want: `[1.0,1e2,-0,0.10E+05,18446744073709551616]`},
		{name: "a surrogate pair is one character", text: `"\ud83d\ude00\/"`, want: `"😀/"`},
		{name: "128 levels are accepted", text: nested(128), want: nested(128)},
		{name: "129 levels are refused", text: nested(129), want: `128 ` + strings.Repeat("/0", 128) + ` nested deeper than 128 levels`},
		{name: "the depth can be lowered", text: `{"a":{"b":[]}}`, depth: 2, want: `10 /a/b nested deeper than 2 levels`},
		{name: "the depth can be raised", text: nested(300), depth: 300, want: nested(300)},
		{name: "a million levels are refused at the most that is allowed", text: strings.Repeat("[", 1e6), depth: 1 << 30, want: `10000 ` + strings.Repeat("/0", 10000) + ` nested deeper than 10000 levels`},
		{name: "an empty text is refused", text: ` `, want: `1  the text is empty`},
		{name: "a byte order mark is refused", text: "\ufeff{}", want: `0  the text starts with a byte order mark`},
		{name: "trailing data is refused", text: `{} {}`, want: `3  data after the value`},
		{name: "a duplicate name is refused at the property", text: `{"x":{"a":1,"b":2,"a":3}}`, want: `18 /x/a a member name that is there already: "a"`},
		{name: "a duplicate name is found behind an escape", text: `{"a/b":1,"a\/b":2}`, want: `9 /a~1b a member name that is there already: "a/b"`},
		{name: "a duplicate name is found in a large object", text: `{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"c":0}`, want: `103 /c a member name that is there already: "c"`},
		{name: "a lone surrogate is refused", text: `["\ud800"]`, want: `2 /0 a lone surrogate is no character`},
		{name: "invalid UTF-8 is refused", text: "{\"a\":\"\xff\"}", want: `6 /a the text is not valid UTF-8`},
		{name: "a trailing comma in an array is refused", text: `[1,]`, want: `3  a value is expected after the comma`},
		{name: "a trailing comma in an object is refused", text: `{"a":1,}`, want: `7  a member name in double quotes is expected behind the comma`},
		{name: "an open array is refused", text: `[`, want: `1  the text ends inside a value`},
		{name: "a name without value is refused", text: `{"a"`, want: `4 /a a colon is expected`},
		{name: "a leading zero is refused", text: `{"a":01}`, want: `5 /a a number has no leading zeros`},
		{name: "a comment is refused", text: `// x`, want: `0  a value is expected`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v, err := Parse([]byte(test.text), test.depth)
			got := ""
			var syntax *SyntaxError
			switch {
			case err == nil:
				got = string(AppendValue(nil, v, ""))
			case errors.As(err, &syntax):
				got = strings.Join([]string{itoa(syntax.Offset), syntax.Pointer, syntax.Message}, " ")
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAppendValueIndents(t *testing.T) {
	v, err := Parse([]byte("{\"a\":[1,{}],\"b\\u0000\\n\":{\"c\":\"é\u2028\"},\"d\":[]}"), 0)
	if err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\\u0000\\n\": {\n    \"c\": \"é\u2028\"\n  },\n  \"d\": []\n}"
	if got := string(AppendValue([]byte(nil), v, "  ")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"$id":"a","properties":{"x":{"$ref":"#/$defs/y"}}}`, `[1.0e-2,"\ud83d\ude00",null,true]`, `{"a":1,"\u0061":2}`,
		"\ufeff1", `"\ud800"`, `[[[[[[`, `{"a":}`, `-`, `0e`, "\"\x80\"", `{"":{"":[]}} x`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text, 20)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Message == "" || syntax.Offset < 0 || syntax.Offset > len(text) {
				t.Fatalf("the error is %#v", err)
			}
			if _, err := ParsePointer(syntax.Pointer); err != nil {
				t.Fatalf("the pointer is %q", syntax.Pointer)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatalf("accepted, though encoding/json refuses it")
		}
		again, err := Parse(AppendValue(nil, v, "\t"), 20)
		if err != nil || string(AppendValue(nil, again, "")) != string(AppendValue(nil, v, "")) {
			t.Fatalf("printed and read again it is another value, error %v", err)
		}
	})
}
