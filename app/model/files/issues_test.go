package files_test

import (
	"slices"
	"testing"

	"concord/app/model/files"
	"concord/core/api"
)

// A column that is left out is taken in as a worker; a column that there is not changes nothing.
func TestColumnsAreTakenIn(t *testing.T) {
	for _, test := range []struct {
		column string
		want   []string
	}{
		{"4", []string{"task", "label", "label", "label"}},
		{"5", []string{"task", "label", "label", ""}},
		{"x", []string{"task", "label", "label", ""}},
	} {
		was := []string{"task", "label", "label", ""}
		o := &api.Opened{Read: api.Choices{Roles: was}}
		r := o.Read
		files.Remedied(api.Remedy{Do: api.DoWorker, With: test.column}, o)(&r)
		if !slices.Equal(r.Roles, test.want) || was[3] != "" {
			t.Errorf("column %s: got %q, want %q", test.column, r.Roles, test.want)
		}
	}
}
