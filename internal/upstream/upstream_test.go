package upstream

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/acigen/acigen/internal/tape"
)

func TestPathsFollowRFC9535AsFarAsTheyGo(t *testing.T) {
	const text = `{"a":{"b c":[1,2,{"k":"x","v":5},{"k":"y","v":6}]},"n":null,"list":[{"d":"p"},{"d":"q"}],"it's":true}`
	var doc tape.Tape
	root, fault := doc.Parse(text, 0)
	if fault != tape.Sound {
		t.Fatal(fault)
	}
	for path, want := range map[string]string{
		"$": text, "$.a['b c'][0]": "1", `$.a["b c"][-1].v`: "6", "$.a['b c'][9]": "", "$.n": "null", "$.none.x": "", "$.list[*].d": `"p" "q"`, "$.list.*": `{"d":"p"} {"d":"q"}`,
		"$.a['b c'][?@.k == 'y'].v": "6", "$.a['b c'][?@.k != 'y'].v": "5", "$.a['b c'][?@.v == 5.0].k": `"x"`, "$.a['b c'][?@.k].v": "5 6", "$[?@ == null]": "null", `$['it\'s']`: "true", "$.a['b c'][?@ == 2]": "2", "$[*][0]": `{"d":"p"}`,
	} {
		p, err := parsePath(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var got []string
		p.each(root, func(v tape.Value) bool { got = append(got, v.Raw()); return true })
		if strings.Join(got, " ") != want {
			t.Errorf("%s leads to %q, want %q", path, got, want)
		}
		first := p.first(root)
		if len(got) > 0 && first.Raw() != got[0] || len(got) == 0 && first.Kind() != tape.Absent {
			t.Errorf("%s leads first to %q", path, first.Raw())
		}
	}
	for _, path := range []string{"", "a", "$..a", "$.", "$[", "$[0", "$[1:2]", "$['a','b']", "$[?a]", "$[?@.a == ]", "$[?@.a == b]", "$[?@.* == 1]", "$['a", "$[x]", "$.a b", `$['\n']`, "$[?@.a < 1]", "$.1a", "$[?(@.a)]"} {
		if _, err := parsePath(path); err == nil {
			t.Errorf("%s is taken", path)
		}
	}
}

func TestAMappingSaysWhatIsWrongWithIt(t *testing.T) {
	const head = "tool: query_logs\nrecognize: [{path: $.a, is: array}]\n"
	const rest = "entries: '$.a[*]'\nfields: {message: $.m}\n"
	for source, want := range map[string]string{
		head + rest:                    "",
		"x":                            "a mapping is no mapping",
		"tool: query_graph\n" + rest:   `tool is "query_graph"`,
		head:                           "nothing says where the entries are",
		"tool: query_logs\n" + rest:    "nothing says how the shape is recognized",
		head + "entries: '$.a[*]'\n":   "no field is mapped",
		head + rest + "colums: $.a\n":  `has no key "colums"`,
		head + rest + "columns: $.a\n": "columns, types, numeric and cells are for query_mysql",
		head + "entries: '$..a'\nfields: {message: $.m}\n":                      "descends with ..",
		head + "entries: '$.a[*]'\nfields: {messages: $.m}\n":                   `has no key "messages"`,
		head + "entries: '$.a[*]'\nfields: {message: {path: $.m, unit: d}}\n":   `"d" is no unit of time`,
		head + "entries: '$.a[*]'\nfields: {message: {path: $.m, in: outer}}\n": `no level is called "outer"`,
		head + rest + "partial: [{path: $.a}]\n":                                "the condition tests nothing",
		head + rest + "partial: [{path: $.a, is: odd}]\n":                       `"odd" is no test`,
		head + rest + "partial: [{path: $.a, above: x}]\n":                      "a number is expected",
		head + rest + "partial: [{path: $.a, equals: [1]}]\n":                   "a literal is expected",
		head + rest + "partial: [{path: $.a, is: array, equals: 1}]\n":          "a condition has two tests",
		head + rest + "about: 1\n":                                              "a text is expected",
	} {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte(source), &doc); err != nil {
			t.Fatal(err)
		}
		_, problems := Compile("my-search", doc.Content[0])
		got := ""
		for _, p := range problems {
			got += p.Message + "\n"
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q has the problems %q, want %q", source, got, want)
		}
	}
	for _, name := range []string{"", "auto", "A", "a_b", "-a", "a-", "a--b", strings.Repeat("a", 64)} {
		if mappingName(name) {
			t.Errorf("%q is taken as a name", name)
		}
	}
}

