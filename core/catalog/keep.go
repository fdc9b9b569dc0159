package catalog

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene/fold"
)

// Fold adds the labels of d, all of them new, to a saved model and returns the resulting estimate
// and the next saved model; s is unchanged. See fold.Fold.
func Fold(s *fit.Saved, d *crowd.Dataset, set fit.Settings) (*fit.Result, *fit.Saved, error) {
	return fold.Fold(s, d, set)
}

// Recall returns the estimate of a saved model. fit.Resume starts a refit from it.
func Recall(s *fit.Saved) *crowd.Estimate { return fold.Recall(s) }
