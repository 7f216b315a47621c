package kernel

// FormatHostname reports whether s is a host name of RFC 1123, section 2.1:
// labels of 1 to 63 ASCII letters, digits and inner hyphens, joined by dots, at
// most 253 bytes, without a trailing dot. A label that begins with xn-- is held
// to the same rule; what it encodes is not looked into.
func FormatHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	label := 0
	for i := 0; i <= len(s); i++ {
		if i < len(s) && s[i] != '.' {
			if !formatLetterDigit(s[i]) && s[i] != '-' {
				return false
			}
			continue
		}
		if i == label || i-label > 63 || s[label] == '-' || s[i-1] == '-' {
			return false
		}
		label = i + 1
	}
	return true
}

// FormatIPv4 reports whether s is an IPv4 address in dotted decimal: four
// numbers from 0 to 255 without leading zeros (RFC 2673, section 3.2; RFC 3986,
// section 3.2.2).
func FormatIPv4(s string) bool {
	at := 0
	for part := 0; part < 4; part++ {
		if part > 0 {
			if at == len(s) || s[at] != '.' {
				return false
			}
			at++
		}
		begin, value := at, 0
		for at < len(s) && at-begin < 3 && formatDigit(s[at]) {
			value = value*10 + int(s[at]-'0')
			at++
		}
		if at == begin || value > 255 || at-begin > 1 && s[begin] == '0' {
			return false
		}
	}
	return at == len(s)
}

// FormatIPv6 reports whether s is an IPv6 address in a text form of RFC 4291,
// section 2.2, with or without :: and a dotted IPv4 tail, without zone or prefix
// length. The :: stands for one group of zeros at least.
func FormatIPv6(s string) bool {
	groups, short, at := 0, false, 0
	if len(s) > 1 && s[0] == ':' && s[1] == ':' {
		short, at = true, 2
	}
	for at < len(s) {
		end := at
		for end < len(s) && end-at < 4 && formatHex(s[end]) {
			end++
		}
		if end < len(s) && s[end] == '.' {
			groups += 2
			return FormatIPv4(s[at:]) && (groups == 8 && !short || groups < 8 && short)
		}
		if groups++; end == at || groups > 8 {
			return false
		}
		if at = end; at == len(s) {
			break
		}
		if s[at] != ':' || at+1 == len(s) {
			return false
		}
		if at++; s[at] != ':' {
			continue
		}
		if short {
			return false
		}
		short, at = true, at+1
	}
	return groups == 8 && !short || groups < 8 && short
}
