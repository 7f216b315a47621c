package pattern

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/acigen/acigen/internal/kernel"
)

// categories has the two-letter general categories, apart from Cn, under every
// name of \p; a group of categories is a list.
var categories = map[string]string{
	"LC": "Lu Ll Lt", "Cased_Letter": "Lu Ll Lt",
	"L": "Lu Ll Lt Lm Lo", "Letter": "Lu Ll Lt Lm Lo",
	"Lu": "Lu", "Uppercase_Letter": "Lu",
	"Ll": "Ll", "Lowercase_Letter": "Ll",
	"Lt": "Lt", "Titlecase_Letter": "Lt",
	"Lm": "Lm", "Modifier_Letter": "Lm",
	"Lo": "Lo", "Other_Letter": "Lo",
	"M": "Mn Mc Me", "Mark": "Mn Mc Me", "Combining_Mark": "Mn Mc Me",
	"Mn": "Mn", "Nonspacing_Mark": "Mn",
	"Mc": "Mc", "Spacing_Mark": "Mc",
	"Me": "Me", "Enclosing_Mark": "Me",
	"N": "Nd Nl No", "Number": "Nd Nl No",
	"Nd": "Nd", "Decimal_Number": "Nd", "digit": "Nd",
	"Nl": "Nl", "Letter_Number": "Nl",
	"No": "No", "Other_Number": "No",
	"P": "Pc Pd Ps Pe Pi Pf Po", "Punctuation": "Pc Pd Ps Pe Pi Pf Po", "punct": "Pc Pd Ps Pe Pi Pf Po",
	"Pc": "Pc", "Connector_Punctuation": "Pc",
	"Pd": "Pd", "Dash_Punctuation": "Pd",
	"Ps": "Ps", "Open_Punctuation": "Ps",
	"Pe": "Pe", "Close_Punctuation": "Pe",
	"Pi": "Pi", "Initial_Punctuation": "Pi",
	"Pf": "Pf", "Final_Punctuation": "Pf",
	"Po": "Po", "Other_Punctuation": "Po",
	"S": "Sm Sc Sk So", "Symbol": "Sm Sc Sk So",
	"Sm": "Sm", "Math_Symbol": "Sm",
	"Sc": "Sc", "Currency_Symbol": "Sc",
	"Sk": "Sk", "Modifier_Symbol": "Sk",
	"So": "So", "Other_Symbol": "So",
	"Z": "Zs Zl Zp", "Separator": "Zs Zl Zp",
	"Zs": "Zs", "Space_Separator": "Zs",
	"Zl": "Zl", "Line_Separator": "Zl",
	"Zp": "Zp", "Paragraph_Separator": "Zp",
	"Cc": "Cc", "Control": "Cc", "cntrl": "Cc",
	"Cf": "Cf", "Format": "Cf",
	"Cs": "Cs", "Surrogate": "Cs",
	"Co": "Co", "Private_Use": "Co",
}

// assignedCategories are all categories but Cn.
const assignedCategories = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co"

// property returns the set of what stands in the braces of \p, or the reason why
// there is none.
func property(text string) (s set, reason string) {
	name, value, pair := strings.Cut(text, "=")
	switch {
	case !pair:
		if s, ok := category(text); ok {
			return s, ""
		}
		if s, ok := binaryProperty(text); ok {
			return s, ""
		}
		if kernel.RegexBinary(text) {
			return nil, fmt.Sprintf("the property %s, which is not supported,", text)
		}
	case name == "General_Category" || name == "gc":
		if s, ok := category(value); ok {
			return s, ""
		}
	case name == "Script" || name == "sc":
		if s, ok := script(value); ok {
			return s, ""
		}
		if kernel.RegexScript(value) {
			return nil, fmt.Sprintf("the script %s, which Unicode %s does not have,", value, unicode.Version)
		}
	case name == "Script_Extensions" || name == "scx":
		if kernel.RegexScript(value) {
			return nil, fmt.Sprintf("the property %s, which is not supported,", name)
		}
	}
	if len(text) > 64 {
		return nil, "an unknown property"
	}
	return nil, fmt.Sprintf("the unknown property %q", text)
}

