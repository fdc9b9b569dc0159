package dawidskene

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/internal/humanize"
)

// errors that a user can act on.
var (
	errNumbers = errors.New("it votes between classes, and these labels are numbers")
	errClasses = errors.New("there are no classes to choose from")
)

// maxTable is the largest number of probabilities a table may have (1 GiB).
const maxTable = 1 << 27

// maxPosterior is the largest number of probabilities that the posteriors of all tasks may have where matrices need not fit (512 MiB).
const maxPosterior = 1 << 26

// uses is fit.Method.Uses of every method here. Some keep only cells that labels can fill.
func uses(has crowd.Parts, cells bool) (crowd.Parts, error) {
	cells = cells && has.Classes >= many && !has.Confusion && has.Tasks <= maxPosterior/has.Classes
	switch {
	case has.Numeric:
		return crowd.Parts{}, errNumbers
	case has.Anonymous:
		return crowd.Parts{}, crowd.ErrAnonymous
	case has.Classes < 1:
		return crowd.Parts{}, errClasses
	case !cells && has.Workers > maxTable/has.Classes/has.Classes:
		return crowd.Parts{}, fmt.Errorf("%s workers with %s classes need more confusion matrices than fit in memory; check that the label "+
			"column is the right one", humanize.Number(has.Workers), humanize.Number(has.Classes))
	}
	return crowd.Parts{Gold: has.Gold, Confusion: has.Confusion, Repeat: has.Repeat}, nil
}

// first is what is believed beforehand, ready for the M-steps.
type first struct {
	rule   Rule      // of the first M-step
	assign *Model    // what replaces its matrices; nil: nothing
	prior  []float64 // what replaces its class prior; nil: nothing
}

// newFirst checks the user's prior beliefs and returns how they enter the first M-step and, through
// rule, all others.
func newFirst(d *crowd.Dataset, rule *Rule) (first, error) {
	if d.Confusion == nil {
		return first{rule: *rule}, nil
	}
	table, err := counts(d)
	if err != nil {
		return first{}, err
	}
	f := first{rule: *rule}
	switch {
	case table == nil:
	case d.Confusion.Mode == crowd.Assign:
		if n := missing(d); n > 0 {
			return first{}, fmt.Errorf("%s of %s workers have no initial confusion matrix; to assign them every worker needs one (or choose "+
				"addition)", humanize.Number(n), humanize.Number(d.Workers))
		}
		f.assign = NewModel(d.Workers, d.Classes)
		Rule{Tie: rule.Tie}.Maximise(&Counts{Class: make([]float64, d.Classes), Label: table}, f.assign)
	case d.Confusion.Mode == crowd.Addition:
		f.rule.Pseudo = table
	case d.Confusion.Mode == crowd.Prior:
		rule.Pseudo = table
		f.rule = *rule
	}
	if p := d.Confusion.Prior; p != nil {
		if len(p) != d.Classes {
			panic(fmt.Sprintf("dawidskene: a starting prior of %d classes for data of %d", len(p), d.Classes))
		}
		f.prior = slices.Clone(p)
		for _, x := range p {
			if !(x >= 0) {
				return first{}, fmt.Errorf("the starting prior gives a class the probability %v; it must be 0 or more", x)
			}
		}
		if !prob.Normalize(f.prior) {
			return first{}, errors.New("the starting prior gives every class the probability 0")
		}
	}
	return f, nil
}

// counts returns the initial counts, checked, as a table; nil if there are none.
func counts(d *crowd.Dataset) ([]float64, error) {
	c := d.Confusion.Counts
	if c == nil {
		return nil, nil
	}
	if want := d.Workers * d.Classes * d.Classes; len(c) != want {
		panic(fmt.Sprintf("dawidskene: initial counts have %d entries, not %d", len(c), want))
	}
	for _, x := range c {
		if !(x >= 0) || math.IsInf(x, 1) {
			return nil, fmt.Errorf("an initial confusion matrix holds %v; counts and probabilities must be 0 or more", x)
		}
	}
	return Flip(c, d.Classes), nil
}

// missing returns how many workers have no initial confusion matrix.
func missing(d *crowd.Dataset) int {
	n, size := 0, d.Classes*d.Classes
	for j := range d.Workers {
		if blank(d.Confusion.Counts[j*size : (j+1)*size]) {
			n++
		}
	}
	return n
}

func blank(x []float64) bool { return !slices.ContainsFunc(x, func(v float64) bool { return v != 0 }) }

// step is the first M-step.
func (f first) step(c *Counts, m *Model) (change float64) {
	change = f.rule.Maximise(c, m)
	if f.assign != nil {
		m.Set(m.Prior, f.assign.Table)
	}
	if f.prior != nil {
		m.Set(f.prior, m.Table)
	}
	return change
}

// resumed returns the model of an earlier estimate of the same workers and classes. A worker whose
// matrix is all zero is new and begins as the average of the others; ok is false if nobody is
// known.
func resumed(from *crowd.Estimate, workers, classes int) (m *Model, ok bool) {
	size := classes * classes
	if len(from.Confusion) != workers*size || (from.Prior != nil && len(from.Prior) != classes) {
		panic(fmt.Sprintf("dawidskene: an estimate of %d confusion entries and %d classes can't start a fit of %d workers and %d classes",
			len(from.Confusion), len(from.Prior), workers, classes))
	}
	m = NewModel(workers, classes)
	if from.Prior != nil {
		copy(m.Prior, from.Prior)
	}
	mean, known := make([]float64, size), 0
	table := Flip(from.Confusion, classes)
	for at := 0; at < len(table); at += size {
		if one := table[at : at+size]; !blank(one) {
			known++
			for n, x := range one {
				mean[n] += x
			}
		}
	}
	if known == 0 {
		return m, false
	}
	for at := 0; at < len(table); at += size {
		if one := table[at : at+size]; blank(one) {
			copy(one, mean)
		}
	}
	// Normalised again: the mean is a sum, and saved figures may be rounded.
	Rule{}.Maximise(&Counts{Class: m.Prior, Label: table}, m)
	return m, true
}
