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
	d := f.Found
	task := d.Column(layout.Task)
	if task < 0 || f.several() && d.Sets {
		return nil
	}
	for c, role := range d.Roles {
		as := map[layout.Role]string{layout.True: wire.RoleTruth, layout.Gold: wire.RoleGold}[role]
		if as == "" {
			continue
		}
		h := wire.Embedded{Role: as, Column: d.Columns[c].Name, Read: wire.Read{
			Delimiter: d.Delimiter, Header: d.Header, Encoding: d.Encoding, Sheet: d.Sheet, Missing: d.Missing, Merge: d.Merge,
			Separator: d.Separator, Sets: d.Sets, Skip: true, Files: f.Files, HeaderLine: d.HeaderLine, Roles: make([]string, len(d.Roles)),
		}}
		h.Read.Roles[task], h.Read.Roles[c] = layout.Task, layout.Label
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
	as, d := &File{Source: f.Source, Files: f.Files}, f.Found
	known := layout.Choice{
		Kind: layout.TruthFile, Sheet: d.Sheet, Encoding: d.Encoding, Delimiter: d.Delimiter, Header: &d.Header, Line: d.HeaderLine,
	}
	return as.understand(known) == nil &&
		slices.EqualFunc(as.Found.Columns, d.Columns, func(a, b layout.Column) bool { return a.Name == b.Name })
}
