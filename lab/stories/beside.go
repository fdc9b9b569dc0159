package stories

import (
	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
	"concord/core/kind/set"
)

// pick opens a file in a role.
func pick(s model.State, role, name string, o *api.Opened) model.State {
	o.Role, o.File = role, api.File{Name: name, Size: 4_096}
	if o.Read.Format == "" && role != api.RoleState {
		o.Read.Format, o.Read.Encoding = "CSV", "utf-8"
	}
	return answer(s, model.Pick{Role: role, File: files.File{Name: name, Size: 4_096}}, api.Reply{Opened: o})
}

func openedMatrices(mode string) *api.Opened {
	return &api.Opened{
		Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"worker", "truth", "label", "value"}, Mode: mode,
			Detected: api.Detected{Columns: []api.Column{{Name: "annotator"}, {Name: "truth"}, {Name: "says"}, {Name: "count"}},
				Preview: [][]string{{"A2K9RX", "entails", "entails", "41"}, {"A2K9RX", "entails", "does not", "9"},
					{"A2K9RX", "does not", "entails", "12"}}}},
		Known: 164,
	}
}

// moreFiles has everything beside the labels that a fit can be given.
func moreFiles() model.State {
	s := pick(preview(), api.RoleTruth, "truth.csv", openedTruth())
	gold := openedTruth()
	gold.Known = 40
	s = pick(s, api.RoleGold, "checked-by-hand.csv", gold)
	s = pick(s, api.RoleConfusion, "last-month.csv", openedMatrices("prior"))
	return pick(s, api.RolePredictions, "model.csv", &api.Opened{
		Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "", ""},
			Detected: api.Detected{Columns: []api.Column{{Name: "task"}, {Name: "entails"}, {Name: "does not"}},
				Preview: [][]string{{"s1", "0.91", "0.09"}, {"s2", "0.3", "0.7"}}}},
		Known: 780,
		Warnings: []api.Problem{{File: "model.csv", What: "20 labelled tasks without predictions; the labels alone decide on them",
			Do: "Predict them too, if you can"}},
	})
}

// costs are a file of what wrong labels cost, in use.
func costs() model.State {
	page := taskPage()
	page.Columns = append(page.Columns[:5:5], api.Heading{Name: "least_cost_label", Title: "Cheapest label", Kind: "text"},
		api.Heading{Name: "least_cost", Title: "Expected cost", Kind: "number"})
	for i, cells := range page.Cells {
		cheap := cells[1]
		if i%7 == 2 {
			cheap = "entails"
		}
		page.Cells[i] = append(cells[:5:5], cheap, []string{"0.0310", "0.4127", "0"}[i%3])
	}
	s, cmds := model.Update(done(), model.Pick{Role: api.RoleCosts, File: files.File{Name: "costs.csv", Size: 64}})
	o := &api.Opened{
		Role: "costs", File: api.File{Name: "costs.csv", Size: 64}, Known: 2,
		Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"truth", "label", "value"}, Encoding: "utf-8",
			Detected: api.Detected{Format: "CSV", Columns: []api.Column{{Name: "from"}, {Name: "to"}, {Name: "cost"}},
				Preview: [][]string{{"entails", "does not", "10"}, {"does not", "entails", "1"}}}},
		Costs:  &api.CostMatrix{Classes: []string{"does not", "entails"}, Of: [][]float64{{0, 1}, {10, 0}}},
		Priced: &api.Priced{Said: 0.1874, Least: 0.1391, Differ: 41},
	}
	s, cmds = model.Update(s, model.Replied{Reply: api.Reply{ID: cmds[0].(model.Send).Request.ID, Opened: o}})
	for _, c := range cmds {
		if send, ok := c.(model.Send); ok && send.Request.Rows != nil && send.Request.Rows.Table == model.ViewTasks {
			s = play(s, model.Replied{Reply: api.Reply{ID: send.Request.ID, Page: page}})
		}
	}
	return s
}

func badMatrices() model.State {
	o := openedMatrices("assign")
	o.Role, o.File, o.Read.Format, o.Read.Encoding = api.RoleConfusion, api.File{Name: "last-month.csv", Size: 4_096}, "CSV", "utf-8"
	p := api.Problem{
		File: "last-month.csv", Line: 7, Column: "count", Text: "0.7",
		What: "the row of the worker A2K9RX for the truth entails sums to 0.9, where probabilities sum to 1", Do: "Correct it",
	}
	return answer(preview(), model.Pick{Role: api.RoleConfusion, File: files.File{Name: "last-month.csv", Size: 4_096}},
		api.Reply{Fault: &api.Fault{Message: "last-month.csv, line 7: " + p.What, Problems: []api.Problem{p}, Count: 1, Opened: o}})
}

