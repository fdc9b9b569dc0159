package labels_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/race"
)

// Labels that come grouped by task, or nearly so, in one file or in several, are those of the file in its order.
func TestGroupedFiles(t *testing.T) {
	race.SkipMany(t)
	const rows, per = 150_000, 5 // more than two chunks
	type row struct{ task, worker, label string }
	src := rand.New(rand.NewPCG(3, 4))
	plain := func(task string) []row {
		var all []row
		for n := range rows {
			all = append(all, row{fmt.Sprintf(task, n/per), fmt.Sprintf("w%d", src.IntN(500)), fmt.Sprint(src.IntN(4))})
		}
		return all
	}
	late := func(all []row) []row {
		all[rows-3].task = all[7].task
		return all
	}
	own := []api.Own{
		{Task: "t0", Worker: "me", Label: "3"}, {Task: "t29999", Worker: "me", Label: "1"}, {Task: "new", Worker: "me", Label: "2"},
	}
	for name, test := range map[string]struct {
		rows    []row
		files   int
		numeric bool
		own     []api.Own
		merge   []api.Merge
	}{
		"sorted":             {rows: plain("t%d")},
		"texts":              {rows: plain("%x/")},
		"numbers":            {rows: plain("t%d"), numeric: true},
		"late":               {rows: late(plain("t%d"))},
		"late numbers":       {rows: late(plain("t%d")), numeric: true},
		"files":              {rows: plain("t%d"), files: 3},
		"files, then late":   {rows: late(plain("t%d")), files: 3},
		"own":                {rows: plain("t%d"), own: own},
		"own, of last tasks": {rows: plain("t%d"), own: own[1:]},
		"merged tasks":       {rows: plain("t%d"), merge: []api.Merge{{Of: "task", From: []string{"t29999", "t8"}, To: "t7"}}},
		"merged others": {rows: plain("t%d"), merge: []api.Merge{
			{Of: "label", From: []string{"3"}, To: "0"}, {Of: "worker", From: []string{"w1", "w2"}, To: "w3"},
		}},
	} {
		stands := map[layout.Role]map[string]string{layout.Task: {}, layout.Worker: {}, layout.Label: {}}
		for _, m := range test.merge {
			for _, from := range m.From {
				stands[m.Of][from] = m.To
			}
		}
		stand := func(role layout.Role, name string) string {
			if to, ok := stands[role][name]; ok {
				return to
			}
			return name
		}
		want := map[string][]string{} // by task
		add := func(task, worker, label string) {
			task = stand(layout.Task, task)
			want[task] = append(want[task], stand(layout.Worker, worker)+" "+stand(layout.Label, label))
		}
		for _, r := range test.rows {
			add(r.task, r.worker, r.label)
		}
		for _, o := range test.own {
			add(o.Task, o.Worker, o.Label)
		}
		var c labels.Collector
		for part := range slices.Chunk(test.rows, rows/max(test.files, 1)) {
			var text strings.Builder
			text.WriteString("task,worker,label\n")
			for _, r := range part {
				fmt.Fprintf(&text, "%s,%s,%s\n", r.task, r.worker, r.label)
			}
			found, err := layout.Detect(name, labelstest.Head([]byte(text.String())))
			if err != nil {
				t.Fatal(err)
			}
			found.Numeric, found.Own, found.Merge = test.numeric, test.own, test.merge
			o := scan.Options{Size: int64(text.Len())}
			if err := c.Read(name, strings.NewReader(text.String()), &found.Layout, o); err != nil {
				t.Fatal(err)
			}
		}
		set, err := c.Set()
		if err != nil {
			t.Fatal(err)
		}
		if got := set.Tasks.Len(); got != len(want) {
			t.Errorf("%s: got %d tasks, want %d", name, got, len(want))
		}
		for i := range set.Tasks.Len() {
			var got []string
			for from, to := set.Data.Of(i); from < to; from++ {
				label := ""
				if test.numeric {
					label = fmt.Sprint(set.Data.Value[from])
				} else {
					label = set.Classes.At(int(set.Data.Class[from]))
				}
				got = append(got, set.Workers.At(int(set.Data.Worker[from]))+" "+label)
			}
			if task := set.Tasks.At(i); !slices.Equal(got, want[task]) {
				t.Fatalf("%s: task %s: got %q, want %q", name, task, got, want[task])
			}
		}
	}
}
