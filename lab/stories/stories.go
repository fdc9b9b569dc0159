// Package stories holds the states of the page that are worth looking at, with
// canned data: for screenshots and for tests. Each state is reached the way a
// user reaches it, through model.Update.
package stories

import (
	"concord/app/model"
	"concord/app/model/budget"
	"concord/app/model/files"
	"concord/app/model/setup"
	"concord/core/api"
	"concord/core/session"
)

// Story is a state of the page with a name.
type Story struct {
	Name  string
	State model.State
}

// All returns the stories in the order in which a visit meets them.
func All() []Story {
	return []Story{
		{"empty", empty()},
		{"kept", kept()},
		{"paste", play(empty(), model.Paste{Open: true})},
		{"drag", play(empty(), model.Drag{Over: true})},
		{"loading", loading()},
		{"preview", preview()},
		{"rows-left-out", rowsLeftOut()},
		{"choices", choices()},
		{"counted", counted()},
		{"one-label", oneLabel()},
		{"many-columns", manyColumns()},
		{"several-in-one", severalInOne()},
		{"several-refused", severalRefused()},
		{"encoding", otherEncoding()},
		{"alike", alike()},
		{"to-settle", toSettle()},
		{"all-questions", allQuestions()},
		{"lone", lone()},
		{"by-chance", byChance()},
		{"truth-unseen", truthUnseen()},
		{"batch", batch()},
		{"batch-trouble", play(batch(), model.SetTaken{Item: 3, Role: api.RoleTruth})},
		{"bad-rows", badRows()},
		{"no-worker", noWorker()},
		{"below-a-title", belowATitle()},
		{"typed-delimiter", typedDelimiter()},
		{"sets", sets()},
		{"more-files", moreFiles()},
		{"bad-matrices", badMatrices()},
		{"costs", play(costs(), model.Show{View: model.ViewData})},
		{"costs-wrong", play(costs(), model.Show{View: model.ViewData}, model.SetCost{Truth: 1, Label: 0, Text: "ten"})},
		{"costs-many", manyCosts()},
		{"sheets", sheets()},
		{"sheet-refused", sheetRefused()},
		{"features", withFeatures()},
		{"effort", withEffort(api.Effort{Seconds: 14, Bytes: 12e6})},
		{"effort-large", withEffort(api.Effort{Seconds: 2400, Bytes: 2e8, Large: true, Note: "20,000 tasks are more than are worked on one " +
			"by one: it works with 200 typical points in their place, and learns how alike tasks are from 500 of them"})},
		{"texts", withTexts()},
		{"bad-texts", badTexts()},
		{"learner-offered", learnerOffered()},
		{"state", stateFirst()},
		{"bad-state", badState()},
		{"same-labels", sameLabels()},
		{"fold", fold()},
		{"folded", folded()},
		{"reopened", reopened()},
		{"bad-project", badProject()},
		{"recipe-waits", recipeWaits()},
		{"recipe-made", recipeMade()},
		{"drag-loaded", play(preview(), model.Drag{Over: true})},
		{"settings", settings()},
		{"coming", coming()},
		{"running", running()},
		{"done", done()},
		{"keeping", keeping()},
		{"not-kept", notKept()},
		{"changed", play(done(), model.SetSeed{Text: "2"})},
		{"look-at", lookedAt()},
		{"look-pair", aPair()},
		{"look-below", below()},
		{"sealed", sealed()},
		{"sealed-task", reviewSealed()},
		{"review-left", reviewLeft()},
		{"many-classes", manyClasses()},
		{"many-classes-task", ofMany()},
		{"many-classes-worker", mixing()},
		{"checking", checking()},
		{"check-left", checkLeft()},
		{"methods-differ", differing()},
		{"methods-check", dueling()},
		{"methods-vote", voteChosen()},
		{"methods-keep", consensusChosen()},
		{"fetching", fetching()},
		{"no-match", noMatch()},
		{"done-truth", doneTruth()},
		{"drawn", answer(done(), model.Download{What: api.FileSample, Many: 50},
			api.Reply{Exported: &api.File{Name: "sentences-ds-2026-01-31-truth-sample.csv", Size: 612}})},
		{"checked", checked()},
		{"workers", workersOf(doneTruth(), 0)},
		{"workers-early", earlyWorkers()},
		{"workers-ticked", tickedWorkers()},
		{"workers-alike", answerAlike()},
		{"workers-tiers", tieredWorkers()},
		{"judges", judgesWith(sixJudges(), passRate(""))},
		{"judges-alone", judgesWith(noHuman(), noRate())},
		{"judges-two", twoJudges()},
		{"judges-groups", grouped()},
		{"judges-asked", judgesWith(nil, nil)},
		{"ranking", rankedInFull()},
		{"ranking-expected", play(ranked(thirty()), model.ShowExpected{On: true})},
		{"ranking-all", play(ranked(thirty()), model.ListItems{All: true})},
		{"ranking-islands", ranked(islands())},
		{"ranking-coming", rankingComes()},
		{"ranking-by-vote", byVote()},
		{"comparisons", comparisonsRead()},
		{"comparisons-in-doubt", comparisonsInDoubt()},
		{"comparisons-pair", pair()},
		{"comparisons-voter", voter()},
		{"task", taskOf(aTaskWhy())},
		{"task-ruled-out", taskOf(manyVotes())},
		{"task-in-words", taskOf(inWords())},
		{"worker", worker()},
		{"suspect", suspect()},
		{"by-others", byOthers()},
		{"ordered", play(ordered(), model.Show{View: model.ViewData})},
		{"ranking-asked", ranking()},
		{"ranking-by-name", ranking("1", "2", "3", "4", "5")},
		{"amended", amended()},
		{"amended-workers", workersOf(amended(), 3)},
		{"left-out", leftOut()},
		{"judged", judged()},
		{"panel", panel()},
		{"reviewing", reviewing()},
		{"asked-back", askedBack()},
		{"labelling", labelling()},
		{"unlabelled", unlabelled()},
		{"taken-in-again", follow(follow(doneTruth(), model.Exclude{Worker: 1, Out: true}), model.Exclude{Worker: 1})},
		{"measuring", play(doneTruth(), model.Show{View: model.ViewAgreement})},
		{"agreement", agreement()},
		{"agreement-paradox", rarely()},
		{"agreement-undefined", alone()},
		{"agreement-weighted", weighted()},
		{"agreement-sets", setsAgreed()},
		{"agreement-numbers", ofNumbers()},
		{"agreement-confusion", confusing()},
		{"pairs", pairs()},
		{"topics", topical()},
		{"topics-of-numbers", topicalNumbers()},
		{"task-text", taskOfText()},
		{"predicted", tested()},
		{"enough", runsOn()},
		{"planned-by-doubt", doubtPlan()},
		{"overview-asking", play(doneTruth(), model.Show{View: model.ViewData})},
		{"overview", overview()},
		{"compare", comparing()},
		{"compare-running", compareRuns()},
		{"compared", compared()},
		{"compared-hidden", hidden()},
		{"bad-budget", play(doneTruth(), model.Show{View: model.ViewPlan},
			model.SetAmount{What: budget.Budget, Text: "many"}, model.SetAmount{What: budget.Share, Text: "0"})},
		{"planned", planned()},
		{"needed", needed()},
		{"plan-silent", silentPlan()},
		{"saved", savedFiles()},
		{"saved-shape", savedShape()},
		{"back-to-platform", backToPlatform()},
		{"paper", paper()},
		{"paper-asked", play(done(), model.OpenPaper{Open: true})},
		{"large", large()},
		{"no-room", noRoom()},
		{"error", failed()},
		{"update", play(preview(), model.UpdateReady{})},
		{"about", about()},
		{"shortcuts", play(empty(), model.Sheet{Open: true})},
	}
}

