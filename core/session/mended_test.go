package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
	"concord/internal/packed"
)

// lines are those of a table of 12 tasks and 4 workers, in whose cells stand a task, a worker and a label.
func lines(line func(task, worker int, label string) string) string {
	var b strings.Builder
	for i := range 12 {
		for j := range 4 {
			b.WriteString(line(i, j, []string{"no", "yes", "yes"}[(i+j)%3]))
		}
	}
	return b.String()
}

func long(i, j int, label string) string { return fmt.Sprintf("t%d,w%d,%s\n", i, j, label) }

const wideHeader = "item,ann,bob,eve\n"

// wideLines are those of a table of 12 items with a column for each of three people.
func wideLines() string {
	var b strings.Builder
	for i := range 12 {
		fmt.Fprintf(&b, "i%d,%s,%s,%s\n", i, []string{"cat", "dog"}[i%2], []string{"cat", "dog"}[i%2], []string{"cat", "dog", "dog"}[i%3])
	}
	return b.String()
}

// What stands in the way of a table is left out or mended, in text and in workbooks alike; it is said, and one click takes it back.
func TestTablesAreMended(t *testing.T) {
	for _, test := range []struct {
		name, text    string
		says          []string
		labels, tasks int
	}{
		{"nothing", "task,worker,label\n" + lines(long), nil, 48, 12},
		{"a title", "Photos of the second round\n\ntask,worker,label\n" + lines(long),
			[]string{"begins on line 3, below “Photos of the second round”"}, 48, 12},
		{"a title above a wide table", "Photos\n\n" + wideHeader + wideLines(), []string{"The table begins on line 3, below “Photos”."}, 36, 12},
		{"a title and remarks", "Photos\n# by hand\n" + wideHeader + wideLines(),
			[]string{"The table begins on line 3, below “Photos”."}, 36, 12},
		{"a total", "task,worker,label\n" + lines(long) + "Total: 48\n", []string{"The last row, “Total: 48”, is a total"}, 48, 12},
		{"a total in cells", "task,worker,label\n" + lines(long) + "Summe,,48\n", []string{"The last row, “Summe”, is a total"}, 48, 12},
		{"a total of columns", wideHeader + wideLines() + "Total,12,12,12\n", []string{"The last row, “Total”, is a total"}, 36, 12},
		{"all of it", "Photos\n\n" + wideHeader + wideLines() + "Total,12,12,12\n,,,\n",
			[]string{"The table begins on line 3", "“Total”, is a total"}, 36, 12},
		{"merged cells", "task,worker,label\n" + lines(func(i, j int, label string) string {
			if j > 0 {
				return fmt.Sprintf(",w%d,%s\n", j, label)
			}
			return long(i, j, label)
		}), []string{"Empty cells of “task” say what stands above them, as merged cells do."}, 48, 12},
		{"merged cells of two columns", "round,task,worker,label\n" + lines(func(i, j int, label string) string {
			switch row := long(i, j, label); {
			case i%6 == 0 && j == 0:
				return fmt.Sprintf("round %d,%s", 1+i/6, row)
			case j > 0:
				return fmt.Sprintf(",,w%d,%s\n", j, label)
			default:
				return "," + row
			}
		}), []string{"Empty cells of “round”, “task” say what stands above them"}, 48, 12},
	} {
		for _, from := range []sessiontest.File{{Called: "table.csv", Text: test.text},
			{Called: "table.xlsx", Text: packed.Workbook(t, test.text)}} {
			t.Run(from.Called+"/"+test.name, func(t *testing.T) {
				v := sessiontest.New(t)
				o := v.Open(api.RoleLabels, from)
				if c := o.Counts; c.Labels != test.labels || c.Tasks != test.tasks || c.Classes != 2 {
					t.Errorf("got %d labels, %d tasks, %q, want %d, %d and two classes", c.Labels, c.Tasks, c.ClassNames, test.labels, test.tasks)
				}
				for _, want := range test.says {
					if !slices.ContainsFunc(o.Issues, func(i api.Issue) bool { return strings.Contains(i.Text, want) }) {
						t.Errorf("got %+v, want to be told %q", o.Issues, want)
					}
				}
				if undo := undone(o); undo != len(test.says) {
					t.Errorf("got %d offers to undo, want %d", undo, len(test.says))
				}
				again, f := v.Try(api.RoleLabels, from, nil, &api.Choices{AsIs: true})
				switch {
				case f == nil && undone(again) != 0:
					t.Errorf("as it stands: got %+v", again.Issues)
				case f != nil && strings.HasSuffix(from.Called, ".xlsx") && strings.Contains(f.Message, "delimiter"):
					t.Errorf("got advice about the delimiter of a workbook: %s", f.Message)
				}
			})
		}
	}
}

// undone is how many offers there are to read a file as it stands.
func undone(o *api.Opened) (n int) {
	for _, i := range o.Issues {
		if slices.ContainsFunc(i.Remedies, func(r api.Remedy) bool { return r.Do == api.DoAsIs }) && strings.Contains(i.Flag, "-as-is") {
			n++
		}
	}
	return n
}

