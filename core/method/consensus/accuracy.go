package consensus

import (
	"math"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/yield"
)

// witness is what tells how right labels are on average.
type witness struct {
	d              *crowd.Dataset
	lone           []int   // tasks with one label and a prediction
	agreed, parted float64 // tasks that workers share, by whether two of them agree
	right, wrong   float64 // labels of lone tasks of known class
}

// band is lone tasks of which the classifier is about as sure.
type band struct {
	tasks, sure    float64 // how many, and the sum of s
	agreed, parted float64 // of unknown class, by whether the label is the classifier's class
	right, wrong   float64 // of known class, by whether the classifier's class is
}

const (
	bands = 50
	// margin is by how much the classifier's certainty must explain the labels better, in nats. With 2 simulated crowds gain less.
	margin = 1
	// surest is the most that a classifier is taken to be sure.
	surest = .999
	// ruledOut is a class so much less probable than the classifier's.
	ruledOut = 1e-12
)

// powers are the β that are tried.
var powers = [...]float64{.1, .15, .25, .35, .5, .7, 1, 1.4, 2, 3, 4}

// meanAccuracy is how right labels are, p: what the agreement of workers implies (calibrate.Implies; where they share few tasks, usual)
// and, of tasks with one label, what known classes and the classifier say. Labels agree with a classifier that is surely right as often
// as they are right: if it is with probability s,
//
//	P(the label is its class) = p s + (1 − p)(1 − s)/(K − 1),   s = max f^β/Σ f^β
//
// of which p and β are the likeliest. If they agree no more where it is surer, the same s for all tasks explains as much: then it can't
// tell whether it is wrong or the labels are. Nor is one heard that is worse than the labels. It only ever lowers p: one that learnt
// from the labels agrees with them too often.
func meanAccuracy(d *crowd.Dataset, e *calibrate.Evidence, work *yield.Work) float64 {
	w := &witness{d: d}
	w.agreed = usualTasks * w.agreement(usual, usual)
	w.parted = usualTasks - w.agreed
	if n := float64(e.Overlap); n > 0 {
		w.agreed += n * e.Agreement
		w.parted += n * (1 - e.Agreement)
	}
	w.observe()
	all := w.together(work)
	mean, height := 0., math.Inf(-1)
	for s := surest; s > 0; s -= .01 {
		all.sure = s * all.tasks
		if p, h := w.likeliest([]band{all}, surest); h > height {
			mean, height = p, h
		}
	}
	lower, sure := mean, 0.
	height += margin
	for _, power := range powers {
		sorted := w.sort(power, work)
		if p, h := w.likeliest(sorted, mean); h > height {
			lower, height, sure = p, h, 0
			for _, b := range sorted {
				sure += b.sure
			}
		}
	}
	if sure > lower*all.tasks {
		return lower
	}
	return mean
}

// observe looks for tasks with one label and a prediction.
func (w *witness) observe() {
	for i := range w.d.Tasks {
		from, to := w.d.Of(i)
		if to != from+1 || !w.d.Predictions.Of(i) {
			continue
		}
		w.lone = append(w.lone, i)
		switch w.d.Truth(i) {
		case crowd.Unknown:
		case int(w.d.Class[from]):
			w.right++
		default:
			w.wrong++
		}
	}
}

// sort sorts the tasks into bands, with s of β = power.
func (w *witness) sort(power float64, work *yield.Work) []band {
	d := w.d
	sorted := make([]band, bands)
	for _, i := range w.lone {
		if !work.Continue(d.Classes) {
			break
		}
		f := d.Predictions.Row(i, d.Classes)
		top, _ := crowd.Best(f, i, 0)
		sum := 0.
		for _, x := range f {
			sum += prob.Pow(max(x/f[top], ruledOut), power)
		}
		s := 1 / sum
		b := &sorted[min(int(s*bands), bands-1)]
		b.tasks++
		b.sure += s
		from, _ := d.Of(i)
		switch truth, label := d.Truth(i), int(d.Class[from]); {
		case truth == top:
			b.right++
		case truth != crowd.Unknown:
			b.wrong++
		case label == top:
			b.agreed++
		default:
			b.parted++
		}
	}
	return sorted
}

// together is all tasks as one band.
func (w *witness) together(work *yield.Work) (all band) {
	for _, b := range w.sort(1, work) {
		all.tasks += b.tasks
		all.agreed += b.agreed
		all.parted += b.parted
		all.right += b.right
		all.wrong += b.wrong
	}
	return all
}

// agreement is how often two agree of whom one is right with probability a, and one with b.
func (w *witness) agreement(a, b float64) float64 {
	return a*b + (1-a)*(1-b)/float64(w.d.Classes-1)
}

// likeliest is the likeliest p, and its log-likelihood.
func (w *witness) likeliest(sorted []band, most float64) (mean, height float64) {
	height = math.Inf(-1)
	for p := min(most, .995); p*float64(w.d.Classes) > 1; p -= .005 {
		sum := chances(w.agreed, w.parted, w.agreement(p, p)) + chances(w.right, w.wrong, p)
		for _, b := range sorted {
			if b.tasks > 0 {
				s := min(b.sure/b.tasks, surest)
				sum += chances(b.agreed, b.parted, w.agreement(p, s)) + chances(b.right, b.wrong, s)
			}
		}
		if sum > height {
			mean, height = p, sum
		}
	}
	return mean, height
}

// chances is the log-likelihood of so many hits and misses, each a hit with probability p.
func chances(hits, misses, p float64) float64 { return hits*prob.Log(p) + misses*prob.Log(1-p) }
