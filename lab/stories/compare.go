package stories

import (
	"fmt"
	"math"

	"concord/app/model"
	"concord/app/model/budget"
	"concord/core/analysis"
	"concord/core/api"
)

func comparing() model.State {
	return play(doneTruth(), model.Show{View: model.ViewMethods})
}

// compareRuns has a comparison under way.
func compareRuns() model.State {
	return answer(comparing(), model.StartCompare{}, api.Reply{Progress: &api.Progress{
		Phase: "fit", Method: "Dawid–Skene", At: 3, Of: 4, Seconds: 1.4, Step: &api.Step{N: 4, Objective: -3811.72, Change: 0.08, Flips: -1},
	}})
}

func compared() model.State {
	s, cmds := model.Update(comparing(), model.StartCompare{})
	id := cmds[0].(model.Send).Request.ID
	method := func(name, title string, right, ece, brier float64, steps, majority int) api.Contender {
		return api.Contender{
			Name: name, Title: title, Status: "converged", Steps: steps, Seconds: 0.02 * float64(steps), Majority: majority,
			Accuracy: &api.Accuracy{Evaluated: 800, Accuracy: right, Low: right - 0.02, High: right + 0.016},
			Quality: &api.Quality{
				Bins: reliabilityBins(right, ece), ECE: api.Figure{Value: ece, Low: ece - 0.01, High: ece + 0.012},
				Brier:   api.Figure{Value: brier, Low: brier - 0.02, High: brier + 0.02},
				MacroF1: api.Figure{Value: right - 0.004, Low: right - 0.004, High: right - 0.004},
				LogLoss: api.Figure{Value: 1.7 * brier, Low: 1.7 * brier, High: 1.7 * brier},
			},
		}
	}
	c := &api.Compared{Tasks: 800, Differ: 71, Known: 800, Disputed: 71, Seconds: 1.9, Methods: []api.Contender{
		method("majority", "Majority vote", 0.8975, 0.061, 0.171, 1, 0), method("ds", "Dawid–Skene", 0.9163, 0.048, 0.139, 13, 31),
		method("wawa", "Wawa", 0.9275, 0.058, 0.128, 1, 57),
		{Name: "fds", Title: "Fast Dawid–Skene", Why: "the smoothing is −1, and it must lie between 0 and 100"},
	}}
	kappa := []float64{0.92, 0.86, 0.93}
	for n, x := range [][]int{{0, 1, 31, 8, 23}, {0, 2, 57, 16, 40}, {1, 2, 29, 10, 19}} {
		c.Pairs = append(c.Pairs, api.Contrasted{A: x[0], B: x[1], Differ: x[2],
			Match:   api.Match{Same: 1 - float64(x[2])/800, Kappa: &kappa[n]},
			McNemar: &api.McNemar{Both: 700, OnlyA: x[3], OnlyB: x[4], Neither: 46, P: []float64{0.0107, 0.0002, 0.136}[n]}})
	}
	analysis.Judge(c, "ds", nil)
	s, cmds = model.Update(s, model.Replied{Reply: api.Reply{ID: id, Compared: c}})
	for _, cmd := range cmds {
		if send, ok := cmd.(model.Send); ok {
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Page: comparedPage()}})
		}
	}
	return s
}

// reliabilityBins are those of a method that is as far too sure of itself.
func reliabilityBins(right, ece float64) []api.Bin {
	bins := make([]api.Bin, 10)
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
		b.Right = api.Figure{Value: x, Low: max(x-wide, 0), High: min(x+wide, 1)}
	}
	return bins
}

func comparedPage() *api.Page {
	heading := func(name, title string) api.Heading { return api.Heading{Name: name, Title: title, Kind: "text"} }
	p := &api.Page{Table: "compared", Matching: 71, Total: 71, Columns: []api.Heading{
		heading("task", "Task"), heading("method1", "Majority vote"), heading("method2", "Wawa"), heading("method3", "Dawid–Skene"),
		{Name: "votes", Title: "Votes", Kind: "number"}, heading("truth", "Truth"),
	}}
	for i, row := range taskPage().Cells[:8] {
		p.Index = append(p.Index, 3*i)
		p.Cells = append(p.Cells, []string{row[0], "entails", []string{"entails", "does not"}[i%2], "does not", "10", row[2]})
	}
	return p
}

