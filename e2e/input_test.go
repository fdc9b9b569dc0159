package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// says waits until the panel of problems of a role contains all of these.
func (v *visit) says(role string, texts ...string) {
	v.Helper()
	panel := fmt.Sprintf("document.querySelector('#%s-problem')", role)
	v.await(panel)
	got := eval[string](v, panel+".innerText")
	for _, want := range texts {
		if !strings.Contains(got, want) {
			v.Errorf("the problem of the %s lacks %q: %s", role, want, got)
		}
	}
}

// Unusable input is reported with its position, and what was loaded stays.
func TestBadInput(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "animals.csv", animals))
	v.state("ready")
	kept := eval[string](v, "document.querySelector('#counts').innerText")

	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"empty.csv", "", []string{"empty.csv", "empty"}},
		{"header.csv", "task,worker,label\n", []string{"header.csv"}},
		{"binary.csv", "task,worker,label\n\x00\x01\x02\x00\xff\xfe\n", []string{"binary.csv"}},
		{"ragged.csv", animals + "p6,ann\n", []string{"ragged.csv", "17"}},
		{"quote.csv", animals + "p6,ann,\"cat\n", []string{"quote.csv", "17"}},
	} {
		v.drop("labels", write(t, test.name, test.text))
		v.state("error")
		v.says("labels", test.want...)
		v.click("#dismiss")
		v.state("ready")
		if got := eval[string](v, "document.querySelector('#counts').innerText"); got != kept {
			t.Errorf("%s: what was loaded has changed: %s", test.name, got)
		}
	}
	v.fit("ds") // on what was kept

	// Bad rows can be left out, and are counted.
	v.drop("labels", write(t, "ragged.csv", animals+"p6,ann\n"))
	v.state("error")
	v.click("#skip")
	v.state("ready")
	v.fit("majority")
	_, run := v.download("#download-run")
	if !strings.Contains(string(run), `"skipped": 1`) && !strings.Contains(string(run), `"skipped":1`) {
		t.Errorf("run.json does not count the skipped row: %s", run)
	}

	// A truth file with none of the tasks.
	v.drop("truth", write(t, "truth.csv", "photo,answer\nnowhere,cat\n"))
	v.state("error")
	v.says("truth", "truth.csv")
}

// Every sample opens, and its preselected method runs by itself.
func TestSamples(t *testing.T) {
	v := arrive(t, serve(t), "/")
	names := eval[[]string](v, "[...document.querySelectorAll('#samples [data-sample]')].map((b) => b.dataset.sample)")
	if len(names) < 5 {
		t.Fatalf("got %d samples: %q", len(names), names)
	}
	for _, name := range names {
		v.navigate("/")
		v.state("empty")
		v.click(fmt.Sprintf("#samples [data-sample=%s]", name))
		v.state("done")
	}
}
