package session_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// reading is what a file of ../shared/platforms is read as.
type reading struct {
	file     string // a pattern; "dir/*/x.json" with together: all that it matches are opened as one
	together bool
	question string    // that is chosen; "": none has to be
	want     answers   // nil: it is refused …
	refused  string    // … with these words
	votes    pairVotes // of rankings; nil: it holds none
}

// answers are the answers by task and worker: of a set the labels in order with bars between them, "" for none of them.
type answers map[[2]string]string

// pairVotes count what workers say of two items, as “worker: better > worse”.
type pairVotes map[string]int

// rank adds what a worker says who ranks items, best first.
func (v pairVotes) rank(worker string, items []string) {
	for n, better := range items {
		for _, worse := range items[n+1:] {
			v[worker+": "+better+" > "+worse]++
		}
	}
}

// pairVotesOf are the votes of a set of comparisons without ties.
func pairVotesOf(set *labels.Set) pairVotes {
	all, d := pairVotes{}, set.Data
	for i := range d.Tasks {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			items := []string{set.Items.At(int(d.Comparisons.First[i])), set.Items.At(int(d.Comparisons.Second[i]))}
			if d.Class[at] == crowd.SecondWins {
				slices.Reverse(items)
			}
			all.rank(set.Workers.At(int(d.Worker[at])), items)
		}
	}
	return all
}

// platforms are the folders of ../shared/platforms that are read here.
var platforms = map[string]func(t *testing.T, expected [][]string) []reading{
	"label-studio": labelStudio, "doccano": doccano, "argilla": argilla, "potato": potato, "datumaro": datumaro,
}

// A file that no platform's test names has been forgotten.
func TestEveryFileOfPlatformsIsNamed(t *testing.T) {
	for name, readings := range platforms {
		dir := platformDir(t, name)
		all := readings(t, expectedRows(t, dir))
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			file, _ := filepath.Rel(dir, path)
			if err != nil || d.IsDir() || strings.HasPrefix(file, "EXPECTED") {
				return err
			}
			if !slices.ContainsFunc(all, func(r reading) bool { is, _ := filepath.Match(r.file, file); return is }) {
				t.Errorf("%s: got no reading of %s", name, file)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// testPlatform reads every file of a platform.
func testPlatform(t *testing.T, name string) {
	dir := platformDir(t, name)
	for _, r := range platforms[name](t, expectedRows(t, dir)) {
		paths, err := filepath.Glob(filepath.Join(dir, r.file))
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: got %v and no file", r.file, err)
		}
		if r.together {
			t.Run(r.file+" "+r.question, func(t *testing.T) { r.check(t, paths...) })
			continue
		}
		for _, path := range paths {
			t.Run(filepath.Base(path)+" "+r.question, func(t *testing.T) { r.check(t, path) })
		}
	}
}

func (r reading) check(t *testing.T, paths ...string) {
	var files []sessiontest.File
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		if r.together {
			name = path
		}
		files = append(files, sessiontest.File{Called: name, Text: string(text)})
	}
	from, list := files[0], []api.File(nil)
	if r.together {
		from, list = sessiontest.Joined(files...)
	}
	v := sessiontest.New(t)
	o, fault := v.Try(api.RoleLabels, from, list, nil)
	switch {
	case r.want == nil && r.votes == nil && fault == nil:
		t.Fatalf("got %+v, want a refusal: %s", o.Counts, r.refused)
	case r.want == nil && r.votes == nil:
		if !strings.Contains(fault.Error(), r.refused) {
			t.Errorf("got %v, want %s", fault, r.refused)
		}
		return
	case fault != nil:
		t.Fatal(fault)
	case (o.Read.Confirm != "") != (r.question != ""):
		t.Errorf("got “%s” to confirm, want a question: %v", o.Read.Confirm, r.question != "")
	}
	if r.question != "" {
		read := o.Read
		for c, column := range read.Columns {
			if read.Roles[c] == layout.Label {
				read.Roles[c] = layout.Ignore
			}
			if column.Name == r.question {
				read.Roles[c] = layout.Label
			}
		}
		v.Reread(api.RoleLabels, read)
	}
	if r.votes != nil {
		if got := pairVotesOf(v.Labels.Set); !maps.Equal(got, r.votes) {
			t.Errorf("got votes %v, want %v", got, r.votes)
		}
		return
	}
	got := answersOf(v.Labels.Set)
	for at, want := range r.want {
		if answer, ok := got[at]; !ok || answer != want {
			t.Errorf("task %s, worker %s: got “%s” (%v), want “%s”", at[0], at[1], answer, ok, want)
		}
	}
	for at := range got {
		if _, ok := r.want[at]; !ok {
			t.Errorf("task %s, worker %s: got “%s”, want no answer", at[0], at[1], got[at])
		}
	}
}

// answersOf are the answers of a set of labels.
func answersOf(set *labels.Set) answers {
	lists, d := map[[2]string][]string{}, set.Data
	for i := range d.Tasks {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			label := ""
			if d.Numeric() {
				label = strconv.FormatFloat(d.Value[at], 'g', -1, 64)
			} else {
				label = set.Classes.At(int(d.Class[at]))
			}
			who := [2]string{set.Tasks.At(i), set.Workers.At(int(d.Worker[at]))}
			lists[who] = append(lists[who], label)
		}
	}
	for _, a := range set.Blank {
		lists[[2]string{set.Tasks.At(int(a.Task)), set.Workers.At(int(a.Worker))}] = nil
	}
	all := answers{}
	for who, list := range lists {
		slices.Sort(list)
		all[who] = strings.Join(list, "|")
	}
	return all
}

// said is an answer as EXPECTED has it, as JSON: a scalar, a list, or an object of one.
func said(t *testing.T, text string) string {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if of, ok := v.(map[string]any); ok {
		for _, v = range of {
		}
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var all []string
	for _, one := range list {
		switch one := one.(type) {
		case string:
			all = append(all, one)
		case float64:
			all = append(all, strconv.FormatFloat(one, 'g', -1, 64))
		case []any: // of a taxonomy
			var steps []string
			for _, step := range one {
				steps = append(steps, step.(string))
			}
			all = append(all, strings.Join(steps, " > "))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

func platformDir(t *testing.T, name string) string {
	t.Helper()
	return filepath.Join(shared.Dir(t), "platforms", name)
}

// expectedRows are the rows of EXPECTED.tsv.
func expectedRows(t *testing.T, dir string) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "EXPECTED.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	return rows[1:]
}

// warns reports whether a warning about the file begins so.
func warns(o *api.Opened, what string) bool {
	return slices.ContainsFunc(o.Warnings, func(p api.Problem) bool { return strings.HasPrefix(p.What, what) })
}
