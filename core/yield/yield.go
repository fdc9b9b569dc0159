// Package yield makes long loops yield: a browser gets to its events, a user to
// Cancel.
package yield

// Work counts what a loop does and calls pause now and then. Once pause returns an
// error, Continue reports false wherever it is asked, so nested loops end without
// handing the error through each of them.
type Work struct {
	pause func() error
	done  int
	err   error
}

// every is how much is counted between two pauses. One unit takes some 10 to 300 ns,
// so pause is called every few milliseconds.
const every = 1 << 14

// New returns work that calls pause; nil: never.
func New(pause func() error) *Work { return &Work{pause: pause} }

// Continue counts n more units and reports whether to go on. On a nil Work it reports
// true.
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
