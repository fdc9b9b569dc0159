package transport

import (
	"context"
	"slices"
)

// Pipe returns the two ends of a connection within this process. Ending either ends both.
func Pipe() (a, b *End) {
	there, back := make(chan []byte, 1<<10), make(chan []byte, 1<<10) // more than anybody sends without waiting for an answer
	ended, end := context.WithCancel(context.Background())
	return &End{back, there, ended, end}, &End{there, back, ended, end}
}

// End is one end of a Pipe.
type End struct {
	in, out chan []byte
	ended   context.Context
	end     func()
}

var _ Helper = (*End)(nil)

// Send implements Line.
func (e *End) Send(message []byte) error {
	if e.ended.Err() != nil {
		return ErrLost
	}
	e.out <- slices.Clone(message)
	return nil
}

// Receive implements Line. What was sent before the end still arrives.
func (e *End) Receive() ([]byte, error) {
	select {
	case m := <-e.in:
		return m, nil
	case <-e.ended.Done():
	}
	select {
	case m := <-e.in:
		return m, nil
	default:
		return nil, ErrLost
	}
}

// End implements Helper.
func (e *End) End() { e.end() }
