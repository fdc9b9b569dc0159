// Package platform knows what labelling platforms export: how to recognise such a file, and which
// of its columns hold the task, the worker and the label. Each platform is a value in a file of
// its own, listed in All.
package platform

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// Platform is one kind of file that a platform exports, as delimited text, JSON or both, or as XML. Only
// Name, Apply and one of Match, Record and XML are required.
type Platform struct {
	Name  string                 // as users see it
	Apply func(t *Table) Columns // finds the columns that matter

	// Of delimited text and workbooks:

	Match   func(h Header) bool              // reports whether the header is the platform's
	Explain func(h Header) (what, do string) // says what is wrong with an export that does not tell workers apart; "": nothing
	Packed  func(h Header) int               // the first column whose cells hold several answers each, -1 for none …
	Unpack  func(s *Sheet, r Record) bool    // … which this makes rows of cells of their own; false: they can't be understood
	Blank   []string                         // the last columns, which rows may end before

	// Of records, which are those of JSON or XML, or the rows of delimited text:

	Roots     []Root                        // the objects around all that it writes …
	XML       []string                      // if they are XML, its outermost element and that of a record; nil: they are not
	Keep      []string                      // … and the members of a record that are read, if others may be of any size; nil: all
	Record    func(v table.Value) bool      // reports whether a record of JSON is the platform's
	Rows      func(h Header) bool           // reports whether the rows below a header are such records; nil: none are
	Unfold    func(s *Sheet, v table.Value) // makes rows of a record
	Questions func(s *Sheet)                // asks for the columns of delimited text that hold answers; nil: each record tells
	Unsigned  func(v table.Value) bool      // reports whether a record lacks its worker, for whom the file is named; nil: none does
	UserFile  func(stem string) bool        // where there is a file for each user: reports whether the name is a user's

	// Members returns those files of an archive that hold the answers, if the archive is the platform's.
	Members func(names []string) []string

	Judges bool     // its workers judge what models say, and may fail to
	Grades []string // the grades that they give, if it has some of its own; the last is that there is none

	// Truth returns the names of the columns that may hold what is right beside a
	// column of labels, the surest first; nil: BesideLabel, or any name for it.
	Truth func(label string) []string
}

// All lists the known platforms; the first that matches wins.
var All = []*Platform{&mturkAssignments, &mturkBatch, &validateIt, &appen, &toloka, &prodigy, &labelbox, &labelStudio, &argilla, &potato,
	&coco, &datumaro, &doccano, &boxes, &inspect, &promptfoo, &deepEval, &lmEval, &langfuse, &phoenix, &leWiDi, &rayyan, &asReview, &covidence,
	&ukpConvArg}

// Root is an object around all: the members that it begins with, and those that lead to its records; none: it is a record itself.
type Root struct{ Begins, Path []string }

// Record is a record of a text whose answers are packed: its cells, how the columns are called, and the number of the record. Column is
// the one that Packed returned.
type Record struct {
	Names  []string
	Cells  [][]byte
	Column int
	Number int
}

// Table is the beginning of a file, as Apply sees it.
type Table struct {
	Header
	Names  []string // of the columns, as the file has them
	Filled []int    // how many cells of each column are not missing …
	Values []int    // … and how many different ones
	Asked  []int    // JSON: the columns that hold answers
	Record bool     // it is JSON
	Stem   string   // JSON: the name of the file without its ending, where it names the worker; else ""
}

// Columns are the columns of a table that matter; -1 and nil mean none.
type Columns struct {
	Task, Worker int
	Answers      []int  // one of which is the label
	Truth        []int  // what is right, where the platform knows it
	Content      []int  // what workers saw of a task
	ByValues     bool   // the values tell which column is the label, if Answers is nil
	Options      bool   // answers may be the options of a question, each with a column
	Lines        bool   // a cell may hold a label a line
	ID           string // the name of the column that tells answers apart, so that one that comes twice counts once; "": none
	Doubt        *Doubt // rows that the platform holds to be worthless
	Unanswered   *Doubt // rows without an answer; any other ticks nothing, where its cell is empty. Nil: empty cells are no answers
	Confirm      string // why a person should confirm these columns; "": no need
	Note         Note   // what to tell of the file, if anything
}

// Note is a harmless remark about the file, and what can be done about it.
type Note struct{ What, Do string }

// Doubt marks rows that a platform considers worthless: rejected assignments, or workers who failed its tests.
type Doubt struct {
	Column int    // that says so …
	Cell   string // … with this
	What   string // such a label, in words: “of an assignment that was rejected”
}

