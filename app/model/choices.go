package model

import (
	"slices"
	"strings"

	"concord/app/model/files"
	"concord/core/layout/choice"
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

// apply merges names that look alike.
func (m MergeAlike) apply(s *State) []Cmd {
	o := s.Labels.Opened
	if o == nil || m.At >= len(o.Alike) {
		return nil
	}
	return s.redraft(wire.RoleLabels, "take-apart", func(r *wire.Read) {
		r.Merge = slices.Clone(r.Merge)
		for n, a := range o.Alike {
			if m.At < 0 && !a.Misspelt || n == m.At {
				from := slices.DeleteFunc(slices.Clone(a.Names), func(name string) bool { return name == a.To })
				r.Merge = files.Merged(r.Merge, choice.Merge{Of: a.Of, From: from, To: a.To})
			}
		}
	})
}

// apply lets a task have several labels, in one cell with the separator between them.
func (m TakeSets) apply(s *State) []Cmd {
	return s.redraft(wire.RoleLabels, "labels-sets", func(r *wire.Read) {
		r.Sets, r.Separator, r.Numeric = true, m.Separator, false
	})
}

// apply reads another sheet of a workbook, as if it were the only one.
func (m SetSheet) apply(s *State) []Cmd {
	return s.redraft(m.Of, m.Of+"-sheet", func(r *wire.Read) {
		*r = wire.Read{Sheet: m.Name, Files: r.Files, ByFile: r.ByFile, Words: r.Words, Mode: r.Mode}
	})
}

// apply begins the table on another line. Its columns change with that, and an encoding that nobody chose is detected again.
func (m SetHeaderLine) apply(s *State) []Cmd {
	if m.Line < 1 {
		return nil
	}
	return s.redraft(m.Of, m.Of+"-header-line", func(r *wire.Read) {
		was := *r
		*r = wire.Read{
			HeaderLine: m.Line, Header: true, Delimiter: was.Delimiter, Sheet: was.Sheet,
			Files: was.Files, ByFile: was.ByFile, Words: was.Words, Mode: was.Mode,
		}
		if strings.HasPrefix(was.Encoding, "windows") {
			r.Encoding = was.Encoding
		}
	})
}

// apply splits the columns at another delimiter. What follows from the columns is detected again, such as
// whether the first row is a header.
func (m SetDelimiter) apply(s *State) []Cmd {
	if m.Delimiter == "" {
		return nil
	}
	return s.redraft(m.Of, m.Of+"-delimiter", func(r *wire.Read) {
		r.Delimiter, r.Roles, r.Chosen, r.Sets, r.Separator = wire.Delimiter(m.Delimiter), nil, nil, false, ""
		if !strings.HasPrefix(r.Encoding, "windows") {
			r.Encoding, r.Header = "", r.HeaderLine > 1
		}
	})
}

// setRole gives a role to a column. In files of labels and truth, the roles that nobody chose are detected anew.
// So is what kind of labels they are, if another column now holds them.
func (s *State) setRole(r *wire.Read, m SetRole) {
	if !slices.Contains([]string{wire.RoleLabels, wire.RoleTruth, wire.RoleGold, wire.RoleTestTruth}, m.Of) {
		files.Assign(r, m.Column, m.Role)
		return
	}
	if len(r.Chosen) != len(r.Roles) {
		r.Chosen = make([]bool, len(r.Roles))
	}
	files.Assign(r, m.Column, m.Role)
	if m.Of == wire.RoleLabels {
		was := slices.Index(s.source(m.Of).Shown().Read.Roles, files.ColumnLabel)
		r.LabelWas = &was
	}
	if m.Role == files.ColumnWorker {
		r.Anonymous = false
	}
}
