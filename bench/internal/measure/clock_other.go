//go:build !linux

package measure

import "time"

// ClockName says which clock Now reads.
const ClockName = "wall clock"

// Now reads the wall clock.
func Now() time.Duration { return wall() }
