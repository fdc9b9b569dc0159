package crowd

import (
	"math"
	"slices"
)

// Estimate is what a method believes, in the same shape for every method, so
// that every view and download works for all of them. Row-major.
type Estimate struct {
	Posterior []float64 // N×K, rows sum to one; nil where labels are numbers
	Told      *Told     // in its place, where fit.Settings.OnDemand asked for that
	Prior     []float64 // K, sums to one; nil if the method has none
	Confusion []float64 // M×K×K, row = truth, rows sum to one; nil if the method has none or they are too large (Holds)
	Value     []float64 // N, the estimated number of each task; nil where labels are classes
	Extra     []Column  // specific to the method: ability, difficulty, weights, intervals
}

// Holds reports whether confusion matrices of so many workers and classes are held whole, M×K×K; larger ones than 128 MiB are counted
// worker by worker when somebody looks at them.
func Holds(workers, classes int) bool {
	const most = 1 << 24
	return workers <= most/max(1, classes*classes)
}

// Fits reports whether e is an estimate of such data: whatever was read from a file may not be.
func (e *Estimate) Fits(d *Dataset) bool {
	n, m, k := d.Tasks, d.Workers, d.Classes
	size := map[Of]int{OfTask: n, OfWorker: m, OfClass: k}
	for _, c := range e.Extra {
		want, ok := size[c.Of]
		if !ok || len(c.Values) != want || slices.ContainsFunc(c.Values, func(x float64) bool { return math.IsInf(x, 0) }) {
			return false
		}
	}
	if d.Numeric() {
		return len(e.Value) == n && e.Posterior == nil && !slices.ContainsFunc(e.Value, func(x float64) bool { return x-x != 0 })
	}
	for _, p := range [][]float64{e.Posterior, e.Prior, e.Confusion} {
		if !Distributions(p, k) {
			return false
		}
	}
	return len(e.Posterior) == n*k && (e.Prior == nil || len(e.Prior) == k) && (e.Confusion == nil || len(e.Confusion) == m*k*k)
}

// Of says what a row of a Column stands for.
type Of int

const (
	OfTask Of = iota
	OfWorker
	OfClass
)

// Column is one named figure for each task, worker or class. NaN: not known.
type Column struct {
	Name   string // snake_case, as in the downloads
	Title  string // as a person reads it
	Of     Of
	Values []float64
}

// NewColumn returns a column of a copy of values.
func NewColumn(of Of, name, title string, values []float64) Column {
	return Column{Name: name, Title: title, Of: of, Values: slices.Clone(values)}
}

// OneCoin returns confusion matrices M×K×K of workers who name the truth with the
// given probability each, and every other class alike.
func OneCoin(accuracy []float64, classes int) []float64 {
	out := make([]float64, 0, len(accuracy)*classes*classes)
	for _, p := range accuracy {
		for truth := range classes {
			for label := range classes {
				q := p
				if label != truth {
					q = (1 - p) / float64(classes-1)
				}
				out = append(out, q)
			}
		}
	}
	return out
}

// Numbers returns an estimate of numbers: value and variance by task and, if bias is not
// nil, bias and precision of the workers who have labels.
func Numbers(value, variance, bias, precision, labels []float64) *Estimate {
	e := &Estimate{Value: slices.Clone(value), Extra: []Column{NewColumn(OfTask, "value_sd", "Standard deviation", variance)}}
	for i, v := range variance {
		e.Extra[0].Values[i] = math.Sqrt(v)
	}
	if bias == nil {
		return e
	}
	e.Extra = append(e.Extra, NewColumn(OfWorker, "bias", "Bias", bias), NewColumn(OfWorker, "precision", "Precision", precision))
	for j, n := range labels {
		if n == 0 {
			e.Extra[1].Values[j], e.Extra[2].Values[j] = math.NaN(), math.NaN()
		}
	}
	return e
}

// Tie is how close, relative to the best, two scores must be to count as
// equal. It absorbs the rounding that a different order of summation brings,
// so that the same seed picks the same label on every machine.
const Tie = 1e-9

