package spectral

import (
	"fmt"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// nought is the size, relative to the largest score, below which a score counts as zero: exact zeros come out as rounding noise.
const nought = 1e-10

// A side is one of the K−1 questions that K classes pose: is the class above l? It is the N×M
// matrix A with +1 for a label above l, −1 for one that is not, and 0 for none; repeated labels add
// up.
type side struct {
	*crowd.Labels
	l int
}

// sign returns what label n adds to A.
func (s side) sign(n int) float64 {
	if int(s.Class[n]) > s.l {
		return 1
	}
	return -1
}

// times writes A·x into y: x by worker, y by task.
func (s side) times(y, x []float64) {
	for i := range s.Tasks {
		from, to := s.Of(i)
		sum := 0.0
		for n := from; n < to; n++ {
			sum += s.sign(n) * x[s.Worker[n]]
		}
		y[i] = sum
	}
}

// transposed writes Aᵀ·y into x.
func (s side) transposed(x, y []float64) {
	clear(x)
	for n, i := range s.TaskOf() {
		x[s.Worker[n]] += s.sign(n) * y[i]
	}
}

// votes returns A·1: by how many labels the upper side leads in each task.
func (s side) votes() []float64 {
	y := make([]float64, s.Tasks)
	s.times(y, slices.Repeat([]float64{1}, s.Workers))
	return y
}

// open reports whether labels were given on both sides; otherwise there is nothing to decompose.
func (s side) open() bool {
	return slices.ContainsFunc(s.Class, func(c uint16) bool { return int(c) > s.l }) &&
		slices.ContainsFunc(s.Class, func(c uint16) bool { return int(c) <= s.l })
}

// scores are the scores of each task and worker, one row per side. A nonnegative score says that the class is above l.
type scores struct {
	d      *crowd.Dataset
	task   [][]float64 // K−1 rows of N
	worker [][]float64 // K−1 rows of M
}

// newScores returns the plain votes: the scores of a side the method has not reached or can't decide.
func newScores(d *crowd.Dataset) scores {
	s := scores{d: d}
	for l := range d.Classes - 1 {
		s.task = append(s.task, side{&d.Labels, l}.votes())
		s.worker = append(s.worker, slices.Repeat([]float64{1}, d.Workers))
	}
	return s
}

// Estimate gives each task the first class l whose side says "not above l", or the last class. A
// score is no probability, so the posterior is one for that class; gold tasks keep their class, and
// an unlabelled task has a uniform row.
func (s *scores) Estimate() *crowd.Estimate {
	d, k := s.d, s.d.Classes
	least := make([]float64, k-1)
	for l, row := range s.task {
		for _, x := range row {
			least[l] = min(least[l], -nought*math.Abs(x))
		}
	}
	e := &crowd.Estimate{Posterior: make([]float64, d.Tasks*k)}
	for i := range d.Tasks {
		row := e.Posterior[i*k : (i+1)*k]
		if from, to := d.Of(i); from == to || d.Truth(i) != crowd.Unknown {
			crowd.Share(d, i, row)
			continue
		}
		class := k - 1
		for l := range k - 1 {
			if s.task[l][i] < least[l] { // zero and NaN count as above
				class = l
				break
			}
		}
		row[class] = 1
	}
	e.Extra = append(s.columns("score", "Score", crowd.OfTask, s.task), s.columns("weight", "Weight", crowd.OfWorker, s.worker)...)
	return e
}

// columns shows one column a side.
func (s *scores) columns(name, title string, of crowd.Of, rows [][]float64) []crowd.Column {
	var columns []crowd.Column
	for l, row := range rows {
		c := crowd.NewColumn(of, name, title, row)
		if len(rows) > 1 {
			c.Name = fmt.Sprintf("%s_%d", name, l+1)
			c.Title = fmt.Sprintf("%s, above class %d", title, l+1)
		}
		columns = append(columns, c)
	}
	return columns
}

// decomposition is a fit that takes one side a step.
type decomposition struct {
	scores
	next     int
	solve    func(a side) (task, worker []float64, err error) // task nil: nothing to say; err: a doubt
	warnings []error
}

// Step decomposes the matrix of the next side. Nothing converges, so Change is NaN.
func (f *decomposition) Step() (fit.Step, error) {
	l := f.next
	if a := (side{&f.d.Labels, l}); a.open() {
		task, worker, err := f.solve(a)
		if task != nil {
			f.task[l], f.worker[l] = task, worker
		}
		if err != nil && !slices.Contains(f.warnings, err) {
			f.warnings = append(f.warnings, err)
		}
	}
	f.next++
	return fit.Step{Objective: math.NaN(), Change: math.NaN(), Flips: -1, Done: f.next == f.d.Classes-1}, nil
}

func (f *decomposition) Warnings() []error { return f.warnings }
