package topic

import (
	"runtime"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/race"
)

// allocated returns how many bytes f allocates, what it lets go of included.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

// A corpus is 8 bytes for each distinct word of a document; a fit adds three
// numbers for each topic and word, one for each topic and document, and nothing
// for the words of documents: φ is never kept. Together that is below the 16
// bytes and the topics × vocabulary that there are to spend.
func TestMemory(t *testing.T) {
	race.SkipMany(t)
	const docs, distinct, terms, topics = 2000, 150, 1000, 10
	w := &crowd.Words{Terms: terms, Start: []int32{0}}
	var task, worker, class []int32
	var value []float64
	for i := range docs {
		for n := range distinct {
			w.Term, w.Count = append(w.Term, int32((i*7+n*(1+i%6))%terms)), append(w.Count, 1)
		}
		w.Start = append(w.Start, int32(len(w.Term)))
		task, worker, class = append(task, int32(i)), append(worker, int32(i%5)), append(class, int32(i%3))
		value = append(value, float64(i%7))
	}
	const corpus, entries = 8 * docs * distinct, docs * distinct
	const most = 16*entries + 3*8*topics*terms
	for name, x := range map[string]struct {
		m fit.Method
		d *crowd.Dataset
	}{
		"MA-sLDAc": {&Classifier{Prior: Prior{Topics: topics}},
			&crowd.Dataset{Labels: crowd.NewLabels(docs, 5, 3, task, worker, class), Words: w}},
		"MA-sLDAc, in mini-batches": {&Classifier{Prior: Prior{Topics: topics, Batch: 500}},
			&crowd.Dataset{Labels: crowd.NewLabels(docs, 5, 3, task, worker, class), Words: w}},
		"MA-sLDAr": {&Regressor{Prior: Prior{Topics: topics}},
			&crowd.Dataset{Labels: crowd.NewValues(docs, 5, task, worker, value), Words: w}},
	} {
		var f fit.Fit
		begin := allocated(func() {
			var err error
			if f, err = x.m.Start(x.d, fit.Settings{Seed: 1, Stop: fit.Paper, Tolerance: -1}.WithDefaults()); err != nil {
				t.Fatal(err)
			}
			step(t, f)
		})
		if corpus+begin > most {
			t.Errorf("%s: the corpus, the start and a step take %d bytes for %d distinct words of documents, want %d at most", name, corpus+begin,
				entries, most)
		}
		if again := allocated(func() { step(t, f) }); again > 8*(docs+topics*topics+2000) {
			t.Errorf("%s: a further step allocates %d bytes", name, again)
		}
		if watched := allocated(func() { step(t, start(t, x.d, x.m)) }); corpus+watched > 3*most {
			t.Errorf("%s, watched by labels held out: %d bytes for %d distinct words of documents, want %d at most", name, corpus+watched,
				entries, 3*most)
		}
	}
}

// A vocabulary of a million, most of it in one document alone.
func TestMillionTerms(t *testing.T) {
	race.Skip(t)
	const terms = 1_000_000
	w := &crowd.Words{Terms: terms, Start: []int32{0, 2, 4, 4 + terms/1000}, Term: []int32{0, terms - 1, 1, 2}, Count: []int32{1, 2, 1, 1}}
	for v := int32(0); v < terms; v += 1000 {
		w.Term, w.Count = append(w.Term, v), append(w.Count, 1)
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(3, 1, 2, []int32{0, 1}, []int32{0, 0}, []int32{0, 1}), Words: w}
	f := start(t, d, &Classifier{Prior: Prior{Topics: 2}})
	last := step(t, f).Objective
	if next := step(t, f).Objective; next < last {
		t.Errorf("the bound falls from %g to %g", last, next)
	}
	if e := f.Estimate(); len(e.Posterior) != 6 || !(e.Posterior[0] > 0.5) || !(e.Posterior[3] > 0.5) {
		t.Errorf("got %v for tasks labelled 0, 1 and not at all", e.Posterior)
	}
}