// Best returns the class with the highest score of task i. Ties (within Tie of
// the best) are broken by the seed and the task alone: the same seed breaks the
// same tie the same way in every method and on every machine. The seed 0 breaks
// all of them for the first class, which programs that have no such hash can do too.
func Best(scores []float64, i int, seed uint64) (class int, tie bool) {
	best, top, second := 0, scores[0], math.Inf(-1)
	for k, s := range scores[1:] {
		if s > top {
			best, top, second = k+1, s, top
		} else if s > second {
			second = s
		}
	}
	least := top - Tie*math.Abs(top)
	if second < least {
		return best, false
	}
	n := 0
	for _, s := range scores {
		if s >= least {
			n++
		}
	}
	if n <= 1 { // n is 0 only if the best score, or the first, is not finite
		return best, false
	}
	pick := 0
	if seed != 0 {
		pick = int(Hash(seed, uint64(i)) % uint64(n))
	}
	for k, s := range scores {
		if s >= least {
			if pick == 0 {
				return k, true
			}
			pick--
		}
	}
	return best, true
}

// Turned reports whether the class with the highest score of task i is another than it was.
func Turned(was, is []float64, i int, seed uint64) bool {
	before, _ := Best(was, i, seed)
	now, _ := Best(is, i, seed)
	return before != now
}

// Hash mixes a seed and a number (splitmix64, Steele et al. 2014): a stream of
// random bits that needs no state, so that the order of tasks does not matter.
func Hash(seed, n uint64) uint64 {
	z := seed + (n+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Labels returns the most probable class of each task and how many were tied.
func (e *Estimate) Labels(classes int, seed uint64) (labels []int32, ties int) {
	n := len(e.Posterior) / max(classes, 1)
	labels = make([]int32, n)
	for i := range labels {
		k, tie := Best(e.Posterior[i*classes:(i+1)*classes], i, seed)
		labels[i] = int32(k)
		if tie {
			ties++
		}
	}
	return labels, ties
}

// Counts returns the expected counts M×K×K: how many labels l worker j gave to
// tasks whose truth is k, each weighted by the posterior. Normalised rows are the
// confusion matrix that any estimate implies; a row of zeros has no evidence.
func Counts(l *Labels, posterior []float64) []float64 {
	return CountsOf(l, posterior, 0, l.Workers)
}

// CountsOf is Counts for the workers [first, last) only, (last−first)×K×K, where all of
// them would not fit in memory.
func CountsOf(l *Labels, posterior []float64, first, last int) []float64 {
	k := l.Classes
	return CountsBy(l, func(i int) []float64 { return posterior[i*k : (i+1)*k] }, first, last)
}

// CountsBy is CountsOf for posteriors that a function returns task by task.
func CountsBy(l *Labels, posterior func(i int) []float64, first, last int) []float64 {
	k := l.Classes
	c := make([]float64, (last-first)*k*k)
	for i := range l.Tasks {
		from, to := l.Of(i)
		q := posterior(i)
		for n := from; n < to; n++ {
			j := int(l.Worker[n])
			if j < first || j >= last {
				continue
			}
			at := (j-first)*k*k + int(l.Class[n])
			for t, p := range q {
				c[at+t*k] += p
			}
		}
	}
	return c
}

// TrueCountsOf is CountsOf by the truth of each task instead: Unknown, or a class that no worker chose, counts for nothing.
func TrueCountsOf(l *Labels, truth []int32, first, last int) []float64 {
	k := l.Classes
	c := make([]float64, (last-first)*k*k)
	for i := range l.Tasks {
		t := int(truth[i])
		if t < 0 || t >= k {
			continue
		}
		from, to := l.Of(i)
		for n := from; n < to; n++ {
			if j := int(l.Worker[n]); j >= first && j < last {
				c[(j-first)*k*k+t*k+int(l.Class[n])]++
			}
		}
	}
	return c
}
