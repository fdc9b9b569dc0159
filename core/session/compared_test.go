package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// compared is a table in which four people compare 12 items: each the one with the larger number.
func compared(header string, says func(j, a, b int) string) string {
	return header + "\n" + lines(func(i, j int, _ string) string { return says(j, i, (i+j+1)%12) + "\n" })
}

const sided = "worker,left,right,label"

func bySide(j, a, b int) string {
	return fmt.Sprintf("w%d,x%d,x%d,%s", j, a, b, map[bool]string{true: "left", false: "right"}[a > b])
}

// Files whose rows compare two items are opened as comparisons, also several at once and where their roles are said.
func TestComparisonsAreOpened(t *testing.T) {
	v := sessiontest.New(t)
	o := v.Open(api.RoleLabels, sessiontest.File{Called: "votes.csv", Text: compared(sided, bySide)})
	if o.Read.Kind() != api.KindComparisons || o.Read.Confirm != "" || o.Counts.Labels != 48 {
		t.Fatalf("got %+v", o)
	}
	if seen := v.LookAt(sessiontest.File{Called: "votes.csv", Text: compared(sided, bySide)}); seen.Role != api.RoleLabels || !seen.Sure {
		t.Errorf("it is taken for %s: %s", seen.Role, seen.Why)
	}
	read := o.Read
	read.Roles, read.Chosen = []string{"", "task", "task", ""}, []bool{false, true, true, false}
	if o = v.Reread(api.RoleLabels, read); o.Read.Kind() != api.KindClasses || o.Counts.Tasks != 48 || o.Counts.Classes != 2 {
		t.Errorf("pairs as tasks: got %s, %+v", o.Read.Kind(), o.Counts)
	}
	read = o.Read
	read.Roles, read.Chosen = []string{"worker", "item", "item", "label"}, []bool{true, true, true, true}
	if o = v.Reread(api.RoleLabels, read); o.Read.Kind() != api.KindComparisons || o.Counts.Labels != 48 {
		t.Errorf("as comparisons again: got %s, %+v", o.Read.Kind(), o.Counts)
	}

	one := sessiontest.File{Called: "one.csv", Text: compared(sided, bySide)}
	two := sessiontest.File{Called: "two.csv", Text: sided + "\nw9,x1,x2,right\nw9,x5,x3,left\n"}
	whole, files := sessiontest.Joined(one, two)
	if o = sessiontest.New(t).Open(api.RoleLabels, whole, files...); o.Counts.Labels != 50 || o.Counts.Workers != 5 {
		t.Errorf("two files: got %+v", o.Counts)
	}
}

// A question is asked where numbers say which item is better, and answered once.
func TestWhichNumberIsBetter(t *testing.T) {
	v := sessiontest.New(t)
	o := v.Open(api.RoleLabels, sessiontest.File{Called: "votes.csv", Text: compared(sided, func(j, a, b int) string {
		return fmt.Sprintf("w%d,x%d,x%d,%d", j, a, b, map[bool]int{true: 1}[a > b])
	})})
	if !strings.Contains(o.Read.Confirm, "below 0.5 the one in “left”") || o.Read.First[0].Label != "x0" {
		t.Fatalf("it asks %q, and shows %+v", o.Read.Confirm, o.Read.First)
	}
	read := o.Read
	read.Reversed, read.Confirmed = true, true
	if o = v.Reread(api.RoleLabels, read); o.Read.Confirm != "" || o.Read.First[0].Label != "x1" || !o.Read.Reversed {
		t.Errorf("it asks %q, and shows %+v", o.Read.Confirm, o.Read.First)
	}
}

