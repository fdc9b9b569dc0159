package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"concord/internal/shared"
)

// agreesAs is what a case of the reference data says of figures of agreement: its file, the flags that read it as it is meant, and where
// in the JSON the figures are that stand after such words in its expected.txt.
type agreesAs struct {
	folder, file, flags string
	figures             map[string]string
}

const (
	screening = "-roles task=paper,worker=reviewer,label=decision"
	sets09    = "-multilabel | -roles task=word,worker=annotator,label=labels"
	counts50  = "-roles task=subject,count=1,count=2,count=3,count=4,count=6"
)

var agreements = []agreesAs{
	{"09-multilabel-agreement", "in.csv", sets09, map[string]string{
		"MASI": "alpha_of_sets/masi/value", "Jaccard": "alpha_of_sets/jaccard/value"}},
	{"16-weighted-figures", "in.csv", "-order neg,ind,pos -weights linear", map[string]string{
		"AC1": "ac1/value", "AC2 linear": "ac2/value", "ordinal α": "alpha/ordinal/value", "linear r1-r2": "pairs/0/weighted_kappa"}},
	{"16-weighted-figures", "in.csv", "-order neg,ind,pos -weights quadratic", map[string]string{"quadratic": "ac2/value"}},
	{"16-weighted-figures", "in.csv", "-order neg,ind,pos", map[string]string{"ordinal weights": "ac2/value"}},
	{"16-weighted-figures", "in.csv", "-order neg,ind,pos -weights 1,0.5,0", map[string]string{"AC2 linear": "ac2/value"}},
	{"17-unused-step", "in.csv", "-order 1,2,3,4 -weights linear", map[string]string{
		"AC2 linear over 4 steps": "ac2/value", "ordinal α": "alpha/ordinal/value"}},
	{"17-unused-step", "in.csv", "-order 1,2,4 -weights linear", map[string]string{
		"over the 3 used": "ac2/value", "ordinal α": "alpha/ordinal/value"}},
	{"17-unused-step", "in.csv", "-order 1,2,3,4 -weights quadratic", map[string]string{"quadratic over 4": "ac2/value"}},
	{"35-screening-kappa-with-2-of-6-reviewers", "all.csv", screening, map[string]string{
		"all: percent": "percent/value", "Fleiss pooled": "fleiss_pooled/value", "by task": "fleiss/value",
		`by task \S+ α`: "alpha/nominal/value", `by task \S+ α \S+ AC1`: "ac1/value"}},
	{"35-screening-kappa-with-2-of-6-reviewers", "two.csv", screening, map[string]string{
		"two reviewers: percent": "percent/value", "two.*Fleiss": "fleiss/value", "two.*α": "alpha/nominal/value", "two.*AC1": "ac1/value"}},
	{"50-fleiss-wikipedia", "in.csv", counts50, map[string]string{"κ": "fleiss/value"}},
}

// at returns what is at a path in JSON.
func at(x any, path string) any {
	for key := range strings.SplitSeq(path, "/") {
		switch in := x.(type) {
		case map[string]any:
			x = in[key]
		case []any:
			n, err := strconv.Atoi(key)
			if err != nil || n >= len(in) {
				return nil
			}
			x = in[n]
		default:
			return nil
		}
	}
	return x
}

// Agreement has the figures of each case, which were worked out by other means.
func TestAgreementOfCases(t *testing.T) {
	cases := filepath.Join(shared.Dir(t), "cases")
	for _, c := range agreements {
		t.Run(c.folder+" "+c.flags, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(cases, c.folder, "expected.txt"))
			if err != nil {
				t.Fatal(err)
			}
			args := append([]string{"agree", "-json"}, strings.Fields(c.flags)...)
			out := invoke(t, append(args, filepath.Join(cases, c.folder, c.file))...)
			if strings.Contains(out, "NaN") {
				t.Errorf("got NaN in\n%s", out)
			}
			var found any
			if err := json.Unmarshal([]byte(out), &found); err != nil {
				t.Fatal(err)
			}
			for words, path := range c.figures {
				said := regexp.MustCompile(words + `[^0-9]* (-?[0-9]+\.[0-9]+)`).FindSubmatch(text)
				if said == nil {
					t.Errorf("expected.txt has no figure after %q", words)
					continue
				}
				want, err := strconv.ParseFloat(string(said[1]), 64)
				if err != nil {
					t.Fatal(err)
				}
				if got, ok := at(found, path).(float64); !ok || math.Abs(got-want) > .50001e-4 {
					t.Errorf("%s, %s: got %v, want %g", words, path, at(found, path), want)
				}
			}
		})
	}
}

