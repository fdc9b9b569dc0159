package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"concord/core/shard"
	"concord/internal/claim"
)

// download is a file that is written beside its place.
type download struct {
	path   string    // its place
	also   io.Writer // gets a copy; may be nil
	file   *os.File  // nil: written to also alone
	buffer *bufio.Writer
	claim  *claim.Claim // on its folder, until it is at its place or given up
	seal   bool         // see host.seal

	fresh bool // nothing was at its place
	kept  bool // what was there is at was
}

func (d *download) begin() (err error) {
	if d.file, d.claim, err = aside(d.path); err != nil {
		return unwritable(d.path, err)
	}
	d.buffer = bufio.NewWriterSize(d.file, 1<<20)
	return nil
}

// aside makes a file beside a place, which gets its name later. What processes left behind in that folder that were killed it removes:
// those that live have a claim on it.
func aside(path string) (*os.File, *claim.Claim, error) {
	dir := filepath.Dir(path)
	held := claim.Folder(dir, func() { tidy(dir) })
	f, err := os.CreateTemp(dir, filepath.Base(path)+".concord-*.part")
	if err != nil {
		held.Release()
	}
	return f, held, err
}

// leftover is the name of a file that is beside its place, or that was at it.
var leftover = regexp.MustCompile(`\.concord-[0-9]+\.part(-was)?$`)

// tidy removes from a folder what is beside its place. What can't be removed stays.
func tidy(dir string) {
	all, _ := os.ReadDir(dir)
	for _, one := range all {
		if one.Type().IsRegular() && leftover.MatchString(one.Name()) {
			os.Remove(filepath.Join(dir, one.Name()))
		}
	}
}

func (d *download) Write(p []byte) (int, error) {
	if d.also != nil {
		if _, err := d.also.Write(p); err != nil {
			return 0, err
		}
	}
	if d.file == nil {
		return len(p), nil
	}
	n, err := d.buffer.Write(p)
	if err != nil {
		err = unwritable(d.path, err)
	}
	return n, err
}

// Close ends the writing: all of the file is on the disk then.
func (d *download) Close() error {
	if d.file == nil {
		return nil
	}
	for _, step := range []func() error{d.buffer.Flush, func() error { return d.file.Chmod(0o644) }, d.file.Sync, d.file.Close} {
		if err := step(); err != nil {
			d.Abort()
			return unwritable(d.path, err)
		}
	}
	return nil
}

// Abort removes what was written.
func (d *download) Abort() {
	if d.file != nil {
		d.file.Close()
		os.Remove(d.file.Name())
		d.claim.Release()
	}
}

// unwritable says which file can't be written, and why; where it was to be written meanwhile is of no use to anybody.
func unwritable(path string, err error) error {
	return fmt.Errorf("%s can't be written: %w; what was there before is unchanged", path, cause(err))
}

// cause is an error of the system without the path, which messages name themselves.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		return link.Err
	}
	return err
}

// was is where the file is kept meanwhile that was at the place.
func (d *download) was() string { return d.file.Name() + "-was" }

// hide has nothing be at the place of a seal.
func (d *download) hide() error {
	at, err := os.Lstat(d.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && at.IsDir():
		err = errors.New("a folder is there")
	case err == nil:
		err = os.Rename(d.path, d.was())
	}
	if err != nil {
		return unwritable(d.path, err)
	}
	d.kept = true
	syncFolder(filepath.Dir(d.path))
	return nil
}

// place puts the file at its place. Not every file system has the links that keep what was there.
func (d *download) place() error {
	_, err := os.Lstat(d.path)
	d.fresh = err != nil
	d.kept = d.kept || os.Link(d.path, d.was()) == nil
	if err := os.Rename(d.file.Name(), d.path); err != nil {
		return unwritable(d.path, err)
	}
	return nil
}

// back undoes hide and place, and reports whether what was there before is there again.
func (d *download) back() bool {
	if d.kept {
		return os.Rename(d.was(), d.path) == nil
	}
	return d.fresh && os.Remove(d.path) == nil
}

// commit puts all downloads at their places: all, or, if one can't be, none. The seal is away while others change, and comes last, so
// where it is all files are of one run, even if that is killed or the power fails.
func (h *host) commit() (err error) {
	var dirs []string
	for _, d := range h.downloads {
		dirs = append(dirs, filepath.Dir(d.path))
	}
	slices.Sort(dirs)
	dirs = slices.Compact(dirs)
	order := slices.Clone(h.downloads)
	seal := slices.IndexFunc(order, func(d *download) bool { return d.seal })
	if seal >= 0 {
		order = append(slices.Delete(order, seal, seal+1), h.downloads[seal])
		err = h.downloads[seal].hide()
	}
	done := 0
	for ; err == nil && done < len(order); done++ {
		if order[done].seal {
			syncFolders(dirs)
		}
		if err = order[done].place(); err != nil {
			break
		}
	}
	if err != nil {
		all := true
		for _, d := range slices.Backward(order[:done]) {
			all = d.back() && all
		}
		if seal >= 0 && all {
			h.downloads[seal].back()
		}
	}
	for _, d := range order {
		os.Remove(d.was())
	}
	syncFolders(dirs)
	if err == nil {
		for _, d := range order {
			d.claim.Release()
		}
		h.downloads = nil
	}
	return err
}

// discard removes all downloads that are not at their places.
func (h *host) discard() {
	for _, d := range h.downloads {
		d.Abort()
	}
	h.downloads = nil
}

// syncFolder has the names in a folder outlive a loss of power, where the system can do that.
func syncFolder(dir string) {
	if f, err := os.Open(dir); err == nil {
		f.Sync()
		f.Close()
	}
}

func syncFolders(dirs []string) {
	for _, dir := range dirs {
		syncFolder(dir)
	}
}

// probe finds out whether files can be made in a folder.
func probe(dir string) error {
	f, held, err := aside(filepath.Join(dir, "probe"))
	if err != nil {
		return fmt.Errorf("nothing can be written to %s: %w", dir, cause(err))
	}
	defer held.Release()
	f.Close()
	return os.Remove(f.Name())
}

// folder is a directory on disk.
type folder string

func (f folder) String() string                   { return string(f) }
func (f folder) path(name string) string          { return filepath.Join(string(f), name) }
func (f folder) Remove(name string) error         { return os.Remove(f.path(name)) }
func (f folder) Read(name string) ([]byte, error) { return os.ReadFile(f.path(name)) }

func (f folder) Names() (names []string, err error) {
	all, err := os.ReadDir(string(f))
	for _, one := range all {
		names = append(names, one.Name())
	}
	return names, err
}

// Create begins a file that gets its name once it is complete and on the disk, so that neither kill -9 nor a power cut leaves half
// of it.
func (f folder) Create(name string) (shard.File, error) {
	d := &download{path: f.path(name)}
	return placed{d}, d.begin()
}

// placed is a download that is at its place as soon as it is complete.
type placed struct{ *download }

func (p placed) Close() error {
	if err := p.download.Close(); err != nil {
		return err
	}
	if err := os.Rename(p.file.Name(), p.path); err != nil {
		p.Abort()
		return unwritable(p.path, err)
	}
	syncFolder(filepath.Dir(p.path))
	p.claim.Release()
	return nil
}
