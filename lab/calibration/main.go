// Command calibration writes docs/calibration.md: how often the default is wrong, and how
// far its probabilities and intervals hold, on data whose truth is known. It reads the data
// sets beside the project:
//
//	go run ./lab/calibration -data ../shared/data > docs/calibration.md
//
// With -only further it writes docs/further-labels.md: how well twins foretell what more labels bring; with -only expected the part of
// docs/calibration.md about how many labels are right, with -only panels that about panels, with -only copies that about workers who
// answer alike, and with -only gold that about gold in a panel.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/lab/dataset"
)

// names are the sets of classes with labels of a real crowd and a truth.
var names = []string{"adult2", "bluebird", "bm", "dog", "duchenne", "fact_eval", "labelme", "music", "reuters_amt",
	"rte", "sp", "sp_amt", "temporal", "trec2010", "trec2011", "web", "zencrowd"}

const seed = 1

func main() {
	data := flag.String("data", "../shared/data", "folder of the data sets")
	only := flag.String("only", "", "further, expected, panels, copies or gold: only that; else all but further")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	var err error
	switch *only {
	case "further":
		err = further(out, *data)
	case "expected":
		err = expected(out, *data)
	case "panels":
		err = section(out, *data, writePanels)
	case "copies":
		err = copies(out, *data)
	case "gold":
		err = section(out, *data, writeGold)
	default:
		err = write(out, *data)
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "calibration:", err)
		os.Exit(1)
	}
}

// further writes docs/further-labels.md.
func further(out *bufio.Writer, dir string) error {
	var sets []*set
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			return err
		}
		sets = append(sets, s)
	}
	return writeFurther(out, sets)
}

// section writes a section about all sets.
func section(out *bufio.Writer, dir string, write func(w io.Writer, sets []*set, dir string) error) error {
	var sets []*set
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			return err
		}
		sets = append(sets, s)
	}
	return write(out, sets, dir)
}

// expected writes the sections of docs/calibration.md that need no other method.
func expected(out *bufio.Writer, dir string) error {
	var sets []*set
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			return err
		}
		if _, err := fitted(s, "whole"); err != nil {
			return err
		}
		sets = append(sets, s)
	}
	return writeRight(out, sets)
}

// writeRight writes the sections about how many labels are right, and what follows from that.
func writeRight(w io.Writer, sets []*set) error {
	for _, section := range []func(io.Writer, []*set) error{
		writeExpected, writeKinds, writeLook, writeChecks, writeSamples, writeWorkers, writeTruths,
	} {
		if err := section(w, sets); err != nil {
			return err
		}
	}
	return nil
}

// set is a data set with the posteriors of the methods fitted to it.
type set struct {
	name  string
	data  *crowd.Dataset
	truth []int32
	of    map[string][]float64 // by method: N×K
	whole *world               // with the answers of the default
}

func load(dir, name string) (*set, error) {
	s, err := dataset.Load(dir, name, "labels.csv")
	if err != nil {
		return nil, err
	}
	return &set{name: name, data: s.Data, truth: s.Truth, of: map[string][]float64{}}, nil
}

// fit fits a method by its usual settings.
func (s *set) fit(name string, m fit.Method) error {
	session, err := fit.Start(s.data, m, fit.Settings{Seed: seed})
	if err != nil {
		return err
	}
	for range session.Steps() {
	}
	if err := session.Err(); err != nil {
		return err
	}
	s.of[name] = fit.Posterior(session.Fit())
	return nil
}

// fitBy fits the method of that name in the catalog, and returns its entry.
func (s *set) fitBy(name string) (catalog.Entry, error) {
	e, err := catalog.Find(name)
	if err != nil {
		return e, err
	}
	m, _, err := e.Method(nil)
	if err != nil {
		return e, err
	}
	return e, s.fit(name, m)
}

// mean returns the mean posterior of some methods.
func (s *set) mean(methods []string) []float64 {
	q := make([]float64, s.data.Tasks*s.data.Classes)
	for _, name := range methods {
		for n, x := range s.of[name] {
			q[n] += x / float64(len(methods))
		}
	}
	return q
}
