package plantest

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"sort"
	"strconv"
	"strings"
)

// Instance returns a JSON text that is made after the schema, but mostly not
// quite. Members are distinct, and no number has an exponent of more than two digits.
func Instance(r *rand.Rand, schema string) string {
	d := json.NewDecoder(bytes.NewReader([]byte(schema)))
	d.UseNumber()
	var root any
	if err := d.Decode(&root); err != nil {
		return "null"
	}
	w := &writer{r: r, root: root, fuel: 120}
	// Most faults are few: an instance with many says little.
	w.wild = []int{1000, 40, 12, 4}[r.IntN(4)]
	w.value(root, 7)
	return w.b.String()
}

type writer struct {
	r    *rand.Rand
	root any
	b    strings.Builder
	wild int // one value in so many is random
	fuel int
}

func (w *writer) one(n int) bool { return w.r.IntN(n) == 0 }

func (w *writer) value(schema any, depth int) {
	w.fuel--
	if w.fuel < 0 || depth < 0 {
		w.b.WriteString(pick(w.r, []string{"null", "1", `"a"`, "{}", "[]"}))
		return
	}
	facts := &facts{w: w, properties: map[string][]any{}}
	facts.collect(schema, 6)
	if w.one(w.wild) || facts.never {
		w.random(2)
		return
	}
	if len(facts.values) > 0 {
		text, _ := json.Marshal(pick(w.r, facts.values))
		w.b.Write(text)
		return
	}
	switch facts.kind() {
	case "object":
		w.object(facts, depth)
	case "array":
		w.array(facts, depth)
	case "string":
		w.string(pick(w.r, texts))
	case "integer":
		w.b.WriteString(pick(w.r, numbers[:8]))
	case "number":
		w.b.WriteString(pick(w.r, numbers))
	case "boolean":
		w.b.WriteString(pick(w.r, []string{"true", "false"}))
	case "null":
		w.b.WriteString("null")
	default:
		w.random(2)
	}
}

