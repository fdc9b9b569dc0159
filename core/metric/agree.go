package metric

import (
	"math"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/yield"
)

// Scale says what is known about the classes, and seeds the bootstrap.
type Scale struct {
	Values  []float64 // K, the number that each class stands for; nil: the classes are not numbers
	Nominal bool      // the classes have no order: of more than two there is no ordinal α
	Weights []float64 // K, how much labels agree whose classes are 0, 1, 2, … places apart (api.Weights); nil: no AC2, no weighted κ
	Seed    uint64

	Anonymous bool // nobody knows whose label is whose: workers can't be compared
}

const (
	noPairs     = "no task has two labels"
	oneClass    = "all labels of tasks with two or more are of one class, so chance alone would agree always"
	oneNumber   = "all labels of tasks with two or more are the same number"
	oneOnly     = "there is only one class"
	notNumbers  = "the classes are not numbers"
	notOrdered  = "nobody has said in which order the classes come"
	belowZero   = "a ratio scale has no numbers below zero"
	manyNumbers = "the labels are numbers of more than 512 different values"
	manyClasses = "there are too many classes to compare each with each"
)

const (
	maxClasses = 512  // above it there are no bootstrap intervals
	maxOrdinal = 64   // above it there is none of the ordinal α
	maxRatio   = 4096 // above it there is no ratio α, whose time is quadratic in the classes
)

// The sums of a task. K of each of the last three.
const (
	sumTasks    = iota // one
	sumPaired          // one if the task has two labels
	sumLabels          // its labels if it has two
	sumAgree           // share of its pairs that are the same
	sumWeighted        // the same with part agreement
	sumDiffer          // Σ_{c≠k} n_c n_k/(m−1): nominal disagreement, in labels
	sumInterval        // the same, weighted by (v_c − v_k)²
	sumRatio           // the same, weighted by ((v_c − v_k)/(v_c + v_k))²
	sumEntropy
	sumClasses // from here: r_ik/r_i, n_ik of paired tasks, n_ik(m − n_ik)/(m−1)
)

// agree holds what the coefficients are functions of.
type agree struct {
	k      int
	values []float64              // K or nil
	weight func(c, d int) float64 // how much labels of two classes agree; nil: there are no weights
	weighs float64                // the sum of the weights of all pairs of classes; K if there are none
	logs   [fewLabels][fewLabels]float64
}

// fewLabels bounds the labels of a task whose logarithms are looked up.
const fewLabels = 32

// log is that of the share n/m of a task's m labels.
func (a *agree) log(n int32, m int) float64 {
	if m >= fewLabels {
		return math.Log(float64(n) / float64(m))
	}
	return a.logs[m][n]
}

func newAgree(k int, values []float64, weight func(c, d int) float64) *agree {
	a := &agree{k: k, values: values, weight: weight, weighs: float64(k)}
	for m := range a.logs {
		for n := 1; n <= m; n++ {
			a.logs[m][n] = math.Log(float64(n) / float64(m))
		}
	}
	for c := range k {
		for d := range c {
			if weight == nil {
				return a
			}
			a.weighs += 2 * weight(c, d)
		}
	}
	return a
}

// byDistance are the weights of a scale.
func byDistance(weights []float64) func(c, d int) float64 {
	if weights == nil {
		return nil
	}
	return func(c, d int) float64 { return weights[max(c, d)-min(c, d)] }
}

// Agree measures agreement in one pass over the labels, and another for ordinal
// intervals. A worker's repeated labels count as labels of different workers. The
// classes of the result have no names yet.
//
// pause is called from time to time (nil: never); its error is returned.
func Agree(l *crowd.Labels, s Scale, pause func() error) (*api.Agreement, error) {
	work := yield.New(pause)
	return newAgree(l.Classes, s.Values, byDistance(s.Weights)).measure(l, &s, work)
}

