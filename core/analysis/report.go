package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/job"
	"concord/core/labels"
	"concord/core/metric"
	"concord/core/report"
	"concord/core/sheet"
	"concord/core/workers"
	"concord/internal/humanize"
)

const (
	worker       = "worker" // as roles of columns and merges name it
	reportTasks  = 10       // least certain tasks of the report
	reportLabels = 400      // up to how many tasks the report lists them all
	reportText   = 110      // characters of what a task shows
)

// Report returns the report on the result. Pseudonyms stand for the workers, unless they keep their names.
func (r *Written) Report(c *job.Job, names bool) (*report.Report, error) {
	f, err := r.found(c, names)
	if err != nil {
		return nil, err
	}
	if err := f.of.tasks(c, f.Found); err != nil {
		return nil, err
	}
	out := report.Make(f.Found)
	if r.compared != nil {
		var ran []int // the best first; those that did not run are last
		for i := range r.compared.Found.Ran() {
			ran = append(ran, i)
		}
		out.Compared = MethodTable(r.compared.Found).List(ran, len(ran))
	}
	return out, nil
}

// Paper returns what a paper takes over from the result.
func (r *Written) Paper(c *job.Job, names bool) (*api.Paper, error) {
	f, err := r.found(c, names)
	if err != nil {
		return nil, err
	}
	return f.Paper(), nil
}

// found is what report and paper say, of the result with pseudonyms for its workers, unless they keep their names.
type found struct {
	*report.Found
	of *Result
}

func (r *Written) found(c *job.Job, names bool) (*found, error) {
	agreed, err := Agree(c, r.Session, &api.Agree{Seed: 1}) // as the page shows it
	if err != nil {
		return nil, err
	}
	order := r.byLabels()
	w, coded := *r, !names && !r.Of.Anonymous()
	if coded {
		w.Result = r.coded(order)
	}
	k := r.Of.MethodSet().Data.Classes
	f := &report.Found{
		Date: c.Host.Today(), Record: w.record(nil), Read: r.Of.Choices(), Method: &r.Entry.Info, Counts: r.Of.Counts, Agreement: agreed,
		Accuracy: r.Accuracy(), Numbers: r.Distance, Answers: len(r.Answers.Label), Differ: r.differ, Ties: r.Answers.Ties,
		LeftOut: r.Of.Full.Data.Len() - r.Of.Set.Data.Len(), Coded: coded,
	}
	if coded {
		r.conceal(f, w.Of.Set.Workers)
	}
	if r.truth != nil {
		f.Unseen = len(r.truth.Unseen.Tasks)
	}
	if r.score != nil && r.score.Evaluated > 0 && k <= judgeClasses {
		posterior, truth := r.probabilities()
		f.Quality = metric.Judge(posterior, truth, k, r.settings.Seed)
	}
	for _, role := range api.Roles() {
		if role.Name != api.RoleLabels && role.Learnt && r.now().Input(role.Name) != nil {
			f.Given = append(f.Given, role.Holds)
		}
	}
	if r.Of.Counts.Kind.Items {
		f.Crew.Votes = true
		if r.ranking != nil {
			if f.Ranking, err = r.rankItems(c, &api.RankItems{}); err != nil {
				return nil, err
			}
			f.Items = r.itemTable(r.ranking)
		}
	} else {
		f.Classes = r.classTable()
	}
	if err := r.reportJudges(c, f, w.Result); err != nil {
		return nil, err
	}
	if err := r.reportRate(c, f, w.Result); err != nil {
		return nil, err
	}
	if r.Of.Anonymous() {
		return &found{f, w.Result}, nil
	}
	a := *w.Answers
	var stand *workers.Standings
	if a.Label != nil {
		if stand, err = w.stand(c); err != nil {
			return nil, err
		}
		a.Standings, a.Sampled = stand.All, stand.Sampled
	}
	f.Workers = a.WorkerTable()
	if w.judgesVoters() {
		judged, err := w.judgeVoters(c)
		if err != nil {
			return nil, err
		}
		f.Workers = w.voterTable(stand.All, judged)
	}
	for _, j := range order {
		if a.Given[j] == 0 {
			continue
		}
		f.Order = append(f.Order, j)
		d := report.Dot{Name: a.Workers.At(j), Labels: int(a.Given[j])}
		switch {
		case f.Crew.Votes && stand.All[j].Others.Defined():
			d.At, d.Look = stand.All[j].Others.Value, stand.All[j].Verdict.Look()
		case stand != nil && stand.All[j].Accuracy.Defined():
			d.At, d.Look = stand.All[j].Accuracy.Value, stand.All[j].Verdict.Look()
		case stand == nil && a.Deviation != nil:
			d.At = a.Deviation[j]
		default:
			continue
		}
		f.Crew.Dots = append(f.Crew.Dots, d)
	}
	if stand != nil {
		f.Against = stand.Against()
	}
	if f.Crew.What = "Deviation from the aggregated values"; f.Crew.Votes {
		f.Crew.What = "Agreement with the ranking made without them"
	} else if stand != nil {
		f.Crew.What, f.Crew.Average = "Accuracy", stand.Roster().Accuracy
	}
	return &found{f, w.Result}, nil
}