// play lets messages happen. What the page asks of the world is left undone.
func play(s model.State, messages ...model.Msg) model.State {
	for _, m := range messages {
		s, _ = model.Update(s, m)
	}
	return s
}

// answer lets a message happen and answers the first request that it causes.
func answer(s model.State, m model.Msg, replies ...api.Reply) model.State {
	s, cmds := model.Update(s, m)
	for _, c := range cmds {
		if send, ok := c.(model.Send); ok {
			for _, r := range replies {
				r.ID = send.Request.ID
				if o := r.Opened; o != nil && o.Issues == nil && send.Request.Open != nil {
					o.Role = send.Request.Open.Role
					o.Issues = session.Issues(o)
				}
				s, cmds = model.Update(s, model.Replied{Reply: r})
			}
			return fetch(s, cmds)
		}
	}
	return s
}

// fetch answers requests for rows.
func fetch(s model.State, cmds []model.Cmd) model.State {
	for _, c := range cmds {
		send, ok := c.(model.Send)
		if !ok || send.Request.Rows == nil {
			continue
		}
		s, _ = model.Update(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Page: pageOf(send.Request.Rows)}})
	}
	return s
}

// pageOf answers a request for rows.
func pageOf(q *api.Rows) *api.Page {
	switch q.Table {
	case model.ViewWorkers:
		return crewPage()
	case api.FileItems:
		return itemPage()
	}
	p := taskPage()
	if q.Only.What == api.OnlyUncertain {
		p.Matching, p.Wrong = q.Only.First, new(looked().Find(q.Only.First))
	}
	return p
}

func empty() model.State {
	return play(model.New(), model.SetAuto{}, model.Offline{Ready: true}, model.Installable{Yes: true})
}

