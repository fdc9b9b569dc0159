package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"concord/core/api"
	"concord/internal/race"
	"concord/internal/shared"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden runs a command line in testdata and compares what it prints, what it
// complains of and its exit code with testdata/NAME.golden. OUT in the command
// line is a fresh folder, whose files are part of the comparison.
func golden(t *testing.T, name, line string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Chdir("testdata")
		got := transcript(t, line)
		path := name + ".golden"
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("concord %s: got\n%s\nwant\n%s", line, got, want)
		}
	})
}

// timing is what differs from run to run.
var (
	timing  = regexp.MustCompile(`"(read|fit|write|seconds)": [-+.e0-9]+`)
	lasting = regexp.MustCompile(` in \d+\.\d\d s`)
)

// noInput is a standard input from which nothing comes, as a terminal where nobody types.
func noInput(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func transcript(t *testing.T, line string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "answers")
	var stdout, stderr bytes.Buffer
	stdin := io.Reader(noInput(t))
	args := strings.Fields(strings.ReplaceAll(line, "OUT", out))
	if i := strings.Index(line, " < "); i >= 0 {
		from := strings.TrimSpace(line[i+3:])
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		stdin = bytes.NewReader(text)
		args = args[:len(args)-2]
	}
	code := run(context.Background(), args, stdin, &stdout, &stderr)
	var b strings.Builder
	fmt.Fprintf(&b, "$ concord %s\n%s", line, stdout.String())
	if stderr.Len() > 0 {
		fmt.Fprintf(&b, "-- standard error --\n%s", stderr.String())
	}
	if code != 0 {
		fmt.Fprintf(&b, "-- exit %d --\n", code)
	}
	files, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if filepath.Base(f) == api.FileOf(api.FileReadme) {
			continue // the same for all that have the same files: TestReadmeIsThere
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "-- %s --\n%s", filepath.Base(f), text)
	}
	text := strings.ReplaceAll(b.String(), out, "OUT")
	return lasting.ReplaceAllString(timing.ReplaceAllString(text, `"$1": 0`), " in 0.00 s")
}

func TestFit(t *testing.T) {
	golden(t, "majority", "fit -method majority -truth truth.csv -out OUT labels.csv")
	golden(t, "consensus", "fit labels.csv -seed 3 -max-steps 2")
	golden(t, "ds", "fit labels.csv -method ds -set smoothing=0.5 -seed 3 -max-steps 2")
	golden(t, "json", "fit -method majority -json -seed 18446744073709551615 labels.csv.gz")
	golden(t, "stdin", "fit -method majority - < labels.csv")
	golden(t, "skip", "fit -method majority -skip -out OUT bad.csv")
	golden(t, "roles", "fit -method majority -numeric no -roles task=what,worker=1,label=said -out OUT semicolons.csv")
	golden(t, "exact", "fit -method majority -exact -numeric no -roles task=what,worker=1,label=said -out OUT semicolons.csv")
	golden(t, "headless", "fit -method majority -roles task=1,worker=2,label=3 headless.csv")
	golden(t, "tiers", "fit -tiers -method majority -out OUT labels.csv")
	golden(t, "gold", "fit -gold gold.csv -method majority -out OUT labels.csv")
	golden(t, "gold-skip", "fit -gold truth.csv -skip -method majority labels.csv")
	golden(t, "confusion", "fit -method ds -confusion confusion.csv -confusion-mode prior labels.csv")
	golden(t, "class-shares", "fit -method ds -confusion class-shares.csv -confusion-mode addition -max-steps 1 -out OUT labels.csv")
	golden(t, "no-use", "fit -method majority -confusion confusion.csv labels.csv")
	golden(t, "truth-inside", "fit -method majority truth-inside.csv")
	golden(t, "gold-inside", "fit -method ds -roles task=id,worker=annotator,label=answer,gold=gold truth-inside.csv")
	golden(t, "counts-asked", "fit -method majority counts.csv")
	golden(t, "counts", "fit -method majority -roles task=subject,count=yes,count=no -out OUT counts.csv")
	golden(t, "counts-ds", "fit -method ds -roles task=subject,count=yes,count=no counts.csv")
	golden(t, "multilabel", "fit -method majority -multilabel | -truth sets-truth.csv -out OUT sets.csv")
	golden(t, "multilabel-rows", "fit -method majority -multilabel rows -out OUT labels.csv")
	golden(t, "order", "fit -method majority -order low,mid,high -truth graded-truth.csv -out OUT graded.csv")
	golden(t, "delimiter", "fit -method majority -delimiter , -header yes -roles task=task,worker=worker,label=label labels.csv")
}

