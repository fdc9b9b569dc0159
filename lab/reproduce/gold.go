package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/metric"
	"concord/core/population"
)

const (
	goldHalves = 10   // random halves, and random choices of gold
	goldStream = 0x68 // of the random numbers
)

// goldSets are those whose workers, or some of them, label enough tasks for a history.
func goldSets() []string { return []string{"rte", "sp", "dog", "web", "bm", "adult2"} }

// later are the tasks of a set without those of which a history was made.
type later struct {
	data     *crowd.Dataset
	truth    []int32
	counts   []float64 // M×K×K, what was counted of each worker on the other tasks
	complete bool      // every worker has some
}

// half takes a random half of the tasks of known truth for a history. Workers who label none of the others are left out.
func half(s *set, seed uint64) later {
	d, k := s.Data, s.Data.Classes
	earlier := make([]bool, d.Tasks)
	known := knownTasks(s.Truth)
	rand.New(rand.NewPCG(seed, goldStream)).Shuffle(len(known), func(a, b int) { known[a], known[b] = known[b], known[a] })
	for _, i := range known[:len(known)/2] {
		earlier[i] = true
	}
	var h later
	counts := make([]float64, d.Workers*k*k)
	place, workers := make([]int32, d.Workers), 0
	var task, worker, class []int32
	for i := range d.Tasks {
		from, to := d.Of(i)
		for n := from; n < to; n++ {
			j := int(d.Worker[n])
			if earlier[i] {
				counts[(j*k+int(s.Truth[i]))*k+int(d.Class[n])]++
				continue
			}
			if place[j] == 0 {
				workers++
				place[j] = int32(workers)
			}
			task, worker, class = append(task, int32(len(h.truth))), append(worker, place[j]-1), append(class, int32(d.Class[n]))
		}
		if !earlier[i] {
			h.truth = append(h.truth, s.Truth[i])
		}
	}
	h.data = &crowd.Dataset{Labels: crowd.NewLabels(len(h.truth), workers, k, task, worker, class)}
	h.counts, h.complete = make([]float64, workers*k*k), true
	for j, p := range place {
		if p == 0 {
			continue
		}
		own := counts[j*k*k : (j+1)*k*k]
		copy(h.counts[int(p-1)*k*k:], own)
		sum := 0.0
		for _, x := range own {
			sum += x
		}
		h.complete = h.complete && sum > 0
	}
	return h
}

// knownTasks are the tasks whose truth is known.
func knownTasks(truth []int32) (known []int) {
	for i, z := range truth {
		if z != crowd.Unknown {
			known = append(known, i)
		}
	}
	return known
}

// errorOf is the share of tasks that a method gets wrong, by the program's own stopping rule.
func errorOf(d *crowd.Dataset, truth []int32, method string) (float64, error) {
	entry, err := catalog.Find(method)
	if err != nil {
		return 0, err
	}
	m, _, err := entry.Method(nil)
	if err != nil {
		return 0, err
	}
	r, err := fit.Run(d, m, fit.Settings{Seed: 1})
	if err != nil {
		return 0, err
	}
	return 1 - metric.Accuracy(r.Posterior, truth, d.Classes, 1).Expected, nil
}

// histories are the ways in which one enters a fit, none first.
func histories() []string {
	return []string{"none", "addition", "prior", "prior, of accuracies", "assign"}
}

// with returns the data with their history as it enters in a way; nil: it can't.
func (h later) with(way string) (*crowd.Dataset, error) {
	d, k := *h.data, h.data.Classes
	c := &crowd.Confusion{Counts: h.counts}
	var err error
	switch way {
	case "none":
		return &d, nil
	case "addition":
		c.Mode = crowd.Addition
	case "prior":
		c.Mode = crowd.Prior
		c.Counts, err = population.Prior(h.counts, k, nil)
	case "prior, of accuracies":
		right, of := make([]float64, d.Workers), make([]float64, d.Workers)
		for n, x := range h.counts {
			of[n/(k*k)] += x
			if n/k%k == n%k {
				right[n/(k*k)] += x
			}
		}
		c.Mode, c.Counts = crowd.Prior, population.OfAccuracies(right, of, k)
	case "assign":
		if !h.complete {
			return nil, nil
		}
		c.Mode = crowd.Assign
	}
	d.Confusion = c
	return &d, err
}

// goldPriors is what gold and histories of workers are worth.
func goldPriors(p *page, data string) error {
	p.say("## Gold and priors")
	p.say("A history is what each worker said of a random half of the tasks of known truth, counted; the error, in %%, is that on the "+
		"others, as the mean over the same %d halves. In brackets is by how much it is above that without a history, with the 95 %% interval "+
		"of the mean over the halves. *Addition* and *assign* are the modes of the article on gold and priors (2024): counts added to "+
		"those of the first step, and matrices to begin with (– where workers lack one). *Prior* adds the counts to those "+
		"of every step, and to each row what these workers usually do (core/population). "+
		"*Of accuracies* knows how many labels of a worker were right, and not of which classes.",
		goldHalves)
	for _, method := range []string{"ds", "consensus"} {
		rows := [][]string{append([]string{"data"}, histories()...)}
		sums := make([]float64, len(histories()))
		for _, name := range goldSets() {
			s, err := load(data, name, "labels.csv")
			if err != nil {
				return err
			}
			row := []string{name}
			var none []float64
			for n, way := range histories() {
				errors, err := overHalves(s, method, way)
				if err != nil {
					return fmt.Errorf("%s, %s, %s: %w", name, method, way, err)
				}
				if n == 0 {
					none = errors
				}
				row = append(row, beside(errors, none, n == 0))
				if errors != nil {
					sums[n] += (mean(errors) - mean(none)) / float64(len(goldSets()))
				}
			}
			rows = append(rows, row)
		}
		p.say("### %s, by histories", methodTitle(method))
		p.table(rows)
		p.say("Over the six sets the mean error changes by %s points with addition, %s with a prior, and %s with a prior of accuracies.",
			signed(sums[1]), signed(sums[2]), signed(sums[3]))
	}
	return goldShares(p, data)
}

