package session_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// Roles that a person does not choose follow from those that are chosen.
func TestRolesFollowFromThoseChosen(t *testing.T) {
	var table strings.Builder
	table.WriteString("photo,worker,first,second,gold\n")
	for i := range 30 {
		for j := range 4 {
			fmt.Fprintf(&table, "p%d,w%d,%s,%d,%d\n", i, j, []string{"cat", "dog"}[(i+j/3)%2], (i+j)%3, i%3)
		}
	}
	v := sessiontest.New(t)
	o := v.Text(api.RoleLabels, table.String())
	if got := fmt.Sprint(o.Read.Roles); got != "[task worker label  ]" {
		t.Fatalf("as detected: got %s", got)
	}
	choose := func(read api.Choices, roles ...string) *api.Opened {
		t.Helper()
		read.Roles, read.Chosen = make([]string, 5), make([]bool, 5)
		for n, r := range roles {
			read.Roles[n], read.Chosen[n] = strings.TrimSuffix(r, "!"), r != ""
		}
		for n := range read.Roles {
			if read.Roles[n] == "none" {
				read.Roles[n] = ""
			}
		}
		return v.Reread(api.RoleLabels, read)
	}
	for _, test := range []struct {
		chosen []string
		want   string
	}{
		{[]string{"", "", "", "label", ""}, "[task worker  label truth]"},
		{[]string{"worker", "task", "", "", ""}, "[worker task label  ]"},
		{[]string{"", "", "none", "", ""}, "[task worker  label truth]"},
		{[]string{"", "", "", "label", "gold"}, "[task worker  label gold]"},
		{[]string{"task", "worker", "", "label", "none"}, "[task worker  label ]"},
	} {
		got := choose(o.Read, test.chosen...)
		if fmt.Sprint(got.Read.Roles) != test.want || len(got.Read.Chosen) != 5 {
			t.Errorf("%q: got %v, chosen %v, want %s", test.chosen, got.Read.Roles, got.Read.Chosen, test.want)
		}
	}

	// What follows from the label follows; what was chosen otherwise stays.
	scale := strings.ReplaceAll(table.String(), ",1,", ",1.5,")
	o = v.Text(api.RoleLabels, scale)
	if o = choose(o.Read, "", "", "", "label"); !o.Read.Numeric {
		t.Error("the labels are numbers now, and not taken for such")
	}
	read := o.Read
	read.Numeric = false
	if o = v.Reread(api.RoleLabels, read); o.Read.Numeric || o.Read.Roles[3] != "label" {
		t.Errorf("got %+v, want classes, as chosen", o.Read)
	}
}
