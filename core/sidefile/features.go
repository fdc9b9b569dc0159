package sidefile

import (
	"fmt"
	"io"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/scan"
	"concord/internal/humanize"
)

// FeatureSet holds the features of the tasks of a Set, standardised to mean 0 and deviation 1 over the file. Where tasks are pairs of
// items, it holds those of the items, less their means.
type FeatureSet struct {
	Described
	Features *crowd.Features // a row for each of Names
	Extra    *crowd.Features // of the unknown tasks, row by row
	Left     []LeftOut       // columns that are not among the features
	Leakage  []LeftOut       // features that give the labels or the truth away
	Filled   int             // missing cells that were given the mean of their column
	Names    labels.Names    // of what is described: tasks, or the items that are compared

	columns []*featureColumn // that were kept
}

// LeftOut is a column that is not among the features.
type LeftOut struct {
	Column, Why string
	At          int  // of the file, from 0
	Keep        bool // it is kept where its role is Feature
}

// featureColumn is a column of a file of features.
type featureColumn struct {
	name            string
	before          int  // columns of the same name
	at              int  // in the file
	asked           bool // the user wants it, whatever it looks like
	refused         bool // the user does not want it
	value           []float64
	text            []*api.Problem // the first of the cells that are not numbers
	texts, missing  int
	mean, deviation float64
}

// Columns with more missing cells than this share are left out.
const mostMissing = 0.5

// Features reads a file of features: a column of task names, and numbers in all others. It leaves
// out, and names, columns that hold text, are constant, number the rows, are named like an id or a
// label, or lack most of their cells, unless their role is Feature. Single missing cells get the
// mean of their column. Text in a column of numbers is a bad row, or with Choices.Skip a missing
// cell. Columns that give the labels, or truth (which may be nil), away are reported.
func Features(name string, r io.Reader, d *layout.Detection, set *labels.Set, truth []int32, o scan.Options) (*FeatureSet, error) {
	f := &FeatureSet{Names: set.Tasks}
	if set.Items != nil {
		f.Names = set.Items
	}
	t, err := readFeatures(name, r, d, f.Names, o)
	if err != nil {
		return nil, err
	}
	for _, c := range t.columns {
		if why, keep := c.unfit(t.Layout.Header); why != "" {
			f.Left = append(f.Left, LeftOut{Column: c.name, Why: why, At: c.at, Keep: keep})
			continue
		}
		t.rejectTexts(c)
		f.columns = append(f.columns, c)
		f.Filled += c.missing + c.texts
	}
	for _, c := range f.columns { // of these cells only the first are listed
		hidden := c.texts - len(c.text)
		t.Bad += hidden
		t.Problems.Count += hidden
	}
	if err := t.Verdict(); err != nil {
		return nil, err
	}
	f.Problems = t.Problems
	if len(f.columns) == 0 {
		what := "no column holds features"
		if len(f.Left) > 0 {
			what = fmt.Sprintf("no column can serve as a feature; column “%s” %s", api.Printable(f.Left[0].Column), f.Left[0].Why)
		}
		return nil, refuse(name, what, "Choose a file with a column of task names and columns of numbers")
	}
	for _, c := range f.columns {
		c.standardise()
		if set.Items != nil {
			c.deviation = 1 // the method measures them, and says how large a deviation is
		}
	}
	f.place(t)
	if f.Without == f.Names.Len() {
		p := t.strangers(name, &d.Layout, f.Names)
		if set.Items != nil {
			p.What = "not one of these items was compared"
		}
		return nil, p
	}
	f.look(name, set, truth)
	return f, nil
}