// What only looks like a title, a total or a gap is part of the table.
func TestTablesAreLeftAsTheyAre(t *testing.T) {
	for name, text := range map[string]string{
		"a task called Total":       "task,worker,label\n" + lines(long) + "Total,w1,yes\n",
		"a total in the middle":     wideHeader + "Total,cat,dog,cat\n" + wideLines(),
		"a wide table with gaps":    wideHeader + strings.Replace(wideLines(), "i5", "", 1),
		"few columns, sparse first": "item,ann,bob,eve\ni,cat,,\n" + wideLines(),
	} {
		v := sessiontest.New(t)
		o, f := v.Try(api.RoleLabels, sessiontest.File{Called: "table.csv", Text: text}, nil, nil)
		if f != nil {
			if !strings.Contains(f.Message, "without a task") {
				t.Errorf("%s: got %s", name, f.Message)
			}
			continue
		}
		if undone(o) != 0 {
			t.Errorf("%s: got %+v", name, o.Issues)
		}
	}
}

// The code page of a text is detected as its delimiter is, and said; where it can't be told, it is not.
func TestCodePagesAreDetected(t *testing.T) {
	german := strings.NewReplacer("yes", "gr\xf6\xdfer", "no", "Einsch\xe4tzung")
	russian := strings.NewReplacer("yes", "\xe4\xe0", "no", "\xed\xe5\xf2")
	table := "task,worker,label\n" + lines(long)
	for _, test := range []struct{ name, text, encoding, class string }{
		{"Western", german.Replace(table), "windows-1252", "größer"},
		{"Cyrillic", russian.Replace(table), "windows-1251", "нет"},
	} {
		v := sessiontest.New(t)
		o := v.Open(api.RoleLabels, sessiontest.File{Called: "table.csv", Text: test.text})
		if o.Read.Encoding != test.encoding || !slices.Contains(o.Counts.ClassNames, test.class) || o.Counts.Labels != 48 {
			t.Errorf("%s: got %s, %+v", test.name, o.Read.Encoding, o.Counts)
		}
		want := "Read as " + api.EncodingName(test.encoding) + ", since the text is not valid UTF-8."
		if len(o.Issues) != 1 || o.Issues[0].Text != want {
			t.Errorf("%s: got %+v, want %q", test.name, o.Issues, want)
		}
		read := o.Read
		read.Encoding = "utf-8"
		if f := v.RefusedAgain(api.RoleLabels, read); f.Count != 48 {
			t.Errorf("%s: as UTF-8: got %+v", test.name, f)
		}
	}
	for name, class := range map[string]string{"Chinese": "\xb2\xbb\xb6\xd4", "a damaged letter among others": "caf\xe9 ou thé, déjà"} {
		v := sessiontest.New(t)
		f := v.Refused(api.RoleLabels, sessiontest.File{Called: "table.csv", Text: strings.ReplaceAll(table, "yes", class)})
		if f.Opened == nil || f.Opened.Read.Guessed != "" || f.Opened.Read.Offer == "" {
			t.Errorf("%s: got %+v", name, f.Opened)
		}
	}
}

// Of several sheets the one that looks like labels is read, and the others are named.
func TestTheSheetThatLooksLikeLabels(t *testing.T) {
	readme := "About,Who\nThis workbook has the labels of round 2,Ann\nAsk her,Bob\n"
	v := sessiontest.New(t)
	book := packed.Workbook(t, readme, wideHeader+wideLines(), "Notes\nnone\n")
	o := v.Open(api.RoleLabels, sessiontest.File{Called: "book.xlsx", Text: book})
	if o.Read.Sheet != "Tab 2" || o.Counts.Labels != 36 {
		t.Errorf("got %q, %+v", o.Read.Sheet, o.Counts)
	}
	want := "only the sheet “Tab 2” is read, since it is the first that looks like labels, and not the others: Tab 1"
	if !slices.ContainsFunc(o.Issues, func(i api.Issue) bool { return strings.Contains(i.Text, want) }) {
		t.Errorf("got %+v, want %q", o.Issues, want)
	}
	f := v.Refused(api.RoleLabels, sessiontest.File{Called: "book.xlsx", Text: packed.Workbook(t, "Only\none\ncolumn\n")})
	if strings.Contains(f.Message, "delimiter") {
		t.Errorf("got %q", f.Message)
	}
}

