package session

import (
	"slices"

	"concord/core/layout"
	"concord/core/wire"
)

// embedded returns the columns of a file of labels that hold the truth of its tasks, to compare with or to give to
// methods. It returns none if the file has no column of tasks, or if it is several files whose tasks may have several
// labels.
func (f *File) embedded() (all []wire.Embedded) {
	task := -1
	for c, role := range f.Read.Roles {
		if role == string(layout.Task) {
			task = c
		}
	}
	if task < 0 || f.several() && f.Read.Sets {
		return nil
	}
	for c, role := range f.Read.Roles {
		h := wire.Embedded{Column: f.Layout.Columns[c].Name}
		switch layout.Role(role) {
		case layout.True:
			h.Role = wire.RoleTruth
		case layout.Gold:
			h.Role = wire.RoleGold
		default:
			continue
		}
		h.Read = wire.Read{
			Delimiter: f.Read.Delimiter, Header: f.Read.Header, Encoding: f.Read.Encoding, Sheet: f.Read.Sheet, Missing: f.Read.Missing,
			Merge:     f.Read.Merge,
			Separator: f.Read.Separator, Sets: f.Read.Sets, Skip: true, Files: f.Read.Files, HeaderLine: f.Read.HeaderLine,
			Roles: make([]string, len(f.Read.Roles)),
		}
		h.Read.Roles[task], h.Read.Roles[c] = string(layout.Task), string(layout.Label)
		all = append(all, h)
	}
	if len(all) > 0 && !f.sameColumns() {
		return nil
	}
	return all
}

// sameColumns reports whether the file has the same columns when it is opened as
// one of truth: of an archive another file may be.
func (f *File) sameColumns() bool {
	as := &File{Source: f.Source, Read: wire.Read{Files: f.Read.Files}}
	known := layout.Choice{Kind: layout.TruthFile, Sheet: f.Layout.Sheet, Encoding: f.Layout.Encoding, Delimiter: f.Layout.Delimiter,
		Header: &f.Layout.Header, Line: f.Layout.Line}
	return as.understand(known) == nil &&
		slices.EqualFunc(as.Layout.Columns, f.Layout.Columns, func(a, b layout.Column) bool { return a.Name == b.Name })
}
