package kernel

// FormatURI reports whether s is a URI of RFC 3986, section 3: with a scheme,
// in ASCII, everything else percent-encoded.
func FormatURI(s string) bool {
	end := formatScheme(s)
	return end > 0 && formatHierarchy(s[end+1:])
}

// FormatURIReference reports whether s is a URI-reference of RFC 3986, section
// 4.1: a URI or a relative reference, whose first segment has no colon.
func FormatURIReference(s string) bool {
	if FormatURI(s) {
		return true
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ':':
			return false
		case '/', '?', '#':
			return formatHierarchy(s)
		}
	}
	return formatHierarchy(s)
}

// formatScheme returns where the colon is that ends the scheme of s, or 0.
func formatScheme(s string) int {
	if s == "" || !formatLetter(s[0]) {
		return 0
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == ':':
			return i
		case !formatLetterDigit(c) && c != '+' && c != '-' && c != '.':
			return 0
		}
	}
	return 0
}

// formatHierarchy checks what follows the scheme: authority, path, query and fragment.
func formatHierarchy(s string) bool {
	if len(s) > 1 && s[0] == '/' && s[1] == '/' {
		end := 2
		for end < len(s) && s[end] != '/' && s[end] != '?' && s[end] != '#' {
			end++
		}
		if !formatAuthority(s[2:end]) {
			return false
		}
		s = s[end:]
	}
	end := formatURIChars(s, ":@/")
	if end < len(s) && s[end] == '?' {
		end += 1 + formatURIChars(s[end+1:], ":@/?")
	}
	if end < len(s) && s[end] == '#' {
		end += 1 + formatURIChars(s[end+1:], ":@/?")
	}
	return end == len(s)
}

// formatAuthority checks [userinfo "@"] host [":" port].
func formatAuthority(s string) bool {
	if end := formatURIChars(s, ":"); end < len(s) && s[end] == '@' {
		s = s[end+1:]
	}
	end := 0
	if s != "" && s[0] == '[' {
		for end < len(s) && s[end] != ']' {
			end++
		}
		if end == len(s) || !formatIPLiteral(s[1:end]) {
			return false
		}
		end++
	} else {
		end = formatURIChars(s, "")
	}
	if end == len(s) {
		return true
	}
	if s[end] != ':' {
		return false
	}
	for _, c := range []byte(s[end+1:]) {
		if !formatDigit(c) {
			return false
		}
	}
	return true
}

// formatIPLiteral checks what stands in the brackets of a host: an IPv6 address
// or an IPvFuture.
func formatIPLiteral(s string) bool {
	if s == "" || s[0]|0x20 != 'v' {
		return FormatIPv6(s)
	}
	dot := 1
	for dot < len(s) && formatHex(s[dot]) {
		dot++
	}
	if dot == 1 || dot+1 >= len(s) || s[dot] != '.' {
		return false
	}
	for _, c := range []byte(s[dot+1:]) {
		if !formatURIByte(c) && c != ':' {
			return false
		}
	}
	return true
}

// formatURIChars returns how far s consists of unreserved characters,
// sub-delimiters, percent-encoded bytes, and the bytes of more.
func formatURIChars(s, more string) int {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if formatURIByte(c) {
			continue
		}
		if c == '%' {
			if i+2 >= len(s) || !formatHex(s[i+1]) || !formatHex(s[i+2]) {
				return i
			}
			i += 2
			continue
		}
		known := false
		for k := 0; k < len(more); k++ {
			known = known || more[k] == c
		}
		if !known {
			return i
		}
	}
	return len(s)
}

// formatURIByte reports whether c is an unreserved character or a sub-delimiter
// of RFC 3986, section 2.
func formatURIByte(c byte) bool {
	switch c {
	case '-', '.', '_', '~', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=':
		return true
	}
	return formatLetterDigit(c)
}
