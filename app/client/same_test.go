//go:build !js

package client_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/app/client/native"
	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

// crowd writes labels of tasks t0, t1 … by workers w0, w1 …: what says is the label of task i by worker j, empty where there is none.
func crowd(tasks, workers int, says func(i, j int) string) string {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := range tasks {
		for j := range workers {
			if label := says(i, j); label != "" {
				fmt.Fprintf(&b, "t%d,w%d,%s\n", i, j, label)
			}
		}
	}
	return b.String()
}

// table writes a header and a row for each of so many tasks, and for two without labels.
func table(header string, tasks int, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range tasks + 2 {
		for line := range strings.SplitSeq(row(i), "|") {
			fmt.Fprintf(&b, "t%d,%s\n", i, line)
		}
	}
	return b.String()
}

const tasks = 24

var animals = []string{"cat", "dog", "emu"}

// wrong says whether worker j errs on task i: a fifth of the time, the first worker never.
func wrong(i, j int) bool { return j > 0 && (7*i+5*j)%5 == 0 }

func animal(of int) func(i, j int) string {
	return func(i, j int) string {
		if wrong(i, j) {
			return animals[(i+1+j%(of-1))%of]
		}
		return animals[i%of]
	}
}

func rating(i, j int) string {
	return strconv.FormatFloat(float64(i%7)+float64(j)/4+float64((3*i+5*j)%4)/8, 'f', -1, 64)
}

// beside are files beside the labels, by role.
type beside map[string]string

var (
	words    = [][]string{{"meow", "whiskers", "purr", "tail"}, {"bark", "leash", "fetch", "tail"}, {"feathers", "egg", "beak", "legs"}}
	features = table("task,x,y", tasks, func(i int) string { return fmt.Sprintf("%g,%d", float64(i%3*4)+float64(i*7%5)/2, i*i%11) })
	texts    = table("task,text", tasks, func(i int) string {
		w := words[i%3]
		return fmt.Sprintf("the %s and %s with %s", w[i%4], w[(i/3+1)%4], w[(i/5+2)%4])
	})
	bags = table("task,term,count", tasks, func(i int) string {
		w := words[i%3]
		return fmt.Sprintf("%s,2|%s,1|%s,1", w[0], w[1+i%3], "common")
	})
	gold     = "task,label\nt0,cat\nt1,dog\nt4,dog\n"
	matrices = "worker,truth,label,count\n" + strings.Join([]string{matrix("w0", 9, 1), matrix("w1", 6, 2), matrix("w2", 5, 2),
		matrix("w3", 7, 1), matrix("w4", 5, 3)}, "")
)

// matrix writes the confusion matrix of a worker.
func matrix(worker string, right, wrong int) string {
	var b strings.Builder
	for k := range animals {
		for l := range animals {
			n := wrong
			if k == l {
				n = right
			}
			fmt.Fprintf(&b, "%s,%s,%s,%d\n", worker, animals[k], animals[l], n)
		}
	}
	return b.String()
}

