package api

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// What Export can be asked for (Export.What) beside RoleState, RoleProject and the
// other tables of a result.
const (
	FileLabels        = "labels"
	FileWorkers       = "workers"
	FileTiers         = "tiers"  // of the workers, for who asks for them
	FileJudged        = "judged" // every figure of the workers
	FilePosteriors    = "posteriors"
	FileConfusion     = "confusion"
	FileClasses       = "classes"
	FileTasks         = "tasks"
	FilePredictions   = "predictions"
	FileTopics        = "topics"
	FileNext          = "next"
	FileRun           = "run"
	FileReadme        = "readme"
	FileReport        = "report"
	FileReportJSON    = "report-json"
	FileKey           = "workers-key" // whom the pseudonyms of report and paper stand for
	FileAll           = "all"
	FileCompared      = "compared"      // after Compare
	FileMethods       = "methods"       // after Compare
	FilePlan          = "plan"          // after Plan
	FileNeeded        = "needed"        // after Needed
	FileJudges        = "judges"        // of a panel
	FileItems         = "items"         // that were compared
	FileItemPairs     = "item-pairs"    // of them
	FileLeaderboard   = "leaderboard"   // the same as a picture
	FileVoters        = "voters"        // who compared them
	FileNextPairs     = "next-pairs"    // after RankItems.Pairs
	FilePassRate      = "passrate"      // as PassRate was asked for last
	FileHumanSample   = "human-sample"  // of as many tasks as PassRate.More says
	FileSample        = "truth-sample"  // of Export.Tasks tasks
	FileChecks        = "method-checks" // of Export.Tasks tasks on which the default and the majority vote differ
	FileProblems      = "problems"
	FileAgreement     = "agreement"       // every coefficient
	FilePairs         = "pairs"           // of workers, with their agreement; of one with itself where labels are repeated
	FileTaskAgree     = "task-agreement"  // agreement of each task
	FileConfused      = "rater-confusion" // how often two workers gave which labels
	FileGold          = "gold"            // the tasks that a person settled
	FileAdjudicated   = "adjudicated"     // and those on which all agree
	FileDisagreements = "disagreements"   // the others on which workers disagree
	FileQuestions     = "question-labels" // after Each: the labels of all questions
)

// fewReviewers are so few workers that their labels may be reviews, which are to be adjudicated.
const fewReviewers = 5

// Download describes a file that can be downloaded.
type Download struct {
	What, Name  string // as Export.What has it; of the file
	Title, Says string // on its card, and what README.txt says of it; without a title it is not offered among the files of a result
	Icon        string
	Fixed       bool                        // the card keeps its place where a result has no such file
	Offered     func(*Fitted, *Counts) bool // whether a result has the file; nil: Fitted.Files tells
}

