package session

import (
	"slices"
	"testing"

	"concord/core/api"
)

// A session has a place for every role: only workspaces are opened as a whole.
func TestEveryRoleCanBeLoaded(t *testing.T) {
	want := []string{}
	for _, r := range api.Roles() {
		if r.Name != api.RoleWorkspace {
			want = append(want, r.Name)
		}
	}
	if got := RoleNames(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var s Session
	for _, role := range append(want, "nothing") {
		if got := s.Input(role); got != nil {
			t.Errorf("%s: got %+v loaded, want nothing", role, got)
		}
	}
}
