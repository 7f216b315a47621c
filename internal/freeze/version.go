package freeze

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Version is a version of Semantic Versioning 2.0.0 without pre-release and build.
type Version struct{ Major, Minor, Patch int }

// ParseVersion reads MAJOR.MINOR.PATCH, each a number without leading zeros.
func ParseVersion(s string) (Version, error) {
	parts := strings.Split(s, ".")
	var n [3]int
	if len(parts) != 3 {
		return Version{}, fmt.Errorf("%q is no version MAJOR.MINOR.PATCH", s)
	}
	for i, p := range parts {
		v, err := strconv.Atoi(p)
		if err != nil || strconv.Itoa(v) != p || v < 0 || v > 1_000_000 {
			return Version{}, fmt.Errorf("%q is no version MAJOR.MINOR.PATCH", s)
		}
		n[i] = v
	}
	return Version{n[0], n[1], n[2]}, nil
}

func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// Compare orders versions.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

// Bump is a part of a version.
type Bump int

// The parts, least first.
const (
	NoBump Bump = iota
	Patch
	Minor
	Major
)

// String returns "none", "patch", "minor" or "major".
func (b Bump) String() string { return [...]string{"none", "patch", "minor", "major"}[b] }

// ParseBump reads the name of a part.
func ParseBump(s string) (Bump, bool) {
	for b := Patch; b <= Major; b++ {
		if b.String() == s {
			return b, true
		}
	}
	return NoBump, false
}

// Next is the version after v when the part is raised.
func (v Version) Next(b Bump) Version {
	switch b {
	case Major:
		return Version{v.Major + 1, 0, 0}
	case Minor:
		return Version{v.Major, v.Minor + 1, 0}
	case Patch:
		return Version{v.Major, v.Minor, v.Patch + 1}
	}
	return v
}
