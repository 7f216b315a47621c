package compat

import (
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/acigen/acigen/internal/kernel"
	"github.com/acigen/acigen/internal/schema"
)

// status is what a search came to.
type status int

const (
	none    status = iota // there is no instance: proved
	found                 // there is one
	unknown               // the search gave up
)

// texts are what is demanded of a text.
type texts struct {
	least, most    int // code points; most is -1 without bound
	accept, reject []*automaton
	exclude        []string
}

const maxTextSteps = 60_000

// shortest returns the shortest of the texts. It searches the product of all
// automata, and of the tree of excluded texts, breadth first, one layer a length.
func (t *texts) shortest() (string, status) {
	if t.most >= 0 && t.least > t.most {
		return "", none
	}
	if len(t.accept)+len(t.reject)+len(t.exclude) == 0 {
		return strings.Repeat("a", t.least), found
	}
	w := newWalk(t)
	return w.search()
}

// walk is one search for a shortest text.
type walk struct {
	*texts
	all     []*automaton // accept, then reject
	letters []letter
	trie    []map[rune]int // children of each node; node 0 is the root
	ends    []bool         // whether an excluded text ends in the node
	nodes   []walkNode
	states  []uint32 // len(all) each, by node
}

type walkNode struct {
	from int
	rune rune
	trie int // -1 outside of the tree
}

func newWalk(t *texts) *walk {
	w := &walk{texts: t, all: append(slices.Clone(t.accept), t.reject...), trie: []map[rune]int{{}}, ends: []bool{false}}
	var singles []rune
	for _, text := range t.exclude {
		at := 0
		for _, r := range text {
			next, there := w.trie[at][r]
			if !there {
				next = len(w.trie)
				w.trie = append(w.trie, map[rune]int{})
				w.ends = append(w.ends, false)
				w.trie[at][r] = next
				singles = append(singles, r)
			}
			at = next
		}
		w.ends[at] = true
	}
	w.letters = letters(w.all, singles)
	return w
}

func (w *walk) search() (string, status) {
	k := len(w.all)
	w.nodes = append(w.nodes, walkNode{from: -1})
	for _, a := range w.all {
		w.states = append(w.states, a.table.Start)
	}
	seen := map[string]bool{}
	key := make([]byte, 4*k+4)
	layer := []int{0}
	for length := 0; len(layer) > 0; length++ {
		if length >= w.least {
			for _, n := range layer {
				if w.accepted(n) {
					return w.spell(n), found
				}
			}
		}
		if w.most >= 0 && length >= w.most {
			return "", none
		}
		var next []int
		if length < w.least {
			clear(seen) // below the least length, a state counts for its length only
		}
		for _, n := range layer {
			for i := range w.letters {
				at := len(w.nodes)
				if !w.step(n, &w.letters[i]) {
					continue
				}
				for j := range k {
					binary.LittleEndian.PutUint32(key[4*j:], w.states[at*k+j])
				}
				binary.LittleEndian.PutUint32(key[4*k:], uint32(w.nodes[at].trie))
				if seen[string(key)] {
					w.nodes, w.states = w.nodes[:at], w.states[:at*k]
					continue
				}
				seen[string(key)] = true
				next = append(next, at)
				if at > maxTextSteps {
					return "", unknown
				}
			}
		}
		layer = next
	}
	return "", none
}

// step adds the node that follows on n by a letter, unless nothing can be accepted from there.
func (w *walk) step(n int, l *letter) bool {
	k, at := len(w.all), len(w.states)
	for j, a := range w.all {
		state := a.table.Next[w.states[n*k+j]+uint32(l.classes[j])]
		if j < len(w.accept) && a.dead(state) || j >= len(w.accept) && a.settled(state) {
			w.states = w.states[:at]
			return false
		}
		w.states = append(w.states, state)
	}
	trie := -1
	if from := w.nodes[n].trie; from >= 0 {
		if to, there := w.trie[from][l.rune]; there {
			trie = to
		}
	}
	w.nodes = append(w.nodes, walkNode{n, l.rune, trie})
	return true
}

func (w *walk) accepted(n int) bool {
	if trie := w.nodes[n].trie; trie >= 0 && w.ends[trie] {
		return false
	}
	for j, a := range w.all {
		if a.accepts(w.states[n*len(w.all)+j]) != (j < len(w.accept)) {
			return false
		}
	}
	return true
}

