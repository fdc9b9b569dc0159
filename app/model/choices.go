package model

import (
	"slices"

	"concord/app/model/files"
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

// mergeAlike takes names that look alike for the same.
func (s State) mergeAlike(at int) (State, []Cmd) {
	o := s.Labels.Opened
	if o == nil || at >= len(o.Alike) {
		return s, nil
	}
	return s.redraft(wire.RoleLabels, "take-apart", func(r *wire.Read) {
		r.Merge = slices.Clone(r.Merge)
		for n, a := range o.Alike {
			if at < 0 && !a.Misspelt || n == at {
				from := slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == a.To })
				r.Merge = files.Merged(r.Merge, wire.Merge{Of: a.Of, From: from, To: a.To})
			}
		}
	})
}

// takeSets takes tasks to have several labels, divided in one cell by what stands
// between them.
func (s State) takeSets(separator string) (State, []Cmd) {
	return s.redraft(wire.RoleLabels, "labels-sets", func(r *wire.Read) {
		r.Sets, r.Separator, r.Numeric = true, separator, false
	})
}

func (m TakeSets) apply(s State) (State, []Cmd) { return s.takeSets(m.Separator) }

func (m MergeAlike) apply(s State) (State, []Cmd) { return s.mergeAlike(m.At) }
