package topic

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/diff/fd"

	"concord/core/crowd"
	"concord/core/prob"
)

// near is how far below the evidence the bound of these toys lies at most: mean
// field takes for independent what is not, topics that may be swapped above all.
const near = 8

// The bound is below the evidence, summed over all topics and all classes.
func TestClassifierBound(t *testing.T) {
	d := tiny()
	d.Labels = crowd.NewLabels(3, 2, 2, []int32{0, 0, 1, 2, 2}, []int32{0, 1, 0, 0, 1}, []int32{0, 0, 1, 1, 0})
	for _, p := range []Prior{{Topics: 2, Alpha: 1, Tau: 1}, {Topics: 2, Alpha: 0.2, Tau: 0.1}, {Topics: 3, Alpha: 2, Tau: 0.5},
		{Topics: 1, Alpha: 1, Tau: 1}} {
		f := start(t, d, &Classifier{Prior: p, Omega: 0.7}).(*classifier)
		for n := range 12 {
			eta := slices.Clone(f.eta)
			bound := step(t, f).Objective + f.l2/2*prob.Dot(eta, eta)
			want := evidence(d.Words, p, func(mean [][]float64) float64 {
				return logSumClasses(d, mean, eta, 0.7)
			})
			if bound > want+1e-9 || bound < want-near {
				t.Errorf("%+v, step %d: the bound is %.6f, the evidence %.6f", p, n+1, bound, want)
			}
		}
	}
}

// logSumClasses is log Σ_c p(c|z̄) p(y|c), with the workers integrated out.
func logSumClasses(d *crowd.Dataset, mean [][]float64, eta []float64, omega float64) float64 {
	k, c := len(mean[0]), d.Classes
	class := make([]int, d.Tasks)
	var sum float64
	for {
		s := 0.0
		count := make([]float64, d.Workers*c*c)
		for i, l := range class {
			var z float64
			for m := range c {
				z += math.Exp(prob.Dot(eta[m*k:(m+1)*k], mean[i]))
			}
			s += prob.Dot(eta[l*k:(l+1)*k], mean[i]) - math.Log(z)
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				count[int(d.Worker[n])*c*c+l*c+int(d.Class[n])]++
			}
		}
		for at := 0; at < len(count); at += c {
			s += polya(count[at:at+c], omega)
		}
		sum += math.Exp(s)
		n := 0
		for ; n < len(class); n++ {
			if class[n]++; class[n] < c {
				break
			}
			class[n] = 0
		}
		if n == len(class) {
			return math.Log(sum)
		}
	}
}

func TestRegressorBound(t *testing.T) {
	d := tiny()
	d.Labels = crowd.NewValues(3, 2, []int32{0, 0, 1, 2, 2}, []int32{0, 1, 0, 0, 1}, []float64{1, 1.5, -1, 0.2, 0})
	for _, p := range []Prior{{Topics: 2, Alpha: 1, Tau: 1}, {Topics: 2, Alpha: 0.2, Tau: 0.1}, {Topics: 3, Alpha: 2, Tau: 0.5},
		{Topics: 1, Alpha: 1, Tau: 1}} {
		f := start(t, d, &Regressor{Prior: p}).(*regressor)
		for n := range 12 {
			eta, sigma2 := slices.Clone(f.eta), f.sigma2
			bias, precision := slices.Clone(f.Bias), slices.Clone(f.Precision)
			priors := f.penalty()
			for _, q := range precision {
				priors += 0.5*math.Log(q) - q*f.within/2
			}
			bound := step(t, f).Objective - priors
			want := evidence(d.Words, p, func(mean [][]float64) (s float64) {
				for i := range d.Tasks {
					// x is integrated out label by label: its posterior is the next prior
					m, v := prob.Dot(eta, mean[i]), sigma2
					from, to := d.Of(i)
					for n := from; n < to; n++ {
						j := d.Worker[n]
						e, u := d.Value[n]-bias[j]-m, v+1/precision[j]
						s -= 0.5*math.Log(2*math.Pi*u) + e*e/(2*u)
						m, v = m+v/u*e, v/precision[j]/u
					}
				}
				return s
			})
			if bound > want+1e-9 || bound < want-near {
				t.Errorf("%+v, step %d: the bound is %.6f, the evidence %.6f", p, n+1, bound, want)
			}
		}
	}
}

