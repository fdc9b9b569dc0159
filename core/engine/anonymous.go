package engine

import (
	"concord/core/wire"
)

// anonymous reports whether nobody knows who gave which label: then there is
// nothing to say of workers, and no table of them.
func (l *labels) anonymous() bool { return l.set.Data.Anonymous }

// unnamed says that something needs to know the workers.
func unnamed(what string) error {
	return wire.Refuse("%s: nobody knows who gave which of these labels. Open a file with one row for each label, and the worker who gave it.", what)
}