// oneLabel is a file of which no task has a second label.
func oneLabel() model.State {
	o := opened()
	o.Counts.Labels, o.Counts.Single, o.Counts.Ties = o.Counts.Tasks, o.Counts.Tasks, 0
	o.Counts.PerTask = api.Range{Min: 1, Max: 1, Mean: 1}
	o.Counts.Thin = "No task has labels of two workers, so nothing tells a good worker from a bad one: every method but the plain answer " +
		"(majority vote) is guesswork, and may change labels that nobody contradicts"
	o.Read.Confirm = "the header does not say which column holds the task, the worker and the label"
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
}

var labelsFile = files.File{Name: "sentences.csv", Size: 214_318}

func loading() model.State {
	file := files.File{Name: "a-million-rows.csv", Size: 34_000_000}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: file},
		api.Reply{Progress: &api.Progress{Phase: "read", Bytes: 13_600_000, Total: 34_000_000, Rows: 412_000, Seconds: 0.4}})
}

func preview() model.State {
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: opened()})
}

func rowsLeftOut() model.State {
	o := opened()
	o.Read.Skip, o.Counts.Skipped, o.Count = true, 12, 12
	o.Problems = problems()
	o.Read.Confirm = "the header does not say which column holds the worker"
	o.Read.First = []api.Answer{{Task: "photo-1", Worker: "ann", Label: "cat"}, {Task: "photo-1", Worker: "bob", Label: "dog"}}
	o.Warnings = []api.Problem{{What: "Two labels differ in capitals only: “Yes” and “yes”.", Do: "They count as two classes."}}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
}

func badRows() model.State {
	return answer(preview(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "export-final.csv", Size: 81_022}},
		api.Reply{Fault: &api.Fault{
			Message:  "export-final.csv: 128 rows can’t be used; the first is line 17.",
			Problems: problems(), Count: 128, CanSkip: true, Good: 7_872,
			Opened: openedAs("export-final.csv"),
		}})
}

func noWorker() model.State {
	o := openedAs("votes.tsv")
	o.Counts = nil
	o.Read.Delimiter = "\t"
	o.Read.Roles = []string{"task", "", "label", ""}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "votes.tsv", Size: 5_120}},
		api.Reply{Fault: &api.Fault{
			Message:  "votes.tsv: no column holds the worker. Choose one below, or use a file that says who gave each label.",
			Problems: []api.Problem{{File: "votes.tsv", What: "No column holds the worker.", Do: "Choose one below."}},
			Count:    1,
			NoWorker: true,
			Opened:   o,
		}})
}

func settings() model.State {
	return play(preview(),
		model.SetValue{Param: "smoothing", Value: "-1"},
		model.SetSeed{Text: "seven"},
		model.SetStop{What: setup.StopSteps, Text: "200"},
	)
}

// coming is a first result under way by itself.
func coming() model.State {
	return answer(play(empty(), model.SetAuto{On: true}), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: opened()})
}

func running() model.State {
	change := []float64{0.31, 0.08, 0.011}
	objective := []float64{-4310.2, -3811.72, -3702.18}
	var replies []api.Reply
	for i := range change {
		replies = append(replies, api.Reply{Progress: &api.Progress{
			Phase: "fit", Seconds: 0.7 * float64(i+1),
			Step: &api.Step{N: 3*i + 1, Objective: objective[i], Change: change[i], Flips: -1},
		}})
	}
	return answer(preview(), model.StartRun{}, replies...)
}

func done() model.State {
	return answer(preview(), model.StartRun{}, api.Reply{Fitted: fitted()})
}

// fetching is a result whose rows are still on their way.
func fetching() model.State {
	s, cmds := model.Update(preview(), model.StartRun{})
	id := cmds[0].(model.Send).Request.ID
	return play(s, model.Replied{Reply: api.Reply{ID: id, Fitted: fitted()}})
}

func noMatch() model.State {
	none := taskPage()
	none.Index, none.Cells, none.Matching = nil, nil, 0
	return answer(done(), model.Filter{Table: model.ViewTasks, Text: "pear"}, api.Reply{Page: none})
}

func doneTruth() model.State {
	s := answer(preview(), model.Pick{Role: api.RoleTruth, File: files.File{Name: "truth.csv", Size: 9_030}},
		api.Reply{Opened: openedTruth()})
	f := fitted()
	f.Expected = &api.Expected{Value: 0.9275, Low: 0.9275, High: 0.9275, Checked: 800, Labelled: 800, Verdict: api.Usable,
		Reason: asShown}
	f.Accuracy = &api.Accuracy{Evaluated: 800, Wrong: 58, Accuracy: 0.9275, Low: 0.9075, High: 0.9437, Expected: 0.9275}
	return answer(s, model.StartRun{}, api.Reply{Fitted: f})
}

