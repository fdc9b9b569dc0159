package engine

import (
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// A table below a title is read from its header on, and so it is from a project,
// for what it says of the truth, and in the run record.
func TestTableBelowATitle(t *testing.T) {
	all, _, _ := hundredVotes()
	file := rows("Photos, second round\n# exported \"today\"\n\ntask,worker,label,gold\n", "$t,$w,$l,$l\n", all, "")
	v := newVisit(t)
	open := &api.Open{Role: api.RoleLabels, File: &api.File{Name: "labels.csv", Size: int64(len(file))}}
	if o := v.must(api.Request{Open: open}, memory{"labels.csv", []byte(file)}).Opened; o.Read.HeaderLine != 4 || o.Counts.Labels != 100 {
		t.Fatalf("got %+v, %+v", o.Counts, o.Read)
	}
	open.Read = &api.Choices{AsIs: true}
	f := v.fault(api.Request{Open: open}, memory{"labels.csv", []byte(file)})
	if f.HeaderLine != 4 || !strings.Contains(f.Message, "Use line 4 as the header") || f.Opened == nil {
		t.Fatalf("got %+v", f)
	}
	read := f.Opened.Read
	read.HeaderLine, read.Header = f.HeaderLine, true
	o := v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Failed: true, Choices: read}}, nil).Opened
	if o.Counts.Labels != 100 || o.Read.HeaderLine != 4 || o.Read.Roles[2] != "label" {
		t.Fatalf("got %+v, %+v", o.Counts, o.Read)
	}
	again := o.Read
	again.Roles = []string{"task", "worker", "label", "truth"}
	if o = v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: again}}, nil).Opened; o.Read.HeaderLine != 4 ||
		len(o.Embedded) != 1 {
		t.Fatalf("got %+v, %+v", o.Read, o.Embedded)
	}
	truth := v.must(api.Request{Open: &api.Open{Role: api.RoleTruth, File: &api.File{Name: "labels.csv"}, Read: &o.Embedded[0].Read}},
		memory{"labels.csv", []byte(file)}).Opened
	if truth.Known == 0 {
		t.Errorf("truth: got %+v", truth)
	}
	v.fit("majority")
	if read := v.recipe().Files[0].Choices; read.HeaderLine != 4 {
		t.Errorf("run.json: got %+v", read)
	}
	saved := memory{"all.concord", []byte(v.File("project"))}
	if r := newVisit(t).must(openProject(saved), saved).Reopened; r.Opened[0].Read.HeaderLine != 4 || r.Opened[0].Counts.Labels != 100 {
		t.Errorf("reopened: got %+v", r.Opened[0])
	}
}

// Where no column says who gave a label, each row may be another worker's: the
// majority and figures of agreement are those of votes by workers.
func TestNobodyKnowsWho(t *testing.T) {
	all, _, _ := hundredVotes()
	file := rows("photo,label\n", "$t,$l\n", all, "")
	v := newVisit(t)
	f := v.fault(api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: "labels.csv", Size: int64(len(file))}}},
		memory{"labels.csv", []byte(file)})
	if !f.NoWorker || f.Opened == nil {
		t.Fatalf("got %+v", f)
	}
	read := f.Opened.Read
	read.Anonymous = true
	o := v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Failed: true, Choices: read}}, nil).Opened
	if !o.Read.Anonymous || !o.Counts.Anonymous || o.Counts.Labels != 100 || o.Counts.Tasks != 20 || o.Counts.Workers != 0 {
		t.Fatalf("got %+v, %+v", o.Read, o.Counts)
	}
	var can []string
	for _, m := range o.Methods {
		if m.Why == "" {
			can = append(can, m.Name)
		}
	}
	if !slices.Contains(can, "majority") || slices.Contains(can, "ds") {
		t.Errorf("methods that can run: %q", can)
	}
	v.fit("majority")
	got := v.File("labels")
	if !strings.Contains(v.File("run"), `"anonymous": true`) {
		t.Error("run.json does not say so")
	}
	known := newVisit(t)
	known.open(api.RoleLabels, rows("task,worker,label\n", "$t,$w$n,$l\n", all, ""))
	known.fit("majority")
	if want := known.File("labels"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	read = o.Read
	read.Roles = []string{"task", "worker"}
	if f := v.fault(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil); f.NoWorker {
		t.Errorf("a column says who, and it is said that none does: %s", f.Message)
	}
}

