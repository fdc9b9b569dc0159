// Command reproduce runs the experiments of the papers on their data and writes
// docs/reproduction.md: the paper's figure beside Concord's, and a word on each
// that differs or can't be had.
//
//	reproduce -data DIR [-only NAME] [-repeats N] [-fresh|-there|-check|-short] [-out docs] [-cache bin/reproduce]
//
// Every section is a file here and writes its own part, docs/reproduction/NAME.md;
// the whole is put together from the parts there are, so that one section can be
// made anew alone. What has been made is kept in the cache, and a run that was
// stopped goes on from there: a long section keeps each of its fits, under a name
// that holds their settings and the data's digest, a short one is made again if the
// program or the data have changed.
//
// docs/reproduction/digests.csv says which code each section rests on. A section whose
// code has changed is stale, and a test says so: -check makes a sample of its runs again,
// and renews the record if the figures are those that are published.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"concord/lab/dataset"
	"concord/lab/reproduce/code"
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
		{"gold-priors", goldPriors, 4, false, goldSets()},
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
	check, short           bool
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
	flag.BoolVar(&o.check, "check", false, "renew the sections that are older than their code: compare a sample of the runs of long ones, "+
		"make short ones again (with -only: even if nothing has changed)")
	flag.BoolVar(&o.short, "short", false, "make the short sections again, and say which figures aren't as published")
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
	tree, err := code.Open(".")
	if err != nil {
		return err
	}
	records, err := readRecords(parts)
	if err != nil {
		return err
	}
	do := o.section
	switch {
	case o.check:
		do = o.compare
	case o.short:
		do = o.remake
	}
	var left float64
	var todo []section
	bases := map[string]*base{}
	for _, s := range sections() {
		if o.only != "" && o.only != s.name || o.short && s.long {
			continue
		}
		b := &base{}
		if b.inputs, err = dataset.Contents(o.data, s.needs); err != nil {
			return err
		}
		if b.code, err = sources(tree, s); err != nil {
			return err
		}
		r, there := records[s.name]
		if o.check && o.only == "" && there && r.data == b.inputs && len(r.stale(b.code)) == 0 {
			continue
		}
		bases[s.name] = b
		todo = append(todo, s)
		left += s.minutes
	}
	if err := o.named(); err != nil {
		return err
	}
	var failed []error
	for _, s := range todo {
		log.Printf("%s: some %.0f minutes if nothing of it is there; %.0f with all that follow", s.name, s.minutes, left)
		left -= s.minutes
		begun := time.Now()
		if err := do(s, bases[s.name], parts); err != nil {
			err = fmt.Errorf("%s: %w", s.name, err)
			if !o.check {
				return err
			}
			failed = append(failed, err)
			continue
		}
		log.Printf("%s: done in %v", s.name, time.Since(begun).Round(time.Second))
	}
	return errors.Join(append(failed, join(o.out, parts))...)
}

// named reports that there is no section of the name asked for, or none that can be made so.
func (o options) named() error {
	if o.only == "" {
		return nil
	}
	var names []string
	for _, s := range sections() {
		if s.name == o.only && o.short && s.long {
			return fmt.Errorf("%s is a long section: make reproduce-check ONLY=%s", s.name, s.name)
		}
		if s.name == o.only {
			return nil
		}
		names = append(names, s.name)
	}
	return fmt.Errorf("no section %q; there are %s", o.only, list(names))
}

// base is what a section rests on.
type base struct {
	inputs string            // digest of the data
	code   map[string]string // digests of the sources, by folder
}

// page opens a section in a folder.
func (o options) page(s section, b *base, parts string) *page {
	return &page{dir: parts, name: s.name, cache: o.cache, inputs: b.inputs, code: dataset.Digest(codeCell(b.code)),
		repeats: o.repeats, fresh: o.fresh, there: o.there}
}

// section makes a section, or leaves it as it is if it has been made by this program from these data.
func (o options) section(s section, b *base, parts string) error {
	target := filepath.Join(parts, s.name+".md")
	stamp := ""
	if !s.long {
		program, err := os.Executable()
		if err != nil {
			return err
		}
		binary, err := os.ReadFile(program)
		if err != nil {
			return err
		}
		stamp = filepath.Join(o.cache, s.name+"-"+dataset.Digest(b.inputs, string(binary))+".done")
		if _, err := os.Stat(stamp); err == nil && o.only == "" && !o.fresh {
			log.Printf("%s: made before", s.name)
			return nil
		}
		if o.there {
			return nil
		}
	}
	p := o.page(s, b, parts)
	if s.long && !o.there {
		count := o.page(s, b, parts)
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
	made := record{s.name, "made", today(), b.inputs, b.code}
	if p.book == nil {
		if err := made.keep(parts); err != nil {
			return err
		}
		return os.WriteFile(stamp, nil, 0o644)
	}
	if err := p.book.publish(filepath.Join(parts, s.name+".csv")); err != nil {
		return err
	}
	if !p.book.current {
		log.Printf("%s: some runs are of another program, or of one not known: make reproduce-check ONLY=%s compares some", s.name, s.name)
		return nil
	}
	return made.keep(parts)
}

// readParts returns the sections in their order, empty where one has not been made.
func readParts(parts string) (texts []string, err error) {
	for _, s := range sections() {
		part, err := os.ReadFile(filepath.Join(parts, s.name+".md"))
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		texts = append(texts, string(part))
	}
	return texts, nil
}

// join puts the report together from the parts there are. A part links to the files
// of its section, which stand beside it and a folder below the report.
func join(out, parts string) error {
	var b strings.Builder
	b.WriteString(`# The papers' figures, and Concord's

For those who know the papers. Made by ` + "`make reproduce`" + ` from the public data sets; do not edit by hand. Times are of the machine
that made the report, and comparable with each other only. "Paper" is what is printed there.

`)
	texts, err := readParts(parts)
	if err != nil {
		return err
	}
	b.WriteString(overview(texts))
	for n, s := range sections() {
		if texts[n] == "" {
			fmt.Fprintf(&b, "## %s\n\nNot made yet: `make reproduce ONLY=%s`.\n\n", s.name, s.name)
			continue
		}
		b.WriteString(strings.ReplaceAll(texts[n], "]("+s.name, "](reproduction/"+s.name))
	}
	return os.WriteFile(filepath.Join(out, "reproduction.md"), []byte(b.String()), 0o644)
}
