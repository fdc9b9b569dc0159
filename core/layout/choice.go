package layout

import (
	"encoding/json"
	"slices"

	"concord/core/api"
)

// Choice is what detection depends on. The zero value leaves everything to Detect.
type Choice struct {
	Kind      Kind
	Encoding  string
	Delimiter string
	Header    *bool
	Line      int    // on which the table begins; 0: the first
	Title     string // what stands above that line, if it was found and not chosen
	Roles     []Role // of the columns, …
	Chosen    []bool // … as far as these say so; the others follow from those. Nil: none was
	Sheet     string // of a workbook, its name
	ByFile    bool   // each of several files holds the labels of one worker
	Table     string // how the table is laid out; "": as it looks
	Where     []api.Condition
	Question  string // which is asked; "": the first
	AsIs      bool   // titles, totals and merged cells are read as they stand
	Items     bool   // of a truth: the labels are comparisons of items
	Style     bool   // columns of the length and format of answers explain votes

	More bool `json:"-"` // the file is the first of several that are read one after the other
	part bool // only the beginning of the file is looked at

	// Follow is called while an archive or a workbook is unpacked, with the bytes so far and those of all its files; its error ends
	// the detection. Nil: nobody asks.
	Follow func(unpacked, all int64) error `json:"-"`
}

// form is what api.Detected.Form holds: all that a Detection says beside its choices, and those that it was found by.
type form struct {
	Form
	about
	By Choice
}

const yourChoice = "your choice"

// madeBy is what a detection whose result is c rests on.
func madeBy(kind Kind, c *api.Choices) Choice {
	return Choice{Kind: kind, Encoding: c.Encoding, Delimiter: c.Delimiter, Header: &c.Header, Line: c.HeaderLine, Roles: c.Roles,
		Chosen: c.Chosen, Sheet: c.Sheet, ByFile: c.ByFile, AsIs: c.AsIs, Table: c.TableLayout, Where: c.Where, Question: c.Question,
		Items: c.Compares(), Style: c.Style}
}

// Follows reports whether roles were chosen column by column, so that the others follow from those.
func Follows(c *api.Choices) bool {
	return c.Chosen != nil && len(c.Chosen) == len(c.Roles)
}

// Hand returns how a file of a kind is read, to be shown, changed and handed back.
func (g *Detection) Hand(kind Kind) api.Choices {
	c := g.Choices
	c.Roles, c.Columns, c.Missing = slices.Clone(c.Roles), slices.Clone(c.Columns), append([]string{}, c.Missing...)
	c.Names = g.Keyed()
	if c.First = nil; kind == LabelFile && len(g.Columns) > 0 {
		c.First = g.understood()
	}
	if g.Doubt != nil {
		c.Doubtful = g.Doubt.What
	}
	c.Form = nil
	if len(g.Columns) > 0 {
		c.Form, _ = json.Marshal(form{g.Form, g.about, madeBy(kind, &c)}) // plain data
	}
	return c
}

// Handed returns the Detection that choices were handed back of, with what was changed in it since; nil if there is none, or if it has
// to be made again:
//
//	sheet, header line, delimiter, encoding, header,
//	reading the file as it stands                      void the columns, and all that follows from them
//	layout of the table, rows that count, question,
//	whether style explains votes                       void the roles (Relaid)
//	roles chosen one by one, one worker a file         void the other roles
//	the column of the labels                           voids what the labels are
//	anything else                                      voids nothing
func Handed(kind Kind, c *api.Choices) *Detection {
	f, ok := formOf(c)
	beyond := func(column int) bool { return column < 0 || column >= len(c.Columns) }
	if !ok || slices.ContainsFunc(slices.Concat(f.Fill, f.Parallel), beyond) || len(c.Roles) != len(c.Columns) || c.Missing == nil {
		return nil
	}
	was, now := f.By, madeBy(kind, c)
	switch {
	case was.Kind != now.Kind, was.Sheet != now.Sheet, was.Line != now.Line, was.Delimiter != now.Delimiter, was.Encoding != now.Encoding,
		was.Header == nil, *was.Header != *now.Header, was.ByFile != now.ByFile, was.AsIs != now.AsIs, len(was.Roles) != len(now.Roles),
		relaid(was, now),
		Follows(c) && !(slices.Equal(was.Roles, now.Roles) && slices.Equal(was.Chosen, now.Chosen)),
		kind == LabelFile && slices.Index(was.Roles, Label) != slices.Index(now.Roles, Label):
		return nil
	}
	g := &Detection{Layout: Layout{*c, f.Form}, about: f.about}
	g.Roles, g.Columns = slices.Clone(c.Roles), slices.Clone(c.Columns)
	for n, role := range was.Roles {
		if role != g.Roles[n] {
			g.Columns[n].Why = yourChoice
		}
	}
	if !Follows(c) {
		g.Chosen = nil
	}
	if g.SheetWhy != "" {
		g.SheetWhy = yourChoice // it was shown
	}
	return g
}

// Relaid reports whether the roles of choices are of another layout of the table, of other rows or of another question, and so void
// unless they were chosen one by one.
func Relaid(c *api.Choices) bool {
	f, ok := formOf(c)
	return ok && !Follows(c) && relaid(f.By, madeBy(f.By.Kind, c))
}

// suppose notes what was chosen without a person.
func (g *Detection) suppose(known Choice) {
	if known.Table == "" {
		g.Supposed.Table = g.TableLayout
	}
	if known.Question == "" {
		g.Supposed.Question = g.Question
	}
}

// Stated returns the layout of the table and the question that a person chose, or confirmed with the roles. Where the roles are void, a
// guess of either goes with them: the table is to be looked at again.
func Stated(c *api.Choices) (table, question string) {
	table, question = c.TableLayout, c.Question
	if f, ok := formOf(c); ok && c.Roles == nil && !c.Confirmed {
		if table == f.Supposed.Table {
			table = ""
		}
		if question == f.Supposed.Question {
			question = ""
		}
	}
	return table, question
}

func relaid(was, now Choice) bool {
	same := func(a, b api.Condition) bool { return a.Column == b.Column && slices.Equal(a.Values, b.Values) }
	return was.Table != now.Table || was.Question != now.Question || was.Style != now.Style || !slices.EqualFunc(was.Where, now.Where, same)
}

// OnlyAsked reports whether another question of the same table was chosen, and nothing else.
func OnlyAsked(c *api.Choices) bool {
	f, ok := formOf(c)
	now := madeBy(f.By.Kind, c)
	was := now.Question
	now.Question = f.By.Question
	return ok && was != now.Question && !relaid(f.By, now)
}

// LabelWas returns the column that held the labels when choices were shown; -1: none did, or nothing was shown.
func LabelWas(c *api.Choices) int {
	f, _ := formOf(c)
	return slices.Index(f.By.Roles, Label)
}

func formOf(c *api.Choices) (f form, ok bool) {
	return f, c != nil && c.Form != nil && json.Unmarshal(c.Form, &f) == nil
}
