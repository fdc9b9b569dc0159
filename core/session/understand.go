package session

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/job"
	"concord/core/kind/all"
	"concord/core/layout"
	"concord/core/parse"
)

// detect finds out how to read the file, as far as choices don't say so. What is opened beside labels belongs to them.
func (f *File) detect(c *job.Job, role string, choices *api.Choices, beside *Labels) error {
	f.kind = layout.Kind(api.RoleOf(role).Kind)
	if choices != nil && choices.Files != nil {
		f.Files = choices.Files
	}
	if f.Found = layout.Handed(f.kind, choices); f.Found == nil {
		if err := f.find(c, role, choices, beside); err != nil {
			return err
		}
	}
	if choices != nil {
		f.Found.Anonymous = choices.Anonymous && f.without(layout.Worker, choices.Chosen)
	}
	if role == api.RoleLabels {
		f.inferWorkersFromFileNames(choices)
	}
	if f.Found.Confirmed {
		f.Found.Confirm = ""
	}
	return nil
}

// isFresh reports whether nothing was chosen but the sheet, the delimiter or the header, so that all else is detected.
func isFresh(choices *api.Choices) bool {
	return choices == nil || choices.Encoding == "" && choices.Roles == nil
}

// find detects how to read the file; what choices say stands.
func (f *File) find(c *job.Job, role string, choices *api.Choices, beside *Labels) error {
	known := layout.Choice{Kind: f.kind, More: f.several(), Items: beside != nil && beside.Set != nil && beside.Set.Items != nil}
	if layout.Relaid(choices) {
		again := *choices
		again.Roles, again.Chosen = nil, nil
		choices = &again
	}
	fresh := isFresh(choices)
	if choices != nil {
		known.Encoding, known.Sheet = choices.Encoding, choices.Sheet
		if !fresh || choices.HeaderLine > 0 {
			known.Header = &choices.Header
		}
		known.Delimiter, known.Line, known.Title, known.AsIs = choices.Delimiter, choices.HeaderLine, choices.Title, choices.AsIs
		known.Where, known.Style = choices.Where, choices.Style
		known.Table, known.Question = layout.Stated(choices)
		if layout.Follows(choices) {
			known.Roles, known.Chosen = choices.Roles, choices.Chosen
		}
	}
	if err := f.understand(c, known); err != nil {
		return err
	}
	if choices == nil && f.kind == layout.TruthFile && beside != nil {
		f.joinTasks(beside.Found)
	}
	if choices != nil {
		f.choose(choices, known, fresh)
	}
	switch {
	case fresh && role == api.RoleLabels:
		return f.findSets(c, known, -1)
	case choices != nil && role == api.RoleLabels && choices.Form != nil:
		return f.ask(c, choices, known)
	case choices != nil:
	case f.kind == layout.TruthFile && role != api.RoleTestTruth && beside != nil && beside.Counts.Kind.Several:
		// The file may say of each task and class whether it holds.
		for n, c := range f.Found.Columns {
			if f.Found.Roles[n] == layout.Ignore && strings.EqualFold(c.Name, layout.Value) {
				f.Found.Give(n, layout.Value, "its name")
			}
		}
		f.Found.Separator = beside.Found.Separator
	}
	return nil
}

// joinTasks has a truth name its tasks by the columns that do so in the labels, if those are several and it has all of them.
func (f *File) joinTasks(of *layout.Detection) {
	d, tasks := f.Found, of.ColumnsOf(layout.Task)
	var columns, free []int
	for _, c := range tasks {
		if at := slices.IndexFunc(d.Columns, func(x api.Column) bool { return x.Name == of.Columns[c].Name }); at >= 0 {
			columns = append(columns, at)
		}
	}
	if len(tasks) < 2 || len(columns) < len(tasks) {
		return
	}
	for c := range d.Columns {
		switch is := slices.Contains(columns, c); {
		case is:
			d.Give(c, layout.Task, "by its name, as in the labels")
		case d.Roles[c] != layout.Label:
			d.Give(c, layout.Ignore, "")
			free = append(free, c)
		}
	}
	if d.Column(layout.Label) < 0 && len(free) == 1 {
		d.Give(free[0], layout.Label, "as nothing else is left")
	}
	d.Rivals, d.Confirm = nil, ""
}

// turning takes a turn of the job with each piece that is read: the beginning of a file may be far into it.
type turning struct {
	io.Reader
	*job.Job
}

func (t turning) Read(b []byte) (int, error) {
	if err := t.Turn(); err != nil {
		return 0, err
	}
	return t.Reader.Read(b)
}

// understand detects the layout of the file, or of the first of several.
func (f *File) understand(c *job.Job, known layout.Choice) error {
	from, err := f.first()
	if err != nil {
		return err
	}
	r, err := from.Open()
	if err != nil {
		return unreadable(from, err)
	}
	defer r.Close()
	head, err := layout.Head(turning{r, c})
	switch {
	case c.Ctx.Err() != nil:
		return c.Ctx.Err()
	case err != nil:
		return unreadable(from, err)
	case f.kind == layout.LabelFile && export.IsRecipe(bytes.NewReader(head)):
		return &api.Fault{Seems: &api.Seems{Role: api.RoleRecipe, Why: "Concord saved it"},
			Message: from.Name() + " is no file of labels but a recipe, which says how to read one."}
	}
	known.Follow = func(unpacked, all int64) error {
		return c.Tell(func() api.Progress {
			size := from.Size()
			return api.Progress{Phase: "read", Bytes: int64(float64(size) * float64(unpacked) / float64(max(all, 1))), Total: size}
		})
	}
	f.Found, err = layout.DetectAs(from.Name(), head, known)
	return err
}

