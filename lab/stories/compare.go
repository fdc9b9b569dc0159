package stories

import (
	"fmt"
	"math"

	"concord/app/model"
	"concord/core/contest"
	"concord/core/result"
	"concord/core/wire"
)

func comparing() model.State {
	return play(doneTruth(), model.Show{View: model.ViewMethods})
}

// compareRuns has a comparison under way.
func compareRuns() model.State {
	return answer(comparing(), model.StartCompare{}, wire.Reply{Progress: &wire.Progress{
		Phase: "fit", Method: "Dawid–Skene", At: 3, Of: 4, Seconds: 1.4, Step: &result.Step{N: 4, Objective: -3811.72, Change: 0.08, Flips: -1},
	}})
}

func compared() model.State {
	s, cmds := model.Update(comparing(), model.StartCompare{})
	id := cmds[0].(model.Send).Request.ID
	method := func(name, title string, right, ece, brier float64, steps, majority int) result.Contender {
		return result.Contender{
			Name: name, Title: title, Status: "converged", Steps: steps, Seconds: 0.02 * float64(steps), Majority: majority,
			Accuracy: &result.Accuracy{Evaluated: 800, Accuracy: right, Low: right - 0.02, High: right + 0.016},
			Quality: &result.Quality{
				Bins: reliabilityBins(right, ece), ECE: result.Figure{Value: ece, Low: ece - 0.01, High: ece + 0.012},
				Brier:   result.Figure{Value: brier, Low: brier - 0.02, High: brier + 0.02},
				MacroF1: result.Figure{Value: right - 0.004, Low: right - 0.004, High: right - 0.004},
				LogLoss: result.Figure{Value: 1.7 * brier, Low: 1.7 * brier, High: 1.7 * brier},
			},
		}
	}
	c := &result.Compared{Tasks: 800, Differ: 71, Known: 800, Disputed: 71, Seconds: 1.9, Methods: []result.Contender{
		method("majority", "Majority vote", 0.8975, 0.061, 0.171, 1, 0), method("ds", "Dawid–Skene", 0.9163, 0.048, 0.139, 13, 31),
		method("wawa", "Wawa", 0.9275, 0.058, 0.128, 1, 57),
		{Name: "fds", Title: "Fast Dawid–Skene", Why: "the smoothing is −1, and it must lie between 0 and 100"},
	}}
	kappa := []float64{0.92, 0.86, 0.93}
	for n, x := range [][]int{{0, 1, 31, 8, 23}, {0, 2, 57, 16, 40}, {1, 2, 29, 10, 19}} {
		c.Pairs = append(c.Pairs, result.Contrasted{A: x[0], B: x[1], Differ: x[2],
			Match:   result.Match{Same: 1 - float64(x[2])/800, Kappa: &kappa[n]},
			McNemar: &result.McNemar{Both: 700, OnlyA: x[3], OnlyB: x[4], Neither: 46, P: []float64{0.0107, 0.0002, 0.136}[n]}})
	}
	contest.Judge(c, "ds", nil)
	s, cmds = model.Update(s, model.Replied{Reply: wire.Reply{ID: id, Compared: c}})
	for _, cmd := range cmds {
		if send, ok := cmd.(model.Send); ok {
			s = play(s, model.Replied{Reply: wire.Reply{ID: send.Request.ID, Page: comparedPage()}})
		}
	}
	return s
}

// reliabilityBins are those of a method that is as far too sure of itself.
func reliabilityBins(right, ece float64) []result.Bin {
	bins := make([]result.Bin, 10)
	for n := range bins {
		b := &bins[n]
		b.Low, b.High = float64(n)/10, float64(n+1)/10
		if n < 5 {
			continue
		}
		b.Count = []int{38, 47, 61, 118, 536}[n-5]
		b.Confidence = b.Low + 0.055
		x := min(b.Confidence-ece*float64(12-n)/3, right+0.05)
		wide := 0.98 / math.Sqrt(float64(b.Count))
		b.Right = result.Figure{Value: x, Low: max(x-wide, 0), High: min(x+wide, 1)}
	}
	return bins
}

func comparedPage() *wire.Page {
	heading := func(name, title string) wire.Heading { return wire.Heading{Name: name, Title: title, Kind: "text"} }
	p := &wire.Page{Table: "compared", Matching: 71, Total: 71, Columns: []wire.Heading{
		heading("task", "Task"), heading("method1", "Majority vote"), heading("method2", "Wawa"), heading("method3", "Dawid–Skene"),
		{Name: "votes", Title: "Votes", Kind: "number"}, heading("truth", "Truth"),
	}}
	for i, row := range taskPage().Cells[:8] {
		p.Index = append(p.Index, 3*i)
		p.Cells = append(p.Cells, []string{row[0], "entails", []string{"entails", "does not"}[i%2], "does not", "10", row[1]})
	}
	return p
}

