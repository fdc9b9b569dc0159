// Package unfold finds out the form of a JSON text and turns its values into rows.
package unfold

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"concord/core/api"
	"concord/core/layout/heading"
	"concord/core/layout/platform"
	"concord/core/table"
)

// JSON says how the values of a JSON text are made rows.
//
// An object is a row: its members are cells, those of objects within it under
// their path ("data.text"). A list of answers within it makes as many rows. What
// platforms export has a form of its own.
type JSON struct {
	Form     string // a platform's name, or one of those below
	Shape    table.Shape
	Member   string // the member of the object around all that holds the records
	List     string // the path of the list within a record that makes a row of each element; "": none
	Columns  []string
	Own      []int    // where in the name of each column its own part begins, behind the path
	Rows     bool     // a record is a list of cells without names
	Heads    []string // a record is a list of cells, and these are their names
	ByColumn bool     // a member of the object around all is a column
	Worker   string   // who gave all labels, where the format tells by the name of the file
}

// The formats of JSON beside those of platforms.
const (
	plainJSON = "JSON"
	ndjson    = "NDJSON"
	peerannot = "peerannot answers"
	mapJSON   = "JSON, a class for each task"
)

// looked is how many records decide the form.
const looked = 50

// Head is the beginning of a JSON text as rows.
type Head struct {
	*platform.Sheet
	File   *JSON
	broken *table.Error // the first thing wrong
}

// Look finds out the form of a JSON text from head, its beginning; all says whether that is the
// whole text, truth whether it may map tasks to classes. The error is a *api.Problem or a
// *table.Error.
func Look(name string, head []byte, all, truth bool) (*Head, error) {
	f := &JSON{}
	if f.Shape = table.Elements; bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))[0] == '{' {
		f.shapeOfObject(head, truth)
	} else if aRowALine(head) {
		f.Shape = table.Lines
	}
	if f.byColumn(head) {
		return f.lookAtColumns(name, head)
	}
	f.frame(head)
	f.findForm(head)
	if f.unsigned(head) {
		f.Worker = platform.Stem(name)
	}
	u := &Head{File: f, Sheet: platform.NewSheet(nil, true, table.Limits{})}
	u.Worker = f.Worker
	const enough, cells = 5000, 1 << 20 // rows, and cells: each record may have members of its own
	f.each(head, func(key []byte, v table.Value) bool {
		before := u.N
		if !f.IsRecord(v) {
			if platform.Objects(v) {
				u.Nested = string(key)
			}
			return true
		}
		f.Unfold(u.Sheet, key, v)
		for n := before; n < u.N; n++ { // the text is read over
			for c, cell := range u.Rows[n] {
				u.Rows[n][c] = bytes.Clone(cell)
			}
		}
		return u.N < enough && u.N*len(u.Columns) < cells
	}, func(e *table.Error) {
		if u.broken == nil && (all || e.Err != table.ErrCut) {
			u.broken = e
		}
	})
	if u.Nested == f.List {
		u.Nested = ""
	}
	f.Columns, f.Own = u.Columns, u.Inner
	if u.N == 0 || f.onlySpans(u) {
		return nil, f.nothing(name, u, all)
	}
	return u, nil
}

// unsigned reports whether none of the first records says who gave it, on a platform that may leave that out.
func (f *JSON) unsigned(head []byte) bool {
	p := platform.Named(f.Form)
	if p == nil || p.Unsigned == nil {
		return false
	}
	n, unsigned := 0, true
	f.each(head, func(_ []byte, v table.Value) bool {
		n++
		unsigned = unsigned && p.Unsigned(v)
		return n < looked && unsigned
	}, func(*table.Error) {})
	return unsigned
}

// aRowALine reports whether text that begins with an array has one array per line, rather than one for all rows.
func aRowALine(head []byte) bool {
	j := table.NewJSON(bytes.NewReader(head), table.Lines, "", table.Limits{})
	if j.Next() != nil || j.Value().Type() != table.Array || !j.Value().Any() || !platform.Scalars(j.Value()) {
		return false
	}
	return j.Next() == nil && j.Value().Type() == table.Array
}

// nothing says why there are no rows.
func (f *JSON) nothing(name string, u *Head, all bool) error {
	switch {
	case u.broken != nil:
		return u.broken
	case f.onlySpans(u):
		return &api.Problem{
			File: name, What: "the labels in this file are of pieces of the tasks, such as words or areas of a picture, and such labels can't be " +
				"put together here",
			Do: "Export labels that are of a task as a whole",
		}
	case platform.Named(f.Form) != nil:
		return &api.Problem{File: name, What: fmt.Sprintf("this is an export of %s without a single annotation", f.Form),
			Do: "Export the project again once it has annotations, or choose another file"}
	case !all:
		return &api.Problem{File: name, What: "the first record is so large that none fits into 1 MB",
			Do: "Write one record for each label: task, worker, label"}
	}
	return &api.Problem{File: name, What: "there is no record in this JSON",
		Do: "Choose a file with one record for each label: task, worker, label"}
}

