package engine

import (
	"slices"

	"concord/core/intake"
	"concord/core/wire"
)

// holds says what a file of labels holds beside them: the truth of its tasks, to
// compare with or to give to methods. Where the tasks are the rows, and of several
// files whose tasks may have several labels, it says nothing.
func (f *file) holds() (all []wire.Holds) {
	task := -1
	for c, role := range f.read.Roles {
		if role == string(intake.Task) {
			task = c
		}
	}
	if task < 0 || f.several() && f.read.Sets {
		return nil
	}
	for c, role := range f.read.Roles {
		h := wire.Holds{Column: f.guess.Columns[c].Name}
		switch intake.Role(role) {
		case intake.True:
			h.Role = wire.RoleTruth
		case intake.Told:
			h.Role = wire.RoleGold
		default:
			continue
		}
		h.Read = wire.Read{
			Delimiter: f.read.Delimiter, Header: f.read.Header, Encoding: f.read.Encoding, Sheet: f.read.Sheet, Missing: f.read.Missing, Merge: f.read.Merge,
			Separator: f.read.Separator, Sets: f.read.Sets, Skip: true, Files: f.read.Files, HeaderLine: f.read.HeaderLine, Roles: make([]string, len(f.read.Roles)),
		}
		h.Read.Roles[task], h.Read.Roles[c] = string(intake.Task), string(intake.Label)
		all = append(all, h)
	}
	if len(all) > 0 && !f.sameColumns() {
		return nil
	}
	return all
}

// sameColumns reports whether the file has the same columns when it is opened as
// one of truth: of an archive another file may be.
func (f *file) sameColumns() bool {
	as := &file{source: f.source, read: wire.Read{Files: f.read.Files}}
	known := intake.Choice{Kind: intake.TruthFile, Sheet: f.guess.Sheet, Encoding: f.guess.Encoding, Delimiter: f.guess.Delimiter, Header: &f.guess.Header, Line: f.guess.Line}
	return as.understand(known) == nil &&
		slices.EqualFunc(as.guess.Columns, f.guess.Columns, func(a, b intake.Column) bool { return a.Name == b.Name })
}
