package sidefile_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/race"
)

func TestNgrams(t *testing.T) {
	for _, c := range []struct {
		name, header, cells string // of t1
		how                 api.Words
		want                string
	}{
		{"words alone", "text", "very good food", api.Words{Ngrams: 1}, "very×1 good×1 food×1"},
		{"bigrams", "text", "Very good, very good food", api.Words{Ngrams: 2},
			"very×2 good×2 food×1 very good×2 good very×1 good food×1"},
		{"trigrams come last", "text", "very good food", api.Words{Ngrams: 3},
			"very×1 good×1 food×1 very good×1 good food×1 very good food×1"},
		{"longer than the text", "text", "food", api.Words{Ngrams: 5}, "food×1"},
		{"no text", "text", "", api.Words{Ngrams: 5}, ""},
		{"no words", "text", "42 !", api.Words{Ngrams: 2}, ""},
		{"a sentence ends", "text", "so good. Very bad! Really? Yes… no.", api.Words{Ngrams: 2},
			"so×1 good×1 very×1 bad×1 really×1 yes×1 no×1 so good×1 very bad×1"},
		{"no sentence ends", "text", "rated 3.5 by example.com; cheap (very)", api.Words{Ngrams: 2},
			"rated×1 by×1 example×1 com×1 cheap×1 very×1 rated by×1 by example×1 example com×1 com cheap×1 cheap very×1"},
		{"neighbours after stop words and stems", "text", "the cats of the houses", api.Words{Ngrams: 2, Language: "english"},
			"cat×1 hous×1 cat hous×1"},
		{"stop words kept", "text", "not good", api.Words{Ngrams: 2, Language: "english", KeepStop: true}, "not×1 good×1 not good×1"},
		{"characters of Chinese", "text", "很好吃。很好 iPhone 手机", api.Words{Ngrams: 3},
			"很×2 好×2 吃×1 iphone×1 手×1 机×1 很好×2 好吃×1 好 iphone×1 iphone 手×1 手机×1 很好吃×1 很好 iphone×1 好 iphone 手×1 iphone 手机×1"},
		{"characters of Thai with their marks", "text", "ที่นี่", api.Words{Ngrams: 2}, "ที่×1 นี่×1 ที่นี่×1"},
		{"tokens as they are", "tokens", "很 好吃 . The", api.Words{Ngrams: 2}, "很×1 好吃×1 .×1 The×1 很 好吃×1 好吃 .×1 . The×1"},
		{"two rows of a task", "text", "very good\nt1,food here", api.Words{Ngrams: 2}, "very×1 good×1 food×1 here×1 very good×1 food here×1"},
	} {
		file := "task," + c.header + "\nt1," + c.cells + "\n"
		if strings.ContainsAny(c.cells, ",") && !strings.Contains(c.cells, "\n") {
			file = "task," + c.header + "\nt1,\"" + c.cells + "\"\n"
		}
		got, set, err := texts(labelled(1), file, layout.TextFile, c.how, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if i, _ := set.Tasks.Find("t1"); bag(got, got.Words, i) != c.want {
			t.Errorf("%s: got %q, want %q", c.name, bag(got, got.Words, i), c.want)
		}
	}
}

// Random texts of few words against counting every n-gram as a string.
func TestNgramsByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		how := api.Words{Ngrams: 1 + r.IntN(5), MinDocuments: r.IntN(5), MaxShare: []float64{0, .3, .8}[r.IntN(3)]}
		const n = 12
		file, docs := "task,text\n", [n]map[string]int{}
		for i := range n {
			docs[i] = map[string]int{}
			var text []string
			for range 1 + r.IntN(3) { // sentences
				words := make([]string, r.IntN(12))
				for k := range words {
					words[k] = string(rune('a' + r.IntN(4)))
					for m := max(0, k+1-how.Ngrams); m <= k; m++ {
						docs[i][strings.Join(words[m:k+1], " ")]++
					}
				}
				text = append(text, strings.Join(words, " ")+".")
			}
			file += fmt.Sprintf("t%d,%s\n", i+1, strings.Join(text, " "))
		}
		in := map[string]int{}
		for _, d := range docs {
			for w := range d {
				in[w]++
			}
		}
		keep := func(w string) bool {
			return in[w] >= how.MinDocuments && (how.MaxShare == 0 || float64(in[w]) <= how.MaxShare*n)
		}
		got, set, err := texts(labelled(n), file, layout.TextFile, how, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range docs {
			var want []string
			for w, count := range d {
				if keep(w) {
					want = append(want, fmt.Sprintf("%s×%d", w, count))
				}
			}
			at, _ := set.Tasks.Find(fmt.Sprintf("t%d", i+1))
			have := []string{}
			for e := got.Words.Start[at]; e < got.Words.Start[at+1]; e++ {
				have = append(have, fmt.Sprintf("%s×%d", got.Vocabulary[got.Words.Term[e]], got.Words.Count[e]))
			}
			slices.Sort(want)
			slices.Sort(have)
			if !slices.Equal(have, want) {
				t.Fatalf("round %d, %+v, t%d of\n%s\ngot %q\nwant %q", round, how, i+1, file, have, want)
			}
		}
		if all := got.Choices[len(got.Choices)-1].Vocabulary; all != len(got.Vocabulary) {
			t.Errorf("%+v: got %d words at last in %+v, want %d", how, all, got.Choices, len(got.Vocabulary))
		}
	}
}

