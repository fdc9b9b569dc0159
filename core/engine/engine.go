// Package engine holds the session and the results of one visit and serves one request at a time, with cancellation, progress
// and recovery from panics. It knows nothing of JavaScript, files or clocks: a Host has them.
//
// What is loaded is replaced only once its successor is complete: a request that fails, panics or is cancelled leaves
// everything as it was.
package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/cache"
	"concord/core/catalog"
	"concord/core/job"
	"concord/core/session"
)

// What programs give an engine.
type (
	Host     = job.Host
	Download = job.Download
	Source   = session.Source
)

// Engine serves requests, one at a time.
type Engine struct {
	host     *Host
	session  *session.Session         // what is loaded
	failed   map[string]*session.File // by role, the file whose opening failed last
	problems session.Problems         // what was wrong with the rows of the file that was read last
	waits    *waiting                 // a recipe some of whose files are not there yet; nil: none

	result *analysis.Result // of the last fit; nil: none
	// What was found out, of what is shown now and of nothing else (see accept): by the file of labels, what else it says of them, and the
	// answers to all its questions; by the labels, the last comparison; by the fit, results of amendments; by the data of each of these,
	// how its workers are judged; by the numbers found, the last plan and forecast, and how long downloads took; by the result, how workers
	// stand, its tables and their orders.
	cache *cache.Cache

	enough *atomic.Int64 // the request whose fit is to stop and keep what it has

	methods analysis.Methods
}

// New returns an engine with nothing loaded.
func New(host *Host) *Engine {
	return &Engine{
		host: host, session: &session.Session{}, failed: map[string]*session.File{}, cache: &cache.Cache{}, enough: &atomic.Int64{},
		methods: analysis.Methods{List: catalog.All()},
	}
}

// Do serves one request, sending any number of Progress replies and one final reply. file is the content of Open.File, and nil
// otherwise.
//
// If the caller cancels ctx, at the latest during a Turn, the final reply is a Fault with Cancelled set. The caller itself
// handles requests to Cancel, which arrive while another one is served.
func (e *Engine) Do(ctx context.Context, r api.Request, file session.Source, send func(api.Reply)) {
	c := job.New(ctx, e.host, r.ID, send)
	c.Cache = e.cache
	c.Enough = func() bool { return r.ID != 0 && e.enough.Load() == int64(r.ID) }
	reply, err := e.serve(c, r, file)
	if err != nil {
		reply = api.Reply{Fault: fault(err)}
	}
	reply.ID = r.ID
	send(reply)
}

// Enough makes the fit of that request stop after its step and keep what it has. It may be called from any goroutine; a request
// that is no fit goes on.
func (e *Engine) Enough(id int) { e.enough.Store(int64(id)) }

// serve finds the operation that is asked for and performs it. A panic in a method or a reader ends only the request.
func (e *Engine) serve(c *job.Job, r api.Request, from session.Source) (reply api.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			format := "This failed because of an error in Concord itself (%v). Nothing that was loaded is lost. Please report it."
			if isTooMuch(fmt.Sprint(p)) {
				format = "This needs more memory than there is (%v). Nothing that was loaded is lost. Choose a method that needs less, or close " +
					"other programs and tabs."
			}
			err = &api.Fault{Broken: true, Message: fmt.Sprintf(format, p)}
		}
	}()
	if err := c.Ctx.Err(); err != nil {
		return api.Reply{}, err
	}
	for _, do := range operations() {
		if asked, err := do(e, &call{c, from}, &r, &reply); asked {
			return reply, err
		}
	}
	return reply, api.Refuse("The request asks for nothing.")
}

// isTooMuch reports whether a panic is about memory: a slice longer than there are addresses, such as 4 GiB in WebAssembly, or a buffer
// that a browser refuses.
func isTooMuch(words string) bool {
	return strings.Contains(words, "makeslice: ") || strings.Contains(words, "growslice: ") ||
		strings.Contains(words, "Array buffer allocation failed") || strings.Contains(words, "out of memory")
}

// fault turns an error into the Fault that the page shows.
func fault(err error) *api.Fault {
	var r *api.Fault
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &api.Fault{Cancelled: true, Message: "Cancelled."}
	case errors.As(err, &r):
		return r
	}
	return &api.Fault{Broken: true, Message: err.Error()}
}
