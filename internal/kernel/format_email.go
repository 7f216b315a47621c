package kernel

// FormatEmail reports whether s is a Mailbox of RFC 5321, section 4.1.2: a
// dot-string or a quoted string of at most 64 bytes, @, and a domain or an
// address in brackets. All of it is ASCII. The domain is held to
// [FormatHostname], an address literal is [127.0.0.1] or [IPv6:::1], its address
// as in [FormatIPv4] and [FormatIPv6].
func FormatEmail(s string) bool {
	end := 0
	if s != "" && s[0] == '"' {
		end = formatQuotedLocal(s)
	} else {
		end = formatDotLocal(s)
	}
	if end < 1 || end > 64 || end == len(s) || s[end] != '@' {
		return false
	}
	domain := s[end+1:]
	if domain == "" || domain[0] != '[' {
		return FormatHostname(domain)
	}
	if domain[len(domain)-1] != ']' {
		return false
	}
	address := domain[1 : len(domain)-1]
	if len(address) > 5 && formatEqualFold(address[:5], "ipv6:") {
		return FormatIPv6(address[5:])
	}
	return FormatIPv4(address)
}

// formatQuotedLocal returns where the quoted string ends that s begins with, or -1.
func formatQuotedLocal(s string) int {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			if i++; i == len(s) || s[i] < ' ' || s[i] > '~' {
				return -1
			}
		case c < ' ' || c > '~':
			return -1
		}
	}
	return -1
}

// formatDotLocal returns where the dot-string ends that s begins with, or -1
// when it has an empty part.
func formatDotLocal(s string) int {
	i, part := 0, 0
	for ; i < len(s) && (s[i] == '.' || formatAtomByte(s[i])); i++ {
		if s[i] == '.' {
			if i == part {
				return -1
			}
			part = i + 1
		}
	}
	if i == part {
		return -1
	}
	return i
}

// formatAtomByte reports whether c is atext of RFC 5322, section 3.2.3.
func formatAtomByte(c byte) bool {
	switch c {
	case '!', '#', '$', '%', '&', '\'', '*', '+', '-', '/', '=', '?', '^', '_', '`', '{', '|', '}', '~':
		return true
	}
	return formatLetterDigit(c)
}

// formatEqualFold reports whether s is lower, an ASCII text in lower case of the
// same length, in any letter case.
func formatEqualFold(s, lower string) bool {
	for i := 0; i < len(lower); i++ {
		c := s[i]
		if c-'A' < 26 {
			c |= 0x20
		}
		if c != lower[i] {
			return false
		}
	}
	return true
}
