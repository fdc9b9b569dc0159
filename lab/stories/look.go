package stories

import (
	"concord/app/model"
	"concord/core/api"
)

// looked is what a look at the labels of fitted should find: 125 mistakes, most of them among the least certain.
func looked() *api.Look {
	return &api.Look{Labels: 800, Wrong: 125, Curve: []api.Found{
		{Labels: 20, Wrong: 10}, {Labels: 60, Wrong: 28}, {Labels: 150, Wrong: 61}, {Labels: 300, Wrong: 95}, {Labels: 500, Wrong: 115},
		{Labels: 800, Wrong: 125},
	}}
}

// lookedAt looks at more labels than are suggested.
func lookedAt() model.State { return play(done(), model.LookAt{Text: "120"}) }

// aPair lists what was decided between two classes.
func aPair() model.State { return play(done(), model.Narrow{Only: api.Only{What: api.OnlyPair}}) }

// differing is a result of the default, where it and the majority vote disagree on many tasks.
func differing() model.State {
	f := fitted()
	f.Method, f.Title, f.Objective = "consensus", "Consensus", ""
	return answer(preview(), model.StartRun{}, api.Reply{Fitted: f})
}

// drawn are tasks to check, the first of which is the one that tasks show.
func drawn(n, of int, vote string) api.Reply {
	d := &api.Drawn{Of: of}
	for i := range n {
		d.Tasks = append(d.Tasks, api.DrawnTask{Task: 3 + i, Label: "does not", Vote: vote})
	}
	return api.Reply{Drawn: d}
}

// verdicts answers the requests that verdicts on the tasks at hand cause.
func verdicts(s model.State, labels ...string) model.State {
	for _, label := range labels {
		next, cmds := model.Update(s, model.Review{Task: s.Detail().Index, Label: label})
		send := cmds[0].(model.Send)
		a := *send.Request.Amend
		for n := range a.Checked {
			a.Checked[n].Said = "does not"
		}
		f := *s.Result.Fitted
		s = settled(next, model.Replied{Reply: api.Reply{ID: send.Request.ID, Amended: &api.Amended{
			Amend: a, Counts: next.Labels.Opened.Counts, Methods: next.Labels.Opened.Methods, Fitted: &f, Warm: true,
		}}})
	}
	return s
}

// settled lets a message happen and answers all requests for rows, and for a fit, that follow from it.
func settled(s model.State, m model.Msg) model.State {
	s, cmds := model.Update(s, m)
	for _, c := range cmds {
		send, ok := c.(model.Send)
		switch {
		case ok && send.Request.Fit != nil:
			f := fitted()
			f.Method, f.Title, f.Objective, f.Steps, f.Trace, f.Differ = "majority", "Majority vote", "", 1, nil, 0
			s = settled(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Fitted: f}})
		case ok && send.Request.Rows != nil:
			s = settled(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Page: pageOf(send.Request.Rows)}})
		}
	}
	return s
}

// checking is a check of tasks drawn at random, two of which are judged.
func checking() model.State {
	s := verdicts(answer(done(), model.StartCheck{Count: 50}, drawn(50, 800, "")), "does not", "entails")
	return opens(s)
}

// checkLeft is a check that was left before its end.
func checkLeft() model.State { return play(checking(), model.Close{}) }

// opens shows the task at hand.
func opens(s model.State) model.State {
	t := aTask()
	t.Index = s.Detail().Index
	s, cmds := model.Update(s, model.Open{Kind: model.ViewTasks, Index: t.Index})
	for _, c := range cmds {
		if send, ok := c.(model.Send); ok && send.Request.Task != nil {
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Task: t}})
		}
	}
	return s
}

// dueling checks the first task on which the consensus and the majority vote disagree.
func dueling() model.State {
	return opens(answer(differing(), model.StartCheck{Count: api.MostChecks, Differ: true}, drawn(api.MostChecks, 57, "entails")))
}

// voteChosen are checks that chose the majority vote, consensusChosen some that kept the consensus.
func voteChosen() model.State {
	return verdicts(dueling(), "entails", "does not", "entails", "entails", "entails", "does not", "entails", "entails")
}

func consensusChosen() model.State {
	return verdicts(dueling(), "does not", "does not", "does not", "does not", "does not")
}