// spell returns the text that leads to a node.
func (w *walk) spell(n int) string {
	var reversed []rune
	for ; w.nodes[n].from >= 0; n = w.nodes[n].from {
		reversed = append(reversed, w.nodes[n].rune)
	}
	slices.Reverse(reversed)
	return string(reversed)
}

// text decides a goal about strings.
func (s *solver) text(pos, neg []*atom) (*schema.Value, status) {
	t := &texts{most: -1}
	var lists []*atom
	var formats, notFormats []string
	for _, a := range pos {
		switch a.kind {
		case minLength:
			t.least = max(t.least, a.count)
		case maxLength:
			t.atMost(a.count)
		case patternAtom:
			t.accept = append(t.accept, a.dfa)
		case formatAtom:
			formats = append(formats, a.name)
		case valueAtom:
			lists = append(lists, a)
		}
	}
	for _, a := range neg {
		switch a.kind {
		case minLength:
			t.atMost(a.count - 1)
		case maxLength:
			t.least = max(t.least, a.count+1)
		case patternAtom:
			t.reject = append(t.reject, a.dfa)
		case formatAtom:
			notFormats = append(notFormats, a.name)
		case valueAtom:
			for _, c := range a.values {
				if c.kind == schema.String {
					t.exclude = append(t.exclude, c.value.Text)
				}
			}
		}
	}
	holds := func(text string) bool {
		for _, f := range formats {
			if !kernel.CheckFormat(f, text) {
				return false
			}
		}
		for _, f := range notFormats {
			if kernel.CheckFormat(f, text) {
				return false
			}
		}
		return true
	}
	if len(lists) > 0 {
		for _, c := range lists[0].values {
			if c.kind == schema.String && inAll(c, lists[1:]) && t.contain(c.value.Text) && holds(c.value.Text) {
				return c.value, found
			}
		}
		return nil, none
	}
	if t.least > maxWitness {
		return nil, s.giveUp("a witness would need a string of more than %d characters", maxWitness)
	}
	text, st := s.formatted(t, formats, notFormats, holds)
	return &schema.Value{Kind: schema.String, Text: text}, st
}

// inAll tells whether a value is in every list.
func inAll(c *constant, lists []*atom) bool {
	for _, a := range lists {
		if !slices.ContainsFunc(a.values, func(v *constant) bool { return v.key == c.key }) {
			return false
		}
	}
	return true
}

func (t *texts) atMost(n int) {
	if t.most < 0 || n < t.most {
		t.most = max(n, 0)
	}
	if n < 0 {
		t.least, t.most = 1, 0
	}
}

// contain tells whether a text is among the texts.
func (t *texts) contain(text string) bool {
	n := utf8.RuneCountInString(text)
	if n < t.least || t.most >= 0 && n > t.most || slices.Contains(t.exclude, text) {
		return false
	}
	for _, a := range t.accept {
		if !a.match(text) {
			return false
		}
	}
	for _, a := range t.reject {
		if a.match(text) {
			return false
		}
	}
	return true
}

// formatted returns a text of t with and without formats. Formats are languages of
// which two regular ones are known (formats.go): one within the format and one
// around it, which often are one. Texts of the former need no proof, and where
// the latter leaves nothing, there is nothing.
func (s *solver) formatted(t *texts, formats, notFormats []string, holds func(string) bool) (string, status) {
	if len(formats)+len(notFormats) == 0 {
		text, st := t.shortest()
		if st == unknown {
			s.giveUp("a pattern and a length take too many steps together")
		}
		return text, st
	}
	within, around := *t, *t
	for _, name := range formats {
		f := s.format(name)
		within.accept = append(slices.Clone(within.accept), f.within)
		around.accept = append(slices.Clone(around.accept), f.around)
	}
	for _, name := range notFormats {
		f := s.format(name)
		within.reject = append(slices.Clone(within.reject), f.around)
		around.reject = append(slices.Clone(around.reject), f.within)
	}
	text, st := within.shortest()
	if st == found {
		return text, found
	}
	for range 40 {
		text, st = around.shortest()
		switch {
		case st == none:
			return "", none
		case st == unknown:
			return "", s.giveUp("a format and what stands beside it take too many steps together")
		case holds(text):
			return text, found
		}
		around.exclude = append(slices.Clone(around.exclude), text)
	}
	return "", s.giveUp("the format %s is not decided together with what stands beside it", append(formats, notFormats...)[0])
}