// Downloads lists all downloads, in the order in which the page offers them. To add one, add it
// here, and what makes it to the list of makers in core/engine.
func Downloads() []Download {
	always := func(*Fitted, *Counts) bool { return true }
	few := func(_ *Fitted, c *Counts) bool {
		return c != nil && c.Kind.Can(AskCheck) && c.Workers >= 2 && c.Workers <= fewReviewers
	}
	panel := func(_ *Fitted, c *Counts) bool { return c != nil && c.IsPanel() }
	return []Download{
		{FileItems, "items.csv", "Ranking", "One row per item: its score and rank, with what they may be instead.", "list", false, nil},
		{FileItemPairs, "pairs.csv", "Pairs", "How probably each item beats each other.", "grid", false, nil},
		{FileLeaderboard, "leaderboard.svg", "Leaderboard", "A picture of the ranking with its intervals.", "list", false,
			func(f *Fitted, _ *Counts) bool { return slices.Contains(f.Files, FileItems) }},
		{FileVoters, "voters.csv", "Voters", "How far each voter agrees with the ranking, and who stands out.", "people", false, nil},
		{FileLabels, "labels.csv", "Labels", "One row per task: its label, the probability, the votes.", "list", true, nil},
		{FilePredictions, "predictions.csv", "Predictions", "Labels for tasks that nobody labelled.", "list", false, nil},
		{FileTopics, "topics.csv", "Topics", "What the texts are about: each topic, its words, its weights.", "list", false, nil},
		{FileNext, "next.csv", "Next tasks", "Which tasks to label next, and who is most likely to get them right.", "people", false, nil},
		{FilePosteriors, "posteriors.csv", "Posteriors", "The probability of every class for every task.", "grid", true, nil},
		{FileWorkers, "workers.csv", "Workers", "Accuracy, verdict, what excluding each one changes.", "people", true, nil},
		{FileConfusion, "confusion.csv", "Confusion", "How often each worker gives each label, by true class.", "table", true, nil},
		{FileJudges, "judges.csv", "Judges", "How right each judge of the panel is, how biased, and what it is worth.", "people", false, panel},
		{FileTasks, "tasks.csv", "Tasks", "What the method says about each task.", "list", false, nil},
		{FileClasses, "classes.csv", "Classes", "How common each class is.", "grid", false, nil},
		{FileAdjudicated, "adjudicated.csv", "Adjudicated", "The labels you settled, and those on which everybody agrees.", "check", false, few},
		{FileRun, "run.json", "Recipe", "Makes this result again from the same files: drop it beside them. It holds no data.", "receipt", true,
			always},
		{FileReport, "report.html", "Report", "Two pages and an appendix to send or print. It has pseudonyms in place of names.", "receipt",
			false, always},
		{RoleProject, "project.concord", "Project",
			"Everything open here, with the data: resume on any machine, or add new labels later.", "upload", false, always},
		{FileAll, "all.zip", "Everything", "All tables, the report and run.json, explained by a README.txt, in one zip.", "zip", true, always},
		{What: RoleState, Name: "state.gz"},
		{What: FileReportJSON, Name: "report.json"},
		{What: FileKey, Name: "workers-key.csv"},
		{What: FileReadme, Name: "README.txt", Says: "What the files here are, and how to make them again."},
		{What: FileTiers, Name: "tiers.csv", Says: "One row per worker: the tier, and what it rests on."},
		{What: FileJudged, Name: "judged.csv"},
		{What: FileCompared, Name: "compared.csv"},
		{What: FileMethods, Name: "methods.csv"},
		{What: FilePlan, Name: "plan.csv"},
		{What: FileNeeded, Name: "labels-needed.csv"},
		{What: FileNextPairs, Name: "next-pairs.csv"},
		{What: FilePassRate, Name: "passrate.csv", Says: "The share that would pass if a person judged all tasks, by each way to know it."},
		{What: FileHumanSample, Name: "human-sample.csv"},
		{What: FileSample, Name: "truth-sample.csv"},
		{What: FileChecks, Name: "method-checks.csv"},
		{What: FileGold, Name: "gold.csv"},
		{What: FileDisagreements, Name: "disagreements.csv"},
		{What: FileProblems, Name: "problems.csv"},
		{What: FileAgreement, Name: "agreement.csv"},
		{What: FilePairs, Name: "pairs.csv"},
		{What: FileTaskAgree, Name: "task-agreement.csv"},
		{What: FileConfused, Name: "rater-confusion.csv"},
		{What: FileQuestions, Name: "all-labels.csv"},
	}
}

// FileOf returns the name of the file of a download, NAME.csv for a table that is not listed.
func FileOf(what string) string {
	for _, d := range Downloads() {
		if d.What == what {
			return d.Name
		}
	}
	return what + ".csv"
}

// FileNames lists the names of all files that a folder for answers may get.
func FileNames() (names []string) {
	for _, d := range Downloads() {
		names = append(names, d.Name)
	}
	for _, s := range Shapes() {
		names = append(names, s.File)
	}
	return names
}

