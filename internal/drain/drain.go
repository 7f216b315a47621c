// Package drain mines log messages into templates: the words that messages share,
// with <*> where they vary. It follows Drain (He, Zhu, Zheng, Lyu: "Drain: An Online
// Log Parsing Approach with Fixed Depth Tree", ICWS 2017): a message is led by its
// number of words and its first words to a few groups, and joins the most similar.
//
// What this package adds is that one setting fits all. Words that look like values
// are told by their form before the tree is asked (words.go), neighbours among them
// count as one, and similarity is a share of the other words alone, so that it does
// not hang on how many values a message has. docs/decisions/log-patterns.md has the
// reasons and the figures.
package drain

import "strings"

const (
	// similar is the least share, in percent, of the words that are no values which a message has in common with its group.
	similar = 65
	// leading is the number of first words that must be equal, values aside.
	leading = 2
	// compared is the most groups of the same leading words that a message is held against.
	compared = 64
)

// Miner mines the messages of one answer. The zero value is ready for use. It takes
// linear time, and memory in proportion to the first message of each group. It is
// for one goroutine.
type Miner struct {
	exact  map[uint64]int32   // groups by all words of a message
	leaves map[uint64][]int32 // groups by the number of words and the leading ones
	groups []group
	words  []word
}

// group is the messages of one template.
type group struct {
	text  string // the first line of the first message
	words []word // of text; what varies is a value
	state []variation
	count int
}

// variation is how much the values at one place differ.
type variation uint8

const (
	same variation = iota
	// digits: only the parts that hold digits differ.
	digitsDiffer
	anything
)

// Reset forgets all messages, and keeps the memory.
func (m *Miner) Reset() {
	clear(m.exact)
	clear(m.leaves)
	clear(m.groups)
	m.groups = m.groups[:0]
}

// Add takes a message and returns the number of its group. The first line that is
// not blank counts. Settle may still merge groups.
func (m *Miner) Add(message string) int {
	if m.exact == nil {
		m.exact, m.leaves = map[uint64]int32{}, map[uint64][]int32{}
	}
	line := firstLine(message)
	m.words = split(m.words[:0], line)
	all := fold(uint64(len(m.words)), m.words)
	g, known := m.exact[all]
	if !known {
		g = m.place(line)
		m.exact[all] = g
	}
	group := &m.groups[g]
	group.count++
	group.widen(line, m.words)
	return int(g)
}

// place finds the group of a message whose words were not met before, or makes one.
func (m *Miner) place(line string) int32 {
	lead := m.words[:min(leading, len(m.words))]
	key := fold(uint64(len(m.words))|1<<32, lead)
	leaf := m.leaves[key]
	best, most := int32(-1), -1
	constants := 0
	for i := range m.words {
		if m.words[i].hash != 0 {
			constants++
		}
	}
	for _, g := range leaf[max(0, len(leaf)-compared):] {
		equal := 0
		for i, w := range m.groups[g].words {
			own := &m.words[i]
			switch {
			case w.hash == 0 || own.hash == 0:
			case w.hash == own.hash:
				equal++
			case opposed(m.groups[g].text[w.start:w.end], line[own.start:own.end]):
				equal = -len(m.words)
			}
		}
		if equal*100 >= constants*similar && equal > most {
			best, most = g, equal
		}
	}
	if best >= 0 {
		return best
	}
	g := int32(len(m.groups))
	text := strings.Clone(line)
	m.groups = append(m.groups, group{text: text, words: append([]word(nil), m.words...), state: make([]variation, len(m.words))})
	m.leaves[key] = append(leaf, g)
	return g
}

// widen lets a group's template cover one more message.
func (g *group) widen(line string, words []word) {
	for i := range g.words {
		own := &g.words[i]
		if g.state[i] == anything || own.hash != 0 && own.hash == words[i].hash {
			continue
		}
		own.hash = 0
		a, b := g.text[own.start:own.end], line[words[i].start:words[i].end]
		if a == b {
			continue
		}
		if g.state[i] = digitsDiffer; !alike(a, b) {
			g.state[i] = anything
		}
	}
}

// fold mixes words into one number.
func fold(h uint64, words []word) uint64 {
	for i := range words {
		h = (h ^ words[i].hash) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

// Len returns the number of groups.
func (m *Miner) Len() int { return len(m.groups) }

// Count returns the number of messages of a group.
func (m *Miner) Count(g int) int { return m.groups[g].count }

// Template returns a group's template: the first message's line with <*> in place of
// what varies among the group's messages.
func (m *Miner) Template(g int) string {
	group := &m.groups[g]
	var out strings.Builder
	out.Grow(len(group.text))
	at := 0
	for i, w := range group.words {
		text := group.text[w.start:w.end]
		out.WriteString(group.text[at:w.start])
		switch group.state[i] {
		case same:
			out.WriteString(text)
		case digitsDiffer:
			skeleton(&out, text)
		default:
			out.WriteString("<*>")
		}
		at = int(w.end)
	}
	out.WriteString(group.text[at:])
	return out.String()
}

// firstLine returns the first line that is not blank, without white space around it.
func firstLine(message string) string {
	for {
		line, rest, more := strings.Cut(message, "\n")
		if trimmed := strings.TrimSpace(line); trimmed != "" || !more {
			if trimmed == "" {
				return line
			}
			return trimmed
		}
		message = rest
	}
}
