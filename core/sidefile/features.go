package sidefile

import (
	"fmt"
	"io"
	"math"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/parse"
	"concord/core/problem"
	"concord/core/scan"
	"concord/internal/humanize"
)

// FeatureSet is what a file of features says of the tasks of a Set, made ready
// for learning: standardised to mean 0 and deviation 1 over the file.
type FeatureSet struct {
	Features *crowd.Features   // N rows, in the order of the set's tasks
	Unknown  []string          // tasks of the file that nobody labelled, in its order …
	Extra    *crowd.Features   // … and their features, row by row
	Left     []LeftOut         // columns that are not among the features
	Leakage  []LeftOut         // columns that are, and give the labels or the truth away
	Filled   int               // missing cells that were given the mean of their column
	Without  int               // labelled tasks that the file does not describe
	Problems problem.Problems  // bad cells and rows that were left out
	Warnings []problem.Problem // what is odd about the file as a whole, but no hindrance

	columns []featureColumn // that were kept
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
	at              int  // in the file
	asked           bool // the user wants it, whatever it looks like …
	refused         bool // … or does not
	value           []float64
	text            []problem.Problem // cells that are no numbers: the first of them
	texts, missing  int
	mean, deviation float64
}

// Columns with more missing cells than this share are left out.
const mostMissing = 0.5

// Features reads a file of features: a column of task names and a number in every
// other. It leaves out, and names, columns that hold text, are constant, number
// the rows, are named like an id or a label, or lack most of their cells; a
// column whose role is Feature stays. Single missing cells get the mean of their
// column. A cell of text in a column of numbers is a bad row, which
// Options.Skip takes for missing. truth, where it is known, is looked for among
// the features, as the labels are; it may be nil.
func Features(name string, r io.Reader, lay *layout.Detection, set *labels.Set, truth []int32, o scan.Options) (*FeatureSet, error) {
	t, err := readFeatures(name, r, lay, set, o)
	if err != nil {
		return nil, err
	}
	f := &FeatureSet{Problems: t.Problems}
	for _, c := range t.columns {
		if why := c.unfit(t.header); why != "" {
			f.Left = append(f.Left, LeftOut{Column: c.name, Why: why, At: c.at, Keep: keepable(why)})
			continue
		}
		for _, p := range c.text {
			t.Reject(p)
		}
		f.columns = append(f.columns, c)
		f.Filled += c.missing + c.texts
	}
	t.Bad += t.hidden(f.columns)
	f.Problems = t.Problems
	f.Problems.Count += t.hidden(f.columns)
	if err := scan.Verdict(f.Problems, t.Bad, t.Read-min(t.Bad, t.Read), o); err != nil {
		return nil, err
	}
	if len(f.columns) == 0 {
		p := &problem.Problem{File: name, What: "no column holds features",
			Do: "Choose a file with a column of task names and columns of numbers"}
		if len(f.Left) > 0 {
			p.What = fmt.Sprintf("no column can serve as a feature; column “%s” %s", problem.Printable(f.Left[0].Column), f.Left[0].Why)
		}
		return nil, p
	}
	for c := range f.columns {
		f.columns[c].standardise()
	}
	f.place(t, set)
	if f.Without == set.Tasks.Len() {
		return nil, &problem.Problem{
			File: name, Column: t.ColumnName(t.task), What: "not one of these tasks is among those that were labelled",
			Text: problem.Printable(t.names[0]),
			Do:   fmt.Sprintf("Use the same names in both files; the labels speak of “%s”", problem.Printable(set.Tasks.At(0))),
		}
	}
	f.warn(name, set, truth)
	return f, nil
}