// FDS's objective counts each task for one class; its log-likelihood, which sums over them, is there besides.
func TestLogLikelihoodOfFDS(t *testing.T) {
	t.Chdir("testdata")
	for _, method := range []string{"fds", "ds"} {
		var stdout, stderr bytes.Buffer
		run(context.Background(), []string{"fit", "-method", method, "-json", "doubt.csv"}, &bytes.Buffer{}, &stdout, &stderr)
		var record struct {
			Objective     float64
			LogLikelihood *float64
		}
		if err := json.Unmarshal(stdout.Bytes(), &record); err != nil {
			t.Fatalf("%s: %v: %s", method, err, stderr.String())
		}
		switch l := record.LogLikelihood; {
		case method == "ds" && l != nil:
			t.Errorf("ds: got a log-likelihood %g besides its objective, which is it", *l)
		case method == "fds" && (l == nil || *l <= record.Objective || *l >= 0):
			t.Errorf("fds: got log-likelihood %v, want one above the objective %g", l, record.Objective)
		}
	}
}

func TestAgree(t *testing.T) {
	golden(t, "agree", "agree krippendorff.csv")
	golden(t, "agree-json", "agree -json -seed 2 krippendorff.csv")
	golden(t, "agree-undefined", "agree -json headless.csv -roles task=2,worker=1,label=3")
	golden(t, "agree-class-undefined", "agree -json single.csv")
	golden(t, "agree-graded", "agree graded.csv")
	golden(t, "agree-order", "agree -order low,mid,high graded.csv")
	golden(t, "agree-order-json", "agree -json -order low,mid,high graded.csv")
	golden(t, "agree-help", "agree -help")
}

func TestAdjudicate(t *testing.T) {
	golden(t, "adjudicate", "adjudicate ann.csv bob.csv")
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"ann.csv": "task,label\n1,a\n2,b\n3,a\n", "bob.csv": "task,label\n1,a\n2,a\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, got := exits(t, 2, "adjudicate", "-multilabel", ";", "ann.csv", "bob.csv"); !strings.Contains(got, "takes labels that are classes") {
		t.Errorf("of several labels: got\n%s", got)
	}
	if got, _ := exits(t, 0, "adjudicate", "ann.csv", "bob.csv"); !strings.Contains(got, "Left out, unless decided: 1 task with one") {
		t.Errorf("of a task that one labelled: got\n%s", got)
	}
}

func TestCompare(t *testing.T) {
	golden(t, "compare", "compare -methods majority,wawa,ds -truth truth.csv labels.csv")
	golden(t, "compare-json", "compare -methods majority,kos,ridge -json labels.csv")
	golden(t, "compare-numbers", "compare -methods mean,median -truth numbers-truth.csv numbers.csv")
	golden(t, "compare-order", "compare -methods majority,ds -order low,mid,high -truth graded-truth.csv graded.csv")
	golden(t, "compare-one", "compare -methods majority labels.csv")
}

func TestAdvise(t *testing.T) {
	golden(t, "advise", "advise -methods majority,wawa labels.csv")
	golden(t, "advise-quick", "advise -quick doubt.csv")
	golden(t, "advise-plan", "advise -method majority -budget 3 -most 2 sixty.csv")
	golden(t, "advise-plan-share", "advise -method ds -budget 4 -most 50% sixty.csv")
	golden(t, "advise-most", "advise -most 2 labels.csv")
	for _, wrong := range []string{"0%", "101%", "x%", "-1", "1.5", "half"} {
		if got := transcript(t, "advise -budget 3 -most "+wrong+" labels.csv"); !strings.Contains(got,
			`--most is "`+wrong+`": a `) || !strings.Contains(got, "-- exit 2 --") {
			t.Errorf("-most %s: got\n%s", wrong, got)
		}
	}
}

