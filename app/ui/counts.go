package ui

import (
	"concord/app/model"
	"concord/core/wire"
)

// counts are those of the labels that are loaded.
func counts(s model.State) *wire.Counts {
	if s.Labels.Opened == nil {
		return nil
	}
	return s.Labels.Opened.Counts
}
