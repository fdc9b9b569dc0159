package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"
)

// types are the kinds of files in a site. Others in the folder are not for browsers.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// newFile makes a file, and compresses it. br is its content with Brotli, if that is known.
func newFile(ctx context.Context, name string, raw, br []byte, fixed bool, quality int) *File {
	f := &File{Type: types[path.Ext(name)], Raw: raw, ETag: hash(map[string][]byte{name: raw}), Fixed: fixed}
	if f.Type == "image/png" {
		return f // compressed already
	}
	if f.Br = br; br == nil {
		f.Br = compress(ctx, raw, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, quality) })
	}
	f.Gzip = compress(ctx, raw, func(w io.Writer) io.WriteCloser {
		z, _ := gzip.NewWriterLevel(w, min(max(quality, gzip.BestSpeed), gzip.BestCompression)) // a valid level
		return z
	})
	return f
}

// compress returns raw compressed, or nil where that would save too little, or ctx is done.
func compress(ctx context.Context, raw []byte, to func(io.Writer) io.WriteCloser) []byte {
	var b bytes.Buffer
	w := to(&b)
	for part := range slices.Chunk(raw, 1<<20) { // Brotli looks for longer matches if it is handed so much at first
		if ctx.Err() != nil {
			return nil
		}
		w.Write(part) // a bytes.Buffer does not fail
	}
	w.Close()
	if b.Len() > len(raw)*9/10 {
		return nil
	}
	return b.Bytes()
}

// compressed returns what lies compressed beside a file, or nil if there is none, or of another content.
func compressed(web fs.FS, name string, raw []byte) []byte {
	br, err := fs.ReadFile(web, name+".br")
	if err != nil {
		return nil
	}
	content, err := io.ReadAll(brotli.NewReader(bytes.NewReader(br)))
	if err != nil || !bytes.Equal(content, raw) {
		return nil
	}
	return br
}

// compressPrograms compresses programs of a folder beside them, all of them if none is named, unless that was done: each takes half a
// minute of a processor.
func compressPrograms(folder string, names []string) error {
	if len(names) == 0 {
		names = []string{"*.wasm"}
	}
	var programs []string
	for _, name := range names {
		some, err := filepath.Glob(filepath.Join(folder, name))
		if err != nil {
			return err
		}
		if len(some) == 0 {
			return fmt.Errorf("there is no %s in %s: make build", name, folder)
		}
		programs = append(programs, some...)
	}
	failed := make([]error, len(programs))
	var all sync.WaitGroup
	for n, program := range programs {
		all.Go(func() {
			raw, err := os.ReadFile(program)
			if err != nil || compressed(os.DirFS(folder), filepath.Base(program), raw) != nil {
				failed[n] = err
				return
			}
			br := compress(context.Background(), raw, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, brotli.BestCompression) })
			failed[n] = put(program+".br", br)
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