// The shapes that labels can be written in beside labels.csv (Export.As).
const (
	JSON                   = "json"
	NDJSON                 = "ndjson"
	XLSX                   = "xlsx"
	LabelStudioPredictions = "label-studio-predictions"
	LabelStudioTasks       = "label-studio-tasks"
	LabelStudioTruth       = "label-studio-truth"
	Doccano                = "doccano"
	Argilla                = "argilla"
	Prodigy                = "prodigy"
	MTurkReview            = "mturk-review"
	CrowdKit               = "crowd-kit"
	HuggingFace            = "hugging-face"
	Back                   = "file"
)

// Shape describes one of them.
type Shape struct {
	Name, File, Title, Says string
	From                    string // the platform whose exports it is made of (Detected.Format); empty: it is made of any file
	Each                    bool   // it has room for the answers to several questions
	Items                   bool   // … and for items that were compared
}

// Shapes lists all shapes. export.Answers.As and package upload write them.
func Shapes() []Shape {
	const labelStudio = "Label Studio"
	return []Shape{
		{Name: JSON, File: "labels.json", Title: "JSON",
			Says: "One object per task: its label, the votes, and the probability of every class."},
		{Name: NDJSON, File: "labels.ndjson", Title: "JSON Lines (.ndjson)", Says: "The same objects, one per line, for programs that stream."},
		{Name: XLSX, File: "answers.xlsx", Title: "Excel workbook (.xlsx)", Items: true,
			Says: "All tables, one sheet each. Names stay text: 01 keeps its zero, and nothing runs as a formula."},
		{LabelStudioPredictions, "label-studio-predictions.json", "Label Studio: onto the same tasks",
			"A prediction for each task of the project that this file came from, sent with one command.", labelStudio, true, false},
		{LabelStudioTasks, "label-studio-tasks.json", "Label Studio: new tasks with predictions",
			"Import it there into a new project: each task has its data, and the label as a prediction.", "", true, false},
		{LabelStudioTruth, "label-studio-truth.json", "Label Studio: new tasks with ground truth",
			"The same, with the label as an annotation that is marked as ground truth.", "", true, false},
		{Doccano, "doccano.jsonl", "doccano (.jsonl)", "Import it there as JSONL: the texts with their labels.", "doccano", false, false},
		{Argilla, "argilla.json", "Argilla records", "The same records, each with the label as a suggestion.", "Argilla", true, false},
		{Prodigy, "prodigy.jsonl", "Prodigy (.jsonl)", "One answer per task, with its hashes, for prodigy db-in.", "Prodigy", false, false},
		{MTurkReview, "mturk-review.csv", "MTurk review (.csv)",
			"The batch with Approve filled in. It rejects nobody: assignments of workers that you excluded are left for you to decide.",
			"MTurk batch results", false, false},
		{Name: CrowdKit, File: "crowd-kit.csv", Title: "crowd-kit table",
			Says: "A CSV file with task, label, and a column of probabilities for every class."},
		{Name: HuggingFace, File: "hugging-face.jsonl", Title: "Hugging Face dataset (.jsonl)",
			Says: "One line per task: what workers saw, its label, and the probability of every class."},
		{Name: Back, File: "with-answers", Title: "Your file, with the answers", Items: true,
			Says: "Each row as it was, in its order and format, with the label, probability and votes of its task in columns at its end."},
	}
}

// ShapeOf returns the shape of that name; the zero Shape: there is none.
func ShapeOf(name string) (found Shape) {
	for _, s := range Shapes() {
		if s.Name == name {
			found = s
		}
	}
	return found
}

// Called returns the name of the file, given that of the labels, whose ending a file that is given back has.
func (s Shape) Called(labels string) string {
	if s.Name != Back {
		return s.File
	}
	name := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(labels), ".gz"), ".zst")
	return s.File + cmp.Or(path.Ext(name), ".csv")
}

// Fits reports whether the shape can be made of files of a format.
func (s Shape) Fits(format string) bool { return s.From == "" || s.From == format }

// ShapeNames lists the names of all shapes, with commas between them.
func ShapeNames() string {
	var names []string
	for _, s := range Shapes() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}
