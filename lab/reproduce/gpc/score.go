package gpc

import (
	"cmp"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/gp"
)

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

// right is the share of tasks that a probability of one half puts on the right side.
func right(score []float64, positive []bool) float64 {
	var n float64
	for i, s := range score {
		if (s > 0.5) == positive[i] {
			n++
		}
	}
	return n / float64(len(score))
}

// Variant is a row of the paper's tables.
type Variant struct {
	Name string
	ARD  bool // a length-scale for each feature
	kind gp.Kind
	gold bool // learns from the truth
}

// Variants are those of the paper.
func Variants() []Variant {
	return []Variant{Gold(), {Name: "CONC", kind: gp.Concatenated}, {Name: "MV", kind: gp.Majority}, {Name: "MA"}}
}

// Gold learns from what it is given as the truth.
func Gold() Variant { return Variant{Name: "GOLD", kind: gp.Majority, gold: true} }

// Start begins a fit to binary labels.
func (v Variant) Start(d *crowd.Dataset, truth []int32) (*fit.Session, error) {
	if v.gold {
		with := *d
		with.Gold = truth
		d = &with
	}
	return fit.Start(d, &gp.GPC{Kind: v.kind, ARD: v.ARD}, fit.Settings{Seed: 1})
}

// Verdict is how well a binary classifier does.
type Verdict struct {
	TrainAccuracy, TrainArea, TrainF1, Accuracy, Area, F1 float64
}

// VerdictColumns are the names of the figures of a verdict.
func VerdictColumns() []string {
	return []string{"training accuracy", "training AUC", "training F1", "test accuracy", "test AUC", "test F1"}
}

func (v Verdict) Figures() []float64 {
	return []float64{v.TrainAccuracy, v.TrainArea, v.TrainF1, v.Accuracy, v.Area, v.F1}
}

func NewVerdict(f []float64) Verdict { return Verdict{f[0], f[1], f[2], f[3], f[4], f[5]} }

// Classify fits a variant to binary labels and judges it.
func Classify(d *crowd.Dataset, v Variant, truth []int32, test *Described, positive int32) (Verdict, error) {
	s, err := v.Start(d, truth)
	if err != nil {
		return Verdict{}, err
	}
	for range s.Steps() {
	}
	return judge(s, truth, test, positive)
}

// judge scores a fit on its own tasks and on others.
func judge(s *fit.Session, truth []int32, test *Described, positive int32) (Verdict, error) {
	r, err := s.Result()
	if err != nil {
		return Verdict{}, err
	}
	own, is := make([]float64, len(truth)), make([]bool, len(truth))
	for i := range own {
		own[i], is[i] = r.Posterior[2*i+1], truth[i] == 1
	}
	out := Verdict{TrainAccuracy: right(own, is), TrainArea: area(own, is), TrainF1: f1(own, is)}
	score, is, err := foresee(s.Fit(), test, positive)
	if err != nil {
		return Verdict{}, err
	}
	out.Accuracy, out.Area, out.F1 = right(score, is), area(score, is), f1(score, is)
	return out, nil
}

// foresee returns P(z = 1) of the test tasks and which are positive.
func foresee(f fit.Fit, test *Described, positive int32) (score []float64, is []bool, err error) {
	e, err := f.(fit.Predictor).Predict(&crowd.Dataset{Labels: crowd.Labels{Tasks: len(test.X)}, Features: flat(test.X)})
	if err != nil {
		return nil, nil, err
	}
	for i, z := range test.Z {
		score, is = append(score, e.Posterior[2*i+1]), append(is, z == positive)
	}
	return score, is, nil
}
