package export

import (
	"encoding/csv"
	"maps"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/sheet"
)

// FuzzFiles writes all files of text, whatever the names, and reads them with rows of one length: each name is where it belongs.
func FuzzFiles(f *testing.F) {
	for n, name := range strange {
		f.Add(name, strange[(n+1)%len(strange)], "no", n%2 == 0)
	}
	f.Fuzz(func(t *testing.T, task, worker, class string, safe bool) {
		if class == "yes" || class == "task" || len(task)+len(worker)+len(class) > 1000 {
			return
		}
		a := awkward(t, task, worker, class)
		is := func(name string) string {
			if safe && sheet.Formula([]byte(name)) {
				name = "'" + name
			}
			return strings.ReplaceAll(name, "\r\n", "\n") // as encoding/csv has it
		}
		crowdKit, _ := a.As(api.CrowdKit, safe)
		problems := CSV(api.FileProblems, ProblemTable(func(add func(api.Problem)) error {
			add(api.Problem{File: task, Line: 2, Column: worker, Text: class, What: task, Do: worker})
			return nil
		}), safe)
		want := map[string]map[string][]string{ // by file and column
			"labels":     {"task": {is(task), "b"}, "label": {is(class), "yes"}},
			"posteriors": {"task": {is(task), "b"}, is(class): {"0.75", "0"}},
			"workers":    {"worker": {is(worker), "w"}},
			"confusion": {"worker": slices.Concat(slices.Repeat([]string{is(worker)}, 4), slices.Repeat([]string{"w"}, 4)),
				"truth": slices.Repeat([]string{is(class), is(class), "yes", "yes"}, 2), "label": slices.Repeat([]string{is(class), "yes"}, 4)},
			"classes":        {"class": {is(class), "yes"}},
			"crowd-kit":      {"task": {is(task), "b"}, "label": {is(class), "yes"}, is("prob_" + class): {"0.75", "0"}},
			api.FileProblems: {"file": {is(task)}, "column": {is(worker)}, "text": {is(class)}, "what": {is(task)}, "do": {is(worker)}},
		}
		crowdKit.What = "crowd-kit"
		for _, file := range append(csvs(a, safe), crowdKit, *problems) {
			rows, err := csv.NewReader(strings.NewReader(write(t, file))).ReadAll()
			if err != nil || len(rows) == 0 {
				t.Errorf("%s of %q, %q, %q: got %d rows, %v", file.What, task, worker, class, len(rows), err)
				continue
			}
			for _, column := range slices.Sorted(maps.Keys(want[file.What])) {
				var got []string
				if at := slices.Index(rows[0], column); at >= 0 {
					for _, row := range rows[1:] {
						got = append(got, row[at])
					}
				}
				if cells := want[file.What][column]; !slices.Equal(got, cells) {
					t.Errorf("%s, column %q: got %q, want %q", file.What, column, got, cells)
				}
			}
		}
	})
}
