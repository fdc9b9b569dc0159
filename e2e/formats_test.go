package e2e

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"
)

// workbook makes a workbook of sheets of plain cells, given as name, CSV, name,
// CSV …
func workbook(t testing.TB, sheets ...string) string {
	t.Helper()
	var book, rels string
	var parts [][2]string
	for n := 0; n < len(sheets); n += 2 {
		book += fmt.Sprintf(`<sheet name="%s" r:id="r%d"/>`, sheets[n], n)
		rels += fmt.Sprintf(`<Relationship Id="r%d" Target="worksheets/%d.xml"/>`, n, n)
		text := "<worksheet><sheetData>"
		for line := range strings.Lines(sheets[n+1]) {
			text += "<row>"
			for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
				text += `<c t="inlineStr"><is><t>` + cell + "</t></is></c>"
			}
			text += "</row>"
		}
		parts = append(parts, [2]string{fmt.Sprintf("xl/worksheets/%d.xml", n), text + "</sheetData></worksheet>"})
	}
	parts = append(parts, [2]string{"xl/workbook.xml", "<workbook><sheets>" + book + "</sheets></workbook>"},
		[2]string{"xl/_rels/workbook.xml.rels", "<Relationships>" + rels + "</Relationships>"})
	return zipped(t, parts...)
}

// family is a file of one family of formats with the nine votes of TestFormats.
type family struct {
	name, file string
	says       string   // what the page takes it for
	roles      []string // to be chosen, where the page asks
	labels     string   // where tasks or classes have other names
}

