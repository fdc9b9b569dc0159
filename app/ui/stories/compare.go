package stories

import (
	"concord/app/model"
	"concord/core/wire"
)

func comparing() model.State {
	s := play(doneTruth(), model.Show{View: model.ViewCompare})
	return play(s, model.Choose{Method: "wawa", On: true}, model.Choose{Method: "fds", On: true})
}

// compareRuns has a comparison under way.
func compareRuns() model.State {
	objective, change := -3811.72, 0.08
	return answer(comparing(), model.StartCompare{}, wire.Reply{Progress: &wire.Progress{
		Phase: "fit", Method: "Dawid–Skene", At: 3, Of: 4, Seconds: 1.4, Step: &wire.Step{N: 4, Objective: &objective, Change: &change},
	}})
}

func compared() model.State {
	s, cmds := model.Update(comparing(), model.StartCompare{})
	id := cmds[0].(model.Send).Request.ID
	method := func(name, title string, right, ece, brier float64, steps, majority int) wire.Contender {
		return wire.Contender{
			Name: name, Title: title, Status: "converged", Steps: steps, Seconds: 0.02 * float64(steps), Majority: majority,
			Accuracy: &wire.Accuracy{Evaluated: 800, Accuracy: right, Low: right - 0.02, High: right + 0.016},
			ECE:      &wire.Measure{Value: ece, Low: ece - 0.01, High: ece + 0.012}, Brier: &wire.Measure{Value: brier, Low: brier - 0.02, High: brier + 0.02},
		}
	}
	c := &wire.Compared{Tasks: 800, Differ: 71, Known: 800, Disputed: 71, Seconds: 1.9, Methods: []wire.Contender{
		method("majority", "Majority vote", 0.8975, 0.061, 0.171, 1, 0), method("wawa", "Wawa", 0.9163, 0.048, 0.139, 1, 31),
		method("ds", "Dawid–Skene", 0.9275, 0.058, 0.128, 13, 57),
		{Name: "fds", Title: "Fast Dawid–Skene", Why: "the smoothing is −1, and it must lie between 0 and 100"},
	}}
	kappa := []float64{0.92, 0.86, 0.93}
	for n, x := range [][]int{{0, 1, 31, 8, 23}, {0, 2, 57, 16, 40}, {1, 2, 29, 10, 19}} {
		c.Pairs = append(c.Pairs, wire.Contrasted{A: x[0], B: x[1], Differ: x[2], Same: 1 - float64(x[2])/800, Kappa: &kappa[n],
			McNemar: &wire.McNemar{Both: 700, OnlyA: x[3], OnlyB: x[4], Neither: 46, P: []float64{0.0107, 0.0002, 0.136}[n]}})
	}
	s, cmds = model.Update(s, model.Replied{Reply: wire.Reply{ID: id, Compared: c}})
	for _, cmd := range cmds {
		if send, ok := cmd.(model.Send); ok {
			s = play(s, model.Replied{Reply: wire.Reply{ID: send.Request.ID, Page: comparedPage()}})
		}
	}
	return s
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
