package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/lab/dataset"
)

// descriptions are the sets of real crowds whose tasks are described, by features or by words, and
// methods that learn from them.
var descriptions = []struct {
	set, file string
	methods   []string
}{
	{"labelme", "features.csv.gz", []string{"raykar", "rodrigues", "gpc-ma"}},
	{"music", "features.csv", []string{"raykar", "rodrigues", "gpc-ma"}},
	{"sp", "features.csv.gz", []string{"raykar", "rodrigues", "gpc-ma"}},
	{"labelme", "derived_bow.csv.gz", []string{"lda-raykar", "ma-sldac"}},
	{"sp", "tokens.csv", []string{"lda-raykar", "ma-sldac"}},
}

// describe loads a set with what its tasks are described by.
func describe(dir, name, file string) (*set, error) {
	l, err := dataset.Load(dir, name, "labels.csv")
	if err != nil {
		return nil, err
	}
	raw, guess, err := dataset.Open(filepath.Join(dir, name, file))
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(file, "features") {
		found, err := sidefile.Features(file, bytes.NewReader(raw), guess, l.Set, nil, scan.Options{})
		if err != nil {
			return nil, err
		}
		l.Data.Features = found.Features
	} else {
		found, err := sidefile.Texts(file, bytes.NewReader(raw), guess, l.Set, api.Words{}, scan.Options{})
		if err != nil {
			return nil, err
		}
		l.Data.Words = found.Words
	}
	return &set{name: name, data: l.Data, truth: l.Truth, of: map[string][]float64{}}, nil
}

// writeDescribed compares the curves for methods that learn from what describes the tasks.
func writeDescribed(w io.Writer, dir string) error {
	curves := []calibrate.Curve{{}, calibrate.Pool, calibrate.Described, calibrate.Model}
	fmt.Fprint(w, "\n## Methods with features and texts\n\nExpected calibration error and log loss by curve: none, Pool, Described "+
		"(which they have) and Model (calibrate.Curve).\n\n| set | by | method | error | ECE: none | Pool | Described | Model | "+
		"log loss: none | Pool | Described | Model |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n")
	sums := make([]score, len(curves))
	rows := 0.0
	for _, x := range descriptions {
		s, err := describe(dir, x.set, x.file)
		if err != nil {
			return err
		}
		for _, name := range x.methods {
			if _, err := s.fitBy(name); err != nil {
				return err
			}
			var ece, loss strings.Builder
			wrong := 0.0
			for n, c := range curves {
				r := s.score(dataset.Calibrated(c, s.data, s.of[name]))
				fmt.Fprintf(&ece, " %.4f |", r.ece)
				fmt.Fprintf(&loss, " %.3f |", r.loss)
				sums[n].ece, sums[n].loss, wrong = sums[n].ece+r.ece, sums[n].loss+r.loss, r.wrong
			}
			rows++
			fmt.Fprintf(w, "| %s | %s | %s | %.2f |%s%s\n", x.set, strings.TrimSuffix(x.file, ".gz"), name, 100*wrong, &ece, &loss)
		}
	}
	fmt.Fprint(w, "| **mean** | | | |")
	for _, r := range sums {
		fmt.Fprintf(w, " %.4f |", r.ece/rows)
	}
	for _, r := range sums {
		fmt.Fprintf(w, " %.3f |", r.loss/rows)
	}
	fmt.Fprintln(w)
	return nil
}
