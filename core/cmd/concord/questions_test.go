package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write puts a text into a file of a new folder, and returns its path.
func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file with answers to two questions, a row or a column each, and tasks that two columns name together.
func rated() string {
	var b strings.Builder
	b.WriteString("rater_id,item_id,model_id,dimension,score\n")
	for item := range 6 {
		for _, model := range []string{"A", "B"} {
			for rater := range 3 {
				for n, dimension := range []string{"fluency", "accuracy"} {
					fmt.Fprintf(&b, "r%d,i%d,%s,%s,%d\n", rater, item, model, dimension, 1+(item+n+rater/2)%3)
				}
			}
		}
	}
	return b.String()
}

func asked() string {
	var b strings.Builder
	b.WriteString("id,mood_ann,mood_bob,mood_eve,topic_ann,topic_bob,topic_eve\n")
	for n := range 8 {
		mood, topic := []string{"happy", "sad"}[n%2], []string{"food", "room", "staff"}[n%3]
		fmt.Fprintf(&b, "d%d,%s,%s,sad,%s,%s,%[4]s\n", n, mood, mood, topic, topic)
	}
	return b.String()
}

func TestQuestions(t *testing.T) {
	ratings, wide := writeFile(t, "ratings.csv", rated()), writeFile(t, "wide.csv", asked())
	roles := "task=item_id+model_id,worker=rater_id,label=score,question=dimension"
	for _, test := range []struct {
		name string
		args []string
		want string // in what is printed
		code int
	}{
		{"asked about", []string{"fit", ratings}, "--roles worker=1,task=2+3,question=4,label=5 --question fluency", 2},
		{"asked about still, with some rows", []string{"fit", "-where", "model_id=A", ratings}, "--question fluency", 2},
		{"asked about still, with a header", []string{"fit", "-header", "yes", ratings}, "-question fluency", 2},
		{"rows of another question than the first", []string{"fit", "-where", "dimension=accuracy", "-where", "model_id=A", ratings},
			"18 labels by 3 workers on 6 tasks", 0},
		{"one, as it was offered", []string{"fit", "-roles", "worker=1,task=2+3,question=4,label=5", "-question", "fluency", ratings},
			"36 labels by 3 workers on 12 tasks", 0},
		{"each", []string{"agree", "-roles", roles, "-question", "all", ratings}, "accuracy  12     36      3        3", 0},
		{"none of that name", []string{"fit", "-roles", roles, "-question", "grace", ratings},
			"no question “grace”; there are fluency, accuracy", 2},
		{"some rows", []string{"fit", "-roles", "task=2,worker=1,label=5", "-where", "dimension=accuracy", "-where", "model_id=B", ratings},
			"18 labels by 3 workers on 6 tasks", 0},
		{"two values of one column", []string{"fit", "-roles", "task=2+3,worker=1,label=5", "-where", "dimension=accuracy", "-where",
			"model_id=B", "-where", "model_id=A", ratings}, "36 labels by 3 workers on 12 tasks", 0},
		{"no such row", []string{"fit", "-roles", "task=2,worker=1,label=5", "-where", "model_id=C", ratings},
			"none of 72 rows meets the conditions", 2},
		{"no such column", []string{"fit", "-roles", "task=2,worker=1,label=5", "-where", "grace=C", ratings}, `there is no column "grace"`, 2},
		{"columns asked about", []string{"fit", wide}, "-question mood", 2},
		{"a question of columns", []string{"fit", "-question", "topic", wide}, "24 labels by 3 workers on 8 tasks, 3 classes", 0},
		{"one question only", []string{"fit", "-question", "all", "-roles", "task=1,label=2,label=3,label=4", wide},
			"answers to one question only", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, complaints := exits(t, test.code, test.args...)
			if got := out + complaints; !strings.Contains(got, test.want) {
				t.Errorf("got\n%swant %q in it", got, test.want)
			}
		})
	}
}

