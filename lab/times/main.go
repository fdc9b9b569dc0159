// Command times measures how long methods take on real data beside what the page foretells (core/catalog), and
// writes it down. What counts is the processor's time, which other load changes little. `make times` runs it.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"math"
	"path/filepath"
	"runtime"
	"strings"

	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/labels"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/lab/dataset"
	"concord/lab/reproduce/cpu"
)

const (
	patience = 60  // seconds a fit may take before it is ended
	hopeless = 300 // seconds foretold for a fit that is not even begun
)

// sets are small, middling and large ones of each kind.
var sets = []struct{ name, numeric, features, texts string }{
	{name: "bluebird"},
	{name: "zencrowd"},
	{name: "fact_eval"},
	{name: "wordsim", numeric: "yes"},
	{name: "moviereviews", numeric: "yes", texts: "bow.csv.gz"},
	{name: "we8there", numeric: "yes", texts: "bow.csv.gz"},
	{name: "iris", features: "features.csv"},
	{name: "music", features: "features.csv"},
	{name: "labelme", features: "features.csv.gz", texts: "derived_bow.csv.gz"},
	{name: "sp", features: "features.csv.gz", texts: "tokens.csv"},
}

func main() {
	log.SetFlags(0)
	runtime.LockOSThread() // cpu.Seconds is a thread's
	dir := flag.String("data", filepath.Join("..", "shared", "data"), "`DIR` of the data sets")
	only := flag.String("only", "", "the `METHOD` to measure; empty: all")
	flag.Parse()
	fmt.Println(`# How long methods take

For those who change a method, or what is foretold of it.
Made by ` + "`make times`" + ` (` + "`lab/times`" + `); do not edit by hand. Seconds of the processor that a fit with the defaults took,
natively, beside what was foretold of it (core/catalog, times), at the pace of the machine. What took longer than ` +
		fmt.Sprint(patience) + `
was ended then (“>”); what would have taken more than ` + fmt.Sprint(hopeless) + ` was not begun.

| data set | labels | tasks | classes | method | foretold, s | took, s | times as long |
|---|---|---|---|---|---|---|---|`)
	pace := pace()
	for _, s := range sets {
		d, err := load(*dir, s.name, s.numeric != "", s.features, s.texts)
		if err != nil {
			log.Fatal("times: ", err)
		}
		for _, e := range catalog.All() {
			if *only == "" || e.Name == *only {
				measure(s.name, d, e, pace)
			}
		}
	}
}

// measure writes a row, if the method can run on the data.
func measure(set string, d *crowd.Dataset, e catalog.Entry, pace float64) {
	m, _, err := e.Method(nil)
	if err != nil {
		log.Fatal("times: ", err)
	}
	has := d.Parts()
	if _, err := m.Uses(has); err != nil {
		return
	}
	foretold := e.Seconds(has) * pace
	if foretold > hopeless {
		return
	}
	from := cpu.Seconds()
	s, err := fit.Start(d, m, fit.Settings{Seed: 1})
	if err != nil {
		log.Printf("%s on %s: %v", e.Name, set, err)
		return
	}
	ended := true
	for range s.Steps() {
		if ended = cpu.Seconds()-from < patience; !ended {
			break
		}
	}
	if _, err := s.Result(); err != nil {
		log.Printf("%s on %s: %v", e.Name, set, err)
		return
	}
	took, more := cpu.Seconds()-from, ""
	if !ended {
		more = "> "
	}
	fmt.Printf("| %s | %d | %d | %d | %s | %.3g | %s%.3g | %s%.2f |\n", set, has.Labels, has.Tasks, has.Classes, e.Name, foretold, more, took,
		more, took/foretold)
}

// pace is how many times as long as on the machine of the benchmark a fit takes here.
func pace() float64 {
	work, best := catalog.Probe(), math.Inf(1)
	for range 20 {
		const times = 100
		from := cpu.Seconds()
		for range times {
			work()
		}
		best = min(best, (cpu.Seconds()-from)/times)
	}
	return best / catalog.ProbeSeconds
}

// load reads a data set with what describes its tasks.
func load(dir, name string, numeric bool, features, texts string) (*crowd.Dataset, error) {
	raw, guess, err := dataset.Open(filepath.Join(dir, name, "labels.csv"))
	if err != nil {
		return nil, err
	}
	guess.Numeric = numeric
	guess.Skip = true
	set, err := labels.Read("labels.csv", bytes.NewReader(raw), &guess.Layout, scan.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	d := set.Data
	if features != "" {
		if raw, guess, err = dataset.Open(filepath.Join(dir, name, features)); err != nil {
			return nil, err
		}
		found, err := sidefile.Features(features, bytes.NewReader(raw), guess, set, nil, scan.Options{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join([]string{name, features}, "/"), err)
		}
		d.Features = found.Features
	}
	if texts != "" {
		if raw, guess, err = dataset.Open(filepath.Join(dir, name, texts)); err != nil {
			return nil, err
		}
		found, err := sidefile.Texts(texts, bytes.NewReader(raw), guess, set, api.Words{}, scan.Options{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join([]string{name, texts}, "/"), err)
		}
		d.Words = found.Words
	}
	return d, nil
}
