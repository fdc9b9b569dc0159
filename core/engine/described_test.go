package engine

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
)

// opens opens a text in a role.
func (v *visit) opens(role, name, content string) *api.Opened {
	v.t.Helper()
	return v.must(api.Request{Open: &api.Open{Role: role, File: &api.File{Name: name, Size: int64(len(content))}}},
		memory{name, []byte(content)}).Opened
}

// A whole visit with features: labelled tasks a* lie at −1 and 1 on the line,
// unlabelled ones in the file and in a second file are predicted and compared.
func TestFeaturesToPredictions(t *testing.T) {
	var labels, features, more, truth strings.Builder
	labels.WriteString("task,worker,label\n")
	features.WriteString("task,x,y,same\n")
	more.WriteString("task,y,x\n")
	truth.WriteString("task,label\n")
	side := func(i int) float64 { return float64(i%2*2-1) + float64(i*7%5-2)/10 }
	class := func(i int) string { return []string{"no", "yes"}[i%2] }
	for i := range 30 {
		for j := range 3 {
			said := class(i)
			if (i+j)%11 == 0 {
				said = class(i + 1)
			}
			fmt.Fprintf(&labels, "a%d,w%d,%s\n", i, j, said)
		}
		fmt.Fprintf(&features, "a%d,%g,%d,4\n", i, side(i), i*i%7)
	}
	fmt.Fprintf(&features, "b1,%g,3,4\n", side(1))
	fmt.Fprintf(&more, "c1,2,%g\nc2,5,%g\n", side(1), side(2))
	truth.WriteString("b1,yes\nc1,yes\nc2,yes\n") // the last is wrong
	v := newVisit(t)
	v.opens("labels", "labels.csv", labels.String())
	o := v.opens("features", "features.csv", features.String())
	if o.Known != 30 || len(o.Warnings) != 3 { // b1 has no labels, same is constant, x tells the label
		t.Errorf("features: %d tasks known, warnings %v", o.Known, o.Warnings)
	}
	for _, m := range o.Methods {
		if m.Name == "gpc-ma" && m.Why != "" {
			t.Errorf("gpc-ma can't run with features: %s", m.Why)
		}
	}
	v.opens("predict", "more.csv", more.String())
	v.opens("test-truth", "truth.csv", truth.String())
	for _, method := range []string{"gpc-ma", "raykar"} {
		reply, _ := v.do(api.Request{Fit: &api.Fit{Method: method, Settings: api.Settings{Seed: 1}}}, nil)
		if reply.Fault != nil {
			t.Fatalf("%s: %s", method, reply.Fault.Message)
		}
		for _, what := range []string{"predictions", "run"} {
			if reply, _ := v.do(api.Request{Export: &api.Export{What: what, Name: what}}, nil); reply.Fault != nil {
				t.Fatalf("%s: %s", what, reply.Fault.Message)
			}
		}
		rows := strings.Split(strings.TrimSpace(v.files["predictions"]), "\n")
		for n, want := range []string{"task,label,probability", "b1,yes,", "c1,yes,", "c2,no,"} {
			if n >= len(rows) || !strings.HasPrefix(rows[n], want) {
				t.Errorf("%s: predictions are %q, want row %d to begin with %q", method, rows, n, want)
			}
		}
		var record struct {
			Test *struct {
				Evaluated int
				Accuracy  *float64
			}
		}
		if err := json.Unmarshal([]byte(v.files["run"]), &record); err != nil {
			t.Fatal(err)
		}
		if r := record.Test; r == nil || r.Evaluated != 3 || r.Accuracy == nil || *r.Accuracy < .66 || *r.Accuracy > .67 {
			t.Errorf("%s: test in run.json: %+v", method, record.Test)
		}
	}
	// What was read against the labels is void when they change.
	v.opens("labels", "labels.csv", labels.String())
	reply, _ := v.do(api.Request{Fit: &api.Fit{Method: "raykar"}}, nil)
	if reply.Fault == nil || !strings.Contains(reply.Fault.Message, "Read those again") {
		t.Errorf("with features of labels that are gone: %+v", reply)
	}
	v.do(api.Request{Drop: &api.Drop{Role: "features"}}, nil)
	reply, _ = v.do(api.Request{Fit: &api.Fit{Method: "raykar"}}, nil)
	if reply.Fault == nil || !strings.Contains(reply.Fault.Message, "add a file with numbers") {
		t.Errorf("without features: %+v", reply)
	}
	if reply, _ := v.do(api.Request{Fit: &api.Fit{Method: "ds"}}, nil); reply.Fault != nil {
		t.Errorf("ds: %s", reply.Fault.Message)
	}
}

