package golang_test

import (
	"os/exec"
	"strings"
	"testing"
)

// misuse is a program that uses generated packages in ways that decoding never does.
const misuse = `package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"world/m"
)

func want(what string, ok bool) {
	if !ok {
		fmt.Println("wrong:", what)
		os.Exit(1)
	}
}

func refused(what string, v m.Root, parts ...string) {
	err := v.Validate()
	want(what+": Validate refuses", err != nil)
	for _, part := range parts {
		want(what+": "+err.Error()+" names "+part, strings.Contains(err.Error(), part))
	}
	for _, violation := range err.(*m.ValidationError).Violations {
		want(what+": no offset", violation.Offset == -1)
	}
	dst, err := v.AppendJSON([]byte("kept"))
	want(what+": AppendJSON leaves dst", err != nil && string(dst) == "kept")
	_, err = json.Marshal(v)
	want(what+": Marshal refuses", err != nil)
}

func valid() m.Root {
	return m.Root{Name: "n", Kind: m.RootKindA, Level: 1, Any: "null", Tail: m.NullOf[m.Integer]("1")}
}

func main() {
	v := valid()
	text, err := v.AppendJSON(nil)
	want("a valid value: "+string(text)+fmt.Sprint(err), err == nil)

	v = valid()
	v.Name = ""
	refused("too short a text", v, "minLength", "/name")
	v = valid()
	v.Name = "\xff"
	refused("a text that is no UTF-8", v, "json")
	v = valid()
	v.Name = "\xed\xa0\x80"
	refused("a surrogate in a text", v, "json")
	v = valid()
	v.Kind = "zzz"
	refused("a value that the enum lacks", v, "enum", "/kind")
	v = valid()
	v.Kind = ""
	refused("the zero value of an enum", v, "enum", "/kind")
	v = valid()
	v.Level = 9
	refused("an integer out of bounds", v, "maximum", "/level")
	for _, bad := range []string{"x", "1.", "01", "+1", "1 ", " 1", "1,2", "\"1\"", "NaN", "1}{", "1e", "-"} {
		v = valid()
		v.Ratio = m.OptOf(m.Number(bad))
		refused("the number "+bad, v, "json")
	}
	for _, bad := range []string{"x", "{", "1 2", "{}}", "\"", "[1,]", "1,\"name\":\"y\"", "{\"a\":1,\"a\":2}", "\"\\ud800\""} {
		v = valid()
		v.Any = m.Raw(bad)
		refused("the raw text "+bad, v, "json")
	}
	v = valid()
	v.Extra = map[string]m.Raw{"name": "1"}
	refused("an extra with the name of a member", v, "json")
	v = valid()
	v.Extra = map[string]m.Raw{"\xff": "1"}
	refused("an extra with a name that is no UTF-8", v, "json")
	v = valid()
	v.Pair = m.OptOf(m.RootPair{Item1: m.OptOf("second")})
	refused("an element behind one that is absent", v, "json")
	v = valid()
	v.Shape = m.OptOf[m.RootShape](nil)
	refused("a union of nothing", v, "oneOf", "/shape")
	v = valid()
	cycle := &m.Tree{}
	cycle.Next = m.OptOf(cycle)
	v.Tree = m.OptOf(*cycle)
	refused("a value that contains itself", v, "json")
	cycle.Also = m.OptOf(cycle)
	v.Tree = m.OptOf(*cycle)
	refused("a value that contains itself in two places", v, "json")
	v = valid()
	v.Tree = m.OptOf(m.Tree{Next: m.Opt[*m.Tree]{Present: true}})
	refused("a pointer to nothing", v, "type", "/tree/next")
	v = valid()
	v.Words = m.OptOf([]string(nil))
	text, err = v.AppendJSON(nil)
	want("an empty list is no null: "+string(text), err == nil && strings.Contains(string(text), "\"words\":[]"))

	var zero m.Root
	refused("the zero value", zero, "name")

	// What is shared aliases the text; what is not does not.
	data := []byte("{\"name\":\"abc\",\"kind\":\"a\",\"level\":1,\"any\":[1],\"tail\":null,\"words\":[\"one\",\"two\"],\"zz\":\"extra\"}")
	owned, err := m.DecodeRoot(data)
	want("decodes", err == nil)
	var shared m.Root
	want("decodes shared", shared.DecodeShared(data) == nil)
	for i := range data {
		data[i] = 'x'
	}
	text, err = owned.AppendJSON(nil)
	want("owns its memory: "+string(text), err == nil && string(text) == "{\"name\":\"abc\",\"kind\":\"a\",\"level\":1,\"any\":[1],\"words\":[\"one\",\"two\"],\"tail\":null,\"zz\":\"extra\"}")

	// A value is read into again and again.
	for _, text := range []string{
		"{\"name\":\"a\",\"kind\":\"a\",\"level\":1,\"any\":1,\"tail\":null,\"words\":[\"1\",\"2\",\"3\"],\"x\":1,\"tree\":{\"next\":{\"next\":{}}},\"shape\":{\"t\":\"p\"},\"ratio\":1.50}",
		"{\"name\":\"b\",\"kind\":\"b\",\"level\":2,\"any\":{},\"tail\":12345678901234567890}",
		"{\"name\":\"c\",\"kind\":\"a\",\"level\":1,\"any\":[],\"words\":[\"9\"],\"tail\":1,\"tree\":{}}",
		"{\"name\":\"d\",\"kind\":\"a\",\"level\":1,\"any\":[],\"tail\":null,\"shape\":{\"t\":\"q\",\"n\":1},\"y\":2}",
	} {
		want("again: "+text, shared.DecodeShared([]byte(text)) == nil)
		fresh, err := m.DecodeRoot([]byte(text))
		want("fresh", err == nil)
		a, _ := shared.AppendJSON(nil)
		b, _ := fresh.AppendJSON(nil)
		want("the same again: "+string(a)+" and "+string(b), string(a) == string(b))
	}

	// Distinct values, in many goroutines.
	var all sync.WaitGroup
	for range 8 {
		all.Add(1)
		go func() {
			defer all.Done()
			for range 200 {
				v, err := m.DecodeRoot([]byte("{\"name\":\"a\",\"kind\":\"a\",\"level\":1,\"any\":1,\"tail\":null}"))
				want("in a goroutine", err == nil && v.Validate() == nil && m.CheckRoot([]byte("{}")) != nil)
			}
		}()
	}
	all.Wait()

	// As a part of something else.
	var outer struct{ Part m.Root; Parts []m.Root; By map[string]m.Root }
	source := "{\"Part\":{\"name\":\"a\",\"kind\":\"a\",\"level\":1,\"any\":1,\"tail\":null},\"Parts\":[{\"name\":\"b\",\"kind\":\"b\",\"level\":1,\"any\":\"<&>\",\"tail\":2}],\"By\":{}}"
	want("within a struct", json.Unmarshal([]byte(source), &outer) == nil)
	text, err = json.Marshal(outer)
	want("within a struct: "+string(text), err == nil && string(text) == strings.NewReplacer("<", "\\u003c", ">", "\\u003e", "&", "\\u0026").Replace(source))
	want("within a struct, invalid", json.Unmarshal([]byte("{\"Part\":{\"name\":\"\"}}"), &outer) != nil)

	err = m.CheckRoot([]byte("{\"name\":\"secret-text\",\"kind\":\"secret-kind\",\"level\":12345,\"any\":1,\"tail\":null,\"words\":[7]}"))
	want("errors hold nothing of the instance: "+err.Error(), !strings.Contains(fmt.Sprintf("%+v", *err.(*m.ValidationError)), "secret"))
	fmt.Println("right")
}
`

