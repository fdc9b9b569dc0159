// Package job is one request under way: its cancellation, its clock and its
// progress. Whatever takes long is given a Job and yields through it.
package job

import (
	"context"
	"io"

	"concord/core/problem"
	"concord/core/wire"
)

const (
	turnEvery = .02 // seconds of work between two turns of the world
	tellEvery = .06 // seconds between two Progress replies
	goOnEvery = .25 // … where there is nothing new but the time
)

// Host is the world around a job.
type Host interface {
	// Turn yields to the world (a browser's event loop) and returns ctx.Err().
	// It is called at least every 50 ms of work.
	Turn(ctx context.Context) error
	// Seconds reads a clock that only ever rises.
	Seconds() float64
}

// Job is one request under way.
type Job struct {
	Ctx    context.Context
	Host   Host
	ID     int
	Work   wire.Progress         // which of several fits is under way
	Enough func() bool           // whether a fit shall stop and keep what it has; nil: never
	Found  func(problem.Problem) // takes each problem of a file that is read; nil: nobody asks

	send   func(wire.Reply)
	began  float64        // the clock when it began
	turned float64        // … when it last yielded
	told   float64        // … when Progress was last sent
	latest *wire.Progress // what was told last
}

// New begins a job, whose Progress goes to send under the id of its request.
func New(ctx context.Context, host Host, id int, send func(wire.Reply)) *Job {
	now := host.Seconds()
	return &Job{Ctx: ctx, Host: host, ID: id, send: send, began: now, turned: now, told: now}
}

// Seconds is how long the job has run.
func (j *Job) Seconds() float64 { return j.Host.Seconds() - j.began }

// Turn yields if it is time to. It returns an error once the job is cancelled.
func (j *Job) Turn() error {
	err := j.Ctx.Err()
	if err != nil || j.Host.Seconds()-j.turned < turnEvery {
		return err
	}
	if j.latest != nil && j.Host.Seconds()-j.told >= goOnEvery {
		j.Tell(func() wire.Progress { return *j.latest })
	}
	err = j.Host.Turn(j.Ctx)
	j.turned = j.Host.Seconds()
	return err
}

// Thinking is Turn for work that has no steps to tell of: it tells of the time.
func (j *Job) Thinking() error {
	j.Tell(func() wire.Progress { return wire.Progress{Phase: "think"} })
	return j.Turn()
}

// Tell sends Progress, as now makes it, if it is time to.
func (j *Job) Tell(now func() wire.Progress) {
	if at := j.Host.Seconds(); at-j.told >= tellEvery {
		j.told = at
		p := now()
		p.Seconds = at - j.began
		j.latest = &p
		j.send(wire.Reply{ID: j.ID, Progress: &p})
	}
}

// Block is how many items are worked on between two looks at the clock.
const Block = 1 << 14

// Over calls do for 0 ≤ i < n and yields now and then.
func (j *Job) Over(n int, do func(i int)) error {
	for i := range n {
		if i%Block == 0 {
			if err := j.Turn(); err != nil {
				return err
			}
		}
		do(i)
	}
	return nil
}

// Reader reads from r, which has total bytes, tells how far it has come and yields.
func (j *Job) Reader(r io.Reader, total int64) io.Reader { return &reader{j, r, 0, total} }

type reader struct {
	job          *Job
	from         io.Reader
	bytes, total int64
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.bytes += int64(n)
	r.job.Tell(func() wire.Progress { return wire.Progress{Phase: "read", Bytes: r.bytes, Total: r.total} })
	if stop := r.job.Turn(); stop != nil {
		return n, stop
	}
	return n, err
}
