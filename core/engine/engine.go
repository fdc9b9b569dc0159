// Package engine is the use case: it holds the data sets and results of one
// visit and serves one request at a time. It knows nothing of JavaScript, files
// or clocks: a Host provides them.
//
// What is loaded is replaced only when its successor is complete: whatever fails
// or is cancelled, a panic included, leaves everything as it was.
package engine

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"

	"concord/core/catalog"
	"concord/core/wire"
)

// Host is the world around the engine: a browser's worker, a shell, a test. One
// that is a transport.Host too can have helpers share large fits.
type Host interface {
	// Turn lets the world in (a browser's event loop) and returns ctx.Err().
	// The engine calls it at least every 50 ms of work.
	Turn(ctx context.Context) error
	// Seconds reads a clock that only ever rises.
	Seconds() float64
	// Today is the date, as 2006-01-02, for names of files.
	Today() string
	// Create starts a download. It is handed over when it is closed. One that
	// is not to be handed over is never closed: where it has the method
	// Abort(), that is called.
	Create(name string) (io.WriteCloser, error)
}

// Source is a file that can be read from the start as often as need be.
type Source interface {
	Name() string
	Size() int64
	Open() (io.ReadCloser, error)
}

// Engine serves requests, one at a time.
type Engine struct {
	host    Host
	labels  *labels  // nil: none are loaded; so with what follows
	truth   *truth   // that results are compared with
	gold    *truth   // that fits are given
	initial *initial // confusion matrices that fits are given
	costs   *costs   // of wrong labels
	state   *saved   // a saved state, to which the labels are joined

	features  *features  // of the tasks
	texts     *texts     // of the tasks
	newcomers *newcomers // further tasks to predict
	exam      *exam      // the truth of tasks that are predicted

	result *result // of the last fit that ended; nil: none, or the labels have changed since

	kept     []*result   // results of the same fit before amendments
	compared *comparison // of the last Compare; nil: none, or the labels have changed since
	plan     *plan       // of the last Plan; nil: none, or the result has changed since

	failed   map[string]*file  // by role, the file whose opening failed last
	problems listed            // what was wrong with the rows of the file that was read last
	skipped  map[string]listed // by role, what was wrong with rows that were left out of what is loaded

	enough *atomic.Int64 // the request whose fit shall stop and keep what it has

	find func(method string) (catalog.Entry, error)
}

// New returns an engine with nothing loaded.
func New(host Host) *Engine {
	e := &Engine{host: host, failed: map[string]*file{}, skipped: map[string]listed{}, find: catalog.Find}
	e.enough = &atomic.Int64{}
	return e
}

// Do serves one request, sending any number of Progress replies and one final
// reply. file is the content of Open.File, and nil otherwise.
//
// Where the caller cancels ctx, at the latest during a Turn, the final reply is
// a Fault with Cancelled set. A request to Cancel is the caller's business: it
// has to reach ctx while another request is served.
func (e *Engine) Do(ctx context.Context, r wire.Request, file Source, send func(wire.Reply)) {
	c := newCall(ctx, e.host, r.ID, send)
	reply, err := e.serve(c, r, file)
	if err != nil {
		reply = wire.Reply{Fault: fault(err)}
	}
	reply.ID = r.ID
	send(reply)
}

// Enough has the fit of that request stop after its step and keep what it has. It
// may be called from any goroutine; a request that is not a fit goes on.
func (e *Engine) Enough(id int) { e.enough.Store(int64(id)) }

// serve is the switchboard. A panic on the way, in a method or a reader, ends
// the request and nothing else.
func (e *Engine) serve(c *call, r wire.Request, from Source) (reply wire.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &refusal{
				Broken:  true,
				Message: fmt.Sprintf("This failed because of an error in Concord itself (%v). Nothing that was loaded is lost. Please report it.", p),
			}
		}
	}()
	if err := c.ctx.Err(); err != nil {
		return wire.Reply{}, err
	}
	switch {
	case r.Open != nil && r.Open.Role == roleWorkspace:
		reply.Reopened, err = e.reopen(c, from)
	case r.Open != nil:
		reply.Opened, err = e.open(c, r.Open, from)
	case r.Reread != nil:
		reply.Opened, err = e.reread(c, r.Reread)
	case r.Fit != nil:
		reply.Fitted, err = e.fit(c, r.Fit)
	case r.Effort != nil:
		reply.Effort, err = e.forecast(c, r.Effort)
	case r.Fold != nil:
		reply.Fitted, err = e.fold(c, r.Fold)
	case r.Rows != nil:
		reply.Page, err = e.rows(c, r.Rows)
	case r.Worker != nil:
		reply.Worker, err = e.worker(c, r.Worker.Index)
	case r.Task != nil:
		reply.Task, err = e.task(r.Task.Index)
	case r.Agree != nil:
		reply.Agreed, err = e.agree(c, r.Agree)
	case r.Pairs != nil:
		reply.Paired, err = e.pairs(r.Pairs)
	case r.Amend != nil:
		reply.Amended, err = e.amend(c, r.Amend)
	case r.Compare != nil:
		reply.Compared, err = e.compare(c, r.Compare)
	case r.Advise != nil:
		reply.Advised, err = e.advise(c, r.Advise)
	case r.Judge != nil:
		reply.Judged, err = e.judgeWorker(c, r.Judge.Index)
	case r.Plan != nil:
		reply.Planned, err = e.next(c, r.Plan)
	case r.Picture != nil:
		reply.Pictured, err = e.picture(c, r.Picture)
	case r.Topics != nil:
		reply.Topical, err = e.topics()
	case r.Replay != nil:
		reply.Replayed, err = e.replay(c, r.Replay)
	case r.Export != nil:
		reply.Exported, err = e.export(c, r.Export)
	case r.Drop != nil:
		reply.Dropped, err = e.drop(c, r.Drop)
	case r.Cancel != nil:
		err = refuse("There is nothing to cancel: request %d is not under way.", r.Cancel.ID)
	default:
		err = refuse("The request asks for nothing.")
	}
	return reply, err
}

// drop forgets what was opened in a role, and what rests on it.
func (e *Engine) drop(c *call, d *wire.Drop) (*wire.Drop, error) {
	delete(e.skipped, d.Role)
	switch d.Role {
	case roleLabels:
		clear(e.skipped)
		e.labels, e.truth, e.gold, e.initial, e.result = nil, nil, nil, nil, nil
		e.kept, e.compared, e.plan, e.costs = nil, nil, nil, nil
		e.forget(roleFeatures)
		e.forget(roleTexts)
	case roleFeatures, roleTexts, rolePredict, roleTestTruth:
		e.forget(d.Role)
	case roleTruth:
		e.truth = nil
		e.result.judge(nil)
	case roleGold:
		e.gold = nil
	case roleConfusion:
		e.initial = nil
	case roleCosts:
		e.unprice()
	case roleState:
		if e.state != nil && e.labels != nil {
			l, err := e.prepare(c, e.labels.file, e.labels.own, nil)
			if err != nil {
				return nil, err
			}
			e.take(l, listed{})
		}
		e.state = nil
	default:
		return nil, unknownRole(d.Role)
	}
	delete(e.failed, d.Role)
	return d, nil
}

func unknownRole(role string) error {
	return refuse("A file can't be opened as “%s”. Open it as labels, or as what belongs to them: truth, gold, confusion, costs, features, text, predict, test-truth or state.", role)
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