// MoreFeatures reads a file that describes further tasks by the features of f:
// the columns are found by name and scaled as they were. Cells that are missing
// get the mean.
func (f *FeatureSet) MoreFeatures(name string, r io.Reader, lay *layout.Detection, o scan.Options) (tasks []string, x *crowd.Features,
	problems problem.Problems, err error) {
	t, err := readFeatures(name, r, lay, nil, o)
	if err != nil {
		return nil, nil, problem.Problems{}, err
	}
	from := make([]*featureColumn, len(f.columns))
	for c := range f.columns {
		for n := range t.columns {
			if t.columns[n].name == f.columns[c].name {
				from[c] = &t.columns[n]
			}
		}
		if from[c] == nil {
			return nil, nil, t.Problems, &problem.Problem{
				File: name, What: fmt.Sprintf("the column “%s” is missing, which is among the features that were learned from",
					problem.Printable(f.columns[c].name)),
				Do: "Give these tasks the same columns as the others",
			}
		}
		for _, p := range from[c].text {
			t.Reject(p)
		}
	}
	if err := scan.Verdict(t.Problems, t.Bad, t.Read-min(t.Bad, t.Read), o); err != nil {
		return nil, nil, t.Problems, err
	}
	x = &crowd.Features{Names: f.Features.Names}
	for n := range t.names {
		for c := range f.columns {
			x.X = append(x.X, f.columns[c].scaled(from[c].value[n]))
		}
	}
	return t.names, x, t.Problems, nil
}

// featureTable is a file of features as it stands.
type featureTable struct {
	*scan.Rows
	header  bool
	task    int // the column of names
	names   []string
	columns []featureColumn
}

// shownTexts of a column are described in full, or, where all problems are wanted,
// listedTexts: whether a column is of use is known at the end only.
const (
	shownTexts  = 20
	listedTexts = 100_000
)

// readFeatures reads the whole file.
func readFeatures(name string, r io.Reader, lay *layout.Detection, set *labels.Set, o scan.Options) (*featureTable, error) {
	if len(lay.Columns) < 2 {
		return nil, lay.Check(name, layout.FeatureFile)
	}
	task := lay.Column(layout.Task)
	if task < 0 {
		task = likeTasks(lay, set)
	}
	if task < 0 {
		return nil, lay.Check(name, layout.FeatureFile)
	}
	rs, err := scan.Open(name, r, &lay.Layout, o)
	if err != nil {
		return nil, err
	}
	t := &featureTable{Rows: rs, header: lay.Header, task: task}
	for c, column := range lay.Columns {
		if c != task {
			t.columns = append(t.columns, featureColumn{name: column.Name, at: c, asked: lay.Roles[c] == layout.Feature,
				refused: lay.Roles[c] == layout.LeaveOut})
		}
	}
	missing := parse.NewTokens(lay.Missing)
	row := map[string]int{}
	for {
		ok, err := rs.Next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		id := string(rs.Cell(task))
		if missing.Has([]byte(id)) {
			rs.Reject(rs.Wrong(task, "a row without the name of a task", "Name the task, or go on without the row"))
			continue
		}
		if before, ok := row[id]; ok {
			if !t.repeats(before, &missing) {
				rs.Reject(rs.Wrong(task, "a task that was described otherwise before", firstCounts))
			}
			continue
		}
		row[id] = len(t.names)
		t.names = append(t.names, id)
		for c := range t.columns {
			t.columns[c].read(rs, &missing)
		}
	}
	if rs.Read == 0 {
		return nil, layout.Empty(rs.File, rs.Layout.Header)
	}
	if len(t.names) == 0 {
		return nil, scan.Verdict(rs.Problems, rs.Bad, 0, scan.Options{})
	}
	return t, nil
}

