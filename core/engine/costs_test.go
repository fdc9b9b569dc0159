package engine

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
)

// ill are labels of a disease that is rare, and costs by which missing it is
// worse than a false alarm.
const (
	ill = "task,worker,label\nt1,a,no\nt1,b,no\nt1,c,yes\nt2,a,no\nt2,b,no\nt2,c,no\nt3,a,yes\nt3,b,yes\nt3,c,no\nt4,a,no\nt4,b,yes\nt4," +
		"c,yes\n"
	priec = "from,to,cost\nyes,no,10\nno,yes,1\nyes,yes,0\nno,no,0\n"
)

// sick is ill with more patients, on whom doctors agree: from so few as ill has nobody can tell how right labels are, and then they
// have no costs.
func sick() string {
	text := ill
	for i := range 60 {
		for _, doctor := range "abc" {
			text += fmt.Sprintf("t%d,%c,%s\n", i+5, doctor, []string{"no", "yes"}[i%2])
		}
	}
	return text
}

func rowsOf(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// With costs the labels have the label of least expected cost beside the most
// probable one; without, the files are what they were.
func TestLabelsThatCost(t *testing.T) {
	v := newVisit(t)
	v.open("labels", sick())
	v.fit("majority")
	before := v.File("labels")
	o := v.open("costs", priec)
	if got := fmt.Sprint(*o.Costs); got != "{[no yes] [[0 1] [10 0]]}" {
		t.Errorf("the matrix: got %s", got)
	}
	if f := v.recipe().Of(api.RoleCosts); f == nil || f.Name != "costs.csv" {
		t.Errorf("run.json does not name the costs that came after the fit: got %+v", f)
	}
	if o.Known != 2 || o.Read.Roles[0] != "truth" || o.Read.Roles[2] != "value" {
		t.Fatalf("got %+v", o)
	}
	check := func() {
		t.Helper()
		rows := rowsOf(t, v.File("labels"))
		if got := strings.Join(rows[0], ","); got != "task,label,probability,votes,majority,agreement,look,"+
			"least_cost_label,least_cost,label_cost,tie,posterior" {
			t.Fatalf("got the columns %s", got)
		}
		// What each label costs follows from the probabilities: a missed illness ten times a false alarm.
		const written = 1e-5 // files have six digits of probabilities, which are multiplied by ten here
		sumLeast, sumSaid, differ := 0.0, 0.0, 0
		for n, q := range rowsOf(t, v.File("posteriors"))[1:] {
			row := rows[n+1]
			no, yes := number(t, q[1]), number(t, q[2])
			cheap, least := "no", 10*yes
			if no < least {
				cheap, least = "yes", no
			}
			said := map[string]float64{"no": 10 * yes, "yes": no}[row[1]]
			if row[7] != cheap || math.Abs(number(t, row[8])-least) > written || math.Abs(number(t, row[9])-said) > written {
				t.Errorf("task %s: got %v, want %s, %g, %g", row[0], row[7:], cheap, least, said)
			}
			sumLeast, sumSaid = sumLeast+least, sumSaid+said
			if row[1] != cheap {
				differ++
			}
		}
		tasks := float64(len(rows) - 1)
		if p := o.Priced; p == nil || p.Differ != differ || differ == 0 || math.Abs(p.Said-sumSaid/tasks) > written ||
			math.Abs(p.Least-sumLeast/tasks) > written {
			t.Errorf("what the labels cost: got %+v, want %d, %g, %g", p, differ, sumSaid/tasks, sumLeast/tasks)
		}
		const columns = "worker,labels,accuracy,agreement,accuracy_low,accuracy_high,saved_random,saved_strategic,"
		if head := rowsOf(t, v.File("workers"))[0]; !strings.HasPrefix(strings.Join(head, ","), columns) {
			t.Errorf("got the columns %v", head)
		}
	}
	check()
	page := v.must(api.Request{Rows: &api.Rows{Table: "tasks", Sort: "least_cost", Desc: true, Count: 1}}, nil).Page
	if page.Cells[0][0] != "t1" {
		t.Errorf("the task of the highest expected cost: got %v, want t1", page.Cells[0])
	}
	if p := v.fit("majority").Priced; p == nil || *p != *o.Priced {
		t.Errorf("a fit with costs: got %+v, want %+v", p, o.Priced)
	}
	check()
	if f := v.recipe().Of(api.RoleCosts); f == nil || f.Name != "costs.csv" {
		t.Errorf("run.json does not name the costs: got %+v", f)
	}
	v.must(api.Request{Drop: &api.Drop{Role: "costs"}}, nil)
	if got := v.File("labels"); got != before {
		t.Errorf("without costs: got\n%s\nwant\n%s", got, before)
	}
}

func number(t *testing.T, cell string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Where nothing shows how right labels are, they have no costs, and no file a probability.
func TestLabelsThatCannotBePriced(t *testing.T) {
	v := newVisit(t)
	v.open("labels", ill)
	v.fit("majority")
	o := v.open("costs", priec)
	rows := rowsOf(t, v.File("labels"))
	if got := strings.Join(rows[0], ","); o.Priced != nil || !strings.HasSuffix(got, ",agreement,tie,posterior") || rows[1][2] != "" {
		t.Errorf("got %+v, %v", o.Priced, rows[:2])
	}
	for what, not := range map[string]string{api.LabelStudioTasks: "score", api.HuggingFace: "probabilities", api.JSON: "probabilities",
		api.NDJSON: "NaN", api.CrowdKit: "NaN"} {
		f := v.must(api.Request{Export: &api.Export{What: api.FileLabels, As: what}}, nil).Exported
		if text := v.files[f.Name]; strings.Contains(text, not) {
			t.Errorf("%s says %s:\n%s", what, not, text)
		}
	}
}

// Files of Get-Another-Label have no header.
func TestCostsWithoutAHeader(t *testing.T) {
	v := newVisit(t)
	v.open("labels", sick())
	v.open("costs", "yes\tno\t10\nno\tyes\t1\n")
	v.fit("ds")
	if rows := rowsOf(t, v.File("labels")); rows[0][7] != "least_cost_label" {
		t.Errorf("got %v", rows[0])
	}
}

func TestCostsThatAreRefused(t *testing.T) {
	for _, c := range []struct{ labels, costs, want string }{
		{ill, "from,to,cost\nyes,perhaps,1\nno,yes,1\n", "costs.csv, line 2"},
		{ill, "from,to,cost\nyes,no,-1\n", "costs.csv, line 2"},
		{ill, "from,to,cost\nyes,no,much\nno,yes,1\n", "costs.csv, line 2"},
		{ill, "from,to,cost\nyes,no,1\nyes,no,2\n", "costs.csv, line 3"},
		{"task,worker,label\nt1,a,1.5\nt1,b,2.5\n", priec, "costs.csv: the labels are numbers on a scale, and costs are of " +
			"classes. Treat the labels as classes, if that is what they are."},
	} {
		v := newVisit(t)
		v.open("labels", c.labels)
		f := v.fault(openText("costs", c.costs), text2("costs", c.costs))
		if !strings.HasPrefix(f.Message, c.want) || f.Broken {
			t.Errorf("%q: got %q, want %q", c.costs, f.Message, c.want)
		}
	}
	v := newVisit(t)
	v.open("labels", ill)
	v.open("costs", priec)
	v.open("labels", "task,worker,label\nt1,a,x\nt1,b,y\n")
	if f := v.fault(api.Request{Fit: &api.Fit{Method: "majority"}}, nil); !strings.HasPrefix(f.Message,
		"The labels have changed since the costs were read.") {
		t.Errorf("got %q", f.Message)
	}
}

// Known truths calibrate the probabilities, and with them what the labels cost; without the truth they cost what they did.
func TestCostsFollowTheTruth(t *testing.T) {
	v := newVisit(t)
	v.must(api.Request{Open: &api.Open{Role: api.RoleLabels, Sample: "moderation"}}, nil)
	v.fit("consensus")
	class := v.session.Labels.Set.Classes
	costs := "from,to,cost\n"
	for k := range class.Len() {
		for l := range class.Len() {
			if k != l {
				costs += fmt.Sprintf("%s,%s,%d\n", class.At(k), class.At(l), 1+k)
			}
		}
	}
	before := *v.open(api.RoleCosts, costs).Priced
	learnt := v.must(api.Request{Open: &api.Open{Role: api.RoleTruth, Sample: "moderation"}}, nil).Opened.Priced
	if learnt == nil || learnt.Said == before.Said {
		t.Errorf("with a truth: got %+v, as without", learnt)
	}
	after := v.must(api.Request{Drop: &api.Drop{Role: api.RoleTruth}}, nil).Dropped.Priced
	if after == nil || *after != before {
		t.Errorf("without: got %+v, want %+v", after, before)
	}
}
