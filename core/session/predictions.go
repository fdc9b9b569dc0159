package session

import (
	"io"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
)

// Predictions are those of a classifier.
type Predictions struct {
	Input
	*sidefile.PredictionSet
}

func (l *loader) loadPredictions() (*api.Opened, error) {
	if err := l.s.Labels.Refuse(api.RolePredictions); err != nil {
		return nil, err
	}
	set := l.s.Labels.Set
	found, err := readAll(l.Job, l.file, func(name string, r io.Reader, _ *layout.Layout, o scan.Options) (*sidefile.PredictionSet, error) {
		return sidefile.Predictions(name, r, l.file.Found, set, o)
	})
	if err != nil {
		return nil, err
	}
	l.s.Predictions = &Predictions{l.input(found.Problems), found}
	return l.opened(set.Data.Tasks-found.Without, found.Problems, found.Warnings...), nil
}
