package discovery

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// distance is how numbers differ, and the truth that is least far from all in that sense.
type distance interface {
	far(truth, label, spread float64) float64
	// truth settles a task by its labels, in ascending order, and their weights, whose sum
	// is not zero.
	truth(value, weight []float64) float64
}

// absolute is the deviation in units of the standard deviation of the task's labels.
type absolute struct{}

func (absolute) far(truth, label, spread float64) float64 {
	if spread == 0 {
		return 0
	}
	return math.Abs(truth-label) / spread
}

// truth is the weighted median; half way where half of the weight lies on either side.
func (absolute) truth(value, weight []float64) float64 {
	total := 0.0
	for _, w := range weight {
		total += w
	}
	below := 0.0
	for n, w := range weight {
		below += w
		switch half := below/total - .5; {
		case half > crowd.Tie || n == len(value)-1:
			return value[n]
		case half > -crowd.Tie:
			next := n + 1
			for next < len(value)-1 && weight[next] == 0 {
				next++
			}
			return (value[n] + value[next]) / 2
		}
	}
	return math.NaN()
}

// squared is the squared deviation.
type squared struct{}

func (squared) far(truth, label, _ float64) float64 { return (truth - label) * (truth - label) }

// truth is the weighted mean.
func (squared) truth(value, weight []float64) float64 {
	sum, total := 0.0, 0.0
	for n, w := range weight {
		sum += w * value[n]
		total += w
	}
	return sum / total
}

// numbers settles numbers.
type numbers struct {
	workers
	distance
	order         []int32   // the labels of each task in ascending order
	spread        []float64 // N, standard deviation of a task's labels
	value         []float64 // N
	scale         float64   // mean of spread where there is any
	said, weights []float64 // scratch: the values and weights of a task
}

func startNumbers(d *crowd.Dataset, rule weigher, by distance, pause func() error) (fit.Fit, error) {
	f := &numbers{
		workers: newWorkers(d, rule, pause), distance: by,
		order: make([]int32, 0, d.Len()), spread: make([]float64, d.Tasks), value: make([]float64, d.Tasks),
	}
	varied := 0.0
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue(to - from) {
			break
		}
		at := len(f.order)
		for n := from; n < to; n++ {
			f.order = append(f.order, int32(n))
		}
		slices.SortFunc(f.order[at:], func(a, b int32) int { return cmp.Compare(d.Value[a], d.Value[b]) })
		if f.spread[i] = deviation(d.Value[from:to]); f.spread[i] > 0 {
			f.scale += f.spread[i]
			varied++
		}
	}
	f.scale /= max(varied, 1)
	f.settle(absolute{}) // both methods start from the medians
	return f, f.work.Err()
}

// deviation returns the standard deviation of x, dividing by their number.
func deviation(x []float64) float64 {
	if len(x) == 0 || slices.Min(x) == slices.Max(x) {
		return 0
	}
	mean, sum := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		sum += (v - mean) * (v - mean) / float64(len(x))
	}
	return math.Sqrt(sum)
}

// Step implements fit.Fit. Change is the mean over tasks of |Δ x_i|, in units of the mean
// standard deviation of a task's labels.
func (f *numbers) Step() (fit.Step, error) {
	f.rule.weigh(f.loss, f.labels, f.weight)
	change := f.settle(f.distance)
	if f.scale > 0 {
		change /= f.scale * float64(f.d.Tasks)
	}
	return fit.Step{Objective: math.NaN(), Change: change, Flips: -1}, f.work.Err()
}

// settle finds the truths and losses by the weights, and returns how far the truths moved.
// A task without labels gets the mean of all others.
func (f *numbers) settle(by distance) (moved float64) {
	d := f.d
	clear(f.loss)
	before := append([]float64(nil), f.value...)
	sum, labelled := 0.0, 0.0
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue(to - from) {
			break
		}
		if from == to {
			continue
		}
		order := f.order[from-int(d.Start[0]) : to-int(d.Start[0])]
		f.said, f.weights = f.said[:0], f.weights[:0]
		total := 0.0
		for _, n := range order {
			f.said, f.weights = append(f.said, d.Value[n]), append(f.weights, f.weight[d.Worker[n]])
			total += f.weight[d.Worker[n]]
		}
		if !(total > 0) {
			for n := range f.weights {
				f.weights[n] = 1
			}
		}
		f.value[i] = by.truth(f.said, f.weights)
		sum += f.value[i]
		labelled++
		for _, n := range order {
			f.loss[d.Worker[n]] += f.far(f.value[i], d.Value[n], f.spread[i])
		}
	}
	for i := range d.Tasks {
		if from, to := d.Of(i); from == to {
			f.value[i] = sum / max(labelled, 1)
		}
		moved += math.Abs(f.value[i] - before[i])
	}
	return moved
}

// Estimate implements fit.Fit.
func (f *numbers) Estimate() *crowd.Estimate {
	return &crowd.Estimate{Value: append([]float64(nil), f.value...), Extra: []crowd.Column{f.column()}}
}
