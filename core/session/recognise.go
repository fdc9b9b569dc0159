package session

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/job"
	"concord/core/layout"
	"concord/core/layout/heading"
)

// recognise says in which role a file should be opened, and why. Its content decides, and if that leaves it open, its name.
func recognise(c *job.Job, from Source) (*api.Opened, error) {
	if role, err := SavedRole(from); err != nil || role != "" {
		return &api.Opened{Role: role, File: api.File{Name: from.Name(), Size: from.Size()}, Why: "Concord saved it", Sure: true}, err
	}
	understood := func(role string) (*File, error) {
		f := &File{Source: from}
		return f, faulty(f.detect(c, role, nil, nil))
	}
	f, err := understood(api.RoleLabels)
	if err != nil {
		return nil, err
	}
	as := func(role, why string, sure bool) (*api.Opened, error) {
		if role != api.RoleLabels {
			if f, err = understood(role); err != nil {
				return nil, err
			}
		}
		o := f.opened(role)
		o.Why, o.Sure = why, sure
		return o, nil
	}
	if f.Found.Compares() {
		return as(api.RoleLabels, "each row compares items", f.Found.Confirm == "")
	}
	has := f.roles()
	called := strings.FieldsFunc(strings.ToLower(Stem(from.Name())), func(r rune) bool { return r < 'a' || r > 'z' })
	named := func(any ...string) bool {
		return slices.ContainsFunc(any, func(s string) bool { return slices.Contains(called, s) })
	}
	if m, err := understood(api.RoleConfusion); err == nil {
		if r := m.roles(); r[layout.Worker] == 1 && r[layout.True] == 1 && r[layout.Label] == 1 && r[layout.Value] == 1 {
			return as(api.RoleConfusion, "it has columns for worker, truth, label and a count or share", true)
		}
	}
	if m, err := understood(api.RoleConfusion); err == nil && m.Found.Accuracies() && onceEach(m.Found) {
		return as(api.RoleConfusion, "it says how many labels of each worker were right", true)
	}
	if m, err := understood(api.RoleCosts); err == nil {
		priced := named("cost", "costs") || pairsOfClasses(m.Found) || slices.ContainsFunc(m.Found.Columns, func(c api.Column) bool {
			return strings.EqualFold(c.Name, "cost")
		})
		if r := m.roles(); priced && r[layout.True] == 1 && r[layout.Label] == 1 && r[layout.Value] == 1 {
			return as(api.RoleCosts, "it says what each wrong label costs", true)
		}
	}
	if named("truth") && named("sample") {
		return as(api.RoleTruth, "it is a list of tasks to check", true)
	}
	if isListOfClasses(f.Found) {
		return &api.Opened{
			File: api.File{Name: from.Name(), Size: from.Size()}, Sure: true,
			Why: "it lists the classes, which the labels name themselves; how common each is, methods find out",
		}, nil
	}
	if m, err := understood(api.RolePredictions); err == nil && m.roles()[layout.Worker] == 0 && has[layout.Worker] == 0 {
		value := m.Found.Column(layout.Value)
		long := value >= 0 && m.Found.Column(layout.Label) >= 0 && m.Found.Header && heading.Probabilities.Has(m.Found.Columns[value].Name)
		if named("predictions", "probabilities", "probs", "proba") {
			return as(api.RolePredictions, "its name says so", true)
		}
		if long {
			return as(api.RolePredictions, "it says how probable a class of a task is", true)
		}
		if sharesOfOne(f.Found) {
			return as(api.RolePredictions, "it has numbers for every task that sum to one, as probabilities of classes do", false)
		}
	}
	switch {
	case named("features", "feature"):
		return as(api.RoleFeatures, "its name says so", true)
	case named("texts", "text", "documents", "docs") && has[layout.Worker] == 0:
		return as(api.RoleText, "its name says so", true)
	case f.Found.Format == "matrix":
		return as(api.RoleLabels, "it has nothing but numbers, the same few in every column", true)
	case f.Found.Format == "patterns":
		return as(api.RoleLabels, "it says how many tasks got the same labels by the same workers", true)
	case f.Found.Format == "counts":
		return as(api.RoleLabels, "it counts how often each task was given each label", false)
	case f.Found.Format == "wide":
		return as(api.RoleLabels, "it has a row for every task and a column for every worker", true)
	case has[layout.Worker] > 0 && has[layout.Label] > 0 && (f.Found.Confirm == "" || !f.Found.Header || f.Named()):
		return as(api.RoleLabels, "it says which worker gave which label", true)
	case named("gold", "correct"):
		return as(api.RoleGold, "its name says so", true)
	case named("test") && named("truth", "gt", "labels"):
		return as(api.RoleTestTruth, "its name says so", true)
	case named("truth", "gt", "groundtruth", "expert", "true"):
		return as(api.RoleTruth, "its name says so", true)
	}
	if t, err := understood(api.RoleText); err == nil && t.roles()[layout.Text] == 1 && has[layout.Label] == 0 {
		return as(api.RoleText, "it has a column of texts, and no labels", true)
	}
	if f.Found.Header && numbers(f.Found) >= 2 {
		return as(api.RoleFeatures, "it has numbers for every task, and no workers", true)
	}
	if has[layout.Worker] > 0 && has[layout.Label] > 0 {
		return as(api.RoleLabels, "it seems to say which worker gave which label", false)
	}
	if t, err := understood(api.RoleTruth); err == nil && t.roles()[layout.Label] == 1 {
		name := strings.ToLower(t.Found.Columns[t.Found.Column(layout.Label)].Name)
		sure := slices.ContainsFunc([]string{"truth", "gold", "true"}, func(s string) bool { return strings.Contains(name, s) })
		return as(api.RoleTruth, "it has one label for a task, and no workers", sure)
	}
	return as(api.RoleLabels, "nothing else fits", false)
}

