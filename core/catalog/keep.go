package catalog

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/transport"
)

// Fold takes the labels of d, all of them new, into a saved model, and returns what
// is believed now and the model that follows; s stays as it is. See dawidskene.Fold.
func Fold(s *fit.Saved, d *crowd.Dataset, set fit.Settings) (*fit.Result, *fit.Saved, error) {
	return dawidskene.Fold(s, d, set)
}

// Recall returns the estimate of a saved model. fit.Resume starts a refit from it.
func Recall(s *fit.Saved) *crowd.Estimate { return dawidskene.Recall(s) }

// Serve is the work of a helper: it runs its share of each step of a fit until the
// line ends.
func Serve(line transport.Line) error { return dawidskene.Serve(line) }