// checked has the truth of a sample.
func checked() model.State {
	o := openedTruth()
	o.Known = 50
	s := answer(preview(), model.Pick{Role: api.RoleTruth, File: files.File{Name: "truth-sample.csv", Size: 612}}, api.Reply{Opened: o})
	f := fitted()
	f.Expected = &api.Expected{Value: 0.903, Low: 0.829, High: 0.977, Checked: 50, Unknown: 750, Labelled: 800,
		Verdict: api.Usable, Reason: asShown,
		Narrow: []api.Narrowed{{Tasks: 50, Half: 0.056}, {Tasks: 100, Half: 0.045}}}
	f.Accuracy = &api.Accuracy{Evaluated: 50, Wrong: 4, Accuracy: 0.92, Low: 0.812, High: 0.968, Expected: 0.92}
	return answer(s, model.StartRun{}, api.Reply{Fitted: f})
}

func worker() model.State {
	s := play(doneTruth(), model.Show{View: model.ViewWorkers})
	return answer(s, model.Open{Kind: model.ViewWorkers, Index: 1}, api.Reply{Worker: aWorker()})
}

func savedFiles() model.State {
	s := answer(done(), model.Download{What: "labels"},
		api.Reply{Exported: &api.File{Name: "sentences-ds-2026-01-31-labels.csv", Size: 24_310}})
	return play(s, model.Download{What: "all"})
}

// choices is a file with everything that may have to be chosen.
func choices() model.State {
	o := opened()
	o.Read.Roles = []string{"task", "worker", "label", "time"}
	o.Read.Format, o.Read.Doubtful = "Toloka assignments", "of an assignment that was rejected"
	o.Read.Missing, o.Read.Encoding = []string{"NA", "N/A", "NaN", "nan", "null", "None", "."}, "utf-8"
	o.Counts.ClassNames, o.Counts.ClassLabels, o.Counts.Classes, o.Counts.Repeats = []string{"-1", "0", "1"}, []int{412, 3846, 3742}, 3, 37
	o.Counts.Differ, o.NoAnswer = 31, []api.NoAnswer{{Name: "-1", Labels: 412}, {Name: "don't know"}}
	o.Read.Missing = append(o.Read.Missing, "don't know")
	o.Warnings = []api.Problem{
		{What: "212 labels are of an assignment that was rejected: they count like any other."},
		{What: "37 labels are by a worker who had labelled the task before; the first is by “A2K9RX” on “pair-0041”.",
			Do: "Every label counts, if each is an answer of its own."},
	}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
}

// savedShape is a result whose labels were downloaded in another shape.
func savedShape() model.State {
	s := play(done(), model.SetShape{Shape: "json"})
	return answer(s, model.Reshape{},
		api.Reply{Exported: &api.File{Name: "sentences-ds-2026-01-31-labels.json", Size: 88_120}})
}

// backToPlatform is a result of an export whose labels were written to go back to where they came from.
func backToPlatform() model.State {
	o := openedAs("project-5.json")
	o.Read.Format = "Label Studio"
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
	s = answer(s, model.StartRun{}, api.Reply{Fitted: fitted()})
	const name = "project-5-consensus-2026-01-31-label-studio-predictions.json"
	return answer(play(s, model.SetShape{Shape: api.LabelStudioPredictions}), model.Reshape{},
		api.Reply{Exported: &api.File{Name: name, Size: 143_210, Next: &api.Next{
			Says: "To send it from its folder, put the token of your account for $TOKEN and the address of Label Studio for $HOST:",
			Text: `curl -H "Authorization: Token $TOKEN" -H 'Content-Type: application/json' --data-binary '@` + name + `' ` +
				`"$HOST/api/projects/5/import/predictions"`,
		}}})
}

// large is a result of so many labels that its files are worth compressing.
func large() model.State {
	o := opened()
	o.Counts.Labels, o.Counts.Tasks = 1_800_000, 500_000
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "a-million-rows.csv", Size: 62_000_000}},
		api.Reply{Opened: o})
	s = answer(s, model.StartRun{}, api.Reply{Fitted: fitted()})
	return play(s, model.SetGzip{Gzip: true})
}

// noRoom is a file that the browser could not hold.
func noRoom() model.State {
	return answer(done(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "all-years.csv", Size: 9_800_000_000}},
		api.Reply{Fault: &api.Fault{
			Message: "all-years.csv holds about 297 million labels. They would need about 6.2 GB of memory, and a page of this browser gets 4.3 " +
				"GB at most. " +
				"The shell program has no such limit: concord fit all-years.csv. Or open a part of the file. What was open before still is.",
		}})
}

func failed() model.State {
	return answer(done(), model.StartRun{}, api.Reply{Fault: &api.Fault{
		Message: "The browser has no more memory for this. Close other tabs, or use the shell program, which can use all memory of " +
			"the machine: concord fit.",
	}})
}