func TestNeed(t *testing.T) {
	race.Skip(t)
	golden(t, "need", "need -price 0.05 -mistake 1 -method ds sixty.csv")
	golden(t, "need-help", "need -help")
	t.Chdir("testdata")
	for _, c := range []struct{ args, want string }{
		{"need -price 1 labels.csv", "--price and --mistake go together"},
		{"need -price -1 -mistake 1 labels.csv", "not negative"},
		{"need labels.csv", "shows how many labels are right"},
		{"advise -method ds -budget 3 labels.csv", "shows how many labels are right"},
	} {
		if got := transcript(t, c.args); !strings.Contains(got, c.want) || !strings.Contains(got, "-- exit 2 --") {
			t.Errorf("%s: got\n%s\nwant “%s”", c.args, got, c.want)
		}
	}
	path := filepath.Join(t.TempDir(), "needed.csv")
	transcript(t, "need -method ds -out "+path+" sixty.csv")
	if got, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(got), "more_per_task,more_labels,") {
		t.Errorf("the file: got %q, %v", got, err)
	}
}

// concord need and concord advise -budget foretell the same, to the digit: in their points, and in the sentence about so many labels.
func TestNeedAndPlanAgree(t *testing.T) {
	t.Chdir("testdata")
	read := func(args string, to any) {
		t.Helper()
		text := transcript(t, args)
		_, text, _ = strings.Cut(text, "\n{")
		if err := json.NewDecoder(strings.NewReader("{" + text)).Decode(to); err != nil {
			t.Fatalf("%s: %v in\n%s", args, err, text)
		}
	}
	var need api.Forecast
	read("need -json -method ds sixty.csv", &need)
	var said advice
	read("advise -json -method ds -budget 15 -most 100% -suspects sixty.csv", &said)
	plan := said.Plan
	compared := 0
	for _, p := range need.Points {
		for _, q := range plan.Forecast.Points {
			if p.Labels == q.Labels {
				compared++
				if !reflect.DeepEqual(p, q) {
					t.Errorf("%+d labels: need says %+v, advise %+v", p.Labels, p, q)
				}
			}
		}
		if p.Labels != 15 {
			continue
		}
		if math.Abs(*p.Targeted-plan.Right) > 1e-12 {
			t.Errorf("15 labels where they help most: need says %v right, the plan %v", *p.Targeted, plan.Right)
		}
		for _, want := range []string{api.Tenths(*p.Targeted), api.Tenths(need.Now)} {
			if !strings.Contains(plan.Sentence, want) {
				t.Errorf("the plan says %q, want %s", plan.Sentence, want)
			}
		}
	}
	if compared < 5 || plan.Forecast.Now != need.Now {
		t.Errorf("compared %d points; now %v and %v", compared, plan.Forecast.Now, need.Now)
	}
}

func TestSimulate(t *testing.T) {
	golden(t, "simulate", "simulate -tasks 3 -workers 4 -labels 2 -classes 2 -spammers 1 -copiers 0")
	golden(t, "simulate-help", "simulate -help")
	for _, c := range []struct{ args, want string }{
		{"simulate -labels 9 -workers 8", "at most one from each worker"}, {"simulate labels.csv", "reads no file"},
		{"simulate -copiers x", "--copiers is \"x\"; it must be a whole number"}, {"simulate -tasks 100000001", "1 to 100000000 tasks"},
		{"simulate -items 1", "2 to 1000000 items"}, {"simulate -items 3 -ties 100", "from 0 to 99"}, {"simulate -ties 10", "goes with --items"},
		{"simulate -items 3 -tasks 4", "--tasks and --items can't be combined"}, {"simulate -items 3 -votes -1", "1 to 1000000000 votes"},
	} {
		if got := transcript(t, c.args); !strings.Contains(got, c.want) || !strings.Contains(got, "-- exit 2 --") {
			t.Errorf("%s: got\n%s\nwant “%s”", c.args, got, c.want)
		}
	}
	path := filepath.Join(t.TempDir(), "truth.csv")
	transcript(t, "simulate -tasks 3 -truth "+path)
	if got, err := os.ReadFile(path); err != nil || strings.Count(string(got), "\n") != 4 {
		t.Errorf("the truth: got %q, %v", got, err)
	}
	golden(t, "simulate-items", "simulate -items 3 -workers 4 -votes 5 -ties 40 -spammers 0")
	transcript(t, "simulate -items 7 -truth "+path)
	if got, err := os.ReadFile(path); err != nil || strings.Count(string(got), "\n") != 8 || !strings.HasPrefix(string(got), "item,score\n") {
		t.Errorf("the scores: got %q, %v", got, err)
	}
}

