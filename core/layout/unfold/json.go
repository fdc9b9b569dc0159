// Package unfold finds out the form of a JSON text and turns its values into rows. Rows of a table that are records of a platform
// become rows of answers the same way.
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

// JSON says how the values of a JSON text, or of XML, are made rows.
//
// An object is a row: its members are cells, those of objects within it under
// their path ("data.text"). A list of answers within it makes as many rows. What
// platforms export has a form of its own.
type JSON struct {
	Form     string // a platform's name, or one of those below
	Shape    table.Shape
	Path     []string // the members of the object around all that lead to the records
	List     string   // the path of the list within a record that makes a row of each element; "": none
	Columns  []string
	Own      []int    // where in the name of each column its own part begins, behind the path
	Rows     bool     // a record is a list of cells without names
	Width    int      // the cells of a row of delimited text, or of a sheet, whose rows are the records; 0: this is JSON
	Turned   bool     // the one object holds a list for each column of a platform's records
	Heads    []string // a record is a list of cells, and these are their names
	ByColumn bool     // a member of the object around all is a column
	XML      bool     // the text is XML
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
	switch {
	case all && f.whole(head):
		return f.look(name, head, all)
	case !all && ofPictures(head):
		return nil, &api.Problem{File: name, What: "this is a file of COCO or datumaro, which are read up to 1 MB", Err: api.ErrForeign,
			Do: "Export fewer pictures at a time, or write a table with one label a row: task, worker, label"}
	}
	if f.Shape = table.Elements; bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\ufeff")))[0] == '{' {
		if p, path := platform.OfRoot(head); path != nil {
			f.Form, f.Path = p.Name, path
		} else {
			f.shapeOfObject(head, truth)
		}
	} else if aRowALine(head) {
		f.Shape = table.Lines
	}
	if f.byColumn(head) {
		return f.lookAtColumns(name, head)
	}
	if f.Form == "" {
		f.frame(head)
		f.findForm(head)
	}
	return f.look(name, head, all)
}

// XML is Look for the XML of a platform.
func XML(p *platform.Platform, name string, head []byte, all bool) (*Head, error) {
	f := &JSON{Form: p.Name, XML: true, Shape: table.Elements}
	return f.look(name, head, all)
}

// ofPictures reports whether the beginning of JSON is that of a file of pictures and their classes, which is one object.
func ofPictures(head []byte) bool {
	has := func(key string) bool { return bytes.Contains(head, []byte(key)) }
	return has(`"categories"`) && (has(`"file_name"`) || has(`"dm_format_version"`))
}

// look unfolds the beginning of a text whose form is known.
func (f *JSON) look(name string, head []byte, all bool) (*Head, error) {
	if f.unsigned(head) {
		f.Worker = platform.Stem(name)
	}
	u := f.newHead()
	const enough, cells = 5000, 1 << 20 // rows, and cells: each record may have members of its own
	f.each(head, func(key []byte, v table.Value) bool {
		if f.IsRecord(v) {
			f.unfoldHead(u, key, v)
		} else if platform.Objects(v) {
			u.Nested = string(key)
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
	return u, f.finish(name, u, all)
}

func (f *JSON) newHead() *Head {
	u := &Head{File: f, Sheet: platform.NewSheet(nil, true, table.Limits{})}
	u.Worker = f.Worker
	return u
}

// unfoldHead adds the rows of a record, whose text is read over.
func (f *JSON) unfoldHead(u *Head, key []byte, v table.Value) {
	before := u.N
	f.Unfold(u.Sheet, key, v)
	for n := before; n < u.N; n++ {
		for c, cell := range u.Rows[n] {
			u.Rows[n][c] = bytes.Clone(cell)
		}
	}
}

// finish notes the columns that were found, and says why if there are no rows.
func (f *JSON) finish(name string, u *Head, all bool) error {
	f.Columns, f.Own = u.Columns, u.Inner
	if u.N == 0 || f.unread(u) {
		return f.nothing(name, u, all)
	}
	return nil
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
	j := table.NewJSON(bytes.NewReader(head), table.Lines, nil, table.Limits{})
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
	case f.unread(u):
		return &api.Problem{
			File: name, What: "the labels in this file are of pieces of the tasks, such as words or areas of a picture, and such labels can't be " +
				"put together here",
			Err: api.ErrForeign, Do: "Export labels that are of a task as a whole",
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

// unread reports whether all answers are about parts of tasks.
func (f *JSON) unread(u *Head) bool {
	switch {
	case u.Spans == 0:
		return false
	case platform.Named(f.Form) == nil:
		return f.List != "" && u.Spans >= u.N
	}
	return len(u.Asks) == 0
}

// Reader reads the records of a text.
func (f *JSON) Reader(src io.Reader, l table.Limits) *table.JSON {
	if f.XML {
		src = table.XMLAsJSON(src, l)
	}
	return table.NewJSON(f.pruned(src, true), f.Shape, f.Path, f.Limits(l))
}

// pruned is a text without what nobody reads, where a platform's records may have much of it.
func (f *JSON) pruned(src io.Reader, lines bool) io.Reader {
	p := platform.Named(f.Form)
	if p == nil || p.Keep == nil {
		return src
	}
	depth := 1
	if f.Shape != table.Lines {
		depth = len(f.Path) + 2
	}
	return table.Pruned(src, depth, p.Keep, lines)
}

// ReadHead reads the beginning of a file; of JSON with records that may be of any size, the beginning of what is read of them.
func ReadHead(src io.Reader, size int64) ([]byte, error) {
	head, err := io.ReadAll(io.LimitReader(src, size))
	if err != nil || int64(len(head)) < size || head[0] != '{' {
		return head, err
	}
	p, path := platform.OfRoot(head)
	if p == nil || p.Keep == nil {
		return head, nil
	}
	f := &JSON{Form: p.Name, Path: path, Shape: table.Lines}
	if path != nil {
		f.Shape = table.Elements
	}
	return io.ReadAll(io.LimitReader(f.pruned(io.MultiReader(bytes.NewReader(head), src), false), size))
}

// each calls take with the values of the beginning of a text until it returns false.
func (f *JSON) each(head []byte, take func(key []byte, v table.Value) bool, bad func(*table.Error)) {
	j := f.Reader(bytes.NewReader(head), table.Limits{})
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
	j := table.NewJSON(bytes.NewReader(head), table.Lines, nil, table.Limits{})
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
		case f.Path == nil && platform.Objects(v):
			f.Path = []string{string(key)}
		case v.Type() == table.Object:
			objects++
		case v.Scalar():
			scalars++
		}
		return objects+scalars < looked
	}, func(*table.Error) {})
	switch {
	case objects > 0 && (f.Path == nil || scalars == 0):
		f.Path = nil
	case f.Path != nil:
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
		if p := platform.OfRecord(v); p != nil {
			f.Form = p.Name
			return false
		}
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
