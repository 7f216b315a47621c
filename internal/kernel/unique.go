package kernel

import "hash/maphash"

// fewElements is up to how many elements an array is compared pair by pair.
const fewElements = 8

// Unique tells whether the elements of an array are pairwise different. Each
// starts at a given offset of s, which is valid JSON from there on.
func Unique(s string, starts []int) bool {
	if len(starts) <= fewElements {
		for i := range starts {
			for j := range starts[:i] {
				if equal(&cursor{s, starts[j]}, &cursor{s, starts[i]}) {
					return false
				}
			}
		}
		return true
	}
	seed := maphash.MakeSeed()
	seen := make(map[uint64][]int, len(starts))
	for _, at := range starts {
		hash := (&cursor{s, at}).hash(seed)
		for _, other := range seen[hash] {
			if equal(&cursor{s, other}, &cursor{s, at}) {
				return false
			}
		}
		seen[hash] = append(seen[hash], at)
	}
	return true
}

// hash reads a value and returns a hash that equal values share. Everything in it
// starts from the seed, so that nobody can choose values that share one.
func (c *cursor) hash(seed maphash.Seed) uint64 {
	switch b := c.next(); b {
	case '"':
		return maphash.String(seed, c.text())
	case '[':
		sum := maphash.String(seed, "[")
		for c.p++; c.next() != ']'; {
			sum = mix(sum, c.hash(seed))
		}
		c.p++
		return sum
	case '{':
		sum := maphash.String(seed, "{")
		for c.p++; c.next() != '}'; {
			name := maphash.String(seed, c.text())
			sum += mix(mix(name, c.hash(seed)), name)
		}
		c.p++
		return sum
	case 't', 'f', 'n':
		return maphash.String(seed, c.atom())
	}
	d := ParseDecimal(c.atom())
	if d.Count == 0 {
		return maphash.String(seed, "0")
	}
	var h maphash.Hash
	h.SetSeed(seed)
	for i := 0; i < len(d.lit); i++ {
		if d.lit[i] != '.' {
			_ = h.WriteByte(d.lit[i]) // never fails
		}
	}
	if d.Neg {
		return mix(h.Sum64(), ^uint64(d.Power))
	}
	return mix(h.Sum64(), uint64(d.Power))
}

// mix combines two hashes; the order counts.
func mix(a, b uint64) uint64 {
	a = (a ^ b>>32) * 0x9e3779b97f4a7c15
	return (a ^ a>>29 ^ b) * 0xbf58476d1ce4e5b9
}