// Of returns the platform whose tables have this header, or nil.
func Of(h Header) *Platform {
	return first(func(p *Platform) bool { return p.Match != nil && p.Match(h) })
}

// OfRoot returns the platform whose JSON begins as text does, and the members that lead to its records; nil if none does.
func OfRoot(text []byte) (*Platform, []string) {
	j := table.NewJSON(bytes.NewReader(text), table.Members, nil, table.Limits{})
	var begins []string
	const most = 3 // members that tell
	for err := error(nil); err == nil && len(begins) < most; {
		if err = j.Next(); err != io.EOF && j.Key() != nil { // the value may be cut off
			begins = append(begins, string(j.Key()))
		}
	}
	for _, p := range All {
		for _, r := range p.Roots {
			if len(r.Begins) <= len(begins) && slices.Equal(r.Begins, begins[:len(r.Begins)]) {
				return p, r.Path
			}
		}
	}
	return nil, nil
}

// OfXML returns the platform whose XML begins as text does, or nil.
func OfXML(text []byte) *Platform {
	const most = 2 // elements that tell
	begins := table.XMLElements(text, most)
	return first(func(p *Platform) bool { return p.XML != nil && slices.Equal(p.XML, begins) })
}

// OfRecord returns the platform whose JSON has such records, or nil.
func OfRecord(v table.Value) *Platform {
	return first(func(p *Platform) bool { return p.Record != nil && p.Record(v) })
}

// OfRows returns the platform to which the rows below a header are records, or nil.
func OfRows(h Header) *Platform {
	return first(func(p *Platform) bool { return p.Rows != nil && p.Rows(h) })
}

// Named returns the platform of a name, or nil.
func Named(name string) *Platform { return first(func(p *Platform) bool { return p.Name == name }) }

func first(is func(*Platform) bool) *Platform {
	if n := slices.IndexFunc(All, is); n >= 0 {
		return All[n]
	}
	return nil
}

// Members returns those files of an archive that hold answers, if it is a platform's; nil if it is none's.
func Members(names []string) []string {
	for _, p := range All {
		if p.Members != nil {
			if all := p.Members(names); all != nil {
				return all
			}
		}
	}
	return nil
}

// Packed returns the platform that packs several answers into one cell, and the first such column; nil if none does.
func Packed(h Header) (*Platform, int) {
	for _, p := range All {
		if p.Packed != nil {
			if c := p.Packed(h); c >= 0 {
				return p, c
			}
		}
	}
	return nil, -1
}

// Explain says what is wrong with an aggregated export of a platform; "": nothing.
func Explain(h Header) (what, do string) {
	for _, p := range All {
		if p.Explain != nil {
			if what, do = p.Explain(h); what != "" {
				return what, do
			}
		}
	}
	return "", ""
}

// BesideLabel returns the usual names of the truth beside a column of labels.
func BesideLabel(label string) []string { return []string{label + "_gold", label + "_truth"} }

// Header is the names of the columns in the form that is compared (heading.Plain).
type Header []string

// HeaderOf returns the header that a record is.
func HeaderOf(record []string) Header {
	h := make(Header, len(record))
	for c, name := range record {
		h[c] = heading.Plain(name)
	}
	return h
}

// Column returns the column of a name, or -1.
func (h Header) Column(name string) int { return slices.Index(h, heading.Plain(name)) }

// Has reports whether there are columns of all these names.
func (h Header) Has(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return h.Column(name) < 0 })
}

// Prefixed returns the columns whose names continue after a prefix.
func (h Header) Prefixed(prefix string) (columns []int) {
	prefix = heading.Plain(prefix)
	for c, name := range h {
		if strings.HasPrefix(name, prefix) && len(name) > len(prefix) {
			columns = append(columns, c)
		}
	}
	return columns
}

// first is the column of the first answers in a file, which are read where there are several.
func (t *Table) first() []int { return t.Asked[:min(1, len(t.Asked))] }

// others says which answers there are beside the first, which is read.
func (t *Table) others() Note {
	if len(t.Asked) < 2 {
		return Note{}
	}
	var names []string
	for _, c := range t.Asked[1:] {
		names = append(names, "“"+t.Names[c]+"”")
	}
	return Note{fmt.Sprintf("the answers in “%s” are read; there are others in %s", t.Names[t.Asked[0]], strings.Join(names, ", ")),
		"Choose another column as the label to read those"}
}

// doubt marks the rows with this cell in the named column; nil if there is no such column.
func (h Header) doubt(name, cell, what string) *Doubt {
	if c := h.Column(name); c >= 0 {
		return &Doubt{Column: c, Cell: cell, What: what}
	}
	return nil
}