// byLabels are the workers, those who gave most labels first, whoever was left out since; then by name.
func (r *Result) byLabels() []int {
	given, names := make([]int, r.Of.Full.Data.Workers), r.Of.Full.Workers
	for _, j := range r.Of.Full.Data.Worker {
		given[j]++
	}
	order := make([]int, len(given))
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(given[j], given[i]), strings.Compare(names.At(i), names.At(j)))
	})
	return order
}

// codes are pseudonyms of the workers: W01, W02 …
type codes struct {
	place  []int // of each worker
	digits int
}

func newCodes(order []int) codes {
	x := codes{make([]int, len(order)), max(2, len(fmt.Sprint(len(order))))}
	for n, j := range order {
		x.place[j] = n + 1
	}
	return x
}

func (x codes) Len() int                       { return len(x.place) }
func (x codes) At(j int) string                { return fmt.Sprintf("W%0*d", x.digits, x.place[j]) }
func (x codes) Append(to []byte, j int) []byte { return append(to, x.At(j)...) }
func (x codes) Find(name string) (j int, ok bool) {
	for j := range x.place {
		if x.At(j) == name {
			return j, true
		}
	}
	return 0, false
}

// coded returns the result with pseudonyms for its workers.
func (r *Result) coded(order []int) *Result {
	out, of, set, answers := *r, *r.Of, *r.Of.Set, *r.Answers
	set.Workers, answers.Workers = newCodes(order), newCodes(order)
	of.Set = &set
	out.Of, out.Answers = &of, &answers
	return &out
}

// conceal replaces the names of workers that the files gave the recipe of a report, and what it says of how they were read.
func (r *Result) conceal(f *report.Found, code labels.Names) {
	read := &f.Read
	read.Merge, read.Own, read.Where = slices.Clone(read.Merge), slices.Clone(read.Own), slices.Clone(read.Where)
	for n, m := range read.Merge {
		if m.Of == worker {
			read.Merge[n] = api.Merge{Of: m.Of}
		}
	}
	for n := range read.Own {
		read.Own[n].Worker = ""
	}
	for n, is := range read.Where {
		if at := slices.IndexFunc(read.Columns, func(x api.Column) bool { return x.Name == is.Column }); at >= 0 && at < len(read.Roles) &&
			read.Roles[at] == worker {
			read.Where[n].Values = []string{humanize.Count(len(is.Values), "worker")}
		}
	}
	rec := f.Record
	rec.Files = slices.Clone(rec.Files)
	for n := range rec.Files {
		one := &rec.Files[n]
		if one.SHA256 != rec.Files[0].SHA256 { // not the labels, nor what stands among them
			continue
		}
		one.Choices.Merge, one.Choices.Own, one.Choices.Where = read.Merge, read.Own, read.Where
		if read.ByFile {
			one.Name, one.Choices.Files = humanize.Count(len(read.Files), "file")+", one of each worker", nil
		}
		if read.Laid() == api.LayoutItems { // the columns are people
			one.Columns = nil
		}
	}
	hide := func(names []string) (coded []string) {
		for _, name := range names {
			if j, ok := r.Of.Full.Workers.Find(name); ok {
				name = code.At(j)
			}
			coded = append(coded, name)
		}
		return coded
	}
	cover := func(d *api.Decisions) {
		d.Excluded, d.Reviewed, d.Checked = hide(d.Excluded), slices.Clone(d.Reviewed), slices.Clone(d.Checked)
		for _, verdicts := range [][]api.Decision{d.Reviewed, d.Checked} {
			for n := range verdicts {
				verdicts[n].Note = "" // it may name anybody
			}
		}
	}
	cover(&rec.Decisions)
	if rec.Began != nil {
		rec.Began = new(*rec.Began)
		cover(rec.Began)
	}
	for n, text := range rec.Warnings {
		parts := strings.Split(text, "“")
		for at, part := range parts[1:] {
			name, rest, quoted := strings.Cut(part, "”")
			_, class := r.Of.Full.Classes.Find(name)
			if j, ok := r.Of.Full.Workers.Find(name); ok && quoted && !class {
				part = code.At(j) + "”" + rest
			}
			parts[at+1] = part
		}
		rec.Warnings[n] = strings.Join(parts, "“")
	}
}

