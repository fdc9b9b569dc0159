package e2e

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// simulated writes the labels of a crowd: 150 tasks and twelve workers, of whom one always says the same and one copies another.
func simulated(t *testing.T, perTask string) (file string) {
	t.Helper()
	args := []string{"simulate", "-tasks", "150", "-labels", perTask, "-workers", "12", "-spammers", "1", "-copiers", "1"}
	labels, err := exec.Command(built.shell, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return write(t, "crowd.csv", string(labels))
}

// The lead who asks whom to drop: a copier and a spammer are found, with the evidence and both partners named; they are excluded,
// the page says what changed, and it can be undone. workers.csv and tiers.csv say the same.
func TestVisitWorkers(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", simulated(t, "6"))
	v.state("done")
	v.click("#tab-workers")
	const drawn = `document.body.dataset.state === "done" && document.querySelector("#table-workers tbody .open") && ` +
		`!document.querySelector(".row-wait") && document.querySelector("#crew")`
	v.await(drawn)
	v.station("1-finding", "#workers-finding")
	finding := eval[string](v, `document.querySelector("#workers-finding").innerText`)
	for _, name := range []string{"spammer-1", "copier-1", "worker-01"} {
		if !strings.Contains(finding, name) {
			t.Errorf("the finding does not name %s: %s", name, finding)
		}
	}
	row := func(name string) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#table-workers tbody tr")].
			find((r) => r.querySelector(".open").innerText === %q)`, name)
	}
	for name, evidence := range map[string][]string{
		"copier-1": {"worker-01", "100 %"}, "worker-01": {"copier-1", "100 %"}, "spammer-1": {"A", "100 % of 83 labels"},
	} {
		got := eval[string](v, row(name)+`.querySelector(".verdict-cell").innerText.replaceAll("\u00a0", " ")`)
		for _, want := range evidence {
			if !strings.Contains(got, want) {
				t.Errorf("the evidence against %s lacks %q: %s", name, want, got)
			}
		}
	}
	v.station("2-table", "#table-workers tbody tr")
	v.click("#table-workers tbody tr:nth-child(1) .open")
	v.await(`document.querySelector(".heat") && document.querySelector("#judged")`)
	v.station("3-worker")
	v.click(".dialog-close")
	v.await("!document.querySelector('#detail')")

	before := v.labels()
	for _, name := range []string{"copier-1", "spammer-1"} {
		v.click("#" + eval[string](v, row(name)+`.querySelector("input").id`))
	}
	v.click("#exclude-ticked")
	v.await(drawn + ` && document.querySelectorAll("#excluded li").length === 2`)
	says := v.status()
	v.station("4-excluded", "#excluded")
	changed := 0
	for task, label := range v.labels() {
		if before[task] != label {
			changed++
		}
	}
	if want := fmt.Sprintf("%d label", changed); changed == 0 || !strings.Contains(says, want) || !strings.Contains(says, " changed") {
		t.Errorf("%d labels changed; the page says %q", changed, says)
	}

	_, content := v.download("#download-table-workers")
	for _, w := range table(t, content) {
		out := w["worker"] == "copier-1" || w["worker"] == "spammer-1"
		if w["excluded"] != fmt.Sprint(out) || w["verdict"] == "" || out && w["evidence"] == "" || w["tier"] != "" {
			t.Errorf("workers.csv: %v", w)
		}
	}
	v.click("#show-tiers")
	v.await(`document.querySelector("#download-tiers")`)
	_, content = v.download("#download-tiers")
	if tiers := table(t, content); len(tiers) != 10 || tiers[0]["tier"] == "" || tiers[0]["why"] == "" {
		t.Errorf("tiers.csv: got %v, want the ten who are left", tiers)
	}
	v.click("#undo-workers")
	v.await(drawn + ` && !document.querySelector("#excluded")`)
	for task, label := range v.labels() {
		if before[task] != label {
			t.Fatalf("after undo task %s has the label %s, before %s", task, label, before[task])
		}
	}
	v.station("5-undone", "#workers-finding")
}

// labels downloads the labels and returns them by task.
func (v *visit) labels() map[string]string {
	v.Helper()
	_, content := v.download("#download-labels")
	all := map[string]string{}
	for _, row := range cells(v, string(content))[1:] {
		all[row[0]] = row[1]
	}
	return all
}
