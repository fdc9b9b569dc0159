package topic

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"
)

// More documents bring topics, confusion matrices and labels nearer to the truth.
func TestClassifierRecovers(t *testing.T) {
	truth := []float64{0.95, 0.8, 0.6, 0.45}
	var last float64
	for n, docs := range []int{40, 600} {
		w := simulate(docs, 40, 3)
		w.classes(truth, 2, 3)
		r, err := fit.Run(w.data, &Classifier{Prior: Prior{Topics: worldTopics}}, fit.Settings{Seed: 1, MaxSteps: 30})
		if err != nil {
			t.Fatal(err)
		}
		var off float64
		for j, p := range truth {
			for k := range worldTopics {
				off += math.Abs(r.Confusion[j*9+k*3+k]-p) / 12
			}
		}
		if n == 1 && (off > 0.06 || off > last) {
			t.Errorf("%d documents: confusion matrices are off by %.3f, with fewer by %.3f", docs, off, last)
		}
		if a := accuracy(r.Posterior, worldTopics, w.class); n == 1 && a < 0.95 {
			t.Errorf("%d documents: %.3f of the labels are right", docs, a)
		}
		last = off
	}
}

func TestTopicsAreRecovered(t *testing.T) {
	w := simulate(400, 60, 4)
	w.classes([]float64{0.9, 0.8}, 2, 4)
	f := start(t, w.data, &Classifier{Prior: Prior{Topics: worldTopics}}).(*classifier)
	for range 15 {
		step(t, f)
	}
	for k, truth := range w.topics { // class k starts topic k
		var xy, xx float64
		for v, p := range truth {
			z := f.topics.zeta[v*worldTopics+k]
			xy += p * z
			xx += z * z
		}
		if c := xy / math.Sqrt(xx*prob.Dot(truth, truth)); c < 0.98 {
			t.Errorf("topic %d: its cosine with the truth is %.3f", k, c)
		}
	}
}

func TestRegressorRecovers(t *testing.T) {
	bias, deviation := []float64{0.5, -0.5, 0, 0.1, 0}, []float64{0.1, 0.1, 0.5, 0.1, 0.2}
	var last float64
	for n, docs := range []int{30, 500} {
		w := simulate(docs, 40, 5)
		w.numbers(bias, deviation, 5)
		r, err := fit.Run(w.data, &Regressor{Prior: Prior{Topics: worldTopics}}, fit.Settings{Seed: 1, MaxSteps: 30})
		if err != nil {
			t.Fatal(err)
		}
		var off float64
		for j := range bias {
			// the median bias is zero by convention, so compare with the first worker
			off += math.Abs(column(r, "bias")[j]-column(r, "bias")[0]-bias[j]+bias[0]) +
				math.Abs(1/math.Sqrt(column(r, "precision")[j])-deviation[j])
		}
		if n == 1 && (off > 0.15 || off > last) {
			t.Errorf("%d documents: biases and deviations are off by %.3f, with fewer by %.3f", docs, off, last)
		}
		if v := r2(r.Value, w.number); n == 1 && v < 0.95 {
			t.Errorf("%d documents: R² of the numbers is %.3f", docs, v)
		}
		last = off
	}
}

func column(r *fit.Result, name string) []float64 {
	for _, c := range r.Extra {
		if c.Name == name {
			return c.Values
		}
	}
	return nil
}

