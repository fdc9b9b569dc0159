package main

import (
	"fmt"
	"maps"
	"math"

	"concord/core/catalog"
	"concord/lab/reproduce/texts"
)

// limits measures why MA-sLDAr stays below a ridge regression on the words of the movie reviews.
func (p *page) limits(r *ratings) error {
	p.say("### What keeps MA-sLDAr below ridge")
	base := r.values("ma-sldar", catalog.Values{"alpha": "0.1", "tau": "0.1"})
	few := r.values("ma-sldar", catalog.Values{"topics": "5", "alpha": "1", "tau": "1"})
	with := func(v catalog.Values, name, value string) catalog.Values {
		v = maps.Clone(v)
		v[name] = value
		return v
	}
	weighted := remember(func(run int) (*texts.Library, error) {
		l, err := r.of(run)
		if err != nil {
			return nil, err
		}
		return l.Weighted(), nil
	})
	type trial struct {
		what       string
		experiment string
		shelf      shelf
		of         func(int) (*texts.Library, error)
	}
	const plain, tfidf = "limits", "limits by tf-idf"
	trials := []trial{{"ridge on the words, as tf-idf", "words", others()[0], r.of}}
	for _, k := range []string{"5", "20", "80"} {
		trials = append(trials, trial{k + " topics, α = τ = .1", plain, shelf{method: "ma-sldar", values: with(base, "topics", k),
			at: []int{1, 16}}, r.of})
	}
	trials = append(trials,
		trial{"20 topics, followed on", plain, shelf{method: "ma-sldar", values: with(base, "topics", "20"), at: []int{1, 16, 64}}, r.of},
		trial{"5 topics, α = τ = 1, followed on", plain, shelf{method: "ma-sldar", values: few, at: []int{1, 16, 64}}, r.of},
		trial{"the same, σ² = .0001: labels count for more", plain, shelf{method: "ma-sldar", values: with(few, "sigma2", "0.0001"),
			at: []int{1, 16}}, r.of},
		trial{"the same, mini-batches of 100", plain, shelf{method: "ma-sldar", values: with(few, "batch", "100"), at: []int{15, 60}}, r.of},
		trial{"5 topics, α = τ = 3, counts weighted by tf-idf", tfidf, shelf{method: "ma-sldar",
			values: with(with(few, "alpha", "3"), "tau", "3"), at: []int{1, 16}}, weighted},
		trial{"20 topics, α = τ = .1, counts weighted by tf-idf", tfidf, shelf{method: "ma-sldar", values: with(base, "topics", "20"),
			at: []int{1, 16}}, weighted},
	)
	for _, k := range []string{"20", "80"} {
		trials = append(trials, trial{"ridge on the proportions of " + k + " topics of LDA", plain, shelf{method: "lda-linreg",
			values: catalog.Values{"topics": k, "alpha": "0.1"}, at: []int{16}}, r.of})
	}
	rows := [][]string{{"first run", "step", "test texts: R²", "r²", "mean prediction − mean truth", "training texts: R²", "bound"}}
	most, ridge := math.Inf(-1), 0.0
	for _, t := range trials {
		c, err := r.book.course(t.experiment, 0, t.shelf, t.of)
		if err != nil {
			return err
		}
		for n, f := range c {
			switch t.shelf.method {
			case "ma-sldar":
				most = math.Max(most, f[squareFigure])
			case "ridge":
				ridge = f[squareFigure]
			}
			rows = append(rows, []string{t.what, fmt.Sprint(t.shelf.at[n]), fmt.Sprintf("%.3f", f[testFigure]), fmt.Sprintf("%.3f", f[squareFigure]),
				fmt.Sprintf("%+.3f", f[shiftFigure]), fmt.Sprintf("%.3f", f[trainFigure]), fmt.Sprintf("%.0f", f[boundFigure])})
		}
	}
	p.table(rows)
	if p.counting {
		return nil
	}
	l, err := r.of(0)
	if err != nil {
		return err
	}
	p.say("Two things. The level: the workers' mean lies %.3f below the truth of the training texts, and %.3f below that of the test texts, "+
		"which nobody can know from labels. The best shift and scale would bring a method to its r², ridge to %.3f. And the words: no number "+
		"of topics, weight of the labels, weight of the words or number of steps brings MA-sLDAr's r² above %.3f. Followed on, its bound rises "+
		"and its predictions get worse: a review has 162 words and one number, and topics that explain the words better tell ratings apart "+
		"less. A ridge regression gives each word a weight of its own; a topic model gives it the mean of its topics' weights. "+
		"Five topics with α = τ = 1 predict the test texts best, after a single step, "+
		"but held-out labels, which lie as low as the others, do not choose them.",
		below(l, l.Number), below(l, l.Wanted), ridge, most)
	return nil
}

// below is how far the mean of the labels lies below that of true numbers.
func below(l *texts.Library, truth []float64) float64 { return mean(truth) - mean(l.Data.Value) }
