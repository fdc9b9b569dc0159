package e2e

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// lines reads a file of the reference data, its header first; where it is
// compressed, its content.
func lines(t testing.TB, path ...string) []string {
	t.Helper()
	f, err := os.Open(reference(t, path...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var from io.Reader = f
	if strings.HasSuffix(path[len(path)-1], ".gz") {
		if from, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// some writes the header and the lines that pass.
func some(t testing.TB, name string, all []string, pass func(line string) bool) string {
	t.Helper()
	kept := all[:1:1]
	for _, line := range all[1:] {
		if pass(line) {
			kept = append(kept, line)
		}
	}
	return write(t, name, strings.Join(kept, "\n")+"\n")
}

// alike compares two CSV files: numbers within a millionth, all else exactly.
// Native code and WebAssembly may add in another order.
func alike(t testing.TB, got []byte, file string) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a, b := cells(t, string(got)), cells(t, string(want))
	if len(a) != len(b) || len(b) < 2 {
		t.Fatalf("%s: got %d rows, want %d", filepath.Base(file), len(a), len(b))
	}
	for i := range b {
		for j := range b[i] {
			x, err1 := strconv.ParseFloat(a[i][j], 64)
			y, err2 := strconv.ParseFloat(b[i][j], 64)
			if a[i][j] != b[i][j] && (err1 != nil || err2 != nil || math.Abs(x-y) > 1e-6*max(1, math.Abs(y))) {
				t.Fatalf("%s, row %d: got %q, want %q", filepath.Base(file), i+1, a[i], b[i])
			}
		}
	}
}

// tested reads the test of a run record.
func tested(t testing.TB, run []byte) map[string]float64 {
	t.Helper()
	var record struct{ Test map[string]float64 }
	if err := json.Unmarshal(run, &record); err != nil {
		t.Fatal(err)
	}
	return record.Test
}

// Labels and features of songs of two genres, and further songs: page and shell predict
// the same.
func TestFeaturesToPredictions(t *testing.T) {
	two := func(line string) bool {
		name, rest, _ := strings.Cut(line, ",")
		return (strings.HasPrefix(name, "classical.") || strings.HasPrefix(name, "metal.")) && name[len(name)-5] < '4' &&
			!strings.Contains(rest, ",jazz")
	}
	only := func(line string) bool {
		return two(line) && (strings.HasSuffix(line, ",classical") || strings.HasSuffix(line, ",metal"))
	}
	music := func(name string) []string { return lines(t, "data", "music", name) }
	labels, features := some(t, "labels.csv", music("labels.csv"), only), some(t, "features.csv", music("features.csv"), two)
	more, truth := some(t, "more.csv", music("test_features.csv"), two), some(t, "more-truth.csv", music("test_truth.csv"), two)
	want := shell(t, "-method", "gpc-ma", "-features", features, "-predict", more, "-test-truth", truth, labels)

	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", labels)
	v.state("ready")
	v.drop("features", features)
	v.await(`document.querySelector("#features-described")?.textContent.includes("124")`)
	v.drop("predict", more)
	v.await(`document.querySelector("#predict-title")?.textContent === "more.csv"`)
	v.drop("test-truth", truth)
	v.await(`document.querySelector("#test-truth-title")?.textContent === "more-truth.csv"`)
	v.fit("gpc-ma")
	v.await(`document.querySelector("#test")?.textContent.includes("Accuracy")`)
	_, got := v.download("#download-predictions")
	alike(t, got, filepath.Join(want, "predictions.csv"))
	_, run := v.download("#download-run")
	expected, err := os.ReadFile(filepath.Join(want, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	// What to label next needs no further fit.
	v.turn("plan")
	v.click("#plan")
	v.await(`document.querySelector("#asks") !== null`)
	// Unlabelled songs come first, and can't be opened. Page and shell print the same plan.
	plan := filepath.Join(t.TempDir(), "plan.csv")
	out, err := exec.Command(built.shell, "advise", "-method", "gpc-ma", "-features", features, "-predict", more, "-budget", "100", "-out",
		plan, labels).Output()
	if err != nil {
		t.Fatal(err)
	}
	_, file := v.download("#download-plan")
	alike(t, file, plan)
	first, shown := cells(t, string(file))[1][0], eval[string](v, `document.querySelector("#asks tbody th").textContent`)
	given, err := os.ReadFile(labels)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(given), "\n"+first+",") || shown != first ||
		eval[bool](v, `document.querySelector("#asks tbody tr:first-child th button") !== null`) {
		t.Errorf("first comes %q, on the page %q", first, shown)
	}
	for _, said := range []string{`#plan-sentence`, `#plan-notes p:last-child`} {
		if text := eval[string](v, `document.querySelector("`+said+`").textContent`); text == "" || !strings.Contains(string(out), text+"\n") {
			t.Errorf("the page says %q, the shell\n%s", text, out)
		}
	}
	a, b := tested(t, run), tested(t, expected)
	for _, figure := range []string{"evaluated", "accuracy", "auc", "f1"} {
		if a[figure] == 0 || math.Abs(a[figure]-b[figure]) > 1e-9 {
			t.Errorf("%s of the predictions: got %v, want %v", figure, a[figure], b[figure])
		}
	}
}

// Ratings and words of film reviews, and further reviews: page and shell predict the
// same, with the same choice of words.
func TestTextsToPredictions(t *testing.T) {
	few := func(end string) func(string) bool {
		return func(line string) bool {
			name, _, _ := strings.Cut(line, ",")
			return strings.HasSuffix(name, end)
		}
	}
	films := func(name string) []string { return lines(t, "data", "moviereviews", name) }
	labels, words := some(t, "labels.csv", films("labels.csv"), few("7")), some(t, "words.csv", films("bow.csv.gz"), few("7"))
	more, truth := some(t, "more.csv", films("test_bow.csv.gz"), few("77")), some(t, "more-truth.csv", films("test_truth.csv"), few("77"))
	want := shell(t, "-method", "ma-sldar", "-set", "topics=5", "-max-steps", "15", "-bow", words, "-min-documents", "5", "-predict", more,
		"-test-truth", truth, labels)

	v := open(t, serve(t), "/#set.topics=5&steps=15&method=ma-sldar")
	v.state("empty")
	v.drop("labels", labels)
	v.state("ready")
	v.drop("text", words)
	v.await(`document.querySelector("#texts-described") !== null && document.querySelector("#words-least")?.disabled === false`)
	v.choose("#words-least", "5")
	v.await(`document.querySelector("#words-left")?.textContent.includes("5 texts or more")`)
	v.drop("predict", more)
	v.await(`document.querySelector("#predict-title")?.textContent === "more.csv"`)
	v.drop("test-truth", truth)
	v.await(`document.querySelector("#test-truth-title")?.textContent === "more-truth.csv"`)
	v.fit("ma-sldar")
	v.await(`document.querySelector("#test")?.textContent.includes("R²")`)
	_, got := v.download("#download-predictions")
	alike(t, got, filepath.Join(want, "predictions.csv"))
	v.turn("topics")
	v.await(`document.querySelectorAll("#topics-table tbody tr").length === 5`)
	_, topics := v.download("#download-topics")
	alike(t, topics, filepath.Join(want, "topics.csv"))
}

// Phrases of sentences about films: the table of what is left follows the choice, and page and shell find the same labels.
func TestPhrasesOfTexts(t *testing.T) {
	few := func(line string) bool {
		name, _, _ := strings.Cut(line, ",")
		return strings.HasSuffix(name, "7")
	}
	sentences := func(name string) []string { return lines(t, "data", "sp", name) }
	labels, texts := some(t, "labels.csv", sentences("labels.csv"), few), some(t, "texts.csv", sentences("text.csv"), few)
	want := shell(t, "-method", "lda-raykar", "-set", "topics=5", "-text", texts, "-ngrams", "2", labels)

	v := open(t, serve(t), "/#set.topics=5&method=lda-raykar")
	v.state("empty")
	v.drop("labels", labels)
	v.state("ready")
	v.drop("text", texts)
	v.await(`document.querySelector("#texts-described") !== null && document.querySelector("#words-ngrams")?.disabled === false`)
	different := `document.querySelector("#texts-described .tile:nth-child(2) .tile-figure").textContent`
	words := eval[string](v, different)
	v.choose("#words-ngrams", "2")
	v.await(`document.querySelector("#words-left")?.textContent.includes("With phrases of up to 2 words")`)
	if phrases := eval[string](v, different); phrases == words {
		t.Errorf("got %s different words with phrases, and %s without", phrases, words)
	}
	v.fit("lda-raykar")
	_, got := v.download("#download-labels")
	alike(t, got, filepath.Join(want, "labels.csv"))
}
