package kernel

// FormatDuration reports whether s is a duration of RFC 3339, appendix A, with
// the capital designators of ISO 8601: whole numbers of neighbouring units
// (P1Y2M3D, PT4H5M, P1DT6H), or weeks alone (P2W).
func FormatDuration(s string) bool {
	if len(s) < 3 || s[0] != 'P' {
		return false
	}
	at := formatUnits(s, 1, "W")
	if at > 1 {
		return at == len(s)
	}
	at = formatUnits(s, 1, "YMD")
	if at == len(s) {
		return at > 1
	}
	if s[at] != 'T' {
		return false
	}
	return len(s) > at+1 && formatUnits(s, at+1, "HMS") == len(s)
}

// formatUnits reads numbers with the designators of units from s[at]: each unit
// is the one that follows the unit before it, the first is any. It returns where
// the last whole pair ends.
func formatUnits(s string, at int, units string) int {
	unit := -1
	for {
		end := at
		for end < len(s) && formatDigit(s[end]) {
			end++
		}
		if end == at || end == len(s) {
			return at
		}
		next := unit + 1
		for unit < 0 && next < len(units) && units[next] != s[end] {
			next++
		}
		if next >= len(units) || units[next] != s[end] {
			return at
		}
		unit, at = next, end+1
	}
}
