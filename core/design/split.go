package design

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// Folds is the number of folds of a cross-validation.
const Folds = 5

// Split is a matrix split for cross-validation. A row's fold is a hash of its entries, so neither
// the order of the rows nor copies of a row matter.
type Split struct {
	Fold []int // of each row
	size float64
	part [Folds]part
}

// part is what a fold is predicted from: the rows of the others.
type part struct {
	in, out  []int
	x, held  *Matrix
	w        []float64
	y, guess []float64 // scratch
}

// Split returns the split of a centred matrix.
func (x *Matrix) Split() *Split {
	s := &Split{Fold: make([]int, x.Rows()), size: math.Max(x.size(), 1e-12)}
	for r := range s.Fold {
		var h uint64
		columns, values := x.Row(r)
		for n, v := range values {
			h += crowd.Hash(math.Float64bits(v), uint64(columns[n])) // a sum: words come in no order
		}
		s.Fold[r] = int(crowd.Hash(h, 0) % Folds)
	}
	for f := range s.part {
		p := &s.part[f]
		for r, h := range s.Fold {
			if h == f {
				p.out = append(p.out, r)
			} else {
				p.in = append(p.in, r)
			}
		}
		p.x, p.held, p.w = x.some(p.in), x.some(p.out), make([]float64, x.Columns)
		p.x.Centre()
		p.held.Mean = p.x.Mean
		p.y, p.guess = make([]float64, len(p.in)), make([]float64, len(p.out))
	}
	return s
}

// Predict sets out to the prediction of each y by ridge regression on the other folds, or to the mean
// of y where there are none. Each call starts from where the last ended.
func (s *Split) Predict(y []float64, penalty float64, out []float64, work *yield.Work) {
	for f := range s.part {
		p := &s.part[f]
		if len(p.out) == 0 {
			continue
		}
		for n, r := range p.in {
			p.y[n] = y[r]
		}
		mean := prob.Mean(p.y)
		if len(p.in) == 0 {
			mean = prob.Mean(y)
		}
		p.x.Ridge(p.y, penalty, p.w, work)
		p.held.Apply(p.w, p.guess)
		for n, r := range p.out {
			out[r] = mean + p.guess[n]
		}
	}
}

// Penalty returns the λ of a grid that predicts the rows of each fold best from the others.
func (s *Split) Penalty(y []float64, work *yield.Work) float64 {
	grid := []float64{30, 10, 3, 1, 0.3, 0.1, 0.03, 0.01, 0.003}
	guess := make([]float64, len(y))
	best, least := grid[0], math.Inf(1)
	for _, part := range grid { // from stiff to loose, each from where the last ended
		s.Predict(y, part*s.size, guess, work)
		var square float64
		for r, v := range y {
			square += (v - guess[r]) * (v - guess[r])
		}
		if square < least*(1-1e-9) {
			best, least = part, square
		}
	}
	return best * s.size
}
