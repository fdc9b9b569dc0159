package stories

import (
	"fmt"

	"concord/app/model"
	"concord/core/api"
)

// sealed is before a sealed review, with a verdict of an earlier one.
func sealed() model.State {
	return play(verdicts(opens(play(done(), model.Open{Kind: model.ViewTasks, Index: 3})), "does not"), model.Close{},
		model.SetSealed{On: true}, model.SetReviewer{Name: "Anna"})
}

// reviewSealed is a task of a sealed review.
func reviewSealed() model.State {
	return opens(settled(play(done(), model.SetSealed{On: true}), model.StartReview{}))
}

// reviewLeft is a review that was closed before its end.
func reviewLeft() model.State {
	return settled(opens(settled(done(), model.StartReview{})), model.Close{})
}

// below lists the tasks on which few pairs of labels agree.
func below() model.State { return settled(done(), model.Narrow{Only: api.Only{What: api.OnlyBelow}}) }

// manyClasses is a result of 200 classes whose names begin alike.
func manyClasses() model.State {
	o, f := opened(), fitted()
	o.Counts.Classes, o.Counts.ClassNames, o.Counts.ClassLabels, f.Classes = 200, nil, nil, nil
	for k := range o.Counts.Classes {
		name := fmt.Sprintf("http://dbpedia.org/ontology/Class%03d", k)
		o.Counts.ClassNames, o.Counts.ClassLabels = append(o.Counts.ClassNames, name), append(o.Counts.ClassLabels, 20+k*37%41)
		f.Classes = append(f.Classes, api.Share{Class: name, Tasks: 2 + k*37%5})
	}
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
	return answer(s, model.StartRun{}, api.Reply{Fitted: f})
}

// ofMany opens a task of many classes.
func ofMany() model.State {
	s := manyClasses()
	names := s.Counts().ClassNames
	return answer(s, model.Open{Kind: model.ViewTasks, Index: 3}, api.Reply{Task: &api.Task{
		Index: 3, Name: "pair-0044", Label: names[7], Classes: names[:20], Of: 200,
		Probability: append([]float64{.02, .01, .2, 0, 0, 0, 0, .77}, make([]float64, 12)...),
		Posterior:   append([]float64{.02, .01, .2, 0, 0, 0, 0, .77}, make([]float64, 12)...),
		Votes:       []api.Vote{{Worker: 0, Name: "A2K9RX", Label: names[7]}, {Worker: 1, Name: "A1BD8M", Label: names[2]}}, VoteCount: 2,
	}})
}

// mixing is a worker who mixes up some of many classes.
func mixing() model.State {
	s := manyClasses()
	names := s.Counts().ClassNames
	return answer(s, model.Open{Kind: model.ViewWorkers, Index: 3}, api.Reply{Worker: &api.Worker{
		Index: 3, Name: "A1BD8M", Of: 200, Classes: []string{"does not", "entails"}, Confusion: [][]float64{{.9, .1}, {.2, .8}},
		Count: [][]float64{{9, 1}, {2, 8}}, Evidence: []bool{true, true}, Mixed: []api.Mixed{
			{Truth: names[1], Label: names[0], Count: 2}, {Truth: names[9], Label: names[4], Count: 1.4}},
	}})
}
