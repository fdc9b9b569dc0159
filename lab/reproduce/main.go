// Command reproduce runs the experiments of the papers on their data and writes
// docs/reproduction.md: the paper's figure beside Concord's, and a word on each
// that differs or can't be had.
//
//	reproduce -data DIR [-only NAME] [-repeats N] [-resume|-there] [-out docs]
//
// Every section is a file here and writes its own part, docs/reproduction/NAME.md;
// the whole is put together from the parts there are, so that one section can be
// made anew alone.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// section is one part of the report.
type section struct {
	name string
	make func(*page, string) error // writes to the page, from the data in a folder
}

// sections are in the order of the report.
func sections() []section {
	return []section{
		{"fast-dawid-skene", fastDawidSkene},
		{"fast-dawid-skene-online", online},
		{"fast-dawid-skene-several", multilabel},
		{"acceleration", acceleration},
		{"spectral", spectral},
		{"gpc-uci", gpcUCI},
		{"gpc-music", gpcMusic},
		{"gpc-sentiment", gpcSentiment},
		{"gpc-active", gpcActive},
		{"topics-newsgroups", topicsNewsgroups},
		{"topics-labelme", topicsLabelme},
		{"topics-we8there", topicsWe8there},
		{"topics-moviereviews", topicsMovies},
	}
}

func main() {
	data := flag.String("data", "", "folder with the data sets")
	only := flag.String("only", "", "make this section alone")
	out := flag.String("out", "docs", "folder of the report")
	repeats := flag.Int("repeats", 0,
		"repeats of experiments on Gaussian processes and topics; 0: as many as the paper, or 3 starts of active learning")
	resume := flag.Bool("resume", false, "go on with the experiments on Gaussian processes and topics where the last time ended")
	there := flag.Bool("there", false, "write their tables from the runs that there are, and make none")
	flag.Parse()
	if *data == "" {
		fmt.Fprintln(os.Stderr, "reproduce: -data DIR is the folder with the data sets")
		os.Exit(2)
	}
	parts := filepath.Join(*out, "reproduction")
	if err := os.MkdirAll(parts, 0o755); err != nil {
		log.Fatal(err)
	}
	for _, s := range sections() {
		if *only != "" && *only != s.name {
			continue
		}
		log.Printf("%s …", s.name)
		p := &page{dir: parts, name: s.name, repeats: *repeats, resume: *resume || *there, there: *there}
		if err := s.make(p, *data); err != nil {
			log.Fatalf("%s: %v", s.name, err)
		}
		if err := os.WriteFile(filepath.Join(parts, s.name+".md"), []byte(p.String()), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	if err := join(*out, parts); err != nil {
		log.Fatal(err)
	}
}

// join puts the report together from the parts there are. A part links to the files
// of its section, which stand beside it and a folder below the report.
func join(out, parts string) error {
	var b strings.Builder
	b.WriteString(`# The papers' figures, and Concord's

Made by ` + "`make reproduce`" + ` (` + "`lab/reproduce`" + `) from the public data sets; do not edit by hand. Times were measured on the
machine that made the report and are comparable with each other only. "Paper" is what is printed there.

`)
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
