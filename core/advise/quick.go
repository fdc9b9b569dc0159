package advise

import (
	"cmp"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/yield"
)

const (
	// sampled is how many labels quick advice looks at. A browser fits a dozen methods to so many in two seconds (BenchmarkAdvise).
	sampled    = 10_000
	quickFolds = 2 // of five
	quickSteps = 30
)

// Rival is the candidate that predicts hidden labels best.
type Rival struct {
	At    int      // among the candidates; 0: the first of them, and there is no rival
	Ahead api.Mean // of the first, nats a label
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
	sample, err := Sample(d, sampled, seed, pause)
	if err != nil {
		return Rival{}, err
	}
	s.MaxSteps = quickSteps
	var first *metric.HeldOutScore
	var best Rival
	for n, c := range candidates {
		v := metric.Validate(sample, c.Method, metric.HeldOut{WholeTasks: true, Seed: seed, Pause: pause}, s)
		for range v.Steps() {
			if v.Folds() == quickFolds {
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

// Enough returns how many labels suffice to judge methods: ten thousand or, if that is more, ten for each worker; at most a hundred
// thousand.
func Enough(d *crowd.Dataset) int { return min(max(sampled, 10*d.Workers), 10*sampled) }

// Sample returns d, or about so many of its labels: all those of tasks drawn by the seed. pause is called from time to time (nil: never);
// its error is returned.
func Sample(d *crowd.Dataset, labels int, seed uint64, pause func() error) (*crowd.Dataset, error) {
	if d.Len() <= labels {
		return d, nil
	}
	tasks, err := drawn(d, labels, seed, pause)
	if err != nil {
		return nil, err
	}
	return d.Only(tasks), nil
}

// drawn returns tasks with so many labels, in their order: those whose hashes are lowest. To sort
// the hashes of all would take long, so it begins with twice the share that should be enough.
func drawn(d *crowd.Dataset, most int, seed uint64, pause func() error) ([]int, error) {
	hash := func(i int) uint64 { return crowd.Hash(seed, uint64(i)) }
	var tasks []int
	work := yield.New(pause)
	labels := 0
	for share := 2 * float64(most) / float64(d.Len()); labels < most; share *= 4 {
		tasks, labels = nil, 0
		for i := range d.Tasks {
			if !work.Continue(1) {
				return nil, work.Err()
			}
			if float64(hash(i))*0x1p-64 <= share { // in the end all of them
				from, to := d.Of(i)
				tasks, labels = append(tasks, i), labels+to-from
			}
		}
	}
	slices.SortFunc(tasks, func(a, b int) int { return cmp.Compare(hash(a), hash(b)) })
	left, n := most, 0
	for ; left > 0; n++ {
		from, to := d.Of(tasks[n])
		left -= to - from
	}
	tasks = tasks[:n]
	slices.Sort(tasks)
	return tasks, nil
}
