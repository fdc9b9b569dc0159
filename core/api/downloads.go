package api

import "strings"

// What Export can be asked for (Export.What) beside RoleState, RoleWorkspace and the
// other tables of a result.
const (
	FileLabels      = "labels"
	FileWorkers     = "workers"
	FileTiers       = "tiers"  // of the workers, for who asks for them
	FileJudged      = "judged" // every figure of the workers
	FilePosteriors  = "posteriors"
	FileConfusion   = "confusion"
	FileClasses     = "classes"
	FileTasks       = "tasks"
	FilePredictions = "predictions"
	FileTopics      = "topics"
	FileNext        = "next"
	FileRun         = "run"
	FileReport      = "report"
	FileReportJSON  = "report-json"
	FileKey         = "workers-key" // whom the pseudonyms of report and paper stand for
	FileAll         = "all"
	FileCompared    = "compared"      // after Compare
	FileMethods     = "methods"       // after Compare
	FilePlan        = "plan"          // after Plan
	FileNeeded      = "needed"        // after Needed
	FileSample      = "truth-sample"  // of Export.Tasks tasks
	FileChecks      = "method-checks" // of Export.Tasks tasks on which the default and the majority vote differ
	FileProblems    = "problems"
	FilePairs       = "pairs"           // of workers, with their κ
	FileQuestions   = "question-labels" // after Each: the labels of all questions
)

// Download describes a file that can be downloaded.
type Download struct {
	What, Name  string // as Export.What has it; of the file
	Title, Says string // on its card; empty: it is not offered among the files of a result
	Icon        string
	Fixed       bool                        // the card keeps its place where a result has no such file
	Offered     func(*Fitted, *Counts) bool // whether a result has the file; nil: Fitted.Files tells
}

// Downloads lists all downloads, in the order in which the page offers them. To add one, add it
// here, and what makes it to the list of makers in core/engine.
func Downloads() []Download {
	always := func(*Fitted, *Counts) bool { return true }
	learned := func(_ *Fitted, c *Counts) bool { return c != nil && c.Kind.Can(AskSave) }
	return []Download{
		{FileLabels, "labels.csv", "Labels", "One row per task: its label, the probability, the votes.", "list", true, nil},
		{FilePredictions, "predictions.csv", "Predictions", "Labels for tasks that nobody labelled.", "list", false, nil},
		{FileTopics, "topics.csv", "Topics", "What the texts are about: each topic, its words, its weights.", "list", false, nil},
		{FileNext, "next.csv", "Next tasks", "Which tasks to label next, and who is most likely to get them right.", "people", false, nil},
		{FilePosteriors, "posteriors.csv", "Posteriors", "The probability of every class for every task.", "grid", true, nil},
		{FileWorkers, "workers.csv", "Workers", "Accuracy, verdict, what excluding each one changes.", "people", true, nil},
		{FileConfusion, "confusion.csv", "Confusion", "How often each worker gives each label, by true class.", "table", true, nil},
		{FileTasks, "tasks.csv", "Tasks", "What the method says about each task.", "list", false, nil},
		{FileClasses, "classes.csv", "Classes", "How common each class is.", "grid", false, nil},
		{RoleState, "state.gz", "Saved state", "What the method learned. Open it later to add new labels.", "upload", false, learned},
		{FileRun, "run.json", "Run record", "Method, settings, seed and figures: enough to reproduce it.", "receipt", true, always},
		{FileReport, "report.html", "Report", "Two pages and an appendix to send or print. Pseudonyms stand for the workers.", "receipt",
			false, always},
		{RoleWorkspace, "workspace.concord", "Workspace",
			"Everything open here, in one .concord file: resume on any machine.", "upload", false, always},
		{FileAll, "all.zip", "Everything", "The tables and the run record in one zip file.", "zip", true, always},
		{What: FileReportJSON, Name: "report.json"},
		{What: FileKey, Name: "workers-key.csv"},
		{What: FileTiers, Name: "tiers.csv"},
		{What: FileJudged, Name: "judged.csv"},
		{What: FileCompared, Name: "compared.csv"},
		{What: FileMethods, Name: "methods.csv"},
		{What: FilePlan, Name: "plan.csv"},
		{What: FileNeeded, Name: "labels-needed.csv"},
		{What: FileSample, Name: "truth-sample.csv"},
		{What: FileChecks, Name: "method-checks.csv"},
		{What: FileProblems, Name: "problems.csv"},
		{What: FilePairs, Name: "pairs.csv"},
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

// The shapes that labels can be written in beside labels.csv (Export.As).
const (
	JSON        = "json"
	NDJSON      = "ndjson"
	XLSX        = "xlsx"
	LabelStudio = "label-studio"
	CrowdKit    = "crowd-kit"
)

// Shape describes one of them.
type Shape struct{ Name, File, Title, Says string }

// Shapes lists all shapes. export.Answers.As writes them.
func Shapes() []Shape {
	return []Shape{
		{JSON, "labels.json", "JSON", "One object per task: its label, the votes, and the probability of every class."},
		{NDJSON, "labels.ndjson", "JSON Lines (.ndjson)", "The same objects, one per line, for programs that stream."},
		{XLSX, "answers.xlsx", "Excel workbook (.xlsx)", "All tables, one sheet each. Names stay text: 01 keeps its zero, and " +
			"nothing runs as a formula."},
		{LabelStudio, "label-studio.json", "Label Studio predictions", "Import it there as tasks. The names are task, label and text: " +
			"change them in your labelling interface, or in the file."},
		{CrowdKit, "crowd-kit.csv", "crowd-kit or Hugging Face table", "A CSV file with task, label, and a column of probabilities for " +
			"every class."},
	}
}

// ShapeFile returns the name of the file of a shape; empty: there is no such shape.
func ShapeFile(shape string) string {
	for _, s := range Shapes() {
		if s.Name == shape {
			return s.File
		}
	}
	return ""
}

// ShapeNames lists the names of all shapes, with commas between them.
func ShapeNames() string {
	var names []string
	for _, s := range Shapes() {
		names = append(names, s.Name)
	}
	return strings.Join(names, ", ")
}
