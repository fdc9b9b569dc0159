package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
)

// goldSizes are how many gold tasks are drawn, and goldDraws how often from JudgeBench, a simulated panel and a crowd.
var goldSizes = []int{20, 50, 200}

var goldDraws = struct{ judges, simulated, crowds int }{100, 4, 5}

// told is a set with gold, and what is made of it. Figures are of the tasks whose class was not told.
type told struct {
	best, mean, pooled   float64 // errors: of the worker who is best on gold, of the members' mean, of the consensus
	meanLoss, pooledLoss float64 // log loss of calibrated probabilities
	claimed, low, high   float64 // what the consensus claims of its accuracy
}

// errFew says that too few truths are left to judge by.
var errFew = errors.New("fewer than 50 tasks whose class is not told")

// tell draws gold tasks, and fits the consensus.
func (s *set) tell(n int, random *rand.Rand) (out told, err error) {
	var known []int
	for i, z := range s.truth {
		if from, to := s.data.Of(i); z != crowd.Unknown && from < to {
			known = append(known, i)
		}
	}
	d := *s.data
	d.Gold = make([]int32, d.Tasks)
	for i := range d.Gold {
		d.Gold[i] = crowd.Unknown
	}
	others := set{name: s.name, data: &d, truth: append([]int32(nil), s.truth...), of: map[string][]float64{}}
	if len(known) < n+50 {
		return out, errFew
	}
	for _, at := range random.Perm(len(known))[:n] {
		d.Gold[known[at]], others.truth[known[at]] = s.truth[known[at]], crowd.Unknown
	}
	e, err := catalog.Find(api.MethodDefault)
	if err != nil {
		return out, err
	}
	m, _, err := e.Method(nil)
	if err != nil {
		return out, err
	}
	session, err := fit.Start(&d, m, fit.Settings{Seed: seed})
	if err != nil {
		return out, err
	}
	for range session.Steps() {
	}
	if err := session.Err(); err != nil {
		return out, err
	}
	mean := make([]float64, d.Tasks*d.Classes)
	members := 0.
	var alone func(d *crowd.Dataset, from int) []float64
	for _, p := range session.Fit().(fit.Panelist).Panel() {
		if p.Name == "gold" {
			continue
		}
		members++
		for at, x := range p.Tell(&d) {
			mean[at] += x
		}
		if p.Name == "hds" {
			alone = func(d *crowd.Dataset, _ int) []float64 { return p.Tell(d) }
		}
	}
	for at := range mean {
		mean[at] /= members
	}
	out.best = others.score(others.byBest()).wrong
	if out.mean, out.meanLoss, _, err = others.claim(mean, alone); err != nil {
		return out, err
	}
	var x calibrate.Interval
	out.pooled, out.pooledLoss, x, err = others.claim(fit.Posterior(session.Fit()), alone)
	out.claimed, out.low, out.high = x.Value, x.Low, x.High
	return out, err
}

// claim returns how wrong a posterior is, the log loss of its calibrated probabilities, and what is claimed of its accuracy.
func (s *set) claim(q []float64, alone func(d *crowd.Dataset, from int) []float64) (wrong, loss float64, x calibrate.Interval, err error) {
	d := s.data
	seen, err := calibrate.Observe(d, d.Gold, nil)
	if err != nil {
		return 0, 0, x, err
	}
	w := &world{set: s, evidence: seen}
	w.answers = &calibrate.Answers{Curve: calibrate.Pool, Data: d, Gold: d.Gold, Row: s.rows(q)}
	w.answers.Label, _ = (&crowd.Estimate{Posterior: q}).Labels(d.Classes, seed)
	if seen.Speaks() {
		if w.answers.Alone, err = seen.ErrAlone(w.answers, alone, nil); err != nil {
			return 0, 0, x, err
		}
	}
	f, err := seen.Foot(w.answers, nil)
	if err != nil {
		return 0, 0, x, err
	}
	row, t := w.rows(f), &calibrate.Tally{Prior: f.Prior}
	for i := range d.Tasks {
		switch from, to := d.Of(i); {
		case from == to:
		case d.Gold[i] != crowd.Unknown:
			t.Tell()
		default:
			t.Add(row(i)[w.answers.Label[i]])
		}
	}
	return s.score(q).wrong, s.score(w.posterior(f)).loss, t.OfOpen(t.Expect()), nil
}

// byBest returns what the worker says who is right most often on gold, and the votes where that worker says nothing.
func (s *set) byBest() []float64 {
	d := s.data
	right, all := make([]float64, d.Workers), make([]float64, d.Workers)
	for i, z := range d.Gold {
		from, to := d.Of(i)
		for n := from; n < to && z != crowd.Unknown; n++ {
			all[d.Worker[n]]++
			if int32(d.Class[n]) == z {
				right[d.Worker[n]]++
			}
		}
	}
	best := 0
	for j := range all {
		if (right[j]+1)/(all[j]+2) > (right[best]+1)/(all[best]+2) {
			best = j
		}
	}
	q := make([]float64, d.Tasks*d.Classes)
	for i := range d.Tasks {
		row := q[i*d.Classes : (i+1)*d.Classes]
		d.Smoothed(i, row)
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			if int(d.Worker[n]) == best {
				row[d.Class[n]]++
			}
		}
	}
	return q
}

