// Package job is one request under way: its cancellation, clock and progress, and what earlier ones found. Whatever takes long yields
// through its Job.
package job

import (
	"cmp"
	"context"
	"io"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/calibrate"
	"concord/core/fit"
)

const (
	turnEvery = .02 // seconds of work between two yields
	tellEvery = .06 // seconds between two Progress replies
	goOnEvery = .25 // seconds after which Progress is repeated with nothing new but the time
)

// Host is what the environment can do: a browser's worker, a shell, a test.
type Host struct {
	Turn    func()         // yields to the environment (a browser's event loop), at least every 50 ms of work; nil: nothing waits there
	Seconds func() float64 // reads a clock that only ever rises
	Today   func() string  // the date, as 2006-01-02, for names of files and reports
	Create  func(name string) (Download, error)

	MemoryLimit int64 // how many bytes the program may use; 0: unknown
	FixedFiles  bool  // files can't be read once they have changed, so that every reader reads the same bytes
	OnlyFiles   bool  // results are only written to files

	Elsewhere Elsewhere // has the labels of which the session has all, or a sample; nil: there is no such thing
}

// Elsewhere is where labels stay that are too many for the session, or may not leave.
type Elsewhere interface {
	// Method makes of a method one that is fitted there, and estimates the tasks of the session. It is told what the session calls
	// workers and classes.
	Method(m fit.Method, workers, classes func(n int) string) (fit.Method, error)
	// Calibrated hears how probabilities are calibrated.
	Calibrated(c *calibrate.Calibration)
}

// Download is a file that is written. Close hands it over; one that fails is aborted instead.
type Download interface {
	io.WriteCloser
	Abort()
}

// Job is one request under way.
type Job struct {
	Ctx    context.Context
	Host   *Host
	ID     int
	Work   api.Progress      // which of several fits is under way
	Enough func() bool       // whether a fit shall stop and keep what it has; nil: never
	Found  func(api.Problem) // takes each problem of a file that is read; nil: nobody asks
	Cache  *cache.Cache      // what was found before

	send func(api.Reply)
	// Readings of the clock.
	began, yielded, told float64
	latest               *api.Progress // what was told last
}

// New begins a job, whose Progress goes to send under the id of its request.
func New(ctx context.Context, host *Host, id int, send func(api.Reply)) *Job {
	now := host.Seconds()
	return &Job{Ctx: ctx, Host: host, ID: id, Cache: &cache.Cache{}, send: send, began: now, yielded: now, told: now}
}

// Seconds is how long the job has run.
func (j *Job) Seconds() float64 { return j.Host.Seconds() - j.began }

// Turn yields if it is time to. It returns an error once the job is cancelled.
func (j *Job) Turn() error {
	err := j.Ctx.Err()
	if err != nil || j.Host.Seconds()-j.yielded < turnEvery {
		return err
	}
	if j.latest != nil && j.Host.Seconds()-j.told >= goOnEvery {
		j.tell(func() api.Progress { return *j.latest })
	}
	if j.Host.Turn != nil {
		j.Host.Turn()
	}
	j.yielded = j.Host.Seconds()
	return j.Ctx.Err()
}

// Thinking is Turn for work without steps to report: its Progress has nothing but the time.
func (j *Job) Thinking() error {
	return j.Tell(func() api.Progress { return api.Progress{Phase: "think"} })
}

// Tell sends Progress, which now returns, if it is time to, and yields like Turn.
func (j *Job) Tell(now func() api.Progress) error {
	j.tell(now)
	return j.Turn()
}

func (j *Job) tell(now func() api.Progress) {
	if at := j.Host.Seconds(); at-j.told >= tellEvery {
		j.told = at
		p := now()
		p.Seconds = at - j.began
		j.latest = &p
		j.send(api.Reply{ID: j.ID, Progress: &p})
	}
}

// Block is how many items are processed between two looks at the clock.
const Block = 1 << 14

// Over calls do for 0 ≤ i < n and yields periodically.
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

// Reader reads the total bytes of r, reports its progress and yields.
func (j *Job) Reader(r io.Reader, total int64) io.Reader { return &reader{j, r, 0, total} }

type reader struct {
	job          *Job
	from         io.Reader
	bytes, total int64
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	r.bytes += int64(n)
	stop := r.job.Tell(func() api.Progress { return api.Progress{Phase: "read", Bytes: r.bytes, Total: r.total} })
	return n, cmp.Or(stop, err)
}
