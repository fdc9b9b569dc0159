package dawidskene

import (
	"fmt"
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
	"concord/internal/shared"
)

// Sinha et al. 2018, Table 2, RTE: −log L is 3679.63 by DS and 3680.32 by
// Hybrid, when each stops by its own rule. 58 of 800 labels are then wrong.
func TestPaperRTE(t *testing.T) {
	s := shared.Load(t, "rte", "labels.csv")
	for _, c := range []struct {
		method fit.Method
		want   string
	}{{&DS{}, "3679.63"}, {&DS{Assign: SoftThenHard}, "3680.32"}} {
		r, err := fit.Run(s.Data, c.method, fit.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != fit.Converged {
			t.Errorf("%T: status %v, want converged", c.method, r.Status)
		}
		if got := fmt.Sprintf("%.2f", -r.Trace[len(r.Trace)-1].Objective); got != c.want {
			t.Errorf("%T: −log L = %s, want %s", c.method, got, c.want)
		}
		labels, _ := r.Labels(2, 0)
		if wrong := math.Round(800 * s.Error(labels)); wrong != 58 {
			t.Errorf("%T: %v labels are wrong, want 58", c.method, wrong)
		}
	}
}

// Dawid & Skene 1979, Table 3: class marginals .40 .42 .11 .07. Observer 1 looked
// at each patient three times.
func TestPaperPatients(t *testing.T) {
	s := shared.Load(t, "ds1979", "labels.csv")
	r, err := fit.Run(s.Data, &DS{}, fit.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []string{"0.40", "0.42", "0.11", "0.07"} {
		if got := fmt.Sprintf("%.2f", r.Prior[k]); got != want {
			t.Errorf("marginal of class %d: got %s, want %s", k+1, got, want)
		}
	}
	// Row 1 of Table 3's matrix for observer 1 in the paper's last iteration:
	// of 18 patients of class 1 he said 1 with .89 and 2 with .11.
	for l, want := range []string{"0.89", "0.11", "0.00", "0.00"} {
		if got := fmt.Sprintf("%.2f", r.Confusion[l]); got != want {
			t.Errorf("observer 1, truth 1, label %d: got %s, want %s", l+1, got, want)
		}
	}
}

// By hand. Three tasks, two workers, two classes:
//
//	task 0: worker 0 says 0, worker 1 says 0
//	task 1: worker 0 says 1, worker 1 says 0
//	task 2: worker 0 says 1, worker 1 says 1
//
// Vote shares are (1, 0), (½, ½), (0, 1). First M-step: p = (½, ½);
// worker 0, truth 0: 1 of 1½ labels are 0, ½ are 1; truth 1: 0 of 1½, all are 1;
// worker 1, truth 0: all of 1½ are 0; truth 1: ½ of 1½ is 0, 1 is 1.
// E-step: task 0: ½·⅔·1 = ⅓ against ½·0·⅓ = 0; task 1: ½·⅓·1 = 1/6 against
// ½·1·⅓ = 1/6; task 2: 0 against ½·1·⅔ = ⅓. log L = log ⅓ + log ⅓ + log ⅓.
func TestByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewLabels(3, 2, 2,
		[]int32{0, 0, 1, 1, 2, 2}, []int32{0, 1, 0, 1, 0, 1}, []int32{0, 0, 1, 0, 1, 1})}
	r, trace := exactly(t, d, &DS{}, 1)
	near(t, "log-likelihood of step", 1, trace[0].Objective, 3*math.Log(1./3), 1e-14)
	for n, want := range []float64{1, 0, .5, .5, 0, 1} {
		near(t, "posterior", n, r.Posterior[n], want, 1e-15)
	}
	for n, want := range []float64{2. / 3, 1. / 3, 0, 1, 1, 0, 1. / 3, 2. / 3} {
		near(t, "confusion", n, r.Confusion[n], want, 1e-15)
	}
}

// A worker who labels a task three times counts as three labels.
func TestRepeatedLabels(t *testing.T) {
	once := &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 2,
		[]int32{0, 0, 1, 1}, []int32{0, 1, 0, 1}, []int32{0, 1, 1, 1})}
	more := &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 2,
		[]int32{0, 0, 0, 0, 1, 1}, []int32{0, 0, 0, 1, 0, 1}, []int32{0, 0, 0, 1, 1, 1})}
	r, _ := exactly(t, more, &DS{}, 1)
	// task 0's shares are (¾, ¼), task 1's (0, 1): of truth 0 worker 0 has given
	// 3·¾ labels 0; of truth 1 he has given 3·¼ labels 0 and one label 1.
	for n, want := range []float64{1, 0, .75 / 1.75, 1 / 1.75} {
		near(t, "confusion of worker 0", n, r.Confusion[n], want, 1e-15)
	}
	other, _ := exactly(t, once, &DS{}, 1)
	if other.Posterior[0] == r.Posterior[0] {
		t.Errorf("the posterior is %v with the label once or three times", r.Posterior[0])
	}
}

// Brute force: the likelihood is the sum over all truths there could be, and a
// posterior the share of those in which the task has the class.
func TestBruteForce(t *testing.T) {
	const tasks, classes = 5, 3
	d := simulate.DawidSkene{Tasks: tasks, Workers: 4, Classes: classes}.Draw(2).Data
	f := begin(t, &DS{Smoothing: .1}, d)
	for range 3 {
		advance(t, f)
	}
	m := f.model
	sum, of := 0.0, make([]float64, tasks*classes)
	truths := int(math.Pow(classes, tasks))
	for code := range truths {
		joint, rest := 1.0, code
		for i := range tasks {
			k := rest % classes
			rest /= classes
			joint *= m.Prior[k]
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				joint *= m.Table[(int(d.Worker[n])*classes+int(d.Class[n]))*classes+k]
			}
		}
		sum += joint
		for i, rest := 0, code; i < tasks; i, rest = i+1, rest/classes {
			of[i*classes+rest%classes] += joint
		}
	}
	near(t, "log-likelihood of all", truths, f.now.LogLikelihood, math.Log(sum), 1e-12)
	for n, q := range f.Estimate().Posterior {
		near(t, "posterior", n, q, of[n]/sum, 1e-12)
	}
}

// More labels bring the confusion matrices closer to those that made them.
func TestRecovery(t *testing.T) {
	last := math.Inf(1)
	for _, tasks := range []int{100, 1000, 10_000} {
		w := simulate.DawidSkene{Tasks: tasks, Workers: 10, Classes: 3}.Draw(4)
		r, err := fit.Run(w.Data, &DS{}, fit.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		var off float64
		for n, p := range r.Confusion {
			off += math.Abs(p - w.Confusion[n])
		}
		off /= float64(len(r.Confusion))
		if !(off < last/2) {
			t.Errorf("%d tasks: the matrices are off by %.4f on average, and by %.4f with a tenth of the tasks", tasks, off, last)
		}
		last = off
	}
	if last > .01 {
		t.Errorf("10,000 tasks, 10 labels each: the matrices are off by %.4f on average", last)
	}
}
