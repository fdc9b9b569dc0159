package analysis_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/internal/race"
)

// The forecast begins at what is expected of the labels that there are, to the bit, and keeps its laws; the download has all of it, and
// a plan promises the same.
func TestNeeded(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, copied())
	fitted := v.fit("ds")
	got := must(analysis.Needed(v.methods, v.job(), v.result))
	if x := fitted.Expected; got.Now != x.Value || got.Low != x.Low || got.High != x.High || got.Tasks != 200 {
		t.Errorf("got %.4f right of %d tasks, want %.4f of 200", got.Now, got.Tasks, fitted.Expected.Value)
	}
	rows := [][]string{{"more_per_task", "more_labels", "labels_per_task", "right", "low", "high", "right_targeted", "cost_per_task"}}
	prices := api.Prices{Label: .1, Mistake: 2}
	exact := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	was, fewer := 0.0, 0
	for _, p := range got.Points {
		switch {
		case p.More < 0:
			fewer++
		case p.More == 0 && (p.Right != got.Now || *p.Targeted != got.Now || p.Low != got.Now || p.High != got.Now):
			t.Errorf("as it is: got %+v, want %v", p, got.Now)
		case p.More > 0 && (*p.Targeted < p.Right || p.Low >= p.Right || p.High <= p.Right):
			t.Errorf("got %+v, %v where labels help most", p, *p.Targeted)
		}
		if p.Right < was {
			t.Errorf("with %+g labels per task got %.4f right, with fewer %.4f", p.More, p.Right, was)
		}
		was = p.Right
		targeted := ""
		if p.Targeted != nil {
			targeted = exact(*p.Targeted)
		}
		rows = append(rows, []string{exact(p.More), strconv.Itoa(p.Labels), exact(p.PerTask), exact(p.Right), exact(p.Low), exact(p.High),
			targeted, exact(.1*p.PerTask + 2*(1-p.Right))})
	}
	if fewer < 3 {
		t.Errorf("got %d points of fewer labels, want 3 at least", fewer)
	}
	file, err := csv.NewReader(strings.NewReader(asCSV(analysis.NeededTable(got, &prices)))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for n, row := range rows {
		if n >= len(file) || strings.Join(file[n], ",") != strings.Join(row, ",") {
			t.Fatalf("row %d of the file: got %v, want %v", n, file[min(n, len(file)-1)], row)
		}
	}
	// A plan foretells the same, and with as many labels as a point has comes to that point if everybody may be asked for any number.
	plan, _ := v.planned(api.Plan{Budget: 50, Share: 1, Suspects: true, Fewer: true})
	if !reflect.DeepEqual(plan.Forecast, got) {
		t.Errorf("a plan foretells %+v, want %+v", plan.Forecast, got)
	}
	for _, p := range got.Points {
		if p.Labels == 50 && math.Abs(plan.Right-*p.Targeted) > 1e-12 {
			t.Errorf("50 labels where they help most: the plan promises %.6f right, the forecast %.6f", plan.Right, *p.Targeted)
		}
	}
}

// Checked tasks move the whole forecast with the estimate.
func TestNeededFollowsTheTruth(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, copied())
	v.fit("ds")
	before := must(analysis.Needed(v.methods, v.job(), v.result))
	var truth strings.Builder
	truth.WriteString("task,truth\n")
	for i := range 40 {
		fmt.Fprintf(&truth, "t%d,%c\n", i, 'a'+i%3)
	}
	v.open(api.RoleTruth, truth.String())
	after := must(analysis.Needed(v.methods, v.job(), v.result))
	if now := v.result.Expected; after.Now != now.Value || after.Now == before.Now {
		t.Errorf("got %.4f right now, want %.4f, before %.4f", after.Now, now.Value, before.Now)
	}
	for n, p := range after.Points {
		if p.More < 0 && (p.Right > after.Now || p.Right == before.Points[n].Right) {
			t.Errorf("with %+g labels got %.4f right, before the truth was known %.4f", p.More, p.Right, before.Points[n].Right)
		}
	}
}

// What takes too long on parts of the labels shows no fewer of them, and the answer says so.
func TestNeededOfASlowMethod(t *testing.T) {
	race.Skip(t)
	v := newVisit(t)
	v.open(api.RoleLabels, copied())
	v.fit("ebcc")
	got := must(analysis.Needed(v.methods, v.job(), v.result))
	if first := got.Points[0].More; first != 0 || !strings.Contains(got.Notes[0], "takes too long") {
		t.Errorf("got points from %+g, and notes %q", first, got.Notes)
	}
}

// Where it can't be said, the refusal says why.
func TestNeededRefuses(t *testing.T) {
	two := crowdOf(40, func(i int) []string { return []string{fmt.Sprintf("u,c%d", i%3), fmt.Sprintf("v,c%d", i%3)} })
	for _, c := range []struct{ labels, method, want string }{
		{"task,worker,label\na,u,1.5\na,v,2.5\nb,u,3.25\nb,v,4\nc,u,2.75\nc,v,1\n", "mean", "can be said of classes"},
		{"task,worker,label\na,u,x\na,v,x\n", "majority", "one class only"},
		{two, "majority", "There are two workers, and where they disagree nothing shows"},
		{two, "consensus", "There are two workers, and where they disagree nothing shows"},
		{"task,worker,label\na,u,x\nb,v,y\nc,u,x\n", "majority", "no task has labels of two workers"},
	} {
		v := newVisit(t)
		v.open(api.RoleLabels, c.labels)
		v.fit(c.method)
		got := refusal(analysis.Needed(v.methods, v.job(), v.result))
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want “%s”", c.method, got, c.want)
		}
		if x := v.result.Expected; x != nil && !x.Known() && v.Session.Labels.Set.Data.Classes > 1 {
			_, _, err := v.result.NextLabels(v.job(), &api.Plan{Budget: 5})
			if of := refusal(5, err); of != got {
				t.Errorf("%s: a plan is refused with %q, want %q", c.method, of, got)
			}
		}
	}
}