// families writes the votes in every family of formats.
func families(t *testing.T) []family {
	votes := [][3]string{
		{"p1", "ann", "cat"}, {"p1", "bob", "cat"}, {"p1", "eve", "dog"},
		{"p2", "ann", "dog"}, {"p2", "bob", "dog"}, {"p2", "eve", "dog"},
		{"p3", "ann", "cat"}, {"p3", "bob", "dog"}, {"p3", "eve", "dog"},
	}
	rows := func(head, pattern, foot string, only ...string) string {
		for n, v := range votes {
			if len(only) == 0 || v[0] == only[0] || v[1] == only[0] {
				head += strings.NewReplacer("$t", v[0], "$w", v[1], "$l", v[2], "$n", fmt.Sprint(n)).Replace(pattern)
			}
		}
		return strings.TrimSuffix(head, ",") + foot
	}
	// of each task: its beginning, its votes, its end
	tasks := func(head, open, pattern, end, foot string) string {
		for _, task := range []string{"p1", "p2", "p3"} {
			head += rows(strings.ReplaceAll(open, "$t", task), pattern, end, task)
		}
		return strings.TrimSuffix(head, ",") + foot
	}
	csv := rows("task,worker,label\n", "$t,$w,$l\n", "")
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	g.Write([]byte(csv)) // a buffer takes everything
	g.Close()
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	z.Write([]byte(csv))
	z.Close()
	var users [][2]string
	for _, w := range []string{"ann", "bob", "eve"} {
		users = append(users, [2]string{w + ".jsonl", rows("", `{"id": "$t", "text": "text of $t", "label": ["$l"], "Comments": []}`+"\n", "",
			w)})
	}
	sample := func(task string) [2]string {
		return [2]string{"samples/" + task + "_epoch_1.json",
			rows(`{"id": "`+task+`", "epoch": 1, "input": "x", "scores": {`, `"$w": {"value": "$l"},`, "}}", task)}
	}
	sixteen := "\xff\xfe"
	for _, u := range utf16.Encode([]rune(strings.ReplaceAll(csv, ",", ";"))) {
		sixteen += string([]byte{byte(u), byte(u >> 8)})
	}
	return []family{
		{name: "mturk.csv", says: "MTurk", file: rows(`"HITId","AssignmentId","WorkerId","AssignmentStatus","Input.url","Answer.animal"`+"\n",
			`"$t","a$n","$w","Approved","https://example.org/$t","$l"`+"\n", "")},
		{name: "validate-it.csv", says: "validateIt",
			file: rows("batch_id,local_task_id,mturk_hit_id,assignment_id,worker_id,result,completed_at\n", "1,$t,h$t,a$n,$w,$l,2026-01-0$n\n", "")},
		{name: "mturk-api.json", says: "MTurk", file: rows(`{"Assignments": [`,
			`{"AssignmentId": "a$n", "WorkerId": "$w", "HITId": "$t", "AssignmentStatus": "Submitted", `+
				`"Answer": "<QuestionFormAnswers><Answer>`+
				`<QuestionIdentifier>animal</QuestionIdentifier><SelectionIdentifier>$l</SelectionIdentifier>`+
				`</Answer></QuestionFormAnswers>"},`, "]}")},
		{name: "appen.csv", says: "Appen", file: rows("_unit_id,_golden,_tainted,_trust,_worker_id,animal,animal_gold\n",
			"$t,false,false,0.9,$w,$l,\n", "")},
		{name: "toloka.tsv", says: "Toloka",
			file: rows("INPUT:url\tOUTPUT:animal\tGOLDEN:animal\tASSIGNMENT:task_id\tASSIGNMENT:worker_id\tASSIGNMENT:status\n",
				"u$t\t$l\t\t$t\t$w\tAPPROVED\n", "")},
		{name: "label-studio.json", says: "Label Studio", file: tasks("[", `{"id": "$t", "data": {"text": "x"}, "annotations": [`,
			`{"id": $n, "completed_by": {"id": $n, "email": "$w"}, "result": [{"from_name": "animal", "type": "choices", "value": {"choices": `+
				`["$l"]}}]},`, "]},", "]")},
		{name: "label-studio.csv", says: "Label Studio", file: rows("text,id,label,annotator,annotation_id,created_at,updated_at,lead_time\n",
			"x,$t,$l,$w,$n,,,1\n", "")},
		{name: "doccano.zip", says: "doccano", file: zipped(t, users...)},
		{name: "doccano-old.jsonl", says: "doccano", file: tasks("", `{"id": "$t", "text": "x", "annotations": [`,
			`{"label": "$l", "user": "$w"},`, "], \"meta\": {}}\n", "")},
		{name: "prodigy.jsonl", says: "Prodigy",
			file: rows("",
				`{"_input_hash": "$t", "_task_hash": "h$t", "accept": ["$l"], "answer": "accept", "_annotator_id": "$w", "_view_id": "choice"}`+"\n",
				"")},
		{name: "argilla.json", says: "Argilla", file: tasks("[", `{"id": "$t", "fields": {"text": "x"}, "responses": [`,
			`{"user_id": "$w", "status": "submitted", "values": {"animal": {"value": "$l"}}},`, "]},", "]")},
		{name: "labelbox.ndjson", says: "Labelbox", file: tasks("", `{"data_row": {"id": "$t"}, "projects": {"p": {"labels": [`,
			`{"label_details": {"created_by": "$w"}, "annotations": {"classifications": [{"name": "animal", "radio_answer": {"name": "$l"}}]}},`,
			"]}}}\n", "")},
		{name: "inspect.json", says: "Inspect", file: tasks(`{"version": 2, "status": "success", "eval": {}, "samples": [`,
			`{"id": "$t", "epoch": 1, "input": "x", "scores": {`, `"$w": {"value": "$l"},`, "}},", "]}")},
		{name: "log.eval", says: "Inspect", file: zipped(t, [2]string{"header.json", "{}"}, sample("p1"), sample("p2"), sample("p3"))},
		{name: "peerannot.json", says: "peerannot", file: tasks("{", `"$t": {`, `"$w": "$l",`, "},", "}")},
		{name: "triples.json", says: "JSON", file: rows("[", `{"task": "$t", "worker": "$w", "label": "$l"},`, "]")},
		{name: "triples.ndjson", says: "NDJSON", file: rows("", `{"Rater": "$w", "vote": "$l", "question-id": "$t", "extra": {"a": [1]}}`+"\n",
			"")},
		{name: "synonyms.csv", says: "CSV, one label per row", file: rows("rating,unit,!amt_worker_ids\n", "$l,$t,$w\n", "")},
		{name: "utf-16.csv", says: "UTF-16LE", file: sixteen},
		{name: "no-header.tsv", says: "TSV", file: rows("", "$w\t$t\t$l\n", ""), roles: []string{"0 worker", "1 task", "2 label"}},
		{name: "wide.csv", says: "one column per worker", file: "photo,ann,bob,eve\np1,cat,cat,dog\np2,dog,dog,dog\np3,cat,dog,dog\n"},
		{name: "counts.csv", says: "counts", file: "photo,cat,dog\np1,2,1\np2,0,3\np3,1,2\n"},
		{name: "patterns.csv", says: "patterns", file: "rater_1,rater_2,rater_3,n\ncat,cat,dog,1\ndog,dog,dog,1\ncat,dog,dog,1\n",
			labels: "cat dog dog"},
		{name: "answers.txt", says: "Matrix", file: "1 -1 2 1\n2 2 -1 2\n1 1 2 -1\n-1 2 1 2\n2 2 2 2\n", labels: "1 2 1 2 2"},
		{name: "animals.xlsx", says: "Excel workbook", file: workbook(t, "Animals", rows("photo,annotator,animal\n", "$t,$w,$l\n", ""))},
		{name: "labels.csv.gz", says: "gzip", file: gz.String()},
		{name: "labels.csv.zst", says: "zstd", file: zst.String()},
		{name: "labels.zip", says: "zip", file: zipped(t, [2]string{"labels.csv", csv})},
		{name: "days.zip", says: "zip", file: zipped(t, [2]string{"1.csv", rows("task,worker,label\n", "$t,$w,$l\n", "", "p1")},
			[2]string{"2.csv", rows("task,worker,label\n", "$t,$w,$l\n", "", "p2")},
			[2]string{"3.csv", rows("task,worker,label\n", "$t,$w,$l\n", "", "p3")})},
	}
}