// onlySpans reports whether all answers are about parts of tasks.
func (f *JSON) onlySpans(u *Head) bool {
	p := platform.Named(f.Form)
	switch {
	case u.Spans == 0:
		return false
	case p == nil:
		return f.List != "" && u.Spans >= u.N
	case p.Unfold == nil:
		return !slices.Contains(u.Columns, "label") && !slices.Contains(u.Columns, "labels")
	}
	return len(u.Asks) == 0
}

// each calls take with the values of the beginning of a text until it returns false.
func (f *JSON) each(head []byte, take func(key []byte, v table.Value) bool, bad func(*table.Error)) {
	j := table.NewJSON(bytes.NewReader(head), f.Shape, f.Member, f.Limits(table.Limits{}))
	for {
		err := j.Next()
		if err == nil {
			if !take(j.Key(), j.Value()) {
				return
			}
			continue
		}
		e, ok := errors.AsType[*table.Error](err)
		if ok {
			bad(e)
		}
		if !ok || e.Fatal {
			return
		}
	}
}

// shapeOfObject finds the records in text that begins with an object: it is the first of several, or contains them all.
func (f *JSON) shapeOfObject(head []byte, truth bool) {
	j := table.NewJSON(bytes.NewReader(head), table.Lines, "", table.Limits{})
	if err := j.Next(); err == nil {
		one := !hasRoles(j.Value())
		if again := j.Next(); again != io.EOF || !one {
			f.Shape = table.Lines
			return
		}
	}
	f.Shape = table.Members
	objects, scalars := 0, 0
	f.each(head, func(key []byte, v table.Value) bool {
		switch {
		case f.Member == "" && platform.Objects(v):
			f.Member = string(key)
		case v.Type() == table.Object:
			objects++
		case v.Scalar():
			scalars++
		}
		return objects+scalars < looked
	}, func(*table.Error) {})
	switch {
	case objects > 0 && (f.Member == "" || scalars == 0):
		f.Member = ""
	case f.Member != "":
		f.Shape = table.Elements
	case !truth || scalars == 0:
		f.Shape = table.Lines
	}
}

// hasRoles reports whether members of an object are named like columns, so that it is a record.
func hasRoles(v table.Value) bool {
	for m := range v.Each() {
		if m.Scalar() && heading.Known(string(m.Key())) {
			return true
		}
	}
	return false
}

// findForm decides by the first records how they become rows.
func (f *JSON) findForm(head []byte) {
	f.Form = plainJSON
	if f.Shape == table.Lines {
		f.Form = ndjson
	}
	lists := make(map[string]int)
	n, nested, single, cells := 0, 0, 0, 0
	answers := &nestedAnswers{workers: make(map[string]*worker), values: make(map[string]int), numbers: true}
	f.each(head, func(key []byte, v table.Value) bool {
		n++
		if f.Shape == table.Members {
			switch {
			case v.Scalar():
				single++
			case v.Type() == table.Object && !hasRoles(v) && !slices.ContainsFunc(slices.Collect(v.Each()), platform.Objects):
				nested++
				answers.add(v)
			}
			return n < looked
		}
		if v.Type() == table.Array && f.Heads == nil {
			cells++
		}
		if p := platform.OfRecord(v); p != nil {
			f.Form = p.Name
			return false
		}
		answerLists(v, "", lists)
		return n < looked
	}, func(*table.Error) {})
	switch {
	case f.Shape == table.Members && 2*nested > n && answers.areLabels():
		f.Form = peerannot
	case f.Shape == table.Members && 2*single > n:
		f.Form = mapJSON
	case 2*cells > n:
		f.Rows = true
	case f.Form == plainJSON || f.Form == ndjson:
		most := 0
		for _, path := range slices.Sorted(maps.Keys(lists)) {
			if lists[path] > most {
				most, f.List = lists[path], path
			}
		}
	}
}

// answerLists counts, by path, the lists within a record whose elements say who gave an answer.
func answerLists(v table.Value, prefix string, lists map[string]int) {
	for m := range v.Each() {
		p := prefix + string(m.Key())
		switch {
		case m.Type() == table.Object && prefix == "":
			answerLists(m, p+".", lists)
		case platform.Objects(m):
			for e := range m.Each() {
				if saysWho(e) {
					lists[p]++
				}
				break
			}
		}
	}
}

// saysWho reports whether an object has a member for a worker and one for a label.
func saysWho(v table.Value) bool {
	worker, label := false, false
	for m := range v.Each() {
		worker = worker || heading.Workers.Has(string(m.Key()))
		label = label || heading.Labels.Has(string(m.Key()))
	}
	return worker && label
}
