package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/lab/reproduce/cpu"
	"concord/lab/reproduce/gpc"
)

// gpcUCI is Table 1 of the GPC-MA paper.
func gpcUCI(p *page, data string) error {
	repeats := p.repeats
	if repeats == 0 {
		repeats = 30
	}
	book, err := p.ledger([]string{"data", "repeat", "method"}, gpc.VerdictColumns())
	if err != nil {
		return err
	}
	found := map[string]map[string][]gpc.Verdict{} // by set and variant: the repeats
	for _, u := range gpc.Sets() {
		s, err := loadUCI(data, u.Name)
		if err != nil {
			return err
		}
		runs := make([]map[string]gpc.Verdict, repeats) // by repeat; nil: not made
		if err := parallel(repeats, func(rep int) error {
			d, truth, test := s.Split(uint64(rep))
			run := map[string]gpc.Verdict{}
			for _, v := range gpc.Variants() {
				f, err := book.once(func() ([]float64, error) {
					o, err := gpc.Classify(d, v, truth, test, 1)
					return o.Figures(), err
				}, u.Name, rep, v.Name)
				if errors.Is(err, errAbsent) {
					return nil
				}
				if err != nil {
					return err
				}
				run[v.Name] = gpc.NewVerdict(f)
			}
			runs[rep] = run
			return nil
		}); err != nil {
			return err
		}
		all := map[string][]gpc.Verdict{}
		for _, run := range runs {
			for name, v := range run {
				all[name] = append(all[name], v)
			}
		}
		if len(all) == 0 {
			return fmt.Errorf("%s: %w", u.Name, errAbsent)
		}
		found[u.Name] = all
	}
	uciReport(p, found)
	return nil
}

// uciReport writes the tables and what of them is not as it should be.
func uciReport(p *page, found map[string]map[string][]gpc.Verdict) {
	p.say("## Gaussian processes from crowds (Rodrigues, Pereira & Ribeiro 2014)")
	p.say("### Table 1: six UCI sets, seven simulated workers; accuracy / AUC, repeats of a 70/30 split")
	rows := [][]string{{"data", "method", "training tasks: paper", "Concord", "test tasks: paper", "expected", "Concord"}}
	ahead := [][]string{{"MA ahead of", "on", "training accuracy", "training AUC", "test accuracy", "test AUC"}}
	var missed, level []string
	var better []bool // than both baselines, by set
	fewest := math.MaxInt
	for _, u := range gpc.Sets() {
		accuracy := map[string]float64{}
		for _, v := range gpc.Variants() {
			all := found[u.Name][v.Name]
			right, areas := figure(all, testAccuracy), figure(all, testArea)
			fewest = min(fewest, len(all))
			want := u.Found[v.Name]
			spread := want[1]
			if spread == 0 { // not known of this method
				spread = deviation(right)
			}
			accuracy[v.Name] = mean(right)
			if math.Abs(mean(right)-want[0]) > 2*spread {
				missed = append(missed, fmt.Sprintf("%s on %s has an accuracy of %.3f", v.Name, u.Name, mean(right)))
			}
			if math.Abs(mean(areas)-want[2]) > 2*deviation(areas) {
				missed = append(missed, fmt.Sprintf("%s on %s has an AUC of %.3f", v.Name, u.Name, mean(areas)))
			}
			both := func(x [2]float64) string { return fmt.Sprintf("%.3f / %.3f", x[0], x[1]) }
			rows = append(rows, []string{u.Name, v.Name, both(u.Train[v.Name]),
				interval(figure(all, trainAccuracy)) + " / " + interval(figure(all, trainArea)), both(u.Paper[v.Name]),
				both([2]float64{want[0], want[2]}), interval(right) + " / " + interval(areas)})
			if v.Name == "MA" {
				continue
			}
			lead := []string{v.Name, u.Name}
			for _, of := range []func(gpc.Verdict) float64{trainAccuracy, trainArea, testAccuracy, testArea} {
				lead = append(lead, interval(minus(figure(found[u.Name]["MA"], of), figure(all, of))))
			}
			ahead = append(ahead, lead)
		}
		ahead := true
		for _, name := range []string{"CONC", "MV"} {
			by, half := spread(minus(figure(found[u.Name]["MA"], testAccuracy), figure(found[u.Name][name], testAccuracy)))
			if by-half <= 0 {
				ahead = false
				level = append(level, fmt.Sprintf("%+.3f ± %.3f of %s on %s", by, half, name, u.Name))
			}
		}
		better = append(better, ahead)
		if accuracy["MA"] < accuracy["GOLD"]-.03 {
			missed = append(missed, fmt.Sprintf("MA is %.3f below GOLD on %s", accuracy["GOLD"]-accuracy["MA"], u.Name))
		}
		if u.Gap && accuracy["MA"] <= accuracy["MV"] {
			missed = append(missed, fmt.Sprintf("MA is no better than MV on %s", u.Name))
		}
	}
	p.table(rows)
	p.claim("Table 1", "MA classifies test tasks better than CONC and MV, on every set", verdict(better...),
		"test accuracy is ahead of both on %d of %d sets; not ahead: %s", held(better), len(better), list(level))
	p.table(ahead)
	p.say("± is half of a 95 %% interval over %d repeats (Student's t); “ahead” compares repeat by repeat. All four see the same "+
		"splits and labels, with the same grid of starts and rounds of learning the kernel. GOLD learns from the truth, CONC from all "+
		"labels as if they were true, MV from the majority vote, MA from all labels and the workers' reliabilities. “Expected” are "+
		"the figures of an independent program by the same protocol, with other splits and other labels.", fewest)
	if len(missed) == 0 {
		p.say("Every mean, of the accuracy and of the AUC, lies within two deviations over repeats of what is expected, and MA within " +
			".03 of GOLD everywhere.")
	} else {
		p.say("**Outside what is expected:** %s.", strings.Join(missed, "; "))
	}
	if fewest < 30 {
		p.say("These are fewer repeats than the 30 behind the expected figures: take what is outside, and what is inside, as " +
			"preliminary. `make reproduce ONLY=gpc-uci` makes all 30.")
	}
	p.say("**Why the paper's own figures are not the aim.** They can't be had honestly on pima, bupa, parkinsons, breast and " +
		"tic-tac-toe: nobody classifies pima with .99, the best published are near .78. They come back almost digit for digit when " +
		"the true label is left among the features. Its text says seven workers and lists eight; the first seven are used here " +
		"(sensitivities .9 .9 .8 .4 .3 .4 .6, specificities .8 .9 .9 .4 .5 .5 .5).")
	p.say("Every run is in [gpc-uci.csv](gpc-uci.csv).")
}

