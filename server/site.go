package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"concord/internal/revision"
)

// A Site is everything that a browser may request: the same files whether served here or
// exported for another host. Every URL in them is relative, so they work under any path.
//
//	index.html sw.js sw-kill.js manifest.webmanifest licenses.txt icons/…   at fixed addresses
//	v/VERSION/…                                                              programs, scripts and styles
//
// VERSION is a hash of everything, so files below it never change.
type Site struct {
	Version string
	Files   map[string]*File // by path, without a leading slash
}

// File is one file of a Site.
type File struct {
	Type     string
	Raw      []byte
	Br, Gzip []byte // nil where compression is not worth it
	ETag     string
	Fixed    bool // never changes: may be kept forever
}

// The files of the folder that are filled in here.
const (
	indexTemplate  = "index.html.tmpl"
	workerTemplate = "sw.js.tmpl"
)

// Build makes the site of the folder web and of shell, the HTML that shows
// until the program has arrived. It ends early, with an error, once ctx is done.
func Build(ctx context.Context, web fs.FS, shell string, quality int) (*Site, error) {
	assets, root := map[string][]byte{}, map[string][]byte{}
	err := fs.WalkDir(web, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && name != "."
		switch {
		case d.IsDir() && hidden:
			return fs.SkipDir
		case !d.Type().IsRegular(), hidden:
			return nil // a link may lead anywhere
		}
		into := assets
		switch {
		case types[path.Ext(name)] == "":
			return nil // a template or a leftover, not for browsers
		case strings.Contains(name, "/"), name == "manifest.webmanifest", name == "licenses.txt", name == "sw-kill.js":
			into = root
		}
		into[name], err = fs.ReadFile(web, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	join(assets, "style.css", slices.DeleteFunc(sorted(assets), func(name string) bool { return path.Ext(name) != ".css" })...)
	join(assets, "boot.js", "kept.js", "picture.js", "boot.js")
	for _, name := range []string{"app.wasm", "worker.wasm", "rest.wasm", "wasm_exec.js"} {
		if assets[name] == nil {
			return nil, fmt.Errorf("%s isn't built: run make build in the clone of Concord", name)
		}
	}
	index, err := fs.ReadFile(web, indexTemplate)
	if err != nil {
		return nil, err
	}
	worker, err := fs.ReadFile(web, workerTemplate)
	if err != nil {
		return nil, err
	}

	s := &Site{Files: map[string]*File{}}
	s.Version = hash(assets, root, map[string][]byte{indexTemplate: index, workerTemplate: worker, "shell": []byte(shell),
		"revision": []byte(revision.Of())})
	folder := "v/" + s.Version
	cached := map[string]string{} // what the service worker keeps: the SHA-256 of each, in hex
	for _, name := range sorted(assets) {
		cached[folder+"/"+name] = sum(assets[name])
	}
	for _, name := range sorted(root) {
		if name != "sw-kill.js" {
			cached[name] = sum(root[name])
		}
	}
	root["index.html"], err = fill(string(index), map[string]any{
		"Policy":      metaPolicy,
		"Assets":      folder,
		"AppBytes":    len(assets["app.wasm"]),
		"WorkerBytes": len(assets["worker.wasm"]),
		"Shell":       shell,
		"Revision":    revision.Of(),
	})
	if err != nil {
		return nil, err
	}
	cached["./"] = sum(root["index.html"])
	list, err := json.Marshal(cached)
	if err != nil {
		return nil, err
	}
	root["sw.js"], err = fill(string(worker), map[string]any{"Version": s.Version, "Files": string(list)})
	if err != nil {
		return nil, err
	}
	for name, raw := range root {
		s.Files[name] = newFile(ctx, name, raw, nil, false, quality)
	}
	for name, raw := range assets {
		s.Files[folder+"/"+name] = newFile(ctx, name, raw, compressed(web, name, raw), true, quality)
	}
	return s, ctx.Err()
}

// join puts files into one, since a browser asks for few at a time.
func join(assets map[string][]byte, into string, names ...string) {
	var all []byte
	for _, name := range names {
		all = append(all, assets[name]...)
		delete(assets, name)
	}
	assets[into] = all
}

// fill fills in a template. The values are ours, or escaped by go-app.
func fill(text string, data any) ([]byte, error) {
	t, err := template.New("").Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// Export writes the site into a folder, each compressed form beside its file
// (as name.br and name.gz, where hosts look for them). Of an older export in that
// folder it removes the versions, once this one is whole: until then what lies there
// works, also if ctx ends it or the power fails.
func (s *Site) Export(ctx context.Context, dir string) error {
	names := sorted(s.Files)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(s.late(a), s.late(b)) })
	folders := map[string]bool{} // with names that may not be on the disk yet
	for n, name := range names {
		if n > 0 && s.late(name) > s.late(names[n-1]) {
			syncFolders(folders)
		}
		f := s.Files[name]
		for ending, content := range map[string][]byte{"": f.Raw, ".br": f.Br, ".gz": f.Gzip} {
			if err := ctx.Err(); err != nil {
				return err
			}
			file := filepath.Join(dir, filepath.FromSlash(name+ending))
			if err := put(file, content); err != nil {
				return err
			}
			folders[filepath.Dir(file)] = true
		}
	}
	syncFolders(folders)
	return s.removeOlder(filepath.Join(dir, "v"))
}

// size returns how many files an export has, and their bytes.
func (s *Site) size() (n, bytes int) {
	for _, f := range s.Files {
		for _, content := range [][]byte{f.Raw, f.Br, f.Gzip} {
			if content != nil {
				n++
				bytes += len(content)
			}
		}
	}
	return n, bytes
}

// syncFolders has the names in folders, and those of the folders, outlive a loss of power, where the system can do that.
func syncFolders(folders map[string]bool) {
	for folder := range folders {
		for _, one := range []string{folder, filepath.Dir(folder)} {
			if f, err := os.Open(one); err == nil {
				f.Sync()
				f.Close()
			}
		}
	}
	clear(folders)
}

// late tells when a file is exported: what others name comes before them.
func (s *Site) late(name string) int {
	switch {
	case name == "sw.js": // from then on browsers fetch the rest
		return 3
	case name == "index.html":
		return 2
	case s.Files[name].Fixed:
		return 0
	}
	return 1
}

// put writes a file in one go, or removes it where there is no content.
func put(file string, content []byte) error {
	if content == nil {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	aside := file + ".part"
	if err := write(aside, content); err != nil {
		return errors.Join(err, os.RemoveAll(aside))
	}
	return os.Rename(aside, file)
}

// write writes a file that is on the disk when it returns.
func write(file string, content []byte) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return cmp.Or(err, f.Sync(), f.Close())
}

// removeOlder removes the versions that earlier exports left in a folder, and nothing else.
func (s *Site) removeOlder(versions string) error {
	programs, err := filepath.Glob(filepath.Join(versions, strings.Repeat("[0-9a-f]", len(s.Version)), "app.wasm"))
	if err != nil {
		return err
	}
	for _, program := range programs {
		old := filepath.Dir(program)
		if filepath.Base(old) == s.Version {
			continue
		}
		if err := os.RemoveAll(old); err != nil {
			return err
		}
	}
	return nil
}

func sum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// hash returns a short hash of names and contents.
func hash(sets ...map[string][]byte) string {
	h := sha256.New()
	for _, set := range sets {
		for _, name := range sorted(set) {
			fmt.Fprintf(h, "%s %d\n", name, len(set[name]))
			h.Write(set[name])
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}
