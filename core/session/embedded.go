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
	task := slices.Index(f.Read.Roles, string(layout.Task))
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
		of := &f.Read
		h.Read = wire.Read{
			Delimiter: of.Delimiter, Header: of.Header, Encoding: of.Encoding, Sheet: of.Sheet, Missing: of.Missing, Merge: of.Merge,
			Separator: of.Separator, Sets: of.Sets, Skip: true, Files: of.Files, HeaderLine: of.HeaderLine,
			Roles: make([]string, len(of.Roles)),
		}
		h.Read.Roles[task], h.Read.Roles[c] = string(layout.Task), string(layout.Label)
		all = append(all, h)
	}
	if len(all) > 0 && !f.sameColumns() {
		return nil
	}
	return all
}

// sameColumns reports whether the file has the same columns when it is opened as truth: in an archive, another file may be
// read then.
func (f *File) sameColumns() bool {
	as := &File{Source: f.Source, Read: wire.Read{Files: f.Read.Files}}
	known := layout.Choice{Kind: layout.TruthFile, Sheet: f.Layout.Sheet, Encoding: f.Layout.Encoding, Delimiter: f.Layout.Delimiter,
		Header: &f.Layout.Header, Line: f.Layout.Line}
	return as.understand(known) == nil &&
		slices.EqualFunc(as.Layout.Columns, f.Layout.Columns, func(a, b layout.Column) bool { return a.Name == b.Name })
}
