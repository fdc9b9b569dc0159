package main

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/internal/shared"
)

// TestTargets: the default keeps what docs/calibration.md promises, in the mean over the sets, whole, thinned and spoilt.
func TestTargets(t *testing.T) {
	shared.Long(t)
	dir := filepath.Join(shared.Dir(t), "data")
	type limits struct {
		silent, silentMost float64 // share of the sets on which no figure is given, at least and at most
		held               float64 // share of the intervals that hold, at least
		half, off          float64 // mean half-width and error of the estimate, at most
		wrong, ece, loss   float64 // at most
	}
	never := limits{silent: 1, silentMost: 1}
	want := map[string]limits{
		"whole":              {held: 16. / 17, half: .2, off: .065, wrong: .184, ece: .075, loss: .535},
		"3 a task":           {silentMost: .25, held: .9, half: .22, off: .075, wrong: 1, ece: .09, loss: .65},
		"2 a task":           {silentMost: .25, held: .9, half: .22, off: .075, wrong: 1, ece: .09, loss: .72},
		"a quarter overlaps": {silentMost: .1, held: .9, half: .18, off: .075, wrong: 1, ece: .09, loss: .755},
		"a tenth overlaps":   {silentMost: .1, held: .9, half: .183, off: .075, wrong: 1, ece: .09, loss: .86},
		"1 a task":           never,
		"dealt anew":         never,
	}
	got := map[string]*limits{}
	count := map[string]float64{}
	var crews []crewFigures
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range regimes {
			if _, asked := want[r.name]; !asked {
				continue
			}
			of := s
			if r.name != "whole" {
				of = s.cut(2000)
			}
			w, err := of.under(r, 1)
			if err != nil {
				t.Fatal(name, err)
			}
			f, err := w.foot(calibrate.Pool)
			if err != nil {
				t.Fatal(err)
			}
			g := got[r.name]
			if g == nil {
				g = &limits{}
				got[r.name] = g
			}
			if f.Calibration.Silent {
				g.silent++
				continue
			}
			if r.name == "whole" {
				known, err := w.set.workers(w.posterior(f), f.Prior.Spread(), 5)
				if err != nil {
					t.Fatal(name, err)
				}
				crews = append(crews, known)
			}
			count[r.name]++
			x, score := w.tally(f).Expect(), w.set.score(w.posterior(f))
			if w.acc >= x.Low && w.acc <= x.High {
				g.held++
			}
			g.half += (x.High - x.Low) / 2
			g.off += math.Abs(x.Value - w.acc)
			g.wrong, g.ece, g.loss = g.wrong+score.wrong, g.ece+score.ece, g.loss+score.loss
		}
	}
	for regime, most := range want {
		g, n := got[regime], count[regime]
		silent := g.silent / float64(len(names))
		if silent < most.silent || silent > most.silentMost {
			t.Errorf("%s: got %.2f of the sets silent, want %.2f to %.2f", regime, silent, most.silent, most.silentMost)
		}
		if n == 0 {
			continue
		}
		if g.held/n < most.held {
			t.Errorf("%s: got %.3f of the intervals that hold, want %.3f", regime, g.held/n, most.held)
		}
		for what, x := range map[string][2]float64{
			"half-width": {g.half, most.half}, "error of the estimate": {g.off, most.off}, "error": {g.wrong, most.wrong},
			"expected calibration error": {g.ece, most.ece}, "log loss": {g.loss, most.loss},
		} {
			if x[0]/n > x[1] {
				t.Errorf("%s: got %s %.4f, want at most %g", regime, what, x[0]/n, x[1])
			}
		}
	}
	covered := mean(crews, func(x crewFigures) float64 { return x.covered })
	if half := mean(crews, func(x crewFigures) float64 { return x.half }); covered < .94 || half > .25 {
		t.Errorf("accuracies of workers: %.1f %% lie in intervals of ± %.3f, want 94 %% and ± .25", 100*covered, half)
	}
	for n, x := range crews {
		if wrong, of := x.belowWrong+x.flaggedWrong, x.below+x.flagged; 20*wrong > of {
			t.Errorf("%s: %d of %d who stand out are right no less often than the crowd", names[n], wrong, of)
		}
	}
}