// With another delimiter the header is looked for again.
func TestAnotherDelimiter(t *testing.T) {
	file := "task##worker##label\na##u##x\na##v##y\nb##u##y\n"
	v := newVisit(t)
	open := api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: "labels.txt", Size: int64(len(file))}}}
	read := v.fault(open, memory{"labels.txt", []byte(file)}).Opened.Read
	o := v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Failed: true,
		Choices: api.Choices{Delimiter: "##", Missing: read.Missing}}}, nil).Opened
	if !o.Read.Header || o.Counts.Labels != 3 || o.Read.Delimiter != "##" {
		t.Errorf("got %+v, %+v", o.Read, o.Counts)
	}
}

// Files of one annotator each are joined, as Prodigy writes them without sessions.
func TestFilesOfAnnotators(t *testing.T) {
	all, _, workers := hundredVotes()
	var text string
	var files []api.File
	for _, w := range workers {
		one := rows("",
			`{"text": "x", "_input_hash": "$t", "_task_hash": "h$t", "options": [{"id": "cat"}], "accept": ["$l"], "answer": "accept"}`+"\n",
			of(all, func(v vote) bool { return v.worker == w }), "")
		text += one
		files = append(files, api.File{Name: w + ".jsonl", Size: int64(len(one))})
	}
	v := newVisit(t)
	o := v.must(api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: "ann+4.jsonl", Size: int64(len(text))},
		Files: files}}, memory{"ann+4.jsonl", []byte(text)}).Opened
	if c := o.Counts; c.Workers != 5 || c.Labels != 100 || c.Tasks != 20 {
		t.Fatalf("got %+v", c)
	}
	v.fit("majority")
	for _, w := range workers {
		if !strings.Contains(v.File("workers"), w) {
			t.Errorf("there is no worker %s", w)
		}
	}
}

// What is short of the last columns is said of a file in any role.
func TestShortRowsInEveryRole(t *testing.T) {
	all, _, _ := hundredVotes()
	v := newVisit(t)
	v.open(api.RoleLabels, rows("task,worker,label\n", "$t,$w,$l\n", all, ""))
	for role, file := range map[string]string{
		api.RoleTruth:    "task,label,comment\nT1,cat\nT2,dog\n",
		api.RoleGold:     "task,label,comment\nT1,cat\nT2,dog\n",
		api.RoleCosts:    "truth,label,cost,comment\ncat,dog,2\ndog,cat,3\n",
		api.RoleFeatures: "task,x,y,comment\nT1,1,.5\nT2,2.5,2\nT3,1,3\nT4,1,1.5\n",
		api.RoleText:     "task,text,comment\nT1,a cat and a cat\nT2,a dog and a cat\nT3,a dog\nT4,a fox\n",
	} {
		o := v.open(role, file)
		if !slices.ContainsFunc(o.Warnings, func(p api.Problem) bool {
			return p.What == "the rows end before the column comment; this is taken as empty"
		}) {
			t.Errorf("%s: got %+v", role, o.Warnings)
		}
	}
}

// Where no word of the texts is left, no method can learn from them.
func TestTextsWithoutWords(t *testing.T) {
	all, _, _ := hundredVotes()
	v := newVisit(t)
	v.open(api.RoleLabels, rows("task,worker,label\n", "$t,$w,$l\n", all, ""))
	o := v.open(api.RoleText, "task,text\nT1,cat\nT2,dog\n") // words of a single document are left out
	can := func(o *api.Opened) (names []string) {
		for _, m := range o.Methods {
			if m.Described && m.Why == "" {
				names = append(names, m.Name)
			}
		}
		return names
	}
	if got := can(o); len(got) > 0 {
		t.Errorf("got %q, want no method that learns from texts", got)
	}
	read := o.Read
	read.Words.MinDocuments = 1
	if o = v.must(api.Request{Reread: &api.Reread{Role: api.RoleText, Choices: read}}, nil).Opened; !slices.Contains(can(o), "lda-raykar") {
		t.Errorf("with all words: got %q, want LDA + Raykar among them", can(o))
	}
	v.fit("lda-raykar")
}

