package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"concord/app/format"
	"concord/app/model/job"
	"concord/core/api"
)

// fitted shows the outcome of a fit.
func (s *State) fitted(run job.Run, f *api.Fitted) []Cmd {
	before, again := s.Tables, s.Result != nil
	s.forgetResult()
	s.safe = safe{}
	s.Result = &Result{Fitted: f, Setup: run.Setup, Side: run.Side}
	s.Looking.Duel = api.Drawn{} // of the labels before
	for _, v := range Views {
		if v.along {
			t := s.newTable(v.Name)
			t.Page = before[v.Name].Page // in place until the new rows are there, so that nothing jumps
			s.setTable(v.Name, t)
		}
	}
	if !ViewOf(s.View).There(*s) {
		s.View = ViewTasks
	}
	if !again {
		s.rankFirst()
	}
	s.Note = "Done."
	switch c := s.Counts(); {
	case c == nil:
	case s.Ranks():
		s.Note = "Done. " + format.Plural(c.Items, "item") + " ranked."
	case c.Kind.Items:
		s.Note = "Done. " + format.Plural(c.Tasks, "pair") + " ready."
	default:
		s.Note = "Done. " + format.Plural(c.Tasks, "label") + " ready."
	}
	if run.Auto && again {
		return append(s.askAgain(), s.askStudies()...) // the user goes on with what led to it
	}
	return append(s.showResult(), s.askStudies()...)
}

// showResult asks for the rows of the tables, empties their filters and leads to the result.
func (s *State) showResult() []Cmd {
	var filters []string
	for _, v := range Views {
		if v.There(*s) && (v.along || v.late()) {
			filters = append(filters, v.Name+"-filter")
		}
	}
	return append(s.askAgain(), Clear{IDs: filters}, Focus{ID: "results-title", Late: true})
}

// askAgain asks for the rows that come along with the result, and for those that are looked at, which stay until the new ones
// are there. Other tables of it wait until they are looked at.
func (s *State) askAgain() (cmds []Cmd) {
	s.forgetTables(func(v View) bool { return v.late() && v.Name != s.View })
	for _, v := range Views {
		if v.There(*s) && (v.along || v.late() && v.Name == s.View) {
			cmds = append(cmds, s.ask(v.Name)...)
		}
	}
	return cmds
}

// forgetResult takes the result away, and all that was shown of it.
func (s *State) forgetResult() {
	s.forgetTables(func(v View) bool { return !v.apart })
	s.Findings = Findings{Tables: s.Tables, Crew: Crew{Tiers: s.Crew.Tiers}, Plan: s.Plan.Forget()}
	s.Failure = nil
	s.Panel.again()
	s.Items.again()
}

func (s State) newTable(view string) Table {
	t := Table{Query: api.Rows{Table: view, Count: PageSize}}
	switch view {
	case ViewWorkers:
		t.Query.Sort, t.Query.Desc = s.worstFirst(), true
	case ViewRanking:
		t.Query.Table = api.FileItems
	}
	return t
}

// setTable replaces the table of a view.
func (s *State) setTable(view string, t Table) {
	tables := map[string]Table{}
	maps.Copy(tables, s.Tables)
	tables[view] = t
	s.Tables = tables
}

// forgetTables drops the tables of some views.
func (s *State) forgetTables(of func(View) bool) {
	s.Tables = maps.Clone(s.Tables)
	maps.DeleteFunc(s.Tables, func(name string, _ Table) bool { return of(ViewOf(name)) })
}

// hasTable reports whether the view has a table to search and to turn.
func (s State) hasTable() bool {
	_, there := s.Tables[s.shownTable()]
	return s.Result != nil && there
}

// ask asks for the rows that the query of a view's table describes.
func (s *State) ask(view string) []Cmd {
	t, there := s.Tables[view]
	if !there {
		t = s.newTable(view)
	}
	t.asked = s.id()
	s.setTable(view, t)
	return []Cmd{Send{Request: api.Request{ID: t.asked, Rows: &t.Query}}}
}

