package engine

import (
	"slices"

	"concord/core/intake"
	"concord/core/wire"
)

// ask has what goes with the label follow it to another column, and returns the
// choices as they are then. A truth that did not go with the label before was
// chosen by the user, and stays; so does that there is none.
func (f *file) ask(r *wire.Read, known intake.Choice) (*wire.Read, error) {
	only := func(roles []string, of intake.Role) int {
		at := slices.Index(roles, string(of))
		if at < 0 || slices.Contains(roles[at+1:], string(of)) {
			return -1
		}
		return at
	}
	label, was := only(r.Roles, intake.Label), *r.LabelWas
	if len(r.Roles) != len(f.guess.Columns) || label < 0 || was >= len(r.Roles) {
		return r, nil
	}
	before, now := f.guess, f.guess.Ask(label)
	if was >= 0 {
		before = f.guess.Ask(was)
	}
	f.guess = now
	several, err := f.sets(known, label)
	if err != nil {
		return nil, err
	}
	asked := *r
	asked.Roles, asked.LabelWas = slices.Clone(r.Roles), nil
	asked.Numeric, asked.Sets, asked.Separator = now.Numeric, several, ""
	asked.Missing, asked.ManyClasses = nil, false
	asked.Merge = slices.DeleteFunc(slices.Clone(r.Merge), func(m wire.Merge) bool { return m.Of == string(intake.Label) })
	truth := func(g *intake.Guess) int {
		return slices.IndexFunc(g.Columns, func(c intake.Column) bool { return c.Role == intake.True })
	}
	told := func(role string) bool { return role == string(intake.True) || role == string(intake.Told) }
	old, fresh, role := truth(before), truth(now), string(intake.True)
	switch {
	case old >= 0 && told(r.Roles[old]):
		role, asked.Roles[old] = r.Roles[old], ""
	case old >= 0 || slices.ContainsFunc(r.Roles, told):
		return &asked, nil
	}
	if now.Numeric { // no method is told numbers
		role = string(intake.True)
	}
	if fresh >= 0 && asked.Roles[fresh] == "" {
		asked.Roles[fresh] = role
	}
	return &asked, nil
}
