package engine

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"concord/core/api"
)

// vote is one of the 100 votes that TestFormatsAgree writes in every format.
type vote struct{ task, worker, label string }

// hundredVotes are what 5 workers, the first of them mostly right and the last mostly
// guessing, say of 20 tasks.
func hundredVotes() (all []vote, tasks, workers []string) {
	classes := []string{"cat", "dog", "red fox"}
	workers = []string{"ann", "bob", "eve", "joe", "kim"}
	for i := range 20 {
		tasks = append(tasks, fmt.Sprintf("T%d", i+1))
		for j, w := range workers {
			k := i % 3
			if (i*7+j*5)%11 < 2*j {
				k = (i + i/3 + j) % 3
			}
			all = append(all, vote{tasks[i], w, classes[k]})
		}
	}
	return all, tasks, workers
}

// rows writes each vote by a pattern, in which $t, $w and $l stand for it.
func rows(head, pattern string, all []vote, foot string) string {
	var b strings.Builder
	b.WriteString(head)
	for n, v := range all {
		b.WriteString(strings.NewReplacer("$t", v.task, "$w", v.worker, "$l", v.label, "$n", fmt.Sprint(n)).Replace(pattern))
	}
	return strings.TrimSuffix(b.String(), ",") + foot
}

// of are the votes on a task, or by a worker.
func of(all []vote, is func(vote) bool) (some []vote) {
	for _, v := range all {
		if is(v) {
			some = append(some, v)
		}
	}
	return some
}

// byTask writes the votes of each task together.
func byTask(all []vote, tasks []string, head, open, pattern, end, foot string) string {
	b := head
	for _, task := range tasks {
		some := of(all, func(v vote) bool { return v.task == task })
		b += rows(strings.ReplaceAll(open, "$t", task), pattern, some, end)
	}
	return strings.TrimSuffix(b, ",") + foot
}

