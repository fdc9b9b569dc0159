package model

import (
	"slices"
	"strings"

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

// anonymous takes each row for another worker's, or no more so.
func anonymous(r *wire.Read, on bool) {
	r.Anonymous = on
	for n, role := range r.Roles {
		if on && role == ColumnWorker {
			r.Roles[n] = ColumnIgnore
			if n < len(r.Chosen) {
				r.Chosen[n] = false
			}
		}
	}
}

// setRole gives a role to a column. In a file of labels or of truth those of the
// columns for which nobody chose follow from it, and what is said of the labels where
// another column holds them than when the file was read.
func (s *State) setRole(r *wire.Read, m SetRole) {
	if !slices.Contains([]string{RoleLabels, RoleTruth, RoleGold, RoleTestTruth}, m.Of) {
		assign(r, m.Column, m.Role)
		return
	}
	if len(r.Chosen) != len(r.Roles) {
		r.Chosen = make([]bool, len(r.Roles))
	}
	assign(r, m.Column, m.Role)
	if m.Of == RoleLabels {
		was := slices.Index(s.source(m.Of).Shown().Read.Roles, ColumnLabel)
		r.LabelWas = &was
	}
	if m.Role == ColumnWorker {
		r.Anonymous = false
	}
}

// chose reports whether a person chose the columns of the task, the worker and the
// label, so that nothing about them is a guess. Those that follow may be doubtful still.
func chose(r *wire.Read) bool {
	for n, role := range r.Roles {
		if slices.Contains([]string{ColumnTask, ColumnWorker, ColumnLabel}, role) && (n >= len(r.Chosen) || !r.Chosen[n]) {
			return false
		}
	}
	return true
}

// assign gives a role to a column. Whoever had it takes the other's in turn,
// unless several had it, as the workers' columns of a wide table have, or may have
// it, as columns of counts.
func assign(r *wire.Read, column int, role string) {
	if column < 0 || column >= len(r.Roles) {
		return
	}
	chosen := func(column int, is bool) {
		if column < len(r.Chosen) {
			r.Chosen[column] = is
		}
	}
	if !slices.Contains([]string{ColumnIgnore, ColumnFeature, ColumnLeaveOut, ColumnCount}, role) {
		other := slices.Index(r.Roles, role)
		if other >= 0 && !slices.Contains(r.Roles[other+1:], role) {
			r.Roles[other] = r.Roles[column]
			chosen(other, false)
		}
	}
	r.Roles[column] = role
	chosen(column, true)
}

// tells reports whether a role was chosen from which those may follow that are
// missing.
func tells(before, after wire.Read) bool {
	for n, chosen := range after.Chosen {
		if chosen && after.Roles[n] != ColumnIgnore && (n >= len(before.Roles) || before.Roles[n] != after.Roles[n]) {
			return true
		}
	}
	return false
}
