package metric

import (
	"iter"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// HeldOut tells how well a method's answer predicts labels that were hidden
// from it: the honest way to compare methods where no truth is known.
//
// The labels are dealt into folds at random, the labels of one task to
// different folds as far as they go. For each fold the method is fitted to the
// labels of the others, and each hidden label y_ij = l is predicted by
//
//	p(y_ij = l | rest) = Σ_k q_ik π_j[k][l]
//
// q is the method's posterior, calibrated, and π_j the confusion matrix that it
// implies for the labels it was fitted to, in the same way for every
// method, whether or not it has a model of workers:
//
//	π_j[k][l] = (n_jkl + s g_kl) / (Σ_l n_jkl + s),   g_kl = (Σ_j n_jkl + 1/K) / (Σ_jl n_jkl + 1)
//
// n_jkl are expected counts (crowd.Counts), g those of the whole crowd, s =
// Shrink pseudo-labels. So what differs between methods is what they say of
// the tasks, not how they smooth; and no label has probability 0. Labels of
// tasks with one label are never hidden: nothing would be left to say what the
// task is.
//
// Where labels are numbers the score of a hidden label is −(y_ij − x_i − b_j)²,
// b_j the mean of the worker's residuals, shrunk towards 0 by Shrink labels.
type HeldOut struct {
	Folds  int     // 0: 5
	Shrink float64 // s; 0: 2
	Seed   uint64
}

// sharpness are the exponents τ that are tried.
var sharpness = [...]float64{0.25, 0.5, 1, 2, 4, 8}

// mixed is the part of a calibrated posterior that is the class shares: the
// share of tasks whose labels say little of their class.
const mixed = 0.02

func (h HeldOut) withDefaults() HeldOut {
	if h.Folds == 0 {
		h.Folds = 5
	}
	if h.Shrink == 0 {
		h.Shrink = 2
	}
	return h
}

// HeldOutScore is what a method earned for hidden labels.
type HeldOutScore struct {
	Mean   Figure    // of the hidden labels; SE and interval take the labels of one task together
	Tau    float64   // the exponent that calibrates the posterior; 0 for numbers
	Sum    []float64 // N, the task's hidden labels added up
	Hidden []int32   // N, how many there were
	Steps  int       // of all fits together
}

// Less is how much better b did than a on the same hidden labels, in the mean,
// with the standard error of the difference: tasks are paired.
func (a *HeldOutScore) Less(b *HeldOutScore) Figure {
	d := make([]float64, len(a.Sum))
	for i := range d {
		d[i] = b.Sum[i] - a.Sum[i]
	}
	return clustered(d, a.Hidden)
}

// clustered is Σ sum / Σ n with the standard error that follows when tasks are
// the sample (linearised: Σ (sum_i − mean n_i)² / (Σ n)²).
func clustered(sum []float64, n []int32) Figure {
	count, all, tasks := 0.0, 0.0, 0.0
	for i, x := range sum {
		all += x
		count += float64(n[i])
		if n[i] > 0 {
			tasks++
		}
	}
	if count == 0 {
		return Undefined("no task has two labels, so none could be hidden")
	}
	mean := all / count
	square := 0.0
	for i, x := range sum {
		d := x - mean*float64(n[i])
		square += d * d
	}
	f := exactly(mean, int(count))
	if tasks > 1 {
		f.SE = math.Sqrt(square*tasks/(tasks-1)) / count
		f.Low, f.High, f.Interval = mean-z95*f.SE, mean+z95*f.SE, true
	}
	return f
}

// Validation is a method being cross-validated. It is not for concurrent use.
type Validation struct {
	data     *crowd.Dataset
	method   fit.Method
	settings fit.Settings
	held     HeldOut
	fold     []uint8
	next     int // the fold at work
	session  *fit.Session
	train    *crowd.Dataset
	score    HeldOutScore
	sums     [][]float64 // by exponent, N
	err      error
}

const never = math.MaxUint8 // the fold of labels that are never hidden

// Validate prepares the cross-validation of a method. The same h deals the
// same folds for every method.
func Validate(d *crowd.Dataset, m fit.Method, h HeldOut, s fit.Settings) *Validation {
	h = h.withDefaults()
	v := &Validation{
		data: d, method: m, settings: s, held: h, fold: deal(&d.Labels, h),
		score: HeldOutScore{Hidden: make([]int32, d.Tasks)},
		sums:  make([][]float64, len(sharpness)),
	}
	if d.Numeric() {
		v.sums = v.sums[:1]
	}
	for t := range v.sums {
		v.sums[t] = make([]float64, d.Tasks)
	}
	return v
}

// deal gives each label its fold. The labels of a task get successive folds
// from a random one on, in a random order, so that a fold hides at most a
// share 1/Folds of a task, rounded up.
func deal(l *crowd.Labels, h HeldOut) []uint8 {
	fold := make([]uint8, l.Len())
	base := int(l.Start[0])
	var order []int
	for i := range l.Tasks {
		from, to := l.Of(i)
		m := to - from
		if m == 1 {
			fold[from-base] = never
			continue
		}
		order = order[:0]
		for n := range m {
			order = append(order, n)
		}
		bits := crowd.Hash(h.Seed, uint64(i))
		first := int(bits % uint64(h.Folds))
		for n := m - 1; n > 0; n-- { // Fisher and Yates
			bits = crowd.Hash(bits, uint64(n))
			other := int(bits % uint64(n+1))
			order[n], order[other] = order[other], order[n]
		}
		for n, at := range order {
			fold[from-base+at] = uint8((first + n) % h.Folds)
		}
	}
	return fold
}

// Steps fits the folds one after the other and yields each step of each fit,
// so that a caller can show progress or stop. Breaking off and ranging again
// goes on where it was.
func (v *Validation) Steps() iter.Seq[fit.Step] {
	return func(yield func(fit.Step) bool) {
		for v.next < v.held.Folds && v.err == nil {
			if v.session == nil {
				v.train = hide(v.data, v.fold, uint8(v.next))
				if v.session, v.err = fit.Start(v.train, v.method, v.settings); v.err != nil {
					return
				}
			}
			for step := range v.session.Steps() {
				v.score.Steps++
				if !yield(step) {
					return
				}
			}
			var r *fit.Result
			if r, v.err = v.session.Result(); v.err != nil {
				return
			}
			v.add(r.Estimate)
			v.next, v.session = v.next+1, nil
		}
	}
}

// Folds returns how many folds are done, of how many.
func (v *Validation) Folds() (done, all int) { return v.next, v.held.Folds }

// Result returns the score of the folds done, or the error that ended them.
func (v *Validation) Result() (*HeldOutScore, error) {
	if v.err != nil {
		return nil, v.err
	}
	s := v.score
	best := math.Inf(-1)
	for t, sum := range v.sums {
		if all := total(sum); all > best {
			best, s.Sum = all, sum
			if !v.data.Numeric() {
				s.Tau = sharpness[t]
			}
		}
	}
	s.Mean = clustered(s.Sum, s.Hidden)
	return &s, nil
}

// hide returns d without the labels of one fold.
func hide(d *crowd.Dataset, fold []uint8, which uint8) *crowd.Dataset {
	out := *d
	l := &out.Labels
	base := d.Start[0]
	l.Start = make([]int32, d.Tasks+1)
	l.Worker = make([]int32, 0, len(fold))
	if d.Numeric() {
		l.Value = make([]float64, 0, len(fold))
	} else {
		l.Class = make([]uint16, 0, len(fold))
	}
	for i := range d.Tasks {
		for n := d.Start[i]; n < d.Start[i+1]; n++ {
			if fold[n-base] == which {
				continue
			}
			l.Worker = append(l.Worker, d.Worker[n])
			if d.Numeric() {
				l.Value = append(l.Value, d.Value[n])
			} else {
				l.Class = append(l.Class, d.Class[n])
			}
		}
		l.Start[i+1] = int32(len(l.Worker))
	}
	return &out
}

// add scores the hidden labels of the fold just fitted.
func (v *Validation) add(e *crowd.Estimate) {
	d := v.data
	base := d.Start[0]
	for i := range d.Tasks {
		for n := d.Start[i]; n < d.Start[i+1]; n++ {
			if v.fold[n-base] == uint8(v.next) {
				v.score.Hidden[i]++
			}
		}
	}
	for t, sum := range v.sums {
		var of func(i, n int) float64
		if d.Numeric() {
			of = v.numbers(e)
		} else {
			of = v.classes(calibrated(e.Posterior, d.Classes, sharpness[t]))
		}
		for i := range d.Tasks {
			for n := d.Start[i]; n < d.Start[i+1]; n++ {
				if v.fold[n-base] == uint8(v.next) {
					sum[i] += of(i, int(n))
				}
			}
		}
	}
}

// calibrated sharpens a posterior by an exponent and mixes in the class shares.
func calibrated(posterior []float64, k int, tau float64) []float64 {
	out := make([]float64, len(posterior))
	share := make([]float64, k)
	for at := 0; at < len(out); at += k {
		for c, q := range posterior[at : at+k] {
			share[c] += q
		}
	}
	tasks := float64(len(out) / k)
	for at := 0; at < len(out); at += k {
		row := out[at : at+k]
		top := slices.Max(posterior[at : at+k])
		sum := 0.0
		for c, q := range posterior[at : at+k] {
			row[c] = math.Pow(q/top, tau)
			sum += row[c]
		}
		for c := range row {
			row[c] = (1-mixed)*row[c]/sum + mixed*share[c]/tasks
		}
	}
	return out
}

// classes returns the log-probability of a hidden label.
func (v *Validation) classes(posterior []float64) func(i, n int) float64 {
	k := v.data.Classes
	confusion := Implied(&v.train.Labels, posterior, v.held.Shrink)
	return func(i, n int) float64 {
		at := int(v.data.Worker[n])*k*k + int(v.data.Class[n])
		p := 0.0
		for t, q := range posterior[i*k : (i+1)*k] {
			p += q * confusion[at+t*k]
		}
		return math.Log(p)
	}
}

// numbers returns the negative squared error of a hidden number.
func (v *Validation) numbers(e *crowd.Estimate) func(i, n int) float64 {
	bias, labels := make([]float64, v.data.Workers), make([]float64, v.data.Workers)
	t := v.train
	for i := range t.Tasks {
		for n := t.Start[i]; n < t.Start[i+1]; n++ {
			bias[t.Worker[n]] += t.Value[n] - e.Value[i]
			labels[t.Worker[n]]++
		}
	}
	for j := range bias {
		bias[j] /= labels[j] + v.held.Shrink
	}
	return func(i, n int) float64 {
		d := v.data.Value[n] - e.Value[i] - bias[v.data.Worker[n]]
		return -d * d
	}
}

// Implied returns the confusion matrices M×K×K that a posterior implies, each
// row shrunk towards that of the whole crowd by shrink pseudo-labels (see
// HeldOut).
func Implied(l *crowd.Labels, posterior []float64, shrink float64) []float64 {
	k := l.Classes
	count := crowd.Counts(l, posterior)
	crowdRows := make([]float64, k*k)
	for at := 0; at < len(count); at += k * k {
		for c, x := range count[at : at+k*k] {
			crowdRows[c] += x
		}
	}
	smooth(crowdRows, k, 1, nil)
	for at := 0; at < len(count); at += k * k {
		smooth(count[at:at+k*k], k, shrink, crowdRows)
	}
	return count
}

// smooth makes probabilities of the rows of counts K×K, with pseudo counts of
// the towards rows (uniform ones if nil).
func smooth(count []float64, k int, pseudo float64, towards []float64) {
	for row := 0; row < len(count); row += k {
		sum := total(count[row:row+k]) + pseudo
		for l := range k {
			t := 1 / float64(k)
			if towards != nil {
				t = towards[row+l]
			}
			count[row+l] = (count[row+l] + pseudo*t) / sum
		}
	}
}
