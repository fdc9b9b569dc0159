package stories

import (
	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
	"concord/core/kind/comparison"
)

// comparisonsRead are comparisons as they were read, beside a ranking.
func comparisonsRead() model.State { return play(ranked(thirty()), model.Show{View: model.ViewData}) }

// comparisonsInDoubt asks whether a table without a header is read the right way.
func comparisonsInDoubt() model.State {
	o := comparisonsRead().Labels.Opened
	in := *o
	in.Read.Confirm = "the file has no header, so the roles of its columns are a guess"
	in.Read.First = []api.Answer{
		{Worker: "w058", Task: "cedar-2 vs. birch", Label: "cedar-2"}, {Worker: "w083", Task: "atlas-large vs. cedar-2", Label: api.Tie},
	}
	in.Issues = []api.Issue{{Kind: api.IssueRoles, Text: "The file has no header, so the roles of its columns are a guess.",
		Remedies: []api.Remedy{{Do: api.DoConfirm, Title: "Yes, continue"}, {Do: api.DoData, Title: "No, choose the columns"}}}}
	in.Kinds = []api.Kind{comparison.Kind{}.Info()}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "arena.csv", Size: 412_318}}, api.Reply{Opened: &in})
}

// pair is one pair with its votes.
func pair() model.State {
	s := play(ranked(thirty()), model.Show{View: model.ViewTasks})
	return answer(s, model.Open{Kind: model.ViewTasks, Index: 3}, api.Reply{Task: &api.Task{
		Index: 3, Name: "cedar-2 vs. birch", Items: []string{"cedar-2", "birch"}, Label: "cedar-2", Of: 3,
		Classes: []string{"cedar-2", "birch", api.Tie}, Probability: []float64{.62, .2, .18}, Posterior: []float64{.62, .2, .18},
		Votes: []api.Vote{
			{Worker: 0, Name: "w058", Label: "cedar-2", Left: "birch"}, {Worker: 3, Name: "w083", Label: api.Tie, Left: "cedar-2"},
			{Worker: 7, Name: "w014", Label: "birch", Left: "birch"},
		},
		VoteCount: 3, Decides: "An item wins by σ of the difference of the scores times the worker's skill.",
	}})
}

// voter is one who compared items.
func voter() model.State {
	s := play(ranked(thirty()), model.Show{View: model.ViewWorkers})
	return answer(s, model.Open{Kind: model.ViewWorkers, Index: 2}, api.Reply{Worker: &api.Worker{
		Index: 2, Name: "w020", Figures: []api.Fact{{Heading: api.Heading{Title: "Votes", Kind: "number"}, Text: "343"}},
		Standing: &api.Standing{Labels: 343, Others: api.Figure{Value: .466, Low: .409, High: .523, Interval: true},
			Verdict: api.Verdict{Kind: api.Suspect, Says: "No better than chance", Evidence: "the 343 votes are unrelated to the ranking made " +
				"without them; about 46 % agree with it"}},
	}})
}