// judges simulates a panel on 400 tasks: accuracies from .55 to .9, and a correlation of errors, since each judge errs by a draw of the
// task with probability √correlation, and by one of its own otherwise. If they lean, the first class is more frequent, and some give it
// less often than is right.
func judges(count, classes int, correlation float64, lean bool, seed uint64) *set {
	const tasks, low, high = 400, .55, .9
	random := rand.New(rand.NewPCG(seed, 0x6a75646765))
	accuracy, leaning := make([]float64, count), make([]float64, count)
	for j := range count {
		accuracy[j] = low + (high-low)*random.Float64()
		if lean {
			leaning[j] = .3*random.Float64() - .1
		}
	}
	s := &set{of: map[string][]float64{}}
	var task, worker, class []int32
	for i := range tasks {
		z := int32(random.IntN(classes))
		if lean && random.Float64() < .4 {
			z = 0
		}
		shared, other := random.Float64(), int32(1+random.IntN(classes-1))
		for j := range count {
			own, wrong := random.Float64(), int32(1+random.IntN(classes-1))
			if random.Float64() < math.Sqrt(correlation) {
				own, wrong = shared, other
			}
			least := accuracy[j] + leaning[j]
			if z == 0 {
				least = accuracy[j] - leaning[j]
			}
			l := z
			if own > least {
				l = (z + wrong) % int32(classes)
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
		}
		s.truth = append(s.truth, z)
	}
	s.data = &crowd.Dataset{Labels: crowd.NewLabels(tasks, count, classes, task, worker, class)}
	return s
}

// panelsOf are simulated panels whose errors have that correlation.
func panelsOf(correlation float64, lean bool) (sets []*set) {
	for _, count := range []int{3, 6, 10} {
		for _, classes := range []int{2, 4} {
			for n := range uint64(3) {
				sets = append(sets, judges(count, classes, correlation, lean, 10*n+uint64(count)))
			}
		}
	}
	return sets
}

// writeGold says what gold makes of the consensus.
func writeGold(w io.Writer, sets []*set, dir string) error {
	fmt.Fprintf(w, "\n## Gold in a panel\n\nGold tasks are drawn at random, and the consensus is told their classes: %d times from "+
		"JudgeBench (350 pairs of answers, 6 models as judges), %d times from each simulated panel (3, 6 and 10 judges, 2 and 4 "+
		"classes, 400 tasks, accuracies from .55 to .9) and %d times from each of the seventeen crowds that has 50 more. Figures are means over "+
		"draws and sets, of "+
		"the tasks that were not told. Best: the worker who is right most often on gold, and votes where that worker says nothing. Members: "+
		"the mean of the members, which gold does not weigh. Held: how often the accuracy lies in the 95 %% interval that is claimed of it.\n\n"+
		"| labels | gold | error of best | of members | of consensus | worst | log loss of members | of consensus | claimed right | is | "+
		"held %% |\n"+
		"|---|---|---|---|---|---|---|---|---|---|---|\n", goldDraws.judges, goldDraws.simulated, goldDraws.crowds)
	bench, err := load(filepath.Join(dir, "..", "judges"), "judgebench")
	if err != nil {
		return err
	}
	for _, of := range []struct {
		title string
		sets  []*set
		draws int
	}{
		{"JudgeBench", []*set{bench}, goldDraws.judges},
		{"errors independent", panelsOf(0, false), goldDraws.simulated},
		{"errors correlated .3", panelsOf(.3, false), goldDraws.simulated},
		{"errors correlated .6", panelsOf(.6, false), goldDraws.simulated},
		{"independent, judges lean", panelsOf(0, true), goldDraws.simulated},
		{"correlated .3, judges lean", panelsOf(.3, true), goldDraws.simulated},
		{"seventeen crowds", sets, goldDraws.crowds},
	} {
		for _, n := range goldSizes {
			var all []told
			held := 0.
			for _, s := range of.sets {
				for draw := range of.draws {
					x, err := s.tell(n, rand.New(rand.NewPCG(uint64(draw+1), uint64(n))))
					if errors.Is(err, errFew) {
						break
					}
					if err != nil {
						return err
					}
					all = append(all, x)
					if right := 1 - x.pooled; x.low <= right && right <= x.high {
						held++
					}
				}
			}
			worst := 0.
			for _, x := range all {
				worst = max(worst, x.pooled)
			}
			percent := func(f func(told) float64) float64 { return 100 * mean(all, f) }
			fmt.Fprintf(w, "| %s | %d | %.1f | %.1f | **%.1f** | %.1f | %.3f | **%.3f** | %.1f | %.1f | %.0f |\n", of.title, n,
				percent(func(x told) float64 { return x.best }), percent(func(x told) float64 { return x.mean }),
				percent(func(x told) float64 { return x.pooled }), 100*worst, mean(all, func(x told) float64 { return x.meanLoss }),
				mean(all, func(x told) float64 { return x.pooledLoss }), percent(func(x told) float64 { return x.claimed }),
				100-percent(func(x told) float64 { return x.pooled }), 100*held/float64(len(all)))
		}
	}
	return nil
}
