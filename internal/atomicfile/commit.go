package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// was is where the file is kept meanwhile that was at the place.
func (f *File) was() string { return f.file.Name() + "-was" }

// hide has nothing be at the place of a seal.
func (f *File) hide() error {
	at, err := os.Lstat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && at.IsDir():
		err = errors.New("a folder is there")
	case err == nil:
		err = os.Rename(f.path, f.was())
	}
	if err != nil {
		return unwritable(f.path, err)
	}
	f.kept = true
	syncFolder(filepath.Dir(f.path))
	return nil
}

// place puts the file at its place. Not every file system has the links that keep what was there.
func (f *File) place() error {
	_, err := os.Lstat(f.path)
	f.fresh = err != nil
	f.kept = f.kept || os.Link(f.path, f.was()) == nil
	if err := os.Rename(f.file.Name(), f.path); err != nil {
		return unwritable(f.path, err)
	}
	return nil
}

// back undoes hide and place, and reports whether what was there before is there again.
func (f *File) back() bool {
	if f.kept {
		return os.Rename(f.was(), f.path) == nil
	}
	return f.fresh && os.Remove(f.path) == nil
}

// Commit puts files that are closed at their places: all, or, if one can't be, none. The seal is away while others change, and comes last,
// so where it is all files are of one run, even if that is killed or the power fails, as long as no two commit to a folder at once. After
// an error all are to be aborted.
func Commit(files []*File) (err error) {
	var dirs []string
	for _, f := range files {
		dirs = append(dirs, filepath.Dir(f.path))
	}
	slices.Sort(dirs)
	dirs = slices.Compact(dirs)
	order := slices.Clone(files)
	seal := slices.IndexFunc(order, func(f *File) bool { return f.seal })
	if seal >= 0 {
		order = append(slices.Delete(order, seal, seal+1), files[seal])
		err = files[seal].hide()
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
		for _, f := range slices.Backward(order[:done]) {
			all = f.back() && all
		}
		if seal >= 0 && all {
			files[seal].back()
		}
		if !all {
			err = fmt.Errorf("%w, but for files that could not be put back", err)
		}
	}
	for _, f := range order {
		os.Remove(f.was())
	}
	syncFolders(dirs)
	if err == nil {
		for _, f := range order {
			f.lock.release()
		}
	}
	return err
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
