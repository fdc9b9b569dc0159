package api

import "slices"

// The roles in which a file is opened (Open.Role).
const (
	RoleProject     = "project"     // everything that was open when it was saved
	RoleRecipe      = "recipe"      // how a result was made: run.json, and then the files that it names and that are not open
	RoleState       = "state"       // an earlier fit, to which the labels are joined
	RoleLabels      = "labels"      // of workers
	RoleTruth       = "truth"       // true labels to compare results with
	RoleGold        = "gold"        // true labels to give to fits
	RoleConfusion   = "confusion"   // a history of the workers: matrices or accuracies
	RoleCosts       = "costs"       // of wrong labels
	RolePredictions = "predictions" // of a classifier: a probability for each class
	RoleFeatures    = "features"    // numbers that describe tasks; tasks without labels are predicted
	RoleText        = "text"        // texts, tokens or bags of words that describe tasks
	RolePredict     = "predict"     // features or texts of more tasks to predict
	RoleTestTruth   = "test-truth"  // the truth of predicted tasks
)

// Role describes a role: what a file in it holds and depends on, the flags of the shell that name one, and what the page says of it.
type Role struct {
	Name   string
	Holds  string // in a sentence: “gold tasks”
	Plural bool   // that is a plural

	Kind      string   // of file: a layout.Kind
	Against   []string // roles that it is read against: it is dropped with each of them, and stale once one changes
	With      string   // a role that it is dropped with, but not read against
	Learnt    bool     // fits learn from it
	Describes bool     // it describes tasks that have labels
	Classes   bool     // it is of no use where labels are numbers

	Flags []RoleFlag

	File    string   // what the page calls such a file
	Take    string   // in the list of what one of several files may be
	Drop    string   // on the zone to drop it on; empty: there is none
	Columns []string // what a column may be, and the word for it, in turn
	Needs   []string // what some column must be; the engine finds the others

	// Its card among the files on the page. In texts {noun} stands for how many of what nouns name the file knows, {of noun} for how
	// many of all.
	Place               int    // among the cards beside the labels; 0: it has none there
	Title, Hint, Choose string // while nothing is loaded: what goes there, and the button for it
	Loaded, Again       string // once a file is: what becomes of it, and the button for another; empty: “Another file”
	Empty               string // in place of Loaded where nothing in it can be used
	Note                string // when it has just been read
	Item                int    // its place in the menu of what can be added; 0: it is none of those beside the labels
	Tip                 string // what it holds, there
}

// RoleFlag is a flag of the shell that names a file of a role.
type RoleFlag struct{ Name, Usage string }

// Beside reports whether it is read against the labels.
func (r Role) Beside() bool { return len(r.Against) > 0 }

// Predicts reports whether it is about tasks to predict: it is read against what describes tasks, too.
func (r Role) Predicts() bool { return len(r.Against) > 1 }

// Describing reports whether it describes tasks, with or without labels, or is about those without.
func (r Role) Describing() bool { return r.Describes || r.Predicts() }

// GivenToFits reports whether fits learn from it, or predict its tasks.
func (r Role) GivenToFits() bool { return r.Learnt || r.Predicts() }

// Follows reports whether it goes when what is loaded in another role does.
func (r Role) Follows(role string) bool {
	return slices.Contains(r.Against, role) || r.With == role && role != ""
}

// RoleOf returns the role of that name, or none.
func RoleOf(name string) Role {
	for _, r := range roles {
		if r.Name == name {
			return r
		}
	}
	return Role{}
}

// Roles lists all roles, in the order in which files are loaded: what others are read against comes first. To add one, add it here,
// how it is loaded to the table of core/session, and its source to the page's (app/model/files).
func Roles() []Role { return slices.Clone(roles) }

// What a file may be read against.
var (
	labelled  = []string{RoleLabels}
	described = []string{RoleLabels, RoleFeatures, RoleText}
)

// TaskPart is what a person chooses for a column that names the task together with those that do.
const TaskPart = "task+"

// What the columns of several kinds of files may be.
var (
	ofLabels = []string{
		"task", "Task", "worker", "Worker", "label", "Label", "truth", "Truth", "gold", "Gold", "count", "Count",
		"content", "Content", "time", "Time", "seconds", "Seconds", "question", "Question", TaskPart, "Part of the task",
		ColumnItem, "Item", ColumnBest, "Best item", ColumnWorst, "Worst item", ColumnRank, "Rank", ColumnRanking, "Ranking",
		ColumnFeature, "Style", ColumnLength, "Text length", "", "not used",
	}
	ofTruth = []string{"task", "Task", "label", "True label", "value", "Yes or no, or a score", ColumnItem, "Item", ColumnRank, "Rank",
		"", "not used"}
	ofPredictions = []string{"task", "Task", "label", "Class", "value", "Probability or score", "", "as it looks"}
	ofFeatures    = []string{"task", "Task", "", "as it looks", ColumnFeature, "Use it", "leave-out", "Leave it out"}
)

