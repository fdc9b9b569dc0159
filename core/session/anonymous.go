package session

import (
	"concord/core/wire"
)

// Anonymous reports whether nobody knows who gave which label: then there is
// nothing to say of workers, and no table of them.
func (l *Labels) Anonymous() bool { return l.Set.Data.Anonymous }

// NeedsWorkers says that something needs to know the workers.
func NeedsWorkers(what string) error {
	return wire.Refuse("%s: nobody knows who gave which of these labels. Open a file with one row for each label, and the worker who gave it.", what)
}