func trainAccuracy(v gpc.Verdict) float64 { return v.TrainAccuracy }
func testAccuracy(v gpc.Verdict) float64  { return v.Accuracy }

// uciFolders are the folders of the sets.
func uciFolders() (folders []string) {
	for _, u := range gpc.Sets() {
		folders = append(folders, "uci_"+u.Name)
	}
	return folders
}

// rowsTimed bounds the labels with which CONC is timed the paper's way: its time grows with their cube.
const rowsTimed = 2000

// gpcTimes is Table 2.
func gpcTimes(p *page, data string) error {
	var columns []string
	for _, of := range []string{"seconds by schedule", "sweeps", "seconds"} {
		for _, v := range gpc.Variants() {
			columns = append(columns, of+" "+v.Name)
		}
	}
	book, err := p.ledger([]string{"data", "repeat"}, columns)
	if err != nil {
		return err
	}
	repeats := p.runs(5)
	all := map[string][][]float64{}
	for _, u := range gpc.Sets() {
		s, err := loadUCI(data, u.Name)
		if err != nil {
			return err
		}
		runs := make([][]float64, repeats)
		if err := parallel(repeats, func(rep int) (err error) {
			runs[rep], err = book.once(func() ([]float64, error) { return timesOf(s, rep) }, u.Name, rep)
			return err
		}); err != nil {
			return err
		}
		all[u.Name] = runs
	}
	if p.counting { // there are no times yet
		return nil
	}
	timesReport(p, all)
	return nil
}

// loadUCI reads a set, its features standardised.
func loadUCI(data, name string) (*gpc.Described, error) {
	s, err := gpc.Describe(filepath.Join(data, "uci_"+name), "features.csv", "truth.csv")
	if err != nil {
		return nil, err
	}
	gpc.Standardise(s.X)
	return s, nil
}

// timesOf times all variants on one split, in turns; CONC with a row for each label on the first alone.
func timesOf(s *gpc.Described, rep int) ([]float64, error) {
	d, truth, _ := s.Split(uint64(rep))
	all := gpc.Variants()
	schedule, sweeps, fits := slices.Repeat([]float64{math.NaN()}, len(all)), make([]float64, len(all)), make([]float64, len(all))
	var follow, learn []func() error
	var followed []int
	for n, v := range all {
		if v.Name != "CONC" || rep == 0 && len(d.Class) <= rowsTimed {
			followed = append(followed, n)
			follow = append(follow, func() error {
				sweeps[n] = float64(gpc.Follow(d, v, truth, false).Sweeps)
				return nil
			})
		}
		learn = append(learn, func() error {
			_, err := gpc.LogZ(d, v, truth)
			return err
		})
	}
	took, err := cpu.Alternately(rounds, follow...)
	if err != nil {
		return nil, err
	}
	for n, of := range followed {
		schedule[of] = cpu.Median(took[n])
	}
	if took, err = cpu.Alternately(rounds, learn...); err != nil {
		return nil, err
	}
	for n := range all {
		fits[n] = cpu.Median(took[n])
	}
	return slices.Concat(schedule, sweeps, fits), nil
}

