package e2e

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Several files at once: each is recognised, files of labels are joined, one per worker,
// and the result is the shell's.
func TestSeveralFilesAtOnce(t *testing.T) {
	more, turned := "", "" // on which all agree: of labels whose worth nothing shows nobody knows what they cost
	for n := range 60 {
		label := []string{"yes", "no"}[n%2]
		more, turned = more+fmt.Sprintf("t%d,%s\n", n+5, label), turned+fmt.Sprintf("%s,t%d\n", label, n+5)
	}
	ann, bob := write(t, "ann.csv", "task,label\nt1,yes\nt2,no\nt3,yes\nt4,no\n"+more),
		write(t, "bob.csv", "label,task\nyes,t1\nno,t2\nyes,t3\nyes,t4\n"+turned)
	eve, truth := write(t, "eve.csv", "task,label\nt1,no\nt2,no\nt3,yes\nt4,no\n"+more), write(t, "truth.csv", "task,label\nt1,yes\nt2,no\n")
	want := shell(t, "-method", "majority", "-truth", truth, ann, bob, eve)

	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", ann, truth, bob, eve)
	v.await(`document.querySelector("#open-batch")?.disabled === false`)
	if got := eval[string](v,
		`[...document.querySelectorAll("#batch select")].map((e) => e.value).join(" ")`); got != "labels truth labels labels" {
		t.Errorf("the files are taken for %s", got)
	}
	v.click("#open-batch")
	v.counts(192)
	v.await(`document.body.innerText.includes("3 files combined")`)
	v.fit("majority")
	v.await(`document.querySelector("#summary")?.textContent.includes("0 of 2 wrong")`)
	for _, what := range []string{"labels", "workers"} {
		_, got := v.download("#download-" + what)
		sameCells(t, got, filepath.Join(want, what+".csv"))
	}
	// Costs are columns of the result at once.
	v.drop("costs", write(t, "costs.csv", "from,to,cost\nyes,no,10\nno,yes,1\n"))
	v.turn("tasks")
	v.await(`document.querySelector("#table-tasks")?.innerText.includes("Cheapest label")`)
	priced := write(t, "costs.csv", "from,to,cost\nyes,no,10\nno,yes,1\n")
	want = shell(t, "-method", "majority", "-truth", truth, "-costs", priced, ann, bob, eve)
	for _, what := range []string{"labels", "workers"} {
		_, got := v.download("#download-" + what)
		sameCells(t, got, filepath.Join(want, what+".csv"))
	}
	if _, got := v.download("#download-run"); !strings.Contains(string(got), `"bob.csv"`) {
		t.Errorf("run.json does not name the files: %s", got)
	}
}

// Where each worker has a folder and all files have one name, the folders are the workers.
func TestFolderForEachWorker(t *testing.T) {
	folder := t.TempDir()
	for worker, text := range map[string]string{"ann": "task,label\nt1,yes\nt2,no\nt3,yes\n", "bob": "task,label\nt1,yes\nt2,no\nt3,no\n"} {
		file := filepath.Join(folder, worker, "labels.csv")
		if err := cmp.Or(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", folder)
	v.await(`document.querySelector("#open-batch")?.disabled === false`)
	v.click("#open-batch")
	v.counts(6)
	v.fit("majority")
	_, got := v.download("#download-workers")
	if rows := string(got); !strings.Contains(rows, "\nann,3,") || !strings.Contains(rows, "\nbob,3,") || strings.Count(rows, "\n") != 3 {
		t.Errorf("got the workers %s, want ann and bob, with three labels each", got)
	}
}
