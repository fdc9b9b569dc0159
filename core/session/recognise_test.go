package session_test

import (
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// A file that goes with the labels, opened as other labels, is refused with what it is. A file of labels that can't be read is no
// more than that, and so is any file while no labels are open.
func TestNoLabelsButAHistory(t *testing.T) {
	const matrix = "a,cat,cat,40\na,cat,dog,10\na,dog,dog,30\nb,cat,cat,9\nb,dog,dog,8\n"
	for _, test := range []struct{ name, file, role string }{
		{"h.csv", "worker,right,of\na,70,100\nb,80,100\nzoe,40,50\n", api.RoleConfusion},
		{"h.csv", "Annotator,Correct,Total\na,70,100\nb,80,100\nzoe,40,50\n", api.RoleConfusion},
		{"h.csv", "worker_id,accuracy,judgments\na,.7,100\nb,.8,100\nzoe,.8,50\n", api.RoleConfusion},
		{"h.csv", "worker,accuracy\na,.7\nb,.8\n", api.RoleConfusion},
		{"h.csv", "worker,truth,label,count\n" + matrix, api.RoleConfusion},
		{"h.csv", "worker,truth,label,probability\n" + matrix, api.RoleConfusion},
		{"h.csv", "task,label\nt1,cat\nt2,dog\n", ""},
		{"gold.csv", "task,label\nt1,cat\nt2,dog\n", api.RoleGold},
		{"h.csv", "task,worker,label\nt1,a\n", ""},
	} {
		v := sessiontest.New(t)
		file := sessiontest.File{Called: test.name, Text: test.file}
		if _, f := v.Try(api.RoleLabels, file, nil, nil); f != nil && f.Seems != nil {
			t.Errorf("%q while nothing is open: got %+v", test.file, f.Seems)
		}
		v.Text("labels", "task,worker,label\nt1,a,cat\nt1,b,dog\nt2,a,cat\nt2,b,dog\n")
		got := ""
		f := v.Refused(api.RoleLabels, file)
		if f.Seems != nil {
			got = f.Seems.Role
		}
		if got != test.role {
			t.Errorf("%q is taken for %q, want %q: %s", test.file, got, test.role, f.Message)
		}
	}
}

// The files of Get-Another-Label are told apart, with headers and without, under
// names that say nothing.
func TestRecogniseGetAnotherLabel(t *testing.T) {
	const labels = "worker1\turl1\tporn\nworker1\turl2\tnotporn\nworker2\turl1\tporn\nworker2\turl2\tnotporn\nworker3\turl1\tnotporn\n" +
		"worker3\turl3\tporn\n"
	for _, test := range []struct{ name, file, role string }{
		{"a.txt", labels, api.RoleLabels},
		{"a.txt", "worker\tobject\tlabel\n" + labels, api.RoleLabels},
		{"b.txt", "url1\tporn\nurl2\tnotporn\nurl3\tporn\nurl4\tporn\n", api.RoleTruth},
		{"b.txt", "object\tlabel\nurl1\tporn\nurl2\tnotporn\nurl3\tporn\nurl4\tporn\n", api.RoleTruth},
		{"correct.txt", "url1\tporn\nurl2\tnotporn\nurl3\tporn\nurl4\tporn\n", api.RoleGold},
		{"c.txt", "porn\tnotporn\t1\nnotporn\tporn\t2.5\nporn\tporn\t0\nnotporn\tnotporn\t0\n", api.RoleCosts},
		{"c.txt", "porn\tnotporn\t1\nnotporn\tporn\t1\n", api.RoleCosts},
		{"predictions.csv", "task,yes,no\nt1,.2,.8\nt2,.9,.1\n", api.RolePredictions},
		{"p.csv", "task,yes,no\nt1,.2,.8\nt2,.9,.1\n", api.RolePredictions},
		{"p.csv", "task,yes,no\nt1,.2,.8\nt2,.9,.2\n", api.RoleFeatures},
		{"p.csv", "task,class,probability\nt1,yes,.2\nt1,no,.8\nt2,yes,.9\nt2,no,.1\n", api.RolePredictions},
		{"c.txt", "from\tto\tcost\nporn\tnotporn\t1\nnotporn\tporn\t1\n", api.RoleCosts},
		{"d.txt", "porn\nnotporn\n", ""},
		{"d.txt", "category\nporn\nnotporn\n", ""},
		{"d.txt", "porn\t0.25\nnotporn\t0.75\n", ""},
		{"d.txt", "category\tprior\nporn\t0.25\nnotporn\t0.75\n", ""},
	} {
		v := sessiontest.New(t)
		o := v.LookAt(sessiontest.File{Called: test.name, Text: test.file})
		if o.Role != test.role || o.Why == "" {
			t.Errorf("%q is taken for %q, since %s; want %q", test.file, o.Role, o.Why, test.role)
		}
	}
}
