package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// ClockName says which clock Now reads.
const ClockName = "CPU time of the measuring thread"

// Now reads the CPU time of the calling thread. On an idle machine it runs as
// the wall clock does; on a shared one it stands still while others have the
// core. What the collector does on other threads is in neither.
func Now() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return wall()
	}
	return time.Duration(t.Nano())
}