// The same files give the same method and the same labels on the page and in the shell, in whatever order they are opened.
func TestPageAndShellBeginAlike(t *testing.T) {
	shell := filepath.Join(t.TempDir(), "concord")
	if out, err := exec.Command("go", "build", "-o", shell, "concord/core/cmd/concord").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	three := crowd(tasks, 5, animal(3))
	numbers := crowd(tasks, 5, rating)
	two, one := crowd(tasks, 2, animal(3)), crowd(tasks, 1, animal(3))
	thin := crowd(tasks, 5, func(i, j int) string {
		if i%5 != j {
			return ""
		}
		return animal(3)(i, j)
	})
	several := crowd(tasks, 5, func(i, j int) string { return animal(3)(i, j) + ";" + animals[(i+1)%3] })
	steps := crowd(tasks, 5, func(i, j int) string { return strconv.Itoa(1 + (i+(i*j)%2)%5) })
	inside := strings.ReplaceAll(crowd(tasks, 5, func(i, j int) string {
		known := ""
		if i%4 == 0 {
			known = animals[i%3]
		}
		return animal(3)(i, j) + "," + known
	}), "task,worker,label\n", "task,worker,label,gold\n")
	choose := func(option, text string) model.Msg {
		return model.SetOption{Of: api.RoleLabels, Option: option, Text: text}
	}
	multi := []model.Msg{model.SetKind{Name: api.KindSets, On: true}, choose("separator", ";")}
	const columns = "-roles task=task,worker=worker,label=label" // these might be no labels at all
	confirmed := []model.Msg{model.ConfirmRoles{}}
	numeric := []model.Msg{model.SetKind{Name: api.KindNumbers, On: true}}
	for _, c := range []struct {
		about  string
		labels string
		beside beside
		flags  string
		page   []model.Msg // what the flags say
		want   string
	}{
		{about: "classes", labels: three, want: "consensus"},
		{about: "two classes", labels: crowd(tasks, 5, animal(2)), want: "consensus"},
		{about: "classes, truth", labels: three, beside: beside{"truth": gold}, want: "consensus"},
		{about: "classes, gold", labels: three, beside: beside{"gold": gold}, want: "consensus"},
		{about: "classes, gold inside", labels: inside, want: "consensus"},
		{about: "classes, matrices", labels: three, beside: beside{"confusion": matrices}, want: "consensus"},
		{about: "classes, costs", labels: three, beside: beside{"costs": "truth,label,cost\ncat,dog,5\n"}, want: "consensus"},
		{about: "classes, features", labels: three, beside: beside{"features": features}, want: "raykar"},
		{about: "classes, features, gold", labels: three, beside: beside{"features": features, "gold": gold}, want: "raykar"},
		{about: "classes, texts", labels: three, beside: beside{"text": texts}, want: "lda-raykar"},
		{about: "classes, texts, truth", labels: three, beside: beside{"text": texts, "truth": gold}, want: "lda-raykar"},
		{about: "classes, bags of words", labels: three, beside: beside{"bow": bags}, want: "lda-raykar"},
		{about: "classes, features, texts", labels: three, beside: beside{"features": features, "text": texts}, want: "lda-raykar"},
		{about: "two classes, features", labels: crowd(tasks, 5, animal(2)), beside: beside{"features": features}, want: "raykar"},
		{about: "numbers", labels: numbers, want: "biasprecision"},
		{about: "numbers, features", labels: numbers, beside: beside{"features": features}, want: "ridge"},
		{about: "numbers, texts", labels: numbers, beside: beside{"text": texts}, want: "ridge"},
		{about: "numbers, bags of words", labels: numbers, beside: beside{"bow": bags}, want: "ridge"},
		{about: "numbers, features, texts", labels: numbers, beside: beside{"features": features, "text": texts}, want: "ridge"},
		{about: "two workers' numbers", labels: crowd(tasks, 2, rating), want: "mean"},
		{about: "two workers' numbers, texts", labels: crowd(tasks, 2, rating), beside: beside{"text": texts}, want: "ridge"},
		{about: "steps read as names", labels: steps, want: "consensus"},
		{about: "steps read as numbers", labels: steps, flags: "-numeric yes", page: numeric, want: "biasprecision"},
		{about: "steps read as numbers, texts", labels: steps, beside: beside{"text": texts}, flags: "-numeric yes", page: numeric,
			want: "ridge"},
		{about: "steps in order", labels: steps, flags: "-order 1,2,3,4,5", page: []model.Msg{model.SetOrdered{On: true}}, want: "consensus"},
		{about: "several labels a task", labels: several, flags: "-multilabel ;", page: multi, want: "consensus"},
		{about: "several labels a task, gold", labels: several, beside: beside{"gold": "task,label\nt0,cat;dog\n"}, flags: "-multilabel ;",
			page: multi, want: "consensus"},
		{about: "nobody knows whose", labels: three, flags: "-anonymous", page: []model.Msg{choose("anonymous", "yes")}, want: "majority"},
		{about: "nobody knows whose, features", labels: three, beside: beside{"features": features}, flags: "-anonymous",
			page: []model.Msg{choose("anonymous", "yes")}, want: "majority"},
		{about: "two workers", labels: two, want: "majority"},
		{about: "two workers, gold", labels: two, beside: beside{"gold": gold}, want: "consensus"},
		{about: "two workers, a history", labels: two, beside: beside{"confusion": "worker,right,of\nw0,45,50\nw1,30,50\nx,1,2\n"},
			want: "consensus"},
		{about: "two workers, features", labels: two, beside: beside{"features": features}, want: "raykar"},
		{about: "one worker", labels: one, flags: columns, page: confirmed, want: "majority"},
		{about: "one worker, texts", labels: one, beside: beside{"text": texts}, flags: columns, page: confirmed, want: "lda-raykar"},
		{about: "one label a task", labels: thin, flags: columns, page: confirmed, want: "majority"},
		{about: "one label a task, gold", labels: thin, beside: beside{"gold": gold}, flags: columns, page: confirmed, want: "consensus"},
		{about: "one label a task, matrices", labels: thin, beside: beside{"confusion": matrices}, flags: columns, page: confirmed,
			want: "consensus"},
		{about: "one label a task, features", labels: thin, beside: beside{"features": features}, flags: columns, page: confirmed,
			want: "raykar"},
		{about: "an earlier fit", labels: three, beside: beside{"state": two}, flags: "-refit", want: "consensus"},
		{about: "an earlier fit, features", labels: three, beside: beside{"state": two, "features": features}, flags: "-refit",
			want: "consensus"},
	} {
		t.Run(c.about, func(t *testing.T) {
			dir := t.TempDir()
			write := func(name, content string) string {
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
				return path
			}
			run := func(args ...string) {
				if out, err := exec.Command(shell, append([]string{"fit"}, args...)...).CombinedOutput(); err != nil {
					t.Fatalf("concord fit %v: %v\n%s", args, err, out)
				}
			}
			labels, answers := write("labels.csv", c.labels), filepath.Join(dir, "answers")
			args := append(strings.Fields(c.flags), "-out", answers)
			paths := map[string]string{}
			for role, content := range c.beside {
				path := write(role+".csv", content)
				if role == "state" {
					earlier := path
					path = filepath.Join(dir, "earlier"+files.StateEnding)
					run("-method", "ds", "-save-state", path, earlier)
				}
				args = append(args, "-"+role, path)
				paths[strings.Replace(role, "bow", api.RoleText, 1)] = path
			}
			run(append(args, labels)...)
			var record struct{ Method string }
			text, err := os.ReadFile(filepath.Join(answers, "run.json"))
			if err == nil {
				err = json.Unmarshal(text, &record)
			}
			want, err2 := os.ReadFile(filepath.Join(answers, "labels.csv"))
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			if record.Method != c.want {
				t.Errorf("the shell takes %s, want %s", record.Method, c.want)
			}
			for _, backwards := range []bool{false, true} {
				if backwards && len(paths) < 2 {
					continue
				}
				p := newAutomatic(t)
				p.pick(api.RoleLabels, labels)
				for _, m := range c.page {
					p.settle(m)
				}
				order := make([]string, 0, len(paths))
				for role := range paths {
					order = append(order, role)
				}
				if slices.Sort(order); backwards {
					slices.Reverse(order)
				}
				for _, role := range order {
					p.pick(role, paths[role])
				}
				if got := p.state.Setup.Method; got != c.want {
					t.Errorf("%v: the page takes %s, want %s", order, got, c.want)
				}
				if _, resumes := paths["state"]; resumes {
					p.settle(model.StartRun{Resume: true})
				} else if p.state.Result == nil || p.state.Stale() {
					p.settle(model.StartRun{})
				}
				if p.state.Result == nil || p.state.Result.Method != c.want {
					t.Fatalf("%v: the page says %q, its result is %+v", order, p.state.Status(), p.state.Result)
				}
				p.settle(model.Download{What: api.FileLabels})
				got, ok := p.client.Download(p.state.Saves[0].Name)
				if !ok || string(got) != string(want) {
					t.Errorf("%v: the page has the labels\n%s, the shell\n%s", order, got, want)
				}
			}
		})
	}
}