// N-grams come behind the words, whose terms and counts stay as they are.
func TestNgramsLeaveWordsAsTheyAre(t *testing.T) {
	file := "task,text\nt1,very good food and good wine\nt2,good food\nt3,bad food. good wine\n"
	how := api.Words{MinDocuments: 2}
	words, _, err := texts(labelled(3), file, layout.TextFile, how, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	how.Ngrams = 3
	phrases, _, err := texts(labelled(3), file, layout.TextFile, how, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := append(slices.Clone(words.Vocabulary), "good food", "good wine"); !slices.Equal(phrases.Vocabulary, want) {
		t.Errorf("got %q, want %q", phrases.Vocabulary, want)
	}
	for i := range 3 {
		if a, b := bag(words, words.Words, i), bag(phrases, phrases.Words, i); !strings.HasPrefix(b, a) {
			t.Errorf("task %d: got %q, with phrases %q", i, a, b)
		}
	}
	want := []api.WordCount{
		{Name: "words", Words: 12, Vocabulary: 6},
		{Name: "in 2 documents or more", Words: 9, Vocabulary: 3},
		{Name: "with phrases of up to 3 words", Words: 13, Vocabulary: 5},
	}
	if !slices.Equal(phrases.Choices, want) {
		t.Errorf("got %+v, want %+v", phrases.Choices, want)
	}
}

// Texts all alike, and texts of one word.
func TestNgramsOfDullTexts(t *testing.T) {
	for _, c := range []struct {
		name, text string
		how        api.Words
		want       []string
	}{
		{"all alike", "good good good", api.Words{Ngrams: 2, MinDocuments: 2}, []string{"good", "good good"}},
		{"all alike, none in all", "good good good", api.Words{Ngrams: 2, MaxShare: .5}, nil},
		{"one word", "good", api.Words{Ngrams: 5, MinDocuments: 2}, []string{"good"}},
	} {
		got, _, err := texts(labelled(3), "task,text\nt1,"+c.text+"\nt2,"+c.text+"\nt3,"+c.text+"\n", layout.TextFile, c.how, scan.Options{})
		if err != nil || !slices.Equal(got.Vocabulary, c.want) {
			t.Errorf("%s: got %q, %v, want %q", c.name, got.Vocabulary, err, c.want)
		}
	}
}

// The vocabulary is that of the texts with labels; a word left out there is no obstacle to a phrase that was kept.
func TestNgramsOfFurtherTexts(t *testing.T) {
	got, _, err := texts(labelled(3), "task,text\nt1,very good food\nt2,very bad food\nt3,very good wine\n", layout.TextFile,
		api.Words{Ngrams: 2, MinDocuments: 2, MaxShare: .7}, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"good", "food", "very good"}; !slices.Equal(got.Vocabulary, want) {
		t.Fatalf("got %q, want %q", got.Vocabulary, want)
	}
	file := "task,text\nn1,very good very good. Food unheard\nn2,good. very bad\n"
	g, err := layout.DetectAs("more.csv", []byte(file), layout.Choice{Kind: layout.TextFile})
	if err != nil {
		t.Fatal(err)
	}
	_, words, unseen, _, err := got.MoreTexts("more.csv", strings.NewReader(file), g, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := bag(got, words, 0), bag(got, words, 1); a != "good×2 food×1 very good×2" || b != "good×1" || unseen != 5 {
		t.Errorf("got %q and %q, %d unseen", a, b, unseen)
	}
}

func TestNgramsRefused(t *testing.T) {
	bags := "task,term,count\nt1,a,1\nt2,b,1\n"
	for _, c := range []struct {
		name, file string
		kind       layout.Kind
		n          int
		want       string
	}{
		{"bags", bags, layout.BagFile, 2, "bags of words have no order"},
		{"too long", "task,text\nt1,a\n", layout.TextFile, 6, "Choose 1 to 5 words"},
		{"negative", "task,text\nt1,a\n", layout.TextFile, -1, "Choose 1 to 5 words"},
	} {
		if _, _, err := texts(labelled(2), c.file, c.kind, api.Words{Ngrams: c.n}, scan.Options{}); err == nil ||
			!strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "texts.csv") {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
	if got, _, err := texts(labelled(2), bags, layout.BagFile, api.Words{Ngrams: 1}, scan.Options{}); err != nil || !got.Bags {
		t.Errorf("bags with single words: got %+v, %v", got, err)
	}
}

// manyWords are 200 texts of n random words in all.
func manyWords(n, vocabulary int) string {
	r := rand.New(rand.NewPCG(3, 4))
	b := []byte("task,text\n")
	for i := range 200 {
		b = fmt.Appendf(b, "t%d,", i+1)
		for range n / 200 {
			b = strconv.AppendInt(append(b, " w"...), int64(r.IntN(vocabulary)), 36)
		}
		b = append(b, '\n')
	}
	return string(b)
}

// Counting can be cancelled after the file is read.
func TestNgramsCanBeCancelled(t *testing.T) {
	file, stop := manyWords(200_000, 1000), errors.New("stop")
	for _, after := range []int{0, 3, 10, 20} {
		whole := 0
		_, _, err := texts(labelled(2), file, layout.TextFile, api.Words{Ngrams: 3, MinDocuments: 2}, scan.Options{
			Progress: func(_ int, bytes int64) error {
				if bytes < int64(len(file)) {
					return nil
				}
				if whole++; whole > after {
					return stop
				}
				return nil
			}})
		if err != stop {
			t.Errorf("after %d: got %v, want to be cancelled", after, err)
		}
	}
}

// More n-grams than there is memory for are refused; with a minimum of documents far fewer are counted.
func TestTooManyNgrams(t *testing.T) {
	race.SkipMany(t)
	file := manyWords(4_200_000, 30_000)
	_, _, err := texts(labelled(2), file, layout.TextFile, api.Words{Ngrams: 2}, scan.Options{})
	if err == nil || !strings.Contains(err.Error(), "more than 4,000,000 different phrases of 2 words") {
		t.Errorf("got %v, want to be told of too many", err)
	}
	got, _, err := texts(labelled(2), file, layout.TextFile, api.Words{Ngrams: 2, MinDocuments: 3}, scan.Options{})
	if err != nil || len(got.Vocabulary) > 60_000 {
		t.Errorf("in three documents: got %v, %v", got, err)
	}
}

func BenchmarkTexts(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	zipf := rand.NewZipf(r, 1.1, 5, 50_000) // roughly the frequencies of English words
	var file strings.Builder
	file.WriteString("task,text\n")
	for i := range 10_000 {
		fmt.Fprintf(&file, "t%d,", i+1)
		for n := range 150 {
			if n%15 == 14 {
				file.WriteByte('.')
			}
			fmt.Fprintf(&file, " word%x", zipf.Uint64())
		}
		file.WriteByte('\n')
	}
	set, err := labelstest.Open("labels.csv", labelled(2), nil, scan.Options{})
	if err != nil {
		b.Fatal(err)
	}
	g, err := layout.DetectAs("texts.csv", []byte(file.String()[:100_000]), layout.Choice{Kind: layout.TextFile})
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1, 2, 3, 5} {
		b.Run(fmt.Sprintf("ngrams=%d", n), func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				t, err := sidefile.Texts("texts.csv", strings.NewReader(file.String()), g, set, api.Words{Ngrams: n, MinDocuments: 2},
					scan.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(len(t.Vocabulary)), "words")
			}
		})
	}
}
