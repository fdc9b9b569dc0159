package session

import (
	"slices"

	"concord/core/layout"
	"concord/core/parse"
	"concord/core/wire"
)

// ask makes what goes with the labels follow them if another column holds them than before. A truth that did not go with the
// labels before was chosen by the user and stays, and so does the choice of none.
func (f *File) ask(r *wire.Read, known layout.Choice) error {
	columns := f.Layout.Columns
	label := f.Layout.Column(layout.Label)
	if label < 0 || slices.ContainsFunc(columns[label+1:], func(c layout.Column) bool { return c.Role == layout.Label }) ||
		len(r.Roles) != len(columns) || *r.LabelWas == label || *r.LabelWas >= len(columns) {
		return nil
	}
	before, now := f.Layout, f.Layout.Ask(label)
	if *r.LabelWas >= 0 {
		before = f.Layout.Ask(*r.LabelWas)
	}
	f.Layout = now
	var err error
	if f.Read.Sets, err = f.sets(known, label); err != nil {
		return err
	}
	now.Separator, now.Missing = "", parse.Missing()
	f.Read.Separator, f.Read.ManyClasses = "", false
	f.Read.Merge = slices.DeleteFunc(slices.Clone(r.Merge), func(m wire.Merge) bool { return m.Of == string(layout.Label) })
	f.moveTruth(r, before.Column(layout.True), now.Column(layout.True))
	return nil
}

// moveTruth moves the role of the truth that went with the labels before, in column old, to the one that goes with them now,
// in column fresh, unless the user chose another truth, or none. -1: there is no such column.
func (f *File) moveTruth(r *wire.Read, old, fresh int) {
	isTruth := func(role string) bool { return role == string(layout.True) || role == string(layout.Gold) }
	role := layout.True
	switch {
	case fresh >= 0 && isTruth(r.Roles[fresh]):
		role = layout.Role(r.Roles[fresh])
	case old >= 0 && isTruth(r.Roles[old]):
		role = layout.Role(r.Roles[old])
	case old >= 0 || slices.ContainsFunc(r.Roles, isTruth):
		role = layout.Ignore
	}
	if role == layout.Gold && f.Layout.Numeric {
		role = layout.True // no method is told numbers
	}
	for n := range f.Layout.Columns {
		switch c := &f.Layout.Columns[n]; {
		case n == fresh:
			c.Role = role
		case n != old && isTruth(r.Roles[n]):
			c.Role, c.Why = layout.Role(r.Roles[n]), "your choice"
		}
	}
	if len(f.Read.Chosen) != len(r.Roles) {
		return
	}
	f.Read.Chosen = slices.Clone(f.Read.Chosen)
	if old >= 0 {
		f.Read.Chosen[old] = false
	}
	if fresh >= 0 {
		f.Read.Chosen[fresh] = role != layout.True // which is found again
	}
}