// requery changes what a table shows.
func (s *State) requery(table string, change func(*api.Rows)) []Cmd {
	t, there := s.Tables[table]
	if s.Result == nil || !there {
		return nil
	}
	change(&t.Query)
	s.setTable(table, t)
	return s.ask(table)
}

func (m Sort) apply(s *State) []Cmd {
	return s.requery(m.Table, func(q *api.Rows) {
		switch {
		case q.Sort != m.Column:
			q.Sort, q.Desc = m.Column, false
		case !q.Desc:
			q.Desc = true
		default: // a third click: back to the order of the input
			q.Sort, q.Desc = "", false
		}
		q.From = 0
	})
}

func (m Filter) apply(s *State) []Cmd {
	return s.requery(m.Table, func(q *api.Rows) { q.Filter, q.From = m.Text, 0 })
}

func (m FilterLabel) apply(s *State) []Cmd {
	return s.requery(ViewTasks, func(q *api.Rows) { q.Label, q.From = m.Label, 0 })
}

func (m Turn) apply(s *State) []Cmd {
	return s.requery(m.Table, func(q *api.Rows) { q.From = max(m.From, 0) })
}

// apply opens a task or a worker, on top of the one that is open.
func (m Open) apply(s *State) []Cmd {
	if s.Result == nil {
		return nil
	}
	d := Detail{Kind: m.Kind, Index: m.Index, From: m.From}
	if m.Kind == ViewTasks {
		d.Note = s.reviewed(m.Index).Note
	}
	cmds := slices.Insert(s.askDetail(&d), 1, Cmd(Focus{ID: "detail-title"}))
	s.Details = append(slices.Clip(s.Details), d)
	return cmds
}

func (Back) apply(s *State) []Cmd {
	if len(s.Details) < 2 {
		return s.closeDetail()
	}
	s.Details = slices.Clip(s.Details[:len(s.Details)-1])
	return []Cmd{Focus{ID: "detail-title"}}
}

// closeDetail closes what is open and gives the focus back to where it came from.
func (s *State) closeDetail() []Cmd {
	details, reviewed, drawn := s.Details, s.Rows != nil, s.Reviewing && s.Kind != ""
	s.Details = nil
	cmds := s.endReview()
	switch {
	case drawn:
		return append(cmds, Focus{ID: "check-" + s.Kind, Or: "results-title"})
	case reviewed: // the rows change
		return append(cmds, Focus{ID: "review", Or: "results-title"})
	case len(details) > 0:
		return append(cmds, Focus{ID: cmp.Or(details[0].From, RowID(details[0].Kind, details[0].Index))})
	}
	return cmds
}

// apply asks for a file.
func (m Download) apply(s *State) []Cmd {
	same := func(v Save) bool { return v.What == m.What && v.Of == m.Of && v.As == m.As }
	pending := slices.ContainsFunc(s.Saves, func(v Save) bool { return same(v) && v.Name == "" })
	if pending || s.Result == nil && m.What != api.FileProblems && m.What != api.FileQuestions {
		return nil
	}
	id := s.id()
	s.Saves = slices.DeleteFunc(slices.Clone(s.Saves), same)
	s.Saves = append(s.Saves, Save{What: m.What, Of: m.Of, As: m.As, id: id})
	x := &api.Export{What: m.What, Of: m.Of, As: m.As, Tasks: m.Many, Bare: s.Bare, Safe: s.Safe, Gzip: s.Gzip, Tiers: s.Crew.Tiers,
		Names: s.Names, Agree: s.Agreement.ask()}
	switch {
	case m.What == api.RoleProject:
		x.Page = s.keptPage()
	case m.What == api.FileGold && s.Looking.Sealed:
		x.Name = cmp.Or(strings.TrimSpace(s.Looking.Reviewer), "reviewer") + ".review.csv"
	}
	if p := s.Plan.Prices(); m.What == api.FileNeeded && p.Known() {
		x.Prices = &p
	}
	return []Cmd{Send{Request: api.Request{ID: id, Export: x}}}
}

