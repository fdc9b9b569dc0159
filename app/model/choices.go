package model

import (
	"concord/app/model/files"
	"concord/core/wire"
)

// Done by the user, of labels.
type (
	SetDrop    struct{ Drop bool }       // leave out those that the platform holds to be worthless
	SetAgain   struct{ Again string }    // which count of a worker who labels a task again
	SetMissing struct{ Of, Text string } // the cells that mean "no answer", with commas between them
	// MergeAlike takes names that look alike for the same: the group at that place; -1: all groups; with Of: all names of that
	// role, those that seem misspelt too.
	MergeAlike struct {
		At int
		Of string
	}
	TakeSets  struct{ Separator string } // a task may have several labels, in one cell or in a list
	TakeApart struct{}                   // take no names for the same
	SetSheet  struct{ Of, Name string }  // of a workbook, in any role

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

// apply merges names that look alike.
func (m MergeAlike) apply(s *State) []Cmd {
	o := s.Labels.Opened
	if o == nil || m.At >= len(o.Alike) {
		return nil
	}
	return s.redraft(wire.RoleLabels, "take-apart", func(r *wire.Read) { r.Merge = files.MergedAlike(r.Merge, o.Alike, m.At, m.Of) })
}

// apply lets a task have several labels, in one cell with the separator between them.
func (m TakeSets) apply(s *State) []Cmd {
	return s.redraft(wire.RoleLabels, "labels-sets", func(r *wire.Read) {
		r.Sets, r.Separator, r.Numeric = true, m.Separator, false
	})
}

// apply reads another sheet of a workbook.
func (m SetSheet) apply(s *State) []Cmd {
	return s.redraft(m.Of, m.Of+"-sheet", func(r *wire.Read) { *r = files.OnSheet(*r, m.Name) })
}

// apply begins the table on another line.
func (m SetHeaderLine) apply(s *State) []Cmd {
	if m.Line < 1 {
		return nil
	}
	return s.redraft(m.Of, m.Of+"-header-line", func(r *wire.Read) { *r = files.FromLine(*r, m.Line) })
}

// apply splits the columns at another delimiter.
func (m SetDelimiter) apply(s *State) []Cmd {
	if m.Delimiter == "" {
		return nil
	}
	return s.redraft(m.Of, m.Of+"-delimiter", func(r *wire.Read) { *r = files.Divided(*r, m.Delimiter) })
}
