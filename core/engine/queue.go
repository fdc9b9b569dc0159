package engine

import (
	"context"
	"sync"

	"concord/core/api"
)

// Queue hands requests to an engine one after the other. Those that cancel others take effect at once.
type Queue struct {
	engine *Engine
	jobs   chan queued
	last   int        // the request that gives way to the next; 0: none
	mu     sync.Mutex // guards what follows
	stop   map[int]context.CancelFunc
}

type queued struct {
	ctx     context.Context
	request api.Request
	file    Source
}

// NewQueue returns the queue of an engine, with room for more requests than a page ever has under way: Put must never block.
func NewQueue(e *Engine) *Queue {
	return &Queue{engine: e, jobs: make(chan queued, 1024), stop: map[int]context.CancelFunc{}}
}

// Put takes a request, with the file that belongs to it. It is called from one goroutine.
func (q *Queue) Put(r api.Request, file Source) {
	switch {
	case r.Cancel != nil && r.Cancel.Keep:
		q.engine.Enough(r.Cancel.ID)
		return
	case r.Cancel != nil:
		q.end(r.Cancel.ID)
		return
	}
	q.end(q.last)
	if q.last = 0; r.GivesWay() {
		q.last = r.ID
	}
	ctx, cancel := context.WithCancel(context.Background())
	q.mu.Lock()
	q.stop[r.ID] = cancel
	q.mu.Unlock()
	q.jobs <- queued{ctx, r, file}
}

// end cancels the request of that ID, if there is one.
func (q *Queue) end(id int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if cancel, ok := q.stop[id]; ok {
		cancel()
		delete(q.stop, id)
	}
}

// Serve serves the requests for good.
func (q *Queue) Serve(send func(api.Reply)) {
	for j := range q.jobs {
		q.engine.Do(j.ctx, j.request, j.file, send)
		q.end(j.request.ID)
	}
}
