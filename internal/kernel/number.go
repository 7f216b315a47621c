package kernel

import (
	"math/bits"
	"strconv"
)

// maxExponentDigits bounds the exponent of a number: a literal beyond it is refused.
const maxExponentDigits = 18

// Num reads the number at p.
func (r *Reader) Num(p int) int {
	s := r.S
	if s[p] == '-' {
		p++
	}
	from := p
	p = digits(s, p)
	if p == from {
		return r.Broken(p, "a value is expected")
	}
	if s[from] == '0' && p > from+1 {
		return r.Broken(from, "a number has no leading zeros")
	}
	if p < len(s) && s[p] == '.' {
		from = p + 1
		if p = digits(s, from); p == from {
			return r.Broken(p, "a digit is expected after the decimal point")
		}
	}
	if p < len(s) && s[p]|0x20 == 'e' {
		p++
		if p < len(s) && (s[p] == '+' || s[p] == '-') {
			p++
		}
		from = p
		if p = digits(s, p); p == from {
			return r.Broken(p, "a digit is expected in the exponent")
		}
		for from < p && s[from] == '0' {
			from++
		}
		if p-from > maxExponentDigits {
			return r.Broken(from, "the exponent has more than 18 digits")
		}
	}
	return p
}

// digits returns the offset behind a run of decimal digits.
func digits(s string, p int) int {
	for p+8 <= len(s) {
		// A digit becomes 0 to 9; anything greater sets the high bit when 0x76 is added, or has it.
		w := eight(s[p:]) ^ lowBits*'0'
		if m := (w + lowBits*0x76 | w) & highBits; m != 0 {
			return p + bits.TrailingZeros64(m)>>3
		}
		p += 8
	}
	for p < len(s) && s[p]-'0' <= 9 {
		p++
	}
	return p
}

// Decimal is the exact value of a number literal: 0.D1D2… × 10^Power, where D1 and
// the last digit are not zero; the number zero has no digits.
type Decimal struct {
	// Neg tells whether the value is less than zero.
	Neg bool
	// Power is the decimal exponent, Count the number of digits.
	Power int64
	Count int
	lit   string // from the first to the last digit that counts, perhaps with a point between
}

