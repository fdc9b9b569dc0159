package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"maps"
	"path"
	"slices"

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

func newFile(ctx context.Context, name string, raw []byte, fixed bool, quality int) *File {
	f := &File{Type: types[path.Ext(name)], Raw: raw, ETag: hash(map[string][]byte{name: raw}), Fixed: fixed}
	if f.Type == "image/png" {
		return f // compressed already
	}
	f.Br = compress(ctx, raw, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, quality) })
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

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
