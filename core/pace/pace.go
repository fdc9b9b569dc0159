// Package pace lets the world in during long work: a browser's event loop, a
// user's Cancel.
package pace

// Work counts what is done, and calls pause now and then. Once pause has returned
// an error the work is broken off: Done says so, wherever it is asked, so that
// loops within loops can end without handing the error through each of them.
type Work struct {
	pause func() error
	done  int
	err   error
}

// every is how much is done between two pauses. What is counted takes some 10 to
// 300 ns, so that a pause comes every few milliseconds.
const every = 1 << 14

// New returns work that calls pause; nil: never.
func New(pause func() error) *Work { return &Work{pause: pause} }

// Done counts n things more. It reports whether to go on. Of no work at all, nil, it
// says yes.
func (w *Work) Done(n int) bool {
	if w == nil {
		return true
	}
	if w.done += n; w.done >= every {
		w.done = 0
		if w.pause != nil && w.err == nil {
			w.err = w.pause()
		}
	}
	return w.err == nil
}

// Err is why the work was broken off, nil if it was not.
func (w *Work) Err() error {
	if w == nil {
		return nil
	}
	return w.err
}
