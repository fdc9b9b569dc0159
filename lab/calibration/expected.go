package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"

	"concord/core/calibrate"
	"concord/core/crowd"
)

// prior is how right the default's answers are before any is checked.
func (s *set) prior() calibrate.Prior {
	f, err := s.whole.foot(calibrate.Pool)
	if err != nil {
		panic(err) // there is nobody to cancel it
	}
	return f.Prior
}

// times is how often a set is thinned or spoilt.
const times = 3

// writeExpected says how far what is expected holds, by regime and by set.
func writeExpected(w io.Writer, sets []*set) error {
	var all []*world
	for _, s := range sets {
		all = append(all, s.whole)
		for _, r := range regimes[1:] {
			for n := range times {
				of, err := s.cut(most).under(r, uint64(n))
				if err != nil {
					return err
				}
				all = append(all, of)
			}
		}
		fmt.Fprintln(os.Stderr, s.name, "thinned")
	}
	left := leftOut(all)
	shipped := func(*world) calibrate.Curve { return calibrate.Pool }
	fmt.Fprintf(w, "\n## How many labels are right: by regime\n\nEach set whole, and %d times thinned or spoilt, cut to %d tasks. "+
		"Silent: no figure is given, in %% of them. "+
		"Of the others: held, the 95 %% intervals that hold the accuracy on the tasks of known truth, in %%; ±, their "+
		"mean half-width, and off, the mean error of the estimate, in points; ECE and log loss of the probabilities of single labels, and "+
		"of the default's own. Left out: the same, by line and width that the sets of other families teach in the regimes above the rule.\n\n"+
		"| regime | silent | held | ± | off | ECE | own | log loss | own | left out: held | ± | off | ECE | log loss |\n"+
		"|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n", times, most)
	for n, r := range regimes {
		var of []*world
		for _, x := range all {
			if x.regime == r.name {
				of = append(of, x)
			}
		}
		if n == natural {
			fmt.Fprint(w, "| *spoilt* | | | | | | | | | | | | | |\n")
		}
		writeRegime(w, r.name, of, shipped, left)
	}
	var agreeing, ordinary []*world
	for _, x := range all {
		if !x.ordinary() {
			continue
		}
		ordinary = append(ordinary, x)
		if x.evidence.Alpha >= .6 {
			agreeing = append(agreeing, x)
		}
	}
	writeRegime(w, "**all above the rule with two labels**", ordinary, shipped, left)
	writeRegime(w, "of these, α ≥ .6", agreeing, shipped, left)
	fmt.Fprint(w, "\n## How many labels are right: each set\n\nWhole. x̄: the mean of what the labels say, before real crowds have their say "+
		"(m of calibrate.Prior); alone: how many would be right if workers erred on their own.\n\n"+
		"| set | α | x̄ | alone | expected | 95 % | left out | 95 % | is right |\n|---|---|---|---|---|---|---|---|---|\n")
	held := [2]int{}
	for _, s := range sets {
		fmt.Fprintf(w, "| %s | %.2f | %.3f | %.3f |", s.name, s.whole.evidence.Alpha, s.whole.m, s.whole.answers.Alone)
		for n, curve := range []func(*world) calibrate.Curve{shipped, left} {
			f, err := s.whole.foot(curve(s.whole))
			if err != nil {
				return err
			}
			x := s.whole.tally(f).Expect()
			if s.whole.acc >= x.Low && s.whole.acc <= x.High {
				held[n]++
			}
			fmt.Fprintf(w, " %.3f | %.3f to %.3f |", x.Value, x.Low, x.High)
		}
		fmt.Fprintf(w, " %.3f |\n", s.whole.acc)
	}
	fmt.Fprintf(w, "\nThe interval holds on **%d of %d**, left out on %d.\n", held[0], len(sets), held[1])
	return nil
}

// own are the posteriors of the method, N×K.
func (w *world) own() (q []float64) {
	for i := range w.set.data.Tasks {
		q = append(q, w.answers.Row(i)...)
	}
	return q
}

// kinds of methods by their curves, and some of each.
var kinds = []struct {
	name  string
	curve calibrate.Curve
	of    []string
}{
	{"Vote", calibrate.Vote, []string{"majority", "wawa", "zbs", "crh"}},
	{"Model", calibrate.Model, []string{"ds", "fds", "hds", "ibcc", "onecoin", "glad", "mace", "iwmv"}},
}

