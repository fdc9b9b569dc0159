// Package export turns what a fit found into files.
//
//	labels.csv      task, then what workers saw of it (Content), then label,probability,votes,majority,agreement,look,tie,posterior
//	                (numbers: value,votes,mean,sd; after a review reviewed,method_label,note before tie)
//	posteriors.csv  task, then one column a class
//	workers.csv     worker,labels,accuracy,agreement,accuracy_low,accuracy_high,model_accuracy, then what is
//	                peculiar to the method, then how the worker stands (api.Standing): expected_accuracy,
//	                expected_low,expected_high,others,others_low,others_high,seconds,true_accuracy,true_low,
//	                true_high,true_labels,changes,gain,verdict,evidence,tier,excluded
//	                (numbers: worker,labels,deviation,difference,difference_variance and, with a truth, true_bias,true_variance,
//	                true_labels)
//	confusion.csv   worker,truth,label,probability,count and, with a truth, true_count
//	classes.csv     class,tasks,prior, then what is peculiar to the method
//	                (if wrong labels have costs, labels.csv has least_cost_label,least_cost,label_cost after look,
//	                and workers.csv saved_random,saved_strategic: see Priced)
//	tasks.csv       task, then what is peculiar to the method; only where there is such a thing
//	run.json        the run record
//
// probability is calibrated (package calibrate), posterior what the model itself believes,
// which is often too certain; posteriors.csv has calibrated probabilities. Where nothing shows
// how right the labels are (one label a task, workers who agree by chance), probability is empty,
// labels have no costs, other shapes have no scores, and posteriors.csv has what the model believes.
// votes is how many labels of the task name its label, of all: “3 of 5”, in JSON two numbers. majority is
// the label of the majority vote, agreement the share of the task's pairs of labels that are the same, look the
// place of the label among those to look at, and tie whether the seed chose between equally probable classes.
// Answers explains the figures of workers. count is an expected count;
// a row of a confusion matrix without evidence (all counts 0) has uniform probabilities,
// unless the method has its own.
//
// Files are UTF-8 with RFC 4180 quoting and LF line ends. Probabilities and other shares have six significant digits, and all other
// numbers the shortest form that reads back to the same bits; unknown figures are empty cells. The same answers give the same bytes.
package export

import (
	"iter"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/kind"
	"concord/core/metric"
	"concord/core/sheet"
)

// Named is a data set with the names of its tasks, workers and classes.
type Named struct {
	Data                    *crowd.Dataset
	Tasks, Workers, Classes sheet.Names    // Classes has no entry where labels are numbers
	Cut                     kind.Cut       // what the data ask of the tasks, as people count them
	Order                   []int32        // the classes as they are listed; nil: by number
	Reviews                 map[int]Review // by task; nil: nobody reviewed any
	Content                 *Content       // what tables show of the tasks beside their names; nil: nothing
	Place                   []int32        // by task: its place among the labels to look at, 1 the first; 0: none. Nil: nothing shows it
}

// Of returns what a cut asks.
func Of(cut kind.Cut) Named {
	s := cut.Questions()
	return Named{Data: s.Data, Tasks: s.Tasks, Workers: s.Workers, Classes: s.Classes, Cut: cut}
}

// Review is what there is to say of a task that the user judged, beside the label.
type Review struct {
	Method string // its label before; empty: unknown
	Note   string
}

// Formulas returns how many names a spreadsheet would run as a formula, and the first of
// them. pause is called from time to time; its error is returned.
func Formulas(n Named, pause func() error) (count int, first string, err error) {
	var name []byte
	for _, names := range []sheet.Names{n.LabelNames(), n.Workers, n.TaskNames()} {
		for i := range names.Len() {
			if i%block == 0 {
				if err := pause(); err != nil {
					return 0, "", err
				}
			}
			name = names.Append(name[:0], i)
			if sheet.Formula(name) {
				if count == 0 {
					first = string(name)
				}
				count++
			}
		}
	}
	return count, first, nil
}

// ClassAt returns the class in a place of a list of classes.
func (n *Named) ClassAt(place int) int {
	if n.Order == nil {
		return place
	}
	return int(n.Order[place])
}

