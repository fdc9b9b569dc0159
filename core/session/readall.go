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

// Immutable is a Source that can't be read once it has changed, like a browser's File, so every reader reads the same bytes.
// It can be opened at any offset.
type Immutable interface {
	Source
	OpenAt(from int64) (io.ReadCloser, error)
}

// Divided is a Source made of several files, which can be opened where one of them begins, without reading those before it.
type Divided interface {
	Source
	OpenFrom(offset int64) (io.ReadCloser, error)
}

// readLabels reads a file of labels, if memory suffices, and its checksum unless the file can't change until that is asked for.
func (l *loader) readLabels() (*labels.Set, error) {
	f := l.file
	if _, sure := f.Source.(Immutable); !sure {
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
		Size: f.Source.Size(),
		Skip: f.Found.Skip, ManyClasses: f.Found.ManyClasses, Drop: f.Found.Drop, Again: f.Again(), Merge: f.Found.Merge,
		Own: f.Found.Own, Found: c.Found,
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

// Again returns which of a worker's repeated labels count. Where a task may have several labels, they are not repeats.
func (f *File) Again() string {
	if f.Kind().Info().Several {
		return api.AgainAll
	}
	return f.Found.Again
}

// EnsureSum computes the checksum of the file unless it was computed while the labels were read. It takes a pass over the
// file, which only the run record needs.
func (l *Labels) EnsureSum(c *job.Job) error {
	if l.Sum != "" {
		return nil
	}
	r, err := l.Source.Open()
	if err != nil {
		return unreadable(l.Source, err)
	}
	defer r.Close()
	sum, bytes, err := scan.Sum(r, func(bytes int64) error {
		return c.Tell(func() api.Progress { return api.Progress{Phase: "write", Bytes: bytes, Total: l.Source.Size()} })
	})
	if c.Ctx.Err() != nil {
		return c.Ctx.Err()
	}
	if err == nil {
		err = sameSize(l.Source, bytes)
	}
	if err != nil {
		return unreadable(l.Source, err)
	}
	l.Sum = sum
	return nil
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

// MemoryLimited is a Host with limited memory.
type MemoryLimited interface {
	job.Host
	// MemoryLimit is how many bytes the program may use; 0: unknown.
	MemoryLimit() int64
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
	host, ok := l.Host.(MemoryLimited)
	if !ok || host.MemoryLimit() == 0 || f.Source.Size() < checkedFrom || f.several() || f.Found.Packing == "zip" {
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
	o := scan.Options{ManyClasses: f.Found.ManyClasses, Drop: f.Found.Drop}
	c := labels.Foresee(f.Source.Name(), head, f.Source.Size(), &f.Found.Layout, o)
	if c.Memory <= host.MemoryLimit() {
		return nil
	}
	return api.Refuse("%s holds about %s labels. They would need about %s of memory, and a page of this browser gets %s at most. "+
		"The shell program has no such limit: concord fit %s. Or open a part of the file. What was open before still is.",
		f.Source.Name(), about(c.Labels), gigabytes(c.Memory), gigabytes(host.MemoryLimit()), f.Source.Name())
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
