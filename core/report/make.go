package report

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/cite"
	"concord/core/export"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// Found is what a report and a paper are made of.
type Found struct {
	Date      string // of the day it is written, as 2026-01-31; empty: unknown
	Record    *export.Record
	Read      api.Choices // how the labels were read
	Method    *api.Method
	Given     []string // what the method was given besides the labels
	Counts    *api.Counts
	Agreement *api.Agreement

	// With a known truth.
	Accuracy *api.Accuracy
	Quality  *api.Quality // nil: the classes are very many
	Numbers  *api.Numbers // in their place, where labels are numbers
	Unseen   int          // true labels of a class that no worker ever chose

	Answers int // labels found; 0 where labels are numbers
	Differ  int // of them, those that differ from the majority vote
	Ties    int // of them, those that the seed chose
	LeftOut int // labels of the workers who are left out

	Judges *api.Judges   // of a panel; nil: it is none
	Panel  sheet.Listing // all together, then each

	PassRate *api.PassRate // of a panel of judges with a person's sample; nil: there are none
	Passed   sheet.Listing // all tasks, then the groups

	Ranking *api.Ranking // of items that were compared; nil: none are ranked
	Items   *sheet.Table // of the ranking

	Classes *sheet.Table // how often workers and answers name each class; nil: labels are numbers
	Workers *sheet.Table // nil: nobody knows them
	Order   []int        // the workers as they are listed
	Crew    Crew
	Against *api.Against // how the estimates of the workers compare with the truth; nil: no truth is known, or labels are numbers
	Coded   bool         // pseudonyms stand for the workers

	Tasks  sheet.Listing // the least certain
	Labels sheet.Listing // of all tasks; empty: they are too many
}

// Crew is the figure of the workers: a dot each.
type Crew struct {
	Average float64 `json:"average"`         // accuracy of a label of the crowd; 0: there is no funnel
	What    string  `json:"what"`            // what At is
	Votes   bool    `json:"votes,omitempty"` // workers are voters, whose labels are votes
	Dots    []Dot   `json:"dots"`
}

// Dot is a worker.
type Dot struct {
	Name   string  `json:"name"`
	Labels int     `json:"labels"`
	At     float64 `json:"at"`
	Look   bool    `json:"look,omitempty"` // stands out
}

// Make puts what was found in words.
func Make(f *Found) *Report {
	rec := f.Record
	out := &Report{
		Name: rec.Files[0].Name, Date: f.Date, Record: rec, Reading: f.reading(), Tasks: f.Tasks, Labels: f.Labels,
		Crew: f.Crew, Notes: f.notes(), Settings: f.settings(), Files: f.files(), Coded: f.Coded,
	}
	methods := f.methods()
	for _, p := range methods {
		out.Methods = append(out.Methods, p.plain(asIs))
	}
	if r := f.Ranking; r != nil {
		out.Leaders, out.Ranking, out.Meetings = r.Items[:min(len(r.Items), mostDrawn)], r.Notes, f.meetings()
	}
	out.Verdict, out.Summary = f.verdict()
	for _, c := range f.Agreement.Figures() {
		if c.Defined() && c.Name != "entropy" {
			out.Coefficients = append(out.Coefficients, Coefficient{c.Title, c.Figure})
		}
	}
	for _, x := range f.exhibits() {
		switch x.label {
		case "agreement":
			out.Agreement = *x.listing()
		case "accuracy":
			if f.Accuracy == nil && f.Numbers == nil {
				break // the verdict says what is expected
			}
			out.Accuracy = *x.listing()
		case "classes":
			out.Classes = *x.listing()
		case "items":
			out.Items = *x.listing()
		}
	}
	if p := f.Judges; p != nil {
		out.Judges, out.Panel = append([]string{p.Sentence}, p.Limits...), f.Panel
	}
	if p := f.PassRate; p != nil {
		out.PassRate, out.Passed = append([]string{p.Sentence}, p.Limits...), f.Passed
	}
	out.Over = f.Agreement.Over()
	if f.Workers != nil {
		out.Workers = f.Workers.List(f.Order[:min(len(f.Order), mostWorkers)], len(f.Order))
	}
	if f.Against != nil {
		out.Against = f.Against.Sentence
	}
	if f.Quality != nil {
		for _, b := range f.Quality.Bins {
			out.Bins = append(out.Bins, Reliable(b))
		}
	}
	out.References = f.works(cite.Of(f.keys(methods)...))
	return out
}