func (a *agree) measure(l *crowd.Labels, s *Scale, work *yield.Work) (*api.Agreement, error) {
	dim := sumClasses
	if a.k <= maxClasses {
		dim += 3 * a.k
	}
	sums := newSums(l.Tasks, dim, s.Seed)
	total := make([]float64, sumClasses+3*a.k)
	one := make([]float64, sumClasses+3*a.k)
	out := &api.Agreement{Labels: l.Len()}
	labels := make([]int, a.k)
	err := eachTask(l, work, func(i, m int, used []uint16, count []int32) {
		a.task(one, m, used, count)
		at := sums.of(i)
		for c := range sumClasses {
			at[c] += one[c]
			total[c] += one[c]
		}
		for _, k := range used {
			labels[k] += int(count[k])
			for c := sumClasses + int(k); c < len(total); c += a.k {
				total[c] += one[c]
				if c < dim {
					at[c] += one[c]
				}
				one[c] = 0
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out.Tasks, out.Paired = int(total[sumTasks]), int(total[sumPaired])

	var figures []*api.Figure
	var statistics []statistic
	add := func(f *api.Figure, of statistic, why string) {
		if *f = api.Undefined(noPairs); out.Paired > 0 {
			*f = figure(of, total, out.Paired, why)
		}
		figures, statistics = append(figures, f), append(statistics, of)
	}
	add(&out.Percent, a.percent, noPairs)
	add(&out.Fleiss, a.fleiss, "all labels are of one class, so chance alone would agree always")
	add(&out.Pooled, a.pooled, oneClass)
	add(&out.AC1, a.ac1, oneOnly)
	add(&out.AC2, a.ac2, a.whyAC2())
	add(&out.Alpha.Nominal, a.nominal, oneClass)
	add(&out.Alpha.Interval, a.interval, a.whyInterval())
	add(&out.Alpha.Ratio, a.ratio, a.whyRatio())
	add(&out.Entropy, a.entropy, "")
	out.Entropy = figure(a.entropy, total, out.Tasks, "there are no labels") // needs no pairs
	out.Classes = make([]api.ClassAgreement, a.k)
	for k := range out.Classes {
		c := &out.Classes[k]
		c.Labels = labels[k]
		add(&c.Specific, a.specific(k), "no two labels of a task could name it")
		add(&c.Alpha, a.class(k), "all labels of tasks with two labels name it, or none does")
	}
	if dim > sumClasses {
		sums.intervals(figures, statistics, work)
	}
	out.Entropy = out.Entropy.Times(1 / math.Ln2)
	out.Alpha.Ordinal = ordinal(l, s, work)
	a.standardErrors(l, out, a.linearized(out, total), total, work)
	return out, work.Err()
}

// AgreeNumbers is Agree for labels that are numbers, with their values and order. weights are those of AC2; nil: there is none.
func AgreeNumbers(l *crowd.Labels, weights *api.Weights, seed uint64, pause func() error) (*api.Agreement, error) {
	work := yield.New(pause)
	if classes, values, ok := classify(l); ok {
		return newAgree(len(values), values, weights.Over(values)).measure(classes, &Scale{Values: values, Seed: seed}, work)
	}
	return agreeMany(l, seed, work)
}

// eachTask counts the labels m of each task i that has any: used lists the classes in
// order of first use, count[k] says how often. Both are valid only during the call.
func eachTask(l *crowd.Labels, work *yield.Work, visit func(i, m int, used []uint16, count []int32)) error {
	count := make([]int32, l.Classes)
	var used []uint16
	for i := range l.Tasks {
		from, to := l.Of(i)
		if from == to {
			continue
		}
		used = used[:0]
		for _, c := range l.Class[from:to] {
			if count[c] == 0 {
				used = append(used, c)
			}
			count[c]++
		}
		visit(i, to-from, used, count)
		for _, c := range used {
			count[c] = 0
		}
		if !work.Continue(1 + to - from) {
			break
		}
	}
	return work.Err()
}

// task writes the sums of one task; those of unused classes stay 0.
func (a *agree) task(one []float64, m int, used []uint16, count []int32) {
	size := float64(m)
	clear(one[:sumClasses])
	one[sumTasks] = 1
	for _, c := range used {
		share := float64(count[c]) / size
		one[sumClasses+int(c)] = share
		one[sumEntropy] -= share * a.log(count[c], m)
	}
	if m < 2 {
		return
	}
	pairs := size - 1
	one[sumPaired], one[sumLabels] = 1, size
	same := 0.0
	for _, c := range used {
		n := float64(count[c])
		same += n * (n - 1)
		one[sumClasses+a.k+int(c)] = n
		one[sumClasses+2*a.k+int(c)] = n * (size - n) / pairs
		one[sumDiffer] += n * (size - n) / pairs
	}
	one[sumAgree] = same / (size * pairs)
	one[sumWeighted] = one[sumAgree]
	if a.values == nil && a.weight == nil {
		return
	}
	for x, c := range used {
		for _, k := range used[:x] {
			n := 2 * float64(count[c]) * float64(count[k])
			if a.weight != nil {
				one[sumWeighted] += n * a.weight(int(c), int(k)) / (size * pairs)
			}
			if a.values != nil {
				d := a.values[c] - a.values[k]
				one[sumInterval] += n * d * d / pairs
				one[sumRatio] += n * ratioDistance(a.values[c], a.values[k]) / pairs
			}
		}
	}
}

// ratioDistance is Krippendorff's metric δ² of ratio scales.
func ratioDistance(x, y float64) float64 {
	if x == y {
		return 0
	}
	d := (x - y) / (x + y)
	return d * d
}
