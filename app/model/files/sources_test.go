package files

import (
	"testing"

	"concord/core/api"
)

// The page has a source of its own for every role.
func TestEveryRoleHasASource(t *testing.T) {
	var s Sources
	of := map[*Source]string{}
	for _, r := range api.Roles() {
		src := s.Source(r.Name)
		if src == nil || of[src] != "" {
			t.Fatalf("%s: got the source of %q, want one of its own", r.Name, of[src])
		}
		of[src] = r.Name
	}
	if src := s.Source("nothing"); src != nil {
		t.Errorf("a role that is none: got %+v, want no source", src)
	}
}

// A text of a card gets its number where its noun stands.
func TestLoaded(t *testing.T) {
	for _, c := range []struct {
		role string
		o    api.Opened
		want string
	}{
		{api.RoleTruth, api.Opened{Known: 1}, "1 true label found. They measure the result and never change it."},
		{api.RoleTruth, api.Opened{}, "None of these true labels can be used."},
		{api.RoleFeatures, api.Opened{Known: 2}, "Features for 2 of 1,000 labelled tasks. Methods with features learn from them."},
		{api.RoleConfusion, api.Opened{Known: 3, Strangers: 1, HistoryRows: 9},
			"The next run uses the histories of 3 workers. Left out: 1 of 9 rows, of workers who gave no labels here."},
		{api.RoleCosts, api.Opened{}, api.RoleOf(api.RoleCosts).Loaded},
		{"nothing", api.Opened{}, ""},
	} {
		if got := Loaded(api.RoleOf(c.role), &c.o, 1000); got != c.want {
			t.Errorf("%s, %+v: got %q, want %q", c.role, c.o, got, c.want)
		}
	}
	for role, want := range map[string]string{
		api.RoleText: "2 tasks have a text. Methods with text learn from them.", api.RoleCosts: "Costs loaded.",
		api.RoleTestTruth: "True labels of 2 tasks to predict loaded.",
	} {
		if got := Note(api.RoleOf(role), &api.Opened{Known: 2}); got != want {
			t.Errorf("%s: got %q, want %q", role, got, want)
		}
	}
}
