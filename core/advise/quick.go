package advise

import (
	"cmp"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/result"
)

const (
	// quickLabels bounds the sample of Quick: so many labels are fitted a dozen times within two
	// seconds in a browser, BenchmarkAdvise.
	quickLabels = 10_000
	quickFolds  = 2 // of five
	quickSteps  = 30
)

// Rival is the candidate that predicts hidden labels best.
type Rival struct {
	At    int         // among the candidates; 0: the first of them, and there is no rival
	Ahead result.Mean // of the first, nats a label
}

// Evidence is how many standard errors the rival is ahead.
func (r Rival) Evidence() float64 {
	if r.At == 0 || !(r.Ahead.SE > 0) {
		return 0
	}
	return r.Ahead.Value / r.Ahead.SE
}

// Quick looks for a rival of the first candidate: each is fitted to a sample of the tasks without a
// fifth of them, twice, and predicts the labels of that fifth (metric.HeldOut). Candidates that
// can't be fitted, or that have lost a class, are no rivals. It takes about the same time however
// many labels there are. pause is called from time to time (nil: never); its error is returned.
func Quick(d *crowd.Dataset, candidates []Candidate, seed uint64, s fit.Settings, pause func() error) (Rival, error) {
	sample := sampled(d, seed)
	s.MaxSteps = quickSteps
	var first *metric.HeldOutScore
	var best Rival
	for n, c := range candidates {
		v := metric.Validate(sample, c.Method, metric.HeldOut{WholeTasks: true, Seed: seed, Pause: pause}, s)
		for range v.Steps() {
			if done, _ := v.Folds(); done == quickFolds {
				break
			}
		}
		if pause != nil {
			if err := pause(); err != nil {
				return Rival{}, err
			}
		}
		score, err := v.Result()
		switch {
		case n == 0 && err != nil:
			return Rival{}, err
		case n == 0:
			first = score
		case err == nil && lost(score) < 0:
			if ahead := first.Less(score); ahead.Value > best.Ahead.Value {
				best = Rival{n, ahead}
			}
		}
	}
	return best, nil
}

// sampled returns d, or about quickLabels of its labels: all those of tasks drawn by the seed.
func sampled(d *crowd.Dataset, seed uint64) *crowd.Dataset {
	if d.Len() <= quickLabels {
		return d
	}
	order := make([]int, d.Tasks)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(crowd.Hash(seed, uint64(a)), crowd.Hash(seed, uint64(b))) })
	left, n := quickLabels, 0
	for ; n < len(order) && left > 0; n++ {
		from, to := d.Of(order[n])
		left -= to - from
	}
	order = order[:n]
	slices.Sort(order)
	var task, worker, class []int32
	gold := make([]int32, 0, n)
	for at, i := range order {
		gold = append(gold, int32(d.Truth(i)))
		for l, to := d.Of(i); l < to; l++ {
			task, worker, class = append(task, int32(at)), append(worker, d.Worker[l]), append(class, int32(d.Class[l]))
		}
	}
	out := &crowd.Dataset{Labels: crowd.NewLabels(n, d.Workers, d.Classes, task, worker, class)}
	if d.Gold != nil {
		out.Gold = gold
	}
	return out
}
