package session

import (
	"testing"

	"concord/core/api"
)

// A session has a place for every role: only workspaces are opened as a whole.
func TestEveryRoleHasAPlace(t *testing.T) {
	var s Session
	for _, r := range api.Roles() {
		_, err := s.Without(nil, r.Name)
		if loads := r.Name != api.RoleWorkspace; (err == nil) != loads {
			t.Errorf("%s: got %v, want a place: %v", r.Name, err, loads)
		}
	}
	if got := s.Input("nothing"); got != nil {
		t.Errorf("a role that is none: got %+v loaded, want nothing", got)
	}
}