// logs are the logarithms of a/b in the runs that have both.
func logs(runs [][]float64, a, b int) (out []float64) {
	for _, f := range runs {
		if r := math.Log(f[a] / f[b]); !math.IsNaN(r) {
			out = append(out, r)
		}
	}
	return out
}

// overMV is the geometric mean of a/b over the runs that have both, with its 95 % interval.
func overMV(runs [][]float64, a, b int) string {
	all := logs(runs, a, b)
	switch m, half := spread(all); {
	case len(all) == 0:
		return "–"
	case len(all) == 1:
		return fmt.Sprintf("%.0f", math.Exp(m))
	default:
		return fmt.Sprintf("%.2f (%.2f to %.2f)", math.Exp(m), math.Exp(m-half), math.Exp(m+half))
	}
}

func timesReport(p *page, all map[string][][]float64) {
	paper := map[string][4]float64{"ionosphere": {.495, 403.618, .476, 2.470}, "pima": {.551, 357.238, .445, 2.583},
		"parkinsons": {.187, 55.424, .186, .608}, "bupa": {.551, 357.238, .445, 2.583}, "breast": {2.176, 3071.467, 1.474, 8.093},
		"tictactoe": {3.67, 5035.112, 3.106, 16.130}}
	const gold, conc, mv, ma = 0, 1, 2, 3 // in the order of the variants
	const sweeps, fits = 4, 8
	p.say("### Table 2: processor time as multiples of that of MV")
	rows := [][]string{{"data", "CONC : MV, paper", "its schedule", "Concord", "MA : MV, paper", "its schedule", "Concord", "GOLD : MV, paper",
		"Concord", "sweeps of MV, MA by its schedule", "seconds of Concord's MV"}}
	var overMA, times, printed []float64
	for _, u := range gpc.Sets() {
		t, runs := paper[u.Name], all[u.Name]
		var swept [2]float64
		var seconds []float64
		concurrent, slower := logs(runs, conc, ma), logs(runs, ma, mv)
		if len(concurrent) > 0 {
			overMA = append(overMA, math.Exp(mean(concurrent)))
		}
		times, printed = append(times, math.Exp(mean(slower))), append(printed, t[ma]/t[mv])
		for _, f := range runs {
			swept[0] += f[sweeps+mv] / float64(len(runs))
			swept[1] += f[sweeps+ma] / float64(len(runs))
			seconds = append(seconds, f[fits+mv])
		}
		rows = append(rows, []string{u.Name, fmt.Sprintf("%.0f", t[conc]/t[mv]), overMV(runs, conc, mv), overMV(runs, fits+conc, fits+mv),
			fmt.Sprintf("%.2f", t[ma]/t[mv]), overMV(runs, ma, mv), overMV(runs, fits+ma, fits+mv),
			fmt.Sprintf("%.2f", t[gold]/t[mv]), overMV(runs, fits+gold, fits+mv),
			fmt.Sprintf("%.1f, %.1f", swept[0], swept[1]), interval(seconds)})
	}
	p.table(rows)
	p.claim("Table 2", "MA takes a few times as long as MV, and is up to 100 times faster than CONC",
		verdict(slices.Min(overMA) > 1, slices.Max(times) < slices.Max(printed)),
		"by the paper's schedule CONC takes %.0f to %.0f times as long as MA, and MA %.1f to %.1f times as long as MV (paper %.1f to %.1f)",
		slices.Min(overMA), slices.Max(overMA), slices.Min(times), slices.Max(times), slices.Min(printed), slices.Max(printed))
	p.say("Ratios are geometric means over %d splits, with 95 %% intervals (Student's t of the logarithms). Times are processor "+
		"time of the thread that fits; on each split the methods take turns, A B C A B C …, and the median of up to %d rounds counts.",
		len(all["pima"]), rounds)
	p.say("“Its schedule” is EP as the paper has it, one site after the other under one kernel (σ_f = 1, ℓ = √D), until log Z "+
		"changes by less than 1e-4 in a sweep. MA re-estimates the reliabilities after three sweeps, or as soon as log Z is that "+
		"flat, and ends when that changes it by less than 1e-4; the paper doesn't say when it ends. CONC has a row for each label "+
		"there: seven times the rows, 343 times the work of a sweep. It is timed once, where there are no more than %d labels.", rowsTimed)
	p.say("“Concord” is a whole fit with the kernel learned, the same grid of starts and rules of stopping for all. Its CONC works " +
		"with one latent value a task, whatever the number of labels, so that it costs about what MV does.")
	p.say("**MA takes more than the paper's three to five times MV by its schedule.** The time goes with the sweeps: the last " +
		"reliabilities creep, and all of a limit of 1e-4 is spent on them. With the sweeps that Figure 1 of the paper spans (about 17 " +
		"to 24, see below) it would be five to eight times. The pima row of the paper's Table 2 repeats that of bupa. Every run is in " +
		"[gpc-times.csv](gpc-times.csv).")
}

