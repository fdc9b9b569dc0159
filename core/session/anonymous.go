package session

import (
	"concord/core/wire"
)

// Anonymous reports whether the file doesn't say who gave which label. Then there are no results for workers.
func (l *Labels) Anonymous() bool { return l.Set.Data.Anonymous }

// NeedsWorkers returns the refusal of something that needs to know who gave which label. what begins its sentence.
func NeedsWorkers(what string) error {
	return wire.Refuse("%s: nobody knows who gave which of these labels. Open a file with one row for each label, and the worker who gave it.",
		what)
}
