package engine

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/export"
	"concord/core/session"
	"concord/core/wire"
)

// engineRefusals provokes what the engine itself refuses.
func engineRefusals(t *testing.T) string {
	var b strings.Builder
	say := func(what string, v *visit, r wire.Request, from session.Source) {
		t.Helper()
		fmt.Fprintf(&b, "%s\n  %s\n", what, v.fault(r, from).Message)
	}
	file := func(role, name, text string, read *wire.Read) (wire.Request, session.Source) {
		return wire.Request{Open: &wire.Open{Role: role, File: &wire.File{Name: name, Size: int64(len(text))}, Read: read}},
			memory{name, []byte(text)}
	}
	open := func(what string, v *visit, role, text string) {
		t.Helper()
		r, from := file(role, role+".csv", text, nil)
		say(what, v, r, from)
	}
	read := func(o *wire.Opened, change func(*wire.Read)) wire.Request {
		r := o.Read
		r.Roles = slices.Clone(r.Roles)
		change(&r)
		return wire.Request{Reread: &wire.Reread{Role: o.Role, Read: r}}
	}
	with := func(labels string) *visit {
		v := newVisit(t)
		v.offer("unready", &unready{})
		v.offer("unable", &unable{})
		v.offer("stuck", &stuck{})
		v.open(wire.RoleLabels, labels)
		return v
	}
	method := func(name string) wire.Request { return wire.Request{Fit: &wire.Fit{Method: name}} }
	get := func(what string) wire.Request { return wire.Request{Export: &wire.Export{What: what}} }

	b.WriteString("\n## Before labels are open\n\n")
	v := newVisit(t)
	for _, x := range []struct {
		what string
		r    wire.Request
	}{
		{"nothing", wire.Request{}}, {"a fit", method("ds")}, {"what a fit takes", wire.Request{Effort: &wire.Fit{Method: "ds"}}},
		{"agreement", wire.Request{Agree: &wire.Agree{}}}, {"pairs of workers", wire.Request{Pairs: &wire.Pairs{}}},
		{"an amendment", wire.Request{Amend: &wire.Amend{}}}, {"a comparison", wire.Request{Compare: &wire.Compare{}}},
		{"advice", wire.Request{Advise: &wire.Advise{}}}, {"a table", wire.Request{Rows: &wire.Rows{Table: "tasks"}}},
		{"a table of a comparison", wire.Request{Rows: &wire.Rows{Table: "compared"}}}, {"a task", wire.Request{Task: &wire.Subject{}}},
		{"a worker", wire.Request{Worker: &wire.Subject{}}}, {"a worker judged", wire.Request{Judge: &wire.Subject{}}},
		{"a plan", wire.Request{Plan: &wire.Plan{}}}, {"a picture", wire.Request{Picture: &wire.Picture{}}},
		{"a replay", wire.Request{Replay: &wire.Replay{}}}, {"how many labels are needed", wire.Request{Needed: &wire.Needed{}}},
		{"topics", wire.Request{Topics: &wire.Topics{}}}, {"a fold", wire.Request{Fold: &wire.Fold{}}},
		{"a cancel", wire.Request{Cancel: &wire.Cancel{ID: 3}}},
		{"a download", get("all")}, {"the list of problems", get("problems")}, {"the download of a comparison", get("compared")},
		{"the download of a plan", get("plan")}, {"a workspace to save", get("workspace")},
		{"labels again", wire.Request{Reread: &wire.Reread{Role: wire.RoleLabels}}},
		{"no file", wire.Request{Open: &wire.Open{Role: wire.RoleLabels}}},
		{"no workspace", wire.Request{Open: &wire.Open{Role: wire.RoleWorkspace}}},
		{"a sample that is none", wire.Request{Open: &wire.Open{Role: wire.RoleLabels, Sample: "nothing"}}},
		{"a file dropped from a role that is none", wire.Request{Drop: &wire.Drop{Role: "nothing"}}},
	} {
		say(x.what, v, x.r, nil)
	}
	open("truth", v, wire.RoleTruth, tinyTruth)
	r, from := file(wire.RoleState, "state.gz", "not a state", nil)
	say("a state that is none", v, r, from)
	r, from = file(wire.RoleWorkspace, "work.concord", "no workspace", nil)
	say("a workspace that is none", v, r, from)

	b.WriteString("\n## With labels\n\n")
	v = with(tiny)
	fakes := v.methods.List
	many := make([]string, analysis.MostCompared+1)
	for _, x := range []struct {
		what string
		r    wire.Request
	}{
		{"a method that is none", method("nothing")}, {"a method that lacks something", method("gpc-ma")},
		{"a method that can't begin", method("unready")},
		{"a method that breaks off", method("stuck")},
		{"a value that is none", wire.Request{Fit: &wire.Fit{Method: "ds", Values: map[string]string{"smoothing": "much"}}}},
		{"what the majority vote takes", wire.Request{Effort: &wire.Fit{Method: "majority"}}},
		{"a fit from a state", wire.Request{Fit: &wire.Fit{Method: "ds", Resume: true}}},
		{"one method compared", wire.Request{Compare: &wire.Compare{Methods: []string{"ds"}}}},
		{"too many methods compared", wire.Request{Compare: &wire.Compare{Methods: many}}},
		{"a comparison with a method that is none", wire.Request{Compare: &wire.Compare{Methods: []string{"ds", "nothing"}}}},
		{"advice on a method that is none", wire.Request{Advise: &wire.Advise{Methods: []string{"nothing"}}}},
		{"advice on methods that can't run", wire.Request{Advise: &wire.Advise{Methods: []string{"gpc-ma"}}}},
		{"a worker left out who is none", wire.Request{Amend: &wire.Amend{Exclude: []int{9}}}},
		{"all workers left out", wire.Request{Amend: &wire.Amend{Exclude: []int{0, 1, 2}}}},
		{"a verdict on a task that is none", wire.Request{Amend: &wire.Amend{Review: []wire.Reviewed{{Task: 9, Label: "yes"}}}}},
		{"a verdict that is no label", wire.Request{Amend: &wire.Amend{Review: []wire.Reviewed{{Task: 0, Label: "maybe"}}}}},
		{"an order of too few classes", wire.Request{Amend: &wire.Amend{Order: []string{"yes"}}}},
		{"an order with a strange class", wire.Request{Amend: &wire.Amend{Order: []string{"yes", "maybe"}}}},
		{"an order with a class twice", wire.Request{Amend: &wire.Amend{Order: []string{"yes", "yes"}}}},
	} {
		v.methods.List = fakes
		if strings.Contains(x.what, "method that is none") {
			v.methods.List = catalog.All() // which it lists
		}
		say(x.what, v, x.r, nil)
	}
	open("tasks to predict", v, wire.RolePredict, "task,x\nt9,1\n")
	open("the truth of tasks to predict", v, wire.RoleTestTruth, tinyTruth)
	open("nothing that there is", v, "nothing", tiny)
	r, from = file(wire.RoleConfusion, "matrices.csv", "worker,truth,label,value\nw1,yes,yes,1\n",
		&wire.Read{Delimiter: ",", Header: true, Encoding: "utf-8", Roles: []string{"worker", "truth", "label", "value"}, Mode: "somehow"})
	say("confusion matrices that enter somehow", v, r, from)
	v.open(wire.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt10,2,2\n")
	open("the truth of tasks to predict, of which there are none", v, wire.RoleTestTruth, tinyTruth)

	b.WriteString("\n## With a result\n\n")
	v = with(tiny)
	v.fit("majority")
	for _, x := range []struct {
		what string
		r    wire.Request
	}{
		{"a worker who is none", wire.Request{Worker: &wire.Subject{Index: 9}}},
		{"a task that is none", wire.Request{Task: &wire.Subject{Index: 9}}},
		{"a judged worker who is none", wire.Request{Judge: &wire.Subject{Index: 9}}},
		{"a table that is none", wire.Request{Rows: &wire.Rows{Table: "nothing"}}},
		{"a column that is none", wire.Request{Rows: &wire.Rows{Table: "tasks", Sort: "nothing"}}},
		{"rows of a label that is none", wire.Request{Rows: &wire.Rows{Table: "tasks", Label: "maybe"}}},
		{"workers of a label", wire.Request{Rows: &wire.Rows{Table: "workers", Label: "yes"}}},
		{"a file that is none", get("nothing")}, {"labels in a shape that is none",
			wire.Request{Export: &wire.Export{What: "labels", As: "pdf"}}},
		{"a plan without a budget", wire.Request{Plan: &wire.Plan{}}},
		{"a plan of fewer than no labels", wire.Request{Plan: &wire.Plan{Budget: 1, Most: -1}}},
		{"a plan with more than all for one", wire.Request{Plan: &wire.Plan{Budget: 1, Share: 2}}},
		{"a picture", wire.Request{Picture: &wire.Picture{}}}, {"topics", wire.Request{Topics: &wire.Topics{}}},
		{"a replay", wire.Request{Replay: &wire.Replay{}}},
	} {
		say(x.what, v, x.r, nil)
	}
	long := with("task,worker,label\n" + strings.Repeat("x", 40_000) + ",a,yes\n2,a,no\n")
	long.fit("majority")
	say("a workbook with a name that is too long", long, wire.Request{Export: &wire.Export{What: "labels", As: "xlsx"}}, nil)
	v.must(method("unable"), nil)
	say("a method that can't go on", v, wire.Request{Amend: &wire.Amend{Exclude: []int{1}}}, nil)
	wise := with(tiny)
	wise.open(wire.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt3,2,2\nt4,1,1\n")
	wise.fit("gpc-ma")
	say("a replay of fewer than no labels", wise, wire.Request{Replay: &wire.Replay{Start: -1}}, nil)
	say("tasks that can't be predicted", wise, method("unable"), nil)

	b.WriteString("\n## Where the labels have changed since\n\n")
	for _, x := range []struct{ what, role, text string }{
		{"gold tasks", wire.RoleGold, tinyTruth}, {"confusion matrices", wire.RoleConfusion,
			"worker,truth,label,value\nw1,yes,yes,1\nw1,no,no,1\nw2,yes,yes,1\nw2,no,no,1\nw3,yes,yes,1\nw3,no,no,1\n"},
		{"costs", wire.RoleCosts, "truth,label,cost\nyes,no,2\n"}, {"features", wire.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt3,2,2\n"},
		{"texts", wire.RoleText, "task,text\nt1,one cat and two dogs\nt2,one cat and one dog\nt3,two cats and a dog\n"},
	} {
		v := with(tiny)
		v.open(x.role, x.text)
		v.open(wire.RoleLabels, tiny)
		say(x.what, v, method("majority"), nil)
	}
	for _, role := range []string{wire.RolePredict, wire.RoleTestTruth} {
		v := with(tiny)
		features := "task,x,y\nt1,1,2\nt2,3,1\nt3,2,2\nt8,1,1\n"
		v.open(wire.RoleFeatures, features)
		if role == wire.RolePredict {
			v.open(role, "task,x,y\nt9,1,2\n")
		} else {
			v.open(role, "task,truth\nt8,yes\n")
		}
		v.open(wire.RoleFeatures, features)
		say(role, v, method("majority"), nil)
	}

	b.WriteString("\n## Where labels are numbers\n\n")
	v = with("task,worker,label\nt1,a,1.5\nt1,b,2.5\nt2,a,3\nt2,b,3.5\n")
	v.fit("mean")
	for _, x := range []struct {
		what string
		r    wire.Request
	}{
		{"pairs of workers", wire.Request{Pairs: &wire.Pairs{}}}, {"a verdict",
			wire.Request{Amend: &wire.Amend{Review: []wire.Reviewed{{Task: 0, Label: "2"}}}}},
		{"an order", wire.Request{Amend: &wire.Amend{Order: []string{"1", "2"}}}}, {"a worker judged", wire.Request{Judge: &wire.Subject{}}},
		{"a plan", wire.Request{Plan: &wire.Plan{Budget: 1}}}, {"a state to save", get("state")},
	} {
		say(x.what, v, x.r, nil)
	}
	say("the truth of a sample that has none", newSampleVisit(t, v), wire.Request{Open: &wire.Open{Role: wire.RoleTruth, Sample: untrue(t)}},
		nil)

	b.WriteString("\n## Where a task may have several labels\n\n")
	v = newVisit(t)
	o := v.open(wire.RoleLabels, manyTicks)
	v.must(read(o, func(r *wire.Read) { r.Sets, r.Separator = true, "|" }), nil)
	v.fit("majority")
	open("costs", v, wire.RoleCosts, "truth,label,cost\nx,y,2\n")
	open("features", v, wire.RoleFeatures, "task,p,q\na,1,2\nb,3,1\n")
	open("texts", v, wire.RoleText, "task,text\na,one cat\nb,two dogs\n")
	say("a plan", v, wire.Request{Plan: &wire.Plan{Budget: 1}}, nil)
	say("an order", v, wire.Request{Amend: &wire.Amend{Order: []string{"x", "y", "z"}}}, nil)
	say("a state to save", v, get("state"), nil)

	b.WriteString("\n## Where labels are only counted\n\n")
	v = newVisit(t)
	o = v.open(wire.RoleLabels, fleiss)
	say("a method that weighs workers", v, method("ds"), nil)
	v.fit("majority")
	for _, x := range []struct {
		what string
		r    wire.Request
	}{
		{"a worker", wire.Request{Worker: &wire.Subject{}}}, {"the table of workers", wire.Request{Rows: &wire.Rows{Table: "workers"}}},
		{"a worker judged", wire.Request{Judge: &wire.Subject{}}}, {"pairs of workers", wire.Request{Pairs: &wire.Pairs{}}},
		{"advice", wire.Request{Advise: &wire.Advise{}}},
		{"a plan", wire.Request{Plan: &wire.Plan{Budget: 1}}}, {"a worker left out", wire.Request{Amend: &wire.Amend{Exclude: []int{0}}}},
		{"a state to save", get("state")},
		{"several labels a task", read(o, func(r *wire.Read) { r.Sets = true })},
	} {
		say(x.what, v, x.r, nil)
	}
	open("confusion matrices", v, wire.RoleConfusion, "worker,truth,label,value\nw1,1,1,1\n")

	b.WriteString("\n## Saved states and workspaces\n\n")
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
	open("numbers and a state of classes", v, wire.RoleLabels, "task,worker,label\nt1,w1,1.5\nt1,w2,2.5\nt2,w1,3\n")
	open("labels with a class that the state does not know", v, wire.RoleLabels, "task,worker,label\nt1,w1,perhaps\nt1,w2,yes\n")
	say("labels to fold, of which there are none", v, wire.Request{Fold: &wire.Fold{}}, nil)
	v = since(tiny, keep)
	say("a state and tasks with several labels", v, wire.Request{Reread: &wire.Reread{Role: wire.RoleLabels,
		Read: wire.Read{Delimiter: ",", Header: true, Roles: []string{"task", "worker", "label"}, Sets: true}}}, nil)
	say("a method that takes no state", v, wire.Request{Fit: &wire.Fit{Method: "majority", Resume: true}}, nil)
	say("a method that can't start from the state", v, wire.Request{Fit: &wire.Fit{Method: "unable", Resume: true}}, nil)
	v.amend1(wire.Amend{Exclude: []int{1}})
	say("a fold without a worker", v, wire.Request{Fold: &wire.Fold{}}, nil)
	v = since(tiny, func(s *export.State) { s.Method = "nothing" })
	v.methods.List = catalog.All()
	say("a fold with a method that is none", v, wire.Request{Fold: &wire.Fold{}}, nil)
	v = since(tiny, func(s *export.State) { s.Values = map[string]string{"smoothing": "much"} })
	say("a fold with a value that is none", v, wire.Request{Fold: &wire.Fold{}}, nil)
	replace := func(old, fresh string) session.Source {
		return repack(work, true, func(b []byte) []byte { return bytes.Replace(b, []byte(old), []byte(fresh), 1) })
	}
	for _, x := range []struct {
		what string
		from session.Source
	}{
		{"a workspace of a newer version", replace(`"version":2`, `"version":99`)},
		{"a damaged workspace", repack(work, false, func(b []byte) []byte { return append(b, 'x') })},
		{"a workspace whose parts do not go together", replace("t1,w1,yes", "t7,w1,yes")},
		{"a state opened as a workspace", state},
	} {
		say(x.what, newVisit(t), openWorkspace(x.from), x.from)
	}
	unfitted := with(tiny).save("")
	say("a workspace without a fit, opened as a state", newVisit(t), openState(v, unfitted), unfitted)
	v = newVisit(t)
	v.Engine.host = &narrow{v.world, 1 << 30}
	var passed int64
	var crowdText strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&crowdText, "task %d,worker %d,%d\n", n/4, n%97, n%3)
	}
	say("a file that no page can hold", v, openText(wire.RoleLabels, ""),
		huge{memory{"large.csv", []byte(crowdText.String())}, 40 << 30, &passed})
	b.WriteString("\n## Rare files\n\n")
	record := `{"task": "t1", "worker": "w1", "label": "yes"}`
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	for _, x := range []struct{ what, role, text string }{
		{"a text that is not closed", wire.RoleLabels, record + "\n" + `{"task": "t1", "worker": "w2", "label": "no` + "\n" + record},
		{"more than JSON", wire.RoleLabels, "[" + record + "] and more"},
		{"JSON within JSON", wire.RoleLabels, "[" + record + `, {"task": "t2", "worker": "w1", "label": "no", "more": ` + deep + "}]"},
		{"JSON of no records", wire.RoleLabels, `["t1", "t2"]`}, {"tasks of Label Studio without annotations", wire.RoleLabels,
			`[{"id": 1, "data": {"text": "x"}, "annotations": []}, {"id": 2, "data": {"text": "y"}, "annotations": []}]`},
		{"JSON with a record of 2 MB", wire.RoleLabels, `[{"task": "` + strings.Repeat("x", 2<<20) + `", "worker": "w", "label": "yes"}]`},
		{"tasks of Label Studio that nobody labelled", wire.RoleLabels, `[{"id": 1, "data": {"text": "x"}, "annotations": [{"id": 1, ` +
			`"completed_by": 1, "result": []}]}]`},
		{"features without a number", wire.RoleFeatures, "task,note\nt1,one\nt2,two\n"},
		{"features that are all the same", wire.RoleFeatures, "task,x\nt1,1\nt2,1\nt10,1\n"},
		{"features without a column but the task", wire.RoleFeatures, "task,task_id\nt1,1\n"},
	} {
		open(x.what, with(tiny), x.role, x.text)
	}
	numbers := "task,worker,label\nt1,a,1.5\nt1,b,2.5\nt2,a,3\nt2,b,3.5\n"
	for _, x := range []struct{ what, role, text string }{
		{"costs of numbers", wire.RoleCosts, "truth,label,cost\n1,2,3\n"}, {"gold tasks of numbers", wire.RoleGold, "task,truth\nt1,2\n"},
		{"confusion matrices of numbers", wire.RoleConfusion, "worker,truth,label,value\na,1,1,1\n"},
	} {
		open(x.what, with(numbers), x.role, x.text)
	}
	var crowded strings.Builder
	crowded.WriteString("task,worker,label\n")
	for n := range crowd.MaxClasses + 2 {
		fmt.Fprintf(&crowded, "t%d,w%d,c%d\n", n/2, n%2, n)
	}
	some := strings.Join(strings.SplitAfter(crowded.String(), "\n")[:300], "")
	open("costs of many classes", with(some), wire.RoleCosts, "truth,label,cost\nc1,c2,3\n")
	v = newVisit(t)
	plain := wire.Read{Delimiter: ",", Header: true, Encoding: "utf-8", Roles: []string{"task", "worker", "label"}, ManyClasses: true}
	r, from = file(wire.RoleLabels, "labels.csv", crowded.String(), &plain)
	say("more classes than any method takes", v, r, from)
	plain.Again = "sometimes"
	r, from = file(wire.RoleLabels, "labels.csv", tiny, &plain)
	say("repeated labels to be dealt with in no way", v, r, from)
	plain.Again, plain.Sets, plain.Numeric = "", true, true
	r, from = file(wire.RoleLabels, "labels.csv", numbers, &plain)
	say("several numbers a task", v, r, from)
	say("a file that can't be read", v, openText(wire.RoleLabels, tiny), torn{memory{"labels.csv", []byte(tiny)}})
	say("a file whose end can't be read", v, openText(wire.RoleLabels, ""),
		tornLate{memory{"labels.csv", []byte(tiny + strings.Repeat("t2,w1,no\n", 200_000))}})
	two := func(what, a, b string) {
		t.Helper()
		files := []wire.File{{Name: "a.csv", Size: int64(len(a))}, {Name: "b.csv", Size: int64(len(b))}}
		r := wire.Request{Open: &wire.Open{Role: wire.RoleLabels, File: &wire.File{Name: "a+1.csv"}, Files: files}}
		say(what, newVisit(t), r, memory{"a+1.csv", []byte(a + b)})
	}
	two("two files of different formats", tiny, record)
	two("two files of different columns", tiny, "task,worker,opinion\nt1,w1,yes\nt1,w2,no\nt2,w1,no\nt2,w2,no\n")
	two("two files of which the other has a header", "t1,w1,yes\nt1,w2,no\nt2,w1,no\nt2,w2,yes\n", tiny)
	v = with(tiny)
	v.open(wire.RoleFeatures, "task,x,y\nt1,1,2\nt2,3,1\nt10,2,2\n")
	open("tasks to predict without a feature", v, wire.RolePredict, "task,x\nt9,1\n")
	var files []string
	for n := range 101 {
		files = append(files, fmt.Sprintf("%03d.csv", n), "task,worker,label\nt1,a,yes\n")
	}
	files[len(files)-1] = "worker,task,label\na,t1,yes\n"
	open("a hundred files and another", newVisit(t), wire.RoleLabels, zipped(t, files...))
	for n := range 10_001 {
		files = append(files, fmt.Sprint(n), "")
	}
	open("an archive of very many files", newVisit(t), wire.RoleLabels, zipped(t, files...))
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
		r, from = file(wire.RoleLabels, "book.xlsx", book, &wire.Read{Sheet: sheet})
		say("the sheet "+sheet, newVisit(t), r, from)
	}
	return b.String()
}
