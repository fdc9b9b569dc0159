package model

import (
	"slices"
	"strings"

	"concord/app/model/files"
	"concord/core/wire"
)

// apply has another sheet of a workbook read: as if it were alone.
func (m SetSheet) apply(s State) (State, []Cmd) {
	return s.redraft(m.Of, m.Of+"-sheet", func(r *wire.Read) {
		*r = wire.Read{Sheet: m.Name, Files: r.Files, ByFile: r.ByFile, Words: r.Words, Mode: r.Mode}
	})
}

// apply has the table begin on another line: its columns are others then. An
// encoding that nobody chose is detected again.
func (m SetHeaderLine) apply(s State) (State, []Cmd) {
	if m.Line < 1 {
		return s, nil
	}
	return s.redraft(m.Of, m.Of+"-header-line", func(r *wire.Read) {
		was := *r
		*r = wire.Read{
			HeaderLine: m.Line, Header: true, Delimiter: was.Delimiter, Sheet: was.Sheet, Files: was.Files, ByFile: was.ByFile, Words: was.Words, Mode: was.Mode,
		}
		if strings.HasPrefix(was.Encoding, "windows") {
			r.Encoding = was.Encoding
		}
	})
}

// apply has the columns divided by something else: they are others then, and
// what follows from them is detected again, such as whether the first row is a header.
func (m SetDelimiter) apply(s State) (State, []Cmd) {
	if m.Delimiter == "" {
		return s, nil
	}
	return s.redraft(m.Of, m.Of+"-delimiter", func(r *wire.Read) {
		r.Delimiter, r.Roles, r.Chosen, r.Sets, r.Separator = wire.Delimiter(m.Delimiter), nil, nil, false, ""
		if !strings.HasPrefix(r.Encoding, "windows") {
			r.Encoding, r.Header = "", r.HeaderLine > 1
		}
	})
}

// setRole gives a role to a column. In a file of labels or of truth those of the
// columns for which nobody chose follow from it, and what is said of the labels where
// another column holds them than when the file was read.
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
