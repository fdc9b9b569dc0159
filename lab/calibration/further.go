package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
)

// shares are what advise.Shared was chosen from.
var shares = []float64{0, .2, .3, .35, .4, .5}

// left are the numbers of labels of a task that are left when the others are dropped; 0: half of them.
var left = []int{2, 3, 5, 10, 0}

// steps are by how many labels a task more the forecast is judged.
var furtherSteps = []int{1, 2, 3, 5, 10}

const (
	mostTasks = 2000 // of a set: of larger ones so many are drawn
	fewTasks  = 300  // sets with fewer are thinned several times, or luck would decide
	redraws   = 4
	near      = .03 // of what is found: a forecast that holds
)

// gain is what some labels more were foretold to bring, and what they brought, in the mean of the draws. Of two ways to spread them:
// 0 evenly, 1 where they help most.
type gain struct {
	set           string
	from, to      string
	expected, was float64
	foretold      [2][6]float64 // gains, by shares
	found         [2]float64
	half          [2]float64 // half of the 95 % interval
	targeted      bool       // 1 was replayed
	draws         float64
}

// source is a set whose labels are taken in a random order.
type source struct {
	name   string
	set    *set
	worker [][]int32
	class  [][]int32
}

func (s *set) shuffled(seed uint64) *source {
	random := rand.New(rand.NewPCG(seed, 5))
	out := &source{name: s.name, set: s}
	for i := range s.data.Tasks {
		from, to := s.data.Of(i)
		var worker, class []int32
		for _, v := range random.Perm(to - from) {
			worker, class = append(worker, s.data.Worker[from+v]), append(class, int32(s.data.Class[from+v]))
		}
		out.worker, out.class = append(out.worker, worker), append(out.class, class)
	}
	return out
}

// with are the data with so many labels of each task, as far as there are so many.
func (s *source) with(has []int) *crowd.Dataset {
	var task, worker, class []int32
	for i := range s.worker {
		for v := range min(has[i], len(s.worker[i])) {
			task, worker, class = append(task, int32(i)), append(worker, s.worker[i][v]), append(class, s.class[i][v])
		}
	}
	d := s.set.data
	return &crowd.Dataset{Labels: crowd.NewLabels(d.Tasks, d.Workers, d.Classes, task, worker, class)}
}

// estimate is what the page knows of thinned labels.
type estimate struct {
	data       *crowd.Dataset
	raw        []float64 // N×K, what the default believes
	calibrated []float64
	right      float64 // expected
	mean       float64 // what goes into the curve
	evidence   *calibrate.Evidence
	silent     bool
}

// estimated estimates how many answers are right, as core/analysis does.
func estimated(d *crowd.Dataset) (*estimate, error) {
	q, err := byDefault(d)
	if err != nil {
		return nil, err
	}
	out := &estimate{data: d, raw: q}
	if out.evidence, err = calibrate.Observe(d, nil, nil); err != nil {
		return nil, err
	}
	if out.silent = !out.evidence.Speaks(); out.silent {
		return out, nil
	}
	k := d.Classes
	row := func(i int) []float64 { return q[i*k : (i+1)*k] }
	c := calibrate.New(calibrate.Pool, nil, out.evidence)
	out.mean = meanBelief(c, d, row)
	out.right = out.evidence.Of(calibrate.Pool, d.Tasks, out.mean, 0).Value
	c.Aim(&d.Labels, row, func(i int) (int32, bool) {
		class, _ := crowd.Best(row(i), i, seed)
		return int32(class), true
	}, out.right)
	out.calibrated = make([]float64, len(q))
	for i := range d.Tasks {
		c.Row(&d.Labels, i, row(i), out.calibrated[i*k:(i+1)*k])
	}
	return out, nil
}

func meanBelief(c *calibrate.Calibration, d *crowd.Dataset, row func(i int) []float64) (mean float64) {
	x := make([]float64, d.Classes)
	for i := range d.Tasks {
		c.Base(&d.Labels, i, row(i), x)
		class, _ := crowd.Best(row(i), i, seed)
		mean += x[class] / float64(d.Tasks)
	}
	return mean
}

// byDefault returns the posterior of the default method.
func byDefault(d *crowd.Dataset) ([]float64, error) {
	entry, err := catalog.Find(api.MethodDefault)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(nil)
	if err != nil {
		return nil, err
	}
	r, err := fit.Run(d, m, fit.Settings{Seed: seed})
	if err != nil {
		return nil, err
	}
	return r.Posterior, nil
}

// known returns the tasks of a set whose truth is known; of many, some.
func (s *set) known() *set {
	out := &set{name: s.name}
	var of []int
	for i, z := range s.truth {
		if from, to := s.data.Of(i); z != crowd.Unknown && int(z) < s.data.Classes && from < to {
			of = append(of, i)
		}
	}
	random := rand.New(rand.NewPCG(7, 7))
	random.Shuffle(len(of), func(a, b int) { of[a], of[b] = of[b], of[a] })
	var task, worker, class []int32
	for _, i := range of[:min(len(of), mostTasks)] {
		from, to := s.data.Of(i)
		for v := from; v < to; v++ {
			task = append(task, int32(len(out.truth)))
			worker, class = append(worker, s.data.Worker[v]), append(class, int32(s.data.Class[v]))
		}
		out.truth = append(out.truth, s.truth[i])
	}
	out.data = &crowd.Dataset{Labels: crowd.NewLabels(len(out.truth), s.data.Workers, s.data.Classes, task, worker, class)}
	return out
}

