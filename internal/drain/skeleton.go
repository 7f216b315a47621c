package drain

import "strings"

// alike tells whether two values differ only in the parts that hold digits.
func alike(a, b string) bool {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		m, n := part(a, i), part(b, j)
		switch {
		case m.digits && n.digits:
		case m.digits != n.digits || a[i:m.end] != b[j:n.end]:
			return false
		}
		i, j = m.end, n.end
	}
	return i == len(a) && j == len(b)
}

// skeleton writes a value with <*> for its parts that hold digits.
func skeleton(out *strings.Builder, value string) {
	for i := 0; i < len(value); {
		p := part(value, i)
		if p.digits {
			out.WriteString("<*>")
		} else {
			out.WriteString(value[i:p.end])
		}
		i = p.end
	}
}

// piece is a run of letters and digits, or one other character.
type piece struct {
	end    int
	digits bool
}

func part(s string, i int) piece {
	p := piece{end: i}
	for p.end < len(s) {
		switch class[s[p.end]] {
		case digit:
			p.digits = true
		case letter:
		case inner, delimiter:
			// A sign, a point and a comma belong to a number.
			c := s[p.end]
			number := p.end+1 < len(s) && class[s[p.end+1]] == digit && (c == '.' && p.digits || (c == '-' || c == '+') && p.end == i && i == 0)
			if !number {
				return one(p, i)
			}
		default:
			return one(p, i)
		}
		p.end++
	}
	return p
}

func one(p piece, i int) piece {
	if p.end == i {
		p.end++
	}
	return p
}