// zipped packs files.
func zipped(t testing.TB, parts ...[2]string) string {
	t.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, part := range parts {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = w.Write([]byte(part[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// Exports of platforms open as they are, a file of every family: the page says what it
// recognised, asks if it can't know, and the downloaded labels are the same. A file
// without votes is refused, with advice on what to export instead.
func TestFormats(t *testing.T) {
	const want = "[[p1 cat 2 of 3 0.666667] [p2 dog 3 of 3 1] [p3 dog 2 of 3 0.666667]]"
	v := open(t, serve(t), "/")
	v.state("empty")
	for _, f := range families(t) {
		v.drop("labels", write(t, f.name, f.file))
		v.await(`document.querySelector(".file-name")?.textContent === "` + f.name + `"`)
		v.state("ready", "error")
		v.await("document.querySelector('.preview')")
		if got := eval[string](v, "document.querySelector('.file-facts').textContent"); !strings.Contains(got, f.says) {
			t.Errorf("%s is said to be %q, want %s", f.name, got, f.says)
		}
		for _, r := range f.roles { // a column, and what it is
			column, role, _ := strings.Cut(r, " ")
			field := "#labels-role-" + column
			if eval[string](v, "document.querySelector('"+field+"').value") != role {
				v.choose(field, role)
				v.await("!document.querySelector('" + field + "')?.disabled")
			}
		}
		v.state("ready")
		v.fit("majority")
		_, file := v.download("#download-labels")
		rows := cells(t, string(file))
		of := func(row []string, column string) string { return row[slices.Index(rows[0], column)] } // some have what workers saw, too
		switch {
		case f.labels == "":
			var got [][]string
			for _, row := range rows[1:] {
				got = append(got, []string{row[0], of(row, "label"), of(row, "votes"), of(row, "posterior")})
			}
			if fmt.Sprint(got) != want {
				t.Errorf("%s: got\n%s\nwant\n%s", f.name, got, want)
			}
		default:
			var labels []string
			for _, row := range rows[1:] {
				labels = append(labels, of(row, "label"))
			}
			if strings.Join(labels, " ") != f.labels {
				t.Errorf("%s: got the labels %s, want %s", f.name, labels, f.labels)
			}
		}
	}
	for _, f := range []struct{ name, file, do string }{
		{"appen.csv",
			"_unit_id,_golden,_unit_state,_trusted_judgments,_last_judgment_at,mood,mood:confidence\n701,false,finalized,3,1/2/2016,happy,0.67\n",
			"Download the Full report"},
		{"toloka.tsv", "INPUT:image\tOUTPUT:result\tCONFIDENCE:result\na\tcat\t0.9\n", "Download the assignments"},
		{"votes.parquet", "PAR1\x15\x04\x00PAR1", "read_parquet"},
		{"cut-off.json", `[{"task": "p1", "worker": "ann", "label": "cat"}, {"task": "p1", "wor`, "Skip 1 row"},
	} {
		v.drop("labels", write(t, f.name, f.file))
		v.await(`document.body.dataset.state === "error" && document.querySelector("#labels-problem")?.innerText.includes("` + f.name + `")`)
		v.says("labels", f.name, f.do)
	}
}

// If roles are a guess the page asks before it computes, even about a column called
// “task” that can't be one.
func TestRolesAreAskedFor(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	rows := "task,ref,worker,label\n"
	for n := range 60 {
		rows += fmt.Sprintf("animals,%d,w%d,%s\n", n/5, n%5, []string{"cat", "dog"}[(n/5+n%5/4)%2])
	}
	v.drop("labels", write(t, "job.csv", rows))
	v.state("ready")
	v.click("#run")
	v.await(`document.activeElement?.id === "confirm-roles" && document.querySelector("#status").innerText.includes("confirm them")`)
	if got := eval[string](v, `document.querySelector("#settle").innerText`); !strings.Contains(got, "“ref” is read as the task") ||
		!eval[bool](v, `document.body.dataset.state === "ready"`) {
		t.Errorf("got %s", got)
	}
	v.click("#confirm-roles") // and what was asked for goes on
	v.state("done")
	if _, got := v.download("#download-labels"); len(cells(t, string(got))) != 13 {
		t.Errorf("got %s, want 12 tasks", got)
	}
}

// A file of labels that contains the truth is its own file of truth.
func TestFileHoldsItsTruth(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "gold.csv", "gold,photo,annotator,animal\ncat,p1,ann,cat\ncat,p1,bob,cat\ncat,p1,eve,dog\n,p2,ann,dog\n,p2,"+
		"bob,dog\ncat,p3,ann,dog\ncat,p3,bob,dog\n"))
	v.await(`document.body.innerText.includes("2 true labels found")`)
	v.fit("majority")
	v.await(`document.querySelector("#summary")?.textContent.includes("1 of 2 wrong")`)
}