// accuracy is how many answers of a posterior are right; where classes tie, in part.
func (s *set) accuracy(q []float64) float64 {
	k, right := s.data.Classes, 0.0
	for i, z := range s.truth {
		row := q[i*k : (i+1)*k]
		least, ties := slices.Max(row)*(1-crowd.Tie), 0.0
		if row[z] < least {
			continue
		}
		for _, p := range row {
			if p >= least {
				ties++
			}
		}
		right += 1 / ties
	}
	return right / float64(len(s.truth))
}

// foretell foretells from some labels of each task, and looks. silent: nothing shows how many are right.
func (s *source) foretell(from int) (all []gain, silent bool, err error) {
	tasks := len(s.worker)
	has, mean := make([]int, tasks), float64(s.set.data.Len())/float64(tasks)
	name := fmt.Sprint(from)
	for i := range has {
		if has[i] = from; from == 0 {
			has[i], name = (len(s.worker[i])+1)/2, "half"
		}
	}
	e, err := estimated(s.with(has))
	if err != nil || e.silent {
		return nil, true, err
	}
	ahead, err := advise.Foresee(e.data, e.calibrated, e.right, nil)
	if err != nil {
		return nil, false, err
	}
	var outlooks []*advise.Outlook
	for _, share := range shares {
		outlooks = append(outlooks, ahead.Sharing(share))
	}
	plan, err := advise.Next(e.data, e.calibrated, nil, nil)
	if err != nil {
		return nil, false, err
	}
	was := s.set.accuracy(e.raw)
	steps := furtherSteps
	if from == 0 {
		steps = []int{math.MaxInt32}
	}
	for _, more := range steps {
		if from > 0 && float64(from+more) > mean+.5 {
			break
		}
		g := gain{set: s.name, from: name, to: fmt.Sprint(from + more), expected: e.right, was: was, draws: 1}
		next, added := slices.Clone(has), 0
		for i := range next {
			next[i] = min(len(s.worker[i]), has[i]+more)
			added += next[i] - has[i]
		}
		if from == 0 {
			g.to = "whole"
		}
		q, err := byDefault(s.with(next))
		if err != nil {
			return nil, false, err
		}
		g.found[0] = s.set.accuracy(q) - was
		perTask := float64(added) / float64(tasks)
		for v, o := range outlooks {
			g.foretold[0][v] = o.Even(perTask) - e.right
		}
		g.half[0] = advise.Around(perTask, tasks)
		// As many labels where they help most, if enough were dropped to choose from: with more than half of them there is no choice.
		if from > 0 && float64(from+2*more) <= mean+.5 {
			chosen, got, promised := slices.Clone(has), 0, 0.0
			for i, x := range plan.Labels() {
				if got == added {
					break
				}
				if chosen[i] < len(s.worker[i]) {
					chosen[i]++
					got++
					promised += x
				}
			}
			q, err := byDefault(s.with(chosen))
			if err != nil {
				return nil, false, err
			}
			g.targeted, g.found[1] = true, s.set.accuracy(q)-was
			for v, o := range outlooks {
				g.foretold[1][v] = o.With(promised) - e.right
			}
			g.half[1] = advise.Around(perTask, tasks)
		}
		all = append(all, g)
	}
	return all, false, nil
}

// gains are those of all sets, in the mean of the draws, and how many thinned crowds were silent.
func gains(sets []*set) (all []gain, silent []string, err error) {
	for _, s := range sets {
		s := s.known()
		draws := 1
		if s.data.Tasks < fewTasks {
			draws = redraws
		}
		mean := float64(s.data.Len()) / float64(s.data.Tasks)
		for _, from := range left {
			if from > 0 && float64(from)+1 > mean {
				continue
			}
			of, mute := map[string]*gain{}, 0
			var order []string
			for n := range draws {
				found, quiet, err := s.shuffled(uint64(n)).foretell(from)
				if err != nil {
					return nil, nil, fmt.Errorf("%s: %w", s.name, err)
				}
				if quiet {
					mute++
				}
				for _, g := range found {
					if of[g.to] == nil {
						of[g.to] = new(gain{set: g.set, from: g.from, to: g.to, targeted: g.targeted})
						order = append(order, g.to)
					}
					of[g.to].add(&g)
				}
			}
			if mute > 0 {
				name := fmt.Sprint(from)
				if from == 0 {
					name = "half"
				}
				silent = append(silent, fmt.Sprintf("%s %s (%d of %d)", s.name, name, mute, draws))
			}
			for _, to := range order {
				all = append(all, of[to].mean())
			}
		}
	}
	return all, silent, nil
}
