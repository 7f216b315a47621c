package schema

import (
	"strings"

	"github.com/acigen/acigen/internal/kernel"
)

// checkPlacement checks that acigen's keywords stand where they have a meaning.
func (l *loader) checkPlacement() {
	for _, s := range l.extended {
		for i := range s.Value.Members {
			m := &s.Value.Members[i]
			switch m.Name {
			case "x-aci-views":
				if s.home == nil {
					l.misplaced(s, m)
				}
			case "x-aci-count-of", "x-aci-at-least":
				l.checkSibling(s, m, Integer, "integers")
			case "x-aci-row-width":
				l.checkSibling(s, m, Array, "arrays")
			}
		}
	}
}

// checkSibling checks a keyword that relates a property, of the kind given, to one beside it.
func (l *loader) checkSibling(s *Schema, m *Member, kind Kinds, kinds string) {
	if s.home == nil {
		l.misplaced(s, m)
		return
	}
	if possible(s)&kind == 0 {
		l.report(s.Finding(rulePlacement, m.Name, m.Name+" is for "+kinds+", and no value here can be one", "move it, or correct the type"))
	}
	if m.Value.Kind == String && s.Pointer[strings.LastIndexByte(s.Pointer, '/')+1:] == EscapePointer(m.Value.Text) {
		l.report(s.Finding(rulePlacement, m.Name, m.Name+" names the property itself", "name the property beside it that it is about"))
		return
	}
	if m.Value.Kind != String || m.Value.Text == "" || s.home.has(m.Value.Text) {
		return
	}
	l.report(s.Finding(rulePlacement, m.Name, m.Name+" names "+quote(m.Value.Text)+", which is no property beside it",
		didYouMean(l.suggest(m.Value.Text, len(s.home.properties.Members), s.home.properties.memberNames))))
}

// misplaced reports a keyword that stands in no value of properties.
func (l *loader) misplaced(s *Schema, m *Member) {
	l.report(s.Finding(rulePlacement, m.Name, m.Name+` must stand directly in a value of "properties"`,
		"move it into the property itself, beside the $ref where there is one"))
}

// possibleSteps is how many references are followed to learn what a value can be.
const possibleSteps = 16

// possible returns a set of kinds outside of which s accepts nothing, as far as
// type, const, enum and the references say.
func possible(s *Schema) Kinds {
	kinds := AllKinds
	for range possibleSteps {
		if s.Boolean != nil && !*s.Boolean {
			return 0
		}
		if s.Types != 0 {
			kinds &= s.Types
		}
		if s.Const != nil {
			kinds &= kindOf(s.Const)
		}
		if s.HasEnum {
			var any Kinds
			for _, v := range s.Enum {
				any |= kindOf(v)
			}
			kinds &= any
		}
		if s.RefTo == nil {
			break
		}
		s = s.RefTo
	}
	return kinds
}

// kindOf returns the kind of a value, with integers told from fractions.
func kindOf(v *Value) Kinds {
	if v.Kind != Number {
		return v.Kind
	}
	if d := kernel.ParseDecimal(v.Text); !d.Whole() {
		return Fraction
	}
	return Integer
}
