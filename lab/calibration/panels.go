package main

import (
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/panel"
)

// leastTasks of known truth make a panel of workers of a set, and each labels at least this share of those of the first.
const leastTasks, leastCommon = 40, .6

// drawPanel returns a panel of k workers of a set, nil if none is found: one drawn by lot, and others who share most tasks with that one.
func (s *set) drawPanel(k int, src *rand.Rand) *set {
	task := s.data.TaskOf()
	start, label := s.data.ByWorker()
	of := func(j int32) map[int32]bool {
		tasks := map[int32]bool{}
		for _, n := range label[start[j]:start[j+1]] {
			if i := task[n]; s.truth[i] != crowd.Unknown {
				tasks[i] = true
			}
		}
		return tasks
	}
	for range 20 {
		first := s.data.Worker[src.IntN(s.data.Len())]
		tasks := of(first)
		chosen, tried := []int32{first}, map[int32]bool{first: true}
		for _, n := range src.Perm(s.data.Len()) {
			j := s.data.Worker[n]
			if len(tasks) < leastTasks || tried[j] || !tasks[task[n]] {
				continue
			}
			tried[j] = true
			common := 0
			for i := range of(j) {
				if tasks[i] {
					common++
				}
			}
			if common < leastTasks || float64(common) < leastCommon*float64(len(tasks)) {
				continue
			}
			if chosen = append(chosen, j); len(chosen) == k {
				if out := s.panel(chosen, tasks); len(out.truth) >= leastTasks {
					return out
				}
				break
			}
		}
	}
	return nil
}

// panel returns the labels of some workers to those of some tasks that two of them labelled.
func (s *set) panel(workers []int32, tasks map[int32]bool) *set {
	out := &set{name: s.name, of: map[string][]float64{}}
	var task, worker, class []int32
	for i := range s.data.Tasks {
		if !tasks[int32(i)] {
			continue
		}
		from, to := s.data.Of(i)
		seen, at := map[int]bool{}, len(task)
		for n := from; n < to; n++ {
			if j := slices.Index(workers, s.data.Worker[n]); j >= 0 && !seen[j] {
				seen[j] = true
				task, worker, class = append(task, int32(len(out.truth))), append(worker, int32(j)), append(class, int32(s.data.Class[n]))
			}
		}
		if len(seen) < 2 {
			task, worker, class = task[:at], worker[:at], class[:at]
			continue
		}
		out.truth = append(out.truth, s.truth[i])
	}
	out.data = &crowd.Dataset{Labels: crowd.NewLabels(len(out.truth), len(workers), s.data.Classes, task, worker, class)}
	return out
}

// drawPanels returns panels of 2 to 10 workers of the sets.
func drawPanels(sets []*set) (all []*set) {
	src := rand.New(rand.NewPCG(5, 9))
	for _, s := range sets {
		for k := 2; k <= 10; k++ {
			for range 6 {
				if p := s.drawPanel(k, src); p != nil {
					all = append(all, p)
				}
			}
		}
	}
	return all
}

// bench returns every panel of two or more of the judges of JudgeBench.
func bench(dir string) (all []*set, err error) {
	s, err := load(filepath.Join(dir, "..", "judges"), "judgebench")
	if err != nil {
		return nil, err
	}
	tasks := map[int32]bool{}
	for i := range s.truth {
		tasks[int32(i)] = true
	}
	for some := range uint(1) << s.data.Workers {
		if bits.OnesCount(some) < 2 {
			continue
		}
		var judges []int32
		for j := range s.data.Workers {
			if some>>j&1 == 1 {
				judges = append(judges, int32(j))
			}
		}
		all = append(all, s.panel(judges, tasks))
	}
	return all, nil
}

// simulated draws a panel of k judges, accuracies from .6 to .9, the errors of two of whom correlate by rho, more or less: judge j errs
// where √λ u + √(1 − λ) ε is low, u being of the task. Of two families each has a u of its own. Lenient judges pass what fails. In
// lockstep all others repeat what the first says, but in a share 1 − √rho of the tasks.
func simulated(src *rand.Rand, k int, rho float64, story string) *set {
	const tasks, low, high = 300, .6, .9
	lambda := latent(rho, (low+high)/2)
	if story == "lockstep" {
		lambda = 0
	}
	accuracy := make([]float64, k)
	for j := range accuracy {
		accuracy[j] = low + (high-low)*src.Float64()
	}
	classes := 2
	if story == "five classes" {
		classes = 5
	}
	out := &set{name: story, of: map[string][]float64{}}
	var task, worker, class []int32
	for i := range tasks {
		z := src.IntN(classes)
		u := []float64{src.NormFloat64(), src.NormFloat64()}
		first := len(class)
		popular := (z + 1 + src.IntN(classes-1)) % classes // what those say who share a mistake
		out.truth = append(out.truth, int32(z))
		for j := range k {
			p, l, family := accuracy[j], z, 0
			switch {
			case story == "lenient" && z == 0:
				p = max(.3, p-.25)
			case story == "lenient":
				p = 1 - .3*(1-p)
			case story == "two families":
				family = 2 * j / k
			}
			if math.Sqrt(lambda)*u[family]+math.Sqrt(1-lambda)*src.NormFloat64() < quantile(1-p) {
				l = (z + 1 + src.IntN(classes-1)) % classes
				if src.Float64() < math.Sqrt(lambda) {
					l = popular
				}
			}
			if story == "lockstep" && j > 0 && src.Float64() < math.Sqrt(rho) {
				l = int(class[first])
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, int32(l))
		}
	}
	out.data = &crowd.Dataset{Labels: crowd.NewLabels(tasks, k, classes, task, worker, class)}
	return out
}

