package wire

import "slices"

// What Export can be asked for (Export.What) beside RoleState, RoleWorkspace and the
// other tables of a result.
const (
	FileLabels      = "labels"
	FilePredictions = "predictions"
	FileTopics      = "topics"
	FileNext        = "next"
	FileRun         = "run"
	FileReport      = "report"
	FileReportJSON  = "report-json"
	FileAll         = "all"
	FileCompared    = "compared" // after Compare
	FilePlan        = "plan"     // after Plan
	FileProblems    = "problems"
)

// Download describes a file that can be downloaded.
type Download struct {
	What string // as Export.What has it
	Name string // of the file
	// Card describes the download among those of a result; nil: it is offered elsewhere.
	*Card
}

// Card is how the page offers a download.
type Card struct {
	Title, Says, Icon string
	Fixed             bool // it keeps its place where a result has no such file
	// Offered reports whether a result has the file; nil: Fitted.Files says so.
	Offered func(*Fitted, *Counts) bool
}

// Downloads lists all downloads, in the order in which the page offers them. To add
// one, add it here and what writes it: to export.Answers.tables for a table of the
// answers, to analysis.Result.Files for another file of a result, else to the
// makers of the engine.
func Downloads() []Download {
	always := func(*Fitted, *Counts) bool { return true }
	learned := func(f *Fitted, c *Counts) bool { return !f.Sets && c != nil && !c.Numeric }
	return []Download{
		{FileLabels, "labels.csv", &Card{Title: "Labels", Icon: "list", Fixed: true,
			Says: "One row a task: its label, the probability, the votes."}},
		{FilePredictions, "predictions.csv", &Card{Title: "Predictions", Icon: "list",
			Says: "The label of every task that nobody labelled."}},
		{FileTopics, "topics.csv", &Card{Title: "Topics", Icon: "list",
			Says: "What the texts are about: each topic, its words, its weights."}},
		{FileNext, "next.csv", &Card{Title: "Next tasks", Icon: "people",
			Says: "Which tasks to label next, and who is likeliest to get them right."}},
		{"posteriors", "posteriors.csv", &Card{Title: "Posteriors", Icon: "grid", Fixed: true,
			Says: "The probability of every class for every task."}},
		{"workers", "workers.csv", &Card{Title: "Workers", Icon: "people", Fixed: true,
			Says: "How many labels each gave, and how accurate they are."}},
		{"confusion", "confusion.csv", &Card{Title: "Confusion", Icon: "table", Fixed: true,
			Says: "What each worker says for each true class."}},
		{"tasks", "tasks.csv", &Card{Title: "Tasks", Icon: "list",
			Says: "What the method has to say of each task."}},
		{"classes", "classes.csv", &Card{Title: "Classes", Icon: "grid",
			Says: "How common each class is."}},
		{RoleState, "state.gz", &Card{Title: "Saved state", Icon: "upload", Offered: learned,
			Says: "What the fit has learned. Open it another day and fold new labels in."}},
		{FileRun, "run.json", &Card{Title: "Run record", Icon: "receipt", Fixed: true, Offered: always,
			Says: "Method, settings, seed and figures: enough to repeat it."}},
		{FileReport, "report.html", &Card{Title: "Report", Icon: "receipt", Offered: always,
			Says: "A page to send or print: data, method, figures, workers, caveats."}},
		{RoleWorkspace, "workspace.concord", &Card{Title: "Workspace", Icon: "upload", Offered: always,
			Says: "All that is open here, in one .concord file: open it on another machine and go on."}},
		{FileAll, "all.zip", &Card{Title: "Everything", Icon: "zip", Fixed: true, Offered: always,
			Says: "The tables and the run record in one zip file."}},
		{FileReportJSON, "report.json", nil},
		{FileCompared, "compared.csv", nil},
		{FilePlan, "plan.csv", nil},
		{FileProblems, "problems.csv", nil},
	}
}

// FileOf returns the name of the file of a download.
func FileOf(what string) string {
	all := Downloads()
	return all[slices.IndexFunc(all, func(d Download) bool { return d.What == what })].Name
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
		{JSON, "labels.json", "JSON", "One object a task: its label, the votes, and the probability of every class."},
		{NDJSON, "labels.ndjson", "JSON Lines (.ndjson)", "The same objects, one a line: for programs that read piece by piece."},
		{XLSX, "answers.xlsx", "Excel workbook (.xlsx)", "All tables, a sheet each. Names stay text there: 01 keeps its zero, and nothing " +
			"runs as a formula."},
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
	text := ""
	for n, s := range Shapes() {
		if n > 0 {
			text += ", "
		}
		text += s.Name
	}
	return text
}
