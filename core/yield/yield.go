// Package yield makes long loops yield periodically, so that a browser handles its events and a user can cancel.
package yield

// Work counts the iterations of loops and calls pause periodically. Once pause returns an error, Continue reports false wherever
// it is called, so nested loops end without passing the error on.
type Work struct {
	pause func() error
	done  int
	err   error
}

// every is the number of units between two pauses. A unit takes some 10 to 300 ns, so pause is called every few milliseconds.
const every = 1 << 14

// New returns work that calls pause; nil: never.
func New(pause func() error) *Work { return &Work{pause: pause} }

// Continue counts n more units and reports whether to go on. On a nil Work it reports true.
func (w *Work) Continue(n int) bool {
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

// Err returns the error that ended the work, or nil.
func (w *Work) Err() error {
	if w == nil {
		return nil
	}
	return w.err
}