const projectFile = "sentences-ds-2026-01-31.concord"

// reopened is a visit that begins with a project.
func reopened() model.State {
	labels, truth, f := opened(), openedTruth(), fitted()
	f.Accuracy = &api.Accuracy{Evaluated: 800, Wrong: 58, Accuracy: 0.9275, Low: 0.9075, High: 0.9437, Expected: 0.9275}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: projectFile, Size: 310_400}},
		api.Reply{Reopened: &api.Reopened{
			Opened: []api.Opened{*labels, *truth}, Fit: &api.Fit{Method: "ds", Settings: api.Settings{Seed: 1}}, Fitted: f,
		}})
}

// badProject is refused; earlier data stay.
func badProject() model.State {
	return answer(doneTruth(), model.Pick{Role: api.RoleProject, File: files.File{Name: projectFile, Size: 200_000}},
		api.Reply{Fault: &api.Fault{
			Message: projectFile + ": the file is damaged or cut off. Copy it anew, or save it again.",
		}})
}

const recipeFile = "sentences-ds-2026-01-31-run.json"

// recipeWaits has a recipe, and not the file that it is for.
func recipeWaits() model.State {
	return answer(empty(), model.Pick{Role: api.RoleRecipe, File: files.File{Name: recipeFile, Size: 9_100}}, api.Reply{Fault: &api.Fault{
		Awaits: true, Message: recipeFile + " is a recipe for sentences.csv. Open sentences.csv, too.",
	}})
}

// recipeMade has made its labels again.
func recipeMade() model.State {
	return answer(recipeWaits(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "sentences.csv", Size: 180_000}},
		api.Reply{Reopened: &api.Reopened{
			Opened: []api.Opened{*opened()}, Fit: &api.Fit{Method: "ds", Settings: api.Settings{Seed: 1}}, Fitted: fitted(), Says: "Same labels ✓",
		}})
}

const stateFile = "sentences-ds-2026-01-31-state.gz"

func savedState() *api.Opened {
	return &api.Opened{State: &api.State{
		Method: "ds", Title: "Dawid–Skene", Source: "sentences.csv", Tasks: 800, Workers: 164, Labels: 8_000,
		Classes: []string{"does not", "entails"},
	}}
}

// stateFirst has an earlier fit and no labels yet.
func stateFirst() model.State { return pick(empty(), api.RoleState, stateFile, savedState()) }

// badState has a state of another set of classes.
func badState() model.State {
	return answer(preview(), model.Pick{Role: api.RoleState, File: files.File{Name: stateFile}}, api.Reply{Fault: &api.Fault{
		Message: "The labels have the class “neutral”, which the earlier fit does not know; it knows does not, entails. Drop that, and " +
			"fit all labels again.",
	}})
}

// fold has an earlier fit and the labels that came since.
func fold() model.State {
	o := openedAs("february.csv")
	o.Counts.Tasks, o.Counts.Labels, o.Counts.Rows = 890, 8_900, 900
	return answer(stateFirst(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "february.csv", Size: 21_000}}, api.Reply{Opened: o})
}

// sameLabels has a state whose own labels are open beside it.
func sameLabels() model.State { return pick(preview(), api.RoleState, stateFile, savedState()) }

func folded() model.State {
	f := fitted()
	f.Title, f.Objective, f.Steps, f.Trace = "Dawid–Skene with new labels folded in", "", 2, f.Trace[:2]
	return answer(fold(), model.FoldIn{}, api.Reply{Fitted: f})
}

// sets has tasks with several labels in a cell.
func sets() model.State {
	o := openedAs("topics.csv")
	o.Read.Sets, o.Read.Separator = true, "|"
	o.Counts.Kind, o.Counts.Classes, o.Counts.ClassNames = set.Kind{}.Info(), 5, []string{"animals", "cities", "food", "music", "sports"}
	for i := range o.Read.Preview {
		o.Read.Preview[i][2] = []string{"food|cities", "music", "animals|food"}[i%3]
	}
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "topics.csv", Size: 88_000}}, api.Reply{Opened: o})
}
