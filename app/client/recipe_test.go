//go:build !js

package client_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
	"concord/internal/packed"
	"concord/internal/shared"
)

// A result whose recipe is followed in the shell and on the page.
type made struct {
	about  string
	labels map[string]string // files by name; nil: the path
	path   string            // of the reference data
	beside beside
	flags  []string
	page   []model.Msg // made on the page instead
}

// A recipe makes the same bytes again in the shell and on the page, wherever it was made.
func TestRecipes(t *testing.T) {
	shell := filepath.Join(t.TempDir(), "concord")
	if out, err := exec.Command("go", "build", "-o", shell, "concord/core/cmd/concord").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	three := map[string]string{"labels.csv": crowd(tasks, 5, animal(3))}
	steps := map[string]string{"labels.csv": crowd(tasks, 5, func(i, j int) string { return strconv.Itoa(1 + (i+(i*j)%2)%5) })}
	several := map[string]string{"labels.csv": crowd(tasks, 5, func(i, j int) string { return animal(3)(i, j) + ";" + animals[(i+1)%3] })}
	round := strings.ReplaceAll(crowd(tasks, 5, func(i, j int) string { return animal(3)(i, j) + "," + strconv.Itoa(j%2) }),
		"task,worker,label\n", "task,worker,label,round\n")
	inside := strings.ReplaceAll(crowd(tasks, 5, func(i, j int) string { return animal(3)(i, j) + "," + animals[i%3] }),
		"task,worker,label\n", "task,worker,label,truth\n")
	asked := strings.ReplaceAll(crowd(tasks, 5, func(i, j int) string { return animal(3)(i, j) + "," + strconv.Itoa((i+j/3)%2) }),
		"task,worker,label\n", "task,worker,kind,size\n")
	messy := map[string]string{"messy.csv": "Export of October\nitem;who;verdict\n1;a;Yes\n1;b;yes\n1;c;no\n2;a;no\n2;b;n/r\n2;c;no\n" +
		"3;a;yes\n3;b;yes\n3;a;no\n;b;no\nTotal: 9 rows\n"}
	book := map[string]string{
		"book.xlsx": packed.Workbook(t, "notes\nthese are none\n", crowd(tasks, 5, animal(3)), crowd(tasks, 4, animal(2))),
	}
	for _, c := range []made{
		{about: "classes", labels: three},
		{about: "a method, a seed and settings", labels: three,
			flags: strings.Fields("-method ds -set smoothing=0.5 -seed 7 -max-steps 5 -stop paper")},
		{about: "merges, missing, a title, repeats, bad rows", labels: messy,
			flags: strings.Fields("-roles task=item,worker=who,label=verdict -merge-alike -merge no=No -missing n/r -again last -skip " +
				"-method majority")},
		{about: "rows of one round", labels: map[string]string{"labels.csv": round},
			flags: strings.Fields("-where round=1 -roles task=1,worker=2,label=3")},
		{about: "one of two questions", labels: map[string]string{"labels.csv": asked}, flags: strings.Fields("-roles task=1,worker=2,label=4")},
		{about: "a sheet of a workbook", labels: book, flags: []string{"-sheet", "Tab 3"}},
		{about: "truth inside", labels: map[string]string{"labels.csv": inside}},
		{about: "truth beside", labels: three, beside: beside{"truth": gold}},
		{about: "gold", labels: three, beside: beside{"gold": gold}},
		{about: "a history", labels: three, beside: beside{"confusion": matrices}, flags: strings.Fields("-confusion-mode assign -method ds")},
		{about: "costs", labels: three, beside: beside{"costs": "truth,label,cost\ncat,dog,5\n"}},
		{about: "features and tasks to predict", labels: three, beside: beside{"features": features}},
		{about: "texts", labels: three, beside: beside{"text": texts}, flags: strings.Fields("-ngrams 2")},
		{about: "bags of words", labels: three, beside: beside{"bow": bags}},
		{about: "numbers", labels: map[string]string{"labels.csv": crowd(tasks, 5, rating)}},
		{about: "steps as numbers", labels: steps, flags: strings.Fields("-numeric yes")},
		{about: "steps in order", labels: steps, flags: strings.Fields("-order 1,2,3,4,5 -method ordinal")},
		{about: "several labels a task", labels: several, flags: strings.Fields("-multilabel ;")},
		{about: "nobody knows whose", labels: three, flags: strings.Fields("-anonymous")},
		{about: "a file for each worker", labels: map[string]string{
			"ann.csv": "task,label\n1,a\n2,b\n3,a\n", "bob.csv": "task,label\n1,a\n2,b\n3,b\n", "eve.csv": "task,label\n1,b\n2,b\n3,a\n",
		}, flags: strings.Fields("-roles task=task,label=label")},
		{about: "an earlier fit, folded into", labels: three, beside: beside{"state": crowd(tasks, 2, animal(3))}},
		{about: "an earlier fit, gone on from", labels: three, beside: beside{"state": crowd(tasks, 2, animal(3))},
			flags: []string{"-refit"}},
		{about: "Label Studio", path: "cases/55-labelstudio-there-and-back/in.json"},
		{about: "a column for each annotator", path: "cases/32-one-column-per-annotator-one-row-per-field/in.csv",
			flags: strings.Fields("-roles task=1,question=2,label=5,label=6,label=7 -question helpful")},
		{about: "a model and a dimension", path: "cases/40-long-with-model-and-dimension/ratings.csv",
			flags: strings.Fields("-where dimension=accuracy -roles task=item_id+model_id,worker=rater_id,label=score")},
		{about: "workers left out", labels: three, page: []model.Msg{model.Exclude{Worker: 2, Out: true}, model.Exclude{Worker: 4, Out: true}}},
		{about: "verdicts, taken back and given", labels: three, page: []model.Msg{
			model.Review{Task: 3, Label: "emu"}, model.Review{Task: 5, Label: "cat"}, model.Review{Task: 3}, model.Exclude{Worker: 1, Out: true},
		}},
		{about: "an order, and a worker left out, before the fit and after it", labels: steps, page: []model.Msg{
			model.SetOrdered{On: true}, model.Exclude{Worker: 2, Out: true}, model.SetMethod{Name: "ds"}, model.StartRun{},
			model.Exclude{Worker: 3, Out: true}, model.Exclude{Worker: 2},
		}},
	} {
		t.Run(c.about, func(t *testing.T) { c.followed(t, shell) })
	}
}

