package files

import (
	"slices"

	"concord/core/api"
)

// A Role is what a file is for.
type Role struct {
	Name    string
	Is      string   // what the page calls such a file
	Take    string   // in the list of what one of several files may be
	Drop    string   // on the zone to drop it on; empty: there is none
	Title   string   // of its panel while nothing is loaded
	Hint    string   // what to put there
	Choose  string   // on the button that does
	Columns []string // what a column may be, and the word for it, in turn
	Needs   []string // roles that some column must have; the worker finds the others

	Side     bool // read against the labels
	Describe bool // describes tasks: read against the labels too, the last two against the first two
}

// Roles are all of them, in the order in which the worker needs them: what is read against the labels comes later.
var Roles = []Role{
	{
		Name: api.RoleWorkspace, Is: "workspace", Take: "A workspace", Columns: ofLabels, Title: "A workspace", Choose: "Open a workspace",
		Hint: "Resume everything you or a colleague saved: a .concord file replaces all that is open.",
	}, {
		Name: api.RoleState, Is: "saved state", Take: "A saved state", Drop: "A saved state", Columns: ofLabels, Title: "A saved state",
		Hint: "Resume from an earlier run: open its state, then the new labels.", Choose: "Open a saved state",
	}, {
		Name: api.RoleLabels, Is: "file", Take: "Labels by workers", Drop: "Drop here: another file of labels", Columns: ofLabels,
		Needs: []string{ColumnTask, ColumnWorker, ColumnLabel},
	}, {
		Name: api.RoleTruth, Is: "truth file", Take: "Truth, to compare with", Drop: "Drop here: the truth of these tasks", Side: true,
		Title: "Truth", Choose: "Choose truth file",
		Hint:    "Measures how accurate the result is. One row per task, with its true label.",
		Columns: ofTruth, Needs: []string{ColumnTask, ColumnLabel},
	}, {
		Name: api.RoleGold, Is: "file of gold tasks", Take: "Gold tasks, to learn from", Drop: "Gold tasks", Side: true,
		Title: "Gold tasks", Choose: "Choose gold tasks",
		Hint:    "True labels the method may learn from. One row per task, with its label.",
		Columns: ofTruth, Needs: []string{ColumnTask, ColumnLabel},
	}, {
		Name: api.RoleConfusion, Is: "history of the workers", Take: "A history of the workers", Drop: "A history of these workers", Side: true,
		Title: "A history of the workers", Choose: "Choose history",
		Hint: "What you already know about the workers. Columns: worker, truth, label, and a count or share; or worker, right, of. " +
			"Without worker and label, a row says how common a class is.",
		Columns: []string{"worker", "Worker", "truth", "Truth", "label", "Label", "value", "Count or share",
			ColumnRight, "Right labels, or their share",
			"of", "Of how many labels", "", "not used"},
		Needs: []string{ColumnWorker, ColumnTruth, ColumnLabel, ColumnValue},
	}, {
		Name: api.RoleCosts, Is: "file of costs", Take: "What wrong labels cost", Drop: "Costs", Side: true,
		Title: "Costs of mistakes", Choose: "Open costs",
		Hint:    "What each mistake costs. Columns: truth, label, cost; or enter them here. Anything not listed costs 1.",
		Columns: []string{"truth", "Truth", "label", "Label", "value", "Cost", "", "not used"},
		Needs:   []string{ColumnTruth, ColumnLabel, ColumnValue},
	}, {
		Name: api.RoleFeatures, Is: "file of features", Take: "Features of the tasks", Drop: "Features of these tasks", Describe: true,
		Title: "Features of the tasks", Choose: "Choose features", Columns: ofFeatures,
		Hint: "Numbers such as measurements or embeddings, one row per task. Methods learn from them and can label tasks without labels.",
	}, {
		Name: api.RoleText, Is: "file of texts", Take: "Texts of the tasks", Drop: "Texts of these tasks", Describe: true,
		Title: "Texts of the tasks", Choose: "Choose texts",
		Hint:    "One row per task, with its text or its word counts. Methods learn what the texts are about.",
		Columns: []string{"task", "Task", "text", "Text", "term", "Word", "count", "Count", "", "not used"},
	}, {
		Name: api.RolePredict, Is: "file of tasks to predict", Take: "More tasks, to predict", Drop: "More tasks to predict", Describe: true,
		Title: "More tasks to predict", Choose: "Choose tasks to predict", Columns: ofFeatures,
		Hint: "Tasks without labels, described by the same columns. The next run predicts their labels.",
	}, {
		Name: api.RoleTestTruth, Is: "truth of the tasks to predict", Take: "Truth of those to predict", Drop: "The truth of those",
		Title: "Truth of predicted tasks", Choose: "Choose their truth", Describe: true,
		Hint:    "Measures how right predictions are. One row per task, with its true label.",
		Columns: []string{"task", "Task", "label", "True label", "", "not used"}, Needs: []string{ColumnTask, ColumnLabel},
	},
}

// What the columns of several kinds of files may be.
var (
	ofLabels = []string{
		"task", "Task", "worker", "Worker", "label", "Label", "truth", "Truth", "gold", "Gold", "count", "Count",
		"content", "Content", "time", "Time", "seconds", "Seconds", "", "not used",
	}
	ofTruth    = []string{"task", "Task", "label", "True label", "value", "Yes or no", "", "not used"}
	ofFeatures = []string{"task", "Task", "", "as it looks", "feature", "Use it", "leave-out", "Leave it out"}
)

// RoleOf returns the role of that name.
func RoleOf(name string) Role {
	return Roles[max(0, slices.IndexFunc(Roles, func(r Role) bool { return r.Name == name }))]
}

// Names are those of the roles for which is holds.
func Names(is func(Role) bool) (all []string) {
	for _, r := range Roles {
		if is(r) {
			all = append(all, r.Name)
		}
	}
	return all
}

// All are the names of all roles.
func All() []string { return Names(func(Role) bool { return true }) }

// Side are those of what is read against the labels.
func Side() []string { return Names(func(r Role) bool { return r.Side }) }

// Describing are those of what describes tasks.
func Describing() []string { return Names(func(r Role) bool { return r.Describe }) }
