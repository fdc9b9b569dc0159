package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// Texts in, predictions out, compared with the truth of the predicted tasks.
func TestTexts(t *testing.T) {
	var labels, texts, bags, test, truth strings.Builder
	labels.WriteString("task,worker,label\n")
	texts.WriteString("task,text\n")
	bags.WriteString("task,term,count\n")
	test.WriteString("task,text\n")
	truth.WriteString("task,label\n")
	words := [2][]string{{"goal", "team", "players", "match", "league"}, {"vote", "party", "elections", "law", "senate"}}
	for i := range 40 {
		for j := range 3 {
			said := i % 2
			if (i+2*j)%9 == 0 {
				said = 1 - said
			}
			fmt.Fprintf(&labels, "t%d,w%d,%s\n", i, j, []string{"sport", "politics"}[said])
		}
		w := words[i%2]
		fmt.Fprintf(&texts, "t%d,\"<b>The</b> %s and the %s, %s %s.\"\n", i, w[i%5], w[(i+1)%5], w[(i*3)%5], w[(i*7+2)%5])
		fmt.Fprintf(&bags, "t%d,%s,2\nt%d,%s,1\n", i, w[i%5], i, w[(i+1)%5])
		fmt.Fprintf(&test, "new%d,\"%s %s unheard\"\n", i, w[(i+2)%5], w[(i*3+1)%5])
		fmt.Fprintf(&truth, "new%d,%s\n", i, []string{"sport", "politics"}[i%2])
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"labels.csv": labels.String(), "texts.csv": texts.String(), "bags.csv": bags.String(), "new.csv": test.String(),
		"new-truth.csv": truth.String(),
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := transcript(t, "fit -method ma-sldac -set topics=2 -text texts.csv -language english -predict new.csv -test-truth new-truth.csv "+
		"-out OUT labels.csv")
	for _, want := range []string{
		"-- predictions.csv --\ntask,label,probability\nnew0,sport,", "\"test\": {\n    \"evaluated\": 40,\n    \"accuracy\": 1,",
		`"name": "texts.csv"`, "40 words are not in the vocabulary",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	got = transcript(t, "fit -method lda-logreg -set topics=2 -bow bags.csv labels.csv")
	if strings.Contains(got, "exit") {
		t.Errorf("a bag of words: got\n%s", got)
	}
	got = transcript(t, "fit -method ds -text texts.csv labels.csv")
	if !strings.Contains(got, "makes no use of texts") {
		t.Errorf("a method that takes no texts: got\n%s", got)
	}
	got = transcript(t, "fit -text texts.csv -bow bags.csv labels.csv")
	if !strings.Contains(got, "can't be combined") {
		t.Errorf("got\n%s", got)
	}
}

// Phrases come into the vocabulary of the fit, its topics and its predictions, and stay in the project and the recipe.
func TestPhrases(t *testing.T) {
	var labels, texts, more strings.Builder
	labels.WriteString("task,worker,label\n")
	texts.WriteString("task,text\n")
	more.WriteString("task,text\nn1,a meal that was very good\nn2,\"very, and good\"\n")
	for i := range 40 {
		for j := range 3 {
			fmt.Fprintf(&labels, "t%d,w%d,%s\n", i, j, []string{"praise", "blame"}[i%2])
		}
		fmt.Fprintf(&texts, "t%d,%s\n", i, []string{"food very good. not cheap", "very cheap but not good"}[i%2])
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"labels.csv": labels.String(), "texts.csv": texts.String(), "more.csv": more.String(),
		"bags.csv": "task,term,count\nt1,a,1\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := transcript(t, "fit -method ma-sldac -set topics=2 -text texts.csv -ngrams 2 -min-documents 10 -max-share 1 -predict more.csv "+
		"-save work.concord -out OUT labels.csv")
	for _, want := range []string{", very good, ", ", not good", `"ngrams": 2`, `"minDocuments": 10,`, "n1,praise,"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if strings.Contains(got, "good not") {
		t.Errorf("a phrase across the end of a sentence: got\n%s", got)
	}
	for _, c := range []struct{ args, want string }{
		{"-ngrams 2 -bow bags.csv", "--ngrams can't be combined with --bow: bags of words have no order"},
		{"-ngrams 2", "--ngrams goes with --text"},
		{"-ngrams 6 -text texts.csv", "-ngrams is a number of words, from 1 to 5"},
		{"-ngrams 0 -text texts.csv", "-ngrams is a number of words, from 1 to 5"},
		{"-ngrams 2 -text texts.csv -predict bags.csv", "bags of words have no order"},
	} {
		if got := transcript(t, "fit "+c.args+" labels.csv"); !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s\nwant %q", c.args, got, c.want)
		}
	}
}
