package engine

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session"
)

// seekable is a file in memory that can be opened anywhere.
type seekable struct{ memory }

func (c seekable) OpenAt(from int64) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(c.text[min(from, c.Size()):])), nil
}

// joined is several files as one source.
func joined(files ...memory) (api.Request, session.Source) {
	var all []api.File
	var text []byte
	for _, f := range files {
		all = append(all, api.File{Name: f.name, Size: f.Size()})
		text = append(text, f.text...)
	}
	whole := memory{"joined.csv", text}
	return api.Request{Open: &api.Open{Role: "labels", File: &api.File{Name: whole.name, Size: whole.Size()}, Files: all}}, whole
}

// Files of labels that are opened together give what one file of all their rows
// gives, however their columns are ordered.
func TestSeveralFilesAreJoined(t *testing.T) {
	a := memory{"a.csv", []byte("task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,no\n")}
	b := memory{"b.csv", []byte("when,label,task,worker\n1,yes,t1,eve\n2,no,t2,bob")} // without a line end
	c := memory{"c.csv", []byte("task,worker,label\nt3,ann,yes\nt3,bob,yes\n")}
	one := newVisit(t)
	one.open("labels", "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,no\nt1,eve,yes\nt2,bob,no\nt3,ann,yes\nt3,bob,yes\n")
	one.fit("ds")
	for _, cut := range []bool{false, true} {
		v := newVisit(t)
		r, from := joined(a, b, c)
		if cut {
			from, v.Engine.host.FixedFiles = seekable{from.(memory)}, true
		}
		o := v.must(r, from).Opened
		if o.Counts.Tasks != 3 || o.Counts.Workers != 3 || o.Counts.Labels != 7 || o.Read.ByFile || len(o.Read.Files) != 3 {
			t.Fatalf("got %+v, %+v", o.Counts, o.Read)
		}
		v.fit("ds")
		for _, what := range []string{"labels", "posteriors", "workers", "confusion"} {
			if got, want := v.File(what), one.File(what); got != want {
				t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
			}
		}
		// Another choice is about all of them, and the record names them.
		read := o.Read
		read.Again = "last"
		if o := v.must(api.Request{Reread: &api.Reread{Role: "labels", Choices: read}}, nil).Opened; o.Counts.Labels != 7 ||
			len(o.Read.Files) != 3 {
			t.Errorf("read again: got %+v, %+v", o.Counts, o.Read)
		}
		v.fit("majority")
		if read := v.recipe().Files[0].Choices; len(read.Files) != 3 || read.Files[1].Name != "b.csv" {
			t.Errorf("run.json: got %+v", read)
		}
	}
}

// Where no column says who gave a label, each file is one worker's.
func TestAFileForEachWorker(t *testing.T) {
	v := newVisit(t)
	r, from := joined(
		memory{"ann.csv", []byte("task,label\nt1,yes\nt2,no\nt3,yes\nt4,no\n")},
		memory{"bob.csv", []byte("task,label\nt1,yes\nt2,yes\nt3,yes\nt4,no\n")},
		memory{"dir/eve.csv", []byte("task,label\nt1,no\nt3,yes\n")})
	o := v.must(r, from).Opened
	if o.Counts.Workers != 3 || o.Counts.Labels != 10 || o.Counts.Tasks != 4 || !o.Read.ByFile || o.Read.Confirm == "" {
		t.Fatalf("got %+v, %+v, %q", o.Counts, o.Read, o.Read.Confirm)
	}
	v.fit("majority")
	const want = "worker,labels,accuracy,agreement,accuracy_low,accuracy_high,"
	if got := v.File("workers"); !strings.HasPrefix(got, want) || !strings.Contains(got, "\nann,4,") ||
		!strings.Contains(got, "\nbob,4,") || !strings.Contains(got, "\neve,2,") {
		t.Errorf("got %s, want such as %s", got, want)
	}
	// A text tells tasks apart where nothing else does.
	r, from = joined(
		memory{"ann.csv", []byte("text,label\nred fox,yes\nblue sea,no\nold hat,no\n")},
		memory{"bob.csv", []byte("text,label\nred fox,no\nblue sea,no\nold hat,yes\n")})
	if o := v.must(r, from).Opened; o.Counts.Workers != 2 || o.Counts.Tasks != 3 {
		t.Errorf("texts: got %+v", o.Counts)
	}
}

func TestFilesAreRecognised(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,no\n")
	v.fit("ds")
	state, project := v.File("state"), v.File("project")
	for _, c := range []struct {
		name, text, role string
		sure             bool
	}{
		{"x.csv", "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,no\n", "labels", true},
		// a label for each task
		{"x.csv", "task,worker,label,seconds\n71,11,5,3\n72,12,7,9\n73,13,9,1\n74,11,5,4\n75,12,6,8\n76,13,5,2\n", "labels", true},
		{"annotations.csv", "sentence_id,ann,bob,eve\n1,y,n,y\n2,n,n,y\n3,y,y,y\n4,n,y,n\n5,y,n,n\n", "labels", true},
		{"truth.csv", "task,label\nt1,yes\nt2,no\n", "truth", true},
		{"x.csv", "task,gold\nt1,yes\nt2,no\n", "truth", true},
		{"gold.csv", "task,label\nt1,yes\nt2,no\n", "gold", true},
		{"my-test-truth.csv", "task,label\nt1,yes\nt2,no\n", "test-truth", true},
		{"ann.csv", "task,label\nt1,yes\nt2,no\nt3,yes\n", "truth", false},
		{"x.csv", "worker,truth,label,probability\nann,yes,yes,.9\nann,yes,no,.1\n", "confusion", true},
		{"x.csv", "worker,right,of\nann,8,10\nbob,7,9\n", "confusion", true},
		{"crowd.csv", "Annotator,Accuracy,Total\nann,91 %,120\nbob,88 %,75\neve,52 %,99\n", "confusion", true},
		{"x.csv", "task,worker,label,correct\nt1,ann,yes,no\nt1,bob,no,no\nt2,ann,no,no\n", "labels", true},
		{"x.csv", "from,to,cost\nyes,no,10\nno,yes,1\n", "costs", true},
		{"costs.txt", "yes\tno\t10\nno\tyes\t1\n", "costs", true},
		{"x.csv", "task,f1,f2,f3\nt1,0.5,1.25,3\nt2,0.25,2.5,4.5\nt3,0.1,1.5,2\n", "features", true},
		{"x.csv", "task,text\nt1,the red fox runs\nt2,the blue sea is cold\nt3,nobody knows\n", "text", true},
		{"whatever.bin", state, "state", true},
		{"whatever.bin", project, "project", true},
	} {
		from := memory{c.name, []byte(c.text)}
		o := v.must(api.Request{Open: &api.Open{Look: true, File: &api.File{Name: c.name, Size: from.Size()}}}, from).Opened
		if o.Role != c.role || o.Sure != c.sure || o.Why == "" {
			t.Errorf("%s: got %q, sure %v, because %s; want %q, %v\n%.60s", c.name, o.Role, o.Sure, o.Why, c.role, c.sure, c.text)
		}
	}
	from := memory{"photo.png", []byte("\x89PNG\r\n\x1a\n0000")}
	if f := v.fault(api.Request{Open: &api.Open{Look: true, File: &api.File{Name: from.name}}}, from); f.Broken ||
		!strings.Contains(f.Message, "picture") {
		t.Errorf("got %+v", f)
	}
}
