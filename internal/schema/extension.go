package schema

import (
	"strconv"
	"strings"
)

// extensions are acigen's keywords (docs/vocabulary.md).
var extensions = []string{"x-aci-name", "x-aci-views", "x-aci-count-of", "x-aci-at-least", "x-aci-row-width"}

// viewNames are the views of a result.
var viewNames = []string{"control", "observation"}

// isExtension tells whether a keyword's name is reserved for acigen.
func isExtension(name string) bool { return strings.HasPrefix(name, "x-aci-") }

// extension reads a keyword of acigen's.
func (b *builder) extension(s *Schema, m *Member) {
	bad := func(message, remedy string) {
		b.report(m.Value, s.Keyword(m.Name), ruleVocabulary, m.Name, message, remedy)
	}
	switch m.Name {
	case "x-aci-name":
		if m.Value.Kind != String || !isTypeName(m.Value.Text) {
			bad("x-aci-name must be a capital letter followed by letters and digits, not "+describe(m.Value), "write a name like LogEvent")
			return
		}
		s.Name = m.Value.Text
	case "x-aci-views":
		if m.Value.Kind != Array {
			bad("x-aci-views must be an array of views, not "+describe(m.Value), `the views are "control" and "observation"`)
			return
		}
		s.HasViews = true
		s.Views = b.views(s, m)
	case "x-aci-count-of":
		s.CountOf = b.sibling(s, m)
	case "x-aci-at-least":
		s.AtLeast = b.sibling(s, m)
	case "x-aci-row-width":
		s.RowWidth = b.sibling(s, m)
	default:
		remedy := didYouMean(Suggest(m.Name, extensions))
		if remedy == "" {
			remedy = "acigen's keywords are " + strings.Join(extensions, ", ")
		}
		f := Finding(b.doc, m.NameStart, ruleVocabulary, s.Keyword(m.Name), "the keyword "+quote(m.Name)+" is unknown", remedy)
		f.Keyword = m.Name
		b.l.report(f)
	}
}

// isTypeName tells whether a name fits [A-Z][A-Za-z0-9]*.
func isTypeName(name string) bool {
	for i, c := range []byte(name) {
		switch {
		case 'A' <= c && c <= 'Z':
		case i > 0 && ('a' <= c && c <= 'z' || '0' <= c && c <= '9'):
		default:
			return false
		}
	}
	return name != ""
}

// views reads the views of x-aci-views.
func (b *builder) views(s *Schema, m *Member) []string {
	views := make([]string, 0, len(m.Value.Items))
	for i, item := range m.Value.Items {
		bad := func(message, remedy string) {
			b.report(item, s.Keyword(m.Name)+"/"+strconv.Itoa(i), ruleVocabulary, m.Name, message, remedy)
		}
		known := false
		for _, view := range viewNames {
			known = known || item.Kind == String && item.Text == view
		}
		if !known {
			remedy := didYouMean(Suggest(item.Text, viewNames))
			if item.Kind != String || remedy == "" {
				remedy = `the views are "control" and "observation"`
			}
			bad("x-aci-views must hold views, not "+describe(item), remedy)
			continue
		}
		twice := false
		for _, view := range views {
			twice = twice || view == item.Text
		}
		if twice {
			bad("x-aci-views names "+quote(item.Text)+" twice", "leave one of them out")
			continue
		}
		views = append(views, item.Text)
	}
	return views
}

// sibling reads the name of a property.
func (b *builder) sibling(s *Schema, m *Member) string {
	if m.Value.Kind != String || m.Value.Text == "" {
		b.report(m.Value, s.Keyword(m.Name), ruleVocabulary, m.Name, m.Name+" must be the name of a property, not "+describe(m.Value), "")
		return ""
	}
	return m.Value.Text
}
