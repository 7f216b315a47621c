package main

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far a run is, on a terminal and for work over a second.
type progress struct {
	read atomic.Int64

	mu   sync.Mutex
	bar  *progressbar.ProgressBar // nil while it is too early
	done chan struct{}
	end  sync.WaitGroup
}

// startProgress shows the bytes that are counted in read; total is -1 when it is not known.
func startProgress(c *common, total int64) *progress {
	p := &progress{done: make(chan struct{})}
	if !c.errTerminal || c.quiet {
		return p
	}
	p.end.Add(1)
	go func() {
		defer p.end.Done()
		select {
		case <-p.done:
			return
		case <-time.After(time.Second):
		}
		p.mu.Lock()
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(c.err), progressbar.OptionSetDescription("validating"),
			progressbar.OptionShowBytes(true), progressbar.OptionSetPredictTime(true), progressbar.OptionSetWidth(24),
			progressbar.OptionEnableColorCodes(false), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))
		p.mu.Unlock()
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-p.done:
				return
			case <-tick.C:
				p.mu.Lock()
				_ = p.bar.Set64(p.read.Load())
				p.mu.Unlock()
			}
		}
	}()
	return p
}

// hide takes the bar off the terminal before something else is printed there.
func (p *progress) hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

func (p *progress) stop() {
	close(p.done)
	p.end.Wait()
	p.hide()
}