// newAutomatic is a page on which fits start by themselves.
func newAutomatic(t *testing.T) *page {
	p := &page{T: t, client: native.New(), state: model.New(), tell: make(chan model.Msg, 1024)}
	p.client.Listen(func(m model.Msg) { p.tell <- m })
	p.do(model.Started{})
	return p
}

// settle lets something happen, and waits for all that comes of it but for what nobody waits for.
func (p *page) settle(m model.Msg) {
	p.Helper()
	p.do(m)
	p.until("the page to settle", func() bool {
		return !p.state.Busy() && !slices.ContainsFunc(p.state.Saves, func(s model.Save) bool { return s.Name == "" })
	})
}

// pick opens a file in a role.
func (p *page) pick(role, path string) {
	p.Helper()
	p.settle(model.Pick{Role: role, File: files.File{Name: filepath.Base(path), Size: size(p.T, path), Handle: path}})
	if p.state.Source(role).Opened == nil {
		p.Fatalf("%s could not be opened: %q", role, p.state.Status())
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// Features and texts from which nothing can be learnt leave the page with the result that it had, and say why.
func TestPageSurvivesDescriptionsThatTellNothing(t *testing.T) {
	same := func(text string) func(int) string { return func(int) string { return text } }
	for _, c := range []struct{ about, role, content, says, want string }{
		{"constant features", api.RoleFeatures, table("task,x", tasks, same("3")), "“x” is constant", "consensus"},
		{"texts of one word", api.RoleText, table("task,text", tasks, same("word")), "no word is left", "consensus"},
		{"texts all alike", api.RoleText, table("task,text", tasks, same("the same again and again")), "no word is left", "consensus"},
		{"bags of one word", api.RoleText, table("task,term,count", tasks, same("word,2")), "", "lda-raykar"},
	} {
		p := newAutomatic(t)
		give := func(role, content string) {
			p.settle(model.Pick{Role: role, File: files.File{Name: role + ".csv", Size: int64(len(content)), Handle: []byte(content)}})
		}
		give(api.RoleLabels, crowd(tasks, 5, animal(3)))
		give(c.role, c.content)
		said := p.state.Status()
		if o := p.state.Source(c.role).Opened; o != nil {
			for _, w := range o.Warnings {
				said += " " + w.What
			}
		}
		if !strings.Contains(said, c.says) || p.state.Result == nil || p.state.Result.Method != c.want || p.state.Offered() {
			t.Errorf("%s: the page says %q, and has %+v", c.about, said, p.state.Result)
		}
	}
}
