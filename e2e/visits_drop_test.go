package e2e

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// numeric are the data sets whose labels are numbers, not classes.
var numeric = []string{"wordsim", "moviereviews", "we8there"}

// answered is the answer: each of its figures, and the button that downloads the labels.
var answered = []string{"#answer-verdict", "#expected", "#results .figure:nth-child(1)", "#download-labels"}

// One drop, one click, no scrolling: a file of labels is dropped on the page, the answer comes by itself and is in sight as a whole,
// and one press of the mouse downloads a label for each task. On a laptop and on a phone, for every data set with class labels.
func TestOneDropOneClick(t *testing.T) {
	sets, err := filepath.Glob(filepath.Join(reference(t, "data"), "*", "labels.csv"))
	if err != nil || len(sets) < 10 {
		t.Fatalf("there are %d data sets: %v", len(sets), err)
	}
	v := arrive(t, serve(t), "/")
	for n, file := range sets {
		set := filepath.Base(filepath.Dir(file))
		if strings.Contains(strings.Join(numeric, " "), set) {
			continue
		}
		t.Run(set, func(t *testing.T) {
			defer func(all testing.TB) { v.TB = all }(v.TB)
			v.TB = t
			sizes := []window{laptop, phone}
			if n%2 == 1 { // what is dropped on a phone is in sight there without a laptop
				sizes = []window{phone, laptop}
			}
			v.resize(sizes[0])
			v.navigate("/")
			v.state("empty")
			v.drop("labels", file)
			v.await(`document.body.dataset.state === "done" || document.querySelector("#confirm-roles") || ` +
				`document.body.dataset.state === "ready" && /takes/.test(document.querySelector("#results .muted")?.innerText)`)
			if v.covered("#confirm-roles") == "" {
				t.Fatal("the page asks about the columns")
			}
			clicks := 1
			if says := eval[string](v, `document.querySelector("#results .muted")?.innerText ?? ""`); strings.Contains(says, "does not start") {
				clicks++
				t.Logf("%s has a click more: %s", set, says)
				v.tap("#run")
				v.state("done")
			}
			tasks := tasksOf(t, file)
			for _, w := range sizes {
				v.resize(w)
				v.still()
				for _, part := range answered {
					if wrong := v.covered(part); wrong != "" {
						t.Errorf("%d pixels wide, %s: %s", w.Width, part, wrong)
					}
				}
				if y := eval[float64](v, "scrollY"); y != 0 {
					t.Errorf("%d pixels wide: the page has scrolled itself by %g pixels", w.Width, y)
				}
				v.tap("#download-labels")
				saved, err := os.ReadFile(v.downloaded("#download-labels"))
				if err != nil {
					t.Fatal(err)
				}
				if got := len(cells(t, string(saved))) - 1; got != tasks {
					t.Errorf("%d pixels wide: got labels of %d tasks, want %d", w.Width, got, tasks)
				}
			}
			figures := eval[string](v, `document.querySelector("#results .figures").innerText.replaceAll("\n", " ")`)
			t.Logf("%s: %d click: %s", set, clicks, figures)
		})
	}
}

// tasksOf counts the tasks of a file of labels.
func tasksOf(t *testing.T, file string) int {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", file, err))
	}
	tasks := map[string]bool{}
	for _, row := range rows[1:] {
		tasks[row[0]] = true
	}
	return len(tasks)
}
