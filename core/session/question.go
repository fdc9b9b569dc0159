package session

import (
	"slices"

	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/parse"
	"concord/core/wire"
)

// ask makes what goes with the labels follow them if another column holds them than before. A truth that did not go with the
// labels before was chosen by the user and stays, and so does the choice of none.
func (f *File) ask(r *wire.Read, known layout.Choice) error {
	roles := f.Found.Roles
	label := slices.Index(roles, layout.Label)
	if label < 0 || slices.Contains(roles[label+1:], layout.Label) ||
		len(r.Roles) != len(roles) || *r.LabelWas == label || *r.LabelWas >= len(roles) {
		return nil
	}
	before, now := f.Found, f.Found.Ask(label)
	if *r.LabelWas >= 0 {
		before = f.Found.Ask(*r.LabelWas)
	}
	f.Found = now
	if err := f.findSets(known, label); err != nil {
		return err
	}
	now.Separator, now.Missing, now.ManyClasses = "", parse.Missing(), false
	now.Merge = slices.DeleteFunc(slices.Clone(r.Merge), func(m choice.Merge) bool { return m.Of == layout.Label })
	f.moveTruth(r, before.Column(layout.True), now.Column(layout.True))
	return nil
}

// moveTruth moves the role of the truth that went with the labels before, in column old, to the one that goes with them now,
// in column fresh, unless the user chose another truth, or none. -1: there is no such column.
func (f *File) moveTruth(r *wire.Read, old, fresh int) {
	d := f.Found
	isTruth := func(role layout.Role) bool { return role == layout.True || role == layout.Gold }
	role := layout.True
	switch {
	case fresh >= 0 && isTruth(r.Roles[fresh]):
		role = r.Roles[fresh]
	case old >= 0 && isTruth(r.Roles[old]):
		role = r.Roles[old]
	case old >= 0 || slices.ContainsFunc(r.Roles, isTruth):
		role = layout.Ignore
	}
	if role == layout.Gold && d.Numeric {
		role = layout.True // no method is told numbers
	}
	for n, was := range r.Roles {
		switch {
		case n == fresh:
			d.Roles[n] = role
		case n != old && isTruth(was):
			d.Give(n, was, "your choice")
		}
	}
	if len(d.Chosen) != len(r.Roles) {
		return
	}
	d.Chosen = slices.Clone(d.Chosen)
	if old >= 0 {
		d.Chosen[old] = false
	}
	if fresh >= 0 {
		d.Chosen[fresh] = role != layout.True // which is found again
	}
}
