package main

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// metaPolicy is the content security policy in the page itself, for hosts that send no
// headers. Nothing may come from, or go to, anywhere but the app's own origin.
//
// go-app needs nothing beyond it as long as no component uses .Style(). Every
// WebAssembly program needs 'wasm-unsafe-eval'; images from blob: and data: are for
// charts saved as pictures, and for what is labelled. Workers come from blob:, since
// such a worker is under the policy of the page that starts it, whatever the headers
// of the host. What the page needs only until it is loaded boot.js then forbids, too.
const metaPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'"

// headers are sent with every response.
var headers = map[string]string{
	"Content-Security-Policy":      metaPolicy + "; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy": "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), " +
		"fullscreen=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), " +
		"picture-in-picture=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), xr-spatial-tracking=()",
}

// ServeHTTP serves the site.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f, ok := s.Files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	body, encoding := f.encoded(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Vary", "Accept-Encoding")
	h.Set("ETag", `"`+f.ETag+encoding+`"`)
	h.Set("Cache-Control", "no-cache")
	if f.Fixed {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	h.Set("Content-Type", f.Type)
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
		h.Set("Content-Length", strconv.Itoa(len(body))) // of what is encoded ServeContent leaves it to us
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body)) // ranges, and what the client has already
}

// encoded returns the smallest form of f that the client accepts, and the name
// of its encoding ("" for none).
func (f *File) encoded(accept string) (body []byte, encoding string) {
	switch {
	case f.Br != nil && accepts(accept, "br"):
		return f.Br, "br"
	case f.Gzip != nil && accepts(accept, "gzip"):
		return f.Gzip, "gzip"
	}
	return f.Raw, ""
}

// accepts reports whether an Accept-Encoding header names an encoding and does
// not refuse it with q=0.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		for param := range strings.SplitSeq(params, ";") {
			key, value, _ := strings.Cut(param, "=")
			if strings.EqualFold(strings.TrimSpace(key), "q") {
				weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
				return err == nil && weight > 0
			}
		}
		return true
	}
	return false
}