// New documents are labelled from their words; of these, some are unknown, and the
// first has none.
func TestPrediction(t *testing.T) {
	w, next := simulate(300, 40, 6), simulate(300, 40, 6)
	w.classes([]float64{0.9, 0.7}, 2, 6)
	next.data.Labels = crowd.Labels{Tasks: 300, Start: make([]int32, 301)}
	words := next.data.Words
	first := words.Start[1]
	words.Term, words.Count = words.Term[first:], words.Count[first:]
	for i := range words.Start {
		words.Start[i] = max(words.Start[i]-first, 0)
	}
	for name, m := range map[string]fit.Method{
		"MA-sLDAc":        &Classifier{Prior: Prior{Topics: 6}},
		"MA-sLDAc by SVI": &Classifier{Prior: Prior{Topics: 6, Batch: 50}},
		"sLDA":            &SLDA{Prior: Prior{Topics: 6}},
		"LDA + SVM":       &LDA{Prior: Prior{Topics: 6}, Then: &SVM{}},
		"LDA + kNN":       &LDA{Prior: Prior{Topics: 6}, Then: &KNN{}},
		"searched for":    &Classifier{Prior: Prior{Search: []int{2, 3, 6}}},
	} {
		f := start(t, w.data, m)
		for range 8 {
			step(t, f)
		}
		e, err := f.(fit.Predictor).Predict(next.data)
		if err != nil {
			t.Fatal(err)
		}
		if a := accuracy(e.Posterior, worldTopics, next.class); a < 0.9 {
			t.Errorf("%s: %.3f of the new documents are labelled rightly", name, a)
		}
	}
	w.numbers([]float64{0, 0}, []float64{0.2, 0.2}, 6)
	for name, m := range map[string]fit.Method{
		"MA-sLDAr": &Regressor{Prior: Prior{Topics: 6}}, "sLDA": &SLDA{Prior: Prior{Topics: 6}},
		"LDA + LinReg": &LDA{Prior: Prior{Topics: 6}, Then: &LinReg{}},
	} {
		f := start(t, w.data, m)
		for range 8 {
			step(t, f)
		}
		e, err := f.(fit.Predictor).Predict(next.data)
		if err != nil {
			t.Fatal(err)
		}
		if v := r2(e.Value, next.number); v < 0.8 {
			t.Errorf("%s: R² on new documents is %.3f", name, v)
		}
		if name != "MA-sLDAr" {
			continue
		}
		more := *next.data.Words
		more.Terms++
		if _, err := f.(fit.Predictor).Predict(&crowd.Dataset{Labels: next.data.Labels, Words: &more}); err == nil {
			t.Error("texts of another vocabulary are taken")
		}
	}
}

// The search prefers the number of topics that the documents were made of to one
// that is far too small.
func TestChooseTopics(t *testing.T) {
	w := simulate(200, 60, 7)
	if k := ChooseTopics(w.data.Words, Prior{Alpha: 0.1}, []int{1, 3}, 1); k != 3 {
		t.Errorf("got %d topics, want 3", k)
	}
	if k := ChooseTopics(&crowd.Words{Terms: 2, Start: []int32{0, 0}}, Prior{Topics: 7}, []int{1, 3}, 1); k != 7 {
		t.Errorf("without words: got %d topics, want the number set, 7", k)
	}
}

