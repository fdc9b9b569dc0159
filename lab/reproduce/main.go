// Command reproduce runs the experiments of the papers on their data and writes
// docs/reproduction.md: the paper's figure beside Concord's, and a word on each
// that differs or can't be had.
//
//	reproduce -data DIR [-only NAME] [-repeats N] [-fresh|-there] [-out docs] [-cache bin/reproduce]
//
// Every section is a file here and writes its own part, docs/reproduction/NAME.md;
// the whole is put together from the parts there are, so that one section can be
// made anew alone. What has been made is kept in the cache, and a run that was
// stopped goes on from there: a long section keeps each of its fits, under a name
// that holds their settings and the data's digest, a short one is made again if the
// program or the data have changed.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"concord/lab/dataset"
)

// section is one part of the report.
type section struct {
	name    string
	make    func(*page, string) error // writes to the page, from the data in a folder
	minutes float64                   // that it takes, about, on two cores
	long    bool                      // it has a ledger
	needs   []string                  // folders of the data
}

// sections are in the order of the report.
func sections() []section {
	fast := []string{"adult2", "bm", "trec2010", "labelme", "rte", "sp"}
	return []section{
		{"fast-dawid-skene", fastDawidSkene, 4, false, fast},
		{"fast-dawid-skene-online", online, 0.2, false, []string{"sp"}},
		{"fast-dawid-skene-several", multilabel, 0.2, false, []string{"medical_relations"}},
		{"acceleration", acceleration, 3, false, []string{"web", "trec2011", "trec2010", "rte", "sp", "labelme"}},
		{"spectral", spectral, 5, false, []string{"bluebird", "rte", "trec2011", "dog", "web", "labelme", "trec2010"}},
		{"spectral-data", spectralData, 0.1, false, []string{"bluebird", "rte", "trec2011", "dog", "web", "labelme", "trec2010"}},
		{"spectral-delta", spectralDelta, 1, false, []string{"bluebird", "rte", "trec2011", "dog", "web", "labelme", "trec2010"}},
		{"gpc-uci", gpcUCI, 20, true, uciFolders()},
		{"gpc-times", gpcTimes, 4, true, uciFolders()},
		{"gpc-likelihood", gpcLikelihood, 0.5, false, uciFolders()},
		{"gpc-music", gpcMusic, 3, true, []string{"music"}},
		{"gpc-music-kernel", gpcKernel, 2, true, []string{"music"}},
		{"gpc-sentiment", gpcSentiment, 2, true, []string{"sp"}},
		{"gpc-active", gpcActive, 30, true, []string{"music"}},
		{"topics-workers", topicsWorkers, 2, false, []string{"newsgroups4", "reuters_amt", "reuters_r8", "labelme", "we8there", "moviereviews"}},
		{"topics-newsgroups", topicsNewsgroups, 40, true, []string{"newsgroups4"}},
		{"topics-reuters", topicsReuters, 10, true, []string{"reuters_r8", "reuters_amt"}},
		{"topics-labelme", topicsLabelme, 10, true, []string{"labelme"}},
		{"topics-we8there", topicsWe8there, 3, true, []string{"we8there"}},
		{"topics-moviereviews", topicsMovies, 10, true, []string{"moviereviews"}},
	}
}

// options are the flags.
type options struct {
	data, only, out, cache string
	repeats                int
	fresh, there           bool
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "folder with the data sets")
	flag.StringVar(&o.only, "only", "", "make this section alone, even if nothing has changed")
	flag.StringVar(&o.out, "out", "docs", "folder of the report")
	flag.StringVar(&o.cache, "cache", filepath.Join("bin", "reproduce"), "folder of what has been made")
	flag.IntVar(&o.repeats, "repeats", 0, "repeats of experiments on Gaussian processes and topics; 0: as many as the report says")
	flag.BoolVar(&o.fresh, "fresh", false, "throw away what has been made")
	flag.BoolVar(&o.there, "there", false, "write the long sections from the runs that there are, and make none")
	flag.Parse()
	if o.data == "" {
		fmt.Fprintln(os.Stderr, "reproduce: -data DIR is the folder with the data sets")
		os.Exit(2)
	}
	if err := o.report(); err != nil {
		log.Fatal(err)
	}
}

// report makes the sections that are asked for, and puts the report together.
func (o options) report() error {
	parts := filepath.Join(o.out, "reproduction")
	for _, dir := range []string{parts, o.cache} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	var left float64
	var todo []section
	for _, s := range sections() {
		if o.only == "" || o.only == s.name {
			todo = append(todo, s)
			left += s.minutes
		}
	}
	for _, s := range todo {
		log.Printf("%s: some %.0f minutes if nothing of it is there; %.0f with all that follow", s.name, s.minutes, left)
		left -= s.minutes
		begun := time.Now()
		if err := o.section(s, parts); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		log.Printf("%s: done in %v", s.name, time.Since(begun).Round(time.Second))
	}
	return join(o.out, parts)
}

// section makes a section, or leaves it as it is if it has been made by this program from these data.
func (o options) section(s section, parts string) error {
	inputs, err := dataset.Contents(o.data, s.needs)
	if err != nil {
		return err
	}
	target := filepath.Join(parts, s.name+".md")
	stamp := ""
	if !s.long {
		program, err := os.Executable()
		if err != nil {
			return err
		}
		code, err := os.ReadFile(program)
		if err != nil {
			return err
		}
		stamp = filepath.Join(o.cache, s.name+"-"+dataset.Digest(inputs, string(code))+".done")
		if _, err := os.Stat(stamp); err == nil && o.only == "" && !o.fresh {
			log.Printf("%s: made before", s.name)
			return nil
		}
		if o.there {
			return nil
		}
	}
	open := func() *page {
		return &page{dir: parts, name: s.name, cache: o.cache, inputs: inputs, repeats: o.repeats, fresh: o.fresh, there: o.there}
	}
	p := open()
	if s.long && !o.there {
		count := open()
		count.counting = true
		if err := s.make(count, o.data); err != nil {
			return err
		}
		p.missing = count.book.missing
		log.Printf("%s: %d of %d runs are there", s.name, len(count.book.used)-p.missing, len(count.book.used))
	}
	if err := s.make(p, o.data); err != nil {
		return err
	}
	if err := os.WriteFile(target, []byte(p.text()), 0o644); err != nil {
		return err
	}
	if p.book != nil {
		return p.book.publish(filepath.Join(parts, s.name+".csv"))
	}
	return os.WriteFile(stamp, nil, 0o644)
}

// join puts the report together from the parts there are. A part links to the files
// of its section, which stand beside it and a folder below the report.
func join(out, parts string) error {
	var b strings.Builder
	b.WriteString(`# The papers' figures, and Concord's

For those who know the papers. Made by ` + "`make reproduce`" + ` from the public data sets; do not edit by hand. Times are of the machine
that made the report, and comparable with each other only. "Paper" is what is printed there.

`)
	b.WriteString(overview())
	for _, s := range sections() {
		part, err := os.ReadFile(filepath.Join(parts, s.name+".md"))
		if os.IsNotExist(err) {
			fmt.Fprintf(&b, "## %s\n\nNot made yet: `make reproduce ONLY=%s`.\n\n", s.name, s.name)
			continue
		}
		if err != nil {
			return err
		}
		b.WriteString(strings.ReplaceAll(string(part), "]("+s.name, "](reproduction/"+s.name))
	}
	return os.WriteFile(filepath.Join(out, "reproduction.md"), []byte(b.String()), 0o644)
}
