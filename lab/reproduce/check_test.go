package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestDifferences(t *testing.T) {
	const published = "Text.\n\n| a | 1.25 | 0.30 | 2.0 ± 0.3 (5) |\n| b | 7 | 0.30 | 2.0 (5) |\n"
	made := func(figure, took, over string) string {
		return "Text.\n\n| a | " + figure + " | " + seconds(took) + " | " + ratio(over+" ± 0.1") + " (5) |\n| b | 7 | 0.30 | 2.0 (5) |\n"
	}
	for _, c := range []struct {
		name, made string
		want       []string
	}{
		{"the same", made("1.25", "0.30", "2.0"), nil},
		{"other seconds, a ratio within a quarter", made("1.25", "9.99", "2.4"), nil},
		{"another figure", made("1.26", "0.30", "2.0"),
			[]string{"now: | a | 1.26 | 0.30 | 2.0 ± 0.1 (5) |", "was: | a | 1.25 | 0.30 | 2.0 ± 0.3 (5) |"}},
		{"a ratio beyond a quarter", made("1.25", "0.30", "2.6"),
			[]string{"ratio of times 2.6 ± 0.1, was 2.0 ± 0.3, in: | a | 1.25 | 0.30 | 2.6 ± 0.1 (5) |"}},
		{"a line less", "Text.\n\n" + strings.SplitN(made("1.25", "0.30", "2.0"), "\n", 4)[2] + "\n",
			[]string{"was: | b | 7 | 0.30 | 2.0 (5) |"}},
		{"a line more", made("1.25", "0.30", "2.0") + "More.\n", []string{"now: More."}},
	} {
		if got := differences(published, c.made); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTextHasNoMarks(t *testing.T) {
	p := &page{}
	p.say("%s and %s", seconds("0.1 s"), ratio("2.0"))
	if got, want := p.text(), "0.1 s and 2.0\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestClaims(t *testing.T) {
	p := &page{}
	p.say("### Table 1")
	p.claim("Table 1", "A takes less time than B", verdict(true, false), "%s times. Or so: %d of %d", ratio("2.5"), 1, 2)
	p.claim("Figure 2", "it holds", verdict(true), "%.1f %%", 99.5)
	p.claim("Table 3", "not so", verdict(false, false), "0")
	got := claims(p.text())
	want := []claimed{{"Table 1", "A takes less time than B", partly, "2.5 times. Or so: 1 of 2"}, {"Figure 2", "it holds", holds, "99.5 %"},
		{"Table 3", "not so", fails, "0"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	e := exhibit{name: "Table 1", heading: "### Table 1"}
	if c := e.claim([]string{"", p.text()}); c == nil || *c != want[0] {
		t.Errorf("got %+v, want %+v", c, want[0])
	}
	if c := (exhibit{name: "Table 1", heading: "### Table 2"}).claim([]string{p.text()}); c != nil {
		t.Errorf("got %+v from a section without the heading, want none", c)
	}
}

// counted is a long section of runs by two methods and three seeds, which give what figure says.
func counted(figure func(method string, seed int) float64) section {
	return section{name: "counted", long: true, make: func(p *page, _ string) error {
		book, err := p.ledger([]string{"method", "seed"}, []string{"figure", "CPU seconds"})
		if err != nil {
			return err
		}
		for _, m := range []string{"a", "b batch=10"} {
			for seed := range 3 {
				f, err := book.once(func() ([]float64, error) { return []float64{figure(m, seed), float64(9 - seed)}, nil }, m, seed)
				if err != nil {
					return err
				}
				p.say("%s %d: %v", m, seed, f[0])
			}
		}
		return nil
	}}
}

// A long section is renewed by a sample of its runs, and only if they have the figures that are published.
func TestCompare(t *testing.T) {
	parts := t.TempDir()
	o := options{cache: t.TempDir()}
	was := func(method string, seed int) float64 { return float64(len(method)*10+seed) + 1e-7 } // of which five digits are kept
	first := &base{"data", map[string]string{here: "1"}}
	if err := o.section(counted(was), first, parts); err != nil {
		t.Fatal(err)
	}
	second := &base{"data", map[string]string{here: "2"}}
	again := 0
	if err := o.compare(counted(func(m string, seed int) float64 { again++; return was(m, seed) }), second, parts); err != nil {
		t.Error(err)
	}
	if again != 3 { // the cheapest by each method, and one more
		t.Errorf("%d runs were made again, want 3", again)
	}
	// The cheapest runs are those with the highest seed.
	err := o.compare(counted(func(m string, seed int) float64 { return was(m, seed) + float64(seed/2) }), second, parts)
	if err == nil || !strings.Contains(err.Error(), "a,02: figure was 12.00000, is 13.00000") ||
		!strings.Contains(err.Error(), "b batch=10,02: figure was 102.00000, is 103.00000") {
		t.Errorf("got %v, want the two runs that differ", err)
	}
	// From the runs that are published comes the report that was made with them.
	report := filepath.Join(parts, "counted.md")
	made, err := os.ReadFile(report)
	if err != nil || !strings.Contains(string(made), "b batch=10 2: 102\n") {
		t.Errorf("got %q and %v, want the report", made, err)
	}
	if err := os.Remove(report); err != nil {
		t.Fatal(err)
	}
	if err := o.compare(counted(was), second, parts); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(report); err != nil || string(again) != string(made) {
		t.Errorf("got %q and %v, want the report as it was made: %q", again, err, made)
	}
	if err := os.Remove(filepath.Join(parts, "counted.csv")); err != nil {
		t.Fatal(err)
	}
	if err := o.compare(counted(was), second, parts); err == nil || !strings.Contains(err.Error(), "6 of 6 runs aren't published") {
		t.Errorf("got %v without published runs", err)
	}
}

// Runs that are kept from before a change of the code don't count as made by it.
func TestCurrent(t *testing.T) {
	cache, parts := t.TempDir(), t.TempDir()
	o := options{cache: cache}
	s := counted(func(string, int) float64 { return 1 })
	for _, c := range []struct {
		name, code string
		fresh      bool
		want       bool
	}{
		{"nothing there", "1", false, true},
		{"the same code", "1", false, true},
		{"other code", "2", false, false},
		{"from the start", "2", true, true},
		{"the same code again", "2", false, true},
	} {
		o.fresh = c.fresh
		p := o.page(s, &base{"data", map[string]string{here: c.code}}, parts)
		if err := s.make(p, ""); err != nil {
			t.Fatal(err)
		}
		if p.book.current != c.want {
			t.Errorf("%s: the runs are of the present code: %v, want %v", c.name, p.book.current, c.want)
		}
	}
}

// A sample takes the steps of a fit together.
func TestSample(t *testing.T) {
	l := &ledger{head: []string{"experiment", "run", "method", "step", "bound", "CPU seconds"}, keys: 4, rows: map[string][]float64{},
		used: map[string]bool{}}
	for name, seconds := range map[string]float64{
		"topics,01,ma x=1,05": 2, "topics,01,ma x=1,10": 4, "topics,02,ma x=1,05": 1, "topics,02,ma x=1,10": 9,
		"topics,01,ma batch=5,10": 7, "topics,01,lda,10": 3, "topics,02,lda,10": 2,
	} {
		l.rows[name], l.used[name] = []float64{0, seconds}, true
	}
	got := l.sample()
	for _, want := range []string{"topics,01,ma x=1,05", "topics,01,ma x=1,10", "topics,01,ma batch=5,10", "topics,02,lda,10"} {
		if !got[want] {
			t.Errorf("%s is not in the sample", want)
		}
	}
	if len(got) != 4 {
		t.Errorf("got %d runs, want 4: %v", len(got), got)
	}
}

// What the paper itself excepts speaks neither for its claim nor against it.
func TestFastClaims(t *testing.T) {
	c := fastClaims{title: []string{"RTE", "BM", "LabelMe"}, taken: [][2]float64{{3, 2}, {2, 1.5}, {7, .6}},
		accuracy: [][3]float64{{.8, .9, .9}, {.70, .75, .69}, {.7, .9, .8}}}
	told := func() []string {
		p := &page{}
		c.speed(p)
		c.accuracies(p)
		var out []string
		for _, c := range claims(p.text()) {
			out = append(out, c.verdict)
		}
		return out
	}
	if got, want := told(), []string{holds, holds}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	c.taken[2][0], c.accuracy[0][2] = .5, .8
	if got, want := told(), []string{partly, partly}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
