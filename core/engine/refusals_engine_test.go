package engine

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/session"
)

// engineRefusals provokes what the engine itself refuses.
func engineRefusals(t *testing.T) string {
	var b strings.Builder
	say := func(what string, v *visit, r api.Request, from session.Source) {
		t.Helper()
		fmt.Fprintf(&b, "%s\n  %s\n", what, v.fault(r, from).Message)
	}
	file := func(role, name, text string, read *api.Choices) (api.Request, session.Source) {
		return api.Request{Open: &api.Open{Role: role, File: &api.File{Name: name, Size: int64(len(text))}, Read: read}},
			memory{name, []byte(text)}
	}
	open := func(what string, v *visit, role, text string) {
		t.Helper()
		r, from := file(role, role+".csv", text, nil)
		say(what, v, r, from)
	}
	read := func(o *api.Opened, change func(*api.Choices)) api.Request {
		r := o.Read
		r.Roles = slices.Clone(r.Roles)
		change(&r)
		return api.Request{Reread: &api.Reread{Role: o.Role, Choices: r}}
	}
	with := func(labels string) *visit {
		v := newVisit(t)
		v.offer("unready", &unready{})
		v.offer("unable", &unable{})
		v.offer("stuck", &stuck{})
		v.open(api.RoleLabels, labels)
		return v
	}
	method := func(name string) api.Request { return api.Request{Fit: &api.Fit{Method: name}} }
	get := func(what string) api.Request { return api.Request{Export: &api.Export{What: what}} }

	b.WriteString("\n## Before labels are open\n\n")
	v := newVisit(t)
	for _, x := range []struct {
		what string
		r    api.Request
	}{
		{"nothing", api.Request{}}, {"a fit", method("ds")}, {"what a fit takes", api.Request{Effort: &api.Fit{Method: "ds"}}},
		{"agreement", api.Request{Agree: &api.Agree{}}}, {"pairs of workers", api.Request{Pairs: &api.Pairs{}}},
		{"an amendment", api.Request{Amend: &api.Amend{}}}, {"a comparison", api.Request{Compare: &api.Compare{}}},
		{"advice", api.Request{Advise: &api.Advise{}}}, {"a table", api.Request{Rows: &api.Rows{Table: "tasks"}}},
		{"a table of a comparison", api.Request{Rows: &api.Rows{Table: "compared"}}}, {"a task", api.Request{Task: &api.Subject{}}},
		{"a worker", api.Request{Worker: &api.Subject{}}}, {"a worker judged", api.Request{Judge: &api.Subject{}}},
		{"a plan", api.Request{Plan: &api.Plan{}}},
		{"how many labels are needed", api.Request{Needed: &api.Needed{}}},
		{"topics", api.Request{Topics: &api.Topics{}}}, {"a fold", api.Request{Fold: &api.Fold{}}},
		{"a cancel", api.Request{Cancel: &api.Cancel{ID: 3}}},
		{"a download", get("all")}, {"the list of problems", get("problems")}, {"the download of a comparison", get("compared")},
		{"the download of a plan", get("plan")}, {"a project to save", get("project")},
		{"labels again", api.Request{Reread: &api.Reread{Role: api.RoleLabels}}},
		{"no file", api.Request{Open: &api.Open{Role: api.RoleLabels}}},
		{"no project", api.Request{Open: &api.Open{Role: api.RoleProject}}},
		{"a sample that is none", api.Request{Open: &api.Open{Role: api.RoleLabels, Sample: "nothing"}}},
		{"a file dropped from a role that is none", api.Request{Drop: &api.Drop{Role: "nothing"}}},
	} {
		say(x.what, v, x.r, nil)
	}
	open("truth", v, api.RoleTruth, tinyTruth)
	r, from := file(api.RoleState, "state.gz", "not a state", nil)
	say("a state that is none", v, r, from)
	r, from = file(api.RoleProject, "work.concord", "no project", nil)
	say("a project that is none", v, r, from)

	b.WriteString("\n## With labels\n\n")
	v = with(tiny)
	fakes := v.methods.List
	many := make([]string, analysis.MostCompared+1)
	for _, x := range []struct {
		what string
		r    api.Request
	}{
		{"a method that is none", method("nothing")}, {"a method that lacks something", method("gpc-ma")},
		{"a method that can't begin", method("unready")},
		{"a method that breaks off", method("stuck")},
		{"a value that is none", api.Request{Fit: &api.Fit{Method: "ds", Values: map[string]string{"smoothing": "much"}}}},
		{"what the majority vote takes", api.Request{Effort: &api.Fit{Method: "majority"}}},
		{"a fit from a state", api.Request{Fit: &api.Fit{Method: "ds", Resume: true}}},
		{"one method compared", api.Request{Compare: &api.Compare{Methods: []string{"ds"}}}},
		{"too many methods compared", api.Request{Compare: &api.Compare{Methods: many}}},
		{"a comparison with a method that is none", api.Request{Compare: &api.Compare{Methods: []string{"ds", "nothing"}}}},
		{"advice on a method that is none", api.Request{Advise: &api.Advise{Methods: []string{"nothing"}}}},
		{"advice on methods that can't run", api.Request{Advise: &api.Advise{Methods: []string{"gpc-ma"}}}},
		{"a worker left out who is none", api.Request{Amend: &api.Amend{Exclude: []int{9}}}},
		{"all workers left out", api.Request{Amend: &api.Amend{Exclude: []int{0, 1, 2}}}},
		{"a verdict on a task that is none", api.Request{Amend: &api.Amend{Review: []api.Reviewed{{Task: 9, Label: "yes"}}}}},
		{"a verdict that is no label", api.Request{Amend: &api.Amend{Review: []api.Reviewed{{Task: 0, Label: "maybe"}}}}},
		{"an order of too few classes", api.Request{Amend: &api.Amend{Order: []string{"yes"}}}},
		{"an order with a strange class", api.Request{Amend: &api.Amend{Order: []string{"yes", "maybe"}}}},
		{"an order with a class twice", api.Request{Amend: &api.Amend{Order: []string{"yes", "yes"}}}},
	} {
		v.methods.List = fakes
		if strings.Contains(x.what, "method that is none") {
			v.methods.List = catalog.All() // which it lists
		}
		say(x.what, v, x.r, nil)
	}
	open("tasks to predict", v, api.RolePredict, "task,x\nt9,1\n")
	open("the truth of tasks to predict", v, api.RoleTestTruth, tinyTruth)
	open("nothing that there is", v, "nothing", tiny)
	r, from = file(api.RoleConfusion, "matrices.csv", "worker,truth,label,value\nw1,yes,yes,1\n",
		&api.Choices{Delimiter: ",", Header: true, Encoding: "utf-8", Roles: []string{"worker", "truth", "label", "value"}, Mode: "somehow"})
	say("confusion matrices that enter somehow", v, r, from)
	v.open(api.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt10,2,2\n")
	open("the truth of tasks to predict, of which there are none", v, api.RoleTestTruth, tinyTruth)

	b.WriteString("\n## With a result\n\n")
	v = with(tiny)
	v.fit("majority")
	for _, x := range []struct {
		what string
		r    api.Request
	}{
		{"a worker who is none", api.Request{Worker: &api.Subject{Index: 9}}},
		{"a task that is none", api.Request{Task: &api.Subject{Index: 9}}},
		{"a judged worker who is none", api.Request{Judge: &api.Subject{Index: 9}}},
		{"a table that is none", api.Request{Rows: &api.Rows{Table: "nothing"}}},
		{"a column that is none", api.Request{Rows: &api.Rows{Table: "tasks", Sort: "nothing"}}},
		{"rows of a label that is none", api.Request{Rows: &api.Rows{Table: "tasks", Label: "maybe"}}},
		{"workers of a label", api.Request{Rows: &api.Rows{Table: "workers", Label: "yes"}}},
		{"a file that is none", get("nothing")}, {"labels in a shape that is none",
			api.Request{Export: &api.Export{What: "labels", As: "pdf"}}},
		{"a plan without a budget", api.Request{Plan: &api.Plan{}}},
		{"a plan of fewer than no labels", api.Request{Plan: &api.Plan{Budget: 1, Most: -1}}},
		{"a plan with more than all for one", api.Request{Plan: &api.Plan{Budget: 1, Share: 2}}},
		{"topics", api.Request{Topics: &api.Topics{}}},
	} {
		say(x.what, v, x.r, nil)
	}
	long := with("task,worker,label\n" + strings.Repeat("x", 40_000) + ",a,yes\n2,a,no\n")
	long.fit("majority")
	say("a workbook with a name that is too long", long, api.Request{Export: &api.Export{What: "labels", As: "xlsx"}}, nil)
	v.must(method("unable"), nil)
	say("a method that can't go on", v, api.Request{Amend: &api.Amend{Exclude: []int{1}}}, nil)
	wise := with(tiny)
	wise.open(api.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt3,2,2\nt4,1,1\n")
	wise.fit("gpc-ma")
	say("tasks that can't be predicted", wise, method("unable"), nil)

	b.WriteString("\n## Where the labels have changed since\n\n")
	for _, x := range []struct{ what, role, text string }{
		{"gold tasks", api.RoleGold, tinyTruth}, {"confusion matrices", api.RoleConfusion,
			"worker,truth,label,value\nw1,yes,yes,1\nw1,no,no,1\nw2,yes,yes,1\nw2,no,no,1\nw3,yes,yes,1\nw3,no,no,1\n"},
		{"costs", api.RoleCosts, "truth,label,cost\nyes,no,2\n"}, {"features", api.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt3,2,2\n"},
		{"texts", api.RoleText, "task,text\nt1,one cat and two dogs\nt2,one cat and one dog\nt3,two cats and a dog\n"},
	} {
		v := with(tiny)
		v.open(x.role, x.text)
		v.open(api.RoleLabels, tiny)
		say(x.what, v, method("majority"), nil)
	}
	for _, role := range []string{api.RolePredict, api.RoleTestTruth} {
		v := with(tiny)
		features := "task,x,y\nt1,1,2\nt2,3,1\nt3,2,2\nt8,1,1\n"
		v.open(api.RoleFeatures, features)
		if role == api.RolePredict {
			v.open(role, "task,x,y\nt9,1,2\n")
		} else {
			v.open(role, "task,truth\nt8,yes\n")
		}
		v.open(api.RoleFeatures, features)
		say(role, v, method("majority"), nil)
	}

	b.WriteString("\n## Where labels are numbers\n\n")
	v = with("task,worker,label\nt1,a,1.5\nt1,b,2.5\nt2,a,3\nt2,b,3.5\n")
	v.fit("mean")
	for _, x := range []struct {
		what string
		r    api.Request
	}{
		{"a confusion of workers", api.Request{Confuse: &api.Confused{}}}, {"a verdict",
			api.Request{Amend: &api.Amend{Review: []api.Reviewed{{Task: 0, Label: "2"}}}}},
		{"an order", api.Request{Amend: &api.Amend{Order: []string{"1", "2"}}}}, {"a worker judged", api.Request{Judge: &api.Subject{}}},
		{"a plan", api.Request{Plan: &api.Plan{Budget: 1}}}, {"a state to save", get("state")},
	} {
		say(x.what, v, x.r, nil)
	}
	say("the truth of a sample that has none", newSampleVisit(t, v), api.Request{Open: &api.Open{Role: api.RoleTruth, Sample: untrue(t)}},
		nil)

	b.WriteString("\n## Where a task may have several labels\n\n")
	v = newVisit(t)
	o := v.open(api.RoleLabels, manyTicks)
	v.must(read(o, func(r *api.Choices) { r.Sets, r.Separator = true, "|" }), nil)
	v.fit("majority")
	open("costs", v, api.RoleCosts, "truth,label,cost\nx,y,2\n")
	open("features", v, api.RoleFeatures, "task,p,q\na,1,2\nb,3,1\n")
	open("texts", v, api.RoleText, "task,text\na,one cat\nb,two dogs\n")
	say("a plan", v, api.Request{Plan: &api.Plan{Budget: 1}}, nil)
	say("an order", v, api.Request{Amend: &api.Amend{Order: []string{"x", "y", "z"}}}, nil)
	say("a state to save", v, get("state"), nil)

	b.WriteString("\n## Where labels are only counted\n\n")
	v = newVisit(t)
	o = v.open(api.RoleLabels, fleiss)
	say("a method that weighs workers", v, method("ds"), nil)
	v.fit("majority")
	for _, x := range []struct {
		what string
		r    api.Request
	}{
		{"a worker", api.Request{Worker: &api.Subject{}}}, {"the table of workers", api.Request{Rows: &api.Rows{Table: "workers"}}},
		{"a worker judged", api.Request{Judge: &api.Subject{}}}, {"pairs of workers", api.Request{Pairs: &api.Pairs{}}},
		{"advice", api.Request{Advise: &api.Advise{}}},
		{"a plan", api.Request{Plan: &api.Plan{Budget: 1}}}, {"a worker left out", api.Request{Amend: &api.Amend{Exclude: []int{0}}}},
		{"a state to save", get("state")},
		{"several labels a task", read(o, func(r *api.Choices) { r.Sets = true })},
	} {
		say(x.what, v, x.r, nil)
	}
	open("confusion matrices", v, api.RoleConfusion, "worker,truth,label,value\nw1,1,1,1\n")

	b.WriteString("\n## Earlier fits and projects\n\n")
	v = with(tiny)
	v.fit("ds")
	state, work := save(t, v), v.save("")
	change := func(old, fresh string) session.Source { return resaved(state, old, fresh, nil) }
	for _, x := range []struct {
		what string
		from session.Source
	}{
		{"a state of another version", change(`"version":2`, `"version":9`)}, {"a damaged state", change(`"tasks","n":`, `"tasks","n":-`)},
		{"a state with a name twice", resaved(state, "", "", func(s *export.State) { s.Workers[1] = s.Workers[0] })},
	} {
		say(x.what, newVisit(t), openState(v, x.from), x.from)
	}
	since := func(labels string, change func(*export.State)) *visit {
		v := with(labels)
		s := resaved(state, "", "", change)
		v.do(openState(v, s), s)
		return v
	}
	keep := func(*export.State) {}
	v = newVisit(t)
	v.must(openState(v, state), state)
	open("numbers and a state of classes", v, api.RoleLabels, "task,worker,label\nt1,w1,1.5\nt1,w2,2.5\nt2,w1,3\n")
	open("labels with a class that the state does not know", v, api.RoleLabels, "task,worker,label\nt1,w1,perhaps\nt1,w2,yes\n")
	say("labels to fold, of which there are none", v, api.Request{Fold: &api.Fold{}}, nil)
	v = since(tiny, keep)
	say("a state and tasks with several labels", v, api.Request{Reread: &api.Reread{Role: api.RoleLabels,
		Choices: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label"}, Sets: true}}}, nil)
	say("a method that takes no state", v, api.Request{Fit: &api.Fit{Method: "majority", Resume: true}}, nil)
	say("a method that can't start from the state", v, api.Request{Fit: &api.Fit{Method: "unable", Resume: true}}, nil)
	v.amend1(api.Amend{Exclude: []int{1}})
	say("a fold without a worker", v, api.Request{Fold: &api.Fold{}}, nil)
	v = since(tiny, func(s *export.State) { s.Method = "nothing" })
	v.methods.List = catalog.All()
	say("a fold with a method that is none", v, api.Request{Fold: &api.Fold{}}, nil)
	v = since(tiny, func(s *export.State) { s.Values = map[string]string{"smoothing": "much"} })
	say("a fold with a value that is none", v, api.Request{Fold: &api.Fold{}}, nil)
	replace := func(old, fresh string) session.Source {
		return repack(work, true, func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(fresh), 1) })
	}
	for _, x := range []struct {
		what string
		from session.Source
	}{
		{"a project of a newer version", replace(`"version":2`, `"version":99`)},
		{"a damaged project", repack(work, false, func(b []byte) []byte { return append(b, 'x') })},
		{"a project whose parts do not go together", replace("t1,w1,yes", "t7,w1,yes")},
		{"a state opened as a project", state},
	} {
		say(x.what, newVisit(t), openProject(x.from), x.from)
	}
	unfitted := with(tiny).save("")
	say("a project without a fit, opened as a state", newVisit(t), openState(v, unfitted), unfitted)
	v = newVisit(t)
	v.Engine.host.MemoryLimit = 1 << 30
	var passed int64
	var crowdText strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&crowdText, "task %d,worker %d,%d\n", n/4, n%97, n%3)
	}
	say("a file that no page can hold", v, openText(api.RoleLabels, ""),
		huge{memory{"large.csv", []byte(crowdText.String())}, 40 << 30, &passed})
	b.WriteString("\n## Rare files\n\n")
	record := `{"task": "t1", "worker": "w1", "label": "yes"}`
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for _, x := range []struct{ what, role, text string }{
		{"a text that is not closed", api.RoleLabels, record + "\n" + `{"task": "t1", "worker": "w2", "label": "no` + "\n" + record},
		{"more than JSON", api.RoleLabels, "[" + record + "] and more"},
		{"JSON within JSON", api.RoleLabels, "[" + record + `, {"task": "t2", "worker": "w1", "label": "no", "more": ` + deep + "}]"},
		{"JSON of no records", api.RoleLabels, `["t1", "t2"]`}, {"tasks of Label Studio without annotations", api.RoleLabels,
			`[{"id": 1, "data": {"text": "x"}, "annotations": []}, {"id": 2, "data": {"text": "y"}, "annotations": []}]`},
		{"JSON with a record of 2 MB", api.RoleLabels, `[{"task": "` + strings.Repeat("x", 2<<20) + `", "worker": "w", "label": "yes"}]`},
		{"tasks of Label Studio that nobody labelled", api.RoleLabels, `[{"id": 1, "data": {"text": "x"}, "annotations": [{"id": 1, ` +
			`"completed_by": 1, "result": []}]}]`},
		{"features without a number", api.RoleFeatures, "task,note\nt1,one\nt2,two\n"},
		{"features that are all the same", api.RoleFeatures, "task,x\nt1,1\nt2,1\nt10,1\n"},
		{"features without a column but the task", api.RoleFeatures, "task,task_id\nt1,1\n"},
	} {
		open(x.what, with(tiny), x.role, x.text)
	}
	numbers := "task,worker,label\nt1,a,1.5\nt1,b,2.5\nt2,a,3\nt2,b,3.5\n"
	for _, x := range []struct{ what, role, text string }{
		{"costs of numbers", api.RoleCosts, "truth,label,cost\n1,2,3\n"}, {"gold tasks of numbers", api.RoleGold, "task,truth\nt1,2\n"},
		{"confusion matrices of numbers", api.RoleConfusion, "worker,truth,label,value\na,1,1,1\n"},
	} {
		open(x.what, with(numbers), x.role, x.text)
	}
	var crowded strings.Builder
	crowded.WriteString("task,worker,label\n")
	for n := range crowd.MaxClasses + 2 {
		fmt.Fprintf(&crowded, "t%d,w%d,c%d\n", n/2, n%2, n)
	}
	some := strings.Join(strings.SplitAfter(crowded.String(), "\n")[:300], "")
	open("costs of many classes", with(some), api.RoleCosts, "truth,label,cost\nc1,c2,3\n")
	v = newVisit(t)
	plain := api.Choices{Delimiter: ",", Header: true, Encoding: "utf-8", Roles: []string{"task", "worker", "label"}, ManyClasses: true}
	r, from = file(api.RoleLabels, "labels.csv", crowded.String(), &plain)
	say("more classes than any method takes", v, r, from)
	plain.Again = "sometimes"
	r, from = file(api.RoleLabels, "labels.csv", tiny, &plain)
	say("repeated labels to be dealt with in no way", v, r, from)
	plain.Again, plain.Sets, plain.Numeric = "", true, true
	r, from = file(api.RoleLabels, "labels.csv", numbers, &plain)
	say("several numbers a task", v, r, from)
	say("a file that can't be read", v, openText(api.RoleLabels, tiny), torn{memory{"labels.csv", []byte(tiny)}})
	say("a file whose end can't be read", v, openText(api.RoleLabels, ""),
		tornLate{memory{"labels.csv", []byte(tiny + strings.Repeat("t2,w1,no\n", 200_000))}})
	two := func(what, a, b string) {
		t.Helper()
		files := []api.File{{Name: "a.csv", Size: int64(len(a))}, {Name: "b.csv", Size: int64(len(b))}}
		r := api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: "a+1.csv"}, Files: files}}
		say(what, newVisit(t), r, memory{"a+1.csv", []byte(a + b)})
	}
	two("two files of different formats", tiny, record)
	two("two files of different columns", tiny, "task,worker,opinion\nt1,w1,yes\nt1,w2,no\nt2,w1,no\nt2,w2,no\n")
	two("two files of which the other has a header", "t1,w1,yes\nt1,w2,no\nt2,w1,no\nt2,w2,yes\n", tiny)
	v = with(tiny)
	v.open(api.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt10,2,2\n")
	open("tasks to predict without a feature", v, api.RolePredict, "task,x\nt9,1\n")
	var files []string
	for n := range 101 {
		files = append(files, fmt.Sprintf("%03d.csv", n), "task,worker,label\nt1,a,yes\n")
	}
	files[len(files)-1] = "worker,task,label\na,t1,yes\n"
	open("a hundred files and another", newVisit(t), api.RoleLabels, zipped(t, files...))
	for n := range 10_001 {
		files = append(files, fmt.Sprint(n), "")
	}
	open("an archive of very many files", newVisit(t), api.RoleLabels, zipped(t, files...))
	book := zipped(t,
		"xl/workbook.xml", `<workbook><sheets><sheet name="Labels" r:id="r1"/><sheet name="Notes" r:id="r2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" `+
			`Target="worksheets/sheet2.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row><c t="inlineStr"><is><t>task</t></is></c><c `+
			`t="inlineStr"><is><t>worker</t></is></c><c t="inlineStr"><is><t>label</t></is></c></row>`+
			`<row><c t="inlineStr"><is><t>t1</t></is></c><c t="inlineStr"><is><t>a</t></is></c><c `+
			`t="inlineStr"><is><t>yes</t></is></c></row></sheetData></worksheet>`,
		"xl/worksheets/sheet2.xml", "<worksheet><sheetData/></worksheet>")
	for _, sheet := range []string{"Nothing", "Notes"} {
		r, from = file(api.RoleLabels, "book.xlsx", book, &api.Choices{Sheet: sheet})
		say("the sheet "+sheet, newVisit(t), r, from)
	}
	return b.String()
}
