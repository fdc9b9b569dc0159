package session_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/race"
)

// divided is several files as one source that can be opened where any of them begins, and counts what is read.
type divided struct {
	sessiontest.File
	read *int64
}

func (d divided) Open() (io.ReadCloser, error) { return d.OpenAt(0) }

func (d divided) OpenAt(at int64) (io.ReadCloser, error) {
	return io.NopCloser(io.TeeReader(strings.NewReader(d.Text[at:]), d)), nil
}

func (d divided) Write(p []byte) (int, error) {
	*d.read += int64(len(p))
	return len(p), nil
}

// Each of many files is read a few times, whatever their number.
func TestManyFilesAreReadInTurn(t *testing.T) {
	race.SkipMany(t)
	var read [2]float64 // times that all files are read
	for n, files := range []int{20, 200} {
		var all []sessiontest.File
		for f := range files {
			text := "task,worker,label\n"
			for i := range 1000 { // so much that buffers count for little
				text += fmt.Sprintf("task%d-%d,worker%d,%s\n", f, i/2, i%2, []string{"yes", "no"}[i/2%2])
			}
			all = append(all, sessiontest.File{Called: fmt.Sprintf("%d.csv", f), Text: text})
		}
		whole, files := sessiontest.Joined(all...)
		d := divided{whole, new(int64)}
		sessiontest.New(t).Open(api.RoleLabels, d, files...)
		read[n] = float64(*d.read) / float64(d.Size())
	}
	if read[1] > 2*read[0] {
		t.Errorf("20 files are read %.1f times, 200 files %.1f times", read[0], read[1])
	}
}

// A file that is dropped together with itself is named; one that is dropped again takes its own place.
func TestTheSameFileTwice(t *testing.T) {
	const plain, counts = "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,no\nt2,bob,no\n", "task,yes,no\nt1,2,1\nt2,0,3\nt3,3,0\n"
	for _, text := range []string{plain, counts} {
		v := sessiontest.New(t)
		once := v.Text("labels", text).Counts.Labels
		if again := v.Text("labels", text).Counts.Labels; again != once {
			t.Errorf("%s: opened again, there are %d labels, want %d", text, again, once)
		}
		other := strings.ReplaceAll(text, "t1", "t9") // of the same size
		for _, test := range []struct {
			third string
			want  int
		}{{text, 1}, {other, 0}} {
			whole, files := sessiontest.Joined(sessiontest.File{Called: "a.csv", Text: text},
				sessiontest.File{Called: "b.csv", Text: strings.ReplaceAll(text, "t1", "task 1")},
				sessiontest.File{Called: "a (1).csv", Text: test.third})
			named := 0
			for _, p := range v.Open(api.RoleLabels, whole, files...).Warnings {
				if p.File == "a (1).csv" && strings.Contains(p.What, "the same as a.csv, byte for byte") {
					named++
				}
			}
			if named != test.want {
				t.Errorf("%s and\n%s: the file is said %d times to be the same, want %d", text, test.third, named, test.want)
			}
		}
	}
}

// What stands between the cells may differ from file to file.
func TestSeveralFilesWithOtherDelimiters(t *testing.T) {
	a := "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,no\nt2,bob,yes\n"
	b := "task;worker;label\nt3;ann;yes, yes\nt3;bob;no\n"
	v := sessiontest.New(t)
	whole, files := sessiontest.Joined(sessiontest.File{Called: "a.csv", Text: a}, sessiontest.File{Called: "b.csv", Text: b},
		sessiontest.File{Called: "c.csv", Text: "worker\ttask\tlabel\nann\tt4\tyes\n"})
	if o := v.Open(api.RoleLabels, whole, files...); o.Counts.Labels != 7 || o.Counts.Classes != 3 || o.Counts.Tasks != 4 ||
		o.Counts.Workers != 2 {
		t.Errorf("got %+v", o.Counts)
	}
}

// Problems name the file and the line in it; what does not fit is refused.
func TestSeveralFilesThatDoNotFit(t *testing.T) {
	a := sessiontest.File{Called: "a.csv", Text: "task,worker,label\nt1,ann,yes\nt2,bob,no\n"}
	for _, c := range []struct{ second, want string }{
		{"task,who,label\nt1,eve,yes\nt2,eve,yes\n", "b.csv, line 1: it has no column “worker”, which holds the worker in the first file. " +
			"Open it by itself, or leave it out."},
		{"task,worker,label\nt1,eve,yes\nt2,eve\n", "b.csv, line 3: 2 cells where 3 are expected"},
		{"", "b.csv: the file is empty"},
	} {
		v := sessiontest.New(t)
		whole, files := sessiontest.Joined(a, sessiontest.File{Called: "b.csv", Text: c.second})
		f := v.Refused(api.RoleLabels, whole, files...)
		if !strings.Contains(f.Message, c.want) && (len(f.Problems) == 0 || !strings.Contains(f.Problems[0].File+", line 3: "+f.Problems[0].What,
			c.want)) {
			t.Errorf("got %q, %+v, want %q", f.Message, f.Problems, c.want)
		}
		if f.Broken {
			t.Errorf("%q is said to be our fault", f.Message)
		}
	}
}

