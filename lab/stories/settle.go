package stories

import (
	"concord/app/model"
	"concord/core/api"
)

// asShown is why labels can be used, or are to be checked.
const asShown = "Two workers agree on 74 % of the tasks they share (70 to 78 %); chance would give 50 %. 10 labels a task, unanimous on " +
	"31 % of the tasks."

// messy is a file with much to settle.
func messy() *api.Opened {
	o := opened()
	o.Counts.ClassNames = []string{"Entails", "does not", "entails", "entials", "skipped"}
	o.Counts.Classes, o.Counts.Repeats, o.Counts.Differ = 5, 37, 31
	o.Alike, o.AlikeOf = []api.Alike{
		{Of: "label", Names: []string{"Entails", "entails"}, Shown: []string{"Entails", "entails"}, Labels: []int{120, 4154}, To: "entails"},
		{Of: "label", Names: []string{"entials", "entails"}, Shown: []string{"entials", "entails"}, Labels: []int{2, 4154}, To: "entails",
			Misspelt: true},
	}, 1
	o.NoAnswer = []api.NoAnswer{{Name: "skipped", Labels: 29}}
	o.Warnings = []api.Problem{{
		What: "37 labels are by a worker who had labelled the task before; the first is by “A2K9RX” on “pair-0041”",
		Do:   "Every label counts, if each is an answer of its own.",
	}}
	o.Read.Skip, o.Counts.Skipped, o.Count, o.Problems = true, 12, 12, problems()
	return o
}

// toSettle is a messy file whose labels were asked for all the same.
func toSettle() model.State {
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: messy()})
	f := fitted()
	f.Issues = copies()
	f.Warnings = []string{"Dawid–Skene: 1 label still changed in the last 9 steps: more steps may change others"}
	return answer(s, model.StartRun{}, api.Reply{Fitted: f})
}

// copies are workers who answer alike, as a fit finds them.
func copies() []api.Issue {
	says := []string{"“A19PQ0” and “A1MJVTR” give the same label on 158 of 160 shared tasks",
		"“A3ZZ81” and “AHPSMRL” give the same label on 40 of 40 shared tasks"}
	return []api.Issue{{
		Kind: api.IssueCopies, Text: "4 workers answer alike, mistakes included, so each group counts as one voice; 2 of them seem to copy " +
			"from each other: “A19PQ0”, “A1MJVTR” (" + says[0] + "); “A3ZZ81”, “AHPSMRL” (" + says[1] + ").",
		Short: "4 workers who answer alike", Flag: "--set copies=keep counts everybody.",
		Remedies: []api.Remedy{{Do: api.DoWorkers, Title: "Look at them"}, {Do: api.DoEach, Title: "Count everybody"},
			{Do: api.DoKeep, Title: "Leave it"}},
	}}
}

// answerAlike is a result whose fit found workers who answer alike, and the view of them.
func answerAlike() model.State {
	f := fitted()
	f.Method, f.Title, f.Objective = "consensus", "Consensus", ""
	f.Issues = copies()
	s := answer(preview(), model.StartRun{}, api.Reply{Fitted: f})
	return workersOf(play(s, model.Settle{Issue: api.IssueCopies, Remedy: f.Issues[0].Remedies[0]}), 0)
}

// allQuestions is a file with answers to several questions, all of which were fitted.
func allQuestions() model.State {
	o := openedAs("ratings.csv")
	o.Read.Question, o.Read.Questions = "fluency", []string{"fluency", "accuracy", "comments", "=length"}
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
	s = answer(s, model.StartRun{}, api.Reply{Fitted: fitted()})
	alpha := func(value float64) api.Figure {
		return api.Figure{Value: value, Low: value - .05, High: value + .04, Interval: true, N: 800}
	}
	s = answer(s, model.FitQuestions{}, api.Reply{Each: &api.Questions{Seconds: 2.3, Found: []api.Question{
		{Name: "fluency", Method: "Consensus", Tasks: 800, Labels: 8_000, Workers: 164, Classes: 2, Alpha: alpha(.71), Use: api.Usable,
			Reason: asShown, Expected: &api.Expected{Verdict: api.Usable, Value: .92, Low: .85, High: .97, Labelled: 800, Unknown: 800}},
		{Name: "accuracy", Method: "Consensus", Tasks: 800, Labels: 7_912, Workers: 164, Classes: 5, Alpha: alpha(.42), Use: api.CheckFirst,
			Reason: asShown, Expected: &api.Expected{Verdict: api.CheckFirst, Value: .7, Low: .5, High: .87, Labelled: 800, Unknown: 800}},
		{Name: "comments", Why: "ratings.csv: 1,204 different labels. Choose the column of the labels."},
		{Name: "=length", Method: "Bias and precision", Tasks: 612, Labels: 6_004, Workers: 160, Alpha: alpha(.63)},
	}}})
	return answer(s, model.Download{What: api.FileQuestions, As: api.LabelStudioTasks},
		api.Reply{Exported: &api.File{Name: "ratings-2026-01-31-label-studio-tasks.json", Size: 412_000, Next: &api.Next{
			Says: "Before you import it, paste this into the project (Settings, Labeling Interface, Code):",
			Text: `<View>
  <Text name="text" value="$text"/>
  <Header value="fluency"/>
  <Choices name="label1" toName="text" choice="single">
    <Choice value="yes"/>
    <Choice value="no"/>
  </Choices>
</View>`,
		}}})
}

// lone is a result of one label a task: nothing shows how right it is.
func lone() model.State {
	s := play(oneLabel(), model.ConfirmRoles{})
	f := fitted()
	f.Method, f.Title, f.Steps, f.Trace, f.Look = "majority", "Majority vote", 1, nil, nil
	f.Expected = &api.Expected{
		Verdict: api.CheckFirst, Reason: "One label a task.", Unknown: 800, Labelled: 800,
		Why:  "Nothing in the file shows how many labels are right: no task has labels of two workers.",
		Give: "To know, have 40 tasks labelled by a second worker, or check 20 by hand.",
	}
	return answer(s, model.StartRun{}, api.Reply{Fitted: f})
}

// byChance is a result of workers who agree no more than chance would.
func byChance() model.State {
	f := fitted()
	f.Look = nil
	f.Expected = &api.Expected{
		Verdict: api.Unusable, Unknown: 800, Labelled: 800,
		Reason: "Two workers agree on 51 % of the tasks they share (49 to 53 %); chance would give 50 %. 10 labels a task, unanimous on 0 % " +
			"of the tasks.",
		Why:  "The workers agree no more than chance would: these labels tell nothing.",
		Give: "Check the instructions and the file: were workers, tasks or labels mixed up?",
	}
	return answer(preview(), model.StartRun{}, api.Reply{Fitted: f})
}
