package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/gp"
	"concord/lab/dataset"
)

// described are tasks with features and their truth.
type described struct {
	names []string
	x     [][]float64
	z     []int32
}

// describe reads features and truth of the same tasks. Classes are numbered in
// the order of their names.
func describe(dir, features, truth string) (*described, error) {
	rows, err := dataset.Records(filepath.Join(dir, truth))
	if err != nil {
		return nil, err
	}
	class := map[string]string{}
	var classes []string
	for _, row := range rows {
		class[row[0]] = row[1]
		if !slices.Contains(classes, row[1]) {
			classes = append(classes, row[1])
		}
	}
	slices.Sort(classes)
	if rows, err = dataset.Records(filepath.Join(dir, features)); err != nil {
		return nil, err
	}
	s := &described{}
	for _, row := range rows {
		v := make([]float64, len(row)-1)
		for c, cell := range row[1:] {
			if v[c], err = strconv.ParseFloat(cell, 64); err != nil {
				return nil, fmt.Errorf("%s: task %s: %w", features, row[0], err)
			}
		}
		s.names, s.x = append(s.names, row[0]), append(s.x, v)
		s.z = append(s.z, int32(slices.Index(classes, class[row[0]])))
	}
	return s, nil
}

// standardise scales the columns of all tables by mean and deviation of the first.
func standardise(tables ...[][]float64) {
	first := tables[0]
	for d := range first[0] {
		var m, s float64
		for _, r := range first {
			m += r[d] / float64(len(first))
		}
		for _, r := range first {
			s += (r[d] - m) * (r[d] - m) / float64(len(first))
		}
		s = math.Sqrt(s)
		if s < 1e-12 {
			s = 1
		}
		for _, table := range tables {
			for _, r := range table {
				r[d] = (r[d] - m) / s
			}
		}
	}
}

func flat(x [][]float64) *crowd.Features {
	f := &crowd.Features{Names: make([]string, len(x[0]))}
	for _, row := range x {
		f.X = append(f.X, row...)
	}
	return f
}

// area is the area under the ROC curve, ties counting half.
func area(score []float64, positive []bool) float64 {
	order := make([]int, len(score))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(score[a], score[b]) })
	var ranks, n float64
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && score[order[to]] == score[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			if positive[i] {
				ranks += float64(from+to+1) / 2
				n++
			}
		}
		from = to
	}
	return (ranks - n*(n+1)/2) / (n * (float64(len(order)) - n))
}

// f1 is the F1 score of the positive class at a probability of one half.
func f1(score []float64, positive []bool) float64 {
	var hit, said, is float64
	for i, s := range score {
		if positive[i] {
			is++
		}
		if s > 0.5 {
			said++
			if positive[i] {
				hit++
			}
		}
	}
	return 2 * hit / math.Max(said+is, 1)
}

func right(score []float64, positive []bool) float64 {
	var n float64
	for i, s := range score {
		if (s > 0.5) == positive[i] {
			n++
		}
	}
	return n / float64(len(score))
}

// variant is a row of the paper's tables.
type variant struct {
	name string
	kind gp.Kind
	gold bool // learns from the truth
}

func variants() []variant {
	return []variant{{"GOLD", gp.Majority, true}, {"CONC", gp.Concatenated, false}, {"MV", gp.Majority, false}, {"MA", gp.Annotators, false}}
}

// verdict is how well a binary classifier does.
type verdict struct {
	trainAccuracy, trainArea, trainF1, accuracy, area, f1 float64
}

func verdictColumns() []string {
	return []string{"training accuracy", "training AUC", "training F1", "test accuracy", "test AUC", "test F1"}
}

func (v verdict) figures() []float64 {
	return []float64{v.trainAccuracy, v.trainArea, v.trainF1, v.accuracy, v.area, v.f1}
}

func newVerdict(f []float64) verdict { return verdict{f[0], f[1], f[2], f[3], f[4], f[5]} }

// classify fits a variant to binary labels and judges it on its own tasks and on
// others.
func classify(d *crowd.Dataset, v variant, truth []int32, test *described, positive int32) (verdict, fit.Fit, error) {
	if v.gold {
		with := *d
		with.Gold = truth
		d = &with
	}
	s, err := fit.Start(d, &gp.GPC{Kind: v.kind}, fit.Settings{Seed: 1})
	if err != nil {
		return verdict{}, nil, err
	}
	for range s.Steps() {
	}
	r, err := s.Result()
	if err != nil {
		return verdict{}, nil, err
	}
	own, is := make([]float64, d.Tasks), make([]bool, d.Tasks)
	for i := range own {
		own[i], is[i] = r.Posterior[2*i+1], truth[i] == 1
	}
	out := verdict{trainAccuracy: right(own, is), trainArea: area(own, is), trainF1: f1(own, is)}
	score, is, err := foresee(s.Fit(), test, positive)
	if err != nil {
		return verdict{}, nil, err
	}
	out.accuracy, out.area, out.f1 = right(score, is), area(score, is), f1(score, is)
	return out, s.Fit(), nil
}

