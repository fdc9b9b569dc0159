package minimax

import (
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
	"concord/core/yield"
)

// Moves of each row before the posterior is found anew. Rows of tasks have few labels and
// strong regularisation, and so are at their top almost at once.
const (
	movesOfWorker = 6
	movesOfTask   = 2
)

// model is Minimax at work.
type model struct {
	d                *crowd.Dataset
	work             *yield.Work
	seed             uint64
	ofWorker, ofTask float64 // α, β
	worker, task     rows
	truth            []float64 // N×K, q

	start, label []int32   // the labels of each worker (Labels.ByWorker)
	taskOf       []int32   // the task of each label
	penalty      float64   // ½ α Σ σ²
	slope        []float64 // K×K, scratch
	count        []float64 // K, scratch
	p            []float64 // K, scratch
}

// rows are σ of all workers or τ of all tasks, M×K×K or N×K×K, row = truth, and exp of it,
// so that a label costs no exponentials.
type rows struct{ log, exp []float64 }

func newRows(n int) rows {
	r := rows{make([]float64, n), make([]float64, n)}
	for i := range r.exp {
		r.exp[i] = 1
	}
	return r
}

// of returns the rows of one of them.
func (r rows) of(n, size int) rows {
	return rows{r.log[n*size : (n+1)*size], r.exp[n*size : (n+1)*size]}
}

func newModel(d *crowd.Dataset, gamma float64, s fit.Settings) *model {
	k := d.Classes
	f := &model{
		d: d, work: yield.New(s.Pause), seed: s.Seed, worker: newRows(d.Workers * k * k), task: newRows(d.Tasks * k * k),
		truth: crowd.Shares(d), taskOf: d.TaskOf(), slope: make([]float64, k*k), count: make([]float64, k), p: make([]float64, k),
	}
	f.start, f.label = d.ByWorker()
	workers, tasks := 0, 0
	for j := range d.Workers {
		if f.start[j] < f.start[j+1] {
			workers++
		}
	}
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to {
			tasks++
		}
	}
	f.ofWorker = gamma * float64(k*k)
	f.ofTask = f.ofWorker * float64(max(tasks, 1)) / float64(max(workers, 1))
	return f
}

// Step implements fit.Fit. Change is the mean over tasks of ½ Σ_k |Δ q_ik|.
func (f *model) Step() (fit.Step, error) {
	f.penalty = 0
	for j := range f.d.Workers {
		if !f.moveWorker(j) {
			break
		}
	}
	objective, moved, flips := f.settle()
	return fit.Step{Objective: objective, Change: moved / float64(max(f.d.Tasks, 1)), Flips: flips}, f.work.Err()
}

// Settled implements fit.Settler. Plain steps are short, so labels must have rested for longer than
// the objective.
func (f *model) Settled(trace []fit.Step) bool {
	return fit.GainSettled(trace, f.d.Tasks, f.d.Len()) && fit.ChangeSettled(trace, f.d.Tasks)
}

// moveWorker moves the rows of worker j up, and reports whether to go on.
func (f *model) moveWorker(j int) bool {
	k := f.d.Classes
	sigma := f.worker.of(j, k*k)
	labels := f.label[f.start[j]:f.start[j+1]]
	for range movesOfWorker {
		if !f.work.Continue(len(labels) * k * k) {
			return false
		}
		clear(f.slope)
		clear(f.count)
		for _, n := range labels {
			i := int(f.taskOf[n-f.d.Start[0]])
			f.lean(sigma.exp, f.task.exp[i*k*k:(i+1)*k*k], f.truth[i*k:(i+1)*k], int(f.d.Class[n]))
		}
		f.move(sigma, f.ofWorker)
	}
	f.penalty += half(f.ofWorker, sigma.log)
	return true
}

// settle moves the rows of all tasks up and finds the posteriors. It returns the
// objective, how far the posteriors moved and how many labels changed.
func (f *model) settle() (objective, moved float64, flips int) {
	d, k := f.d, f.d.Classes
	before := make([]float64, k)
	var sum prob.Sum
	sum.Add(-f.penalty)
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !f.work.Continue((1 + movesOfTask) * (to - from) * k * k) {
			break
		}
		tau, q := f.task.of(i, k*k), f.truth[i*k:(i+1)*k]
		copy(before, q)
		for range movesOfTask {
			clear(f.slope)
			clear(f.count)
			for n := from; n < to; n++ {
				j := int(d.Worker[n])
				f.lean(tau.exp, f.worker.exp[j*k*k:(j+1)*k*k], q, int(d.Class[n]))
			}
			f.move(tau, f.ofTask)
		}
		sum.Add(-half(f.ofTask, tau.log))
		sum.Add(f.believe(i, q))
		for t, x := range before {
			moved += math.Abs(q[t]-x) / 2
		}
		if crowd.Turned(before, q, i, f.seed) {
			flips++
		}
	}
	return sum.Value(), moved, flips
}

// believe writes the posterior of task i into q and returns the logarithm of the probability
// of its labels.
func (f *model) believe(i int, q []float64) float64 {
	d, k := f.d, f.d.Classes
	for t := range q {
		q[t] = -prob.Log(float64(k))
	}
	tau := f.task.of(i, k*k)
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		sigma, l := f.worker.of(int(d.Worker[n]), k*k), int(d.Class[n])
		for t := range q {
			at := t * k
			q[t] += sigma.log[at+l] + tau.log[at+l] - prob.Log(prob.Dot(sigma.exp[at:at+k], tau.exp[at:at+k]))
		}
	}
	if z := d.Truth(i); z != crowd.Unknown {
		known := q[z]
		d.Certain(i, q)
		return known
	}
	return prob.Softmax(q)
}

// negligible is the posterior of a class that moves nothing.
const negligible = 1e-12

// lean adds what a label l of a task with posterior q does to slope and count; a and b are
// exp of the rows of its worker and its task.
func (f *model) lean(a, b, q []float64, l int) {
	k := len(q)
	for t, x := range q {
		if x < negligible {
			continue
		}
		row, more, slope := a[t*k:(t+1)*k], b[t*k:(t+1)*k], f.slope[t*k:(t+1)*k]
		sum := 0.0
		for c, v := range more {
			f.p[c] = row[c] * v
			sum += f.p[c]
		}
		scale := x / sum
		for c, p := range f.p {
			slope[c] -= scale * p
		}
		slope[l] += x
		f.count[t] += x
	}
}

// move moves rows by slope and count.
func (f *model) move(r rows, strength float64) {
	k := len(f.count)
	for n := range r.log {
		if f.count[n/k] > 0 || r.log[n] != 0 {
			r.log[n] += (f.slope[n] - strength*r.log[n]) / (f.count[n/k]/2 + strength)
			r.exp[n] = prob.Exp(r.log[n])
		}
	}
}

// half returns ½ strength Σ x².
func half(strength float64, x []float64) (sum float64) {
	for _, v := range x {
		sum += v * v
	}
	return strength * sum / 2
}
