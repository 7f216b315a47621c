package plan

import (
	"strconv"
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// Messages say what a rule demands. They are fixed when the plan is compiled, so
// they hold nothing of an instance.

var kindNames = []struct {
	kinds schema.Kinds
	name  string
}{
	{schema.Null, "null"}, {schema.Bool, "boolean"}, {schema.Number, "number"}, {schema.Integer, "integer"},
	{schema.String, "string"}, {schema.Array, "array"}, {schema.Object, "object"},
}

func typeMessage(kinds schema.Kinds) string {
	var names []string
	for _, k := range kindNames {
		if kinds&k.kinds == k.kinds {
			names = append(names, k.name)
			kinds &^= k.kinds
		}
	}
	return "must be of type " + strings.Join(names, " or ")
}

// shownValues bounds how many of an enum's values a message lists.
const shownValues = 12

func valuesMessage(values []string) string {
	switch {
	case len(values) == 0:
		return "no value is allowed"
	case len(values) == 1:
		return "must be " + short(values[0])
	}
	shown := values[:min(len(values), shownValues)]
	text := make([]string, len(shown))
	for i, v := range shown {
		text[i] = short(v)
	}
	more := ""
	if n := len(values) - len(shown); n > 0 {
		more = ", … (" + strconv.Itoa(n) + " more)"
	}
	return "must be one of " + strings.Join(text, ", ") + more
}

// short cuts a long text in the middle of a message.
func short(text string) string {
	const limit = 80
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit]) + "…"
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func countMessage(maximum bool, limit int, one, many string) string {
	if maximum {
		return "must have at most " + plural(limit, one, many)
	}
	return "must have at least " + plural(limit, one, many)
}

var opMessages = [...]string{
	AtLeast: "must not be less than ", Above: "must be greater than ", AtMost: "must not be greater than ",
	Below: "must be less than ", Multiple: "must be a multiple of ",
}