// quantile is that of the standard normal distribution.
func quantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }

// latent returns the λ with which the errors of two judges of accuracy p correlate by rho.
func latent(rho, p float64) float64 {
	low, high := 0., .999
	for range 40 {
		lambda, both, weights := (low+high)/2, 0., 0.
		for u := -6.; u <= 6; u += .05 {
			w, err := math.Exp(-u*u/2), math.Erfc(-(quantile(1-p)-math.Sqrt(lambda)*u)/math.Sqrt(1-lambda)/math.Sqrt2)/2
			both, weights = both+w*err*err, weights+w
		}
		if (both/weights-(1-p)*(1-p))/(p*(1-p)) < rho {
			low = lambda
		} else {
			high = lambda
		}
	}
	return low
}

// kish returns the mean correlation of the errors of two judges, by all truths; NaN if nobody errs.
func (s *set) kish() float64 {
	sum, n := 0., 0.
	for a := range s.data.Workers {
		for b := range a {
			var both, x, y, xy float64
			for i, z := range s.truth {
				var err [2]float64
				seen := 0
				from, to := s.data.Of(i)
				for v := from; v < to; v++ {
					wrong := 0.
					if int32(s.data.Class[v]) != z {
						wrong = 1
					}
					switch int(s.data.Worker[v]) {
					case a:
						err[0], seen = wrong, seen+1
					case b:
						err[1], seen = wrong, seen+1
					}
				}
				if seen == 2 {
					both, x, y, xy = both+1, x+err[0], y+err[1], xy+err[0]*err[1]
				}
			}
			x, y, xy = x/both, y/both, xy/both
			if r := (xy - x*y) / math.Sqrt(x*(1-x)*y*(1-y)); !math.IsNaN(r) {
				sum, n = sum+r, n+1
			}
		}
	}
	return sum / n
}

// measured measures a panel by so many truths, drawn at random.
func (s *set) measured(truths int, src *rand.Rand) (*panel.Dependence, error) {
	told := slices.Repeat([]int32{crowd.Unknown}, len(s.truth))
	for _, i := range src.Perm(len(told))[:min(truths, len(told))] {
		told[i] = s.truth[i]
	}
	var judges []int32
	for j := range s.data.Workers {
		judges = append(judges, int32(j))
	}
	return panel.Measure(&panel.Panel{Labels: &s.data.Labels, Judges: judges, Truth: told, Copies: s.whole.alike}, nil)
}

// depends is how figures of the dependence of panels come true.
type depends struct{ all, silent, held, near, independent, families float64 }