// Where all labels are equal a fit converges to them: their variance is not that of rounding errors.
func TestEqualLabels(t *testing.T) {
	const docs = 60
	words := simulate(docs, 20, 5).data.Words
	var task, worker []int32
	for i := range docs {
		for j := range 3 {
			task, worker = append(task, int32(i)), append(worker, int32(j))
		}
	}
	const y = 3.7
	d := &crowd.Dataset{Words: words, Labels: crowd.NewValues(docs, 3, task, worker, slices.Repeat([]float64{y}, len(task)))}
	for name, m := range map[string]fit.Method{"MA-sLDAr": &Regressor{}, "sLDA": &SLDA{}, "topics and words": &Stacked{}} {
		s, err := fit.Start(d, m, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range s.Steps() {
		}
		r, err := s.Result()
		if err != nil {
			t.Fatal(err)
		}
		if r.Status != fit.Converged {
			t.Errorf("%s: got %v, want it to converge", name, r.Status)
		}
		for i, x := range r.Value {
			if math.Abs(x-y) > 1e-6 {
				t.Fatalf("%s: got %v for task %d, want %v", name, x, i, y)
			}
		}
	}
}

// What leaves little to learn is fitted all the same.
func TestOddCorpora(t *testing.T) {
	labels := func(d *crowd.Dataset, numeric bool) *crowd.Dataset {
		n := len(d.Words.Start) - 1
		var task, worker, class []int32
		var value []float64
		for i := range n {
			if n > 2 && i == n-1 {
				continue // a document without labels
			}
			for j := range 2 {
				task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32((i+j*i)%2))
				value = append(value, float64(i%3)+0.1*float64(j))
			}
		}
		out := *d
		if numeric {
			out.Labels = crowd.NewValues(n, 2, task, worker, value)
		} else {
			out.Labels = crowd.NewLabels(n, 2, 2, task, worker, class)
		}
		return &out
	}
	corpora := map[string]*crowd.Words{
		"empty documents":      {Terms: 3, Start: []int32{0, 0, 1, 1, 2}, Term: []int32{0, 2}, Count: []int32{1, 4}},
		"nothing but empty":    {Terms: 0, Start: []int32{0, 0, 0, 0}},
		"one word":             {Terms: 1, Start: []int32{0, 1, 2, 3}, Term: []int32{0, 0, 0}, Count: []int32{1, 5, 900}},
		"words never seen":     {Terms: 50, Start: []int32{0, 1, 2, 3}, Term: []int32{7, 8, 7}, Count: []int32{2, 2, 2}},
		"one document":         {Terms: 2, Start: []int32{0, 2}, Term: []int32{0, 1}, Count: []int32{3, 1}},
		"a word a document":    {Terms: 4, Start: []int32{0, 1, 2, 3, 4}, Term: []int32{0, 1, 2, 3}, Count: []int32{1, 1, 1, 1}},
		"a very long document": {Terms: 2, Start: []int32{0, 2, 3}, Term: []int32{0, 1, 0}, Count: []int32{100000, 3, 1}},
	}
	for name, words := range corpora {
		for _, topics := range []int{1, 4, 40} {
			p := Prior{Topics: topics}
			for kind, m := range map[string]fit.Method{
				"MA-sLDAc": &Classifier{Prior: p}, "MA-sLDAr": &Regressor{Prior: p}, "sLDA": &SLDA{Prior: p},
				"LDA + SVM": &LDA{Prior: p, Then: &SVM{}}, "LDA + kNN": &LDA{Prior: p, Then: &KNN{}}, "LDA + LinReg": &LDA{Prior: p, Then: &LinReg{}},
			} {
				numeric := kind == "MA-sLDAr" || kind == "LDA + LinReg"
				d := labels(&crowd.Dataset{Words: words}, numeric)
				f, err := m.Start(d, fit.Settings{Seed: 1}.WithDefaults())
				if err != nil {
					if words.Terms > 0 {
						t.Errorf("%s, %s, %d topics: %v", name, kind, topics, err)
					}
					continue
				}
				last := math.Inf(-1)
				for n := range 5 {
					s := step(t, f).Objective
					if s < last-1e-9*(1+math.Abs(last)) || math.IsNaN(s) || math.IsInf(s, 0) {
						t.Errorf("%s, %s, %d topics: the bound goes from %g to %g in step %d", name, kind, topics, last, s, n+1)
					}
					last = s
				}
				guess, err := f.(fit.Predictor).Predict(d)
				if err != nil {
					t.Errorf("%s, %s, %d topics: %v", name, kind, topics, err)
					continue
				}
				for _, e := range []*crowd.Estimate{f.Estimate(), guess} {
					for _, x := range append(e.Posterior, e.Value...) {
						if math.IsNaN(x) || math.IsInf(x, 0) {
							t.Fatalf("%s, %s, %d topics: the answer holds %v", name, kind, topics, x)
						}
					}
				}
			}
		}
	}
}

// Where less than half of the labels are right, though no wrong class has more,
// the classes can be told apart all the same.
func TestSVMWithNoise(t *testing.T) {
	const n = 900
	src := rand.New(rand.NewPCG(1, 2))
	f := &crowd.Features{Names: []string{"x", "y"}}
	var task, worker, class, truth []int32
	for i := range n {
		k := i % 3
		angle := 2 * math.Pi * float64(k) / 3
		f.X = append(f.X, math.Cos(angle)+0.2*src.NormFloat64(), math.Sin(angle)+0.2*src.NormFloat64())
		l := k
		if src.Float64() > 0.42 {
			l = (k + 1 + src.IntN(2)) % 3
		}
		task, worker, class, truth = append(task, int32(i)), append(worker, 0), append(class, int32(l)), append(truth, int32(k))
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(n, 1, 3, task, worker, class), Features: f}
	r, err := fit.Run(d, &SVM{}, fit.Settings{Seed: 1, MaxSteps: 50})
	if err != nil {
		t.Fatal(err)
	}
	if a := accuracy(r.Posterior, 3, truth); a < 0.95 {
		t.Errorf("%.3f of the classes are right, want .95 or more", a)
	}
}