// Answers are what a fit says of each task and each worker: what the tables on the screen
// and the files share, computed once.
//
// Accuracy of worker j is the mean calibrated probability of j's labels, with an interval
// that holds the share of them that is right for some 95 % of real workers
// (calibrate.Workers).
//
// Modelled is the model's own view of it, Σ_k p_k π_j[k][k]: the probability that j names
// the truth of a task drawn from the class prior p (uniform if the method has none).
//
// Agreement of worker j is the expected share of j's labels that name the truth, by the
// model, Σ q_i,y / n_j over j's labels. It weights classes as j met them, and is
// optimistic, since j's own labels contributed to the posterior q.
//
// Deviation of worker j, of numeric labels, is the root mean square of the differences
// between j's labels and the estimated values.
type Answers struct {
	Named
	Result      *fit.Result
	Seed        uint64
	Calibration *calibrate.Calibration // nil: probabilities are the model's own

	Label     []int32              // N, the most probable class of each task of the data; nil: labels are numbers
	Right     []float64            // N, how probably Label is right, calibrated; nil where labels are numbers
	Tie       []bool               // N, whether the seed chose it among equally probable classes
	Ties      int                  // how often it did
	Given     []int32              // M, labels that the worker gave; where tasks are several questions, tasks that the worker answered
	Accuracy  []calibrate.Interval // M; nil where labels are numbers
	Modelled  []float64            // M; nil where the method has no confusion matrices
	Agreement []float64            // M; nil where labels are numbers
	Deviation []float64            // M; nil where labels are classes
	Standings []api.Standing       // M; nil: not known yet, or labels are numbers
	Sampled   string               // what of them was found out by some of the tasks only, a sentence; empty: nothing
	Tiers     bool                 // files name the tiers of workers: pay may hang on them, so only where somebody asks for them
	Offsets   []api.Offsets        // M, from the values; nil where labels are classes
	*Priced                        // nil: wrong labels have no costs

	// What the answers are compared with.
	Truth       []int32       // N, a class or crowd.Unknown; nil: no truth
	TrueOffsets []api.Offsets // M, from the truth, of numeric labels; nil: no truth
}

// block is how many tasks are processed between two calls of pause.
const block = 1 << 14

// New computes the answers. calibration is asked for that of their probabilities once the labels are known; nil: they are the model's.
// pause is called from time to time (nil: never); its error is returned.
func New(
	of Named, r *fit.Result, seed uint64, calibration func(*Answers) (*calibrate.Calibration, error), pause func() error,
) (*Answers, error) {
	a := &Answers{Named: of, Result: r, Seed: seed, Given: make([]int32, of.Data.Workers)}
	var add func(i int)
	if of.Cut.Info().Numbers {
		a.Deviation = make([]float64, of.Data.Workers)
		add = a.addValue
	} else {
		a.Label = make([]int32, of.Data.Tasks)
		a.Tie = make([]bool, of.Data.Tasks)
		a.Agreement = make([]float64, of.Data.Workers)
		add = a.addClass
	}
	if a.Label == nil {
		a.Offsets = metric.OffsetsOf(&of.Data.Labels, func(i int) float64 { return r.Value[i] })
	}
	for i := range of.Data.Tasks {
		if i%block == 0 && pause != nil {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		add(i)
	}
	for j, n := range a.Given {
		if a.Label == nil {
			a.Deviation[j] = math.Sqrt(a.Deviation[j] / float64(n))
		} else {
			a.Agreement[j] /= float64(n)
		}
	}
	if !of.Cut.Whole() {
		a.countTasks()
	}
	if a.Label == nil {
		return a, nil
	}
	if r.Confusion != nil {
		a.Modelled = a.modelled()
	}
	var c *calibrate.Calibration
	if calibration != nil {
		var err error
		if c, err = calibration(a); err != nil {
			return nil, err
		}
	}
	return a, a.Calibrate(c, pause)
}

// Spread returns the standard deviation of the estimate of how many of all labels are right; NaN: nothing can be said of that.
func (a *Answers) Spread() float64 {
	if a.Calibration == nil {
		return calibrate.Drift
	}
	return a.Calibration.Spread
}

// Silent reports whether nothing shows how right the labels are: their probabilities are unknown then.
func (a *Answers) Silent() bool { return a.Calibration != nil && a.Calibration.Silent }

// Belief says whether the probabilities are calibrated.
func (a *Answers) Belief() string {
	if a.Calibration == nil || a.Silent() {
		return "Not calibrated: the probabilities are what the method believes, and nothing in the file shows how often it is right."
	}
	return "Calibrated: a class with 0.8 should be right about 8 times in 10."
}

// Calibrate replaces the calibration; what the labels cost is to be computed again. pause is as New has it; its
// error leaves the answers as they were.
func (a *Answers) Calibrate(c *calibrate.Calibration, pause func() error) error {
	was, q := a.Calibration, make([]float64, a.Data.Classes)
	right := make([]float64, a.Data.Tasks)
	a.Calibration = c
	var err error
	accuracy := calibrate.Workers(&a.Data.Labels, func(i int) []float64 {
		if i%block == 0 && pause != nil {
			if err = pause(); err != nil {
				return nil
			}
		}
		q = a.Calibrated(i, q)
		right[i] = q[a.Label[i]]
		return q
	}, a.Spread())
	if err != nil {
		a.Calibration = was
		return err
	}
	a.Accuracy, a.Right = accuracy, right
	return nil
}

func (a *Answers) addClass(i int) {
	d, q := a.Data, a.Posterior(i)
	best, tie := crowd.Best(q, i, a.Seed)
	a.Label[i], a.Tie[i] = int32(best), tie
	if tie {
		a.Ties++
	}
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		j := d.Worker[n]
		a.Given[j]++
		a.Agreement[j] += q[d.Class[n]]
	}
}