// seems returns what a file is that can't be read as labels, if it surely goes with labels; else nil.
func seems(c *job.Job, from Source) *api.Seems {
	o, err := recognise(c, from)
	if err != nil || !o.Sure {
		return nil
	}
	if !api.RoleOf(o.Role).Beside() {
		return nil
	}
	return &api.Seems{Role: o.Role, Why: o.Why}
}

// doubtful refuses a file whose header names no labels, and which surely goes with labels.
func doubtful(c *job.Job, from Source) error {
	x := seems(c, from)
	if x == nil {
		return nil
	}
	return &api.Fault{Seems: x, Message: from.Name() + ": the header names no task, worker and label. Open the file as what it is, or say " +
		"which columns hold them."}
}

// roles counts the columns of each role.
func (f *File) roles() map[layout.Role]int {
	n := map[layout.Role]int{}
	for _, r := range f.Found.Roles {
		n[r]++
	}
	return n
}

// Named reports whether the header says which columns hold the worker and the label.
func (f *File) Named() bool {
	n := 0
	for c, r := range f.Found.Roles {
		if f.Found.Columns[c].Why == "by its name" && (r == layout.Worker || r == layout.Label) {
			n++
		}
	}
	return n == 2
}

// sharesOfOne reports whether the columns beside the task hold shares that sum to one in each of the first rows.
func sharesOfOne(g *layout.Detection) bool {
	task := g.Column(layout.Task)
	if task < 0 || !g.Header || len(g.Columns) < 3 {
		return false
	}
	for _, row := range g.Preview {
		sum := 0.
		for c, cell := range row {
			x, err := strconv.ParseFloat(cell, 64)
			switch {
			case c == task:
				continue
			case err != nil || !(x >= 0 && x <= 1):
				return false
			}
			sum += x
		}
		if math.Abs(sum-1) > .02 { // of rounded probabilities
			return false
		}
	}
	return len(g.Preview) > 0
}

// numbers counts the columns that hold only numbers in the first rows, and mostly different ones.
func numbers(g *layout.Detection) (count int) {
	for c := range g.Columns {
		different := map[string]bool{}
		all := len(g.Preview) > 0
		for _, row := range g.Preview {
			all = all && c < len(row) && strings.Trim(row[c], "0123456789.eE+-") == "" && row[c] != ""
			if c < len(row) {
				different[row[c]] = true
			}
		}
		if all && g.Roles[c] != layout.Task && 2*len(different) > len(g.Preview) {
			count++
		}
	}
	return count
}

// onceEach reports whether a file has one row for each worker, and no column that is named for tasks.
func onceEach(g *layout.Detection) bool {
	if slices.ContainsFunc(g.Columns, func(c api.Column) bool { return heading.Tasks.Has(c.Name) }) {
		return false
	}
	c, seen := g.Column(layout.Worker), map[string]bool{}
	for _, row := range g.Preview {
		if c < 0 || c >= len(row) || seen[row[c]] {
			return false
		}
		seen[row[c]] = true
	}
	return true
}

// pairsOfClasses reports whether a file has three columns and no header: the same few classes in the first two, each pair once,
// and a number in the third. Get-Another-Label has costs in such files.
func pairsOfClasses(g *layout.Detection) bool {
	if g.Header || len(g.Columns) != 3 || len(g.Preview) < 2 {
		return false
	}
	from, to, pairs := map[string]bool{}, map[string]bool{}, map[[2]string]bool{}
	for _, row := range g.Preview {
		if _, err := strconv.ParseFloat(row[2], 64); err != nil || pairs[[2]string{row[0], row[1]}] {
			return false
		}
		from[row[0]], to[row[1]], pairs[[2]string{row[0], row[1]}] = true, true, true
	}
	return len(from) >= 2 && maps.Equal(from, to)
}

