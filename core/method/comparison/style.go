package comparison

import (
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
)

// style is what votes may depend on besides the items: in each, how many standard deviations more the first item has of a feature. What is
// not known of an item is the mean of all, and of a vote that both have as much.
type style struct {
	of           *crowd.Style
	order        []int32   // of the labels; nil: as they stand
	unit, centre []float64 // of each feature, those of items before those of votes: its standard deviation, and the mean of items'
	between      []float64 // of the features of items: those of the pair at hand
}

// styleOf returns that of d; nil: there is none.
func styleOf(d *crowd.Dataset) *style {
	if d.Comparisons.Style == nil {
		return nil
	}
	s := &style{of: d.Comparisons.Style, order: d.Order}
	if f := s.of.Items; f != nil {
		s.measure(f, true)
		s.between = make([]float64, len(f.Names))
	}
	if f := s.of.Votes; f != nil {
		s.measure(f, false)
	}
	return s
}

// measure adds the standard deviations of features, about their means or, as they are differences, about zero.
func (s *style) measure(f *crowd.Features, about bool) {
	for at := range f.Names {
		var n, sum, squares, mean float64
		each := func(do func(x float64)) {
			for row := at; row < len(f.X); row += len(f.Names) {
				if f.Describes(row/len(f.Names)) && finite(f.X[row]) {
					do(f.X[row])
				}
			}
		}
		each(func(x float64) { n, sum = n+1, sum+x })
		if about {
			mean = sum / max(n, 1)
		}
		each(func(x float64) { squares += (x - mean) * (x - mean) })
		unit := math.Sqrt(squares / max(n, 1))
		if !(unit > 1e-12*math.Abs(mean)) {
			unit = 1 // it is the same everywhere
		}
		s.unit, s.centre = append(s.unit, unit), append(s.centre, mean)
	}
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func (s *style) features() int {
	if s == nil {
		return 0
	}
	return len(s.unit)
}

// ofVotes reports whether votes on one pair differ.
func (s *style) ofVotes() bool { return s != nil && s.of.Votes != nil }

// item returns feature f of an item, in standard deviations from the mean.
func (s *style) item(i int32, f int) float64 {
	if x := s.of.Items.Row(int(i))[f]; s.of.Items.Describes(int(i)) && finite(x) {
		return (x - s.centre[f]) / s.unit[f]
	}
	return 0
}

// pair sets what the features of the items of a pair say.
func (s *style) pair(first, second int32) {
	if s == nil {
		return
	}
	for f := range s.between {
		s.between[f] = s.item(first, f) - s.item(second, f)
	}
}

// append appends the row of a vote on the pair that was set.
func (s *style) append(rows []float64, vote int) []float64 {
	if s == nil {
		return rows
	}
	rows = append(rows, s.between...)
	if s.of.Votes == nil {
		return rows
	}
	place := vote
	if s.order != nil {
		place = int(s.order[vote])
	}
	for f, x := range s.of.Votes.Row(place) {
		if !s.of.Votes.Describes(place) || !finite(x) {
			x = 0
		}
		rows = append(rows, x/s.unit[len(s.between)+f])
	}
	return rows
}

// coefficients are what the features add. What is known of their errors is added by others.
func (s *style) coefficients(value []float64) (out []crowd.Coefficient) {
	var names []string
	for _, f := range []*crowd.Features{s.of.Items, s.of.Votes} {
		if f != nil {
			names = append(names, f.Names...)
		}
	}
	for f, x := range value {
		out = append(out, crowd.Coefficient{Name: names[f], Value: x, SE: math.NaN(), RobustSE: math.NaN(), Unit: s.unit[f]})
	}
	return out
}

// with returns scores and what the items' own features add.
func (s *style) with(score, value []float64) []float64 {
	out := slices.Clone(score)
	for i := range out {
		for f := range s.between {
			out[i] += value[f] * s.item(int32(i), f)
		}
	}
	return out
}

// between returns what is known of the style of votes on items a and b: their mean, and that of items' features where nobody voted.
func (f *fitted) between(a, b int) []float64 {
	sign, m := 1.0, f.m
	if a > b {
		a, b, sign = b, a, -1
	}
	mean := make([]float64, m.features)
	f.style.pair(int32(a), int32(b))
	copy(mean, f.style.between)
	if p, voted := f.pairs[[2]int32{int32(a), int32(b)}]; voted {
		clear(mean)
		from, to := m.of(p)
		weight := prob.Total(m.weight[from:to])
		for n := from; n < to; n++ {
			for at, x := range m.row(n) {
				mean[at] += x * m.weight[n] / weight
			}
		}
	}
	for at := range mean {
		mean[at] *= sign
	}
	return mean
}
