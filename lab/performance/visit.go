package main

import (
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"concord/lab/machine"
)

// share is a part of what a first visit downloads.
type share struct {
	name string
	goal int // bytes with Brotli that it should not be over; 0: there is none
	has  func(file string) bool
}

// shares are in the order in which a file is looked for in them.
var shares = []share{
	{"app.wasm", 1_500_000, named("app.wasm")},
	{"worker.wasm", 1_600_000, named("worker.wasm")},
	{"index.html", 0, func(file string) bool { return file == "index.html" }},
	{"scripts", 0, named("*.js")},
	{"rest.wasm, fetched in the background", 0, named("rest.wasm")},
	{"style sheets of the page", 0, func(file string) bool { return strings.HasPrefix(file, "v/") && path.Ext(file) == ".css" }},
	{"help, icons and licences, fetched in the background", 0, func(string) bool { return true }},
}

// named finds files by their names without folders.
func named(pattern string) func(string) bool {
	return func(file string) bool {
		ok, _ := path.Match(pattern, path.Base(file))
		return ok
	}
}

// size is how large files are, in bytes: as they are, and compressed by one way or the other where that makes them smaller.
type size struct{ raw, gzip, brotli int }

// sizes adds up the files of an exported site, by share.
func sizes(site fs.FS) ([]size, error) {
	all := make([]size, len(shares))
	err := fs.WalkDir(site, ".", func(file string, d fs.DirEntry, err error) error {
		ending := path.Ext(file)
		if err != nil || d.IsDir() || ending == ".br" || ending == ".gz" || path.Base(file) == "sw-kill.js" { // which no visit fetches
			return err
		}
		of := func(ending string, otherwise int) int {
			info, err := fs.Stat(site, file+ending)
			if err != nil {
				return otherwise
			}
			return int(info.Size())
		}
		raw := of("", 0)
		for n, s := range shares {
			if s.has(file) {
				all[n].raw += raw
				all[n].gzip += of(".gz", raw)
				all[n].brotli += of(".br", raw)
				break
			}
		}
		return nil
	})
	return all, err
}

// exported are the sizes with Brotli at some quality.
func exported(quality int) ([]size, error) {
	dir, err := os.MkdirTemp("", "concord")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("go", "run", "./server", "-export", filepath.Join(dir, "site"), "-quality", fmt.Sprint(quality))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	log.Print(cmd)
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%v: %w", cmd, err)
	}
	return sizes(os.DirFS(filepath.Join(dir, "site")))
}

// first says what a first visit downloads, and how soon it shows something.
func (r *report) first() error {
	served, err := exported(6)
	if err != nil {
		return err
	}
	smallest, err := exported(11)
	if err != nil {
		return err
	}
	began := machine.Load()
	f, err := bench(in{"first visits in Chromium", "first.txt", false}, "./e2e", "^BenchmarkFirstVisit$", "-benchtime=1x", runs)
	if err != nil {
		return err
	}
	r.line("## The first visit")
	r.line("")
	r.line("What a browser downloads, in bytes: as it is, with gzip, and with Brotli at the quality that `make run` serves (6) and at that of")
	r.line("`make site` (11). Measured on %s by `make bench-visit`.", time.Now().UTC().Format(time.DateOnly))
	r.line("")
	r.downloads(served, smallest)
	r.line("")
	r.line("How soon it can be used: on this machine, and on a phone as Chrome's tools have it (“Slow 4G”: %s; “4x", slow4G)
	r.line("slowdown” of the main thread, which leaves the worker's as fast as it is). A static host serves quality 6 from the same machine,")
	r.line("to a fresh profile without a service worker; seconds after the page was asked for, the best of three; load when it began:")
	r.line("%s. A file that is dropped before the programs are there is kept, and read as soon as they are.", began)
	r.line("")
	r.line("| device | site | first paint | page drawn | worker ready | answer to a file dropped at once | MB |")
	r.line("|---|---|---|---|---|---|---|")
	for _, device := range []string{"laptop", "phone"} {
		name := "BenchmarkFirstVisit/device=" + device
		for _, site := range []string{"old", "now"} {
			if f[name][site+"-paint-ms"] == nil {
				continue // none to compare with
			}
			of := func(unit string) float64 { return f.best(name, site+"-"+unit) }
			r.line("| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f |", device, site, of("paint-ms")/1e3, of("drawn-ms")/1e3, of("worker-ms")/1e3,
				of("answer-ms")/1e3, of("wire-MB"))
		}
	}
	r.line("")
	return nil
}

// slow4G is what the phone's network is, in e2e.
const slow4G = "562 ms from request to response, 180 kB a second"

// downloads is the table of the shares.
func (r *report) downloads(served, smallest []size) {
	r.line("| | raw | gzip | quality 6 | quality 11 | goal with Brotli | met |")
	r.line("|---|---|---|---|---|---|---|")
	row := func(name string, six, eleven size, goal int) {
		most, met := "", ""
		if goal > 0 {
			most, met = grouped(fmt.Sprint(goal)), verdict(six.brotli, eleven.brotli, goal)
		}
		r.line("| %s | %s | %s | %s | %s | %s | %s |", name, grouped(fmt.Sprint(six.raw)), grouped(fmt.Sprint(six.gzip)),
			grouped(fmt.Sprint(six.brotli)), grouped(fmt.Sprint(eleven.brotli)), most, met)
	}
	var six, eleven size
	for n, s := range shares {
		row(s.name, served[n], smallest[n], s.goal)
		six, eleven = six.plus(served[n]), eleven.plus(smallest[n])
	}
	row("all", six, eleven, 0)
}

func (s size) plus(t size) size { return size{s.raw + t.raw, s.gzip + t.gzip, s.brotli + t.brotli} }

// verdict says whether a goal is met.
func verdict(six, eleven, goal int) string {
	switch {
	case six <= goal:
		return "yes"
	case eleven <= goal:
		return fmt.Sprintf("at quality 11; at 6 %.2f MB over", float64(six-goal)/1e6)
	}
	return fmt.Sprintf("no: %.2f MB over at quality 11", float64(eleven-goal)/1e6)
}