func (a *Answers) addValue(i int) {
	d, x := a.Data, a.Result.Value[i]
	from, to := d.Of(i)
	for n := from; n < to; n++ {
		j := d.Worker[n]
		a.Given[j]++
		a.Deviation[j] += (d.Value[n] - x) * (d.Value[n] - x)
	}
}

// countTasks has Given count the tasks that each worker answered, by the first question about each.
func (a *Answers) countTasks() {
	clear(a.Given)
	for i := range a.Len() {
		first, _ := a.Cut.Of(i)
		from, to := a.Data.Of(first)
		for _, j := range a.Data.Worker[from:to] {
			a.Given[j]++
		}
	}
}

// modelled is Modelled.
func (a *Answers) modelled() []float64 {
	k := a.Data.Classes
	out := make([]float64, a.Data.Workers)
	for j := range out {
		for c := range k {
			out[j] += a.Prior(c) * a.Result.Confusion[j*k*k+c*k+c]
		}
	}
	return out
}

// Calibrated returns the calibrated posterior of task i of the data, in the memory of to if
// that is large enough.
func (a *Answers) Calibrated(i int, to []float64) []float64 {
	to = append(to[:0], a.Posterior(i)...)
	if a.Calibration != nil {
		a.Calibration.Row(&a.Data.Labels, i, a.Posterior(i), to)
	}
	return to
}

// Posterior returns what the model believes of task i of the data.
func (a *Answers) Posterior(i int) []float64 {
	return a.Result.Row(i, a.Data.Classes)
}

// Prior returns the prior of class k, uniform where the method has none.
func (a *Answers) Prior(k int) float64 {
	if a.Result.Prior == nil {
		return 1 / float64(a.Data.Classes)
	}
	return a.Result.Prior[k]
}

// Extra returns the columns of tasks, workers or classes that only the method has.
func (a *Answers) Extra(of crowd.Of) []crowd.Column {
	return slices.DeleteFunc(slices.Clone(a.Result.Extra), func(c crowd.Column) bool { return c.Of != of })
}

// Says returns the probability that worker j says l if the truth is k, given j's expected
// counts of that cell and of row k.
func (a *Answers) Says(j, k, l int, count, row float64) float64 {
	n := a.Data.Classes
	switch own := a.Result.Confusion; {
	case own != nil:
		return own[j*n*n+k*n+l]
	case row > 0:
		return count / row
	}
	return 1 / float64(n)
}

// says writes the confusion matrix of worker j, row = truth, given j's expected counts.
func (a *Answers) says(j int, counts, matrix []float64) {
	k := a.Data.Classes
	for t := range k {
		row, sum := counts[t*k:(t+1)*k], 0.0
		for _, n := range row {
			sum += n
		}
		for l, n := range row {
			matrix[t*k+l] = a.Says(j, t, l, n, sum)
		}
	}
}

// blocks yields ranges of workers, so that about so many counts K×K are in memory at a time.
func (a *Answers) blocks(most int) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		some := max(1, most/max(1, a.Data.Classes*a.Data.Classes))
		for from := 0; from < a.Data.Workers && yield(from, min(from+some, a.Data.Workers)); from += some {
		}
	}
}

// counts yields the expected counts K×K of each worker, row = truth. About so many
// counts are in memory at a time.
func (a *Answers) counts(most int) iter.Seq2[int, []float64] {
	return func(yield func(int, []float64) bool) {
		size := a.Data.Classes * a.Data.Classes
		for from, to := range a.blocks(most) {
			counts := crowd.CountsBy(&a.Data.Labels, a.Posterior, from, to)
			for j := from; j < to; j++ {
				if !yield(j, counts[(j-from)*size:(j-from+1)*size]) {
					return
				}
			}
		}
	}
}
