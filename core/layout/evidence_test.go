package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// lines writes a table of n rows.
func lines(header string, n int, line func(n int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range n {
		b.WriteString(line(i) + "\n")
	}
	return b.String()
}

func said(n int) string { return []string{"yes", "no"}[(n/5+n%5/4)%2] }

// What a column is called is evidence, and so is what it holds.
func TestNamesAreNoVerdict(t *testing.T) {
	five := func(i int) int { return i / 5 } // the task, of five labels each
	who := func(i int) int { return (i/5 + 3*(i%5)) % 17 }
	for _, test := range []struct{ name, file, want, confirm string }{
		{"a task that is the job", lines("task,ref,worker,label", 2000, func(i int) string {
			return fmt.Sprintf("job%d,%x,%d,%s", i%7, 1000+five(i), who(i), said(i))
		}),
			"task=1 worker=2 label=3", "“task” has only 7 different values in 2,000 rows, so that a worker has the same one again and again; " +
				"“ref” is read as the task"},
		{"a task that is the job, and an id by its name", lines("task,item_id,worker,label", 2000, func(i int) string {
			return fmt.Sprintf("job%d,%x,%d,%s", i%7, 1000+five(i), who(i), said(i))
		}),
			"task=1 worker=2 label=3", ""},
		{"a task that is the job, and nothing else", lines("task,worker,label", 2000, func(i int) string {
			return fmt.Sprintf("job%d,%d,%s", i%7, who(i), said(i))
		}),
			"task=0 worker=1 label=2", "“task” has only 7 different values in 2,000 rows, so that a worker has the same one again and again: it " +
				"may not be what was labelled"},
		{"three labels of each worker", lines("judgment_id,task,worker,label", 450, func(i int) string {
			return fmt.Sprintf("%d,t%d,w%d,%s", i, i/15, i%5, said(i/3+i%2))
		}),
			"task=1 worker=2 label=3", ""},
		{"a response that was rated", lines("prompt,response,rater,quality", 200, func(i int) string {
			return fmt.Sprintf("p%d,the answer to %d,r%d,%s", five(i), five(i), who(i), said(i))
		}),
			"task=0 worker=2 label=3", "“response” is the same for all workers of a task, so that it is hardly what they said; “quality” is " +
				"read as the label"},
		{"an answer that was rated", lines("question,answer,rater,rating", 200, func(i int) string {
			return fmt.Sprintf("q%d,the answer to %d,r%d,%d", five(i), five(i), who(i), 1+i%4)
		}),
			"task=0 worker=2 label=3", ""},
		{"an answer that nobody gave", lines("question,answer,rater", 200, func(i int) string {
			return fmt.Sprintf("q%d,the answer to %d,r%d", five(i), five(i), who(i))
		}),
			"task=0 worker=2 label=1", "“answer” is the same for all workers of a task, so that it may not be what they said"},
		{"a crowd of one mind", lines("task,worker,label", 200, func(i int) string {
			return fmt.Sprintf("q%d,r%d,%s", five(i), who(i), said(5*five(i)))
		}),
			"task=0 worker=1 label=2", ""},
		{"a label of each worker", lines("item,rater,category", 200, func(i int) string {
			return fmt.Sprintf("q%d,r%d,%s", five(i), who(i), []string{"expert", "novice"}[who(i)%2])
		}),
			"task=0 worker=1 label=2", "“category” is the same in all rows of a worker, so that it may not be what they said of tasks"},
		{"a worker a row", lines("task,worker,label", 60, func(i int) string { return fmt.Sprintf("q%d,r%d,%s", five(i), i, said(i)) }),
			"task=0 worker=1 label=2", "each worker has only one row: this looks like a table about workers, not labels"},
		{"a task a row", lines("task,worker,label", 60, func(i int) string { return fmt.Sprintf("q%d,r%d,%s", i, i%6, said(i)) }),
			"task=0 worker=1 label=2", "every task has only one label: this may be a result, or a table about tasks; if it is labels, nobody can " +
				"tell which are right"},
		{"a text and nothing else", lines("text,annotator,label", 200, func(i int) string {
			return fmt.Sprintf("it is the text %d,r%d,%s", five(i), who(i), said(i))
		}),
			"task=0 worker=1 label=2", "the header does not say which column holds the task"},
		{"a task a row so far", lines("task,worker,label", 6000, func(i int) string {
			return fmt.Sprintf("q%d,r%d,%s", i, i%6, said(i))
		}), "task=0 worker=1 label=2", ""},
		{"two tasks by name, and a third that is", lines("task,Task,item_id,worker,label", 2000, func(i int) string {
			return fmt.Sprintf("job%d,%d,%x,%d,%s", i%7, i%3, 1000+five(i), who(i), said(i))
		}), "task=2 worker=3 label=4", "the header does not say which column holds the task"},
	} {
		g, err := layout.Detect("labels.csv", labelstest.Head([]byte(test.file)))
		if err != nil {
			t.Fatal(test.name, err)
		}
		if got := labelstest.Roles(&g.Layout); got != test.want || g.Confirm != test.confirm {
			t.Errorf("%s: got %s, confirm %q, want %s, %q", test.name, got, g.Confirm, test.want, test.confirm)
		}
	}
}

// What is no table of labels is given no roles by its values, and where it can be
// told it is said what it looks like.
func TestNoRolesOfOtherTables(t *testing.T) {
	for _, test := range []struct{ name, file, says string }{
		{"workers.csv", lines("worker,gender,age,n_labels", 40, func(i int) string {
			return fmt.Sprintf("A%d,%s,%d,%d", i, []string{"F", "M"}[i%2], 20+i%30, i*i%37)
		}), "each worker has only one row: this looks like a table about workers, not labels"},
		{"survey.csv", lines("ResponseId,Q1,Q2,Q3", 40, func(i int) string { return fmt.Sprintf("R_%d,%d,%d,%d", i, 1+i%5, 1+i/2%5, 1+i/3%5) }),
			"each row looks like the answers of one person"},
		{"stock.csv", lines("sku,user_name,count,price", 40, func(i int) string {
			return fmt.Sprintf("S%d,user %d,%d,%d.5", i, i, i%4, i%9)
		}), "no column holds the task"},
		{"people.json", "[" + strings.TrimSuffix(strings.ReplaceAll(lines("", 12, func(i int) string {
			return fmt.Sprintf(`{"id": %d, "Gender": %q, "Age": %d, "user_name": "u%d"},`, i, []string{"F", "M"}[i%2], 20+i%3, i)
		}), "\n", ""), ",") + "]", "each worker has only one row"},
		{"settings.json", `{"editor": {"size": 12, "wrap": true, "font": "mono"}, "files": {"trim": true, "exclude": "*.pyc"}, "python": ` +
			`{"lint": true, "path": "/usr/bin"}}`, "no column holds the task"},
		{"locale.json", `{"en": {"yes": "Yes", "no": "No", "ok": "OK"}, "de": {"yes": "Ja", "no": "Nein", "ok": "Gut"}}`,
			"no column holds the task"},
		{"by-id.json", byId(67, func(i int) string {
			return fmt.Sprintf(`{"Gender": %q, "Age": %q}`, []string{"M", "F"}[i%2], []string{"young", "old", "old"}[i%3])
		}), "no column holds the task"},
		{"by-id-few.json", byId(4, func(i int) string {
			return fmt.Sprintf(`{"Gender": %q, "Age": %q}`, []string{"M", "F"}[i%2], []string{"young", "old"}[i/2])
		}), "no column holds the task"},
		{"by-id-numbers.json", byId(30, func(i int) string {
			return fmt.Sprintf(`{"years": %d, "height": %d}`, 20+i%9, 160+i%13)
		}), "no column holds the task"},
		{"by-id-counts.json", byId(30, func(i int) string {
			return fmt.Sprintf(`{"age": %d, "count": %d}`, 20+i%9, 5+i%40)
		}), "no column holds the task"},
		{"accuracies.csv", lines("user_name,count,accuracy,country", 50, func(i int) string {
			return fmt.Sprintf("user%02d,%d,%.2f,%s", i, 5+i*i*37%296, float64(i*31%101)/100, []string{"US", "IN"}[i*i%3%2])
		}), "this looks like a table about workers"},
		{"people-of-mturk.json", "[" + strings.TrimSuffix(strings.ReplaceAll(lines("", 40, func(i int) string {
			return fmt.Sprintf(`{"WorkerId": "W%d", "Gender": %q, "Age": %q, "Country": %q},`, i,
				[]string{"M", "F"}[i%2], []string{"18-25", "26-35", "36-50"}[i%3], []string{"US", "IN"}[i%5%2])
		}), "\n", ""), ",") + "]", "this looks like a table about workers"},
	} {
		g, err := layout.Detect(test.name, []byte(test.file))
		if err == nil {
			for c, role := range g.Roles {
				if role != layout.Ignore && g.Columns[c].Why != "by its name" {
					t.Errorf("%s: “%s” is offered as the %s", test.name, g.Columns[c].Name, role)
				}
			}
			_, err = labelstest.Read(test.name, strings.NewReader(test.file), g, scan.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.says)
		}
	}
}

// byId writes a JSON object with n objects, each under an id.
func byId(n int, object func(i int) string) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf("%q: %s", fmt.Sprint("p", i), object(i))
	}
	return "{" + strings.Join(all, ", ") + "}"
}

