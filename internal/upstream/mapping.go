package upstream

import (
	"github.com/acigen/acigen/internal/logtime"
	"github.com/acigen/acigen/internal/tape"
	"github.com/acigen/acigen/internal/text"
)

// Mapping says how one upstream's shape becomes entries of one tool. It is
// immutable once it is compiled.
type Mapping struct {
	// Name is the value of --upstream, in kebab-case.
	Name string
	// Tool is the tool whose outputs it reads; About says in words what shape it is.
	Tool, About string

	recognize []condition // all must hold
	denied    []condition // any: access was denied
	failed    []condition // any: the upstream failed
	partial   []condition // any: the answer is not whole
	nothing   []condition // any: the upstream says that it found nothing

	totals    []path
	totalText bool // a string that is a number counts too
	relevance []path
	levels    []level
	fields    [maxFields][]candidate
	columns   []path // alternatives: the first that leads to something counts
	types     path
	cells     cellForm
	numeric   map[string]bool
	tags      []string
	nullTag   string
}

// level is one step from a container to the entries in it.
type level struct {
	name string
	// each are alternatives: the first that leads to something counts.
	each []path
	// json, when it is set, reads what each leads to as JSON inside a string, and goes on there.
	json path
	// inString tells that json is set, be it empty.
	inString bool
}

// candidate is one place where a field may stand.
type candidate struct {
	level int // the number of levels that are entered: -1 the document, 0 the first level's element …
	path  path
	unit  logtime.Unit
	// inString: what path leads to is JSON inside a string, in which json goes on.
	inString bool
	json     path
	// unless is the text of a value that stands for none; hasUnless tells that there is one.
	unless    string
	hasUnless bool
	// values translate texts; one that is not among them is none. Nil: no translation.
	values map[string]string
	// join, when joins is set, stands between all texts that path leads to.
	joins bool
	join  string
}

var unitNames = map[string]logtime.Unit{"s": logtime.Seconds, "ms": logtime.Millis, "us": logtime.Micros, "ns": logtime.Nanos}

// cellForm is how the cells of a row are written.
type cellForm uint8

const (
	// plainCells are JSON values; {"type":"Buffer","data":[…]} is binary.
	plainCells cellForm = iota
	// taggedCells are objects of one member, whose name says the type.
	taggedCells
	// packedRows are {"lengths":[…],"values":base64}: all cells of a row in one text.
	packedRows
)

// condition is a test of a document.
type condition struct {
	path path
	test func(tape.Value) bool
	any  []condition // instead of path and test: one of them holds
	all  []condition // or all
}

func (c *condition) holds(v tape.Value) bool {
	switch {
	case c.any != nil:
		return anyHolds(c.any, v)
	case c.all != nil:
		return allHold(c.all, v)
	case c.path.singular():
		return c.test(c.path.first(v))
	}
	none, found := true, false
	c.path.each(v, func(m tape.Value) bool {
		none = false
		found = c.test(m)
		return !found
	})
	return found || none && c.test(tape.Value{})
}

func anyHolds(conditions []condition, v tape.Value) bool {
	for i := range conditions {
		if conditions[i].holds(v) {
			return true
		}
	}
	return false
}

func allHold(conditions []condition, v tape.Value) bool {
	for i := range conditions {
		if !conditions[i].holds(v) {
			return false
		}
	}
	return true
}

// filled tells whether a value says something: not absent, null, false, blank, an
// empty array or an empty object.
func filled(v tape.Value) bool {
	switch v.Kind() {
	case tape.Absent, tape.Null:
		return false
	case tape.Bool:
		return v.True()
	case tape.String:
		return !text.Blank(v.Text())
	case tape.Array, tape.Object:
		return !v.Empty()
	}
	return true
}
