package schema

import "strings"

// frame is a schema on the current path, and what it applies in place.
type frame struct {
	s    *Schema
	next []*Schema
}

// reportCycles reports schemas that apply themselves to the same instance without
// end. Each is found once, where the walk in order of reading comes back to a
// schema on its own path: the time is linear in schemas and references, and what
// is left when those references are taken away has no cycle.
func (l *loader) reportCycles() {
	const closed = -1
	depth := make(map[*Schema]int, len(l.read)) // 1-based on the current path; closed when left
	var path []frame                            // no recursion: a chain of references may be as long as the documents
	enter := func(s *Schema) {
		path = append(path, frame{s, inPlace(s)})
		depth[s] = len(path)
	}
	for _, start := range l.read {
		if depth[start] == 0 {
			enter(start)
		}
		for len(path) > 0 {
			top := &path[len(path)-1]
			if len(top.next) == 0 {
				depth[top.s] = closed
				path = path[:len(path)-1]
				continue
			}
			to := top.next[0]
			top.next = top.next[1:]
			switch d := depth[to]; d {
			case 0:
				enter(to)
			case closed:
			default:
				l.reportCycle(path[d-1:])
			}
		}
	}
}

// inPlace returns the schemas that s applies to the instance that it is applied to itself.
func inPlace(s *Schema) []*Schema {
	var next []*Schema
	for _, one := range [...]*Schema{s.RefTo, s.Not, s.If, s.Then, s.Else} {
		if one != nil {
			next = append(next, one)
		}
	}
	next = append(append(append(next, s.AllOf...), s.AnyOf...), s.OneOf...)
	for _, p := range s.DependentSchemas {
		next = append(next, p.Schema)
	}
	return next
}

// namedSteps is how many schemas of a cycle are named at its start and at its end.
const namedSteps = 4

// reportCycle reports the cycle that leads over the schemas of path back to the first.
func (l *loader) reportCycle(path []frame) {
	// Every cycle has a reference, since other applicators only lead down. The last one is where it closes.
	at, to := len(path)-1, path[0].s
	for at > 0 && path[at].s.RefTo != to {
		to = path[at].s
		at--
	}
	s := path[at].s
	var b strings.Builder
	b.WriteString("this schema is applied to the same instance again, without end: ")
	for i := 0; i < len(path); i++ {
		if i == namedSteps && len(path) > 2*namedSteps {
			b.WriteString("… → ")
			i = len(path) - namedSteps
		}
		b.WriteString(path[i].s.name(s.Doc) + " → ")
	}
	b.WriteString(path[0].s.name(s.Doc))
	l.report(s.Finding(ruleCycle, "$ref", b.String(), "refer to it from properties, items or another keyword that leads into the instance"))
}

// name names the schema in a message about a place in doc.
func (s *Schema) name(doc *Document) string {
	name := "#" + s.Pointer
	if s.Doc != doc {
		name = s.Doc.File + name
	}
	return quote(name)
}
