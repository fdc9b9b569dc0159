package engine

import (
	"fmt"
	"io"

	"concord/core/intake"
	"concord/core/internal/say"
	"concord/core/wire"
)

// readAll has the whole of a file read, with progress.
func readAll[T any](c *call, f *file, read func(string, io.Reader, *intake.Guess, intake.Options) (T, error)) (T, error) {
	var none T
	r, err := f.source.Open()
	if err != nil {
		return none, unreadable(f.source, err)
	}
	defer r.Close()
	from := &counted{r: r}
	if f.hash != nil {
		from.r = io.TeeReader(r, f.hash)
	}
	all, err := read(f.source.Name(), from, f.guess, intake.Options{
		Size: f.source.Size(),
		Skip: f.read.Skip, ManyClasses: f.read.ManyClasses, Drop: f.read.Drop, Again: f.again(), Merge: f.merge(), Found: c.found,
		Progress: func(rows int, bytes int64) error {
			c.tell(func() wire.Progress {
				return wire.Progress{Phase: "read", Bytes: bytes, Total: f.source.Size(), Rows: rows}
			})
			return c.turn()
		},
	})
	if err != nil {
		return none, err
	}
	if err := from.end(f.source); err != nil {
		return none, unreadable(f.source, err)
	}
	return all, nil
}

// counted counts what is read of a file.
type counted struct {
	r     io.Reader
	bytes int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.bytes += int64(n)
	return n, err
}

// end reads what may follow that is of no use, and sees that the file was read as
// it was when it was opened: not cut off meanwhile, nor longer.
func (c *counted) end(of Source) error {
	if _, err := io.Copy(io.Discard, c); err != nil {
		return err
	}
	return sameSize(of, c.bytes)
}

// sameSize is the error of a file that has so many bytes now, if it had others.
func sameSize(of Source, bytes int64) error {
	if bytes != of.Size() {
		return fmt.Errorf("it was changed while it was read, and has %s bytes now instead of %s", say.Number(int(bytes)), say.Number(int(of.Size())))
	}
	return nil
}

// again is what becomes of repeated labels. Where a task may have several labels
// they are no repeats.
func (f *file) again() intake.Again {
	if f.read.Sets {
		return intake.AgainAll
	}
	return intake.Again(f.read.Again)
}
