package session

import (
	"errors"
	"fmt"
	"io"

	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/wire"
)

// several reports whether a file is several files of labels, one after the other, which are read as one.
func (f *File) several() bool { return len(f.Read.Files) > 1 }

// section is one of the files that a source is made of.
type section struct {
	whole      Source
	name       string
	from, size int64
}

func (s section) Name() string { return s.name }
func (s section) Size() int64  { return s.size }

func (s section) Open() (io.ReadCloser, error) {
	var r io.ReadCloser
	var err error
	if whole, ok := s.whole.(Immutable); ok {
		r, err = whole.OpenAt(s.from)
	} else if r, err = s.whole.Open(); err == nil {
		if _, err = io.CopyN(io.Discard, r, s.from); err != nil {
			r.Close()
		}
	}
	if err != nil {
		return nil, err
	}
	return &within{r, s.size}, nil
}

// within reads a section. It also reads on at its end, where a file that has changed returns an error.
type within struct {
	io.ReadCloser
	left int64
}

func (w *within) Read(p []byte) (int, error) {
	if w.left > 0 {
		n, err := w.ReadCloser.Read(p[:min(int64(len(p)), w.left)])
		w.left -= int64(n)
		return n, err
	}
	if _, err := w.ReadCloser.Read(make([]byte, 1)); err != nil {
		return 0, err
	}
	return 0, io.EOF
}

// sections returns the files that a source is made of.
func sections(whole Source, files []wire.File) ([]section, error) {
	var out []section
	at := int64(0)
	for _, f := range files {
		out = append(out, section{whole, f.Name, at, f.Size})
		at += f.Size
	}
	if at != whole.Size() {
		return nil, fmt.Errorf("%d files of %d bytes are said to be in one of %d", len(files), at, whole.Size())
	}
	return out, nil
}

// first returns the file that says how all of them are read: the source itself, if it is one file.
func (f *File) first() (Source, error) {
	if !f.several() {
		return f.Source, nil
	}
	all, err := sections(f.Source, f.Read.Files)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// sets reports whether a task seems to have several labels in any of the files, in which case all of them are read so. label
// is the column of the labels; -1: as detected.
func (f *File) sets(known layout.Choice, label int) (bool, error) {
	if !f.several() {
		return f.Layout.Several, nil
	}
	all, err := sections(f.Source, f.Read.Files)
	if err != nil {
		return false, err
	}
	for n := 1; n < len(all) && !f.Layout.Several; n++ {
		one := &File{Source: all[n]}
		if err := one.understand(known); err == nil { // what is wrong is said when it is read
			if label >= 0 && label < len(one.Layout.Columns) {
				one.Layout = one.Layout.Ask(label)
			}
			if f.Layout.Several = one.Layout.Several; f.Layout.Several {
				f.Layout.Numeric = false
			}
		}
	}
	return f.Layout.Several, nil
}

// staff sets who gave the labels if each file holds those of one worker and none has a column of workers.
func (f *File) staff(choices *wire.Read) {
	g := f.Layout
	if choices == nil {
		f.Read.ByFile = f.several() && g.Column(layout.Worker) < 0 && g.Format == "long"
		if f.Read.ByFile && g.Column(layout.Task) < 0 {
			for n := range g.Columns {
				if c := &g.Columns[n]; c.Role == layout.Ignore && c.Name == "text" {
					c.Role, c.Why = layout.Task, "the files have nothing else that tells tasks apart"
				}
			}
		}
	}
	if !f.Read.ByFile {
		return
	}
	for n := range g.Columns {
		if c := &g.Columns[n]; c.Role == layout.Worker {
			c.Role, c.Why = layout.Ignore, ""
		}
	}
	g.Confirm = "each file is taken for the labels of one worker, who is called like the file"
}

// eachSection calls do with the file, or with each of those that it is made of. The first says how all of them are read.
func eachSection(c *job.Job, f *File, do func(one *File) error) error {
	if !f.several() {
		return do(f)
	}
	all, err := sections(f.Source, f.Read.Files)
	if err != nil {
		return err
	}
	for n, s := range all {
		one := &File{Source: s, Read: f.Read, Layout: f.Layout, hash: f.hash}
		one.Read.Files = nil
		if n > 0 {
			known := layout.Choice{Delimiter: f.Layout.Delimiter, Header: &f.Layout.Header, Sheet: f.Layout.Sheet, Line: f.Layout.Line}
			err := one.understand(known)
			if errors.Is(err, layout.ErrNoSheet) { // of that name
				known.Sheet = ""
				err = one.understand(known)
			}
			if err == nil && one.Layout.Offer != "" { // it is in the same encoding, if not in one that can be told
				known.Encoding = f.Layout.Encoding
				err = one.understand(known)
			}
			if err != nil {
				return err
			}
			if p := f.Layout.Like(s.name, one.Layout); p != nil {
				known.Delimiter = "" // perhaps something else stands between its cells
				if one.understand(known) != nil || f.Layout.Like(s.name, one.Layout) != nil {
					return p
				}
			}
		}
		guess := *one.Layout
		if f.Read.ByFile {
			guess.Worker = Stem(s.name)
		}
		one.Layout = &guess
		if err := do(one); err != nil {
			return err
		}
	}
	return nil
}

// readSeveral reads several files of labels as one.
func (l *loader) readSeveral() (*labels.Set, error) {
	var all labels.Collector
	err := eachSection(l.Job, l.file, func(one *File) error {
		_, err := readAll(l.Job, one, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (*labels.Collector, error) {
			return &all, all.Read(name, r, g, o)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return all.Set()
}
