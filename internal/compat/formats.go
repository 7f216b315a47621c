package compat

import (
	"sync"

	"github.com/acigen/acigen/internal/pattern"
)

// format is a format between two regular languages: every text of within has the
// format, and every text that has it is in around.
type format struct{ within, around *automaton }

const (
	date   = `(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)`
	clock  = `(?:[01][0-9]|2[0-3]):[0-5][0-9]:`
	offset = `(?:[zZ]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])`
	// A leap second is 23:59:60 UTC, in whichever zone.
	timeWithin = `(?:` + clock + `[0-5][0-9](?:\.[0-9]+)?` + offset + `|23:59:60(?:\.[0-9]+)?[zZ])`
	timeAround = clock + `(?:[0-5][0-9]|60)(?:\.[0-9]+)?` + offset
	octet      = `(?:[0-9]|[1-9][0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])`
	timeUnits  = `T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)`
	dateUnits  = `(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)`
)

// regular are the expressions within and around each format. One alone is both.
var regular = map[string][]string{
	"date":          {date},
	"time":          {timeWithin, timeAround},
	"date-time":     {date + `[tT]` + timeWithin, date + `[tT]` + timeAround},
	"duration":      {`P(?:[0-9]+W|` + dateUnits + `(?:` + timeUnits + `)?|` + timeUnits + `)`},
	"email":         {`[a-z0-9]{1,16}@[a-z0-9]{1,16}(?:\.[a-z0-9]{1,8}){0,2}`, `[ -~]+@[ -~]+`},
	"hostname":      {`[a-z0-9]{1,16}(?:\.[a-z0-9]{1,8}){0,2}`, `[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?`},
	"ipv4":          {octet + `(?:\.` + octet + `){3}`},
	"ipv6":          {`(?:::|(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4})`, `[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*`},
	"uri":           {`[a-z][a-z0-9+.-]*:[A-Za-z0-9]*(?:/[A-Za-z0-9]+)*`, `[A-Za-z][A-Za-z0-9+.-]*:[!-~]*`},
	"uri-reference": {`(?:[a-z][a-z0-9+.-]*:)?[A-Za-z0-9]*(?:/[A-Za-z0-9]+)*`, `[!-~]*`},
	"uuid":          {`[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}`},
	"json-pointer":  {`(?:/(?:[^~/]|~[01])*)*`},
	"regex":         {`[A-Za-z0-9]*`, `[^]*`},
}

var compiledFormats = sync.OnceValue(func() map[string][2]*pattern.Pattern {
	out := map[string][2]*pattern.Pattern{}
	for name, sources := range regular {
		var pair [2]*pattern.Pattern
		for i := range pair {
			p, err := pattern.Compile("^(?:" + sources[min(i, len(sources)-1)] + ")$")
			if err != nil {
				panic(name + ": " + err.Error()) // a constant of this file; a test compiles all
			}
			pair[i] = p
		}
		out[name] = pair
	}
	return out
})

// format returns the languages of a format.
func (s *space) format(name string) format {
	pair := compiledFormats()[name]
	return format{s.automaton(pair[0]), s.automaton(pair[1])}
}
