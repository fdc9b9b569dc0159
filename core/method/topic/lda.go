package topic

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

// LDA is latent Dirichlet allocation (Blei, Ng & Jordan 2003), which ignores labels, followed by
// another method that learns from the documents' topic shares as features: the paper's baselines
// LDA + LogReg, LDA + Raykar, LDA + Rodrigues and LDA + SVM. The objective is the lower bound of
// LDA alone.
type LDA struct {
	Prior
	Then fit.Method // learns from crowd.Features: the standardised topic shares
}

var _ fit.Method = (*LDA)(nil)

// Uses implements fit.Method.
func (m *LDA) Uses(has crowd.Parts) (crowd.Parts, error) {
	has.Features = true
	uses, err := m.Then.Uses(has)
	uses.Features, uses.Words = false, true
	return fit.Uses(uses, fit.Need(has.Words, errNoTexts), err)
}

// Start implements fit.Method.
func (m *LDA) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Len() == 0 && !d.Parts().Gold {
		return nil, errNoLabels
	}
	p := m.Prior.searched(d, s.Seed)
	l := &lda{then: m.Then, settings: s, corpus: newCorpus(p, d, seeds(d.Words, p.Topics, s.Seed), s.Seed)}
	var err error
	l.session, err = l.prepare()
	return l, err
}

// seeds starts each topic from one document, chosen by a hash of its content rather than by its number.
func seeds(words *crowd.Words, topics int, seed uint64) []int {
	docs := len(words.Start) - 1
	group, order, hash := make([]int, docs), make([]int, docs), make([]uint64, docs)
	for i := range group {
		group[i], order[i], hash[i] = none, i, content(words, i, seed)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(hash[a], hash[b]) })
	k := 0
	for _, i := range order {
		if k == topics {
			break
		}
		if words.Start[i] < words.Start[i+1] {
			group[i] = k
			k++
		}
	}
	return group
}

type lda struct {
	*corpus
	then     fit.Method
	settings fit.Settings

	centre, spread []float64    // K: of the training documents' topic shares
	session        *fit.Session // of the method after
	learned        bool         // whether that ran on the topics there are
}

// The second method runs in one go whenever its answer is needed, with a loose tolerance and few steps.
const (
	thenTol   = 1e-3
	thenSteps = 300
)

func (l *lda) Step() (fit.Step, error) {
	docs, rho, scale := l.turn()
	clear(l.counts)
	var bound, moved float64
	k := l.prior.Topics
	old := make([]float64, k)
	for _, i := range docs {
		copy(old, l.gammaOf(i))
		d := l.doc
		d.open(l.data.Words, i, l.gammaOf(i))
		if d.n == 0 {
			continue
		}
		words := d.infer(localTol, localSteps)
		bound += scale * (words + d.proportions())
		d.collect(l.counts)
		moved += d.turned(old) / float64(len(docs))
	}
	bound += l.topics.bound()
	l.topics.absorb(l.counts, rho, scale)
	l.learned = false
	return fit.Step{Objective: bound, Change: moved, Flips: -1}, nil
}

// features are the documents' topic shares, standardised.
func (l *lda) features(means []float64, words *crowd.Words) *crowd.Features {
	k := l.prior.Topics
	f := &crowd.Features{X: make([]float64, len(means)), Has: make([]bool, len(means)/k)}
	for j := range k {
		f.Names = append(f.Names, "topic "+strconv.Itoa(j+1))
	}
	for i := range f.Has {
		f.Has[i] = words.Start[i] < words.Start[i+1]
		for j := range k {
			f.X[i*k+j] = (means[i*k+j] - l.centre[j]) / l.spread[j]
		}
	}
	return f
}

// prepare starts the method after on the topics there are.
func (l *lda) prepare() (*fit.Session, error) {
	k, d := l.prior.Topics, l.data
	means := make([]float64, len(l.gamma))
	l.centre, l.spread = make([]float64, k), make([]float64, k)
	var n float64
	for i := range d.Tasks {
		row := means[i*k : (i+1)*k]
		for j, g := range l.gammaOf(i) {
			row[j] = g - l.prior.Alpha
		}
		if d.Words.Start[i] == d.Words.Start[i+1] {
			continue
		}
		floats.Scale(1/prob.Total(row), row)
		n++
		floats.AddScaled(l.centre, 1, row)
	}
	floats.Scale(1/max(n, 1), l.centre)
	for i := range d.Tasks {
		for j, c := range l.centre {
			if e := means[i*k+j] - c; d.Words.Start[i] < d.Words.Start[i+1] {
				l.spread[j] += e * e / n
			}
		}
	}
	for j, v := range l.spread {
		l.spread[j] = math.Max(math.Sqrt(v), 1e-6)
	}
	told := *d
	told.Words, told.Features = nil, l.features(means, d.Words)
	return fit.Start(&told, l.then, fit.Settings{Seed: l.settings.Seed, Tolerance: thenTol, MaxSteps: thenSteps})
}

// learn runs the method after, if topics moved since it last ran.
func (l *lda) learn() error {
	if l.learned {
		return nil
	}
	session, err := l.prepare()
	if err != nil {
		return err
	}
	for range session.Steps() {
	}
	if _, err := session.Result(); err != nil {
		return err
	}
	l.session, l.learned = session, true
	return nil
}

func (l *lda) Estimate() *crowd.Estimate {
	_ = l.learn() // it took these labels in Start; should it fail now, its last answer stands
	return l.session.Fit().Estimate()
}

func (l *lda) Predict(d *crowd.Dataset) (*crowd.Estimate, error) {
	if err := l.learn(); err != nil {
		return nil, err
	}
	means, err := l.means(d)
	if err != nil {
		return nil, err
	}
	p, ok := l.session.Fit().(fit.Predictor)
	if !ok {
		return nil, errors.New("the method after LDA does not predict")
	}
	told := *d
	told.Words, told.Features = nil, l.features(means, d.Words)
	return p.Predict(&told)
}
