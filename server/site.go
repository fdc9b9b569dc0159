package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/template"
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
// until the program has arrived.
func Build(web fs.FS, shell string, quality int) (*Site, error) {
	assets, root := map[string][]byte{}, map[string][]byte{}
	err := fs.WalkDir(web, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
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
	for _, name := range []string{"app.wasm", "worker.wasm", "wasm_exec.js"} {
		if assets[name] == nil {
			return nil, fmt.Errorf("%s is missing: run make build", name)
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
	s.Version = hash(assets, root, map[string][]byte{indexTemplate: index, workerTemplate: worker, "shell": []byte(shell)})
	folder := "v/" + s.Version
	var styles []string
	cached := map[string]string{} // what the service worker keeps: the SHA-256 of each, in hex
	for _, name := range sorted(assets) {
		if path.Ext(name) == ".css" {
			styles = append(styles, name)
		}
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
		"Styles":      styles,
		"AppBytes":    len(assets["app.wasm"]),
		"WorkerBytes": len(assets["worker.wasm"]),
		"Shell":       shell,
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
		s.Files[name] = newFile(name, raw, false, quality)
	}
	for name, raw := range assets {
		s.Files[folder+"/"+name] = newFile(name, raw, true, quality)
	}
	return s, nil
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
// (as name.br and name.gz, where hosts look for them).
func (s *Site) Export(dir string) error {
	for name, f := range s.Files {
		for ending, content := range map[string][]byte{"": f.Raw, ".br": f.Br, ".gz": f.Gzip} {
			if content == nil {
				continue
			}
			file := filepath.Join(dir, filepath.FromSlash(name+ending))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(file, content, 0o644); err != nil {
				return err
			}
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
