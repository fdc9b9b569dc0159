package sidefile_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/race"
)

func texts(labels, file string, kind layout.Kind, how api.Words, o scan.Options, change ...func(*layout.Layout)) (
	*sidefile.TextSet, *labels.Set, error,
) {
	set, err := labelstest.Open("labels.csv", labels, nil, scan.Options{})
	if err != nil {
		return nil, nil, err
	}
	g, err := layout.DetectAs("texts.csv", []byte(file), layout.Choice{Kind: kind})
	if err != nil {
		return nil, nil, err
	}
	for _, change := range change {
		change(&g.Layout)
	}
	t, err := sidefile.Texts("texts.csv", strings.NewReader(file), g, set, how, o)
	return t, set, err
}

// bag writes the words of document i as "word×count …", in the order of terms.
func bag(t *sidefile.TextSet, w *crowd.Words, i int) string {
	var all []string
	for n := w.Start[i]; n < w.Start[i+1]; n++ {
		all = append(all, fmt.Sprintf("%s×%d", t.Vocabulary[w.Term[n]], w.Count[n]))
	}
	return strings.Join(all, " ")
}

func TestTextsBecomeBagsOfWords(t *testing.T) {
	file := "task,text\n" +
		"t2,\"The cats' cat – the CAT, running runs!\"\n" +
		"t9,New cat here\n" +
		"t1,\n" +
		"t3,\"Crème brûlée 42 a1, well-known don’t\"\n"
	for _, c := range []struct {
		name string
		how  api.Words
		want []string // of t1, t2, t3, t4 and the extra document
	}{
		{"every word", api.Words{},
			[]string{"", "the×2 cats×1 cat×2 running×1 runs×1", "crème×1 brûlée×1 a1×1 well-known×1 don't×1", "", "new×1 cat×1 here×1"}},
		{"English", api.Words{Language: "english"},
			[]string{"", "cat×3 run×2", "crème×1 brûlée×1 a1×1 well-known×1 don't×1", "", "new×1 cat×1"}},
		{"in two documents or more", api.Words{MinDocuments: 2},
			[]string{"", "cat×2", "", "", "cat×1"}},
		{"in a quarter of the documents at most", api.Words{Language: "english", MaxShare: .25},
			[]string{"", "run×2", "crème×1 brûlée×1 a1×1 well-known×1 don't×1", "", "new×1"}},
		{"a vocabulary of two", api.Words{Vocabulary: 2},
			[]string{"", "the×2 cat×2", "", "", "cat×1"}},
	} {
		got, set, err := texts(labelled(4), file, layout.TextFile, c.how, scan.Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		for n, task := range []string{"t1", "t2", "t3", "t4"} {
			i, ok := set.Tasks.Find(task)
			if !ok {
				t.Fatalf("no task %s", task)
			}
			if b := bag(got, got.Words, i); b != c.want[n] {
				t.Errorf("%s: got %q of %s, want %q", c.name, b, task, c.want[n])
			}
		}
		if b := bag(got, got.Extra, 0); b != c.want[4] || !slices.Equal(got.Unknown, []string{"t9"}) {
			t.Errorf("%s: got %q of %v, want %q of [t9]", c.name, b, got.Unknown, c.want[4])
		}
		if got.Without != 1 || len(got.Words.Start) != 5 || got.Words.Terms != len(got.Vocabulary) {
			t.Errorf("%s: got %d tasks without a text, %d starts, %d terms of %d", c.name, got.Without, len(got.Words.Start), got.Words.Terms,
				len(got.Vocabulary))
		}
	}
}

// Each choice tells how many words are left after it.
func TestTextChoicesAreCounted(t *testing.T) {
	file := "task,text\nt1,the cat runs\nt2,a cat ran and runs\n"
	got, _, err := texts(labelled(2), file, layout.TextFile, api.Words{Language: "english", MinDocuments: 2}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []api.WordCount{
		{Name: "words", Words: 8, Vocabulary: 6},                  // the cat runs a ran and
		{Name: "stop words of English", Words: 5, Vocabulary: 3},  // cat runs ran
		{Name: "stems", Words: 5, Vocabulary: 3},                  // cat run ran
		{Name: "in 2 documents or more", Words: 4, Vocabulary: 2}, // cat run
	}
	if !slices.Equal(got.Choices, want) {
		t.Errorf("got %+v, want %+v", got.Choices, want)
	}
}

func TestBagsAndTokensAreTakenAsTheyStand(t *testing.T) {
	file := "task,term,count\nt1,The,2\nt2,b c,1\nt1,x,3\nt1,The,1\nt2,x,0\n"
	got, set, err := texts(labelled(2), file, layout.BagFile, api.Words{Language: "english"}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	i, _ := set.Tasks.Find("t1")
	j, _ := set.Tasks.Find("t2")
	if a, b := bag(got, got.Words, i), bag(got, got.Words, j); a != "The×3 x×3" || b != "b c×1" {
		t.Errorf("bag: got %q and %q", a, b)
	}
	file = "task,tokens\nt1,Run the run\n"
	got, set, err = texts(labelled(2), file, layout.TextFile, api.Words{Language: "english"}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	i, _ = set.Tasks.Find("t1")
	if a := bag(got, got.Words, i); a != "Run×1 the×1 run×1" {
		t.Errorf("tokens: got %q", a)
	}
}

func TestMarkupIsStripped(t *testing.T) {
	file := "task,text\nt1,\"<p class='x'>fish &amp; chips<br/>3 < 4 <!-- no --> a<b and</p><SCRIPT>bad()</script><style>p{}</style>good\"\n"
	got, set, err := texts(labelled(1), file, layout.TextFile, api.Words{Markup: true}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	i, _ := set.Tasks.Find("t1")
	// "a<b and</p>" is taken for a tag "b and</p": it can't be told from one.
	if a := bag(got, got.Words, i); a != "fish×1 chips×1 a×1 good×1" {
		t.Errorf("got %q", a)
	}
}

// Scripts without spaces, other letters than Latin, and words composed otherwise.
func TestLanguages(t *testing.T) {
	for _, c := range []struct{ language, text, want string }{
		{"", "天気がいい", "天×1 気×1 が×1 い×2"},
		{"", "ΣΟΦΟΣ Ελλάδα", "σοφοσ×1 ελλάδα×1"},
		{"", "cafe\u0301 café", "café×2"},
		{"russian", "кошки и кошка", "кошк×2"},
		{"spanish", "los gatos corriendo", "gat×1 corr×1"},
		{"french", "chats continuellement", "chat×1 continuel×1"},
	} {
		got, _, err := texts(labelled(1), "task,text\nt1,"+c.text+"\n", layout.TextFile, api.Words{Language: c.language},
			scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a := bag(got, got.Words, 0); a != c.want {
			t.Errorf("%s %q: got %q, want %q", c.language, c.text, a, c.want)
		}
	}
	for _, l := range sidefile.Languages() {
		if _, _, err := texts(labelled(1), "task,text\nt1,x\n", layout.TextFile, api.Words{Language: l}, scan.Options{}); err != nil {
			t.Errorf("%s: %v", l, err)
		}
	}
	if _, _, err := texts(labelled(1), "task,text\nt1,x\n", layout.TextFile, api.Words{Language: "klingon"},
		scan.Options{}); err == nil {
		t.Error("a language that nobody knows is taken")
	}
}

// What is odd about texts is said, and they are taken all the same.
func TestOddTextsAreSaid(t *testing.T) {
	for _, c := range []struct {
		name, file, want string // no warning where want is empty
		how              api.Words
		kept             string // of the first task
	}{
		{"nothing odd", "task,text\nt1,the cat\nt2,a dog in Париж with six cats and more\n", "", api.Words{Language: "english"},
			"cat×1"},
		{"mixed languages", "task,text\nt1,the cat и собака 猫\nt2,dogs\n", "50 % of the words are not in the letters of the language chosen",
			api.Words{Language: "english"}, "cat×1 и×1 собака×1 猫×1"},
		{"mixed languages, none chosen", "task,text\nt1,the cat и собака 猫\nt2,dogs\n", "", api.Words{},
			"the×1 cat×1 и×1 собака×1 猫×1"},
		{"markup that stays", "task,text\nt1,fish<br>chips\nt2,3 < 4 it is\n", "1 row with marks like <br>", api.Words{},
			"fish×1 br×1 chips×1"},
		{"markup stripped", "task,text\nt1,fish<br>chips\nt2,so\n", "", api.Words{Markup: true}, "fish×1 chips×1"},
		{"an empty document", "task,text\nt1,\nt2,so\n", "1 document without a word that is left", api.Words{}, ""},
		{"labels without a text", "task,text\nt1,yes\n", "1 labelled task without a text", api.Words{}, "yes×1"},
		{"a text without labels", "task,text\nt1,yes\nt2,no\nt7,who\n", "1 task without labels, “t7” the first", api.Words{}, "yes×1"},
		{"no word at all", "task,text\nt1,42\nt2,!\n", "no word is left", api.Words{}, ""},
	} {
		got, set, err := texts(labelled(2), c.file, layout.TextFile, c.how, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var said []string
		for _, w := range got.Warnings {
			said = append(said, w.What)
		}
		if all := strings.Join(said, "; "); c.want == "" && all != "" || !strings.Contains(all, c.want) {
			t.Errorf("%s: said %q, want %q", c.name, all, c.want)
		}
		i, _ := set.Tasks.Find("t1")
		if b := bag(got, got.Words, i); b != c.kept {
			t.Errorf("%s: got %q, want %q", c.name, b, c.kept)
		}
	}
}

func TestTextsOfOtherTasksAreRefused(t *testing.T) {
	if _, _, err := texts(labelled(2), "task,text\nx,one\ny,two\n", layout.TextFile, api.Words{}, scan.Options{}); err == nil ||
		!strings.Contains(err.Error(), "not one of these tasks") {
		t.Errorf("got %v", err)
	}
	for _, count := range []string{"1000001", "2147483647", "1e9", "-1", "0.5"} {
		bad := "task,term,count\nt1,a,1\nt1,b," + count + "\n"
		if _, _, err := texts(labelled(2), bad, layout.BagFile, api.Words{}, scan.Options{}); err == nil ||
			!strings.Contains(err.Error(), "not a count") {
			t.Errorf("%s: got %v", count, err)
		}
	}
	bad := "task,term,count\nt1,a,1\nt1,b,many\n"
	if _, _, err := texts(labelled(2), bad, layout.BagFile, api.Words{}, scan.Options{}); err == nil ||
		!strings.Contains(err.Error(), "not a count") {
		t.Errorf("got %v", err)
	}
	got, _, err := texts(labelled(2), bad, layout.BagFile, api.Words{}, scan.Options{}, labelstest.Skipping)
	if err != nil || got.Problems.Count != 1 || len(got.Vocabulary) != 1 {
		t.Errorf("skipping: got %+v, %v", got, err)
	}
	got, _, err = texts(labelled(2), bad+",c,1\nt2,d,2\n", layout.BagFile, api.Words{}, scan.Options{}, labelstest.Skipping)
	if err != nil || got.Problems.Count != 2 || !slices.Equal(got.Vocabulary, []string{"a", "d"}) {
		t.Errorf("a good row behind bad ones: got %+v, %v", got, err)
	}
}

func TestFurtherTextsKeepTheVocabulary(t *testing.T) {
	got, _, err := texts(labelled(2), "task,text\nt1,cats run\nt2,cats sleep\n", layout.TextFile, api.Words{Language: "english"},
		scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := "task,text\nn1,cat dogs cat running\nn2,dogs\n"
	g, err := layout.DetectAs("more.csv", []byte(file), layout.Choice{Kind: layout.TextFile})
	if err != nil {
		t.Fatal(err)
	}
	tasks, words, unseen, _, err := got.MoreTexts("more.csv", strings.NewReader(file), g, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := bag(got, words, 0), bag(got, words, 1); a != "cat×2 run×1" || b != "" || unseen != 2 ||
		!slices.Equal(tasks, []string{"n1", "n2"}) {
		t.Errorf("got %q and %q, %d unseen, of %v", a, b, unseen, tasks)
	}
}

// A vocabulary beyond a million is cut to the words of the most documents.
func TestMillionWords(t *testing.T) {
	race.SkipMany(t)
	var b strings.Builder
	b.WriteString("task,term,count\n")
	const n = 1_000_100
	for v := range n {
		fmt.Fprintf(&b, "t%d,w%d,1\n", 1+v%2, v)
	}
	b.WriteString("t2,w0,1\n") // in two documents
	got, _, err := texts(labelled(2), b.String(), layout.BagFile, api.Words{}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Vocabulary) != 1_000_000 || got.Vocabulary[0] != "w0" || got.Words.Terms != 1_000_000 || len(got.Words.Term) != 1_000_001 {
		t.Errorf("got %d words, %d entries", len(got.Vocabulary), len(got.Words.Term))
	}
}