// A file in which only one class is on tasks with two labels has no α, and says why.
func TestAgreementWhereOnlySingleLabelsDiffer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(file, []byte("task,worker,label\n1,coder1,1\n1,coder2,1\n2,coder1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := invoke(t, "agree", file)
	for _, want := range []string{"all labels of tasks with two or more are of one class", "Tasks with one label (1) count only"} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant %q", out, want)
		}
	}
}

// A high percentage with a low κ is explained; and the steps of a scale that no label names are named.
func TestAgreementSaysWhatItIs(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	rows := "task,worker,label\n"
	for n := range 40 {
		one, other := "no", "no"
		if n < 2 {
			one, other = "yes", "no"
		} else if n < 4 {
			other = "yes"
		}
		rows += "t" + strconv.Itoa(n) + ",ann," + one + "\nt" + strconv.Itoa(n) + ",bob," + other + "\n"
	}
	for name, text := range map[string]string{
		"rare.csv": rows, "steps.csv": "task,worker,label\na,ann,1\na,bob,2\nb,ann,4\nb,bob,4\nc,ann,2\nc,bob,1\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out := invoke(t, "agree", "rare.csv"); !strings.Contains(out, "nearly all labels are of one class") || strings.Contains(out, "AC2") {
		t.Errorf("got\n%s\nwant the paradox, and no AC2 without an order", out)
	}
	out := invoke(t, "agree", "-order", "1,2,3,4", "-weights", "linear", "-out", "figures", "steps.csv")
	for _, want := range []string{"Gwet’s AC2, linear weights", "Weights by distance: 1,0.6667,0.3333,0", "Unused steps: 3", "ann, bob"} {
		if !strings.Contains(out, want) {
			t.Errorf("got\n%s\nwant %q", out, want)
		}
	}
	for file, head := range map[string]string{
		"agreement.csv": "coefficient,title,value,low,high,interval,se,se_formula,test,statistic,df,df2,p,tasks,workers,undefined_because\n" +
			"weighted-kappa,\"Cohen’s κ, linear weights\",",
		"pairs.csv":           "worker,other,tasks,agreement,kappa,weighted_kappa\nann,bob,3,",
		"rater-confusion.csv": "worker,other,label,other_label,tasks\nann,bob,1,2,1\nann,bob,2,1,1\nann,bob,4,4,1\n",
		"task-agreement.csv":  "task,labels,agreement,weighted_agreement,entropy\na,2,0,0.6666666666666667,1\nb,2,1,1,0\n",
	} {
		text, err := os.ReadFile(filepath.Join("figures", file))
		if err != nil || !strings.HasPrefix(string(text), head) {
			t.Errorf("%s: got\n%s%v, want %q first", file, text, err, head)
		}
	}
	for flags, want := range map[string]string{
		"-order 1,2,3":                "lacks the class “4”",
		"-order 1,2,,4":               "a step without a name",
		"-order 1,2,4 -weights 1,2,0": "no number from 0 to 1",
		"-order 1,2,4 -weights 1,0":   "don't fit the scale of 3 steps",
		"-order 1,2,4 -weights cubic": "Give ordinal, linear or quadratic",
		"-numeric yes -weights 1,0":   "Give ordinal, linear or quadratic",
	} {
		if _, says := exits(t, 2, append(append([]string{"agree"}, strings.Fields(flags)...), "steps.csv")...); !strings.Contains(says, want) {
			t.Errorf("%s: got %s, want %q", flags, says, want)
		}
	}
	if _, says := exits(t, 2, "agree", "-weights", "linear", "rare.csv"); !strings.Contains(says, "Weights need ordered classes") {
		t.Errorf("without an order: got %s", says)
	}
}