// foresee returns P(z = 1) of the test tasks and which are positive.
func foresee(f fit.Fit, test *described, positive int32) (score []float64, is []bool, err error) {
	e, err := f.(fit.Predictor).Predict(&crowd.Dataset{Labels: crowd.Labels{Tasks: len(test.x)}, Features: flat(test.x)})
	if err != nil {
		return nil, nil, err
	}
	for i, z := range test.z {
		score, is = append(score, e.Posterior[2*i+1]), append(is, z == positive)
	}
	return score, is, nil
}

// parallel runs n jobs on all processors and returns the first error by number.
func parallel(n int, job func(i int) error) error {
	errs := make([]error, n)
	var wait sync.WaitGroup
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		wait.Add(1)
		go func() {
			defer wait.Done()
			turn <- struct{}{}
			errs[i] = job(i)
			<-turn
		}()
	}
	wait.Wait()
	return errors.Join(errs...)
}

// deviation returns the standard deviation over repeats.
func deviation(x []float64) float64 {
	m, s := mean(x), 0.0
	for _, v := range x {
		s += (v - m) * (v - m)
	}
	return math.Sqrt(s / math.Max(float64(len(x)-1), 1))
}

// uciSet is a block of the paper's Table 1 (test accuracy and AUC) and what an
// independent program found by the same protocol, without the truth among the
// features: accuracy, its deviation over 30 repeats, AUC.
type uciSet struct {
	name  string
	paper map[string][2]float64
	found map[string][3]float64
	gap   bool // MV is so far below GOLD that MA must be better
}

func uciSets() []uciSet {
	return []uciSet{
		{"ionosphere", map[string][2]float64{"GOLD": {.900, .999}, "CONC": {.743, .830}, "MV": {.693, .708}, "MA": {.889, .987}},
			map[string][3]float64{"GOLD": {.915, .024, .974}, "CONC": {.880, 0, .940}, "MV": {.870, 0, .935}, "MA": {.909, .031, .972}}, true},
		{"pima", map[string][2]float64{"GOLD": {.993, 1}, "CONC": {.860, .930}, "MV": {.860, .967}, "MA": {.991, 1}},
			map[string][3]float64{"GOLD": {.767, .026, .841}, "CONC": {.756, 0, .825}, "MV": {.762, 0, .826}, "MA": {.765, .021, .838}}, false},
		{"parkinsons", map[string][2]float64{"GOLD": {.992, .999}, "CONC": {.851, .899}, "MV": {.692, .867}, "MA": {.947, .992}},
			map[string][3]float64{"GOLD": {.890, .039, .939}, "CONC": {.812, 0, .843}, "MV": {.790, 0, .846}, "MA": {.871, .054, .918}}, true},
		{"bupa", map[string][2]float64{"GOLD": {.993, 1}, "CONC": {.854, .932}, "MV": {.816, .953}, "MA": {.991, 1}},
			map[string][3]float64{"GOLD": {.712, .043, .750}, "CONC": {.604, 0, .661}, "MV": {.615, 0, .651}, "MA": {.710, .040, .745}}, true},
		{"breast", map[string][2]float64{"GOLD": {.997, 1}, "CONC": {.936, .983}, "MV": {.887, .992}, "MA": {.996, 1}},
			map[string][3]float64{"GOLD": {.968, .015, .993}, "CONC": {.961, 0, .992}, "MV": {.961, 0, .990}, "MA": {.968, .015, .992}}, false},
		{"tictactoe", map[string][2]float64{"GOLD": {1, 1}, "CONC": {.884, .952}, "MV": {.806, .958}, "MA": {1, 1}},
			map[string][3]float64{"GOLD": {.987, .007, 1}, "CONC": {.984, 0, .986}, "MV": {.949, 0, .980}, "MA": {.988, .008, 1}}, false},
	}
}

// The simulated workers of the paper (it says 7 and lists 8; the first seven).
func simulatedWorkers() (alpha, beta []float64) {
	return []float64{.9, .9, .8, .4, .3, .4, .6}, []float64{.8, .9, .9, .4, .5, .5, .5}
}

// split draws 70 % of the tasks for training and has the workers label them.
func (s *described) split(seed uint64) (train *crowd.Dataset, truth []int32, test *described) {
	alpha, beta := simulatedWorkers()
	src := rand.New(rand.NewPCG(seed, 7))
	order := src.Perm(len(s.x))
	n := len(s.x) * 7 / 10
	var task, worker, class []int32
	var x [][]float64
	test = &described{}
	for i, r := range order {
		if i >= n {
			test.x, test.z = append(test.x, s.x[r]), append(test.z, s.z[r])
			continue
		}
		x, truth = append(x, s.x[r]), append(truth, s.z[r])
		for j := range alpha {
			p := 1 - beta[j]
			if s.z[r] == 1 {
				p = alpha[j]
			}
			y := int32(0)
			if src.Float64() < p {
				y = 1
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, y)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(n, len(alpha), 2, task, worker, class), Features: flat(x)}, truth, test
}
