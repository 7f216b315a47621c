package upstream

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/tape"
)

// Table is the columns of an answer of query_mysql.
type Table struct {
	// Columns are the names in select order; a name may occur more than once.
	Columns []string

	answer  *Answer
	numeric []bool           // by column: strings that are numbers become numbers
	at      map[string][]int // the columns of a name
}

// Table returns the answer's columns: what the mapping says, else the keys of the
// first row. It is false when columns are no texts, or rows are arrays and nothing
// names their columns.
func (a *Answer) Table() (t Table, ok bool) {
	t = Table{answer: a, at: map[string][]int{}}
	ok = true
	stated := false
	for _, columns := range a.mapping.columns {
		columns.each(a.document, func(v tape.Value) bool {
			stated = true
			ok = v.Kind() == tape.String
			t.Columns = append(t.Columns, v.Text())
			return ok
		})
		// An empty list says that there are no columns.
		if last := len(columns) - 1; last >= 0 && columns[last].kind == wildcard {
			stated = stated || columns[:last].first(a.document).Kind() == tape.Array
		}
		if stated {
			break
		}
	}
	if !ok {
		return t, false
	}
	if !stated {
		a.Each(func(e *Entry) bool {
			switch e.value.Kind() {
			case tape.Object:
				for name := range e.value.Members() {
					t.Columns = append(t.Columns, name.Text())
				}
				return false
			case tape.Array:
				ok = false
				return false
			}
			return true
		})
	}
	for i, name := range t.Columns {
		t.at[name] = append(t.at[name], i)
	}
	t.numeric = make([]bool, len(t.Columns))
	if a.mapping.types != nil {
		i := 0
		a.mapping.types.each(a.document, func(v tape.Value) bool {
			if i < len(t.numeric) {
				t.numeric[i] = a.mapping.numeric[strings.ToUpper(v.Text())]
			}
			i++
			return true
		})
	}
	return t, ok
}

// Row returns the cells of a row in the order of the columns: null, booleans, numbers
// and strings, and arrays and objects, whose text is the cell. Unknown are the keys
// of an object that no column has. It is false for a row that is unusable: neither
// an array as wide as the columns nor an object.
func (t *Table) Row(e *Entry, dst []tape.Value) (cells []tape.Value, unknown int, ok bool) {
	dst = dst[:0]
	if t.answer.mapping.cells == packedRows {
		return t.unpack(e.value, dst)
	}
	switch e.value.Kind() {
	case tape.Array:
		for i, v := range e.value.Elements() {
			if i >= len(t.Columns) {
				return nil, 0, false
			}
			dst = append(dst, t.cell(v, i))
		}
		return dst, 0, len(dst) == len(t.Columns)
	case tape.Object:
		for range t.Columns {
			dst = append(dst, tape.Value{})
		}
		for name, v := range e.value.Members() {
			places := t.at[name.Text()]
			if len(places) == 0 {
				unknown++
			}
			for _, i := range places {
				dst[i] = t.cell(v, i)
			}
		}
		return dst, unknown, true
	}
	return nil, 0, false
}

// cell returns the value that a cell stands for.
func (t *Table) cell(v tape.Value, column int) tape.Value {
	m := t.answer.mapping
	if m.cells == taggedCells {
		v = untagged(m, v)
	} else if bytes, is := buffer(v); is {
		return tape.Made(bytes)
	}
	if t.numeric[column] && v.Kind() == tape.String && isNumber(v.Text()) {
		return tape.MadeNumber(v.Text())
	}
	return v
}

// untagged returns what stands in {"longValue": 1}; absent, which is null, for {"isNull": true}.
func untagged(m *Mapping, v tape.Value) tape.Value {
	if m.nullTag != "" && v.Get(m.nullTag).True() {
		return tape.Value{}
	}
	for _, tag := range m.tags {
		if inside := v.Get(tag); inside.Kind() != tape.Absent {
			return inside
		}
	}
	return v
}

// buffer returns the base64 text of {"type":"Buffer","data":[1,2,3]}, as Node.js writes bytes.
func buffer(v tape.Value) (string, bool) {
	if v.Kind() != tape.Object || v.Get("type").Text() != "Buffer" || v.Get("data").Kind() != tape.Array || v.Len() != 2 {
		return "", false
	}
	var bytes []byte
	for _, b := range v.Get("data").Elements() {
		n, err := strconv.ParseUint(b.Text(), 10, 8)
		if err != nil || b.Kind() != tape.Number {
			return "", false
		}
		bytes = append(bytes, byte(n))
	}
	return base64.StdEncoding.EncodeToString(bytes), true
}

// unpack returns the cells of {"lengths":["1","-1"],"values":base64}: each has a
// length in bytes, -1 is null. Bytes that are no UTF-8 become base64.
func (t *Table) unpack(v tape.Value, dst []tape.Value) (cells []tape.Value, unknown int, ok bool) {
	if v.Kind() != tape.Object {
		return nil, 0, false
	}
	bytes, err := base64.StdEncoding.DecodeString(v.Get("values").Text())
	if err != nil {
		return nil, 0, false
	}
	for i, l := range v.Get("lengths").Elements() {
		n, err := strconv.Atoi(l.Text())
		switch {
		case err != nil || n < -1 || n > len(bytes) || i >= len(t.Columns):
			return nil, 0, false
		case n == -1:
			dst = append(dst, tape.Value{})
			continue
		}
		dst = append(dst, t.cell(textOrBase64(bytes[:n]), i))
		bytes = bytes[n:]
	}
	return dst, 0, len(dst) == len(t.Columns) && len(bytes) == 0
}

func textOrBase64(b []byte) tape.Value {
	s := string(b)
	if strings.ToValidUTF8(s, "") != s {
		return tape.Made(base64.StdEncoding.EncodeToString(b))
	}
	return tape.Made(s)
}
