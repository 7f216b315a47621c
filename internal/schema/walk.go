package schema

// Walk calls f for a schema and for all schemas that bear on the same instance or on
// parts of it, each once; seen holds those that are done.
func Walk(s *Schema, seen map[*Schema]bool, f func(*Schema)) {
	if s == nil || seen[s] {
		return
	}
	seen[s] = true
	f(s)
	for _, sub := range []*Schema{s.RefTo, s.Not, s.If, s.Then, s.Else, s.Items, s.Contains, s.AdditionalProperties, s.PropertyNames, s.UnevaluatedItems, s.UnevaluatedProperties} {
		Walk(sub, seen, f)
	}
	for _, list := range [][]*Schema{s.AllOf, s.AnyOf, s.OneOf, s.PrefixItems} {
		for _, sub := range list {
			Walk(sub, seen, f)
		}
	}
	for _, list := range [][]Property{s.Properties, s.PatternProperties, s.DependentSchemas} {
		for _, p := range list {
			Walk(p.Schema, seen, f)
		}
	}
}
