package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ending passes lines whose first cell ends so.
func ending(end string) func(line string) bool {
	return func(line string) bool {
		name, _, _ := strings.Cut(line, ",")
		return strings.HasSuffix(name, end)
	}
}

// answers waits for labels that take in all that is open. If the machine is so busy that the fit would not start by itself, press
// presses Run.
func (v *visit) answers(press func(selector string)) {
	v.Helper()
	const waits = `!document.querySelector("#run").hidden && document.querySelector("#results")?.innerText.includes("does not start")`
	const done = `document.body.dataset.state === "done" && document.querySelector("#run").innerText.includes("Run again")`
	v.await("(" + waits + ") || (" + done + ")")
	if eval[bool](v, waits) {
		v.Log(eval[string](v, `document.querySelector("#results").innerText`))
		press("#run")
		v.await(done)
	}
}

// Somebody with labels and texts drops both: a quick method that reads texts is preselected, the topics and further texts are a click
// away, and everything can be downloaded.
func TestVisitTexts(t *testing.T) {
	sentences := func(name string) []string { return lines(t, "data", "sp", name) }
	labels, texts := some(t, "labels.csv", sentences("labels.csv"), ending("7")), some(t, "text.csv", sentences("text.csv"), ending("7"))
	more := some(t, "more.csv", sentences("text.csv"), ending("18"))
	truth := some(t, "truth.csv", sentences("truth.csv"), ending("18"))

	v := arrive(t, serve(t), "/")
	v.drop("labels", labels, texts)
	v.await(`document.querySelector("#open-batch")?.disabled === false`)
	v.station("two-files", "#batch")
	v.tap("#open-batch")
	v.await(`document.querySelector("#method")?.value === "lda-raykar"`)
	v.answers(v.tap)
	v.station("answer")
	v.click("#tab-topics")
	v.await(`document.querySelectorAll("#topics-table tbody tr").length > 1`)
	v.station("topics", "#panel-topics")
	if _, topics := v.download("#download-topics"); len(cells(t, string(topics))) < 3 {
		t.Errorf("got the topics %s", topics)
	}

	v.drop("predict", more)
	v.await(`document.querySelector("#summary")?.innerText.includes("50 tasks without labels were predicted")`)
	v.answers(v.tap)
	v.drop("test-truth", truth)
	v.await(`document.querySelector("#test")?.innerText.includes("Accuracy")`)
	v.station("predictions", "#results")
	_, got := v.download("#download-predictions")
	if rows := cells(t, string(got)); len(rows) != 51 {
		t.Errorf("got %d predictions, want 50", len(rows)-1)
	}
	v.station("downloads", "#downloads")
}

// Somebody who starts fits by hand adds texts to labels that have a result: that stays, and what learns from the texts is offered beside
// it. Taken out again, the texts leave the page as it was.
func TestVisitTextsComeLater(t *testing.T) {
	sentences := func(name string) []string { return lines(t, "data", "sp", name) }
	labels, texts := some(t, "labels.csv", sentences("labels.csv"), ending("7")), some(t, "text.csv", sentences("text.csv"), ending("7"))

	v := arrive(t, serve(t), "/#auto=off")
	v.drop("labels", labels)
	v.state("ready")
	v.click("#run")
	const ran = `document.body.dataset.state === "done" && document.querySelector("#run").innerText.includes("Run again")`
	v.await(ran)
	add := func() {
		t.Helper()
		v.drop("text", texts)
		v.await(`document.querySelector("#method").value === "lda-raykar" &&
			document.querySelector("#settle-learner-lda-raykar-run")?.disabled === false`)
	}
	add()
	v.tells(eval[string](v, `document.querySelector("#settle").innerText`), "This result is by Consensus. "+
		"LDA + Raykar learns from the texts, too: ")
	v.station("offer", "#settle")
	v.turn("data")
	v.click("#remove-text")
	v.await(`document.querySelector("#method").value === "consensus" && !document.querySelector("#settle-learner-lda-raykar-run")`)
	v.await(ran)
	add()
	v.click("#settle-learner-lda-raykar-run")
	v.await(`document.querySelector("#tab-topics")`)
	v.await(ran)
	if text := eval[string](v, `document.querySelector("#app").innerText`); strings.Contains(text, "learns from the texts, too") {
		t.Errorf("after the run the page says\n%s", text)
	}
	v.station("learnt", "#results")
}