// A seed and a description mean the same labels in every version.
func TestSimulateDrawsTheSame(t *testing.T) {
	const want = "aa7485f1"
	text := invoke(t, "simulate", "--tasks", "5000", "--workers", "9", "--labels", "9", "--classes", "26", "--spammers", "4", "--copiers", "3",
		"--seed", "9")
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); got[:8] != want {
		t.Errorf("got %s…, want %s…", got[:8], want)
	}
}

func TestReport(t *testing.T) {
	t.Chdir("testdata")
	path := filepath.Join(t.TempDir(), "report.html")
	got := transcript(t, "report -method majority -truth truth.csv -out "+path+" labels.csv")
	if !strings.Contains(got, path+" written\n") {
		t.Errorf("got\n%s", got)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "<h1>Report on labels.csv</h1>") {
		t.Errorf("got %v, %.100s", err, text)
	}
	saved := filepath.Join(t.TempDir(), "w.concord")
	transcript(t, "fit -method majority -truth truth.csv -save "+saved+" labels.csv")
	other := filepath.Join(t.TempDir(), "other.html")
	transcript(t, "report -out "+other+" "+saved)
	if again, err := os.ReadFile(other); err != nil || string(again) != string(text) {
		t.Errorf("of the project: got %v,\n%s\nwant\n%s", err, again, text)
	}
	for _, line := range []string{"report -json " + saved, "report -json -method majority -truth truth.csv labels.csv"} {
		got := transcript(t, line)
		_, got, _ = strings.Cut(got, "\n")
		var report struct {
			Name   string
			Record struct{ Method string }
		}
		got, _, _ = strings.Cut(got, "-- standard error --")
		if err := json.Unmarshal([]byte(got), &report); err != nil || report.Name != "labels.csv" || report.Record.Method != "majority" {
			t.Errorf("%s: got %v\n%s", line, err, got)
		}
	}
	if got := transcript(t, "report -method ds "+saved); !strings.Contains(got, "-method does not go with a project") {
		t.Errorf("got\n%s", got)
	}
	if got := transcript(t, "report -out nowhere/at/all labels.csv"); !strings.Contains(got, "-- exit 1 --") {
		t.Errorf("got\n%s", got)
	}
}

// TestPlanIsATableOfTasksAndWorkers has the tasks and workers to ask written.
func TestPlanIsATableOfTasksAndWorkers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.csv")
	t.Chdir(filepath.Join(shared.Dir(t), "data", "rte"))
	got := transcript(t, "advise -method ds -budget 300 -out "+path+" labels.csv")
	if !strings.Contains(got, "labels.csv, ds: 300 more labels where they help most: we expect ") {
		t.Errorf("got\n%s", got)
	}
	text, err := os.ReadFile(path)
	if rows := strings.Count(string(text), "\n"); err != nil || rows != 301 || !strings.HasPrefix(string(text), "task,worker\n") {
		t.Errorf("got %v, %d rows: %.60s", err, rows, text)
	}
}

