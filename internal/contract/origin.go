package contract

import (
	"strconv"

	"github.com/acigen/acigen/internal/schema"
)

// origin is the place from which a schema of a derived document comes.
type origin struct {
	path, pointer string
	equal         bool
}

// source is the canonical schema from which a derived one comes.
type source struct {
	canonical *schema.Schema
	equal     bool
}

// Canonical returns the schema of a result (or of what it refers to, or of the
// harness) from which a schema of a derived document comes, and whether the view
// left it as it is, so that both describe the same type. Canonical is nil for any other schema.
func (c *Contract) Canonical(s *schema.Schema) (canonical *schema.Schema, equal bool) {
	from := c.sources[s]
	return from.canonical, from.equal
}

// StandIn returns the schema that names a type in place of one of a derived view:
// the canonical one, when the view left it as it is. It is nil for what makes no
// named type, and for all other schemas.
func (c *Contract) StandIn(s *schema.Schema) *schema.Schema {
	if s.Properties == nil && !s.HasEnum && s.PrefixItems == nil && s.AnyOf == nil && s.OneOf == nil {
		return nil
	}
	if canonical, equal := c.Canonical(s); equal {
		return canonical
	}
	return nil
}

// Origin returns the schema that somebody wrote behind one of a derived document; nil for any other.
func (c *Contract) Origin(s *schema.Schema) *schema.Schema {
	canonical, _ := c.Canonical(s)
	return canonical
}

// trace connects the schemas of the derived documents, given by path, to the canonical ones.
func (c *Contract) trace(derived map[string]map[string]origin) {
	at := map[[2]string]*schema.Schema{}
	for _, s := range c.Set.Schemas() {
		at[[2]string{s.Doc.Path, s.Pointer}] = s
	}
	c.sources = map[*schema.Schema]source{}
	for file, origins := range derived {
		for pointer, from := range origins {
			if s, canonical := at[[2]string{file, pointer}], at[[2]string{from.path, from.pointer}]; s != nil && canonical != nil {
				c.sources[s] = source{canonical, from.equal}
			}
		}
	}
}

// origins states for each schema that was written where it comes from, by the pointer in the document.
func (w *writer) origins(tree *schema.Value) map[string]origin {
	out := map[string]origin{}
	w.trace(out, tree, "")
	if w.harness != nil && len(w.harness.Properties) > 0 {
		root := out[""]
		root.equal = false
		out[""] = root
	}
	return out
}

func (w *writer) trace(out map[string]origin, v *schema.Value, pointer string) {
	if n, ok := w.made[v]; ok {
		out[pointer] = origin{n.schema.Doc.Path, n.schema.Pointer, !w.reach.changes(n.schema, n.at)}
	}
	for i, item := range v.Items {
		w.trace(out, item, pointer+"/"+strconv.Itoa(i))
	}
	for _, m := range v.Members {
		w.trace(out, m.Value, pointer+"/"+schema.EscapePointer(m.Name))
	}
}