// MoreFeatures reads a file that describes further tasks by the features of f: columns are found by name, those of one name in their
// order, and scaled alike. Missing cells get the mean.
func (f *FeatureSet) MoreFeatures(name string, r io.Reader, d *layout.Detection, o scan.Options) (tasks []string, x *crowd.Features,
	problems api.Problems, err error) {
	t, err := readFeatures(name, r, d, nil, o)
	if err != nil {
		return nil, nil, api.Problems{}, err
	}
	from := make([]*featureColumn, len(f.columns))
	for n, own := range f.columns {
		for _, c := range t.columns {
			if c.name == own.name && c.before == own.before {
				from[n] = c
			}
		}
		if from[n] == nil {
			what := fmt.Sprintf("the column “%s” is missing, which is among the features that were learned from", api.Printable(own.name))
			return nil, nil, t.Problems, refuse(name, what, "Give these tasks the same columns as the others")
		}
		t.rejectTexts(from[n])
	}
	if err := t.Verdict(); err != nil {
		return nil, nil, t.Problems, err
	}
	x = &crowd.Features{Names: f.Features.Names}
	for row := range t.names {
		x.X = append(x.X, f.scaled(from, row)...)
	}
	return t.names, x, t.Problems, nil
}

// featureTable is a file of features as it stands.
type featureTable struct {
	*scan.Rows
	taskRows
	columns []*featureColumn
}

// How many texts of a column are described, and how many if all problems are wanted:
// only the end of the file tells whether the column is used.
const (
	shownTexts  = 20
	listedTexts = 100_000
)

// readFeatures reads the whole file.
func readFeatures(name string, r io.Reader, d *layout.Detection, names labels.Names, o scan.Options) (*featureTable, error) {
	task := d.Column(layout.Task)
	if task < 0 {
		task = likeTasks(d, names)
	}
	if task < 0 || len(d.Columns) < 2 {
		return nil, d.Check(name, layout.FeatureFile)
	}
	t := &featureTable{taskRows: newTaskRows(task, &d.Layout)}
	named := map[string]int{}
	for c, column := range d.Columns {
		if c != task {
			t.columns = append(t.columns, &featureColumn{
				name: column.Name, before: named[column.Name], at: c,
				asked: d.Roles[c] == layout.Feature, refused: d.Roles[c] == layout.LeaveOut,
			})
			named[column.Name]++
		}
	}
	var err error
	t.Rows, err = scan.Read(name, r, &d.Layout, o, func(rs *scan.Rows) *api.Problem {
		id, p := t.name(rs)
		if p != nil {
			return p
		}
		before, fresh := t.number(id)
		for _, c := range t.columns {
			if fresh {
				c.read(rs, &t.missing)
			} else if x, _ := valueOf(rs.Cell(c.at), &t.missing); x != c.value[before] && !(math.IsNaN(x) && math.IsNaN(c.value[before])) {
				return rs.Wrong(task, "a task that was described otherwise before", firstCounts)
			}
		}
		return nil
	})
	if err == nil && len(t.names) == 0 {
		err = &api.BadRows{Problems: t.Problems}
	}
	return t, err
}

// likeTasks returns the first column of the preview with some of these names of tasks.
func likeTasks(g *layout.Detection, tasks labels.Names) int {
	if tasks == nil {
		return 0
	}
	index := -1 // of numbers of the rows, which tasks may be called too
	for c := range g.Columns {
		for _, row := range g.Preview {
			if c >= len(row) {
				continue
			}
			if _, ok := tasks.Find(row[c]); !ok {
				continue
			}
			if !g.Header || !heading.NumbersRows(g.Columns[c].Name) {
				return c
			}
			if index < 0 {
				index = c
			}
		}
	}
	return index
}

// valueOf returns the number in a cell: NaN where it is missing, or is none.
func valueOf(cell []byte, missing *parse.Tokens) (float64, error) {
	if missing.Has(cell) {
		return math.NaN(), nil
	}
	x, err := parse.Number(cell)
	if err != nil {
		x = math.NaN()
	}
	return x, err
}

// read takes in the current row's cell.
func (c *featureColumn) read(rs *scan.Rows, missing *parse.Tokens) {
	x, err := valueOf(rs.Cell(c.at), missing)
	c.value = append(c.value, x)
	switch {
	case err == nil && math.IsNaN(x):
		c.missing++
	case err != nil:
		most := shownTexts
		if rs.Options.Found != nil {
			most = listedTexts
		}
		if c.texts++; c.texts <= most {
			c.text = append(c.text, rs.Wrong(c.at, parse.NoNumber(err, "in a column of numbers"), "Correct it, or go on and take it for missing"))
		}
	}
}