// gpcLikelihood is Figure 1.
func gpcLikelihood(p *page, data string) error {
	p.say("### Figure 1: −log Z by update of a site, the paper's schedule")
	rows := [][]string{{"data", "paper's axes: updates", "−log Z", "Concord: updates", "−log Z, after the first three sweeps",
		"at the end", "estimates of the reliabilities", "of the fall, in the sweep after one",
		"labels, the truth known", "fit with the kernel learned"}}
	var stepped []bool
	least := 1.0
	below := math.Inf(1) // how far the paper's axes end below what the labels cost at least
	for _, u := range []struct {
		name               string
		updates, low, high int // of the paper's axes
	}{{"ionosphere", 6000, 800, 830}, {"pima", 10_000, 1700, 1850}, {"breast", 10_000, 1400, 1700}, {"bupa", 4000, 700, 850}} {
		s, err := loadUCI(data, u.name)
		if err != nil {
			return err
		}
		d, truth, _ := s.Split(0)
		v := gpc.Variants()[3]
		trail := gpc.Follow(d, v, truth, true)
		fitted, err := gpc.LogZ(d, v, truth)
		if err != nil {
			return err
		}
		line := series{Name: "MA"}
		for n, z := range trail.LogZ {
			if n%(d.Tasks/10) == 0 || n == len(trail.LogZ)-1 {
				line.X, line.Y = append(line.X, float64(n+1)), append(line.Y, -z)
			}
		}
		first, last := trail.LogZ[trail.Rates[0]-1], trail.LogZ[len(trail.LogZ)-1]
		var steps float64 // of log Z in the sweeps right after an estimate
		for _, at := range trail.Rates {
			if at+d.Tasks <= len(trail.LogZ) {
				steps += trail.LogZ[at+d.Tasks-1] - trail.LogZ[at-1]
			}
		}
		rows = append(rows, []string{u.name, fmt.Sprint("0 to ", u.updates),
			fmt.Sprint(u.low, " to ", u.high), fmt.Sprint(len(trail.LogZ)), fmt.Sprintf("%.1f", -first),
			fmt.Sprintf("%.1f", -last), fmt.Sprint(len(trail.Rates)), fmt.Sprintf("%.1f %%", 100*steps/(last-first)),
			fmt.Sprintf("%.1f", -labelsGiven(d, truth)), fmt.Sprintf("%.1f", -fitted)})
		stepped, least = append(stepped, steps/(last-first) > .95), min(least, steps/(last-first))
		below = min(below, -labelsGiven(d, truth)-float64(u.high))
		if err := p.chart(u.name, u.name+", by update of a site", "−log Z", []series{line}); err != nil {
			return err
		}
	}
	p.table(rows)
	p.claim("Figure 1", "−log Z falls in steps, one after each estimate of the reliabilities, and is flat between them", verdict(stepped...),
		"%.1f %% of the fall or more comes in the sweep after an estimate", 100*least)
	p.say("One split each, seven simulated workers, the kernel as for Table 2 (σ_f = 1, ℓ = √D). The paper's figure is a picture " +
		"of four runs: its axes are given. Its iterations are updates of a site: 24, 19, 21 and 17 sweeps over the training tasks. " +
		"The first sweep builds the sites up from nothing and stands at the left edge.")
	p.say("**The paper's values lie below what its labels can cost.** Even one who knows every true class and reliability is left "+
		"with −log P(labels | truth), the last column but one, and on average no model has less. Estimating fourteen reliabilities "+
		"gains a few nats on that. The paper's axes end %.0f nats and more below, on all four sets: its figure isn't of these seven "+
		"workers, or leaves something out.", below)
	return nil
}

// labelsGiven is log P(labels | truth) at the simulated reliabilities.
func labelsGiven(d *crowd.Dataset, truth []int32) (sum float64) {
	alpha, beta := gpc.Workers()
	for l, i := range d.TaskOf() {
		right := beta[d.Worker[l]]
		if truth[i] == 1 {
			right = alpha[d.Worker[l]]
		}
		if int32(d.Class[l]) != truth[i] {
			right = 1 - right
		}
		sum += math.Log(right)
	}
	return sum
}
