package topic

import (
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
	"concord/internal/shared"
)

// The paper's sets, with nothing chosen. Ridge regression on the words has a test R² of .469 and .385, and a truth R²
// of .919 and .922.
func TestTopicsAndWordsOnReviews(t *testing.T) {
	race.SkipMany(t)
	shared.Long(t)
	for _, c := range []struct {
		set         string
		train, test float64
	}{{"moviereviews", .93, .48}, {"we8there", .92, .44}} {
		x := loadText(t, c.set)
		s, err := fit.Start(x.data, &Stacked{}, fit.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range s.Steps() {
		}
		r, err := s.Result()
		if err != nil || r.Status != fit.Converged {
			t.Fatalf("%s: got %v, %v, want it to converge", c.set, r, err)
		}
		guess, err := s.Fit().(fit.Predictor).Predict(x.test)
		if err != nil {
			t.Fatal(err)
		}
		train, test := r2(r.Value, x.truth), r2(guess.Value, x.want)
		t.Logf("%s: truth R² %.4f, test R² %.4f after %d steps", c.set, train, test, len(r.Trace))
		if train < c.train || test < c.test {
			t.Errorf("%s: got truth R² %.4f and test R² %.4f, want %.2f and %.2f", c.set, train, test, c.train, c.test)
		}
	}
}

// What a held-out text is predicted to be does not depend on its own number.
func TestTopicsAndWordsHoldOut(t *testing.T) {
	w := simulate(60, 20, 5)
	w.numbers([]float64{0, 0.3}, []float64{0.2, 0.4}, 5)
	f := start(t, w.data, &Stacked{}).(*stacked)
	learn := func(i int, m float64) (byTopics, byWords []float64) {
		was := f.m[i]
		f.m[i] = m
		if err := f.learn(); err != nil {
			t.Fatal(err)
		}
		f.m[i] = was
		return slices.Clone(f.byTopics), slices.Clone(f.byWords)
	}
	for _, i := range []int{0, 7, 31} {
		s, u := learn(i, f.m[i])
		topics, words := learn(i, f.m[i]+5)
		if math.Abs(topics[i]-s[i]) > 1e-9 || math.Abs(words[i]-u[i]) > 1e-5 {
			t.Errorf("text %d with another number: got %v and %v, want %v and %v", i, topics[i], words[i], s[i], u[i])
		}
		if slices.Equal(topics, s) || slices.Equal(words, u) {
			t.Errorf("text %d: its number changes no other prediction", i)
		}
	}
}

// Of numbers that no word tells, labels are all there is: the mix has next to no weights.
func TestTopicsAndWordsOfIdleWords(t *testing.T) {
	w := simulate(300, 30, 6)
	w.numbers([]float64{0, 0.3}, []float64{0.2, 0.4}, 6)
	spread := func(x *world) float64 {
		f := start(t, x.data, &Stacked{}).(*stacked)
		var most float64
		for _, g := range f.guess {
			most = math.Max(most, math.Abs(g-f.mean))
		}
		return most
	}
	telling := spread(w)
	idle := *w
	idle.number = slices.Clone(w.number)
	slices.Reverse(idle.number) // another text's
	other := *w.data
	idle.data = &other
	idle.numbers([]float64{0, 0.3}, []float64{0.2, 0.4}, 6)
	if got := spread(&idle); got > telling/3 {
		t.Errorf("predictions lie up to %.3f from the mean for words that tell nothing, and %.3f for words that do", got, telling)
	}
}

// The words' parts of a text add up: their mean is the text's own prediction, but for a constant.
func TestTopicsAndWordsSpoke(t *testing.T) {
	w := simulate(80, 25, 7)
	w.numbers([]float64{0, 0.3}, []float64{0.1, 0.2}, 7)
	f := start(t, w.data, &Stacked{}).(*stacked)
	spoke, d := f.Spoke(3, 0), w.data.Words
	if want := int(d.Start[4] - d.Start[3]); len(spoke) != want {
		t.Fatalf("got %d words, want %d", len(spoke), want)
	}
	var sum float64
	for n, v := range spoke {
		sum += v * float64(d.Count[int(d.Start[3])+n])
	}
	if math.Abs(sum) > 1e-9 {
		t.Errorf("words relative to the average word add up to %v, want 0", sum)
	}
	loud, quiet := 0.0, 0.0 // words of the topic that goes with 2, and with 0
	for i := range w.data.Tasks {
		for n, v := range f.Spoke(i, 0) {
			switch d.Term[int(d.Start[i])+n] % worldTopics {
			case 0:
				quiet += v
			case 2:
				loud += v
			}
		}
	}
	if loud <= quiet {
		t.Errorf("words of high numbers speak by %.3f for them, words of low ones by %.3f", loud, quiet)
	}
}

// One label a text says nothing of a worker but through the text: numbers must not all become equal.
func TestTopicsAndWordsOfOneLabelAText(t *testing.T) {
	w := simulate(300, 40, 8)
	var task, worker []int32
	var value []float64
	for i, x := range w.number {
		j := int32(i % 4)
		task, worker, value = append(task, int32(i)), append(worker, j), append(value, x+0.2*float64(j))
	}
	w.data.Labels = crowd.NewValues(len(w.number), 4, task, worker, value)
	r, err := fit.Run(w.data, &Stacked{}, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if c := correlation(r.Value, w.number); c < 0.9 {
		t.Errorf("numbers correlate with the truth by %.3f, want 0.9 or more", c)
	}
}

// Whatever the texts and labels are like, there are numbers.
func TestTopicsAndWordsOfPoorData(t *testing.T) {
	bags := func(docs ...[]int32) *crowd.Words {
		w := &crowd.Words{Terms: 6, Start: []int32{0}}
		for _, d := range docs {
			for _, v := range d {
				w.Term, w.Count = append(w.Term, v), append(w.Count, 1)
			}
			w.Start = append(w.Start, int32(len(w.Term)))
		}
		return w
	}
	varied := bags([]int32{0, 1}, []int32{1, 2}, []int32{3}, []int32{4, 5}, []int32{0, 5}, []int32{2, 3})
	pair := []int32{0, 1}
	everyone := []int32{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}
	two := []int32{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}
	values := []float64{1, 2, 3, 4, 5, 6, 2, 2, 4, 4, 6, 7}
	for _, c := range []struct {
		about        string
		words        *crowd.Words
		task, worker []int32
		value        []float64
	}{
		{"texts of one word", bags([]int32{0}, []int32{1}, []int32{0}, []int32{1}, []int32{2}, []int32{2}), everyone, two, values},
		{"all texts alike", bags(pair, pair, pair, pair, pair, pair), everyone, two, values},
		{"only one text", bags([]int32{0}, nil, nil, nil, nil, nil), everyone, two, values},
		{"three labelled texts", varied, []int32{0, 2, 4}, []int32{0, 1, 0}, []float64{1, 3, 4}},
		{"one labelled text", varied, []int32{2}, []int32{1}, []float64{3}},
		{"labels only where there is no text", bags(nil, []int32{1, 2}, nil, nil, nil, nil), []int32{0, 2}, []int32{0, 1}, []float64{3, 4}},
		{"one worker", varied, everyone[:6], two[:6], values[:6]},
		{"one label a text", varied, everyone[:6], []int32{0, 1, 0, 1, 0, 1}, values[:6]},
		{"labels all equal", varied, everyone, two, []float64{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}},
		{"huge labels", varied, everyone, two, []float64{1e12, 2e12, 3e12, 1e12, 2e12, 3e12, 1e12, 2e12, 3e12, 1e12, 2e12, 3e12}},
		{"tiny labels", varied, everyone, two, []float64{1e-9, 2e-9, 3e-9, 1e-9, 2e-9, 3e-9, 1e-9, 2e-9, 3e-9, 1e-9, 2e-9, 3e-9}},
	} {
		for _, topics := range []int{0, 1, 50} {
			d := &crowd.Dataset{Labels: crowd.NewValues(6, 2, c.task, c.worker, c.value), Words: c.words}
			s, err := fit.Start(d, &Stacked{Topics: topics}, fit.Settings{Seed: 1, MaxSteps: 30})
			if err != nil {
				t.Errorf("%s, %d topics: %v", c.about, topics, err)
				continue
			}
			for range s.Steps() {
			}
			r, err := s.Result()
			if err != nil {
				t.Errorf("%s, %d topics: %v", c.about, topics, err)
				continue
			}
			if r.Status != fit.Converged {
				t.Errorf("%s, %d topics: got %v, want it to converge", c.about, topics, r.Status)
			}
			unseen := &crowd.Dataset{Labels: crowd.Labels{Tasks: 2, Start: make([]int32, 3)}, Words: bags(nil, []int32{1})}
			p, err := s.Fit().(fit.Predictor).Predict(unseen)
			if err != nil {
				t.Errorf("%s, %d topics: %v", c.about, topics, err)
				continue
			}
			low, high := slices.Min(c.value), slices.Max(c.value)
			room := high - low + 1e-6*math.Abs(high)
			for i, x := range slices.Concat(r.Value, p.Value) {
				if !(x >= low-room && x <= high+room) {
					t.Errorf("%s, %d topics: number %d is %v, and labels lie between %v and %v", c.about, topics, i, x, low, high)
				}
			}
		}
	}
}
