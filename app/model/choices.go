package model

import (
	"slices"
	"strings"

	"concord/core/wire"
)

// Done by the user, of labels.
type (
	SetDrop    struct{ Drop bool }        // leave out those that the platform holds to be worthless
	SetAgain   struct{ Again string }     // which count of a worker who labels a task again
	SetMissing struct{ Of, Text string }  // the cells that mean "no answer", with commas between them
	MergeAlike struct{ At int }           // take names that look alike for the same: the group at that place; -1: all of them
	TakeSets   struct{ Separator string } // a task may have several labels, in one cell or in a list
	TakeApart  struct{}                   // take no names for the same
	SetSheet   struct{ Of, Name string }  // of a workbook, in any role

	SetAnonymous  struct{ On bool } // nobody knows who gave which label
	SetHeaderLine struct {
		Of   string
		Line int
	} // on which the table begins
	SetNone struct {
		Cell string
		None bool
	} // whether this cell is one of them
)

// NoneID is the id of the tick by which a cell means no answer.
func NoneID(cell string) string { return "labels-none" + strings.Join(strings.Fields(cell), "_") }

// mergeAlike takes names that look alike for the same.
func (s State) mergeAlike(at int) (State, []Cmd) {
	o := s.Labels.Opened
	if o == nil || at >= len(o.Alike) {
		return s, nil
	}
	return s.redraft(RoleLabels, "take-apart", func(r *wire.Read) {
		r.Merge = slices.Clone(r.Merge)
		for n, a := range o.Alike {
			if at < 0 && !a.Misspelt || n == at {
				from := slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == a.To })
				r.Merge = merged(r.Merge, wire.Merge{Of: a.Of, From: from, To: a.To})
			}
		}
	})
}

// merged adds names that stand for another one. What stood for one of them
// stands for the new one.
func merged(list []wire.Merge, m wire.Merge) []wire.Merge {
	for n := range list {
		if list[n].Of == m.Of && slices.Contains(m.From, list[n].To) {
			m.From = append(m.From, list[n].From...)
			list[n].From = nil
		}
	}
	list = slices.DeleteFunc(list, func(x wire.Merge) bool { return x.From == nil })
	for n := range list {
		if list[n].Of == m.Of && list[n].To == m.To {
			list[n].From = append(slices.Clone(list[n].From), m.From...)
			return list
		}
	}
	return append(list, m)
}

// Splits is what stands between several labels in one cell, by the looks of the
// classes; empty: each seems to be one. A class that is several has parts that
// are classes too, or parts of another one.
func Splits(o *wire.Opened, r wire.Read) string {
	c := o.Counts
	if c == nil || c.Numeric || r.Sets {
		return ""
	}
	for _, separator := range []string{"|", ";", ",", "/"} {
		times := map[string]int{}
		var joined [][]string
		for _, name := range c.ClassNames {
			parts := strings.Split(name, separator)
			for n := range parts {
				parts[n] = strings.TrimSpace(parts[n])
				times[parts[n]]++
			}
			if len(parts) > 1 {
				joined = append(joined, parts)
			}
		}
		known, all := 0, 0
		for _, parts := range joined {
			for _, part := range parts {
				all++
				if part != "" && times[part] > 1 {
					known++
				}
			}
		}
		if len(joined) >= 2 && 3*known >= 2*all {
			return separator
		}
	}
	return ""
}

// takeSets takes tasks to have several labels, divided in one cell by what stands
// between them.
func (s State) takeSets(separator string) (State, []Cmd) {
	return s.redraft(RoleLabels, "labels-sets", func(r *wire.Read) {
		r.Sets, r.Separator, r.Numeric = true, separator, false
	})
}

func (m TakeSets) apply(s State) (State, []Cmd) { return s.takeSets(m.Separator) }

func (m MergeAlike) apply(s State) (State, []Cmd) { return s.mergeAlike(m.At) }
