package engine

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"concord/core/result"
	"concord/core/wire"
	"concord/internal/race"
)

// What more labels would bring begins at what is expected of those there are, and the download has all of it.
func TestNeeded(t *testing.T) {
	race.Skip(t)
	v := newVisit(t)
	v.open(wire.RoleLabels, copied())
	fitted := v.fit("ds")
	got := v.must(wire.Request{Needed: &wire.Needed{Without: "bob", Seed: 1}}, nil).Needed
	if got.Now != fitted.Expected.Value || got.Tasks != 200 || got.Without != "bob" {
		t.Errorf("got %.4f right of %d tasks, without %q, want %.4f of 200, bob", got.Now, got.Tasks, got.Without, fitted.Expected.Value)
	}
	var names []string
	rows := [][]string{{"method", "without", "more_per_task", "labels_per_task", "right", "low", "high", "cost_per_task"}}
	prices := result.Prices{Label: .1, Mistake: 2}
	exact := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	for _, n := range got.Curves {
		name, without := n.Method, ""
		if n.Without {
			name, without = name+" without", "bob"
		}
		names = append(names, name)
		for _, p := range n.Points {
			if p.More == 0 && name == "ds" && math.Abs(p.Right-got.Now) > .01 {
				t.Errorf("as it is: got %.4f right, want %.4f", p.Right, got.Now)
			}
			rows = append(rows, []string{n.Method, without, strconv.Itoa(p.More), exact(p.PerTask), exact(p.Right), exact(p.Low), exact(p.High),
				exact(.1*p.PerTask + 2*(1-p.Right))})
		}
	}
	if all, want := strings.Join(names, ", "), "ds, consensus, majority, ds without, consensus without, majority without"; all != want {
		t.Errorf("got the curves of %s, want %s", all, want)
	}
	saved := v.must(wire.Request{Export: &wire.Export{What: wire.FileNeeded, Prices: &prices}}, nil).Exported
	file, err := csv.NewReader(strings.NewReader(v.files[saved.Name])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for n, row := range rows {
		if n >= len(file) || strings.Join(file[n], ",") != strings.Join(row, ",") {
			t.Fatalf("row %d of the file: got %v, want %v", n, file[min(n, len(file)-1)], row)
		}
	}
	v.fit("majority")
	if f := v.fault(wire.Request{Export: &wire.Export{What: wire.FileNeeded}}, nil); f.Message != "Ask first how many labels are needed." {
		t.Errorf("of an earlier result: got %q", f.Message)
	}
	if f := v.fault(wire.Request{Needed: &wire.Needed{Without: "nobody"}}, nil); !strings.Contains(f.Message, "no worker “nobody”") {
		t.Errorf("without nobody: got %q", f.Message)
	}
}

// What can't be simulated stands back for the default, and the answer says so.
func TestNeededOfASlowMethod(t *testing.T) {
	race.Skip(t)
	v := newVisit(t)
	v.open(wire.RoleLabels, copied())
	v.fit("ebcc")
	got := v.must(wire.Request{Needed: &wire.Needed{Seed: 1}}, nil).Needed
	if first := got.Curves[0].Method; first != "consensus" || !strings.Contains(got.Notes[0], "can't be simulated") {
		t.Errorf("got the curve of %s, and notes %q", first, got.Notes)
	}
}

// Where it can't be said, the refusal says why.
func TestNeededRefuses(t *testing.T) {
	for _, c := range []struct{ labels, method, want string }{
		{"task,worker,label\na,u,1.5\na,v,2.5\nb,u,3.25\nb,v,4\nc,u,2.75\nc,v,1\n", "mean", "can be said of classes"},
		{"task,worker,label\na,u,x\na,v,x\n", "majority", "one class only"},
		{"task,worker,label\na,u,x\na,v,x\nb,u,y\nb,v,x\n", "majority", "There are two workers, and where they disagree nothing shows"},
		{"task,worker,label\na,u,x\na,v,x\nb,u,y\nb,v,x\n", "consensus", "There are two workers, and where they disagree nothing shows"},
	} {
		v := newVisit(t)
		v.open(wire.RoleLabels, c.labels)
		v.fit(c.method)
		if f := v.fault(wire.Request{Needed: &wire.Needed{}}, nil); !strings.Contains(f.Message, c.want) {
			t.Errorf("%s: got %q, want “%s”", c.method, f.Message, c.want)
		}
	}
}
