package spectral

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/internal/humanize"
)

// em is stage 2: EM for the Dawid–Skene model with a uniform prior over the classes that somebody
// names, nothing distinguishes the others, or one that is estimated. A step is an M-step, omitted in the first, then an
// E-step, so that the first posteriors are those of the start itself.
type em struct {
	d         *crowd.Dataset
	prior     []float64 // K
	confusion []float64 // M×K×K, row = truth
	logs      []float64 // M×K×K, entry (j·K+l)·K+k is log π_j[k][l]
	posterior []float64 // N×K
	made      bool      // posterior is that of confusion
	estimated bool      // the prior is
	empty     float64   // what a cell of a row without evidence is
	lost      int       // tasks with probability 0 for every class
	group     []int     // of each worker, where the moments of groups led here
	warnings  []error
}

// newEM starts from confusion matrices, which it takes over. Workers whose matrix is zero, all if
// confusion is nil, start from the vote shares.
func newEM(d *crowd.Dataset, confusion []float64, empty float64) *em {
	f := &em{d: d, posterior: crowd.Shares(d), empty: empty}
	f.prior = named(d)
	if !prob.Normalize(f.prior) {
		prob.Uniform(f.prior)
	}
	f.maximise()
	for at := 0; at < len(confusion); at += d.Classes * d.Classes {
		if c := confusion[at : at+d.Classes*d.Classes]; floats.Sum(c) > 0 {
			copy(f.confusion[at:], c)
		}
	}
	f.logs = make([]float64, len(f.confusion))
	return f
}

// named returns 1 for the classes of which there is a label or a gold task.
func named(d *crowd.Dataset) []float64 {
	is := make([]float64, d.Classes)
	for _, c := range d.Class {
		is[c] = 1
	}
	for _, c := range d.Gold {
		if c != crowd.Unknown {
			is[c] = 1
		}
	}
	return is
}

// Step reports as Change the mean over tasks of Σ_k |Δq_ik|, unknown in the first step if there are
// gold tasks: the start has not learned from them, so an M-step must follow even if no posterior
// moves.
func (f *em) Step() (fit.Step, error) {
	if f.made {
		f.maximise()
		return f.expect(), nil
	}
	f.made = true
	step := f.expect()
	if f.d.Parts().Gold {
		step.Change = math.NaN()
	}
	return step, nil
}

// maximise is the M-step, Eq. (5).
func (f *em) maximise() {
	k := f.d.Classes
	if f.estimated {
		f.prior = f.shares(0)
	}
	f.confusion = crowd.Counts(&f.d.Labels, f.posterior)
	for at := 0; at < len(f.confusion); at += k {
		row := f.confusion[at : at+k]
		if !prob.Normalize(row) {
			for l := range row {
				row[l] = f.empty
			}
		}
	}
}

// expect is the E-step, Eq. (4), in the log domain, with one logarithm per cell rather than per label.
func (f *em) expect() fit.Step {
	d, k := f.d, f.d.Classes
	for j := range d.Workers {
		for t := range k {
			for l := range k {
				f.logs[(j*k+l)*k+t] = prob.Log(f.confusion[(j*k+t)*k+l])
			}
		}
	}
	var likelihood, moved prob.Sum
	row, prior := make([]float64, k), make([]float64, k)
	for t, p := range f.prior {
		prior[t] = prob.Log(p)
	}
	flips := 0
	f.lost = 0
	for i := range d.Tasks {
		copy(row, prior)
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			at := (int(d.Worker[n])*k + int(d.Class[n])) * k
			for t, x := range f.logs[at : at+k] {
				row[t] += x
			}
		}
		if z := d.Truth(i); z != crowd.Unknown {
			likelihood.Add(row[z]) // of the labels and the known class
			continue
		}
		logZ := prob.Softmax(row)
		if math.IsInf(logZ, -1) {
			f.lost++
			crowd.Share(d, i, row)
		} else {
			likelihood.Add(logZ)
		}
		old := f.posterior[i*k : (i+1)*k]
		change := 0.0
		for t, q := range row {
			change += math.Abs(q - old[t])
		}
		if floats.MaxIdx(old) != floats.MaxIdx(row) {
			flips++
		}
		moved.Add(change)
		copy(old, row)
	}
	return fit.Step{Objective: likelihood.Value(), Change: moved.Value() / float64(max(d.Tasks, 1)), Flips: flips}
}

func (f *em) Estimate() *crowd.Estimate {
	if !f.made { // the first step is still to come, and must find all as it was
		first := *f
		first.posterior = slices.Clone(f.posterior)
		first.expect()
		f = &first
	}
	return &crowd.Estimate{Posterior: slices.Clone(f.posterior), Prior: slices.Clone(f.prior), Confusion: slices.Clone(f.confusion)}
}

func (f *em) Warnings() []error {
	warnings := slices.Clone(f.warnings)
	if f.lost > 0 {
		warnings = append(warnings, fmt.Errorf("tasks that have probability 0 for every class: %s; their vote shares stand in for them",
			humanize.Number(f.lost)))
	}
	if len(f.warnings) == 0 && f.group != nil {
		if g := gap(f.d, f.posterior, f.group); g <= 0 {
			warnings = append(warnings, errCondition(g))
		}
	}
	return warnings
}