// Where the first file has no header, none has: that of another would be a label.
func TestSeveralFilesOfWhichOneHasAHeader(t *testing.T) {
	v := sessiontest.New(t)
	whole, files := sessiontest.Joined(
		sessiontest.File{Called: "a.csv", Text: "t1,ann,yes\nt1,bob,no\nt2,ann,no\nt2,bob,yes\n"},
		sessiontest.File{Called: "b.csv", Text: "task,worker,label\nt3,ann,yes\nt3,bob,yes\n"})
	if f := v.Refused(api.RoleLabels, whole, files...); f.Message !=
		"b.csv, line 1: it has a header, which the first file has not: “task, worker, label”. Take it "+
			"out, or give the first file a header too." {
		t.Errorf("got %q", f.Message)
	}
}

// Each of several files has its own encoding. One that can't be told is chosen, for all that are not UTF-8.
func TestSeveralFilesInWindows1252(t *testing.T) {
	v := sessiontest.New(t)
	whole, files := sessiontest.Joined(
		sessiontest.File{Called: "a.csv", Text: "task,worker,label\nt1,ann,caf\xe9\nt1,bob,no\n"},
		sessiontest.File{Called: "b.csv", Text: "task,worker,label\nt2,ann,caf\xe9\nt2,bob,no\n"},
		sessiontest.File{Called: "c.csv", Text: "task,worker,label\nt3,ann,café\nt3,bob,no\n"})
	o := v.Open(api.RoleLabels, whole, files...)
	if o.Counts.Classes != 2 || o.Counts.Labels != 6 || o.Read.Guessed != "windows-1252" {
		t.Errorf("got %+v", o)
	}
	whole, files = sessiontest.Joined(
		sessiontest.File{Called: "a.csv", Text: "task,worker,label\nt1,ann,\xb3\xf3\xbf\xb6\nt1,bob,no\n"},
		sessiontest.File{Called: "b.csv", Text: "task,worker,label\nt2,ann,\xb3\xf3\xbf\xb6\nt2,bob,no\n"},
		sessiontest.File{Called: "c.csv", Text: "task,worker,label\nt3,ann,café\nt3,bob,no\n"})
	f := v.Refused(api.RoleLabels, whole, files...)
	if f.Opened == nil || f.Opened.Read.Offer != "windows-1252" {
		t.Fatalf("got %+v", f)
	}
	read := f.Opened.Read
	read.Encoding = f.Opened.Read.Offer
	if o := v.Reread("labels", read); o.Counts.Classes != 3 ||
		o.Counts.Labels != 6 {
		t.Errorf("got %+v", o.Counts)
	}
}

// doccano writes one file of JSON Lines for each user.
func TestFilesOfDoccanoAreJoined(t *testing.T) {
	v := sessiontest.New(t)
	whole, files := sessiontest.Joined(
		sessiontest.File{Called: "admin.jsonl", Text: "{\"id\":1,\"text\":\"a\",\"label\":[\"x\"]}\n" +
			"{\"id\":2,\"text\":\"b\",\"label\":[\"y\"]}\n"},
		sessiontest.File{Called: "m1.jsonl", Text: "{\"id\":1,\"text\":\"a\",\"label\":[\"x\"]}\n{\"id\":2,\"text\":\"b\",\"label\":[\"x\"]}\n"})
	if o := v.Open(api.RoleLabels, whole, files...); o.Counts.Workers != 2 || o.Counts.Tasks != 2 || o.Counts.Labels != 4 {
		t.Fatalf("got %+v", o.Counts)
	}
	for j, want := range []string{"admin", "m1"} {
		if got := v.Labels.Set.Workers.At(j); got != want {
			t.Errorf("worker %d: got %s, want %s", j, got, want)
		}
	}
}

// The file that a reviewer saved is called after the reviewer, and so is the worker.
func TestReviewersBearTheirNames(t *testing.T) {
	whole, files := sessiontest.Joined(sessiontest.File{Called: "anna.review.csv", Text: "task,text,label,note\nt1,Fine,good,\nt2,Meh,bad,\n"},
		sessiontest.File{Called: "ben.review.csv", Text: "task,text,label,note\nt1,Fine,good,\nt2,Meh,good,\n"})
	v := sessiontest.New(t)
	v.Open(api.RoleLabels, whole, files...)
	if first := v.Labels.Choices().First; len(first) == 0 || first[0] != (api.Answer{Task: "t1", Worker: "anna", Label: "good"}) {
		t.Errorf("what is asked shows %+v, want anna's answer", first)
	}
	for n, want := range []string{"anna", "ben"} {
		if got := v.Labels.Set.Workers.At(n); got != want {
			t.Errorf("worker %d: got %q, want %q", n, got, want)
		}
	}
}