// What a fit takes is told before it, with the approximation that it will use.
func TestForecast(t *testing.T) {
	files := func(tasks int) (string, string) {
		var labels, features strings.Builder
		labels.WriteString("task,worker,label\n")
		features.WriteString("task,x,y\n")
		for i := range tasks {
			fmt.Fprintf(&labels, "a%d,w1,%d\na%[1]d,w2,%[2]d\n", i, i%2)
			fmt.Fprintf(&features, "a%d,%d,%d\n", i, i*i%31, i*7%13)
		}
		return labels.String(), features.String()
	}
	labels, features := files(60)
	v := newVisit(t)
	v.opens("labels", "labels.csv", labels)
	effort := func(method string, values map[string]string) api.Reply {
		r, _ := v.do(api.Request{Effort: &api.Fit{Method: method, Values: values, Settings: api.Settings{Seed: 1}}}, nil)
		return r
	}
	if r := effort("gpc-ma", nil); r.Fault == nil {
		t.Errorf("without features: got %+v", r.Effort)
	}
	v.opens("features", "features.csv", features)
	exact, sparse := effort("gpc-ma", nil).Effort, effort("gpc-ma", map[string]string{"exact": "50", "inducing": "10"}).Effort
	if exact == nil || !(exact.Seconds > 0) || !(exact.Bytes > 0) || exact.Note != "" || exact.Large {
		t.Errorf("exact: got %+v", exact)
	}
	if sparse == nil || !(sparse.Seconds > 0) || !strings.Contains(sparse.Note, "60 tasks") ||
		!strings.Contains(sparse.Note, "10 typical points") {
		t.Errorf("sparse: got %+v", sparse)
	}
	if r := effort("raykar", nil); r.Fault == nil {
		t.Errorf("raykar: got %+v", r.Effort)
	}
	labels, features = files(1234)
	v.opens("labels", "labels.csv", labels)
	v.opens("features", "features.csv", features)
	if r := effort("gpc-ma", map[string]string{"exact": "50", "inducing": "10"}); r.Effort == nil ||
		!strings.Contains(r.Effort.Note, "1,234 tasks") {
		t.Errorf("more tasks: got %+v", r.Effort)
	}
}

// Where the method knows workers, what to ask next is what it is least sure of,
// and whom: without another fit, and as a download.
func TestPlanByDoubt(t *testing.T) {
	v := describedVisit(t)
	if r, _ := v.do(api.Request{Fit: &api.Fit{Method: "gpc-ma", Settings: api.Settings{Seed: 1}}}, nil); r.Fault != nil {
		t.Fatal(r.Fault.Message)
	}
	reply, progress := v.do(api.Request{Plan: &api.Plan{Budget: 12}}, nil)
	if reply.Fault != nil || len(progress) > 0 {
		t.Fatalf("got %+v, %d times progress", reply.Fault, len(progress))
	}
	p := reply.Planned
	if !p.ByDoubt || p.Count == 0 || p.Count > 12 || len(p.Asks) != p.Count {
		t.Fatalf("got %+v", p)
	}
	for _, a := range p.Asks { // the others have labels of everybody
		if missed := a.Task.Index%4 == 1; !missed || a.Worker.Name != "w2" || a.Right == nil || *a.Right < .5 {
			t.Errorf("about %s: %+v is asked", a.Task.Name, a.Worker)
		}
	}
	v.must(api.Request{Export: &api.Export{What: "plan", Name: "plan"}}, nil)
	if rows := strings.Split(strings.TrimSpace(v.files["plan"]), "\n"); len(rows) != 1+p.Count || rows[0] != "task,worker,probability_right" {
		t.Errorf("the file: %q", rows)
	}
}

// Figures of a worker by class are headed with the class's name.
func TestClassesAreNamed(t *testing.T) {
	var labels, features strings.Builder
	labels.WriteString("task,worker,label\n")
	features.WriteString("task,x,y\n")
	for i := range 30 {
		for j := range 3 {
			fmt.Fprintf(&labels, "a%d,w%d,%s\n", i, j, []string{"red", "green", "blue"}[(i+j/2*(i/9))%3])
		}
		fmt.Fprintf(&features, "a%d,%d,%d\n", i, 10*(i%3)+i%7, i*i%11)
	}
	v := newVisit(t)
	v.opens("labels", "labels.csv", labels.String())
	v.opens("features", "features.csv", features.String())
	v.must(api.Request{Fit: &api.Fit{Method: "gpc-ma", Settings: api.Settings{Seed: 1}}}, nil)
	var titles []string
	for _, c := range v.must(api.Request{Rows: &api.Rows{Table: "judged", Count: 3}}, nil).Page.Columns {
		titles = append(titles, c.Title)
	}
	if all := strings.Join(titles, "; "); !strings.Contains(all, "Sensitivity, red") || !strings.Contains(all, "Specificity, blue") ||
		strings.Contains(all, "class 1") {
		t.Errorf("got %s", all)
	}
}

// describedVisit is a visit with labels of thirty tasks that lie on a line, x and
// y. The last worker did not see every task.
func describedVisit(t *testing.T) *visit {
	var labels, features strings.Builder
	labels.WriteString("task,worker,label\n")
	features.WriteString("task,x,y\n")
	for i := range 30 {
		for j := range 3 {
			if j == 2 && i%4 == 1 {
				continue
			}
			said := []string{"no", "yes"}[i/15]
			if i == 7 && j == 0 {
				said = "yes"
			}
			fmt.Fprintf(&labels, "a%d,w%d,%s\n", i, j, said)
		}
		if i != 20 {
			fmt.Fprintf(&features, "a%d,%d,%d\n", i, i, 100-2*i+i%2)
		}
	}
	v := newVisit(t)
	v.opens("labels", "labels.csv", labels.String())
	v.opens("features", "features.csv", features.String())
	return v
}
