package stories

import (
	"fmt"

	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

// panelOfSix is a result of the labels of six judges.
func panelOfSix() model.State {
	o := openedAs("verdicts.csv")
	o.Counts = &api.Counts{
		Rows: 1800, Tasks: 300, Workers: 6, Labels: 1790, Classes: 2, ClassNames: []string{"fail", "pass"}, ClassLabels: []int{412, 1378},
		PerTask: api.Range{Min: 5, Median: 6, Mean: 5.97, Max: 6}, PerWorker: api.Range{Min: 292, Median: 300, Mean: 298.3, Max: 300},
		WorkerBins: []api.CountBin{{Low: 292, High: 300, Count: 6}},
		TaskBins:   []api.CountBin{{Low: 5, High: 5, Count: 10}, {Low: 6, High: 6, Count: 290}},
		Ties:       14,
	}
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "verdicts.csv", Size: 62_318}}, api.Reply{Opened: o})
	f := fitted()
	f.Classes = []api.Share{{Class: "fail", Tasks: 71}, {Class: "pass", Tasks: 229}}
	f.Expected.Unknown, f.Expected.Labelled = 300, 300
	return answer(s, model.StartRun{}, api.Reply{Fitted: f})
}

// judgesWith shows the panel, with what is known of the judges and of the pass rate.
func judgesWith(j *api.Judges, p *api.PassRate) model.State {
	return replied(panelOfSix(), model.Show{View: model.ViewJudges}, j, p)
}

// replied lets a message happen and answers the requests of the view of the judges.
func replied(s model.State, m model.Msg, j *api.Judges, p *api.PassRate) model.State {
	s, cmds := model.Update(s, m)
	for _, c := range cmds {
		send, ok := c.(model.Send)
		switch {
		case !ok:
		case send.Request.Panel != nil && j != nil:
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Judges: j}})
		case send.Request.Rate != nil && p != nil:
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, PassRate: p}})
		}
	}
	return s
}

// within is a share with an interval of that half-width, as far as shares go.
func within(value, half float64, n int) api.Figure {
	return api.Figure{Value: value, Low: max(-1, value-half), High: min(1, value+half), N: n, Interval: true}
}

// sixJudges share their mistakes, and a person labelled 60 of their tasks.
func sixJudges() *api.Judges {
	j := &api.Judges{
		Sentence: "6 judges count as 2.1: they make the same mistakes. cedar is right on 88 % of what a person labelled, all together on 80 %.",
		Tasks:    300, Human: 60, Pass: "pass",
		Effective: within(2.1, .5, 60), Correlation: within(.37, .11, 60),
		Panel: api.Judge{Index: -1, Name: "the panel", Labels: 300, Accuracy: within(.80, .1, 60), TPR: within(.93, .07, 38),
			TNR: within(.57, .2, 22), Kappa: within(.53, .2, 60), Others: api.Undefined("it has no others"), Without: api.Undefined("it is all"),
			Length: api.Undefined("no column says how long"),
			Bias:   []api.Leaning{{Class: "pass", Figure: within(.124, .09, 60)}}},
		Families: [][]int{{1, 2, 4}, {3, 5}},
	}
	names := []string{"cedar", "atlas-large", "atlas-medium", "birch-large", "atlas-small", "birch-small-instruct-2026-03"}
	for n, name := range names {
		right := .88 - .03*float64(n)
		j.Judges = append(j.Judges, api.Judge{
			Index: n, Name: name, Labels: 300 - 2*n, Blank: 2 * n, Accuracy: within(right, .09, 60),
			TPR: within(.9-.01*float64(n), .08, 38), TNR: within(.84-.07*float64(n), .19, 22), Kappa: within(.73-.06*float64(n), .19, 60),
			Others: api.Exactly(.74+.01*float64(n), 300), Without: within(.031-.012*float64(n), .03, 60),
			Length: api.Undefined("no column says how long"),
			Bias:   []api.Leaning{{Class: "pass", Figure: within(.02+.03*float64(n), .08, 60)}},
		})
		row := make([]float64, len(names))
		for at := range names {
			row[at] = []float64{.11, .3, .62}[(n*at+n+at)%3]
		}
		row[n] = 1
		j.Pairs = append(j.Pairs, row)
	}
	j.Pairs[0][3], j.Pairs[3][0] = -.04, -.04
	j.Pairs[4][5], j.Pairs[5][4] = 0, 0
	return j
}