// isListOfClasses reports whether a file names each of a few classes once, perhaps with its share. Get-Another-Label has
// categories in such files.
func isListOfClasses(g *layout.Detection) bool {
	const few = 20 // rows of the preview: a longer list is none of classes
	if len(g.Columns) > 2 || len(g.Columns) == 0 || len(g.Preview) < 2 || len(g.Preview) >= few {
		return false
	}
	seen, sum := map[string]bool{}, 0.0
	for _, row := range g.Preview {
		if seen[row[0]] {
			return false
		}
		seen[row[0]] = true
		if len(row) == 2 {
			x, err := strconv.ParseFloat(row[1], 64)
			if err != nil || x < 0 || x > 1 {
				return false
			}
			sum += x
		}
	}
	return len(g.Columns) == 1 || math.Abs(sum-1) < .01
}

// SavedRole returns the role of a file that Concord saved: a state, a project or a recipe; empty for any other file.
func SavedRole(from Source) (string, error) {
	r, err := from.Open()
	if err != nil {
		return "", err
	}
	defer r.Close()
	switch saved, state := export.Saved(r); {
	case state:
		return api.RoleState, nil
	case saved:
		return api.RoleProject, nil
	}
	again, err := from.Open()
	if err != nil {
		return "", err
	}
	defer again.Close()
	if export.IsRecipe(again) {
		return api.RoleRecipe, nil
	}
	return "", nil
}

// embedded returns the columns of a file of labels that hold the truth of its tasks, to compare with or to give to methods, and the
// worker whose labels are. It returns none if the file has no column of tasks, or if it is several files whose tasks may have several
// labels.
func (f *File) embedded(c *job.Job) (all []api.Embedded) {
	d := f.Found
	task := d.Column(layout.Task)
	several := f.Kind().Info().Several
	if task < 0 || f.several() && several {
		return nil
	}
	for c, role := range d.Roles {
		as, called, where := map[layout.Role]string{layout.True: api.RoleTruth, layout.Gold: api.RoleGold}[role], d.Columns[c].Name, d.Where
		if worker := d.Column(layout.Worker); role == layout.Label && d.Human != "" && worker >= 0 {
			as, called = api.RoleTruth, d.Human
			where = append(slices.Clone(where), api.Condition{Column: strconv.Itoa(worker + 1), Values: []string{d.Human}})
			if d.Header || d.Keyed() {
				where[len(where)-1].Column = d.Columns[worker].Name
			}
		}
		if as == "" {
			continue
		}
		truth := d.Copy()
		truth.Choices = api.Choices{
			Delimiter: d.Delimiter, Header: d.Header, Encoding: d.Encoding, Sheet: d.Sheet, Missing: d.Missing, Merge: d.Merge,
			Separator: d.Separator, Skip: true, HeaderLine: d.HeaderLine, Roles: make([]string, len(d.Roles)), Detected: d.Detected,
		}
		if several {
			truth.As(d.Kind())
		}
		for _, part := range d.ColumnsOf(layout.Task) {
			truth.Roles[part] = layout.Task
		}
		truth.Where, truth.Roles[c], truth.Confirm = where, layout.Label, ""
		if asked := d.Column(layout.Asked); asked >= 0 {
			truth.Roles[asked], truth.Question = layout.Asked, d.Question
		}
		if truth.Wide() { // only the labels are
			truth.Format = "long"
		}
		h := api.Embedded{Role: as, Column: called, Read: truth.Hand(layout.TruthFile)}
		h.Read.Files = f.Files
		all = append(all, h)
	}
	if len(all) > 0 && (d.JSON != nil || d.Members != nil) && !f.sameColumns(c) {
		return nil
	}
	return all
}

// sameColumns reports whether JSON or an archive has the same columns when it is opened as truth, as it is from a project: another file
// of an archive may be read then.
func (f *File) sameColumns(c *job.Job) bool {
	as, d := &File{Source: f.Source, Files: f.Files}, f.Found
	known := layout.Choice{
		Kind: layout.TruthFile, Sheet: d.Sheet, Encoding: d.Encoding, Delimiter: d.Delimiter, Header: &d.Header, Line: d.HeaderLine,
	}
	return as.understand(c, known) == nil &&
		slices.EqualFunc(as.Found.Columns, d.Columns, func(a, b api.Column) bool { return a.Name == b.Name })
}