// What workers said of tasks is read without asking, in a small crowd as in a large
// one, where each worker knows only some of the labels.
func TestAnswersByTask(t *testing.T) {
	for name, file := range map[string]string{
		"two workers": byId(4, func(i int) string {
			return fmt.Sprintf(`{"ann": %q, "bob": %q}`, []string{"cat", "dog"}[i%2], []string{"cat", "dog"}[i/2])
		}),
		"numbers": byId(40, func(i int) string { return fmt.Sprintf(`{"%d": %d, "%d": %d}`, i%7, i%3, (i+1)%7, i%3) }),
		"marks":   byId(40, func(i int) string { return fmt.Sprintf(`{"ann": %d.%d, "bob": %d.5}`, i%7, i%10, i%6) }),
		"large crowd": byId(300, func(i int) string {
			return fmt.Sprintf(`{"w%d": "class %d", "w%d": "class %d", "w%d": "class %d"}`, i%90, i%40, (i+31)%90, i%40, (i+62)%90, (i+i%5/4)%40)
		}),
	} {
		g, err := layout.Detect("answers.json", []byte(file))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if g.Format != "peerannot answers" || g.Confirm != "" {
			t.Errorf("%s: got %s, confirm %q, want it read without asking", name, g.Format, g.Confirm)
		}
	}
	people := byId(30, func(i int) string {
		return fmt.Sprintf(`{"Gender": %q, "smoker": %q, "drinker": %q}`, []string{"M", "F"}[i%2], []string{"yes", "no"}[i%3/2],
			[]string{"yes", "no"}[i%2])
	})
	if g, err := layout.Detect("people.json", []byte(people)); err != nil || g.Confirm == "" {
		t.Errorf("people of whom two things are alike: got %v, confirm %q, want it asked about", err, g.Confirm)
	}
}