// resultReplied takes in a reply about the result.
func (s *State) resultReplied(r api.Reply) []Cmd {
	if !r.Final() || r.ID == 0 {
		return nil // the answer is still to come
	}
	for name, t := range s.Tables {
		if t.asked != r.ID {
			continue
		}
		if r.Page != nil {
			t.Page = r.Page
			s.setTable(name, t)
		}
		if r.Page != nil && name == ViewTasks && s.toOpen() {
			return s.nextReview()
		}
		s.failed("The table", r)
		return nil
	}
	if r.ID == s.Looking.Asked {
		return s.drew(r)
	}
	if s.studied(r) {
		return nil
	}
	for i, d := range s.Details {
		switch r.ID {
		case d.judged:
			d.Judged = r.Judged // a worker who can't be judged is shown without
		case d.asked:
			d.Task, d.Worker = r.Task, r.Worker
			s.failed("The detail", r)
		default:
			continue
		}
		s.Details = slices.Clone(s.Details)
		s.Details[i] = d
		if r.ID == d.asked && r.Fault != nil {
			s.Details = nil
		}
		return nil
	}
	if r.ID == s.Paper.asked {
		s.Paper.Texts, s.Paper.Open = r.Paper, r.Paper != nil
		s.failed("The text for a paper", r)
		return nil
	}
	if i := slices.IndexFunc(s.Saves, func(v Save) bool { return v.id == r.ID }); i >= 0 {
		s.downloaded(i, r)
	}
	return nil
}

// apply asks for the shape that was chosen last, which may not be drawn yet.
func (Reshape) apply(s *State) []Cmd {
	return Download{What: api.FileLabels, As: s.Reshaped()}.apply(s)
}

// MainFile is what is downloaded first: the ranking of items, or else the labels.
func (s State) MainFile() string {
	if s.Ranks() {
		return api.FileItems
	}
	return api.FileLabels
}

// Shapes lists the shapes that the labels can be written in.
func (s State) Shapes() []api.Shape {
	format := ""
	if o := s.Labels.Opened; o != nil {
		format = o.Read.Format
	}
	back, items := s.Result == nil || s.Result.NotBack == "", s.Answers().Items
	return slices.DeleteFunc(api.Shapes(), func(x api.Shape) bool {
		return !x.Fits(format) || items && !x.Items || x.Name == api.Back && !back
	})
}

// Reshaped is the shape, other than CSV, that the labels are downloaded in: the one that was chosen, unless the file is of another
// platform.
func (s State) Reshaped() string {
	if slices.ContainsFunc(s.Shapes(), func(x api.Shape) bool { return x.Name == s.Shape }) {
		return s.Shape
	}
	return FirstShape
}

// downloaded takes in what became of a download.
func (s *State) downloaded(i int, r api.Reply) {
	s.failed("The download", r)
	s.Saves = slices.Clone(s.Saves)
	if r.Exported == nil {
		s.Saves = slices.Delete(s.Saves, i, i+1)
		return
	}
	v := &s.Saves[i]
	v.Name, v.Size, v.Next = r.Exported.Name, r.Exported.Size, r.Exported.Next
	s.Note = v.Name + " is saved."
	switch v.What {
	case api.RoleProject:
		s.loose, s.safe.packed = false, true
	case api.FileProblems, api.FileSample, api.FileHumanSample, api.FileQuestions: // no part of the result
	default:
		s.safe.file = true
	}
}

// failed shows the fault of a reply, if it has one that is not a cancellation.
func (s *State) failed(about string, r api.Reply) {
	if r.Fault != nil && !r.Fault.Cancelled {
		s.Failure = &Failure{About: about, Fault: r.Fault}
	}
}

func (Search) apply(s *State) []Cmd {
	if !s.hasTable() || s.Detail() != nil || s.Sheet || s.About {
		return nil
	}
	return []Cmd{Focus{ID: s.shownTable() + "-filter"}}
}

// measured changes what measures the result, if there is one.
func (s *State) measured(change func(*api.Fitted)) {
	if s.Result != nil {
		alter(&s.Result, func(r *Result) { alter(&r.Fitted, change) })
	}
}