// A truth of comparisons says which of two items is better, or how good each is.
func TestTruthOfComparisons(t *testing.T) {
	for _, test := range []struct {
		name, text string
		known      int
		refused    string
	}{
		{"pairs", "left,right,label\nx0,x1,x1\nx2,x1,x2\nx5,x6,x6\nx0,x11,x11\nx0,y,y\n", 4, ""},
		{"sides", "item_a,item_b,truth\nx0,x1,B\nx2,x1,A\n", 2, ""},
		{"scores", "item,score\n" + lines(func(i, j int, _ string) string {
			return map[bool]string{true: fmt.Sprintf("x%d,%d\n", i, 10*i)}[j == 0]
		}), 48, ""},
		{"ranks", "model;rank\nx0;3\nx1;2\nx2;1\n", 3, ""},
		{"a tie that nobody voted for", "left,right,label\nx0,x1,tie\nx2,x1,x2\n", 1, ""},
		{"classes", "task,label\nt1,cat\nt2,dog\n", 0, "this file doesn't say which item is better"},
		{"other items", "item,score\na,1\nb,2\n", 0, "not one of these pairs was compared"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := sessiontest.New(t)
			v.Open(api.RoleLabels, sessiontest.File{Called: "votes.csv", Text: compared(sided, bySide)})
			o, f := v.Try(api.RoleTruth, sessiontest.File{Called: "truth.csv", Text: test.text}, nil, nil)
			if test.refused != "" {
				if f == nil || !strings.Contains(f.Message, test.refused) {
					t.Errorf("got %+v, want %q", f, test.refused)
				}
				return
			}
			if f != nil || o.Known != test.known {
				t.Fatalf("got %+v, %+v, want %d known", o, f, test.known)
			}
			d, wrong := v.Labels.Set.Data, 0
			for i, class := range v.Truth.Class {
				name := func(k int32) string { return v.Labels.Set.Items.At(int(k)) }
				first, second := name(d.Comparisons.First[i]), name(d.Comparisons.Second[i])
				larger := len(first) > len(second) || len(first) == len(second) && first > second
				if class != crowd.Unknown && larger != (class == crowd.FirstWins) && test.name != "ranks" {
					wrong++
				}
			}
			if wrong > 0 {
				t.Errorf("%d pairs have the other answer", wrong)
			}
		})
	}
	t.Run("shared", func(t *testing.T) {
		dir := filepath.Join(shared.Dir(t), "kinds", "data")
		for _, test := range []struct {
			folder string
			known  int
		}{{"convarg", 2995}, {"country", 105}, {"reading", 1301}} {
			v := sessiontest.New(t)
			file := func(name string) sessiontest.File {
				text, err := os.ReadFile(filepath.Join(dir, test.folder, name))
				if err != nil {
					t.Fatal(err)
				}
				return sessiontest.File{Called: name, Text: string(text)}
			}
			v.Open(api.RoleLabels, file("pairs.csv"))
			if o, f := v.Try(api.RoleTruth, file("truth.csv"), nil, nil); f != nil || o.Known != test.known {
				t.Errorf("%s: got %+v, %+v, want %d known", test.folder, o, f, test.known)
			}
		}
	})
}

// Items that look alike are an issue of the file, and merging them is its remedy.
func TestAlikeItemsAreMerged(t *testing.T) {
	v := sessiontest.New(t)
	text := compared(sided, bySide) + "w1,X3,x2,left\nw1,x3,x1,left\n"
	o := v.Open(api.RoleLabels, sessiontest.File{Called: "votes.csv", Text: text})
	at := slices.IndexFunc(o.Alike, func(a api.Alike) bool { return a.Of == "task" })
	if at < 0 || !slices.Equal(o.Alike[at].Names, []string{"x3", "X3"}) {
		t.Fatalf("got %+v", o.Alike)
	}
	read := o.Read
	read.Merge = []api.Merge{{Of: "task", From: []string{"X3"}, To: "x3"}}
	v.Reread(api.RoleLabels, read)
	if n := v.Labels.Set.Items.Len(); n != 12 {
		t.Errorf("got %d items", n)
	}
}

// What workers saw of two items is shown of the pair in the order of its name, on whichever side the first row has them.
func TestContentOfPairs(t *testing.T) {
	v := sessiontest.New(t)
	v.Open(api.RoleLabels, sessiontest.File{Called: "votes.csv", Text: compared("worker,left,right,text_left,text_right,label",
		func(j, a, b int) string {
			return fmt.Sprintf("w%d,x%d,x%d,what x%d is,what x%d is,left", j, a, b, a, b)
		})})
	for i := range v.Labels.Set.Tasks.Len() {
		task := v.Labels.Set.Tasks.At(i)
		first, second, _ := strings.Cut(task, " vs. ")
		all, err := v.Content(sessiontest.Job(t), task)
		if err != nil || len(all) != 2 || all[0].Text != "what "+first+" is" || all[1].Text != "what "+second+" is" {
			t.Errorf("%s: got %+v, %v", task, all, err)
		}
	}
}