func (d *depends) add(s *set, truths int, src *rand.Rand) error {
	rho := s.kish()
	if math.IsNaN(rho) {
		return nil
	}
	if s.whole == nil {
		if _, err := fitted(s, "panel"); err != nil {
			return err
		}
	}
	found, err := s.measured(truths, src)
	if err != nil {
		return err
	}
	d.all++
	if !found.Effective.Defined() {
		d.silent++
		return nil
	}
	want, got := panel.Effective(s.data.Workers, rho), found.Effective
	const rounded = .005
	d.held += one(got.Low <= want*(1+rounded) && want*(1-rounded) <= got.High)
	d.near += one(math.Abs(got.Value/want-1) < .2)
	d.independent += one(got.High >= .75*float64(s.data.Workers))
	d.families += one(len(found.Families) > 0)
	return nil
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// String are the cells of a row.
func (d *depends) String() string {
	n := d.all - d.silent
	if n == 0 {
		return "100 | – | – | – | –"
	}
	return fmt.Sprintf("%.0f | %.0f | %.0f | %.0f | %.0f", 100*d.silent/d.all, 100*d.held/n, 100*d.near/n, 100*(n-d.independent)/n,
		100*d.families/n)
}

// claims is how what is expected of panels comes true, as panels and as crowds.
type claims struct {
	all, silent     float64
	held, off, half [2]float64
	claimed, right  float64
}

func (c *claims) add(s *set) error {
	w := s.whole
	c.all++
	if !w.evidence.Speaks() {
		c.silent++
		return nil
	}
	as := *w.answers
	as.Said = nil
	crowd := *w
	crowd.answers = &as
	for n, w := range []*world{w, &crowd} {
		f, err := w.foot(calibrate.Pool)
		if err != nil {
			return err
		}
		x := w.tally(f).Expect()
		c.held[n] += one(x.Low <= w.acc && w.acc <= x.High)
		c.off[n] += math.Abs(x.Value - w.acc)
		c.half[n] += (x.High - x.Low) / 2
		if n == 0 {
			c.claimed, c.right = c.claimed+x.Value, c.right+w.acc
		}
	}
	return nil
}

func (c *claims) String() string {
	n := c.all - c.silent
	if n == 0 {
		return "100 | – | – | – | – | – | – | – | –"
	}
	return fmt.Sprintf("%.0f | %.3f | %.3f | %.0f | %.1f | %.1f | %.0f | %.1f | %.1f", 100*c.silent/c.all, c.claimed/n, c.right/n,
		100*c.held[0]/n, 100*c.half[0]/n, 100*c.off[0]/n, 100*c.held[1]/n, 100*c.half[1]/n, 100*c.off[1]/n)
}

// writePanels says how far what is said of panels comes true.
func writePanels(w io.Writer, sets []*set, dir string) error {
	judged, err := bench(dir)
	if err != nil {
		return err
	}
	type group struct {
		name string
		of   []*set
	}
	groups := []group{{"JudgeBench, all six", judged[len(judged)-1:]}, {"JudgeBench, two to five of them", judged[:len(judged)-1]}}
	drawn := drawPanels(sets)
	for _, size := range [][2]int{{2, 2}, {3, 3}, {4, 5}, {6, 10}} {
		g := group{name: fmt.Sprintf("of the sets, %d to %d workers", size[0], size[1])}
		if size[0] == size[1] {
			g.name = fmt.Sprintf("of the sets, %d workers", size[0])
		}
		for _, s := range drawn {
			if k := s.data.Workers; k >= size[0] && k <= size[1] {
				g.of = append(g.of, s)
			}
		}
		groups = append(groups, g)
	}
	src := rand.New(rand.NewPCG(seed, 3))
	for _, story := range []string{"one factor", "lenient", "two families", "five classes", "lockstep"} {
		for _, rho := range []float64{0, .2, .4, .6} {
			g := group{name: fmt.Sprintf("simulated, %s, ρ = %.1f", story, rho)}
			for _, k := range []int{3, 4, 6, 10} {
				for range 10 {
					g.of = append(g.of, simulated(src, k, rho, story))
				}
			}
			groups = append(groups, g)
		}
	}
	fmt.Fprint(w, "\n## Panels: effective judges\n\nPanels of few workers who share most of their tasks: those of JudgeBench "+
		"(language models), of two to ten workers of the sets, and simulated, 300 tasks, accuracies from .6 to .9. Nothing was learnt from "+
		"any of them but by how much figures may be off besides (.25 and .4), how probable it is that all follow one (.1), and from where on "+
		"families stand out (.2, and .3 without truths). In lockstep the others repeat what the first says in a share √ρ of the tasks. "+
		"In % of the panels: silent, no figure is given; held, the "+
		"95 % interval holds Kish's figure by all truths; "+
		"near, the figure is within 20 % of it; shared, judges are said to share their mistakes; families, some are said to err together "+
		"more than with the others. By so many truths, drawn at random.\n\n"+
		"| panels | number | truths | silent | held | near | shared | families |\n|---|---|---|---|---|---|---|---|\n")
	for _, g := range groups {
		for _, truths := range []int{0, 20, 50, 200} {
			var d depends
			for _, s := range g.of {
				draws := 1
				if truths > 0 && len(g.of) == 1 {
					draws = 100
				}
				for range draws {
					if err := d.add(s, truths, src); err != nil {
						return err
					}
				}
			}
			fmt.Fprintf(w, "| %s | %d | %d | %v |\n", g.name, len(g.of), truths, &d)
		}
	}
	fmt.Fprint(w, "\n## Panels: how many labels are right\n\nThe same panels, without truths: what the default claims, how many are "+
		"right, how often the 95 % interval holds (in %), its half-width and how far the estimate is off (in points); and the last "+
		"three if they were "+
		"taken for crowds.\n\n| panels | silent | claims | is right | held | ± | off | as a crowd: held | ± | off |\n"+
		"|---|---|---|---|---|---|---|---|---|---|\n")
	for _, g := range groups {
		var c claims
		for _, s := range g.of {
			if err := c.add(s); err != nil {
				return err
			}
		}
		fmt.Fprintf(w, "| %s | %v |\n", g.name, &c)
	}
	return nil
}