// likeTasks returns the first column of the preview that names tasks of the set.
func likeTasks(g *layout.Detection, set *labels.Set) int {
	if set == nil {
		return 0
	}
	index := -1 // of numbers of the rows, which tasks may be called too
	for c := range g.Columns {
		for _, row := range g.Preview {
			if c >= len(row) {
				continue
			}
			if _, ok := set.Tasks.Find(row[c]); !ok {
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

// read takes in the current row's cell.
func (c *featureColumn) read(rs *scan.Rows, missing *parse.Tokens) {
	cell := rs.Cell(c.at)
	x := math.NaN()
	if missing.Has(cell) {
		c.missing++
	} else if v, err := parse.Number(cell); err == nil {
		x = v
	} else {
		most := shownTexts
		if rs.Options.Found != nil {
			most = listedTexts
		}
		if c.texts++; c.texts <= most {
			c.text = append(c.text, rs.Wrong(c.at, parse.NoNumber(err, "in a column of numbers"), "Correct it, or go on and take it for missing"))
		}
	}
	c.value = append(c.value, x)
}

// repeats reports whether the current row says again what row number before said.
func (t *featureTable) repeats(before int, missing *parse.Tokens) bool {
	for n := range t.columns {
		c := &t.columns[n]
		x := math.NaN()
		if cell := t.Cell(c.at); !missing.Has(cell) {
			if v, err := parse.Number(cell); err == nil {
				x = v
			}
		}
		if was := c.value[before]; x != was && !(math.IsNaN(x) && math.IsNaN(was)) {
			return false
		}
	}
	return true
}

// hidden counts the bad cells of the columns beyond those that are shown.
func (t *featureTable) hidden(columns []featureColumn) int {
	n := 0
	for _, c := range columns {
		n += c.texts - len(c.text)
	}
	return n
}

// place puts the rows in the order of the set's tasks; those that nobody labelled
// come apart.
func (f *FeatureSet) place(t *featureTable, set *labels.Set) {
	var names []string
	for _, c := range f.columns {
		names = append(names, c.name)
	}
	n, d := set.Tasks.Len(), len(names)
	f.Features = &crowd.Features{Names: names, X: make([]float64, n*d), Has: make([]bool, n)}
	f.Extra = &crowd.Features{Names: names}
	f.Without = n
	for r, id := range t.names {
		row := make([]float64, d)
		for c := range f.columns {
			row[c] = f.columns[c].scaled(f.columns[c].value[r])
		}
		if i, ok := set.Tasks.Find(id); ok {
			copy(f.Features.Row(i), row)
			f.Features.Has[i] = true
			f.Without--
			continue
		}
		f.Unknown, f.Extra.X = append(f.Unknown, id), append(f.Extra.X, row...)
	}
	if f.Without == 0 {
		f.Features.Has = nil
	}
	for c := range f.columns {
		f.columns[c].value, f.columns[c].text = nil, nil // only the scale is wanted from here on
	}
}

// warn says what is odd.
func (f *FeatureSet) warn(name string, set *labels.Set, truth []int32) {
	odd := func(what, do string) {
		f.Warnings = append(f.Warnings, problem.Problem{File: name, What: what, Do: do})
	}
	if f.Without > 0 {
		first := 0
		for f.Features.Has[first] {
			first++
		}
		odd(fmt.Sprintf("%s without features, “%s” the first; the labels alone decide on them", humanize.Count(f.Without, "labelled task"),
			problem.Printable(set.Tasks.At(first))), "Describe them too, if you can")
	}
	if n := len(f.Unknown); n > 0 {
		odd(fmt.Sprintf("%s without labels, “%s” the first; they will be predicted", humanize.Count(n, "task"), problem.Printable(f.Unknown[0])),
			"Leave them out if that is not wanted")
	}
	if f.Filled > 0 {
		odd(fmt.Sprintf("%s missing; each got the mean of its column", humanize.Count(f.Filled, "cell")), "Fill them in if you know better")
	}
	for _, l := range f.Left {
		do := "It can't be learned from as it is"
		if l.Keep {
			do = "Give it the role of a feature if it is to be one all the same"
		}
		odd(fmt.Sprintf("the column “%s” is left out: it %s", problem.Printable(l.Column), l.Why), do)
	}
	for c, column := range f.columns {
		if why := targetLeakage(f.Features, c, set.Data, truth); why != "" {
			f.Leakage = append(f.Leakage, LeftOut{Column: column.name, Why: why, At: column.at, Keep: true})
			odd(fmt.Sprintf("the column “%s” %s: it may be the answer itself", problem.Printable(column.name), why),
				"Leave it out, unless it is known of every task beforehand")
		}
	}
}