// Where a list of entries stands under a name or alone, what stands beside an empty list is no entry.
func TestTheMembersOfAnObjectAreNoEntriesOfAList(t *testing.T) {
	const mapping = "tool: query_logs\nrecognize: [{path: $, is: filled}]\nentries: [{each: ['$.a[*]', '$[?@.entity]', '$[*]']}]\nfields: {message: [$.m, $.entity.m]}\n"
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(mapping), &doc); err != nil {
		t.Fatal(err)
	}
	m, problems := Compile("my-search", doc.Content[0])
	if len(problems) > 0 {
		t.Fatal(problems[0].Message)
	}
	s := &Set{tools: map[string][]*Mapping{}}
	s.add(m)
	for raw, want := range map[string]string{
		`{"a":[],"b":{"m":"x"},"c":{"entity":{"m":"y"}}}`: "",
		`{"a":[{"m":"x"}],"b":{"m":"y"}}`:                 "$.a[0]",
		`{"a":{"k":{"m":"x"}}}`:                           "$.a.k",
		`[{"m":"x"},{"m":"y"}]`:                           "$[0] $[1]",
		`[{"m":"x"},{"entity":{"m":"y"}}]`:                "$[1]",
	} {
		var r Reader
		a := r.Read(s, "query_logs", "", []byte(raw), 0)
		var got []string
		if a.Reason == None {
			a.Each(func(e *Entry) bool { got = append(got, e.Path()); return true })
		}
		if strings.Join(got, " ") != want || a.Reason != None {
			t.Errorf("%s has the entries %v (%d), want %s", raw, got, a.Reason, want)
		}
	}
}

func TestTotalsAreExactIntegers(t *testing.T) {
	for literal, want := range map[string]Total{
		"0": {Stated: true}, "2": {true, 2, false}, "2.0": {true, 2, false}, "2e0": {true, 2, false}, "20e-1": {true, 2, false}, "-0": {Stated: true},
		"9223372036854775807": {true, 1<<63 - 1, false}, "9223372036854775808": {Stated: true, TooBig: true}, "1e400": {Stated: true, TooBig: true},
		"2.5": {}, "-1": {}, "1e-400": {},
	} {
		got, ok := totalOf(literal)
		if got.TooBig {
			got.N = 0
		}
		if got != want || ok != want.Stated {
			t.Errorf("%s is %+v, want %+v", literal, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, raw := range []string{`{"logs":[{"message":"a"}]}`, `"{\"rows\":[]}"`, `{"content":[{"type":"text","text":"[1]"},{"type":"text","text":"{}"}]}`, `[{"node":{"text":"x"}}]`, "<html>", "x.y.Error: z", `{"formattedRecords":"[{\"a\":1}]"}`} {
		f.Add(raw)
	}
	set, err := Builtin()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		var r Reader
		for tool := range fieldNames {
			a := r.Read(set, tool, "", []byte(raw), 0)
			if a.Reason != None {
				if a.Reason.Class() == "" {
					t.Errorf("the reason %d has no class", a.Reason)
				}
				continue
			}
			n := 0
			a.Each(func(e *Entry) bool {
				if n++; !strings.HasPrefix(e.Path(), "$") {
					t.Errorf("%q has an entry at %q", raw, e.Path())
				}
				return n < 1000
			})
		}
	})
}