func (c made) followed(t *testing.T, shell string) {
	dir := t.TempDir()
	put := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	get := func(path string) []byte {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	run := func(args ...string) string {
		out, err := exec.Command(shell, append([]string{"fit"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("concord fit %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	var labels, all []string
	for name, content := range c.labels {
		labels = append(labels, put(name, []byte(content)))
	}
	if c.path != "" {
		path := filepath.Join(shared.Dir(t), c.path)
		labels = []string{put(filepath.Base(path), get(path))}
	}
	slices.Sort(labels)
	args := append(slices.Clip(c.flags), "-out", filepath.Join(dir, "first"))
	for role, content := range c.beside {
		path := put(role+".csv", []byte(content))
		if role == "state" {
			earlier := path
			path = filepath.Join(dir, "earlier.concord")
			run("-method", "ds", "-save", path, earlier)
		}
		args, all = append(args, "-"+role, path), append(all, path)
	}
	all = append(all, labels...)
	var want []byte
	if c.page == nil {
		run(append(args, labels...)...)
		put("run.json", get(filepath.Join(dir, "first", "run.json")))
		want = get(filepath.Join(dir, "first", "labels.csv"))
	} else {
		p := newAutomatic(t)
		p.pick(api.RoleLabels, labels[0])
		for _, m := range c.page {
			p.settle(m)
		}
		put("run.json", p.saved(api.FileRun))
		want = p.saved(api.FileLabels)
	}
	recipe := filepath.Join(dir, "run.json")
	again := filepath.Join(dir, "again")
	if says := run("-recipe", recipe, "-out", again); !strings.Contains(says, "concord: run.json: Same labels ✓\n") {
		t.Errorf("the shell says %q", says)
	}
	if got := get(filepath.Join(again, "labels.csv")); string(got) != string(want) {
		t.Errorf("the shell makes\n%s\nwant\n%s", got, want)
	}
	for _, way := range []struct {
		about string
		give  func(p *page)
	}{
		{"the recipe first", func(p *page) { p.drop(append([]string{recipe}, all...)...) }},
		{"the recipe last", func(p *page) {
			if len(all) == 1 { // others may need the recipe to be understood
				p.drop(append(all, recipe)...)
			}
		}},
		{"all at once", func(p *page) {
			var at []files.File
			for _, path := range append([]string{recipe}, all...) {
				at = append(at, files.File{Name: filepath.Base(path), Size: size(p.T, path), Handle: path})
			}
			p.do(model.PickMany{Files: at})
			p.until("the files", func() bool { return p.state.Batch == nil && !p.state.Busy() })
		}},
	} {
		p := newAutomatic(t)
		if way.give(p); p.state.Labels.Opened == nil && len(all) > 1 && way.about == "the recipe last" {
			continue
		}
		if got := p.state.Status(); got != "Same labels ✓" || p.state.Result == nil {
			t.Errorf("%s: the page says %q", way.about, got)
			continue
		}
		if got := p.saved(api.FileLabels); string(got) != string(want) {
			t.Errorf("%s: the page makes\n%s\nwant\n%s", way.about, got, want)
		}
	}
}

// drop drops files on the page, one after the other.
func (p *page) drop(paths ...string) {
	p.Helper()
	for _, path := range paths {
		p.settle(model.Pick{Role: api.RoleLabels, File: files.File{Name: filepath.Base(path), Size: size(p.T, path), Handle: path}})
	}
}

// saved downloads a file of the result.
func (p *page) saved(what string) []byte {
	p.Helper()
	p.settle(model.Download{What: what})
	at := slices.IndexFunc(p.state.Saves, func(s model.Save) bool { return s.What == what })
	if at < 0 {
		p.Fatalf("no download of %s: the page says %q", what, p.state.Status())
	}
	content, _ := p.client.Download(p.state.Saves[at].Name)
	return content
}

// What is no recipe, or none of what is open, is refused in a sentence, and nothing that is open is lost.
func TestBadRecipes(t *testing.T) {
	give := func(p *page, name, text string) {
		p.settle(model.Pick{Role: api.RoleLabels, File: files.File{Name: name, Size: int64(len(text)), Handle: []byte(text)}})
	}
	begun := func(labels string) (*page, string) {
		p := newAutomatic(t)
		give(p, "labels.csv", labels)
		return p, string(p.saved(api.FileRun))
	}
	_, recipe := begun(crowd(tasks, 5, animal(3)))
	change := func(from, to string) string {
		if !strings.Contains(recipe, from) {
			t.Fatalf("the recipe has no %q: %s", from, recipe)
		}
		return strings.Replace(recipe, from, to, 1)
	}
	for _, c := range []struct{ about, recipe, says string }{
		{"newer", change(`"recipe": 2`, `"recipe": 9`), "was written by a newer version of Concord"},
		{"cut off", recipe[:len(recipe)/2], "is damaged"},
		{"of 0.1.0", `{"version": "0.1.0", "input": {"name": "labels.csv", "rows": 3}, "method": "ds"}`, "did not record how the file was read"},
		{"no method", change(`"method": "consensus"`, `"method": ""`), "names no labels, or no method"},
		{"an unknown method", change(`"method": "consensus"`, `"method": "guess"`), "can't be followed"},
		{"an unknown role", change(`"role": "labels"`, `"role": "colours"`), "can't be"},
		{"other types", change(`"seed": 1`, `"seed": "one"`), "can't be understood"},
		{"other columns", change("\"worker\",\n        \"label\"", "\"annotator\",\n        \"label\""),
			"reads the column “annotator” of labels.csv, which labels.csv does not have"},
		{"not there", change(`"name": "labels.csv"`, `"name": "other.csv"`), ""},
	} {
		p, _ := begun(crowd(tasks, 5, animal(3)))
		before := string(p.saved(api.FileLabels))
		give(p, "run.json", c.recipe)
		if got := p.state.Status(); !strings.Contains(got, c.says) {
			t.Errorf("%s: the page says %q, want %q", c.about, got, c.says)
		}
		p.settle(model.Dismiss{})
		if p.state.Result == nil || string(p.saved(api.FileLabels)) != before {
			t.Errorf("%s: what was open is lost", c.about)
		}
	}

	// Of another file it is followed, and what differs is said; it can be undone.
	p, _ := begun(crowd(tasks, 5, func(i, j int) string {
		if i == 7 {
			return "cow"
		}
		return animal(3)(i, j)
	}))
	give(p, "run.json", change(`"seed": 1`, `"seed": 5`))
	if got := p.state.Status(); !strings.Contains(got, "1 of 24 labels differ; labels.csv is another file than the recipe's labels.csv") {
		t.Errorf("another file: the page says %q", got)
	}
	if p.state.Setup.Seed != "5" {
		t.Errorf("another file: the seed is %s", p.state.Setup.Seed)
	}
	read := p.state.Labels.Opened.Read
	p.settle(model.Undo{Of: api.RoleLabels})
	if o := p.state.Labels.Opened; o == nil || !slices.Equal(o.Read.Roles, read.Roles) || p.state.Labels.CanUndo() {
		t.Errorf("undone: got %+v", p.state.Labels)
	}
}

// A recipe that is opened first says which files it waits for, and they are what is opened next.
func TestRecipeWaits(t *testing.T) {
	p := newAutomatic(t)
	put := func(role, name, text string) {
		p.settle(model.Pick{Role: role, File: files.File{Name: name, Size: int64(len(text)), Handle: []byte(text)}})
	}
	labels := crowd(tasks, 5, animal(3))
	put(api.RoleLabels, "labels.csv", labels)
	put(api.RoleGold, "answers.csv", gold)
	recipe := string(p.saved(api.FileRun))

	p = newAutomatic(t)
	put(api.RoleLabels, "run.json", recipe)
	want := "One thing to settle about the recipe: run.json is a recipe for labels.csv, answers.csv. Open labels.csv and answers.csv, too."
	if got := p.state.Status(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	put(api.RoleLabels, "answers.csv", gold)
	if got := p.state.Status(); !strings.HasSuffix(got, "Open labels.csv, too.") || p.state.Labels.Opened != nil {
		t.Errorf("got %q", got)
	}
	put(api.RoleLabels, "labels.csv", labels)
	if got := p.state.Status(); got != "Same labels ✓" || p.state.Gold.Opened == nil {
		t.Errorf("got %q", got)
	}
	// A worker that dies has its files read again.
	p.settle(model.Lost{})
	if p.state.Labels.Opened == nil || p.state.Gold.Opened == nil {
		t.Errorf("after a new worker: the page says %q", p.state.Status())
	}
	p.settle(model.Forget{Role: api.RoleLabels})
	put(api.RoleLabels, "run.json", recipe)
	p.settle(model.Dismiss{})
	put(api.RoleLabels, "labels.csv", labels)
	if p.state.Labels.Opened == nil || p.state.Gold.Opened != nil {
		t.Errorf("dismissed, it still waits: %q", p.state.Status())
	}
	// Dropped before the one before is read, a file waits its turn.
	p = newAutomatic(t)
	put(api.RoleLabels, "run.json", recipe)
	p.do(model.Pick{Role: api.RoleLabels, File: files.File{Name: "answers.csv", Size: int64(len(gold)), Handle: []byte(gold)}})
	put(api.RoleLabels, "labels.csv", labels)
	if got := p.state.Status(); got != "Same labels ✓" || p.state.Gold.Opened == nil {
		t.Errorf("two at once: got %q", got)
	}
}
