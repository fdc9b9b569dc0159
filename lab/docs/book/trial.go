package book

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"concord/core/catalog"
	"concord/core/fit"
	"concord/core/metric"
)

// draws is how many times a scene is drawn for a figure; of texts, which take longest, a few.
const (
	draws     = 5
	textDraws = 2
)

// score is how well a method does on a draw of a scene: the share of right labels; of numbers, the mean absolute error; of items, the share
// of their pairs that are in the true order.
func score(s scene, method string, seed uint64) (float64, error) {
	entry, err := catalog.Find(method)
	if err != nil {
		return 0, err
	}
	m, _, err := entry.Method(nil)
	if err != nil {
		return 0, err
	}
	w := s.draw(seed)
	session, err := fit.Start(w.Data, m, fit.Settings{Seed: 1})
	if err != nil {
		return 0, fmt.Errorf("%s on %s: %w", method, s.name, err)
	}
	for range session.Steps() {
	}
	if s.ranks() {
		ranking, err := session.Fit().(fit.Ranker).Ranking(nil)
		if err != nil {
			return 0, fmt.Errorf("%s on %s: %w", method, s.name, err)
		}
		return inOrder(ranking.Score, w.Score), nil
	}
	r, err := session.Result()
	if err != nil {
		return 0, fmt.Errorf("%s on %s: %w", method, s.name, err)
	}
	if s.numbers() {
		sum := 0.0
		for i, x := range w.Value {
			sum += math.Abs(x - r.Value[i])
		}
		return sum / float64(len(w.Value)), nil
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	return a.Expected, nil
}

// inOrder returns the share of pairs of items that scores have in the true order, those with the same score as half.
func inOrder(score, truth []float64) float64 {
	right, pairs := 0.0, 0.0
	for a := range score {
		for b := range a {
			right += float64(1+cmp.Compare(score[a], score[b])*cmp.Compare(truth[a], truth[b])) / 2
			pairs++
		}
	}
	return right / pairs
}

// A trial is a method on a scene.
type trial struct{ method, scene string }

// figures are the scores of trials, one for each draw. Simulating takes a minute, so they are kept in a file.
type figures map[trial][]float64

const figuresFile = "lab/docs/book/figures.txt"

func readFigures(root string) (figures, error) {
	text, err := os.ReadFile(filepath.Join(root, figuresFile))
	if err != nil {
		return nil, err
	}
	all := figures{}
	for line := range strings.Lines(string(text)) {
		method, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		scene, scores, _ := strings.Cut(rest, "\t")
		var own []float64
		for word := range strings.FieldsSeq(scores) {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", figuresFile, err)
			}
			own = append(own, x)
		}
		all[trial{method, scene}] = own
	}
	return all, nil
}

// Simulate tries every method that a page shows on its scenes and writes the scores; it keeps those that are there unless fresh is
// set.
func Simulate(root string, fresh bool) error {
	old, err := readFigures(root)
	if err != nil && !os.IsNotExist(err) || fresh {
		old = nil
	}
	var lines []string
	for t, s := range trials() {
		own := old[t]
		if own == nil {
			for seed := range s.draws() {
				x, err := score(s, t.method, seed+1)
				if err != nil {
					return err
				}
				own = append(own, x)
			}
		}
		line := t.method + "\t" + t.scene + "\t"
		for n, x := range own {
			if n > 0 {
				line += " "
			}
			line += fmt.Sprintf("%.3f", x)
		}
		lines = append(lines, line+"\n")
	}
	slices.Sort(lines)
	return os.WriteFile(filepath.Join(root, figuresFile), []byte(strings.Join(lines, "")), 0o644)
}

// trials are those that the pages show, with their scenes.
func trials() map[trial]scene {
	all := map[trial]scene{}
	for name, m := range methods() {
		for _, method := range m.columns(name) {
			for _, s := range []scene{m.suits, m.breaks} {
				all[trial{method, s.name}] = s
			}
		}
	}
	return all
}

// columns are the methods that a page compares: first a baseline, then its own.
func (m method) columns(name string) []string { return slices.Insert(slices.Clone(m.beside), 1, name) }

// text writes the mean of a trial, as a percentage or a distance.
func (f figures) text(method string, s scene) (string, error) {
	own := f[trial{method, s.name}]
	if own == nil {
		return "", fmt.Errorf("%s has no figures of %s on %q: run make docs", figuresFile, method, s.name)
	}
	mean := 0.0
	for _, x := range own {
		mean += x / float64(len(own))
	}
	if s.numbers() {
		return fmt.Sprintf("%.2f", mean), nil
	}
	return fmt.Sprintf("%.0f %%", 100*mean), nil
}