// string writes a string, now and then with escapes.
func (w *writer) string(s string) {
	if w.one(8) {
		w.b.WriteByte('"')
		for _, c := range s {
			if c < 0x10000 {
				w.b.WriteString(`\u` + strconv.FormatInt(int64(c)+0x10000, 16)[1:])
			} else {
				w.b.WriteRune(c)
			}
		}
		w.b.WriteByte('"')
		return
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string never fails
	w.b.WriteString(strings.TrimSpace(b.String()))
}

func (w *writer) space() {
	if w.one(20) {
		w.b.WriteString(pick(w.r, []string{" ", "\n", "\t", "\r\n "}))
	}
}

func (w *writer) object(f *facts, depth int) {
	var keys []string
	add := func(key string) {
		if !contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, key := range f.required {
		if !w.one(w.wild) {
			add(key)
		}
	}
	for _, key := range f.names {
		if w.one(2) {
			add(key)
		}
	}
	for range w.r.IntN(3) {
		if len(f.others) > 0 || w.one(3) {
			add(pick(w.r, names))
		}
	}
	if w.one(3) {
		w.r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	}
	w.b.WriteByte('{')
	for i, key := range keys {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.space()
		w.string(key)
		w.space()
		w.b.WriteByte(':')
		w.space()
		subs := f.properties[key]
		if len(subs) == 0 {
			subs = f.others
		}
		switch {
		case len(subs) == 0:
			w.random(2)
		case len(subs) == 1:
			w.value(subs[0], depth-1)
		default:
			w.value(map[string]any{"allOf": subs}, depth-1)
		}
	}
	w.space()
	w.b.WriteByte('}')
}

func (w *writer) array(f *facts, depth int) {
	n := w.r.IntN(4)
	if f.least > 0 && !w.one(w.wild) {
		n = max(n, f.least)
	}
	w.b.WriteByte('[')
	for i := range n {
		if i > 0 {
			w.b.WriteByte(',')
		}
		w.space()
		switch {
		case i < len(f.prefix):
			w.value(f.prefix[i], depth-1)
		case len(f.items) > 0:
			w.value(pick(w.r, f.items), depth-1)
		default:
			w.random(2)
		}
	}
	w.space()
	w.b.WriteByte(']')
}

// random writes any value.
func (w *writer) random(depth int) {
	switch n := w.r.IntN(12); {
	case n < 3:
		w.string(pick(w.r, texts))
	case n < 6:
		w.b.WriteString(pick(w.r, numbers))
	case n < 8:
		w.b.WriteString(pick(w.r, []string{"true", "false", "null"}))
	case n < 10 && depth > 0:
		w.b.WriteByte('[')
		for i := range w.r.IntN(3) {
			if i > 0 {
				w.b.WriteByte(',')
			}
			w.random(depth - 1)
		}
		w.b.WriteByte(']')
	case depth > 0:
		w.b.WriteByte('{')
		start := w.r.IntN(len(names))
		for i := range w.r.IntN(3) {
			if i > 0 {
				w.b.WriteByte(',')
			}
			w.string(names[(start+i)%len(names)])
			w.b.WriteByte(':')
			w.random(depth - 1)
		}
		w.b.WriteByte('}')
	default:
		w.b.WriteString(pick(w.r, constants[:14]))
	}
}

// facts are what one way through a schema says of a value.
type facts struct {
	w          *writer
	types      []string
	values     []any
	properties map[string][]any
	names      []string // of properties
	required   []string
	others     []any
	prefix     []any
	items      []any
	least      int
	never      bool
	touched    string // the type that keywords speak of
}

func (f *facts) kind() string {
	if len(f.types) > 0 {
		return pick(f.w.r, f.types)
	}
	return f.touched
}

func (f *facts) collect(schema any, depth int) {
	if depth == 0 {
		return
	}
	if b, is := schema.(bool); is {
		f.never = f.never || !b
		return
	}
	m, is := schema.(map[string]any)
	if !is {
		return
	}
	list := func(keyword string) []any { l, _ := m[keyword].([]any); return l }
	if ref, is := m["$ref"].(string); is {
		f.collect(f.w.resolve(ref), depth-1)
	}
	for _, sub := range list("allOf") {
		f.collect(sub, depth-1)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if l := list(keyword); len(l) > 0 {
			f.collect(pick(f.w.r, l), depth-1)
		}
	}
	if f.w.one(2) {
		for _, keyword := range []string{"if", "then"} {
			if sub, there := m[keyword]; there {
				f.collect(sub, depth-1)
			}
		}
	} else if sub, there := m["else"]; there {
		f.collect(sub, depth-1)
	}
	f.scalars(m)
	f.members(m)
	f.elements(m)
}

func (f *facts) scalars(m map[string]any) {
	switch t := m["type"].(type) {
	case string:
		f.types = []string{t}
	case []any:
		if len(f.types) == 0 {
			for _, one := range t {
				if s, is := one.(string); is {
					f.types = append(f.types, s)
				}
			}
		}
	}
	if l, is := m["enum"].([]any); is {
		f.values = l
	}
	if v, there := m["const"]; there {
		f.values = []any{v}
	}
	for _, keyword := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"} {
		if m[keyword] != nil {
			f.touched = "number"
		}
	}
	for _, keyword := range []string{"pattern", "minLength", "maxLength", "format"} {
		if m[keyword] != nil {
			f.touched = "string"
		}
	}
}

func (f *facts) members(m map[string]any) {
	if properties, is := m["properties"].(map[string]any); is {
		f.touched = "object"
		for _, name := range sorted(properties) {
			if len(f.properties[name]) == 0 {
				f.names = append(f.names, name)
			}
			f.properties[name] = append(f.properties[name], properties[name])
		}
	}
	if l, is := m["required"].([]any); is {
		f.touched = "object"
		for _, name := range l {
			if s, is := name.(string); is {
				f.required = append(f.required, s)
			}
		}
	}
	for _, keyword := range []string{"additionalProperties", "unevaluatedProperties"} {
		if sub, there := m[keyword]; there {
			f.touched = "object"
			if sub != false || f.w.one(f.w.wild) {
				f.others = append(f.others, sub)
			}
		}
	}
	if patterns, is := m["patternProperties"].(map[string]any); is {
		f.touched = "object"
		for _, name := range sorted(patterns) {
			f.others = append(f.others, patterns[name])
		}
	}
	for _, keyword := range []string{"propertyNames", "minProperties", "maxProperties", "dependentRequired", "dependentSchemas"} {
		if m[keyword] != nil {
			f.touched = "object"
		}
	}
}

func (f *facts) elements(m map[string]any) {
	if l, is := m["prefixItems"].([]any); is {
		f.touched, f.prefix = "array", l
	}
	for _, keyword := range []string{"items", "unevaluatedItems", "contains"} {
		if sub, there := m[keyword]; there {
			f.touched = "array"
			f.items = append(f.items, sub)
		}
	}
	if n, is := m["minItems"].(json.Number); is {
		least, _ := n.Int64()
		f.touched, f.least = "array", int(least)
	}
}

func sorted(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// resolve returns what a reference into $defs refers to.
func (w *writer) resolve(ref string) any {
	root, _ := w.root.(map[string]any)
	defs, _ := root["$defs"].(map[string]any)
	return defs[strings.TrimPrefix(ref, "#/$defs/")]
}
