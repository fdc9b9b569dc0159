package discovery

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/fit/fittest"
	"concord/core/simulate"
	"concord/internal/shared"
)

func run(t testing.TB, d *crowd.Dataset, m fit.Method, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for n, x := range want {
		if math.Abs(got[n]-x) > 1e-9 {
			t.Errorf("%s: got %v, want %v", what, got, want)
			return
		}
	}
}

// TestByHand: workers 0 and 1 outvote worker 2 in task 0 of four, and worker 1 is outvoted
// in task 1; worker 0 is alone in task 2, and 0 and 2 differ in task 3.
//
//	losses   0: ½ of the tie in task 3; 1: 1; 2: 1 + ½
//	labels   4, 2, 3; mean losses 1/8, 1/2, 1/2; the largest is 1/2
//	CRH      weights −log 1/4, 0, 0
//	Sum      weights −log 1/3, −log 2/3, 0
//	CATD     χ²(0.025, n) = 0.4844186, 0.05063562, 0.2157953 for n = 4, 2, 3; each loss is
//	         at least half of the mean, 3/18: weights 0.9688372, 0.05063562, 0.1438635
func TestByHand(t *testing.T) {
	task := []int32{0, 0, 0, 1, 1, 1, 2, 3, 3}
	worker := []int32{0, 1, 2, 0, 1, 2, 0, 0, 2}
	class := []int32{0, 0, 1, 1, 0, 1, 1, 0, 1}
	d := &crowd.Dataset{Labels: crowd.NewLabels(4, 3, 2, task, worker, class)}
	share := func(a, b, c float64) []float64 {
		return []float64{(a + b) / (a + b + c), c / (a + b + c), b / (a + b + c), (a + c) / (a + b + c), 0, 1, a / (a + c), c / (a + c)}
	}
	for _, c := range []struct {
		name    string
		m       fit.Method
		a, b, c float64
	}{
		{"CRH", CRH{}, math.Log(4), 0, 0},
		{"CRH of sums", CRH{Sum: true}, math.Log(3), math.Log(1.5), 0},
		{"CATD", CATD{}, 0.4844185571, 0.05063561597, 0.2157952826},
	} {
		r := run(t, d, c.m, fit.Settings{MaxSteps: 1})
		a, b, w := c.a, c.b, c.c
		if c.name == "CATD" {
			a, b, w = a/.5, b/1, w/1.5
		}
		near(t, c.name+": posterior", r.Posterior, share(a, b, w))
		near(t, c.name+": weight", r.Extra[0].Values, []float64{1, b / a, w / a})
	}
}

// TestNumbersByHand: three workers give 1, 2 and 6 in one task, 3, 3 and 0 in another.
//
//	medians   2 and 3; standard deviations √(14/3) and √2
//	CRH       losses 1/√(14/3), 0 and 4/√(14/3) + 3/√2, by two labels each; worker 1 gets the
//	          most weight: −log 10⁻⁷ of a scale on which worker 2 has none, and worker 0 less than half
//	CATD      losses 1, 0 (at least half of 26/6) and 16 + 9: weights as 6/13 : 6/13 : 1/25
func TestNumbersByHand(t *testing.T) {
	d := &crowd.Dataset{Labels: crowd.NewValues(2, 3, []int32{0, 0, 0, 1, 1, 1}, []int32{0, 1, 2, 0, 1, 2}, []float64{1, 2, 6, 3, 3, 0})}
	r := run(t, d, CRH{}, fit.Settings{MaxSteps: 1})
	near(t, "CRH", r.Value, []float64{2, 3})
	s, u := math.Sqrt(14./3), math.Sqrt(2)
	near(t, "CRH: weight", r.Extra[0].Values, []float64{math.Log(1/s/(4/s+3/u)) / math.Log(1e-7), 1, 0})
	r = run(t, d, CATD{}, fit.Settings{MaxSteps: 1})
	a, b := 6./13, 1./25
	near(t, "CATD", r.Value, []float64{(a + 2*a + 6*b) / (2*a + b), 6 * a / (2*a + b)})
}

// TestMedian: half way between two numbers with half of the weight on either side; weights
// of zero count for nothing.
func TestMedian(t *testing.T) {
	for _, c := range []struct {
		value, weight []float64
		want          float64
	}{
		{[]float64{1, 2, 9}, []float64{1, 1, 1}, 2},
		{[]float64{1, 2, 3, 9}, []float64{1, 1, 1, 1}, 2.5},
		{[]float64{1, 2, 3, 9}, []float64{1, 1, 0, 2}, 5.5},
		{[]float64{1, 2, 9}, []float64{1, 1, 5}, 9},
		{[]float64{4}, []float64{.1}, 4},
	} {
		if got := (absolute{}).truth(c.value, c.weight); got != c.want {
			t.Errorf("%v weighed %v: got %v, want %v", c.value, c.weight, got, c.want)
		}
	}
}

// TestChi: quantiles as tables print them.
func TestChi(t *testing.T) {
	c := &confidence{alpha: .05, quantile: map[float64]float64{}}
	for n, want := range map[float64]float64{1: 0.000982069, 2: 0.0506356, 10: 3.24697, 30: 16.7908, 100: 74.2219} {
		if got := c.chi(n); math.Abs(got/want-1) > 5e-6 {
			t.Errorf("χ²(0.025, %v): got %v, want %v", n, got, want)
		}
	}
}