// Lists of the items with a label each are those of a worker each, if there are several.
func TestListsOfItems(t *testing.T) {
	v := sessiontest.New(t)
	list := "img00.jpg 1\nimg01.jpg 0\nimg02.jpg 1\nimg03.jpg 1\n"
	whole, files := sessiontest.Joined(sessiontest.File{Called: "ann.txt", Text: list},
		sessiontest.File{Called: "bob.txt", Text: strings.ReplaceAll(list, " 0", " 1")}, sessiontest.File{Called: "eve.txt", Text: list})
	for _, read := range []*api.Choices{nil, {Delimiter: " ", Files: files}} {
		o, f := v.Try(api.RoleLabels, whole, files, read)
		if f != nil {
			t.Fatal(f.Message)
		}
		asks := strings.Contains(o.Read.Confirm, "one worker, named after the file")
		if c := o.Counts; c.Labels != 12 || c.Workers != 3 || c.Tasks != 4 || !asks {
			t.Errorf("got %+v, %q", c, o.Read.Confirm)
		}
	}
	if f := v.Refused(api.RoleLabels, sessiontest.File{Called: "ann.txt", Text: list}); !f.NoWorker {
		t.Errorf("one alone: got %+v", f)
	}
}

// The buttons of a question of MTurk are its answers.
func TestButtonsOfMTurk(t *testing.T) {
	on := func(label, is string) string { return fmt.Sprint(label == is) }
	columns := "HITId,AssignmentId,WorkerId,Input.text,Answer.Negative.on,Answer.Positive.on\n" +
		lines(func(i, j int, label string) string {
			return fmt.Sprintf("h%d,a%d-%d,w%d,text %d,%s,%s\n", i, i, j, j, i, on(label, "no"), on(label, "yes"))
		})
	cells := "HITId,AssignmentId,WorkerId,Input.text,Answer.taskAnswers\n" + lines(func(i, j int, label string) string {
		return fmt.Sprintf("h%d,a%d-%d,w%d,text %d,\"[{\"\"Negative\"\":{\"\"on\"\":%s},\"\"Positive\"\":{\"\"on\"\":%s}}]\"\n", i, i, j, j, i,
			on(label, "no"), on(label, "yes"))
	})
	for name, text := range map[string]string{"columns": columns, "cells": cells} {
		o := sessiontest.New(t).Open(api.RoleLabels, sessiontest.File{Called: "batch.csv", Text: text})
		if o.Counts.Labels != 48 || !slices.Equal(o.Counts.ClassNames, []string{"Negative", "Positive"}) || o.Read.Confirm != "" {
			t.Errorf("%s: got %+v, %q", name, o.Counts, o.Read.Confirm)
		}
	}
}

// Lists that don't fit each other are named, row by row; lists are never names of workers.
func TestListsOfARow(t *testing.T) {
	v := sessiontest.New(t)
	header := "task,annotators,labels\n"
	good := `t1,"['ann', 'bob']","['cat', 'dog']"` + "\n" + `t2,"['ann' 'bob']","['dog' 'dog']"` + "\n" +
		`t3,ann,"['cat']"` + "\n" + "t4,[],[]\n"
	o := v.Open(api.RoleLabels, sessiontest.File{Called: "lists.csv", Text: header + good})
	if c := o.Counts; c.Labels != 5 || c.Workers != 2 || c.Tasks != 3 || c.Classes != 2 {
		t.Errorf("got %+v", c)
	}
	numbers := strings.NewReplacer("'cat'", "1", "'dog'", "0").Replace(header + good)
	if c := v.Open(api.RoleLabels, sessiontest.File{Called: "lists.csv", Text: numbers}).Counts; c.Labels != 5 || c.Classes != 2 {
		t.Errorf("numbers: got %+v", c)
	}
	long := header + strings.Repeat(good, 2000) + `t5,"['ann', 'bob']",['cat']` + "\n"
	f := v.Refused(api.RoleLabels, sessiontest.File{Called: "lists.csv", Text: long})
	if f.Count != 1 || !strings.Contains(f.Message, "not as long as each other") {
		t.Errorf("got %+v", f)
	}
}

// Each of several files is mended by itself, and that is said of each.
func TestSeveralFilesAreMended(t *testing.T) {
	table := "task,worker,label\n" + lines(long)
	again := strings.ReplaceAll(table, "t", "u")
	again = strings.Replace(again, "uask", "task", 1)
	for name, texts := range map[string][2]string{
		"the first": {"Photos\n\n" + table + "Total: 48\n", again}, "the second": {table, "Photos\n\n" + again + "Total: 48\n"},
		"both": {"Photos\n\n" + table + "Total: 48\n", "Second\n" + again + "Total: 4\n"},
	} {
		v := sessiontest.New(t)
		whole, files := sessiontest.Joined(sessiontest.File{Called: "a.csv", Text: texts[0]}, sessiontest.File{Called: "b.csv", Text: texts[1]})
		o := v.Open(api.RoleLabels, whole, files...)
		want := 2 * (strings.Count(texts[0], "Total") + strings.Count(texts[1], "Total"))
		if o.Counts.Labels != 96 || o.Counts.Tasks != 24 || undone(o) != want {
			t.Errorf("%s: got %d labels, %d tasks, %+v, want 96, 24 and %d to be said", name, o.Counts.Labels, o.Counts.Tasks, o.Issues, want)
		}
	}
}