// hidden is a comparison by hidden labels, for want of a truth.
func hidden() model.State {
	method := func(name, title string, value, se float64, lost string) api.Contender {
		return api.Contender{
			Name: name, Title: title, Status: "converged", Steps: 12, Seconds: 0.2,
			HeldOut: &api.Candidate{Name: name, Title: title, Lost: lost, Tasks: &api.Mean{Value: value, SE: se, N: 8000}},
		}
	}
	c := &api.Compared{Tasks: 800, Differ: 71, Seconds: 6.2, ByHeldOut: true, Reference: 2, Best: "ds", Methods: []api.Contender{
		method("majority", "Majority vote", -0.5512, 0.0041, ""), method("wawa", "Wawa", -0.4921, 0.0047, ""),
		method("ds", "Dawid–Skene", -0.4799, 0.0052, ""), method("fds", "Fast Dawid–Skene", -0.5234, 0.0051, "does not"),
	}}
	for n, differ := range []int{57, 29, 0, 40} {
		if n != c.Reference {
			c.Pairs = append(c.Pairs, api.Contrasted{A: n, B: c.Reference, Differ: differ, Match: api.Match{Same: 1 - float64(differ)/800}})
			c.Tests = append(c.Tests, api.Tested{Method: n, Ahead: c.Methods[n].Score() - c.Methods[2].Score(), P: 0.0001, Holm: 0.0003})
		}
	}
	c.Finding = "Dawid–Skene is the best choice we know for these labels; Wawa would change 29 labels."
	c.Says = []string{"No method is significantly better than Dawid–Skene (Holm, 3 comparisons)."}
	return answer(play(done(), model.Show{View: model.ViewMethods}), model.StartCompare{}, api.Reply{Compared: c})
}

// foretold is what more labels would bring, and fewer.
func foretold() *api.Forecast {
	f := &api.Forecast{Now: .827, Low: .68, High: .95, Tasks: 800, PerTask: 10, Notes: []string{
		"About 8.2 % of the tasks mislead everybody, as in other crowds whose labels are wrong as often: more labels don't mend those. " +
			"On the others, new labels are like those so far.",
		"The ranges hold 19 of 20 gains foretold for real crowds. That 82.7 % are right now may itself be off (68.0 % to 95.0 %): then all of " +
			"it lies higher or lower.",
	}}
	for _, more := range []float64{-9, -7, -5, -2, 0, .25, .5, 1, 2, 3, 5, 7, 10, 20} {
		right := .88 - .31*math.Exp(-(more+10)/5.67)
		spread := .06 * min(1, math.Abs(more))
		p := api.ForecastPoint{
			More: more, Labels: int(800 * more), PerTask: 10 + more, Right: right, Low: right - spread, High: min(1, right+spread),
		}
		if more >= 0 {
			p.Targeted = new(right + .02*(1-math.Exp(-3*more)))
		}
		f.Points = append(f.Points, p)
	}
	f.Now = f.Points[4].Right
	return f
}

// needed is a forecast where labels and mistakes have prices.
func needed() model.State {
	s := play(doneTruth(), model.Show{View: model.ViewPlan},
		model.SetAmount{What: budget.Price, Text: "0.05"}, model.SetAmount{What: budget.Mistake, Text: "4"})
	p := &api.Planned{Budget: 100, Forecast: foretold(), Sentence: "Nobody is left to ask: everybody who may be asked has labelled every " +
		"task that is in doubt. About 82.7 % are right now."}
	return answer(s, model.StartPlan{}, api.Reply{Planned: p})
}

// silentPlan is a result of labels that don't show how right they are: nothing is foretold.
func silentPlan() model.State {
	f := fitted()
	f.Look = nil
	f.Expected = &api.Expected{
		Verdict: api.CheckFirst, Why: "Nothing in the file shows how many labels are right: no task has labels of two workers.",
		Give: "To know, have 30 tasks labelled by a second worker, or check 20 by hand.", Unknown: 800, Labelled: 800,
	}
	return play(answer(preview(), model.StartRun{}, api.Reply{Fitted: f}), model.Show{View: model.ViewPlan})
}

func planned() model.State {
	s := play(doneTruth(), model.Show{View: model.ViewPlan}, model.SetAmount{What: budget.Budget, Text: "300"})
	p := &api.Planned{
		Budget: 300, Right: .845, Count: 300, Most: 33, Forecast: foretold(),
		Sentence: "300 more labels where they help most: we expect 84.5 % to be right instead of 82.7 %; spread evenly, 83.1 %.",
		Notes: []string{
			"14 workers are asked for at most 33 labels. The limit is 33, so that the plan does not depend on one person.",
			"Workers who stand out get nothing, unless you include them.",
		},
	}
	for i := range 12 {
		p.Asks = append(p.Asks, api.Asked{
			Task:   api.Person{Index: i, Name: fmt.Sprintf("pair-%04d", 44+11*i), Labels: 10},
			Worker: api.Person{Index: i, Name: fmt.Sprintf("A%dK%dRX", i%9+1, 97-i), Labels: 20 * (1 + i*7%13)},
		})
	}
	return answer(s, model.StartPlan{}, api.Reply{Planned: p})
}
