// Package job is a request under way: its cancellation, its clock and its progress.
// Whatever takes long is given a Job, and yields through it.
package engine

import (
	"context"

	"concord/core/intake"
	"concord/core/wire"
)

const (
	turnEvery = .02 // seconds of work between two turns of the world
	tellEvery = .06 // seconds between two Progress replies
	goOnEvery = .25 // … where there is nothing new but the time
)

// jobHost is the world around a job.
type jobHost interface {
	// Turn yields to the world (a browser's event loop) and returns ctx.Err().
	// It is called at least every 50 ms of work.
	Turn(ctx context.Context) error
	// Seconds reads a clock that only ever rises.
	Seconds() float64
}

// call is one request under way.
type call struct {
	ctx    context.Context
	host   jobHost
	id     int
	send   func(wire.Reply)
	began  float64        // the clock when it began
	turned float64        // … when the world was let in last
	told   float64        // … when Progress was sent last
	found  func(intake.Problem)  // takes each problem of a file that is read; nil: nobody asks
	work   wire.Progress  // which of several fits is under way
	latest *wire.Progress // what was told last
}

func newCall(ctx context.Context, host jobHost, id int, send func(wire.Reply)) *call {
	now := host.Seconds()
	return &call{ctx: ctx, host: host, id: id, send: send, began: now, turned: now, told: now}
}

// seconds is how long the call has run.
func (c *call) seconds() float64 { return c.host.Seconds() - c.began }

// turn lets the world in if it was kept waiting long enough. It returns an
// error once the call is cancelled.
func (c *call) turn() error {
	err := c.ctx.Err()
	if err != nil || c.host.Seconds()-c.turned < turnEvery {
		return err
	}
	if c.latest != nil && c.host.Seconds()-c.told >= goOnEvery {
		c.tell(func() wire.Progress { return *c.latest })
	}
	err = c.host.Turn(c.ctx)
	c.turned = c.host.Seconds()
	return err
}

// thinking is turn for work that has no steps to tell of: it tells of the time.
func (c *call) thinking() error {
	c.tell(func() wire.Progress { return wire.Progress{Phase: "think"} })
	return c.turn()
}

// tell sends Progress, as now makes it, if it is time to.
func (c *call) tell(now func() wire.Progress) {
	if at := c.host.Seconds(); at-c.told >= tellEvery {
		c.told = at
		p := now()
		p.Seconds = at - c.began
		c.latest = &p
		c.send(wire.Reply{ID: c.id, Progress: &p})
	}
}

// block is how many items are worked on between two looks at the clock.
const block = 1 << 14

// over calls do for 0 ≤ i < n and lets the world in now and then.
func (c *call) over(n int, do func(i int)) error {
	for i := range n {
		if i%block == 0 {
			if err := c.turn(); err != nil {
				return err
			}
		}
		do(i)
	}
	return nil
}