// What holds for text holds for a sheet of a workbook, and for a file in an archive.
func TestOtherTablesBelowATitle(t *testing.T) {
	all, _, _ := hundredVotes()
	row := func(cells string) string { return "<row><c t=\"inlineStr\"><is><t>" + cells + "</t></is></c></row>" }
	cells := func(a, b, c string) string {
		return row(a + "</t></is></c><c t=\"inlineStr\"><is><t>" + b + "</t></is></c><c t=\"inlineStr\"><is><t>" + c)
	}
	text := rows("Photos, second round\n\ntask,worker,label\n", "$t,$w,$l\n", all, "")
	for name, file := range map[string]string{
		"labels.xlsx": zipped(t,
			"xl/workbook.xml", `<workbook><sheets><sheet name="Labels" r:id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
			"xl/worksheets/sheet1.xml", rows("<worksheet><sheetData>"+row("Photos")+row("second round")+cells("task", "worker", "label"),
				cells("$t", "$w", "$l"), all, "</sheetData></worksheet>")),
		"labels.zip": zipped(t, "labels.csv", text),
	} {
		v := newVisit(t)
		open := api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: name, Size: int64(len(file))}}}
		reply, _ := v.do(open, memory{name, []byte(file)})
		if o := reply.Opened; o == nil || o.Counts.Labels != 100 || o.Counts.Tasks != 20 || o.Counts.Workers != 5 || o.Read.HeaderLine != 3 {
			t.Errorf("%s: got %+v, %+v", name, o, reply.Fault)
		}
	}
}

// Phrases are chosen like the rest, refused of bags, and kept in projects.
func TestPhrasesAreKept(t *testing.T) {
	all, _, _ := hundredVotes()
	v := newVisit(t)
	v.open(api.RoleLabels, rows("task,worker,label\n", "$t,$w,$l\n", all, ""))
	o := v.open(api.RoleText, "task,text\nT1,very good food\nT2,food so very good\n")
	if o.Described.Vocabulary != 0 || o.Described.Bags { // what is in both texts is in more than half of them
		t.Fatalf("got %+v, want no word left", o.Described)
	}
	read := o.Read
	read.Words.MaxShare, read.Words.Ngrams = 1, 2
	o = v.must(api.Request{Reread: &api.Reread{Role: api.RoleText, Choices: read}}, nil).Opened
	if want := []string{"very", "good", "food", "very good"}; !slices.Equal(o.Described.Common, want) {
		t.Errorf("got %q, want %q", o.Described.Common, want)
	}
	v.fit("lda-raykar")
	saved := v.save("")
	other := newVisit(t)
	reopened := other.must(openProject(saved), saved).Reopened
	if n := len(reopened.Opened); n != 2 || reopened.Opened[1].Read.Words.Ngrams != 2 || reopened.Opened[1].Described.Vocabulary != 4 {
		t.Errorf("reopened: got %+v", reopened.Opened[1:])
	}
	read.Words.Ngrams = 6
	if f := v.fault(api.Request{Reread: &api.Reread{Role: api.RoleText, Choices: read}}, nil); !strings.Contains(f.Message,
		"Choose 1 to 5 words") {
		t.Errorf("six words: got %+v", f)
	}
	bags := v.open(api.RoleText, "task,term,count\nT1,very good,1\nT2,food,1\n")
	if !bags.Described.Bags {
		t.Errorf("bags: got %+v", bags.Described)
	}
	read = bags.Read
	read.Words.Ngrams = 2
	if f := v.fault(api.Request{Reread: &api.Reread{Role: api.RoleText, Choices: read}}, nil); !strings.Contains(f.Message, "no order") {
		t.Errorf("bags: got %+v", f)
	}
}
