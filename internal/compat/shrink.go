package compat

import (
	"slices"
	"strings"

	"github.com/acigen/acigen/internal/schema"
)

// maxQuestions bounds how often the engines are asked while a witness is made smaller.
const maxQuestions = 4000

// realistic are texts that people know, in place of others that are as long.
var realistic = []string{
	"2026-01-01T00:00:00Z", "2026-01-01", "00:00:00Z", "00000000-0000-0000-0000-000000000000", "https://a.example", "a@a.example", "127.0.0.1",
}

// shrink returns the text of a witness from which no member, element, character or
// digit can be taken any more.
func (w *witness) shrink(value *schema.Value) string {
	root := copyValue(value)
	text := compact(root)
	for changed := true; changed && w.asked < maxQuestions; {
		changed = false
		w.visit(root, func() bool {
			next := compact(root)
			if next == text || !w.holds(next) {
				return false
			}
			text = next
			changed = true
			return true
		})
	}
	return text
}

// visit tries to make a value and all below it smaller. Each attempt changes it in
// place; keep tells whether the whole is still a witness, else the change is undone.
func (w *witness) visit(v *schema.Value, keep func() bool) {
	if w.asked >= maxQuestions {
		return
	}
	attempt := func(change func()) bool {
		old := *v
		change()
		if keep() {
			return true
		}
		*v = old
		return false
	}
	switch v.Kind {
	case schema.Array:
		w.cut(len(v.Items), func(from, to int) bool {
			return attempt(func() { v.Items = slices.Concat(v.Items[:from], v.Items[to:]) })
		})
		for _, item := range v.Items {
			w.visit(item, keep)
		}
	case schema.Object:
		w.cut(len(v.Members), func(from, to int) bool {
			return attempt(func() { v.Members = slices.Concat(v.Members[:from], v.Members[to:]) })
		})
		for _, m := range v.Members {
			w.visit(m.Value, keep)
		}
	case schema.String:
		for _, text := range realistic {
			if len(text) <= len(v.Text) && !slices.Contains(realistic, v.Text) && attempt(func() { v.Text = text }) {
				return
			}
		}
		runes := []rune(v.Text)
		failed := 0 // of a text of one character, all parts of one length are alike
		w.cut(len(runes), func(from, to int) bool {
			if to-from == failed && uniform(runes) {
				return false
			}
			failed = to - from
			shorter := slices.Concat(runes[:from], runes[to:])
			if !attempt(func() { v.Text = string(shorter) }) {
				return false
			}
			runes, failed = shorter, 0
			return true
		})
	case schema.Number:
		if v.Text[0] == '-' {
			attempt(func() { v.Text = v.Text[1:] })
		}
		for _, plain := range []string{"0", "1", "-1"} {
			if len(plain) < len(v.Text) && attempt(func() { v.Text = plain }) {
				return
			}
		}
		if dot := strings.IndexByte(v.Text, '.'); dot > 0 && !strings.ContainsAny(v.Text, "eE") {
			for end := dot; end < len(v.Text); end++ {
				if end != dot+1 && attempt(func() { v.Text = v.Text[:end] }) {
					return
				}
			}
		}
	}
}

// cut tries to take out parts of n pieces: all, then halves, and so on down to single ones.
func (w *witness) cut(n int, try func(from, to int) bool) {
	for size := n; size > 0; size /= 2 {
		for from := 0; from < n && w.asked < maxQuestions; {
			to := min(from+size, n)
			if try(from, to) {
				n -= to - from
			} else {
				from = to
			}
		}
	}
}

// uniform tells whether a text is one character many times.
func uniform(text []rune) bool {
	for _, r := range text {
		if r != text[0] {
			return false
		}
	}
	return true
}

// copyValue copies a value: parts of a witness may be one value at several places.
func copyValue(v *schema.Value) *schema.Value {
	out := *v
	out.Items, out.Members = nil, nil
	for _, item := range v.Items {
		out.Items = append(out.Items, copyValue(item))
	}
	for _, m := range v.Members {
		out.Members = append(out.Members, schema.Member{Name: m.Name, Value: copyValue(m.Value)})
	}
	return &out
}
