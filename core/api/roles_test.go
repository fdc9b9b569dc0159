package api

import (
	"slices"
	"testing"
)

// What a file is read against is loaded before it; names, flags and places are each of one role.
func TestRoles(t *testing.T) {
	var names, flags []string
	cards, items := map[int]string{}, map[int]string{}
	for _, r := range Roles() {
		t.Run(r.Name, func(t *testing.T) {
			if slices.Contains(names, r.Name) || RoleOf(r.Name).File != r.File {
				t.Errorf("got another role of that name")
			}
			for _, other := range append(slices.Clone(r.Against), r.With) {
				if other != "" && !slices.Contains(names, other) {
					t.Errorf("it depends on %q, which got no place before it", other)
				}
				if other != "" && !r.Follows(other) {
					t.Errorf("it depends on %q, and does not follow it", other)
				}
			}
			if r.Beside() && (len(r.Flags) == 0 || r.Holds == "" || r.Place == 0) {
				t.Errorf("got %d flags, place %d, holds %q, want some of each", len(r.Flags), r.Place, r.Holds)
			}
			for _, f := range r.Flags {
				if slices.Contains(flags, f.Name) {
					t.Errorf("got the flag -%s again", f.Name)
				}
				flags = append(flags, f.Name)
			}
			for at, places := range map[int]map[int]string{r.Place: cards, r.Item: items} {
				if at != 0 && places[at] != "" {
					t.Errorf("got place %d, which %s has", at, places[at])
				}
				places[at] = r.Name
			}
			names = append(names, r.Name)
		})
	}
	if got := RoleOf("nothing"); got.Name != "" || got.Beside() || got.Follows("") {
		t.Errorf("a role that is none: got %+v", got)
	}
}