// ParseDecimal reads a valid number literal.
func ParseDecimal(lit string) Decimal {
	d := Decimal{}
	if lit[0] == '-' {
		d.Neg = true
		lit = lit[1:]
	}
	end := len(lit)
	for i := 0; i < len(lit); i++ {
		if lit[i]|0x20 == 'e' {
			d.Power, _ = strconv.ParseInt(lit[i+1:], 10, 64)
			end = i
			break
		}
	}
	point := end
	first, last := -1, -1
	for i := 0; i < end; i++ {
		switch lit[i] {
		case '.':
			point = i
		case '0':
		default:
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return Decimal{}
	}
	d.lit = lit[first : last+1]
	d.Count = len(d.lit)
	if first < point && point < last {
		d.Count--
	}
	if first < point {
		d.Power += int64(point - first)
	} else {
		d.Power -= int64(first - point - 1)
	}
	return d
}

// Zero tells whether the value is zero.
func (d *Decimal) Zero() bool { return d.Count == 0 }

// Whole tells whether the value has no fractional part.
func (d *Decimal) Whole() bool { return int64(d.Count) <= d.Power || d.Count == 0 }

// Small returns the value, when it is an integer in the range of int64.
func (d *Decimal) Small() (int64, bool) {
	if !d.Whole() || d.Power > 19 {
		return 0, false
	}
	if d.Count == 0 {
		return 0, true
	}
	var v uint64
	for i := 0; i < len(d.lit); i++ {
		if d.lit[i] != '.' {
			v = v*10 + uint64(d.lit[i]-'0') // at most 19 digits: no overflow
		}
	}
	for n := int64(d.Count); n < d.Power; n++ {
		v *= 10
	}
	if d.Neg {
		return -int64(v), v <= 1<<63
	}
	return int64(v), v < 1<<63
}

// Compare returns -1, 0 or 1: the order of a and b.
func Compare(a, b Decimal) int {
	sign := func(d Decimal) int {
		switch {
		case d.Count == 0:
			return 0
		case d.Neg:
			return -1
		}
		return 1
	}
	sa, sb := sign(a), sign(b)
	switch {
	case sa < sb:
		return -1
	case sa > sb:
		return 1
	case sa == 0:
		return 0
	}
	if a.Power != b.Power {
		if a.Power < b.Power {
			return -sa
		}
		return sa
	}
	i, j := 0, 0
	for i < len(a.lit) && j < len(b.lit) {
		if a.lit[i] == '.' {
			i++
			continue
		}
		if b.lit[j] == '.' {
			j++
			continue
		}
		if a.lit[i] != b.lit[j] {
			if a.lit[i] < b.lit[j] {
				return -sa
			}
			return sa
		}
		i++
		j++
	}
	// The last digit is never zero, so what is longer is greater.
	switch {
	case a.Count < b.Count:
		return -sa
	case a.Count > b.Count:
		return sa
	}
	return 0
}

// CompareText returns the order of two valid number literals.
func CompareText(a, b string) int { return Compare(ParseDecimal(a), ParseDecimal(b)) }

// MultipleOf tells whether the number a is an integer multiple of the positive number b.
func MultipleOf(a, b string) bool {
	x, y := ParseDecimal(a), ParseDecimal(b)
	if x.Count == 0 {
		return true
	}
	// a = X × 10^shift × (units of b's last digit), X and Y without trailing zeros.
	shift := (x.Power - int64(x.Count)) - (y.Power - int64(y.Count))
	if shift < 0 {
		// Y × 10^-shift would have to divide X, which ends in no zero.
		return false
	}
	if y.Count <= 18 {
		return multipleOfWord(&x, &y, shift)
	}
	return multipleOfBig(&x, &y, shift)
}

// multipleOfWord decides X × 10^shift mod Y = 0 for Y of one machine word.
func multipleOfWord(x, y *Decimal, shift int64) bool {
	m := y.word()
	rem := uint64(0)
	for i := 0; i < len(x.lit); i++ {
		if x.lit[i] != '.' {
			hi, lo := bits.Mul64(rem, 10)
			lo, carry := bits.Add64(lo, uint64(x.lit[i]-'0'), 0)
			_, rem = bits.Div64((hi+carry)%m, lo, m)
		}
	}
	return mulmod(rem, powmod(10, shift, m), m) == 0
}

// word returns the digits as an integer; there are at most 18.
func (d *Decimal) word() uint64 {
	v := uint64(0)
	for i := 0; i < len(d.lit); i++ {
		if d.lit[i] != '.' {
			v = v*10 + uint64(d.lit[i]-'0')
		}
	}
	return v
}

// mulmod returns a × b mod m; a is less than m.
func mulmod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a%m, b%m)
	_, rem := bits.Div64(hi, lo, m)
	return rem
}

// powmod returns b^n mod m.
func powmod(b uint64, n int64, m uint64) uint64 {
	v := 1 % m
	for b %= m; n > 0; n >>= 1 {
		if n&1 != 0 {
			v = mulmod(v, b, m)
		}
		b = mulmod(b, b, m)
	}
	return v
}

// SmallInteger returns the value of a literal that is a plain integer of at most 18 digits.
func SmallInteger(literal string) (int64, bool) {
	i := 0
	if literal[0] == '-' {
		i = 1
	}
	if len(literal)-i > 18 {
		return 0, false
	}
	v := int64(0)
	for ; i < len(literal); i++ {
		c := literal[i] - '0'
		if c > 9 {
			return 0, false
		}
		v = v*10 + int64(c)
	}
	if literal[0] == '-' {
		v = -v
	}
	return v, true
}

// NumberKey returns a text that equal numbers share and others do not.
func NumberKey(literal string) string {
	d := ParseDecimal(literal)
	if d.Count == 0 {
		return "0"
	}
	key := make([]byte, 0, d.Count+24)
	if d.Neg {
		key = append(key, '-')
	}
	for i := 0; i < len(d.lit); i++ {
		if d.lit[i] != '.' {
			key = append(key, d.lit[i])
		}
	}
	return string(strconv.AppendInt(append(key, 'e'), d.Power, 10))
}
