package platform

import (
	"bytes"
	"slices"
	"strings"

	"concord/core/layout/heading"
	"concord/core/table"
)

// FileColumn is the column of the worker where that is the name of the file.
const FileColumn = "file"

// doccano does not say who labelled what: it writes a file for each user. It used to write a list of annotations with the number of the
// user and, later, with the name.
var doccano = Platform{
	Name: "doccano",
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("id"), Worker: t.Column(FileColumn), Answers: t.Asked}
		if c.Worker < 0 {
			c.Worker = t.Column(doccanoUser)
		}
		if c.Task < 0 || t.Filled[c.Task] == 0 {
			c.Task = t.Column("text")
		}
		return c
	},
	Record: func(v table.Value) bool {
		text := v.Get("text").Type() == table.String || v.Get("data").Type() == table.String
		if !text || v.Get("id").Type() == table.None {
			return false
		}
		if firstHas(v.Get("annotations"), "label", "user") {
			return true
		}
		_, label := doccanoLabel(v)
		return label.Type() == table.Array && !namesWorker(v) && !repeats(label)
	},
	Rows: func(h Header) bool {
		return h.Has("id", "text", "label", "Comments") && !slices.ContainsFunc(h, heading.Workers.Has)
	},
	Unfold:   unfoldDoccano,
	Unsigned: func(v table.Value) bool { return v.Get("annotations").Type() != table.Array },
	UserFile: func(stem string) bool { return !strings.EqualFold(stem, "all") && !strings.EqualFold(stem, "unknown") },
}

const (
	doccanoUser    = "annotations.user"
	doccanoChoice  = "annotations.label"
	doccanoBetween = "#" // several labels in a cell of CSV
)

func doccanoLabel(v table.Value) (name string, label table.Value) {
	if label = v.Get("label"); label.Type() != table.None {
		return "label", label
	}
	return "labels", v.Get("labels")
}

// repeats reports whether a list has a value twice, as one of what several workers said.
func repeats(list table.Value) bool {
	seen := make(map[string]bool)
	for v := range list.Each() {
		if seen[string(v.Text())] {
			return true
		}
		seen[string(v.Text())] = true
	}
	return false
}

// namesWorker reports whether a member of an object is named like a worker.
func namesWorker(v table.Value) bool {
	for m := range v.Each() {
		if name := string(m.Key()); heading.Workers.Has(name) || heading.Workers.Has(strings.TrimSuffix(name, "s")) {
			return true
		}
	}
	return false
}

// unfoldDoccano makes a row of a record, or of each of its annotations. A record without a label may not have been labelled yet.
func unfoldDoccano(s *Sheet, v table.Value) {
	if list := v.Get("annotations"); list.Type() == table.Array {
		for a := range list.Each() {
			s.Row()
			s.Flatten("", v)
			s.Put(doccanoUser, named(a, "user"))
			if has(a, "start_offset") {
				s.Spans++
				continue
			}
			s.Ask(doccanoChoice)
			s.Put(doccanoChoice, named(a, "label"))
		}
		return
	}
	s.Row()
	if s.Worker != "" {
		s.Put(FileColumn, []byte(s.Worker))
	}
	s.Flatten("", v)
	switch name, label := doccanoLabel(v); {
	case label.Type() != table.Array:
		s.Ask(name)
		s.Put(name, doccanoCell(label.Text()))
	case Scalars(label):
		if s.Ask(name); !label.Any() {
			s.Put(name, nil)
		}
	}
}

// named returns a member of an object, by name where that stands beside its number.
func named(v table.Value, member string) []byte {
	if name := v.Get(member + "_name").Text(); len(name) > 0 {
		return name
	}
	return v.Get(member).Text()
}

// doccanoCell returns the labels in a cell of CSV.
func doccanoCell(cell []byte) []byte {
	var all []string
	for one := range bytes.SplitSeq(cell, []byte(doccanoBetween)) {
		if len(one) == 0 { // as in “C#”
			return cell
		}
		all = append(all, string(one))
	}
	return ListCell(all)
}
