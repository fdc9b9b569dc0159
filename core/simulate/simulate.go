package simulate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
)

// DawidSkene is the story of Dawid & Skene 1979: the class of task i is drawn
// from Prior; a worker j draws the label from row truth of its confusion matrix.
type DawidSkene struct {
	Tasks, Workers, Classes int
	PerTask                 int       // labels a task, by distinct workers; 0 or more than Workers: everyone
	Prior                   []float64 // nil: uniform
	Confusion               []float64 // M×K×K; nil: drawn, see Low and High
	Low, High               float64   // accuracy in each class of drawn workers; 0, 0: 0.6 to 0.9
}

// Draw simulates. Drawn confusion matrices have a uniform accuracy for each
// class and wrong labels in random proportions.
func (s DawidSkene) Draw(seed uint64) *World {
	random := source(seed)
	w := &World{Prior: s.Prior, Confusion: s.Confusion}
	if w.Prior == nil {
		w.Prior = uniform(s.Classes)
	}
	if w.Confusion == nil {
		low, high := s.Low, s.High
		if low == 0 && high == 0 {
			low, high = 0.6, 0.9
		}
		w.Confusion = drawConfusion(random, s.Workers, s.Classes, low, high)
	}
	k := s.Classes
	w.draw(random, s.Tasks, s.Workers, k, s.PerTask, func(i int, j int32, truth int32) int32 {
		row := (int(j)*k + int(truth)) * k
		return choose(random, w.Confusion[row:row+k])
	})
	return w
}

// uniform returns k equal probabilities.
func uniform(k int) []float64 { return slices.Repeat([]float64{1 / float64(k)}, k) }

func drawConfusion(random *rand.Rand, workers, classes int, low, high float64) []float64 {
	c := make([]float64, workers*classes*classes)
	for j := range workers {
		for k := range classes {
			row := c[(j*classes+k)*classes : (j*classes+k+1)*classes]
			right := between(random, low, high)
			total := 0.0
			for l := range row {
				if l != k {
					row[l] = 0.05 + random.Float64() // no label is impossible
					total += row[l]
				}
			}
			for l := range row {
				row[l] *= (1 - right) / total
			}
			row[k] = right
		}
	}
	return c
}

// draw draws truths and labels, in the order of the tasks.
func (w *World) draw(random *rand.Rand, tasks, workers, classes, perTask int, label func(i int, j, truth int32) int32) {
	w.Truth = make([]int32, tasks)
	for i := range w.Truth {
		w.Truth[i] = choose(random, w.Prior)
	}
	crew := newCrew(workers, random)
	var task, worker, class []int32
	for i, t := range w.Truth {
		for _, j := range crew.pick(perTask) {
			task, worker, class = append(task, int32(i)), append(worker, j), append(class, label(i, j, t))
		}
	}
	w.Data = &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, classes, task, worker, class)}
}

// GLAD is the story of Whitehill et al. 2009: worker j is right about task i
// with probability σ(α_j β_i), wrong answers spread evenly over the other
// classes. α is normal, 1/β log-normal.
type GLAD struct {
	Tasks, Workers, Classes, PerTask int
	Ability, Spread                  float64 // mean and standard deviation of α; 0, 0: 1 and 1, the paper's prior
}

// Draw simulates.
func (s GLAD) Draw(seed uint64) *World {
	random := source(seed)
	mean, spread := s.Ability, s.Spread
	if mean == 0 && spread == 0 {
		mean, spread = 1, 1
	}
	w := &World{Prior: uniform(s.Classes), Ability: make([]float64, s.Workers), Difficulty: make([]float64, s.Tasks)}
	for j := range w.Ability {
		w.Ability[j] = mean + spread*random.NormFloat64()
	}
	for i := range w.Difficulty { // log β is normal with mean and variance one
		w.Difficulty[i] = math.Exp(-1 - random.NormFloat64())
	}
	w.draw(random, s.Tasks, s.Workers, s.Classes, s.PerTask, func(i int, j, truth int32) int32 {
		right := 1 / (1 + math.Exp(-w.Ability[j]/w.Difficulty[i]))
		if random.Float64() < right {
			return truth
		}
		wrong := int32(random.Uint32N(uint32(s.Classes - 1)))
		if wrong >= truth {
			wrong++
		}
		return wrong
	})
	return w
}

// Numbers is the story of workers who estimate: y_ij = x_i + b_j + e_ij with x
// normal, and e_ij normal with the worker's precision.
type Numbers struct {
	Tasks, Workers, PerTask int
	Mean, Spread            float64   // of the true numbers; Spread 0: 1
	Bias, Precision         []float64 // M; nil: biases normal with half the spread, precisions from 1 to 10 over its square
}

// Draw simulates.
func (s Numbers) Draw(seed uint64) *World {
	random := source(seed)
	spread := cmp.Or(s.Spread, 1)
	w := &World{Value: make([]float64, s.Tasks), Bias: s.Bias, Precision: s.Precision}
	if w.Bias == nil {
		w.Bias = make([]float64, s.Workers)
		for j := range w.Bias {
			w.Bias[j] = spread / 2 * random.NormFloat64()
		}
	}
	if w.Precision == nil {
		w.Precision = make([]float64, s.Workers)
		for j := range w.Precision {
			w.Precision[j] = between(random, 1, 10) / (spread * spread)
		}
	}
	crew := newCrew(s.Workers, random)
	var task, worker []int32
	var value []float64
	for i := range w.Value {
		w.Value[i] = s.Mean + spread*random.NormFloat64()
		for _, j := range crew.pick(s.PerTask) {
			noise := random.NormFloat64() / math.Sqrt(w.Precision[j])
			task, worker = append(task, int32(i)), append(worker, j)
			value = append(value, w.Value[i]+w.Bias[j]+noise)
		}
	}
	w.Data = &crowd.Dataset{Labels: crowd.NewValues(s.Tasks, s.Workers, task, worker, value)}
	return w
}

// Ring is the story of workers who answer together: the first Members of them, where they meet on a
// task, all give the answer of one of them with probability Share, and each their own otherwise.
// So they share mistakes, which no model of independent workers can see.
type Ring struct {
	DawidSkene
	Members int
	Share   float64
}

// Draw simulates.
func (s Ring) Draw(seed uint64) *World {
	random := source(seed)
	k := s.Classes
	w := &World{Prior: uniform(k), Confusion: drawConfusion(random, s.Workers, k, s.Low, s.High)}
	say := func(j, truth int32) int32 {
		row := (int(j)*k + int(truth)) * k
		return choose(random, w.Confusion[row:row+k])
	}
	task, agreed := -1, int32(0)
	w.draw(random, s.Tasks, s.Workers, k, s.PerTask, func(i int, j, truth int32) int32 {
		if i != task {
			task, agreed = i, say(0, truth)
		}
		if int(j) < s.Members && random.Float64() < s.Share {
			return agreed
		}
		return say(j, truth)
	})
	return w
}