func TestState(t *testing.T) {
	t.Chdir("testdata")
	state := filepath.Join(t.TempDir(), "state")
	line := func(text string) string {
		return strings.ReplaceAll(transcript(t, strings.ReplaceAll(text, "STATE", state)), state, "STATE")
	}
	for _, step := range []struct{ line, want string }{
		{"fit -method ds -save-state STATE labels.csv",
			"STATE labels.csv\n-- standard error --\nlabels.csv: 9 labels by 3 workers on 3 tasks, 2 classes\nds: "},
		{"fit -state STATE -out OUT more.csv",
			"$ concord fit -state STATE -out OUT more.csv\n-- standard error --\nmore.csv: 13 labels by 4 workers on 4 tasks, 2 classes\nds: "},
		{"fit -state STATE -refit -method fds more.csv",
			"-- standard error --\nmore.csv: 13 labels by 4 workers on 4 tasks, 2 classes\nfds: "},
		{"fit -state STATE -method fds more.csv",
			"concord: warning: the earlier fit is one of ds, and so are the answers; --refit fits fds, starting from it.\n"},
		{"fit -state STATE -refit -method majority more.csv",
			"concord: Majority vote can't start from an earlier fit. " +
				"Methods that can: the consensus, and those of the Dawid–Skene family.\n-- exit 2 --\n"},
		{"fit -state STATE bad-classes.csv", "concord: The labels have the class “maybe”, which the earlier fit does not know; it knows no, " +
			"yes. Drop that, and fit all labels again.\n-- exit 2 --\n"},
		{"fit -state labels.csv more.csv",
			"concord: labels.csv: this is no earlier fit. Choose a project: a file that ends in .concord.\n-- exit 2 --\n"},
		{"fit --refit more.csv", "concord: --refit goes with --state\n-- exit 2 --\n"},
	} {
		if got := line(step.line); !strings.Contains(got, step.want) {
			t.Errorf("got\n%s\nwant\n%s", got, step.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	golden(t, "no-command", "")
	golden(t, "unknown-command", "guess")
	golden(t, "no-file", "fit -method ds")
	golden(t, "two-files", "fit labels.csv truth.csv")
	golden(t, "missing-file", "fit nothing.csv")
	golden(t, "folder", "fit .")
	golden(t, "unknown-flag", "fit -fast labels.csv")
	golden(t, "bad-number", "fit -seed one labels.csv")
	golden(t, "unknown-setting", "fit -method ds -set colour=red labels.csv")
	golden(t, "setting-range", "fit -method ds -set smoothing=-1 labels.csv")
	golden(t, "empty", "fit empty.csv")
	golden(t, "bad-rows", "fit bad.csv")
	golden(t, "no-worker", "fit noworker.csv")
	golden(t, "no-header", "fit headless.csv")
	golden(t, "bad-role", "fit -roles task=nothing labels.csv")
	golden(t, "bad-order", "agree -order low,high graded.csv")
	golden(t, "bad-yes", "fit -numeric maybe labels.csv")
	golden(t, "bad-gold", "fit -gold truth.csv labels.csv")
	golden(t, "bad-mode", "fit -confusion confusion.csv -confusion-mode maybe labels.csv")
	golden(t, "bad-sums", "fit -confusion bad-sums.csv labels.csv")
	golden(t, "missing-matrix", "fit -confusion missing-matrix.csv -confusion-mode assign labels.csv")
	golden(t, "tolerance-nan", "fit -tolerance NaN labels.csv")
	golden(t, "gain-inf", "fit -gain +Inf labels.csv")
	golden(t, "negative-count", "fit -confusion negative.csv labels.csv")
	golden(t, "bad-truth", "fit -truth empty.csv labels.csv")
}

func TestUnknownMethodNamesThoseThereAre(t *testing.T) {
	t.Chdir("testdata")
	for name, want := range map[string]string{
		"zzz":          `There is no method "zzz"; there are consensus, majority, `,
		"dss":          `There is no method "dss". Did you mean ds (Dawid–Skene)?`,
		"dawid-skene":  `There is no method "dawid-skene". Did you mean ds (Dawid–Skene)?`,
		"MajorityVote": `There is no method "MajorityVote". Did you mean majority (Majority vote)?`,
	} {
		for _, line := range []string{"fit -method NAME labels.csv", "compare -methods ds,NAME labels.csv", "advise -methods NAME labels.csv"} {
			got := transcript(t, strings.Replace(line, "NAME", name, 1))
			if !strings.Contains(got, "concord: "+want) || !strings.Contains(got, "-- exit 2 --") {
				t.Errorf("got\n%s\nwant %s", got, want)
			}
		}
	}
}

func TestHelp(t *testing.T) {
	golden(t, "help", "help")
	golden(t, "fit-help", "fit -help")
	golden(t, "version", "version")
	golden(t, "methods-usage", "methods fast")
	_, got, _ := strings.Cut(transcript(t, "help agree"), "\n")
	if _, want, _ := strings.Cut(transcript(t, "agree -help"), "\n"); got != want {
		t.Errorf("help agree: got\n%s\nwant\n%s", got, want)
	}
}

func TestMethodsListsTheCatalog(t *testing.T) {
	text, list := transcript(t, "methods"), transcript(t, "methods -json")
	if !strings.Contains(text, "  ds             Dawid–Skene. ") || !strings.Contains(text, "--set smoothing=0  ") {
		t.Errorf("methods: got\n%s", text)
	}
	if _, baselines, ok := strings.Cut(text, "\nBaselines of papers\n"); !ok || !strings.Contains(baselines, "\n  lda-svm ") ||
		strings.Contains(baselines, "lda-raykar") {
		t.Errorf("methods: got the baselines\n%s", baselines)
	}
	if !strings.Contains(list, `"name": "ds",`) || !strings.Contains(list, `"default": "0",`) {
		t.Errorf("methods -json: got\n%s", list)
	}
}

// TestRTE is the promise of the product: 58 of 800 wrong, 7.25 %.
func TestRTE(t *testing.T) {
	t.Chdir(filepath.Join(shared.Dir(t), "data", "rte"))
	got := transcript(t, "fit -method ds -stop paper -truth truth.csv labels.csv")
	want := "labels.csv: 8,000 labels by 164 workers on 800 tasks, 2 classes\n" +
		"ds: converged after 11 steps; 0 labels changed in the last, log-likelihood -3679.6297\n" +
		"Use. Two workers agree on 63 % of the tasks they share (56 to 69 %); chance would give 51 %. 10 labels a task, unanimous on 10 % of " +
		"the tasks.\n" +
		"truth.csv: 58 of 800 wrong (7.25 %), accuracy 0.9275 (95 % interval 0.9074 to 0.9435)\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if json := transcript(t, "fit -method ds -stop paper -json -truth truth.csv labels.csv"); !strings.Contains(json, `"evaluated": 800,
  "accuracy": 0.9275,
  "error": 0.0725
`) {
		t.Errorf("-json: got\n%s", json)
	}
}

// TestFoldOnTREC folds the last tenth of the labels into a state saved from the
// others: at least 99 % of the labels are those of a fit of everything.
func TestFoldOnTREC(t *testing.T) {
	race.Skip(t)
	all := filepath.Join(shared.Dir(t), "data", "trec2011", "labels.csv")
	text, err := os.ReadFile(all)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	rows := strings.SplitAfter(string(text), "\n")
	cut := 1 + (len(rows)-2)*9/10
	for name, part := range map[string][]string{"old.csv": rows[:cut], "new.csv": append(rows[:1:1], rows[cut:]...)} {
		if err := os.WriteFile(name, []byte(strings.Join(part, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	labels := func(line string) map[string]string {
		got := transcript(t, line)
		_, table, ok := strings.Cut(got, "-- labels.csv --\n")
		if !ok {
			t.Fatalf("got %s", got)
		}
		table, _, _ = strings.Cut(table, "-- posteriors.csv --")
		out := map[string]string{}
		for _, row := range strings.Split(strings.TrimSpace(table), "\n")[1:] {
			cells := strings.Split(row, ",")
			out[cells[0]] = cells[1]
		}
		return out
	}
	want := labels("fit -method ds -out OUT " + all)
	transcript(t, "fit -method ds -save-state state old.csv")
	got := labels("fit -state state -out OUT new.csv")
	same := 0
	for task, label := range want {
		if got[task] == label {
			same++
		}
	}
	if len(got) != len(want) || float64(same) < .99*float64(len(want)) {
		t.Errorf("%d of %d labels are the same, want 99 %%", same, len(want))
	}
}

func TestAnAnswerThatCannotBeWrittenIsNoMistakeOfTheUsers(t *testing.T) {
	t.Chdir("testdata")
	got := transcript(t, "fit -method majority -out labels.csv/answers labels.csv")
	if !strings.Contains(got, "concord: the folder of --out can't be made: ") || !strings.Contains(got, "-- exit 1 --") {
		t.Errorf("got\n%s", got)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stdout, stderr bytes.Buffer
	code := run(ctx, []string{"fit", "testdata/labels.csv"}, &bytes.Buffer{}, &stdout, &stderr)
	if code != 1 || stderr.String() != "concord: interrupted\n" {
		t.Errorf("got exit %d, %q", code, stderr.String())
	}
}
