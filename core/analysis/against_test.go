package analysis_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
)

// cells reads a table as maps from its header to the cells of a row.
func cells(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all[1:] {
		m := map[string]string{}
		for n, cell := range row {
			m[all[0][n]] = cell
		}
		rows = append(rows, m)
	}
	return rows
}

// Where the truth is known, true accuracies and confusion matrices stand beside the estimated ones, and are what counting says.
func TestWorkersAgainstTheTruth(t *testing.T) {
	v := newVisit(t)
	v.sample("labels", "breeds")
	v.fit("ds")
	if r := must(v.result.Roster(v.job(), &api.Rank{})); r.Against != nil || len(r.Boxes) != 2 {
		t.Errorf("without a truth: got %+v, %+v", r.Against, r.Boxes)
	}
	if w := must(v.result.Worker(v.job(), &api.Subject{})); w.True != nil {
		t.Errorf("without a truth: got %+v", w.True)
	}
	v.sample("truth", "breeds")
	v.fit("ds")
	count, met := map[[3]string]int{}, map[string]int{}
	labels := cells(t, v.file("labels"))
	truth := map[string]string{}
	for i := range labels {
		task := must(v.result.Task(v.job(), &api.Subject{Index: i}))
		truth[task.Name] = task.Truth
		for _, vote := range task.Votes {
			count[[3]string{vote.Name, task.Truth, vote.Label}]++
			met[vote.Name]++
		}
	}
	for _, row := range cells(t, v.file("confusion")) {
		if want := count[[3]string{row["worker"], row["truth"], row["label"]}]; row["true_count"] != fmt.Sprint(want) {
			t.Errorf("confusion.csv: %v: got %s, want %d", row, row["true_count"], want)
		}
	}
	right := map[string]int{}
	for key, n := range count {
		if key[1] == key[2] {
			right[key[0]] += n
		}
	}
	r := must(v.result.Roster(v.job(), &api.Rank{}))
	const written = 1e-6 // files have six digits
	off, labelled, within := 0.0, 0, 0
	for j, row := range cells(t, v.file("workers")) {
		number := func(name string) float64 { x, _ := strconv.ParseFloat(row[name], 64); return x }
		want := float64(right[row["worker"]]) / float64(met[row["worker"]])
		if got := number("true_accuracy"); math.Abs(got-want) > written || number("true_low") > want || number("true_high") < want {
			t.Errorf("workers.csv: %v: got %v, want %v inside its interval", row["worker"], got, want)
		}
		off += math.Abs(number("expected_accuracy")-want) * float64(met[row["worker"]])
		labelled += met[row["worker"]]
		if number("expected_low") <= want && want <= number("expected_high") {
			within++
		}
		w := must(v.result.Worker(v.job(), &api.Subject{Index: j}))
		for k, t1 := range w.Classes {
			row := 0
			for _, l := range w.Classes {
				row += count[[3]string{w.Name, t1, l}]
			}
			for l, label := range w.Classes {
				n := count[[3]string{w.Name, t1, label}]
				if w.True.Count[k][l] != float64(n) || math.Abs(w.True.Share[k][l]-float64(n)/float64(row)) > 1e-12 {
					t.Errorf("%s: got %v, want %d of %d", w.Name, w.True, n, row)
				}
			}
		}
	}
	if a := r.Against; a == nil || a.Workers != 12 || a.Within != within || math.Abs(a.Off-off/float64(labelled)) > written {
		t.Errorf("got %+v, want %d within and %v off", r.Against, within, off/float64(labelled))
	}
	if b := r.Boxes; len(b) != 3 || b[2].Name != "True accuracy" || b[2].Kind != api.BoxShares || b[2].N != 12 {
		t.Errorf("got %+v", b)
	}
	report := v.file("report")
	if !strings.Contains(report, r.Against.Sentence) || !strings.Contains(report, "True accuracy (95 % interval)") {
		t.Error("the report does not compare workers with the truth")
	}
}

// Of numbers, biases and variances are compared.
func TestNumbersAgainstTheTruth(t *testing.T) {
	v := newVisit(t)
	v.open("labels", "task,worker,label\na,x,1\na,y,4\nb,x,2\nb,y,6\nc,x,9\nc,y,9.5\n")
	v.reread("labels", api.Choices{Numeric: true})
	v.open("truth", "task,truth\na,2\nb,4\n")
	v.fit("mean")
	for n, want := range []map[string]string{
		{"worker": "x", "difference": "-1.25", "true_bias": "-1.5", "true_variance": "0.25", "true_labels": "2"},
		{"worker": "y", "difference": "1.25", "true_bias": "2", "true_variance": "0", "true_labels": "2"},
	} {
		row := cells(t, v.file("workers"))[n]
		for name, x := range want {
			if row[name] != x {
				t.Errorf("%s of %s: got %q, want %q", name, want["worker"], row[name], x)
			}
		}
	}
	if r := must(v.result.Roster(v.job(), &api.Rank{})); len(r.Boxes) != 5 || r.Against != nil {
		t.Errorf("got %+v", r.Boxes)
	}
	if report := v.file("report"); !strings.Contains(report, "True variance") {
		t.Error("the report does not compare workers with the truth")
	}
}
