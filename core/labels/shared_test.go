package labels_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/shared"
)

// load reads a file that has nothing wrong with it.
func load(t testing.TB, name string, file []byte) *labels.Set {
	t.Helper()
	g, err := layout.Detect(name, labelstest.Head(file))
	if err != nil {
		t.Fatalf("%s: Detect: %v", name, err)
	}
	if g.Confirm != "" {
		t.Errorf("%s: got %q, want roles by name", name, g.Confirm)
	}
	set, err := labels.Read(name, bytes.NewReader(file), &g.Layout, scan.Options{})
	if err != nil {
		t.Fatalf("%s: Labels: %v", name, err)
	}
	return set
}

func read(t testing.TB, path ...string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(append([]string{shared.Dir(t)}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSharedLabels reads every set of the reference data and compares what it
// counts with what their README says.
func TestSharedLabels(t *testing.T) {
	number := func(s string) int {
		n, err := strconv.Atoi(strings.ReplaceAll(strings.TrimSpace(s), ",", ""))
		if err != nil {
			return -1
		}
		return n
	}
	row := regexp.MustCompile(`(?m)^\| \w+ \|.*$`)
	sets := 0
	for _, line := range row.FindAllString(string(read(t, "data", "README.md")), -1) {
		c := strings.Split(line, "|")
		if len(c) < 17 || number(c[4]) < 0 || number(c[6]) < 0 {
			continue
		}
		name, kind := strings.TrimSpace(c[1]), c[2]
		t.Run(name, func(t *testing.T) {
			set := load(t, name, read(t, "data", name, "labels.csv"))
			for _, x := range []struct {
				what      string
				got, want int
			}{
				{"tasks", set.Tasks.Len(), number(c[4])},
				{"workers", set.Workers.Len(), number(c[5])},
				{"labels", set.Data.Len(), number(c[6])},
				{"rows", set.Rows, number(c[6])},
				{"repeats", set.Repeats, number(c[11])},
				{"classes", set.Classes.Len(), number(c[3])},
				{"skipped", set.Skipped, 0},
			} {
				switch {
				case x.what == "repeats" && strings.Contains(kind, "multilabel"):
					continue // the README counts judgements, of which one is several rows
				case x.what == "classes" && x.want < 0 && name == "wordsim":
					x.want = 11 // marks from 0 to 10 are taken for classes, unless the user says otherwise
				case x.what == "classes" && x.want < 0:
					x.want = 0 // numbers
				}
				if x.got != x.want {
					t.Errorf("%s: got %d %s, want %d", name, x.got, x.what, x.want)
				}
			}
		})
		sets++
	}
	if sets < 22 {
		t.Errorf("got %d sets in the README, want 22 at least", sets)
	}
}

// TestSharedTruth reads every file of truth and compares it with the rows of the
// file itself.
func TestSharedTruth(t *testing.T) {
	for _, name := range []string{"bluebird", "rte", "dog", "web", "adult2", "trec2010", "duchenne", "zencrowd", "labelme"} {
		set := load(t, name, read(t, "data", name, "labels.csv"))
		file := read(t, "data", name, "truth.csv")
		g, err := layout.DetectAs(name, labelstest.Head(file), layout.Choice{Kind: layout.TruthFile})
		if err != nil {
			t.Fatal(err)
		}
		truth, problems, err := sidefile.Truth(name, bytes.NewReader(file), &g.Layout, set, sidefile.TruthOptions{})
		if err != nil {
			t.Fatal(err)
		}
		known := 0
		for _, k := range truth {
			if k != crowd.Unknown {
				known++
			}
		}
		rows := shared.Records(t, "data", name, "truth.csv")
		if known+problems.Count != len(rows) {
			t.Errorf("%s: got %d known classes and %d problems, want %d in all", name, known, problems.Count, len(rows))
		}
		for _, r := range rows {
			if i, ok := set.Tasks.Find(r[0]); ok && truth[i] != crowd.Unknown && set.Classes.At(int(truth[i])) != r[1] {
				t.Errorf("%s: task %s: got %s, want %s", name, r[0], set.Classes.At(int(truth[i])), r[1])
			}
		}
	}
}