// TestMerging: to count workers who answer alike as one loses at most half a point on any set, and keeps 2 of zencrowd; it loses
// nothing where three good workers share mistakes; and it halves what six of twenty who answer together spoil.
func TestMerging(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "data")
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		keep, merge, _, err := s.copies()
		if err != nil {
			t.Fatal(name, err)
		}
		if most := map[bool]float64{true: -.02, false: .005}[name == "zencrowd"]; merge-keep > most {
			t.Errorf("%s: got %.4f wrong, and %.4f if everybody counts; want at most %+g", name, merge, keep, most)
		}
	}
	for _, m := range misled {
		for _, m.Tasks = range []int{200, 1000} {
			m.Workers, m.Classes = 3, 16
			for _, s := range drawn(m.Draw, 3) {
				if keep, merge, n, err := s.copies(); err != nil || n > 0 || merge != keep {
					t.Errorf("%+v: got %d merged, %.4f wrong and %.4f, %v; want nobody", m, n, merge, keep, err)
				}
			}
		}
	}
	wrong := 0.0
	for _, s := range drawn(ringOf(10).Draw, seeds) {
		_, merge, _, err := s.copies()
		if err != nil {
			t.Fatal(err)
		}
		wrong += merge / seeds
	}
	if wrong > .08 {
		t.Errorf("six of twenty answer together: got %.4f wrong, want at most .08", wrong)
	}
}

// TestLookKeepsItsPromise: in the sum over the sets, a look finds as many mistakes as the page promises, to a third.
func TestLookKeepsItsPromise(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "data")
	promised, found := make([]float64, len(looks)), make([]float64, len(looks))
	for _, name := range names {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.fitBy(api.MethodDefault); err != nil {
			t.Fatal(name, err)
		}
		all, err := s.shown()
		if err != nil {
			t.Fatal(name, err)
		}
		for c, n := range looks {
			if n == 0 {
				n = (len(all) + 9) / 10
			}
			for _, a := range all[:min(n, len(all))] {
				promised[c] += 1 - a.p
				if !a.right {
					found[c]++
				}
			}
		}
	}
	for c, n := range looks {
		if ratio := promised[c] / found[c]; ratio < 2./3 || ratio > 4./3 {
			t.Errorf("looking at %s labels: %.0f mistakes are promised, %.0f found", lookName(n), promised[c], found[c])
		}
	}
}

// TestPanels: what is said of panels comes true of those of JudgeBench, of workers of sets, and of simulated ones.
func TestPanels(t *testing.T) {
	shared.Long(t)
	dir := filepath.Join(shared.Dir(t), "data")
	var sets []*set
	for _, name := range []string{"bluebird", "bm", "duchenne", "music", "sp_amt", "temporal", "zencrowd"} {
		s, err := load(dir, name)
		if err != nil {
			t.Fatal(err)
		}
		sets = append(sets, s)
	}
	judged, err := bench(dir)
	if err != nil {
		t.Fatal(err)
	}
	src := rand.New(rand.NewPCG(seed, 3))
	var apart, together, lockstep []*set
	for range 20 {
		apart = append(apart, simulated(src, 6, 0, "one factor"))
		together = append(together, simulated(src, 6, .6, "one factor"))
		lockstep = append(lockstep, simulated(src, 6, .6, "lockstep"))
	}
	for _, g := range []struct {
		name                string
		of                  []*set
		held, claimed, near float64 // shares of the panels, at least: intervals that hold, of both kinds, and figures within 20 %
		said                float64 // of them, at most, that are said to share mistakes
	}{
		{"JudgeBench", judged, .95, .95, .9, 1},
		{"of sets", drawPanels(sets), .95, .95, .65, .1},
		{"independent", apart, .95, .95, .6, 0},
		{"together", together, .95, .95, .8, 1},
		{"in lockstep", lockstep, .93, .93, 0, 1},
	} {
		var d depends
		var c claims
		for _, s := range g.of {
			if err := d.add(s, 0, src); err != nil {
				t.Fatal(err)
			}
			if err := c.add(s); err != nil {
				t.Fatal(err)
			}
		}
		n, spoke := d.all-d.silent, c.all-c.silent
		if d.held < g.held*n || d.near < g.near*n || n-d.independent > g.said*n || c.held[0] < g.claimed*spoke {
			t.Errorf("%s: got of %g panels %g intervals of effective judges that hold, %g near, %g said to share mistakes; of %g, %g intervals "+
				"of labels that are right; want %+v", g.name, n, d.held, d.near, n-d.independent, spoke, c.held[0],
				[]float64{g.held, g.near, g.said, g.claimed})
		}
	}
}