func TestGeneratedCodeIsMisused(t *testing.T) {
	schema := `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
		"name":{"type":"string","minLength":1},"kind":{"enum":["a","b"]},"level":{"type":"integer","minimum":0,"maximum":5},
		"any":{},"ratio":{"type":"number"},"words":{"type":"array","items":{"type":"string"}},
		"pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"string"}],"items":false},
		"shape":{"oneOf":[{"$ref":"#/$defs/P"},{"$ref":"#/$defs/Q"}]},"tree":{"$ref":"#/$defs/Tree"},
		"tail":{"anyOf":[{"$ref":"#/$defs/Big"},{"type":"null"}]}},
		"required":["name","kind","level","any","tail"],
		"$defs":{"P":{"type":"object","properties":{"t":{"const":"p"}},"required":["t"]},
			"Q":{"type":"object","properties":{"t":{"const":"q"},"n":{"type":"integer"}},"required":["t"]},
			"Tree":{"type":"object","properties":{"next":{"$ref":"#/$defs/Tree"},"also":{"$ref":"#/$defs/Tree"}}},
			"Big":{"type":"integer"}}}`
	files, findings := generate(map[string]string{"root.json": schema}, "root.json", "m", nil)
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	w := newWorld(t)
	w.add(t, "m", files)
	w.write(t, "main.go", misuse)
	cmd := exec.Command("go", "run", "-trimpath", ".")
	cmd.Dir = w.dir
	out, err := cmd.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "right" {
		t.Errorf("%v\n%s", err, head(out))
	}
}