// Somebody with labels and features of songs drops both, as measurements of more songs than were labelled: a quick method that reads
// features labels them all, and says which to have labelled next.
func TestVisitFeatures(t *testing.T) {
	two := func(line string) bool {
		return strings.HasPrefix(line, "classical.") || strings.HasPrefix(line, "metal.")
	}
	agreed := func(line string) bool {
		return two(line) && (strings.HasSuffix(line, ",classical") || strings.HasSuffix(line, ",metal"))
	}
	music := func(name string) []string { return lines(t, "data", "music", name) }
	labels, features := some(t, "labels.csv", music("labels.csv"), agreed), some(t, "features.csv", music("features.csv"), two)
	more, truth := some(t, "more.csv", music("test_features.csv"), two), some(t, "truth.csv", music("test_truth.csv"), two)

	v := arrive(t, serve(t), "/")
	v.drop("labels", labels, features)
	v.await(`document.querySelector("#open-batch")?.disabled === false`)
	if got := eval[string](v, `[...document.querySelectorAll("#batch select")].map((e) => e.value).join(" ")`); got != "labels features" {
		t.Fatalf("the files are taken for %s", got)
	}
	v.tap("#open-batch")
	v.await(`document.querySelector("#method")?.value === "raykar"`)
	v.answers(v.tap)
	v.station("answer")
	v.drop("predict", more)
	v.await(`document.querySelector("#predict-title, #data")?.innerText.includes("more.csv")`)
	v.answers(v.tap)
	v.drop("test-truth", truth)
	v.await(`document.querySelector("#test")?.innerText.includes("Accuracy")`)
	v.station("predictions", "#test")
	v.click("#tab-plan")
	v.station("next", "#plan")
	v.click("#plan")
	v.await(`document.querySelector("#asks") !== null`)
	v.station("asks", "#plan-title")
	_, plan := v.download("#download-plan")
	given := lines(t, "data", "music", "labels.csv")
	if !slices.ContainsFunc(cells(t, string(plan))[1:], func(ask []string) bool {
		return !slices.ContainsFunc(given, func(line string) bool { return strings.HasPrefix(line, ask[0]+",") })
	}) {
		t.Errorf("no song that nobody labelled is asked about:\n%.200s", plan)
	}
}

// Somebody with a label or two a task and a classifier drops the labels and its probabilities: the page knows what they are, the default
// joins both and says how far they agree, and the predictions go as they came.
func TestVisitPredictions(t *testing.T) {
	var labels, model strings.Builder
	labels.WriteString("task,worker,label\n")
	model.WriteString("task,cat,dog\n")
	for i := range 120 {
		for j := range 1 + i%3/2 {
			wrong := min(1, (7*i+5*j)%9/8)
			fmt.Fprintf(&labels, "t%d,w%d,%s\n", i, (i+3*j)%6, []string{"cat", "dog"}[(i+wrong)%2])
		}
		p := .1 + .7*float64(i%7/6)
		if i%2 == 0 {
			p = 1 - p
		}
		fmt.Fprintf(&model, "t%d,%.2f,%.2f\n", i, p, 1-p)
	}
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "labels.csv", labels.String()), write(t, "model.csv", model.String()))
	v.await(`document.querySelector("#open-batch")?.disabled === false`)
	v.station("1-two-files", "#batch")
	if roles := eval[[]string](v, `[...document.querySelectorAll("#batch select")].map((s) => s.value)`); !slices.Equal(roles,
		[]string{"labels", "predictions"}) {
		t.Errorf("the files are taken for %q", roles)
	}
	v.tap("#open-batch")
	v.answers(v.tap)
	const joined = `document.querySelector("#summary")?.innerText.includes("The result has the predicted class in")`
	v.await(joined)
	v.station("2-joined", "#results")
	if m := eval[string](v, `document.querySelector("#method").value`); m != "consensus" {
		t.Errorf("the method is %q, want consensus", m)
	}
	v.click("#tab-data")
	v.await(`document.querySelector("#remove-predictions")`)
	v.station("3-card", "#remove-predictions")
	v.click("#remove-predictions")
	v.await("!" + joined)
}