// noHuman is the same panel before a person labels anything.
func noHuman() *api.Judges {
	j := sixJudges()
	j.Human, j.Families = 0, nil
	j.Sentence = "6 judges count as at most 3.4: they agree more often than tasks of one difficulty would let them."
	j.Effective, j.Correlation = api.Exactly(3.4, 300), api.Exactly(.15, 300)
	j.Limits = []string{"Nobody has labelled these tasks by hand, so mistakes that all judges share can’t be seen, and neither accuracy " +
		"nor a pass rate can be claimed. 50 labels by hand, of tasks drawn at random, would show them."}
	why := api.Undefined("no task has a person’s label")
	j.Panel.Accuracy, j.Panel.TPR, j.Panel.TNR, j.Panel.Kappa, j.Panel.Bias = why, why, why, why, nil
	for n := range j.Judges {
		x := &j.Judges[n]
		x.Accuracy, x.TPR, x.TNR, x.Kappa, x.Without, x.Bias = why, why, why, why, why, nil
	}
	return j
}

// passRate is by group, too, where a column says so.
func passRate(group string) *api.PassRate {
	p := &api.PassRate{
		Sentence: "By hand, 63.4 % (55.1 to 71.7 %) of the tasks would pass; the judges pass 76.3 %.",
		Pass:     "pass", Group: group, Columns: []string{"assistant", "day"}, Within: .02, More: 214,
		All: api.Passed{Tasks: 300, Human: 60, Alone: api.Exactly(.763, 300), Corrected: within(.627, .11, 60),
			Powered: within(.634, .083, 60), Sampled: within(.633, .122, 60)},
	}
	for n := range 12 {
		p.Next = append(p.Next, api.Person{Index: 17 * n, Name: fmt.Sprintf("answer-%03d", 1+17*n), Labels: 6})
	}
	if group == "" {
		return p
	}
	p.Limits = []string{"Brio has 9 labels by hand: too few for a figure of its own."}
	for n, name := range []string{"Alba", "Brio", "Cato"} {
		g := api.Passed{Group: name, Tasks: 100, Human: 24 - 7*n, Alone: api.Exactly(.84-.08*float64(n), 100),
			Corrected: within(.74-.11*float64(n), .18, 24), Powered: within(.75-.11*float64(n), .14, 24),
			Sampled: within(.75-.1*float64(n), .18, 24)}
		if n == 1 {
			g.Corrected = api.Undefined("fewer than 10 labels by hand")
		}
		p.Groups = append(p.Groups, g)
	}
	return p
}

// noRate is what there is to say without a person's labels.
func noRate() *api.PassRate {
	why := api.Undefined("no task has a person’s label")
	return &api.PassRate{
		Sentence: "The judges pass 76.3 %. How many a person would pass can’t be told.", Pass: "pass", Within: .02, More: 300,
		Limits: []string{"Nobody has labelled a task by hand."},
		All:    api.Passed{Tasks: 300, Alone: api.Exactly(.763, 300), Corrected: why, Powered: why, Sampled: why},
		Next:   passRate("").Next,
	}
}

// grouped is the pass rate by a column.
func grouped() model.State {
	return replied(judgesWith(sixJudges(), passRate("")), model.SetRate{Rate: api.Rate{Group: "assistant"}}, nil, passRate("assistant"))
}

// twoJudges agree on nearly everything, on three classes, of which none was chosen to pass.
func twoJudges() model.State {
	j := sixJudges()
	j.Judges, j.Pairs, j.Families, j.Pass = j.Judges[:2], j.Pairs[:2], nil, ""
	for n := range j.Pairs {
		j.Pairs[n] = j.Pairs[n][:2]
	}
	s, cmds := model.Update(panelOfSix(), model.Show{View: model.ViewJudges})
	for _, c := range cmds {
		switch send, ok := c.(model.Send); {
		case ok && send.Request.Panel != nil:
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Judges: j}})
		case ok && send.Request.Rate != nil:
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Fault: &api.Fault{Message: "Choose which label passes."}}})
		}
	}
	return s
}