// hidden is a comparison by hidden labels, for want of a truth.
func hidden() model.State {
	method := func(name, title string, value, se float64, lost string) result.Contender {
		return result.Contender{
			Name: name, Title: title, Status: "converged", Steps: 12, Seconds: 0.2,
			HeldOut: &result.Candidate{Name: name, Title: title, Lost: lost, Tasks: &result.Mean{Value: value, SE: se, N: 8000}},
		}
	}
	c := &result.Compared{Tasks: 800, Differ: 71, Seconds: 6.2, ByHeldOut: true, Reference: 2, Best: "ds", Methods: []result.Contender{
		method("majority", "Majority vote", -0.5512, 0.0041, ""), method("wawa", "Wawa", -0.4921, 0.0047, ""),
		method("ds", "Dawid–Skene", -0.4799, 0.0052, ""), method("fds", "Fast Dawid–Skene", -0.5234, 0.0051, "does not"),
	}}
	for n, differ := range []int{57, 29, 0, 40} {
		if n != c.Reference {
			c.Pairs = append(c.Pairs, result.Contrasted{A: n, B: c.Reference, Differ: differ, Match: result.Match{Same: 1 - float64(differ)/800}})
			c.Tests = append(c.Tests, result.Tested{Method: n, Ahead: c.Methods[n].Score() - c.Methods[2].Score(), P: 0.0001, Holm: 0.0003})
		}
	}
	c.Finding = "Dawid–Skene is the best choice we know for these labels; Wawa would change 29 labels."
	c.Says = []string{"No method is significantly better than Dawid–Skene (Holm, 3 comparisons)."}
	return answer(play(done(), model.Show{View: model.ViewMethods}), model.StartCompare{}, wire.Reply{Compared: c})
}

// needed is what more labels would bring, with and without a worker.
func needed() model.State {
	s := play(doneTruth(), model.Show{View: model.ViewPlan}, model.SetWithout{Name: "A7K12RX"})
	x := &result.Simulated{
		Now: .927, Low: .78, High: 1, Tasks: 800, PerTask: 10, Without: "A7K12RX",
		Notes: []string{"Simulated: 8 crowds of 400 tasks each, with workers like yours. 12 % of the tasks mislead everybody."},
	}
	for n, c := range []result.Needed{{Method: "ds", Title: "Dawid–Skene"}, {Method: "consensus", Title: "Consensus"},
		{Method: "majority", Title: "Majority vote"}, {Method: "ds", Title: "Dawid–Skene", Without: true},
		{Method: "consensus", Title: "Consensus", Without: true}, {Method: "majority", Title: "Majority vote", Without: true}} {
		for _, more := range []int{-9, -7, -5, -2, 0, 1, 2, 3, 5, 7, 10, 20} {
			right := .96 - .35*math.Exp(-float64(more+10)/5) - .006*float64(n)
			spread := .06
			if more == 0 {
				spread = .01
			}
			c.Points = append(c.Points, result.NeedsPoint{
				More: more, PerTask: float64(10 + more), Right: right, Low: right - spread, High: min(1, right+spread),
			})
		}
		x.Curves = append(x.Curves, c)
	}
	return answer(s, model.StartNeed{}, wire.Reply{Needed: x})
}

func planned() model.State {
	s := play(doneTruth(), model.Show{View: model.ViewPlan}, model.SetBudget{Text: "300"})
	p := &result.Planned{
		Budget: 300, Error: 0.073, Count: 300, Most: 33, Decimals: 2, Sentence: "300 more labels: expected error 7.30 % → 5.81 %.",
		Notes: []string{
			"14 workers are asked, for 33 labels at most. The limit is 33, so that the plan does not depend on one person.",
			"2 workers stand out and get nothing, unless you include them: A7K12RX (copies another worker); A3K44RX (copies another worker). " +
				"Labels do not tell which of two workers copies the other, so neither is asked.",
		},
	}
	for n := 0; n <= 300; n += 10 {
		p.Curve = append(p.Curve, result.Point{Labels: n, Error: 0.055 + 0.018*math.Exp(-float64(n)/170)})
	}
	p.Expected = p.Curve[len(p.Curve)-1].Error
	for i := range 12 {
		p.Asks = append(p.Asks, result.Asked{
			Task:   result.Person{Index: i, Name: fmt.Sprintf("pair-%04d", 44+11*i), Labels: 10},
			Worker: result.Person{Index: i, Name: fmt.Sprintf("A%dK%dRX", i%9+1, 97-i), Labels: 20 * (1 + i*7%13)},
		})
	}
	return answer(s, model.StartPlan{}, wire.Reply{Planned: p})
}
