package topic

import (
	"math"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/prob"

	"gonum.org/v1/gonum/floats"
)

// world is a simulated corpus: topics of their own words, documents of mostly
// one topic, whose class is that topic and whose number the topics' mean.
type world struct {
	data   *crowd.Dataset
	class  []int32
	number []float64
	topics [][]float64 // K×V
}

const (
	worldTopics = 3
	worldTerms  = 30
)

func simulate(docs, length int, seed uint64) *world {
	src := rand.New(rand.NewPCG(seed, 1))
	w := &world{data: &crowd.Dataset{Words: &crowd.Words{Terms: worldTerms, Start: []int32{0}}}}
	for k := range worldTopics {
		row := make([]float64, worldTerms)
		var sum float64
		for v := range row {
			row[v] = 0.02 + 0.1*src.Float64()
			if v%worldTopics == k {
				row[v] += 1 + src.Float64()
			}
			sum += row[v]
		}
		floats.Scale(1/sum, row)
		w.topics = append(w.topics, row)
	}
	for range docs {
		own := src.IntN(worldTopics)
		count := make([]int32, worldTerms)
		var mean float64
		for range length {
			z := own
			if src.Float64() < 0.25 {
				z = src.IntN(worldTopics)
			}
			mean += float64(z) / float64(length)
			u, v := src.Float64(), 0
			for u -= w.topics[z][v]; u > 0 && v < worldTerms-1; u -= w.topics[z][v] {
				v++
			}
			count[v]++
		}
		w.class, w.number = append(w.class, int32(own)), append(w.number, mean)
		b := w.data.Words
		for v, c := range count {
			if c > 0 {
				b.Term, b.Count = append(b.Term, int32(v)), append(b.Count, c)
			}
		}
		b.Start = append(b.Start, int32(len(b.Term)))
	}
	return w
}

// classes has each document labelled by so many workers, the j-th of whom is
// right with accuracy[j].
func (w *world) classes(accuracy []float64, per int, seed uint64) {
	src := rand.New(rand.NewPCG(seed, 2))
	var task, worker, class []int32
	for i, z := range w.class {
		for _, j := range src.Perm(len(accuracy))[:per] {
			y := z
			if src.Float64() > accuracy[j] {
				y = (z + 1 + int32(src.IntN(worldTopics-1))) % worldTopics
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, y)
		}
	}
	w.data.Labels = crowd.NewLabels(len(w.class), len(accuracy), worldTopics, task, worker, class)
}

// numbers has each document rated by everybody, with a bias and a deviation.
func (w *world) numbers(bias, deviation []float64, seed uint64) {
	src := rand.New(rand.NewPCG(seed, 3))
	var task, worker []int32
	var value []float64
	for i, x := range w.number {
		for j := range bias {
			task, worker = append(task, int32(i)), append(worker, int32(j))
			value = append(value, x+bias[j]+deviation[j]*src.NormFloat64())
		}
	}
	w.data.Labels = crowd.NewValues(len(w.number), len(bias), task, worker, value)
}

func start(t *testing.T, d *crowd.Dataset, m fit.Method) fit.Fit {
	t.Helper()
	f, err := m.Start(d, fit.Settings{Seed: 1}.WithDefaults())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func step(t *testing.T, f fit.Fit) fit.Step {
	t.Helper()
	s, err := f.Step()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func r2(got, want []float64) float64 {
	m := prob.Mean(want)
	var e, s float64
	for i, w := range want {
		e += (got[i] - w) * (got[i] - w)
		s += (w - m) * (w - m)
	}
	return 1 - e/s
}

func accuracy(posterior []float64, classes int, truth []int32) float64 {
	right := 0.0
	for i, z := range truth {
		if floats.MaxIdx(posterior[i*classes:(i+1)*classes]) == int(z) {
			right++
		}
	}
	return right / float64(len(truth))
}

// tiny is a corpus small enough to enumerate: three documents, three terms.
func tiny() *crowd.Dataset {
	return &crowd.Dataset{Words: &crowd.Words{
		Terms: 3, Start: []int32{0, 2, 3, 5}, Term: []int32{0, 2, 1, 1, 2}, Count: []int32{2, 1, 2, 1, 1},
	}}
}

// evidence sums over all topics of all words: log Σ_z p(z) p(w|z) more(z̄), where
// z̄ is documents×topics.
func evidence(w *crowd.Words, p Prior, more func(mean [][]float64) float64) float64 {
	var doc, term []int
	for i := range len(w.Start) - 1 {
		for n := w.Start[i]; n < w.Start[i+1]; n++ {
			for range w.Count[n] {
				doc, term = append(doc, i), append(term, int(w.Term[n]))
			}
		}
	}
	k, docs := p.Topics, len(w.Start)-1
	z := make([]int, len(doc))
	top, sum := math.Inf(-1), 0.0
	for {
		in, of := make([][]float64, docs), make([][]float64, k)
		for i := range in {
			in[i] = make([]float64, k)
		}
		for j := range of {
			of[j] = make([]float64, w.Terms)
		}
		length := make([]float64, docs)
		for n, t := range z {
			in[doc[n]][t]++
			of[t][term[n]]++
			length[doc[n]]++
		}
		var s float64
		for _, row := range in {
			s += polya(row, p.Alpha)
		}
		for _, row := range of {
			s += polya(row, p.Tau)
		}
		for i, row := range in {
			floats.Scale(1/length[i], row)
		}
		s += more(in)
		if s > top {
			sum, top = sum*math.Exp(top-s)+1, s
		} else {
			sum += math.Exp(s - top)
		}
		n := 0
		for ; n < len(z); n++ {
			if z[n]++; z[n] < k {
				break
			}
			z[n] = 0
		}
		if n == len(z) {
			return top + math.Log(sum)
		}
	}
}

// polya is the log probability of a sequence with these counts under a Dirichlet
// prior.
func polya(count []float64, prior float64) float64 {
	var n, s float64
	for _, c := range count {
		n += c
		s += prob.LogGamma(prior+c) - prob.LogGamma(prior)
	}
	k := float64(len(count))
	return s + prob.LogGamma(k*prior) - prob.LogGamma(k*prior+n)
}