func zipped(t *testing.T, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for n := 0; n < len(files); n += 2 {
		w, err := z.Create(files[n])
		if err == nil {
			_, err = w.Write([]byte(files[n+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The same votes give the same labels and the same posteriors, to the last bit,
// in whatever format they come.
func TestFormatsAgree(t *testing.T) {
	all, tasks, workers := hundredVotes()
	csv := rows("task,worker,label\n", "$t,$w,$l\n", all, "")
	json := rows("[", `{"task": "$t", "worker": "$w", "label": "$l"},`, all, "]")
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	z.Write([]byte(csv))
	z.Close()
	wide := "photo," + strings.Join(workers, ",") + "\n"
	for _, task := range tasks {
		wide += rows(task, ",$l", of(all, func(v vote) bool { return v.task == task }), "\n")
	}
	var users []string
	for _, w := range workers {
		users = append(users, w+".jsonl", rows("", `{"id": "$t", "text": "text of $t", "label": ["$l"], "Comments": []}`+"\n",
			of(all, func(v vote) bool { return v.worker == w }), ""))
	}
	wideSheet := func(cells ...string) string {
		row := "<row>"
		for _, c := range cells {
			row += `<c t="inlineStr"><is><t>` + c + "</t></is></c>"
		}
		return row + "</row>"
	}
	sixteen := "\xff\xfe"
	for _, u := range utf16.Encode([]rune(strings.ReplaceAll(csv, ",", ";"))) {
		sixteen += string([]byte{byte(u), byte(u >> 8)})
	}
	half := len(all) / 2
	book := zipped(t,
		"xl/workbook.xml", `<workbook><sheets><sheet name="Labels" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", rows("<worksheet><sheetData>"+wideSheet("worker", "task", "label"), wideSheet("$w", "$t", "$l"), all,
			"</sheetData></worksheet>"))
	packed := func(file string) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write([]byte(file))
		z.Close()
		return b.String()
	}
	var crew []string
	for _, w := range workers {
		crew = append(crew, w+".csv", rows("photo,answer\n", "$t,$l\n", of(all, func(v vote) bool { return v.worker == w }), ""))
	}
	var annotators []string
	for _, w := range workers {
		annotators = append(annotators, w+".jsonl", rows("", `{"text": "x", "_input_hash": "$t", "_task_hash": "h$t", "options": [{"id": `+
			`"cat"}], "accept": ["$l"], "answer": "accept"}`+"\n", of(all, func(v vote) bool { return v.worker == w }), ""))
	}
	form := `<?xml version="1.0" encoding="ASCII"?><QuestionFormAnswers><Answer><QuestionIdentifier>why</QuestionIdentifier><FreeText>$n ` +
		`&lt; 1</FreeText></Answer>` +
		`<Answer><QuestionIdentifier>animal</QuestionIdentifier><SelectionIdentifier>$l</SelectionIdentifier></Answer></QuestionFormAnswers>`
	quoted := strings.ReplaceAll(form, `"`, `""`)
	ids := `"_input_hash": "$t", "_task_hash": "h$t"`

	var want string
	for _, test := range []struct{ name, file string }{
		{"labels.csv", csv},
		{"semicolons in UTF-16.csv", sixteen},
		{"labels.csv.gz", gz.String()},
		{"labels.zip", zipped(t, "labels.csv", csv)},
		{"no header.tsv", rows("", "$w\t$t\t$l\n", all, "")},
		{"mturk.csv", rows(`"HITId","AssignmentId","WorkerId","AssignmentStatus","Input.url","Answer.animal"`+"\n",
			`"$t","a$n","$w","Approved","https://example.org/$t","$l"`+"\n", all, "")},
		{"appen.csv", rows("_unit_id,_golden,_tainted,_trust,_worker_id,animal,animal_gold\n", "$t,false,false,0.9,$w,$l,\n", all, "")},
		{"toloka.tsv", rows("INPUT:url\tOUTPUT:animal\tGOLDEN:animal\tASSIGNMENT:task_id\tASSIGNMENT:worker_id\tASSIGNMENT:status\n",
			"u$t\t$l\t\t$t\t$w\tAPPROVED\n", all, "")},
		{"label-studio.csv", rows("text,id,label,annotator,annotation_id,created_at,updated_at,lead_time\n", "x,$t,$l,$w,$n,,,1\n", all, "")},
		{"wide.csv", wide},
		{"triples.json", json},
		{"triples.ndjson", rows("", `{"Rater": "$w", "vote": "$l", "question-id": "$t", "extra": {"a": [1]}}`+"\n", all, "")},
		{"nested.json", byTask(all, tasks, "[", `{"image": "$t", "labels": [`, `{"annotator": "$w", "label": "$l"},`, "]},", "]")},
		{"label-studio.json", byTask(all, tasks, "[", `{"id": "$t", "data": {"text": "x"}, "annotations": [`, `{"id": $n, "completed_by": `+
			`{"id": $n, "email": "$w"}, "result": [{"from_name": "animal", "type": "choices", "value": {"choices": ["$l"]}}]},`, "]},", "]")},
		{"prodigy.jsonl", rows("", `{`+ids+`, "accept": ["$l"], "answer": "accept", "_annotator_id": "$w", "_view_id": "choice"}`+"\n", all, "")},
		{"doccano.zip", zipped(t, users...)},
		{"argilla.json", byTask(all, tasks, "[", `{"id": "$t", "fields": {"text": "x"}, "responses": [`,
			`{"user_id": "$w", "status": "submitted", "values": {"animal": {"value": "$l"}}},`, "]},", "]")},
		{"labelbox.ndjson", byTask(all, tasks, "", `{"data_row": {"id": "$t"}, "projects": {"p": {"labels": [`,
			`{"label_details": {"created_by": "$w"}, "annotations": {"classifications": [{"name": "animal", "radio_answer": {"name": "$l"}}]}},`,
			"]}}}\n", "")},
		{"peerannot.json", byTask(all, tasks, "{", `"$t": {`, `"$w": "$l",`, "},", "}")},
		{"labels.xlsx", book},
		{"labels.xlsx.gz", packed(book)},
		{"labels.zip.gz", packed(zipped(t, "labels.csv", csv))},
		{"two halves.zip", zipped(t, "monday.csv", rows("task,worker,label\n", "$t,$w,$l\n", all[:half], ""), "tuesday.csv",
			rows("task,worker,label\n", "$t,$w,$l\n", all[half:], ""))},
		{"a file a worker.zip", zipped(t, crew...)},
		{"mturk-api.csv", rows("AssignmentId,WorkerId,HITId,AssignmentStatus,AcceptTime,SubmitTime,AutoApprovalTime,Answer\n",
			`a$n,$w,$t,Approved,,,,"`+quoted+`"`+"\n", all, "")},
		{"mturk-api.json", rows(`{"NumResults": 100, "Assignments": [`, `{"AssignmentId": "a$n", "WorkerId": "$w", "HITId": "$t", `+
			`"AssignmentStatus": "Submitted", "Answer": "`+strings.ReplaceAll(form, `"`, `\"`)+`"},`, all, "]}")},
		{"mturk-crowd.csv", rows("HITId,AssignmentId,WorkerId,AssignmentStatus,Input.url,Answer.taskAnswers\n",
			`$t,a$n,$w,Approved,u$t,"[{""animal"":{""label"":""$l""}}]"`+"\n", all, "")},
		{"validateit.csv", rows("batch_id,local_task_id,mturk_hit_id,assignment_id,worker_id,result,completed_at\n",
			"1,$t,h$t,a$n,$w,$l,2026-01-05 10:00:00\n", all, "")},
		{"arrays.json", rows(`[["worker", "task", "label"],`, `["$w", "$t", "$l"],`, all, "]")},
		{"mturk-batch.csv", rows("HITId,AssignmentId,WorkerId,AssignmentStatus,Input.url,Answer.animal,Approve,Reject\n",
			"$t,a$n,$w,Submitted,u$t,$l\n", all, "")},
		{"mturk-crowd-batch.csv", rows("HITId,AssignmentId,WorkerId,AssignmentStatus,Input.url,Answer.taskAnswers,Approve,Reject\n",
			`$t,a$n,$w,Approved,u$t,"[{""animal"":{""label"":""$l""}}]"`+"\n", all, "")},
		{"short rows.csv", rows("task,worker,label,comment,checked\n", "$t,$w,$l\n", all, "")},
		{"pandas.csv", rows(",task,worker,label\n", "$n,$t,$w,$l\n", all, "")},
		{"pandas, names that nobody knows.csv", rows(",photo,who,said\n", "$n,$t,$w,$l\n", all, "")},
		{"write.table.txt", rows(`"task" "worker" "label"`+"\n", `"$n" "$t" "$w" "$l"`+"\n", all, "")},
		{"write.table, named rows.tsv", rows("photo\twho\tsaid\n", "row $n\t$t\t$w\t$l\n", all, "")},
		{"write.csv.csv", rows(`"","photo","who","said"`+"\n", `"$n","$t","$w","$l"`+"\n", all, "")},
		{"tildes.txt", rows("task~worker~label\n", "$t~$w~$l\n", all, "")},
		{"colons.dat", rows("", "$w::$t::$l\n", all, "")},
		{"control characters.txt", rows("task\x01worker\x01label\n", "$t\x01$w\x01$l\n", all, "")},
		{"lists.csv", rows("task,worker,label\n", `$t,$w,"[""$l""]"`+"\n", all, "")},
		{"lists of Python.csv", rows("task,worker,label\n", "$t,$w,['$l']\n", all, "")},
		{"choices.csv", rows("task,worker,label\n", `$t,$w,"{""choices"":[""$l""]}"`+"\n", all, "")},
		{"prodigy, a file an annotator.zip", zipped(t, annotators...)},
		{"arrays without names.ndjson", rows("", `["$w", "$t", "$l"]`+"\n", all, "")},
	} {
		v := newVisit(t)
		r := api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: test.name, Size: int64(len(test.file))}}}
		reply, _ := v.do(r, memory{test.name, []byte(test.file)})
		if reply.Fault != nil {
			t.Errorf("%s: %s", test.name, reply.Fault.Message)
			continue
		}
		if c := reply.Opened.Counts; c.Labels != len(all) || c.Tasks != len(tasks) || c.Workers != len(workers) || c.Classes != 3 {
			t.Errorf("%s, %s: got %d labels, %d tasks, %d workers, %d classes", test.name, reply.Opened.Read.Format, c.Labels, c.Tasks, c.Workers,
				c.Classes)
			continue
		}
		got := ""
		for _, method := range []string{"majority", "ds"} {
			v.fit(method)
			for _, what := range []string{"labels", "posteriors", "workers"} {
				got += v.files[v.must(api.Request{Export: &api.Export{What: what, Safe: true, Bare: true}}, nil).Exported.Name]
			}
		}
		if want == "" {
			want = got
		}
		if got != want {
			g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
			for n := range min(len(g), len(w)) {
				if g[n] != w[n] {
					t.Errorf("%s: got %s, want %s", test.name, g[n], w[n])
					break
				}
			}
		}
	}
}
