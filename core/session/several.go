package session

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/platform"
	"concord/core/scan"
)

// several reports whether a file is several files of labels, one after the other, which are read as one.
func (f *File) several() bool { return len(f.Files) > 1 }

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
	if whole, ok := s.whole.(Seekable); ok {
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
func sections(whole Source, files []api.File) ([]section, error) {
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
	all, err := sections(f.Source, f.Files)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// findSets has all files read as if a task may have several labels, if it seems to in
// any of them. label is the column of the labels; -1: as detected.
func (f *File) findSets(c *job.Job, known layout.Choice, label int) error {
	if !f.several() {
		return nil
	}
	all, err := sections(f.Source, f.Files)
	if err != nil {
		return err
	}
	for _, s := range all[1:] {
		one := &File{Source: s}
		if f.Kind().Info().Several {
			return nil
		}
		if err := c.Turn(); err != nil {
			return err
		}
		if one.understand(c, known) != nil { // which is said when it is read
			continue
		}
		if label >= 0 && label < len(one.Found.Columns) {
			one.Found = one.Found.Ask(label)
		}
		f.Found.Widen(one.Found)
	}
	return nil
}

// inferWorkersFromFileNames sets who gave the labels if each file holds those of one worker and none has a column of workers.
func (f *File) inferWorkersFromFileNames(choices *api.Choices) {
	d := f.Found
	if isFresh(choices) && !d.ByFile {
		d.ByFile = f.several() && d.Column(layout.Worker) < 0 && (d.Format == "long" || d.Compares() || d.ByUser())
		text := slices.IndexFunc(d.Columns, func(c api.Column) bool { return c.Name == "text" })
		if d.ByFile && d.Column(layout.Task) < 0 && text >= 0 && d.Roles[text] == layout.Ignore {
			d.Give(text, layout.Task, "the files have nothing else that tells tasks apart")
		}
	}
	if !d.ByFile {
		return
	}
	for n, role := range d.Roles {
		if role == layout.Worker {
			d.Give(n, layout.Ignore, "")
		}
	}
	if all, err := sections(f.Source, f.Files); err == nil {
		d.Worker = workersOf(all)[0] // whose answers the preview shows
	}
	d.Confirm = "each file is read as the labels of one worker, named after the file"
}

// workersOf returns the workers of files that hold the labels of one each: the names of the files without folders and endings or, where
// some are alike, the parts of the paths that differ.
func workersOf(files []section) []string {
	stems, paths := make([]string, len(files)), make([][]string, len(files))
	distinct := map[string]bool{}
	for n, f := range files {
		stems[n] = strings.TrimSuffix(platform.Stem(f.name), ".review") // ann.review.csv is what Ann reviewed
		paths[n] = strings.Split(strings.ReplaceAll(f.name, `\`, "/"), "/")
		paths[n][len(paths[n])-1] = stems[n]
		distinct[stems[n]] = true
	}
	if len(distinct) == len(files) {
		return stems
	}
	same := func(at func(path []string) string) bool {
		return !slices.ContainsFunc(paths, func(p []string) bool { return len(p) < 2 || at(p) != at(paths[0]) })
	}
	for same(func(p []string) string { return p[0] }) {
		for n := range paths {
			paths[n] = paths[n][1:]
		}
	}
	for same(func(p []string) string { return p[len(p)-1] }) {
		for n := range paths {
			paths[n] = paths[n][:len(paths[n])-1]
		}
	}
	for n, p := range paths {
		stems[n] = strings.Join(p, "/")
	}
	return stems
}

// eachSection calls do with the file, or with each of those that it is made of. The first says how all of them are read.
func eachSection(c *job.Job, f *File, do func(one *File) error) error {
	if !f.several() {
		return do(f)
	}
	all, err := sections(f.Source, f.Files)
	if err != nil {
		return err
	}
	workers := workersOf(all)
	for n, s := range all {
		one := &File{Source: s, Found: f.Found, hash: f.hash}
		if n > 0 {
			if err := one.understandLike(c, f.Found); err != nil {
				return err
			}
		}
		if f.Found.ByFile {
			one.Found = one.Found.Copy()
			one.Found.Worker = workers[n]
		}
		if j := one.Found.JSON; j != nil && j.Worker != "" {
			one.Found = one.Found.Copy()
			one.Found.JSON = new(*j)
			one.Found.JSON.Worker = workers[n]
		}
		if err := do(one); err != nil {
			return err
		}
	}
	return nil
}

// understandLike detects what the file is if it is to be read like the first one.
func (f *File) understandLike(c *job.Job, first *layout.Detection) error {
	known := layout.Choice{Delimiter: first.Delimiter, Header: &first.Header, Sheet: first.Sheet, AsIs: first.AsIs}
	if first.Title == "" { // each file may have a title of its own, but for a line that was chosen
		known.Line = first.HeaderLine
	}
	err := f.understand(c, known)
	if errors.Is(err, layout.ErrNoSheet) { // of that name
		known.Sheet = ""
		err = f.understand(c, known)
	}
	if err == nil && f.Found.Offer+f.Found.Guessed != "" && first.Encoding != "utf-8" { // it is in the same encoding
		known.Encoding = first.Encoding
		err = f.understand(c, known)
	}
	if err != nil {
		return err
	}
	if p := first.Like(f.Source.Name(), f.Found); p != nil {
		known.Delimiter = "" // perhaps something else stands between its cells
		if f.understand(c, known) != nil || first.Like(f.Source.Name(), f.Found) != nil {
			if err := c.Turn(); err != nil {
				return err
			}
			return p
		}
	}
	return nil
}

// readSeveral reads several files of labels as one. A file that comes twice is read twice, and that is said.
func (l *loader) readSeveral() (*labels.Set, error) {
	var all labels.Collector
	var said []api.Problem
	read := 0
	first := map[[sha256.Size]byte]string{} // by their content: the first file that has it
	err := eachSection(l.Job, l.file, func(one *File) error {
		if read++; read > 1 { // what there is to say of the first is said of all
			said = append(said, mended(one, l.file.Found)...)
		}
		_, err := readAll(l.Job, one, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (none struct{}, err error) {
			if err := one.Found.Check(name, layout.LabelFile); err != nil {
				return none, err
			}
			if !l.sized(one.Source.Size()) {
				return none, all.Read(name, r, g, o)
			}
			sum := sha256.New()
			if err := all.Read(name, io.TeeReader(r, sum), g, o); err != nil {
				return none, err
			}
			key := [sha256.Size]byte(sum.Sum(nil))
			if was, ok := first[key]; ok {
				said = append(said, api.Problem{File: name, Do: "Open it once, unless others gave the very same labels",
					What: fmt.Sprintf("this file is the same as %s, byte for byte, and all of its labels count again", was)})
			} else {
				first[key] = name
			}
			return none, nil
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	set, err := all.Set()
	if err == nil {
		set.Warnings = append(said, set.Warnings...)
	}
	return set, err
}

// mended says what was done to one of several files, as far as it was not done to the first.
func mended(one *File, first *layout.Detection) (all []api.Problem) {
	in := "in " + one.Source.Name() + ", "
	if as := one.Found.Encoding; one.Found.Guessed != "" && as != first.Encoding {
		all = append(all, api.Problem{File: one.Source.Name(),
			What: in + "the text is not valid UTF-8, and is read as " + api.EncodingName(as)})
	}
	for _, p := range one.Found.Notes {
		if p.Mended {
			p.What = in + p.What
			all = append(all, p)
		}
	}
	return all
}

// sized reports whether several of the files have that size, and so may be the same.
func (l *loader) sized(size int64) bool {
	n := 0
	for _, f := range l.file.Files {
		if f.Size == size {
			n++
		}
	}
	return n > 1
}