// category returns the set of a general category.
func category(name string) (set, bool) {
	switch name {
	case "Cn", "Unassigned":
		return ofCategories(assignedCategories).complement(), true
	case "C", "Other":
		visible := strings.TrimSuffix(assignedCategories, " Cc Cf Cs Co")
		return ofCategories(visible).complement(), true
	}
	list, ok := categories[name]
	return ofCategories(list), ok
}

// ofCategories returns the code points of two-letter categories.
func ofCategories(list string) set {
	var tables []*unicode.RangeTable
	for _, name := range strings.Fields(list) {
		tables = append(tables, unicode.Categories[name])
	}
	return ofTables(tables...)
}

// script returns the set of a script. Unknown is what no script has.
func script(name string) (set, bool) {
	if name == "Unknown" || name == "Zzzz" {
		var tables []*unicode.RangeTable
		for _, table := range unicode.Scripts {
			tables = append(tables, table)
		}
		return ofTables(tables...).complement(), true
	}
	if long, ok := scriptNames[name]; ok {
		name = long
	}
	table, ok := unicode.Scripts[name]
	if !ok {
		return nil, false
	}
	return ofTables(table), true
}

// binaryProperty returns the set of a property that is true or false, where Go's tables
// give it: as one table, or by Unicode's derivation from several.
func binaryProperty(name string) (set, bool) {
	if long, ok := binaryNames[name]; ok {
		name = long
	}
	switch name {
	case "Any":
		return set(nil).complement(), true
	case "ASCII":
		return set{{0, 0x7F}}, true
	case "Assigned":
		return ofCategories(assignedCategories), true
	case "Alphabetic":
		return ofTables(unicode.L, unicode.Nl, unicode.Other_Lowercase, unicode.Other_Uppercase, unicode.Other_Alphabetic), true
	case "Lowercase":
		return ofTables(unicode.Ll, unicode.Other_Lowercase), true
	case "Uppercase":
		return ofTables(unicode.Lu, unicode.Other_Uppercase), true
	case "Math":
		return ofTables(unicode.Sm, unicode.Other_Math), true
	case "ID_Start":
		return idStart(), true
	case "ID_Continue":
		more := ofTables(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
		return union(append(more, idStart()...)).without(reserved()), true
	}
	if strings.HasPrefix(name, "Other_") || !kernel.RegexBinary(name) {
		return nil, false
	}
	table, ok := unicode.Properties[name]
	if !ok {
		return nil, false
	}
	return ofTables(table), true
}

// idStart returns the property ID_Start.
func idStart() set {
	return ofTables(unicode.L, unicode.Nl, unicode.Other_ID_Start).without(reserved())
}

// reserved returns what identifiers never have.
func reserved() set { return ofTables(unicode.Pattern_Syntax, unicode.Pattern_White_Space) }

// binaryNames has the long names of the binary properties that [binaryProperty] knows.
var binaryNames = map[string]string{
	"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "Dep": "Deprecated", "Dia": "Diacritic",
	"Ext": "Extender", "Hex": "Hex_Digit", "IDC": "ID_Continue", "IDS": "ID_Start", "IDSB": "IDS_Binary_Operator",
	"IDST": "IDS_Trinary_Operator", "Ideo": "Ideographic", "Join_C": "Join_Control", "LOE": "Logical_Order_Exception",
	"Lower": "Lowercase", "NChar": "Noncharacter_Code_Point", "Pat_Syn": "Pattern_Syntax",
	"Pat_WS": "Pattern_White_Space", "QMark": "Quotation_Mark", "RI": "Regional_Indicator", "SD": "Soft_Dotted",
	"STerm": "Sentence_Terminal", "Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph", "Upper": "Uppercase",
	"VS": "Variation_Selector", "space": "White_Space",
}
