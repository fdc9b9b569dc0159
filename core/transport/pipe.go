package transport

import (
	"slices"
	"sync"
)

// Pipe returns the two ends of a connection within this process. Ending either ends both.
func Pipe() (a, b *End) {
	there, back := newQueue(), newQueue()
	return &End{in: back, out: there}, &End{in: there, out: back}
}

// End is one end of a Pipe.
type End struct{ in, out *queue }

var _ Helper = (*End)(nil)

// Send implements Line.
func (e *End) Send(message []byte) error { return e.out.put(slices.Clone(message)) }

// Receive implements Line. What was sent before the end still arrives.
func (e *End) Receive() ([]byte, error) { return e.in.get() }

// End implements Helper.
func (e *End) End() {
	e.in.end()
	e.out.end()
}

// queue is one direction of a Pipe.
type queue struct {
	mutex    sync.Mutex
	more     sync.Cond // signals a message, or the end
	messages [][]byte
	ended    bool
}

func newQueue() *queue {
	q := &queue{}
	q.more.L = &q.mutex
	return q
}

func (q *queue) put(message []byte) error {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.ended {
		return ErrLost
	}
	q.messages = append(q.messages, message)
	q.more.Signal()
	return nil
}

func (q *queue) get() ([]byte, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	for len(q.messages) == 0 && !q.ended {
		q.more.Wait()
	}
	if len(q.messages) == 0 {
		return nil, ErrLost
	}
	m := q.messages[0]
	q.messages = q.messages[1:]
	return m, nil
}

func (q *queue) end() {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	q.ended = true
	q.more.Broadcast()
}