// rejectTexts notes the texts in a column of numbers.
func (t *featureTable) rejectTexts(c *featureColumn) {
	for _, p := range c.text {
		t.Reject(p)
	}
}

// scaled returns the standardised features of a row, given the columns that hold them.
func (f *FeatureSet) scaled(from []*featureColumn, row int) []float64 {
	x := make([]float64, len(f.columns))
	for c, column := range f.columns {
		x[c] = column.scaled(from[c].value[row])
	}
	return x
}

// place puts the rows in the order of Names, and those of others into Extra.
func (f *FeatureSet) place(t *featureTable) {
	var names []string
	for _, c := range f.columns {
		names = append(names, c.name)
	}
	rows, unknown := t.place(f.Names, &f.Described)
	f.Features = &crowd.Features{Names: names, X: make([]float64, len(rows)*len(names)), Has: make([]bool, len(rows))}
	for i, row := range rows {
		if row >= 0 {
			copy(f.Features.Row(i), f.scaled(f.columns, row))
			f.Features.Has[i] = true
		}
	}
	if f.Without == 0 {
		f.Features.Has = nil
	}
	f.Extra = &crowd.Features{Names: names}
	for _, row := range unknown {
		f.Extra.X = append(f.Extra.X, f.scaled(f.columns, row)...)
	}
	for _, c := range f.columns {
		c.value, c.text = nil, nil // only the scale is needed from here on
	}
}

// look warns of what is odd.
func (f *FeatureSet) look(name string, set *labels.Set, truth []int32) {
	odd := func(what, do string) { f.warn(name, what, do) }
	if set.Items != nil {
		f.lookAtItems(name)
	} else {
		f.lookAtTasks(name)
	}
	if f.Filled > 0 {
		odd(fmt.Sprintf("%s missing; each got the mean of its column", humanize.Count(f.Filled, "cell")), "Fill them in if you know better")
	}
	for _, l := range f.Left {
		do := "It can't be learned from as it is"
		if l.Keep {
			do = "Give it the role of a feature if it is to be one all the same"
		}
		odd(fmt.Sprintf("the column “%s” is left out: it %s", api.Printable(l.Column), l.Why), do)
	}
	if set.Items != nil {
		return // votes are no truth that features of items could give away
	}
	for c, column := range f.columns {
		if why := targetLeakage(f.Features, c, set.Data, truth); why != "" {
			f.Leakage = append(f.Leakage, LeftOut{Column: column.name, Why: why, At: column.at, Keep: true})
			odd(fmt.Sprintf("the column “%s” %s: it may be the answer itself", api.Printable(column.name), why),
				"Leave it out, unless it is known of every task beforehand")
		}
	}
}

// lookAtTasks warns of tasks that lack features, or labels.
func (f *FeatureSet) lookAtTasks(name string) {
	if f.Without > 0 {
		f.warn(name, fmt.Sprintf("%s without features, “%s” the first; the labels alone decide on them",
			humanize.Count(f.Without, "labelled task"), f.firstWithout()), "Describe them too, if you can")
	}
	if n := len(f.Unknown); n > 0 {
		f.warn(name, fmt.Sprintf("%s without labels, “%s” the first; they will be predicted", humanize.Count(n, "task"),
			api.Printable(f.Unknown[0])), "Leave them out if that is not wanted")
	}
}

// lookAtItems warns of items that lack features, and leaves out those that nobody compared.
func (f *FeatureSet) lookAtItems(name string) {
	if f.Without > 0 {
		f.warn(name, fmt.Sprintf("%s without features, “%s” the first; they count as average", humanize.Count(f.Without, "item"),
			f.firstWithout()), "Describe them too, if you can")
	}
	if n := len(f.Unknown); n > 0 {
		f.warn(name, fmt.Sprintf("%s left out for want of votes, “%s” the first", humanize.Are(n, "item"), api.Printable(f.Unknown[0])), "")
	}
	f.Unknown, f.Extra = nil, &crowd.Features{Names: f.Features.Names}
}

// firstWithout names the first of Names without features.
func (f *FeatureSet) firstWithout() string {
	return api.Printable(f.Names.At(slices.Index(f.Features.Has, false)))
}