var roles = []Role{
	{
		Name: RoleProject, File: "project", Take: "A project", Columns: ofLabels,
		Title: "A project", Choose: "Open a project",
		Hint: "Resume saved work with its data: a .concord file, in place of what is open.",
	}, {
		Name: RoleRecipe, File: "recipe", Take: "A recipe", Columns: ofLabels,
		Title: "A recipe", Choose: "Open a recipe",
		Hint: "Make a result again: open its run.json, and the files it was made from.",
	}, {
		Name: RoleState, Holds: "an earlier fit", Learnt: true, File: "earlier fit",
		Take: "An earlier fit", Drop: "An earlier fit", Columns: ofLabels,
		Title: "An earlier fit", Choose: "Open an earlier fit", Again: "Another one",
		Hint: "Labels that came later are added to those of an earlier project: open that here.",
	}, {
		Name: RoleLabels, Learnt: true, File: "file", Take: "Labels by workers", Drop: "Drop here: another file of labels",
		Columns: ofLabels, Needs: []string{"task", "worker", "label"},
	}, {
		Name: RoleTruth, Holds: "truth", Kind: "truth", Against: labelled,
		Flags: []RoleFlag{{"truth", "a `FILE` of known true labels to compare with: task, label"}},
		File:  "truth file", Take: "Truth, to compare with", Drop: "Drop here: the truth of these tasks",
		Columns: ofTruth, Needs: []string{"task", "label"},
		Place: 1, Title: "Truth", Choose: "Choose truth file", Again: "Another truth file",
		Hint:   "Measures how accurate the result is. One row per task, with its true label.",
		Loaded: "{true label} found. They measure the result and never change it.",
		Empty:  "None of these true labels can be used.",
		Note:   "True labels of {task} loaded.",
		Item:   1, Tip: "The true labels of some tasks, to measure the result",
	}, {
		Name: RoleGold, Holds: "gold tasks", Plural: true, Kind: "truth", Against: labelled, Learnt: true, Classes: true,
		Flags: []RoleFlag{{"gold", "a `FILE` of known true labels that the method is given: task, label"}},
		File:  "file of gold tasks", Take: "Gold tasks, to learn from", Drop: "Gold tasks",
		Columns: ofTruth, Needs: []string{"task", "label"},
		Place: 6, Title: "Gold tasks", Choose: "Choose gold tasks",
		Hint:   "True labels the method may learn from. One row per task, with its label.",
		Loaded: "The next run learns from {gold task}. Accuracy is measured on the others only.",
		Empty:  "None of these gold tasks can be used.",
		Note:   "The next run learns from {gold task}.",
		Item:   2, Tip: "True labels that the method may learn from",
	}, {
		Name: RoleConfusion, Holds: "history of the workers", Kind: "confusion", Against: labelled, Learnt: true, Classes: true,
		Flags: []RoleFlag{{"confusion", "a `FILE` of what is known of the workers: worker, truth, label, and count or probability; or worker, " +
			"right, of; without worker and label: how common the truth is"}},
		File: "history of the workers", Take: "A history of the workers", Drop: "A history of these workers",
		Columns: []string{"worker", "Worker", "truth", "Truth", "label", "Label", "value", "Count or share",
			"right", "Right labels, or their share", "of", "Of how many labels", "", "not used"},
		Needs: []string{"worker", "truth", "label", "value"},
		Place: 8, Title: "A history of the workers", Choose: "Choose history",
		Hint: "What you already know about the workers. Columns: worker, truth, label, and a count or share; or worker, right, of. " +
			"Without worker and label, a row says how common a class is.",
		Loaded: "The next run uses the histories of {worker}.",
		Note:   "Histories of {worker} loaded.",
		Item:   6, Tip: "What you already know about the workers",
	}, {
		Name: RolePredictions, Holds: "predictions", Plural: true, Kind: "prediction", Against: labelled, Learnt: true, Classes: true,
		Flags: []RoleFlag{{"predictions", "a `FILE` of what a classifier or model predicts: task, and a probability for each class in a column " +
			"of its name; or task, class, probability; or, for two classes, task and a score"}},
		File: "file of predictions", Take: "Predictions of a classifier or model", Drop: "Predictions of a classifier", Columns: ofPredictions,
		Place: 7, Title: "Predictions of a classifier or model", Choose: "Choose predictions",
		Hint: "How probable each class is by a classifier: a column for each class, or columns task, class, probability. For two classes a " +
			"score will do.",
		Loaded: "Predictions for {of labelled task}. The next run trusts them as far as they agree with the workers.",
		Note:   "Predictions for {task} loaded.",
		Item:   7, Tip: "What a classifier or model says of the tasks",
	}, {
		Name: RoleCosts, Holds: "costs", Plural: true, Kind: "cost", Against: labelled, Classes: true,
		Flags: []RoleFlag{{"costs", "a `FILE` of what wrong labels cost: truth, label, cost; " +
			"adds the label of least expected cost, and what each worker saves"}},
		File: "file of costs", Take: "What wrong labels cost", Drop: "Costs",
		Columns: []string{"truth", "Truth", "label", "Label", "value", "Cost", "", "not used"},
		Needs:   []string{"truth", "label", "value"},
		Place:   9, Title: "Costs of mistakes", Choose: "Open costs", Again: "Open another file",
		Hint: "What each mistake costs. Columns: truth, label, cost; or enter them here. Anything not listed costs 1.",
		Loaded: "Each task shows its cheapest label beside the most probable one, and each worker what their labels save " +
			"compared with guessing, and with always giving the cheapest label.",
		Note: "Costs loaded.",
		Item: 5, Tip: "What each mistake costs",
	}, {
		Name: RoleFeatures, Holds: "features", Plural: true, Kind: "feature", Against: labelled, Learnt: true, Describes: true,
		Flags: []RoleFlag{{"features", "a `FILE` of features: task, and a number in every other column; tasks without labels are predicted"}},
		File:  "file of features", Take: "Features of the tasks", Drop: "Features of these tasks", Columns: ofFeatures,
		Place: 2, Title: "Features of the tasks", Choose: "Choose features",
		Hint:   "Numbers such as measurements or embeddings, one row per task. Methods learn from them and can label tasks without labels.",
		Loaded: "Features for {of labelled task}. Methods with features learn from them.",
		Note:   "{task} have features. Methods with features learn from them.",
		Item:   4, Tip: "Numbers that describe the tasks",
	}, {
		Name: RoleText, Holds: "texts", Plural: true, Kind: "text", Against: labelled, Learnt: true, Describes: true,
		Flags: []RoleFlag{
			{"text", "a `FILE` of texts: task, text (or tokens, with spaces between them); tasks without labels are predicted"},
			{"bow", "in place of --text: a `FILE` of bags of words: task, term, count"},
		},
		File: "file of texts", Take: "Texts of the tasks", Drop: "Texts of these tasks",
		Columns: []string{"task", "Task", "text", "Text", "term", "Word", "count", "Count", "", "not used"},
		Place:   3, Title: "Texts of the tasks", Choose: "Choose texts",
		Hint:   "One row per task, with its text or its word counts. Methods learn what the texts are about.",
		Loaded: "Texts for {of labelled task}. Methods with text learn from them.",
		Note:   "{task} have a text. Methods with text learn from them.",
		Item:   3, Tip: "What the tasks say",
	}, {
		Name: RolePredict, Holds: "tasks to predict", Plural: true, Kind: "feature", Against: described, Learnt: true,
		Flags: []RoleFlag{{"predict",
			"with --features, --text or --bow: a `FILE` of further tasks to predict, described alike, for predictions.csv"}},
		File: "file of tasks to predict", Take: "More tasks, to predict", Drop: "More tasks to predict", Columns: ofFeatures,
		Place: 4, Title: "More tasks to predict", Choose: "Choose tasks to predict",
		Hint:   "Tasks without labels, described by the same columns. The next run predicts their labels.",
		Loaded: "The next run predicts {task} without labels.",
		Note:   "The next run predicts {further task}.",
	}, {
		Name: RoleTestTruth, Holds: "truth of the tasks to predict", Kind: "truth", Against: described, With: RolePredict,
		Flags: []RoleFlag{{"test-truth", "with --features, --text or --bow: a `FILE` of known true labels of predicted tasks to compare with"}},
		File:  "truth of the tasks to predict", Take: "Truth of those to predict", Drop: "The truth of those",
		Columns: []string{"task", "Task", "label", "True label", "", "not used"}, Needs: []string{"task", "label"},
		Place: 5, Title: "Truth of predicted tasks", Choose: "Choose their truth",
		Hint:   "Measures how right predictions are. One row per task, with its true label.",
		Loaded: "The true label of {predicted task} measures the predictions and never changes them.",
		Note:   "True labels of {task} to predict loaded.",
	},
}