// The labels of all questions are in one file, and all files of each in a folder of its own.
func TestEachQuestionHasAFolder(t *testing.T) {
	dir := t.TempDir()
	invoke(t, "fit", "-question", "all", "-out", dir, writeFile(t, "wide.csv", asked()))
	all, err := os.ReadFile(filepath.Join(dir, "labels.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, question := range []string{"mood", "topic"} {
		one, err := os.ReadFile(filepath.Join(dir, question, "labels.csv"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(strings.SplitN(string(one), "\n", 2)[1]) {
			if want := question + "," + line; !strings.Contains(string(all), want) {
				t.Errorf("labels.csv of all: got no line %q", want)
			}
		}
	}
}

// Labels of several kinds have columns of their own in the file of all.
func TestQuestionsOfSeveralKinds(t *testing.T) {
	text := "item,annotator,label,age\n"
	for i := range 8 {
		for w := range 3 {
			text += fmt.Sprintf("i%d,a%d,%s,%d.5\n", i, w, []string{"sad", "happy"}[i%2], 20+i+w)
		}
	}
	dir := t.TempDir()
	invoke(t, "fit", "-question", "all", "-out", dir, writeFile(t, "kinds.csv", text))
	all, err := os.ReadFile(filepath.Join(dir, "labels.csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(all)).ReadAll() // refuses rows of another length
	if err != nil {
		t.Fatal(err)
	}
	label, value := slices.Index(rows[0], "label"), slices.Index(rows[0], "value")
	if label < 0 || value < 0 || len(rows) != 17 {
		t.Fatalf("got %d rows below %q", len(rows)-1, rows[0])
	}
	for _, row := range rows[1:] {
		if mood := row[0] == "label"; mood != (row[label] != "") || mood != (row[value] == "") {
			t.Errorf("got %q below %q", row, rows[0])
		}
	}
}

// A truth names tasks by the columns that the labels name them by.
func TestTruthOfCompositeTasks(t *testing.T) {
	truth := writeFile(t, "right.csv", "item_id,model_id,score\ni0,A,1\ni0,B,1\ni1,A,3\n")
	_, got := exits(t, 0, "fit", "-roles", "task=item_id+model_id,worker=rater_id,label=score,question=dimension", "-question", "fluency",
		"-truth", truth, writeFile(t, "ratings.csv", rated()))
	if want := "right.csv: 1 of 3 wrong"; !strings.Contains(got, want) {
		t.Errorf("got\n%swant %q in it", got, want)
	}
}

// What contradicts itself, or the file, is said.
func TestStatedCantBeFollowed(t *testing.T) {
	long := writeFile(t, "long.csv", "task,worker,label\nt1,w1,x\nt1,w2,y\nt2,w1,x\nt2,w2,x\n")
	for _, test := range []struct {
		want string
		args []string
	}{
		{"no column holds a count", []string{"-layout", "counts"}},
		{"-layout is rows, items, people or counts", []string{"-layout", "foo"}},
		{"a column is said to hold the worker, and the table to have a column for each worker", []string{"-layout", "items", "-roles",
			"worker=2,label=3"}},
		{"a column is said to hold the task, and the table to have a column for each task", []string{"-layout", "people", "-roles",
			"task=1,label=3"}},
		{"no column is left that may hold labels", []string{"-layout", "items", "-roles", "none=label,none=worker,none=task"}},
		{"no column holds the label", []string{"-roles", "none=label"}},
		{"-question goes with a file of answers to several questions", []string{"-question", "x"}},
		{"gives the column \"label\" two roles", []string{"-roles", "task=1,worker=2,label=3,question=3"}},
		{"there is no column \"model\"", []string{"-roles", "task=task+model"}},
		{"it needs COL=VALUE", []string{"-where", "model"}},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			if _, got := exits(t, 2, append([]string{"fit", long}, test.args...)...); !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q in it", got, test.want)
			}
		})
	}
}

// What a person says of a table is followed, whatever it looks like.
func TestStatedIsFollowed(t *testing.T) {
	var people, judges strings.Builder
	people.WriteString("Timestamp,Username,What is on picture 1?,What is on picture 2?,What is on picture 3?\n")
	judges.WriteString("id,question,answer,gpt,human,year\n")
	for n := range 6 {
		fmt.Fprintf(&people, "2026/11/02 10:0%d,s%d@x.org,cat,%s,dog\n", n, n, []string{"dog", "cat"}[n%2])
		fmt.Fprintf(&judges, "q%d,Is it %d?,It is,%s,%s,2026\n", n, n, []string{"good", "bad"}[n%2], []string{"good", "bad"}[n/3])
	}
	forms, table := writeFile(t, "forms.csv", people.String()), writeFile(t, "judges, all.csv", judges.String())
	odd := writeFile(t, "odd.csv", "a+b,\"c,d\",e=f,g\nt1,x,w1,1\nt1,x,w2,1\nt2,y,w1,2\nt2,y,w2,2\n")
	for _, test := range []struct {
		name, want string
		args       []string
	}{
		{"by person", "18 labels by 6 workers on 3 tasks", []string{"-layout", "people", forms}},
		{"by item after all", "18 labels by 3 workers on 6 tasks", []string{"-layout", "items", forms}},
		{"columns of a wide table", "12 labels by 2 workers on 6 tasks", []string{"-roles", "task=id,label=gpt,label=human", table}},
		{"a truth beside one", "6 labels by 1 worker on 6 tasks", []string{"-layout", "items", "-roles", "task=id,label=gpt,truth=human", table}},
		{"a column is nothing", "12 labels by 2 workers on 6 tasks", []string{"-roles", "task=id,label=gpt,label=human,none=year", table}},
		{"totals below counts", "12 labels by workers who are not known on 3 tasks", []string{"-roles", "task=1,count=2,count=3",
			writeFile(t, "counts.csv", "item,cat,dog\nt1,3,1\nt2,2,2\nt3,0,4\nTotal,5,7\nMean,1.7,2.3\nSum,5,7\n")}},
		{"marks in names", "4 labels by 2 workers on 2 tasks, 2 classes", []string{"-roles", `task=a\+b+c\,d,worker=e\=f,label=g`, odd}},
		{"a name as it is", "4 labels by 2 workers on 2 tasks", []string{"-roles", `task=a+b,worker=3,label=g`, odd}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, got := exits(t, 0, append([]string{"fit"}, test.args...)...); !strings.Contains(got, test.want) {
				t.Errorf("got\n%swant %q in it", got, test.want)
			}
		})
	}
}

// Questions that only the end of a long file has answers to are named, and are read with the others.
func TestQuestionsFurtherDown(t *testing.T) {
	var b strings.Builder
	b.WriteString("task,worker,question,label\n")
	for n := range 1800 {
		question := "mood"
		if n >= 1700 {
			question = "topic"
		}
		for worker := range 3 {
			fmt.Fprintf(&b, "t%d,w%d,%s,%d\n", n%1700, worker, question, n/2%2)
		}
	}
	long, roles := writeFile(t, "long.csv", b.String()), "task=1,worker=2,question=3,label=4"
	for _, test := range []struct {
		question string
		code     int
		want     []string
	}{
		{"", 0, []string{"further down there are answers to another question, “topic”", "5,100 labels on 1,700 tasks"}},
		{"topic", 0, []string{"300 labels on 100 tasks"}},
		{"all", 0, []string{"mood      1,700  5,100   3        2", "topic     100    300     3        2"}},
		{"style", 2, []string{"none of 5,400 rows meets the conditions"}},
	} {
		out, complaints := exits(t, test.code, "agree", "-roles", roles, "-question", test.question, long)
		for _, want := range test.want {
			if got := out + complaints; !strings.Contains(got, want) {
				t.Errorf("-question %s: got\n%s\nwant %q in it", test.question, got, want)
			}
		}
	}
}

// What is said of a table is said of all files that are opened together, though one of them alone would be understood otherwise.
func TestSeveralTables(t *testing.T) {
	table := func(head string, rows int, row func(n int) string) string {
		var b strings.Builder
		b.WriteString(head + "\n")
		for n := range rows {
			b.WriteString(row(n) + "\n")
		}
		return b.String()
	}
	known := func(split string, from int) string {
		return table("task,worker,label,split,truth", 60, func(n int) string {
			return fmt.Sprintf("t%d,w%d,%d,%s,%d", from+n/3, n%3, (n/3+n%7/6)%2, split, n/3%2)
		})
	}
	parts := "id,mood_ann,mood_bob,topic_ann,topic_bob"
	for _, test := range []struct {
		name, a, b string
		args       []string
		want       string
	}{
		{"none of the first counts", known("train", 0), known("test", 20), []string{"-where", "split=test"}, "of 20 wrong"},
		{"a question of the second", rated(), "rater_id,item_id,model_id,dimension,score\nr0,i0,A,style,1\nr1,i0,A,style,1\n",
			[]string{"-roles", "task=item_id+model_id,worker=rater_id,label=score,question=dimension", "-question", "style"},
			"2 labels by 2 workers on 1 task"},
		{"parts of names", table(parts, 12, func(n int) string {
			mood, topic := []string{"happy", "sad"}, []string{"food", "room"}
			return fmt.Sprintf("d%d,%s,%s,%s,%s", n, mood[n%2], mood[n%3%2], topic[n/2%2], topic[n/3%2])
		}), parts + "\ne1,happy,sad,food,room\ne2,happy,sad,food,room\n", []string{"-question", "topic"}, "28 labels by 2 workers on 14 tasks"},
		{"columns of counts", "item,cat,dog\nt1,3,1\nt2,2,2\nt3,0,4\n", "item,cat,dog\nt4,1,2\nt5,2,2\n",
			[]string{"-roles", "task=1,count=2,count=3"},
			"19 labels by workers who are not known on 5 tasks"},
	} {
		t.Run(test.name, func(t *testing.T) {
			args := append([]string{"fit", "-method", "majority"}, test.args...)
			out, complaints := exits(t, 0, append(args, writeFile(t, "a.csv", test.a), writeFile(t, "b.csv", test.b))...)
			if got := out + complaints; !strings.Contains(got, test.want) {
				t.Errorf("got\n%swant %q in it", got, test.want)
			}
		})
	}
}
