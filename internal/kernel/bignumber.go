package kernel

import "math/big"

// multipleOfBig decides X × 10^shift mod Y = 0 for Y of any size, 18 digits of X at a time.
func multipleOfBig(x, y *Decimal, shift int64) bool {
	m := y.big()
	rem, word := new(big.Int), new(big.Int)
	chunk, scale := uint64(0), uint64(1)
	flush := func() {
		rem.Mul(rem, word.SetUint64(scale))
		rem.Add(rem, word.SetUint64(chunk))
		rem.Mod(rem, m)
		chunk, scale = 0, 1
	}
	for i := 0; i < len(x.lit); i++ {
		if x.lit[i] == '.' {
			continue
		}
		chunk = chunk*10 + uint64(x.lit[i]-'0')
		if scale *= 10; scale == 1e18 {
			flush()
		}
	}
	flush()
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(shift), m)
	return rem.Mod(rem.Mul(rem, power), m).Sign() == 0
}

// big returns the digits as an integer.
func (d *Decimal) big() *big.Int {
	text := make([]byte, 0, d.Count)
	for i := 0; i < len(d.lit); i++ {
		if d.lit[i] != '.' {
			text = append(text, d.lit[i])
		}
	}
	v, _ := new(big.Int).SetString(string(text), 10)
	return v
}
