package lint

import (
	"bytes"
	"slices"

	"github.com/acigen/acigen/internal/diag"
	"github.com/acigen/acigen/internal/schema"
)

// Fix is an edit of a schema file that changes no verdict.
type Fix struct {
	// Path is relative to the project's root.
	Path string
	// Start and End are byte offsets of what Text replaces.
	Start, End int
	Text       string

	finding diag.Finding
}

// fix notes an edit for the finding that was added last.
func (r *run) fix(f Fix) {
	if f.Path != "" {
		f.finding = r.findings[len(r.findings)-1]
		r.fixes = append(r.fixes, f)
	}
}

// insertFirst puts a member in front of all others.
func insertFirst(s *schema.Schema, name, value string) Fix {
	text := quoted(name) + ": " + quoted(value)
	at := s.Value.Start + 1
	if len(s.Value.Members) > 0 {
		first := s.Value.Members[0].NameStart
		text = string(s.Doc.Source[at:first]) + text + ","
	}
	return Fix{Path: s.Doc.Path, Start: at, End: at, Text: text}
}

// replaceValue gives a member another value.
func replaceValue(s *schema.Schema, name, value string) Fix {
	v := s.Value.Get(name)
	if v == nil {
		return Fix{}
	}
	return Fix{Path: s.Doc.Path, Start: v.Start, End: v.End, Text: quoted(value)}
}

// removeMember takes a member out, with the comma that parts it from the next or the one before.
func removeMember(s *schema.Schema, name string) Fix {
	for i, m := range s.Value.Members {
		if m.Name != name {
			continue
		}
		f := Fix{Path: s.Doc.Path, Start: m.NameStart, End: m.Value.End}
		switch {
		case i+1 < len(s.Value.Members):
			f.End = s.Value.Members[i+1].NameStart
		case i > 0:
			f.Start = s.Value.Members[i-1].Value.End
		}
		return f
	}
	return Fix{}
}

func quoted(text string) string {
	return string(schema.AppendValue(nil, &schema.Value{Kind: schema.String, Text: text}, ""))
}

// Apply makes the edits of one file. Where two of them touch, the second waits for
// the next run.
func Apply(source []byte, fixes []Fix) []byte {
	fixes = slices.Clone(fixes)
	slices.SortFunc(fixes, func(a, b Fix) int { return a.Start - b.Start })
	var out bytes.Buffer
	at := 0
	for _, f := range fixes {
		if f.Start < at || f.End > len(source) {
			continue
		}
		out.Write(source[at:f.Start])
		out.WriteString(f.Text)
		at = f.End
	}
	out.Write(source[at:])
	return out.Bytes()
}
