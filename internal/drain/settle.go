package drain

// distinct is how many words there are at least at one place of templates that are
// otherwise equal before they are taken for a value, and others how many words must be equal.
const distinct, others = 6, 2

// Settle ends the messages. A name among the leading words parts messages that are
// otherwise equal: where many templates differ in one leading word alone, they are
// merged. It returns what the number of each group has become; Len, Count and
// Template then speak of these.
func (m *Miner) Settle() []int {
	final := make([]int, len(m.groups))
	for g := range final {
		final[g] = g
	}
	for at := range leading {
		m.merge(at, final)
	}
	// Close the gaps, in the order of first sight.
	number := make([]int, len(m.groups))
	kept := m.groups[:0]
	for g := range final {
		if final[g] == g {
			number[g] = len(kept)
			kept = append(kept, m.groups[g])
		}
	}
	for g := range final {
		root := g
		for final[root] != root {
			root = final[root]
		}
		final[g] = number[root]
	}
	clear(m.groups[len(kept):])
	m.groups = kept
	clear(m.exact)
	clear(m.leaves)
	return final
}

// merge merges groups that differ in the word at one place alone.
func (m *Miner) merge(at int, final []int) {
	alike := map[uint64][]int{}
	var order []uint64
	for g := range m.groups {
		words := m.groups[g].words
		if final[g] != g || len(words) <= at || words[at].hash == 0 {
			continue
		}
		equal := -1
		for i := range words {
			if words[i].hash != 0 {
				equal++
			}
		}
		if equal < others {
			continue
		}
		own := words[at].hash
		words[at].hash = 0
		key := fold(uint64(len(words)), words)
		words[at].hash = own
		if alike[key] == nil {
			order = append(order, key)
		}
		alike[key] = append(alike[key], g)
	}
	for _, key := range order {
		list := alike[key]
		if len(list) < distinct {
			continue
		}
		into := &m.groups[list[0]]
		for _, g := range list[1:] {
			from := &m.groups[g]
			into.widen(from.text, from.words)
			for i := range into.state {
				into.state[i] = max(into.state[i], from.state[i])
			}
			into.count += from.count
			final[g] = list[0]
		}
	}
}