// verdict says in a few words whether the labels can be used, and in sentences how right they are.
func (f *Found) verdict() (title, text string) {
	e := f.Record.Expected
	if f.Counts.Kind.Items {
		return f.standing()
	}
	if e == nil {
		return humanize.Count(f.Counts.Tasks, "task") + " labelled", fmt.Sprintf("%s by %s.", humanize.Count(f.Counts.Labels, "label"),
			humanize.Count(f.Counts.Workers, "worker"))
	}
	says := []string{}
	if a := f.Accuracy; a != nil && a.Evaluated > 0 {
		says = append(says, fmt.Sprintf("%s of %s whose truth is known are labelled correctly (%s).", humanize.Number(a.Evaluated-a.Wrong),
			humanize.Count(a.Evaluated, "task"), humanize.Percent(a.Figure().Value)))
	}
	if e.Unknown > 0 || len(says) == 0 { // else the truth says it
		says = append(says, e.Sentence(), e.Give, e.Basis(), e.Shown.Counts())
	}
	says = append(says, e.Reason)
	return e.Verdict.Title(), strings.Join(strings.Fields(strings.Join(says, " ")), " ")
}

// reading is what was decided when the file was read.
func (f *Found) reading() (out []Fact) {
	read := &f.Read
	add := func(name, says string) {
		if says != "" {
			out = append(out, Fact{name, says})
		}
	}
	var columns []string
	unused, people, laid := 0, 0, read.Laid()
	for n, c := range read.Columns {
		switch {
		case n >= len(read.Roles):
		case read.Roles[n] == "":
			unused++
		case laid == api.LayoutItems && read.Roles[n] == "label": // it bears the name of a worker
			people++
		case len(columns) < mostColumns:
			columns = append(columns, read.Roles[n]+" = “"+c.Name+"”")
		}
	}
	if more := len(read.Columns) - unused - people - len(columns); more > 0 {
		columns = append(columns, humanize.Number(more)+" more")
	}
	if people > 0 {
		columns = append(columns, humanize.Count(people, "worker"))
	}
	if unused > 0 {
		columns = append(columns, humanize.Number(unused)+" not used")
	}
	add("Columns", strings.Join(columns, ", "))
	add("Layout", map[string]string{
		api.LayoutRows:   map[bool]string{false: "a row for each label", true: "a row for each answer"}[f.Counts.Kind.Items],
		api.LayoutItems:  "a row for each task, a column for each worker",
		api.LayoutPeople: "a row for each worker, a column for each task", api.LayoutCounts: "how often each label was given",
	}[laid])
	if read.ByFile {
		add("Workers", "one file each")
	} else if read.Anonymous {
		add("Workers", "unknown: each label counts as another one’s")
	}
	add("Sheet", read.Sheet)
	switch {
	case read.HeaderLine > 0:
		add("Header", fmt.Sprintf("line %d", read.HeaderLine))
	case !read.Header && !read.Names:
		add("Header", "none")
	}
	if read.AsIs {
		add("Table", "read as it stands: nothing was left out above or below it, or filled")
	}
	for _, is := range read.Where {
		add("Only rows with", is.Column+" = "+strings.Join(is.Values, ", "))
	}
	add("The truth is by", read.Human)
	add("Question", read.Question)
	add("Rows", fmt.Sprintf("%s, of which %s left out", humanize.Number(f.Record.Rows), humanize.Number(f.Record.Skipped)))
	missing := "empty cells"
	if cells, usual := f.missing(); usual {
		missing += ", and the usual words for no answer"
	} else if len(cells) > 0 {
		missing += " and " + quoted(cells, 3*mostNamed)
	}
	add("Missing", missing)
	add("Merged", strings.TrimSpace(f.merged()))
	add("Repeated labels", strings.TrimSpace(f.repeated()))
	if read.Drop {
		add("Rejected labels", "left out")
	}
	if n := len(read.Own); n > 0 {
		add("Labels added by hand", humanize.Number(n))
	}
	switch {
	case f.Counts.Kind.Items:
		add("Labels", "which of two items is better")
	case f.Counts.Kind.Numbers:
		add("Labels", "numbers")
	case f.Counts.Kind.Several:
		add("Labels", "a task may have several")
	}
	if names := f.Record.Order; len(names) > 0 {
		add("Order of the classes", list(names[:min(len(names), mostClasses)]))
	}
	if out := f.Record.Excluded; len(out) > 0 {
		add("Workers excluded", list(out[:min(len(out), mostClasses)]))
	}
	if n := len(f.Record.Reviewed); n > 0 {
		add("Tasks reviewed", humanize.Number(n))
	}
	if n := len(f.Record.Checked); n > 0 {
		add("Tasks checked", humanize.Number(n))
	}
	return out
}

