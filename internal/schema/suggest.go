package schema

import (
	"strings"
	"unicode/utf8"
)

// longestWord is how many code points a word may have that suggestions are sought for.
const longestWord = 64

// Suggest returns the known word that is nearest to word by edit distance (letters
// inserted, left out, replaced, or two neighbours swapped; letter case does not
// count), or "" when none is near. Of equally near words it is the first. A word of
// up to four code points may differ in one place, up to eight in two, a longer one in
// three. When none is near, a known word that begins with word, of three letters or more, is returned.
func Suggest(word string, known []string) string {
	length := utf8.RuneCountInString(word)
	if length == 0 || length > longestWord {
		return ""
	}
	limit := 3
	switch {
	case length <= 4:
		limit = 1
	case length <= 8:
		limit = 2
	}
	from := []rune(strings.ToLower(word))
	best, longer := "", ""
	for _, candidate := range known {
		if longer == "" && length >= 3 && len(candidate) > len(word) && strings.EqualFold(candidate[:len(word)], word) {
			longer = candidate
		}
		// By bytes first: most candidates are too long or too short, and are not worth decoding.
		if candidate == word || len(candidate) > utf8.UTFMax*(length+limit) {
			continue
		}
		if d := distance(from, []rune(strings.ToLower(candidate)), limit); d <= limit {
			best, limit = candidate, d-1
		}
		if limit < 0 {
			break
		}
	}
	if best == "" {
		return longer
	}
	return best
}

// distance returns the edit distance of a and b, or limit+1 when it is greater than limit.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	// Three rows of the usual table: two back for swaps, one back, and the current one.
	two, one, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range one {
		one[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(one[j]+1, row[j-1]+1, one[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, two[j-2]+1)
			}
			row[j] = d
			least = min(least, d)
		}
		if least > limit {
			return limit + 1
		}
		two, one, row = one, row, two
	}
	return one[len(b)]
}