// TestOracle: the answers are those of the program of Zheng et al. 2017 with its settings,
// but for tasks where it draws a tied vote by lot, and what follows from that: a quarter as
// many as there are ties at most.
func TestOracle(t *testing.T) {
	for _, s := range []struct {
		name, oracle, file string
	}{
		{"bluebird", "bluebird", "labels.csv"}, {"rte", "rte", "labels.csv"}, {"dog", "dog", "labels_all.csv"},
		{"trec2011", "trec", "labels.csv"}, {"web", "web", "labels.csv"},
	} {
		set := shared.Load(t, s.name, s.file)
		d := set.Data
		_, ties := (&crowd.Estimate{Posterior: crowd.Shares(d)}).Labels(d.Classes, 0)
		for _, m := range []struct {
			name, file string
			column     int
			method     fit.Method
			steps      int
		}{
			{"CRH", "vldb17_labels.csv", 4, CRH{Sum: true}, 10},
			{"CATD", "vldb17_catd_labels.csv", 1, CATD{Least: 1e-9}, 100},
		} {
			r := run(t, d, m.method, fit.Settings{MaxSteps: m.steps, Tolerance: -1})
			want := map[string]string{}
			for _, row := range shared.Records(t, "oracle", s.oracle, m.file) {
				want[row[0]] = row[m.column]
			}
			labels, _ := r.Labels(d.Classes, 0)
			differ := 0
			for i, l := range labels {
				if set.Classes[l] != want[set.Tasks[i]] {
					differ++
				}
			}
			t.Logf("%s on %s: %d of %d tasks differ, %d ties", m.name, s.name, differ, d.Tasks, ties)
			if differ > ties/4 {
				t.Errorf("%s on %s: got %d tasks that differ, want at most %d", m.name, s.name, differ, ties/4)
			}
		}
	}
}

// onlyNumbers are the methods as the laws for numbers see them.
type onlyNumbers struct{ fit.Method }

func (m onlyNumbers) Uses(has crowd.Parts) (crowd.Parts, error) {
	if !has.Numeric {
		return crowd.Parts{}, errors.New("it is to be tried on numbers")
	}
	return m.Method.Uses(has)
}

func TestLawsOfNumbers(t *testing.T) {
	for _, m := range []fit.Method{CRH{}, CATD{}} {
		fittest.Run(t, fittest.Subject{Name: fmt.Sprintf("%T", m), New: func() fit.Method { return onlyNumbers{m} }})
	}
}

// TestRecovery: simulated workers come out in the order of their accuracy, and the answers
// are better than the plain vote's, or the plain mean's.
func TestRecovery(t *testing.T) {
	var crew []simulate.Matrix
	for j := range 10 {
		crew = append(crew, simulate.Coin(3, .4+.055*float64(j)))
	}
	w := simulate.DawidSkene{Tasks: 4000, Workers: 10, Classes: 3, PerTask: 5, Confusion: simulate.Crew(crew...)}.Draw(3)
	wrong := func(q []float64) (n int) {
		labels, _ := (&crowd.Estimate{Posterior: q}).Labels(3, 1)
		for i, l := range labels {
			if l != w.Truth[i] {
				n++
			}
		}
		return n
	}
	plain := wrong(crowd.Shares(w.Data))
	for _, m := range []fit.Method{CRH{}, CATD{}} {
		r := run(t, w.Data, m, fit.Settings{})
		got := wrong(r.Posterior)
		t.Logf("%T: %d of 4000 wrong, the vote %d; weights %.2f", m, got, plain, r.Extra[0].Values)
		if got >= plain {
			t.Errorf("%T: got %d wrong answers, want fewer than the vote's %d", m, got, plain)
		}
		for j, x := range r.Extra[0].Values[1:] {
			if before := r.Extra[0].Values[j]; x <= before {
				t.Errorf("%T: got weight %v of worker %d, want more than worker %d has, %v", m, x, j+1, j, before)
			}
		}
	}
	precision := []float64{1, 1, 1, 1, 1, 9, 9, 9, 9, 9}
	n := simulate.Numbers{Tasks: 500, Workers: 10, PerTask: 6, Bias: make([]float64, 10), Precision: precision}.Draw(2)
	off := func(value []float64) (sum float64) {
		for i, x := range value {
			sum += (x - n.Value[i]) * (x - n.Value[i])
		}
		return sum
	}
	mean := make([]float64, 500)
	for i := range mean {
		from, to := n.Data.Of(i)
		for _, x := range n.Data.Value[from:to] {
			mean[i] += x / float64(to-from)
		}
	}
	for _, m := range []fit.Method{CRH{}, CATD{}} {
		if got, want := off(run(t, n.Data, m, fit.Settings{}).Value), off(mean); got > .8*want {
			t.Errorf("%T: got squared error %v, want much less than the mean's %v", m, got, want)
		}
	}
}

func TestCannotRun(t *testing.T) {
	if _, err := (CRH{}).Uses(crowd.Parts{Anonymous: true}); err != crowd.ErrAnonymous {
		t.Errorf("got %v, want a refusal of anonymous labels", err)
	}
}