const (
	mostColumns = 12
	mostClasses = 12
	mostWorkers = 300 // rows of the appendix
)

// keys are those of the works that paragraphs cite, of the coefficients, and of what is said of judges.
func (f *Found) keys(methods []prose) []string {
	keys := cited(methods)
	add := func(x api.Figure, all ...string) {
		for _, key := range all {
			if x.Defined() && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	for _, c := range f.Agreement.Figures() {
		add(c.Figure, source(c.Name)...)
	}
	if f.Judges != nil {
		add(f.Judges.Effective, "kish1965")
	}
	if f.PassRate != nil {
		add(f.PassRate.All.Corrected, "rogan1978")
		add(f.PassRate.All.Powered, "angelopoulos2023", "angelopoulos2023b")
	}
	return keys
}

// notes are what a reader should know before trusting the figures.
func (f *Found) notes() []string {
	n, rec := f.Counts, f.Record
	out := slices.Clone(rec.Warnings)
	if n.Kind.Items { // the ranking has notes of its own
		return out
	}
	for _, some := range []struct {
		n          int
		noun, says string
	}{
		{n.Single, "task", "With one label only: %s. Measures of agreement leave them out, and nobody contradicts a mistake there."},
		{f.Ties, "label", "Chosen by the seed among equally probable classes: %s."},
		{f.Unseen, "true label", "Of a class that no worker ever chose, so that no answer is right: %s."},
	} {
		if some.n > 0 {
			out = append(out, fmt.Sprintf(some.says, humanize.Count(some.n, some.noun)))
		}
	}
	if a := f.Accuracy; a != nil && a.Evaluated < 100 && a.Evaluated > 0 {
		out = append(out, fmt.Sprintf("The truth of only %s is known: see how wide the interval of the accuracy is.",
			humanize.Count(a.Evaluated, "task")))
	}
	if says := f.Agreement.Paradox(); says != "" {
		out = append(out, says)
	}
	return out
}

// settings are those of the run.
func (f *Found) settings() (out []Fact) {
	rec := f.Record
	out = append(out, Fact{"Method", f.Method.Title}, Fact{"Seed", fmt.Sprint(rec.Seed)})
	for _, p := range f.Method.Params {
		if v := rec.Values[p.Name]; v != "" {
			out = append(out, Fact{p.Title, v})
		}
	}
	out = append(out, Fact{"Most steps", humanize.Number(rec.MaxSteps)}, Fact{"Stops when", rec.Stop},
		Fact{"Tolerance", fmt.Sprint(rec.Tolerance)})
	version := rec.Version
	if rec.Revision != "" {
		version += " (" + rec.Revision + ")"
	}
	return append(out, Fact{"Steps", fmt.Sprintf("%s, %s", humanize.Number(rec.Steps), rec.Status) + api.Ending(rec.Trace)},
		Fact{"Concord", version})
}

// files are those that were read, with their checksums.
func (f *Found) files() sheet.Listing {
	out := sheet.Listing{Header: []string{"File", "Read as", "Bytes", "SHA-256"}, Digits: []bool{false, false, true, false}}
	for _, x := range f.Record.Files {
		out.Rows = append(out.Rows, []string{x.Name, x.Role, humanize.Number(int(x.Bytes)), x.SHA256})
	}
	out.Of = len(out.Rows)
	return out
}