// overHalves are the errors by half; nil: for some, a history can't enter so.
func overHalves(s *set, method, way string) ([]float64, error) {
	errors, can := make([]float64, goldHalves), make([]bool, goldHalves)
	err := parallel(goldHalves, func(n int) (err error) {
		h := half(s, uint64(n))
		d, err := h.with(way)
		if err != nil || d == nil {
			return err
		}
		can[n] = true
		errors[n], err = errorOf(d, h.truth, method)
		return err
	})
	for _, c := range can {
		if !c {
			return nil, err
		}
	}
	return errors, err
}

// beside writes errors and how far they are above others.
func beside(errors, none []float64, same bool) string {
	switch {
	case errors == nil:
		return "–"
	case same:
		return percents(errors)
	}
	rise := make([]float64, len(errors))
	for n := range rise {
		rise[n] = 100 * (errors[n] - none[n])
	}
	text := plusMinus(rise, 2)
	if !strings.HasPrefix(text, "-") {
		text = "+" + text
	}
	return fmt.Sprintf("%.2f (%s)", 100*mean(errors), strings.Replace(text, "-", "−", 1))
}

// signed is a change in points.
func signed(x float64) string { return strings.Replace(fmt.Sprintf("%+.2f", 100*x), "-", "−", 1) }

func methodTitle(name string) string {
	e, err := catalog.Find(name)
	if err != nil {
		return name
	}
	return e.Title
}

// goldShares is what gold tasks are worth for the others.
func goldShares(p *page, data string) error {
	p.say("### Gold")
	p.say("So much of the tasks of known truth is given to the method, drawn at random %d times; how far the error on the others, in "+
		"points, is above that without gold on the same tasks.", goldHalves)
	shares := []float64{.01, .05, .1, .2}
	rows := [][]string{{"data", "method"}}
	for _, share := range shares {
		rows[0] = append(rows[0], fmt.Sprintf("%.0f %%", 100*share))
	}
	for _, name := range goldSets() {
		s, err := load(data, name, "labels.csv")
		if err != nil {
			return err
		}
		for _, method := range []string{"ds", "consensus"} {
			row := []string{name, method}
			plain, err := errorsWithout(s, method)
			if err != nil {
				return err
			}
			for _, share := range shares {
				rise := make([]float64, goldHalves)
				if err := parallel(goldHalves, func(n int) error {
					d, others := *s.Data, goldTasks(s, share, uint64(n))
					d.Gold = others.gold
					with, err := errorOf(&d, others.truth, method)
					rise[n] = 100 * (with - plain(others.truth))
					return err
				}); err != nil {
					return fmt.Errorf("%s, %s: %w", name, method, err)
				}
				row = append(row, strings.Replace(plusMinus(rise, 2), "-", "−", 1))
			}
			rows = append(rows, row)
		}
	}
	p.table(rows)
	p.say("That gold and addition are the article's formulas is tested against reference programs (core/method/dawidskene): " +
		"`TestGoldAgainstOracle` holds posteriors to 1e-8 on four sets, `TestInitialAgainstCrowdKit` gold and addition to 1e-7, which is " +
		"as near as that program's own clipping allows, and `TestAssign` computes the first steps from assigned matrices by hand.")
	return nil
}

// errorsWithout fits without gold, and returns the error on any tasks.
func errorsWithout(s *set, method string) (func(truth []int32) float64, error) {
	entry, err := catalog.Find(method)
	if err != nil {
		return nil, err
	}
	m, _, err := entry.Method(nil)
	if err != nil {
		return nil, err
	}
	r, err := fit.Run(s.Data, m, fit.Settings{Seed: 1})
	if err != nil {
		return nil, err
	}
	return func(truth []int32) float64 {
		return 1 - metric.Accuracy(r.Posterior, truth, s.Data.Classes, 1).Expected
	}, nil
}

// golden are the tasks of known truth, divided.
type golden struct{ gold, truth []int32 }

// goldTasks draws a share of them as gold; the truth of the others measures.
func goldTasks(s *set, share float64, seed uint64) golden {
	known := knownTasks(s.Truth)
	rand.New(rand.NewPCG(seed, goldStream+1)).Shuffle(len(known), func(a, b int) { known[a], known[b] = known[b], known[a] })
	g := golden{gold: make([]int32, len(s.Truth)), truth: append([]int32(nil), s.Truth...)}
	for i := range g.gold {
		g.gold[i] = crowd.Unknown
	}
	for _, i := range known[:max(1, int(share*float64(len(known))))] {
		g.gold[i], g.truth[i] = s.Truth[i], crowd.Unknown
	}
	return g
}
