package engine

import (
	"testing"

	"concord/core/wire"
)

// The files of Get-Another-Label are told apart, with headers and without, under
// names that say nothing.
func TestRecogniseGetAnotherLabel(t *testing.T) {
	const labels = "worker1\turl1\tporn\nworker1\turl2\tnotporn\nworker2\turl1\tporn\nworker2\turl2\tnotporn\nworker3\turl1\tnotporn\n" +
		"worker3\turl3\tporn\n"
	for _, test := range []struct{ name, file, role string }{
		{"a.txt", labels, wire.RoleLabels},
		{"a.txt", "worker\tobject\tlabel\n" + labels, wire.RoleLabels},
		{"b.txt", "url1\tporn\nurl2\tnotporn\nurl3\tporn\nurl4\tporn\n", wire.RoleTruth},
		{"b.txt", "object\tlabel\nurl1\tporn\nurl2\tnotporn\nurl3\tporn\nurl4\tporn\n", wire.RoleTruth},
		{"correct.txt", "url1\tporn\nurl2\tnotporn\nurl3\tporn\nurl4\tporn\n", wire.RoleGold},
		{"c.txt", "porn\tnotporn\t1\nnotporn\tporn\t2.5\nporn\tporn\t0\nnotporn\tnotporn\t0\n", wire.RoleCosts},
		{"c.txt", "porn\tnotporn\t1\nnotporn\tporn\t1\n", wire.RoleCosts},
		{"c.txt", "from\tto\tcost\nporn\tnotporn\t1\nnotporn\tporn\t1\n", wire.RoleCosts},
		{"d.txt", "porn\nnotporn\n", ""},
		{"d.txt", "category\nporn\nnotporn\n", ""},
		{"d.txt", "porn\t0.25\nnotporn\t0.75\n", ""},
		{"d.txt", "category\tprior\nporn\t0.25\nnotporn\t0.75\n", ""},
	} {
		v := newVisit(t)
		o := v.must(wire.Request{Open: &wire.Open{Look: true, File: &wire.File{Name: test.name}}}, memory{test.name, []byte(test.file)}).Opened
		if o.Role != test.role || o.Why == "" {
			t.Errorf("%q is taken for %q, since %s; want %q", test.file, o.Role, o.Why, test.role)
		}
	}
}
