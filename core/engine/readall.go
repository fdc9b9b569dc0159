package engine

import (
	"io"

	"concord/core/intake"
	"concord/core/wire"
)

// readAll has the whole of a file read, with progress.
func readAll[T any](c *call, f *file, read func(string, io.Reader, *intake.Guess, intake.Options) (T, error)) (T, error) {
	r, err := f.source.Open()
	if err != nil {
		var none T
		return none, err
	}
	defer r.Close()
	return read(f.source.Name(), r, f.guess, intake.Options{
		Size: f.source.Size(),
		Skip: f.read.Skip, ManyClasses: f.read.ManyClasses, Drop: f.read.Drop, Again: f.again(), Merge: f.merge(), Found: c.found,
		Progress: func(rows int, bytes int64) error {
			c.tell(func() wire.Progress {
				return wire.Progress{Phase: "read", Bytes: bytes, Total: f.source.Size(), Rows: rows}
			})
			return c.turn()
		},
	})
}

// again is what becomes of repeated labels. Where a task may have several labels
// they are no repeats.
func (f *file) again() intake.Again {
	if f.read.Sets {
		return intake.AgainAll
	}
	return intake.Again(f.read.Again)
}
