package session

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"strings"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/humanize"
)

// Source is a file that can be read from the start as often as need be.
type Source interface {
	Name() string
	Size() int64
	Open() (io.ReadCloser, error)
}

// Seekable is a Source that can be opened anywhere, without reading what comes before.
type Seekable interface {
	Source
	OpenAt(from int64) (io.ReadCloser, error)
}

// readLabels reads a file of labels, if memory suffices, and its checksum unless the file can't change until that is asked for.
func (l *loader) readLabels() (*labels.Set, error) {
	f := l.file
	if !l.Host.FixedFiles {
		f.hash = sha256.New()
		defer func() { f.Sum, f.hash = hex.EncodeToString(f.hash.Sum(nil)), nil }()
	}
	if f.several() {
		return l.readSeveral()
	}
	if err := l.checkMemory(); err != nil {
		return nil, err
	}
	if err := l.Turn(); err != nil {
		return nil, err
	}
	return readAll(l.Job, f, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (*labels.Set, error) {
		if err := f.Found.Check(name, layout.LabelFile); err != nil {
			return nil, err
		}
		return labels.Read(name, r, g, o)
	})
}

// readAll reads the whole of a file, with progress.
func readAll[T any](c *job.Job, f *File, read func(string, io.Reader, *layout.Layout, scan.Options) (T, error)) (T, error) {
	var none T
	r, err := f.Source.Open()
	if err != nil {
		return none, unreadable(f.Source, err)
	}
	defer r.Close()
	from := &whole{r: r, of: f.Source}
	if f.hash != nil {
		from.r = io.TeeReader(r, f.hash)
	}
	all, err := read(f.Source.Name(), from, &f.Found.Layout, scan.Options{
		Size: f.Source.Size(), Found: c.Found,
		Progress: func(rows int, bytes int64) error {
			return c.Tell(func() api.Progress {
				return api.Progress{Phase: "read", Bytes: bytes, Total: f.Source.Size(), Rows: rows}
			})
		},
	})
	if err != nil {
		return none, err
	}
	if _, err := io.Copy(io.Discard, from); err != nil { // whatever follows the table
		return none, unreadable(f.Source, err)
	}
	return all, nil
}

// whole reads a file to its end, unless the end is not where it was when the file was opened.
type whole struct {
	r     io.Reader
	of    Source
	bytes int64
}

func (w *whole) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.bytes += int64(n)
	if err == io.EOF {
		err = cmp.Or(sameSize(w.of, w.bytes), err)
	}
	return n, err
}

// sameSize returns an error if a file had another size than it has now.
func sameSize(of Source, bytes int64) error {
	if bytes != of.Size() {
		return fmt.Errorf("it was changed while it was read, and has %s bytes now instead of %s", humanize.Number(int(bytes)),
			humanize.Number(int(of.Size())))
	}
	return nil
}

// Checksum returns the SHA-256 of the file. Unless it was computed while the file was read, it takes a pass over it, which only
// the recipe needs.
func (i *Input) Checksum(c *job.Job) (string, error) {
	if i.Sum != "" {
		return i.Sum, nil
	}
	type query struct{}
	return cache.Once(c.Cache.Of(i), query{}, func() (string, error) { return Checksum(c, i.Source) })
}

// Checksum returns the SHA-256 of a file.
func Checksum(c *job.Job, of Source) (string, error) {
	r, err := of.Open()
	if err != nil {
		return "", unreadable(of, err)
	}
	defer r.Close()
	sum, bytes, err := scan.Sum(r, func(bytes int64) error {
		return c.Tell(func() api.Progress { return api.Progress{Phase: "write", Bytes: bytes, Total: of.Size()} })
	})
	if c.Ctx.Err() != nil {
		return "", c.Ctx.Err()
	}
	if err == nil {
		err = sameSize(of, bytes)
	}
	if err != nil {
		return "", unreadable(of, err)
	}
	return sum, nil
}

// Stem returns the name of a file without its folder and extensions.
func Stem(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, ending := range []string{".gz", ".zst", ".csv", ".tsv", ".txt"} {
		if n := len(name) - len(ending); n > 0 && strings.EqualFold(name[n:], ending) {
			name = name[:n]
		}
	}
	return name
}

// sampleSize is how much of a file is read to estimate the memory that all of it needs.
const sampleSize = 1 << 20

// checkedFrom is the smallest file that is checked. Smaller ones fit everywhere, archives have a limit of their own, and several
// files are rarely large.
const checkedFrom = 16 << 20

// checkMemory refuses a file that needs more memory than there is, before it is read: a browser kills a program that runs out
// of memory, and all that is loaded is lost.
func (l *loader) checkMemory() error {
	f := l.file
	limit := l.Host.MemoryLimit
	if limit == 0 || f.Source.Size() < checkedFrom || f.several() || f.Found.Packing == "zip" {
		return nil
	}
	r, err := f.Source.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, sampleSize))
	if err != nil {
		return err
	}
	c := labels.Foresee(f.Source.Name(), head, f.Source.Size(), &f.Found.Layout)
	if c.Memory <= limit {
		return nil
	}
	return api.Refuse("%s holds about %s labels. They would need about %s of memory, and a page of this browser gets %s at most. "+
		"The shell program has no such limit: concord fit %s. Or open a part of the file. What was open before still is.",
		f.Source.Name(), about(c.Labels), gigabytes(c.Memory), gigabytes(limit), f.Source.Name())
}

// about rounds a count for a sentence.
func about(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f billion", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f million", float64(n)/1e6)
	}
	return humanize.Number(int(n))
}

func gigabytes(n int64) string { return fmt.Sprintf("%.1f GB", float64(n)/1e9) }
