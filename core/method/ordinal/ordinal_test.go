package ordinal_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/fit/fittest"
	"concord/core/method/dawidskene"
	"concord/core/method/ordinal"
	"concord/core/simulate"
)

func TestLaws(t *testing.T) {
	fittest.Run(t, fittest.Subject{
		Name: "ordinal", New: func() fit.Method { return ordinal.Ordinal{} }, Rises: true, Product: true,
		Except: map[string]string{"renaming classes renames the answer": "it takes the classes as steps of a scale"},
	})
}

// observer is the confusion matrix of a worker by the model, written down anew.
func observer(t []float64, a, bias, lapse float64, guess []float64) simulate.Matrix {
	k := len(t) + 1
	m := make(simulate.Matrix, k*k)
	below := func(l, truth int) float64 { // P(u ≤ t_l)
		switch l {
		case 0:
			return 0
		case k:
			return 1
		}
		return 1 / (1 + math.Exp(-a*(t[l-1]-float64(truth)-bias)))
	}
	for truth := range k {
		for l := range k {
			m[truth*k+l] = (1-lapse)*(below(l+1, truth)-below(l, truth)) + lapse*guess[l]
		}
	}
	return m
}

func run(t *testing.T, d *crowd.Dataset, m fit.Method, steps int) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, fit.Settings{Seed: 1, MaxSteps: steps})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func column(t *testing.T, r *fit.Result, name string) []float64 {
	t.Helper()
	i := slices.IndexFunc(r.Extra, func(c crowd.Column) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("there is no column %q", name)
	}
	return r.Extra[i].Values
}

var (
	cuts    = []float64{.4, 1.6, 2.5, 3.4}
	uniform = []float64{.2, .2, .2, .2, .2}
	three   = []float64{0, 0, 1, 0, 0}
)

// scale is a crowd of the model: some precise, some vague, some biased, one who always says the same.
func scale(tasks, perTask int, seed uint64) (*simulate.World, []float64) {
	random := rand.New(rand.NewPCG(seed, 3))
	var crew []simulate.Matrix
	var biases []float64
	for j := range 40 {
		a, bias := 1.5+4*random.Float64(), []float64{0, 0, .8, -.8}[j%4]
		crew, biases = append(crew, observer(cuts, a, bias, .05, uniform)), append(biases, bias)
	}
	crew = append(crew, observer(cuts, 1, 0, 1, three))
	w := simulate.DawidSkene{Tasks: tasks, Workers: len(crew), Classes: 5, PerTask: perTask, Prior: []float64{.1, .25, .3, .25, .1},
		Confusion: simulate.Crew(crew...)}.Draw(seed)
	return w, biases
}

func wrong(r *fit.Result, w *simulate.World) float64 {
	said, _ := r.Labels(w.Data.Classes, 1)
	n := 0.0
	for i, z := range w.Truth {
		if said[i] != z {
			n++
		}
	}
	return n / float64(len(w.Truth))
}

// On data drawn from the model it is wrong less often than Dawid–Skene, which has 20 parameters for each worker in place of 7.
func TestItBeatsDawidSkeneOnScales(t *testing.T) {
	own, ds := 0.0, 0.0
	for seed := range uint64(5) {
		w, _ := scale(300, 4, seed)
		own += wrong(run(t, w.Data, ordinal.Ordinal{}, 0), w) / 5
		ds += wrong(run(t, w.Data, &dawidskene.DS{}, 0), w) / 5
	}
	if own > ds-.03 {
		t.Errorf("%.3f wrong, Dawid–Skene %.3f; want three points less", own, ds)
	}
}

// With many labels it finds who is biased and how, who guesses, and where the thresholds lie.
func TestRecovery(t *testing.T) {
	w, biases := scale(3000, 8, 1)
	r := run(t, w.Data, ordinal.Ordinal{}, 0)
	for at, want := range w.Confusion[:40*25] {
		if got := r.Confusion[at]; math.Abs(got-want) > .12 {
			t.Errorf("entry %d of the confusion matrices: got %.3f, want %.3f", at, got, want)
		}
	}
	bias, guesses := column(t, r, "bias"), column(t, r, "guesses")
	for j, want := range biases {
		if want != 0 && bias[j]*want < .1 {
			t.Errorf("worker %d, whose bias is %g: got %.2f", j, want, bias[j])
		}
		if guesses[j] > .3 {
			t.Errorf("worker %d guesses one time of twenty: got %.2f", j, guesses[j])
		}
	}
	if guesses[40] < .7 {
		t.Errorf("the worker who always says 3: got a share of guesses of %.2f", guesses[40])
	}
	for l, want := range cuts {
		if got := column(t, r, "threshold")[l+1]; math.Abs(got-want) > .2 {
			t.Errorf("threshold %d: got %.2f, want %.2f", l+1, got, want)
		}
	}
}

// On a tiny case the likelihood by enumeration of every truth grows, the posterior is that of Bayes, and the matrices are those of
// the formulas.
func TestByEnumeration(t *testing.T) {
	d := ordinal.Tiny()
	r := run(t, d, ordinal.Ordinal{}, 0)
	k := d.Classes
	for i := range d.Tasks {
		row, total := slices.Clone(r.Prior), 0.0
		from, to := d.Of(i)
		for c := range row {
			for v := from; v < to; v++ {
				row[c] *= r.Confusion[(int(d.Worker[v])*k+c)*k+int(d.Class[v])]
			}
			total += row[c]
		}
		for c, p := range row {
			if got := r.Posterior[i*k+c]; math.Abs(got-p/total) > 1e-12 {
				t.Errorf("task %d, class %d: got %g, want %g", i, c, got, p/total)
			}
		}
	}
	start := run(t, d, ordinal.Ordinal{}, 1)
	if got, before := ordinal.LogLikelihood(d, r.Prior, r.Confusion), ordinal.LogLikelihood(d, start.Prior, start.Confusion); got <= before {
		t.Errorf("the likelihood went from %.6f to %.6f", before, got)
	}
	a, lapse, thresholds := column(t, r, "precision"), column(t, r, "guesses"), column(t, r, "threshold")[1:]
	for j := range d.Workers {
		got := r.Confusion[j*k*k : (j+1)*k*k]
		best, at := math.Inf(1), 0.0
		for bias := -3.0; bias <= 3; bias += .001 { // the bias is what is left to know
			m, off := observer(thresholds, a[j], bias, lapse[j], []float64{0, 0, 0}), 0.0
			for truth := range k { // the guesses add the same to each row
				for l := range k {
					other := (truth+1)%k*k + l
					off += math.Abs((got[truth*k+l] - got[other]) - (m[truth*k+l] - m[other]))
				}
			}
			if off < best {
				best, at = off, bias
			}
		}
		if best > .01 {
			t.Errorf("worker %d: no bias explains the matrix %.4f; the best is %.3f, off by %g", j, got, at, best)
		}
	}
}