// KeyTable says whom the pseudonyms of report and paper stand for.
func (r *Result) KeyTable() (*sheet.Table, error) {
	if r.Of.Anonymous() {
		return nil, api.Refuse("There is no key: nobody knows the workers.")
	}
	order := r.byLabels()
	code := newCodes(order)
	return &sheet.Table{Name: api.FileKey, Size: len(order), Columns: []*sheet.Column{
		sheet.Name("pseudonym", "", code, func(n int) int { return order[n] }, nil),
		sheet.Name("worker", "", r.Of.Full.Workers, func(n int) int { return order[n] }, nil),
	}}, nil
}

// classTable has how often workers and answers name each class; nil where labels are numbers.
func (r *Result) classTable() *sheet.Table {
	if r.Answers.Label == nil {
		return nil
	}
	given, answers := make([]int, r.Of.Set.Data.Classes), r.Answers.CountClasses()
	for _, k := range r.Of.Set.Data.Class {
		given[k]++
	}
	labels, tasks := max(1, r.Of.Set.Data.Len()), max(1, r.Answers.Len())
	order := make([]int, len(given))
	for at := range order {
		order[at] = r.Of.Scale.ClassAt(at)
	}
	if r.Of.Scale == nil {
		slices.SortStableFunc(order, func(k, l int) int { return cmp.Compare(given[l], given[k]) })
	}
	count := func(name, title string, of []int, all int) *sheet.Column {
		return sheet.Count(name, title, func(at int) int { return of[order[at]] }).Listed("", func(at int) string {
			return fmt.Sprintf("%s (%.1f %%)", humanize.Number(of[order[at]]), 100*float64(of[order[at]])/float64(all))
		})
	}
	return &sheet.Table{Name: api.FileClasses, Size: len(order), Columns: []*sheet.Column{
		sheet.Name("class", "Class", r.Of.Set.Classes, func(at int) int { return order[at] }, nil).Listed("", nil),
		count("labels", "Labels", given, labels), count("aggregated", "Aggregated labels", answers, tasks),
	}}
}

// tasks lists the tasks whose label is least sure and, if they are few, all, with what they show.
func (r *Result) tasks(c *job.Job, f *report.Found) error {
	if r.Of.Counts.Kind.Items { // items are ranked, not pairs
		return nil
	}
	a := r.Answers
	table := a.LabelTable()
	content, err := r.content(c, false)
	if err != nil {
		return err
	}
	if content != nil {
		table.Columns = slices.Insert(table.Columns, 1, sheet.Text("content", "Content", func(i int) string {
			var all []string
			for n := range content.Names {
				if text := strings.Join(strings.Fields(content.Cell(a.TaskName(i), n)), " "); text != "" {
					all = append(all, text)
				}
			}
			return humanize.Short(strings.Join(all, " · "), reportText)
		}, nil).Listed("", nil))
	}
	if a.Label != nil && !a.Silent() {
		doubt := r.doubt()
		order, err := sheet.ByNumber(a.Len(), doubt, true, c.Turn)
		if err != nil {
			return err
		}
		var rows []int
		for _, i := range order[:min(len(order), reportTasks)] {
			if !math.IsNaN(doubt(int(i))) {
				rows = append(rows, int(i))
			}
		}
		f.Tasks = table.List(rows, a.Len())
	}
	if a.Len() <= reportLabels {
		var rows []int
		for i := range a.Len() {
			rows = append(rows, i)
		}
		f.Labels = table.List(rows, a.Len())
	}
	return c.Turn()
}