// choose puts what the user chose in place of what was detected; fresh says that how labels are divided was not chosen. Roles for other
// columns than those of the file mean nothing. Columns that nobody chose a role for, and for which none was detected, keep the one that
// they had before, unless another column has it now.
func (f *File) choose(r *api.Choices, known layout.Choice, fresh bool) {
	d := f.Found
	c := r.For(d.Choices)
	c.Chosen = nil
	if r.Missing == nil {
		c.Missing = d.Missing
	}
	c.TableLayout, c.Question = cmp.Or(known.Table, d.TableLayout), cmp.Or(known.Question, d.Question)
	if len(d.Questions) == 0 {
		c.Question = ""
	}
	fits := len(r.Roles) == len(d.Columns)
	asked := r.Roles == nil && layout.OnlyAsked(r) // another question of a table that was looked at
	unseen := r.Roles == nil && r.Form == nil      // the table was not looked at in this way
	c.KeepKind(d.Choices, fresh || asked || unseen, fits)
	c.Confirmed = c.Confirmed && (fits || asked)
	d.Choices = c
	if !fits {
		return
	}
	chose := func(n int) bool { return true }
	if layout.Follows(r) {
		d.Chosen = r.Chosen
		chose = func(n int) bool { return r.Chosen[n] }
	}
	for n, role := range r.Roles {
		if chose(n) && role != d.Roles[n] {
			d.Give(n, role, "your choice")
		}
	}
	for n, role := range r.Roles {
		if !chose(n) && d.Roles[n] == layout.Ignore && d.Column(role) < 0 && d.Compares() == r.Compares() {
			d.Give(n, role, "as before")
		}
	}
}

// without ignores the columns of a role up to the first for which the user chose it, and reports whether there is none such.
func (f *File) without(role layout.Role, chosen []bool) bool {
	for n := range f.Found.Roles {
		if f.Found.Roles[n] != role {
			continue
		}
		if n >= len(chosen) || chosen[n] {
			return false
		}
		f.Found.Give(n, layout.Ignore, "")
	}
	return true
}

// Choices returns how the file is read, to be handed back.
func (f *File) Choices() (c api.Choices) {
	if f.Found != nil {
		c = f.Found.Hand(f.kind)
	}
	c.Files = f.Files
	return c
}

// opened returns what is known about a file, as a reply says it.
func (f *File) opened(role string) *api.Opened {
	o := &api.Opened{Role: role, File: api.File{Name: f.Source.Name(), Size: f.Source.Size()}, Read: f.Choices()}
	if role == api.RoleLabels {
		o.Kinds = all.Infos()
	}
	if g := f.Found; g != nil {
		for _, cell := range g.Missing {
			if role == api.RoleLabels && !slices.Contains(parse.Missing(), cell) {
				o.NoAnswer = append(o.NoAnswer, api.NoAnswer{Name: cell})
			}
		}
		if p, ok := g.Ends(o.File.Name); ok && role != api.RoleLabels { // of labels it is said, and of how many rows, when they were read
			o.Warnings = append(o.Warnings, p)
		}
	}
	return o
}

// unreadable returns the fault of a file that can't be read at all.
func unreadable(from Source, err error) error {
	return &api.Fault{Broken: true, Message: fmt.Sprintf("%s can't be read: %s. Try again, or open a copy of the file.", from.Name(), err)}
}

// ask makes what goes with the labels follow them if another column holds them than before. A truth that did not go with the
// labels before was chosen by the user and stays, and so does the choice of none.
func (f *File) ask(c *job.Job, r *api.Choices, known layout.Choice) error {
	roles := f.Found.Roles
	was, label := layout.LabelWas(r), slices.Index(roles, layout.Label)
	if label < 0 || slices.Contains(roles[label+1:], layout.Label) || len(r.Roles) != len(roles) || was == label || was >= len(roles) {
		return nil
	}
	f.Found.Missing = parse.Missing()
	now, old := f.Found.Ask(label), -1 // the column of the truth that went with the labels before
	if was >= 0 {
		old = f.Found.Ask(was).Column(layout.True)
	}
	f.Found = now
	if err := f.findSets(c, known, label); err != nil {
		return err
	}
	now.Separator, now.ManyClasses = "", false
	now.Merge = slices.DeleteFunc(slices.Clone(r.Merge), func(m api.Merge) bool { return m.Of == layout.Label })
	f.moveTruth(r, old, now.Column(layout.True))
	return nil
}

// moveTruth moves the role of the truth that went with the labels before, in column old, to the one that goes with them now,
// in column fresh, unless the user chose another truth, or none. -1: there is no such column.
func (f *File) moveTruth(r *api.Choices, old, fresh int) {
	d := f.Found
	isTruth := func(role layout.Role) bool { return role == layout.True || role == layout.Gold }
	role := layout.True
	switch {
	case fresh >= 0 && isTruth(r.Roles[fresh]):
		role = r.Roles[fresh]
	case old >= 0 && isTruth(r.Roles[old]):
		role = r.Roles[old]
	case old >= 0 || slices.ContainsFunc(r.Roles, isTruth):
		role = layout.Ignore
	}
	if role == layout.Gold && !f.Kind().Info().Can(api.RoleGold) {
		role = layout.True
	}
	for n, was := range r.Roles {
		switch {
		case n == fresh:
			d.Roles[n] = role
		case n != old && isTruth(was):
			d.Give(n, was, "your choice")
		}
	}
	if len(d.Chosen) != len(r.Roles) {
		return
	}
	d.Chosen = slices.Clone(d.Chosen)
	if old >= 0 {
		d.Chosen[old] = false
	}
	if fresh >= 0 {
		d.Chosen[fresh] = role != layout.True // which is found again
	}
}