// The gradient by η that the pass over the words gathers is that of the bound.
func TestEtaGradient(t *testing.T) {
	w := simulate(12, 15, 1)
	w.classes([]float64{0.9, 0.7}, 2, 1)
	f := start(t, w.data, &Classifier{Prior: Prior{Topics: 4}}).(*classifier)
	for range 3 {
		step(t, f)
	}
	type seen struct {
		phi   []float64
		count []int32
		q     []float64
		n     float64
	}
	var docs []seen
	f.curve.reset()
	for i := range w.data.Tasks {
		f.document(i)
		docs = append(docs, seen{slices.Clone(f.doc.phi), f.doc.count, f.lambda[i*3 : (i+1)*3], f.doc.n})
	}
	bound := func(eta []float64) (s float64) {
		for _, d := range docs {
			var z float64
			for l := range 3 {
				product := 1.0
				for n, c := range d.count {
					var b, m float64
					for k := range 4 {
						b += d.phi[n*4+k] * math.Exp(eta[l*4+k]/d.n)
						m += d.phi[n*4+k] * eta[l*4+k] / d.n
					}
					product *= math.Pow(b, float64(c))
					s += d.q[l] * float64(c) * m
				}
				z += product
			}
			s -= math.Log(z)
		}
		return s
	}
	want := fd.Gradient(nil, bound, f.eta, &fd.Settings{Formula: fd.Central})
	for n, g := range f.curve.gradient {
		if math.Abs(g-want[n]) > 1e-6*(1+math.Abs(want[n])) {
			t.Errorf("entry %d of the gradient is %.9f, by finite differences %.9f", n, g, want[n])
		}
	}
}

// With one mini-batch of everything and ρ = 1, a step is that of the batch
// algorithm.
func TestOneMiniBatchIsABatch(t *testing.T) {
	w := simulate(30, 20, 2)
	w.classes([]float64{0.9, 0.7, 0.6}, 2, 2)
	batch := start(t, w.data, &Classifier{Prior: Prior{Topics: 4}}).(*classifier)
	mini := start(t, w.data, &Classifier{Prior: Prior{Topics: 4, Batch: 30}}).(*classifier)
	mini.prior.Kappa = 0 // ρ = 1
	for n := range 4 {
		a, b := step(t, batch), step(t, mini)
		if math.Abs(a.Objective-b.Objective) > 1e-9*math.Abs(a.Objective) {
			t.Errorf("step %d: the bound is %.9f of the batch, %.9f of the mini-batch", n+1, a.Objective, b.Objective)
		}
	}
	if e := apartBy(batch.topics.zeta, mini.topics.zeta); e > 1e-6 {
		t.Errorf("the topics are %g apart", e)
	}
	w.numbers([]float64{0.3, -0.3}, []float64{0.1, 0.2}, 2)
	one := start(t, w.data, &Regressor{Prior: Prior{Topics: 4}}).(*regressor)
	two := start(t, w.data, &Regressor{Prior: Prior{Topics: 4, Batch: 100}}).(*regressor)
	two.prior.Kappa = 0
	for range 4 {
		step(t, one)
		step(t, two)
	}
	if e := apartBy(one.eta, two.eta); e > 1e-6 {
		t.Errorf("the regression's weights are %g apart", e)
	}
}

func apartBy(a, b []float64) (most float64) {
	for i, x := range a {
		most = math.Max(most, math.Abs(x-b[i]))
	}
	return most
}

// A power is the same however it is come by.
func TestPower(t *testing.T) {
	for _, n := range []int32{1, 2, 64, 65, 66, 67, 127, 128, 1000, 4097, 1_000_000} {
		const x = 1 + 1e-6
		if got, want := power(x, n), math.Pow(x, float64(n)); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%d: got %v, want %v", n, got, want)
		}
	}
}

// Asking for the bound of the whole corpus changes nothing; in batch mode it is what the next step reports.
func TestBoundOfAll(t *testing.T) {
	w := simulate(120, 20, 4)
	w.classes([]float64{0.9, 0.7}, 2, 4)
	for _, batch := range []int{0, 30} {
		m := &Classifier{Prior: Prior{Topics: 4, Batch: batch}}
		asked, plain := start(t, w.data, m).(*classifier), start(t, w.data, m).(*classifier)
		for n := range 8 {
			bound := asked.Bound()
			if again := asked.Bound(); again != bound {
				t.Fatalf("mini-batches of %d, step %d: the bound is %g, and asked again %g", batch, n+1, bound, again)
			}
			got, want := step(t, asked).Objective, step(t, plain).Objective
			if got != want {
				t.Errorf("mini-batches of %d, step %d: %g after it was asked for its bound, %g otherwise", batch, n+1, got, want)
			}
			if batch == 0 && math.Abs(bound-got) > 1e-9*math.Abs(got) {
				t.Errorf("step %d: the bound of all was %g, and the step's is %g", n+1, bound, got)
			}
		}
	}
}
