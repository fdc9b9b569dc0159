package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/crowd"
	several "concord/core/kind/set"
	"concord/lab/dataset"
)

// writeSeveral says how well the curves do where tasks may have several labels, each a question of
// yes or no.
func writeSeveral(w io.Writer, dir string) error {
	const name = "medical_relations"
	l, err := dataset.Load(dir, name, "labels.csv")
	if err != nil {
		return err
	}
	cut, err := several.Kind{}.Cut(l.Set, &api.Choices{})
	if err != nil {
		return err
	}
	p := cut.Questions()
	raw, err := os.ReadFile(filepath.Join(dir, name, "truth_pairs.csv"))
	if err != nil {
		return err
	}
	s := &set{name: name, data: p.Data, truth: make([]int32, p.Data.Tasks), of: map[string][]float64{}}
	for i := range s.truth {
		s.truth[i] = crowd.Unknown
	}
	for line := range strings.Lines(string(raw)) {
		cell := strings.Split(strings.TrimSpace(line), ",")
		if i, ok := p.Tasks.Find(cell[0] + several.Separator + cell[1]); ok {
			s.truth[i] = 0
			if cell[2] == "1" {
				s.truth[i] = 1
			}
		}
	}
	fmt.Fprintf(w, "\n## Tasks with several labels\n\nOf %s, the only such set: whether an expert says that a sentence has a relation. The "+
		"curves are those of the methods. They help, but the probabilities are still too high. One set is too little to learn other "+
		"curves from: check some tasks.\n\n"+
		"| method | error | claims | is right | ECE | calibrated | log loss | calibrated |\n|---|---|---|---|---|---|---|---|\n", name)
	for _, name := range []string{"consensus", "ds", "hds", "iwmv", "majority"} {
		e, err := s.fitBy(name)
		if err != nil {
			return err
		}
		a, b := s.score(dataset.Calibrated(calibrate.Curve{}, s.data, s.of[name])), s.score(dataset.Calibrated(e.Curve, s.data, s.of[name]))
		fmt.Fprintf(w, "| %s | %.2f | %.3f | %.3f | %.4f | %.4f | %.3f | %.3f |\n", name, 100*b.wrong, b.claimed, b.right, a.ece, b.ece,
			a.loss, b.loss)
	}
	return nil
}
