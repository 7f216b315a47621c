package contract

import (
	"fmt"

	"github.com/acigen/acigen/internal/schema"
)

// prune returns v without what a view does not carry at the site; what keeps all is shared with v.
func prune(v *schema.Value, at *site) *schema.Value {
	if !at.affected() {
		return v
	}
	switch v.Kind {
	case schema.Object:
		out := *v
		out.Members = nil
		for _, m := range v.Members {
			if !at.drops(m.Name) {
				m.Value = prune(m.Value, at.property(m.Name))
				out.Members = append(out.Members, m)
			}
		}
		return &out
	case schema.Array:
		out := *v
		out.Items = nil
		for i, item := range v.Items {
			out.Items = append(out.Items, prune(item, at.item(i)))
		}
		return &out
	}
	return v
}

// unharmed says whether pruning leaves v as it is.
func unharmed(v *schema.Value, at *site) bool {
	if !at.affected() {
		return true
	}
	for i, item := range v.Items {
		if !unharmed(item, at.item(i)) {
			return false
		}
	}
	for _, m := range v.Members {
		if at.drops(m.Name) || !unharmed(m.Value, at.property(m.Name)) {
			return false
		}
	}
	return true
}

// Project returns what a view, control or observation, carries of a valid result of
// the tool: the properties that the view does not carry are left out, at every depth.
// What is kept has its exact bytes and order; white space goes where something may
// have been left out. A result that is not strict JSON is an error, an invalid one is not noticed.
func Project(tool *Tool, view string, result []byte) ([]byte, error) {
	at := tool.views[view]
	if at == nil {
		return nil, fmt.Errorf("the tool %s has no view %q", tool.Name, view)
	}
	v, err := schema.Parse(result, tool.maxDepth)
	if err != nil {
		return nil, fmt.Errorf("the result is not strict JSON: %w", err)
	}
	return appendPruned(make([]byte, 0, len(result)), result, v, at), nil
}

func appendPruned(dst, source []byte, v *schema.Value, at *site) []byte {
	switch {
	case !at.affected():
	case v.Kind == schema.Object:
		dst = append(dst, '{')
		kept := false
		for _, m := range v.Members {
			if at.drops(m.Name) {
				continue
			}
			if kept {
				dst = append(dst, ',')
			}
			kept = true
			dst = append(dst, source[m.NameStart:nameEnd(source, m.NameStart)]...)
			dst = append(dst, ':')
			dst = appendPruned(dst, source, m.Value, at.property(m.Name))
		}
		return append(dst, '}')
	case v.Kind == schema.Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendPruned(dst, source, item, at.item(i))
		}
		return append(dst, ']')
	}
	return append(dst, source[v.Start:v.End]...)
}

// nameEnd returns the offset behind the closing quote of the string that starts at the offset.
func nameEnd(source []byte, start int) int {
	i := start + 1
	for source[i] != '"' {
		if source[i] == '\\' {
			i++
		}
		i++
	}
	return i + 1
}