// writeKinds says what the curves of other methods rest on.
func writeKinds(w io.Writer, sets []*set) error {
	const most = 3000
	fmt.Fprintf(w, "\n## How many labels are right: other methods\n\nEach set whole and thinned, cut to %d tasks, once. Line: "+
		"intercept and slope that all of them teach (calibrate.Curve has them rounded). Figures as above.\n\n"+
		"| methods | silent | held | ± | off | ECE | own | log loss | own |\n|---|---|---|---|---|---|---|---|---|\n", most)
	for _, kind := range kinds {
		var all []*world
		for _, s := range sets {
			for _, r := range regimes[:natural-1] {
				l := r.of(&s.cut(most).data.Labels, rand.New(rand.NewPCG(1, 77)))
				thin := &set{name: s.name, data: &crowd.Dataset{Labels: l}, truth: s.cut(most).truth, of: map[string][]float64{}}
				e, err := calibrate.Observe(thin.data, nil, nil)
				if err != nil {
					return err
				}
				for _, name := range kind.of {
					x, err := thin.fittedBy(name, r.name, e)
					if err != nil {
						return err
					}
					if e.Speaks() {
						all = append(all, x)
					}
				}
			}
		}
		line := learn(all)
		title := fmt.Sprintf("%s: %s; line %.2f, %.2f", kind.name, strings.Join(kind.of, ", "), line.Intercept, line.Slope)
		writeRegime(w, title, all, func(*world) calibrate.Curve { return kind.curve })
	}
	return nil
}

// ordinary reports whether a world is a way to ask that brings some tasks labels of two workers.
func (w *world) ordinary() bool {
	for _, r := range regimes[:natural-1] {
		if r.name == w.regime {
			return true
		}
	}
	return false
}

// leftOut returns the curve that a world is judged by if only others teach it.
func leftOut(all []*world) func(*world) calibrate.Curve {
	by := map[string]calibrate.Curve{}
	return func(w *world) calibrate.Curve {
		out := family(w.set.name)
		if _, ok := by[out]; !ok {
			var others []*world
			for _, x := range all {
				if family(x.set.name) != out && x.ordinary() && x.evidence.Speaks() {
					others = append(others, x)
				}
			}
			by[out] = learn(others)
		}
		return by[out]
	}
}

// writeRegime writes a line of figures of some worlds by curves.
func writeRegime(w io.Writer, title string, of []*world, curves ...func(*world) calibrate.Curve) {
	fmt.Fprintf(w, "| %s |", title)
	for n, curve := range curves {
		silent, held, half, off := 0.0, 0.0, 0.0, 0.0
		var scores, own []score
		for _, x := range of {
			f, err := x.foot(curve(x))
			if err != nil {
				panic(err) // there is nobody to cancel it
			}
			if f.Calibration.Silent {
				silent++
				continue
			}
			e := x.tally(f).Expect()
			if x.acc >= e.Low && x.acc <= e.High {
				held++
			}
			half += (e.High - e.Low) / 2
			off += math.Abs(e.Value - x.acc)
			scores, own = append(scores, x.set.score(x.posterior(f))), append(own, x.set.score(x.own()))
		}
		if n == 0 {
			fmt.Fprintf(w, " %.1f |", 100*silent/float64(len(of)))
		}
		if len(scores) == 0 {
			fmt.Fprint(w, []string{" – | – | – | – | – | – | – |", " – | – | – | – | – |"}[n])
			continue
		}
		ece := func(r score) float64 { return r.ece }
		loss := func(r score) float64 { return r.loss }
		said := float64(len(scores))
		fmt.Fprintf(w, " %.1f | %.1f | %.2f | %.4f |", 100*held/said, 100*half/said, 100*off/said, mean(scores, ece))
		if n == 0 {
			fmt.Fprintf(w, " %.4f | %.3f | %.3f |", mean(own, ece), mean(scores, loss), mean(own, loss))
		} else {
			fmt.Fprintf(w, " %.3f |", mean(scores, loss))
		}
	}
	fmt.Fprintln(w)
}
