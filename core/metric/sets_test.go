package metric

import (
	"testing"

	"concord/core/crowd"
)

// ticked makes the yes/no questions of answers, which are sets of classes of k: answers[i][j] is that of worker j to task i, nil none.
func ticked(k int, answers [][][]int) *crowd.Labels {
	var task, worker, class []int32
	workers := 0
	for i, of := range answers {
		workers = max(workers, len(of))
		for c := range k {
			for j, answer := range of {
				if answer == nil {
					continue
				}
				yes := int32(0)
				for _, x := range answer {
					if x == c {
						yes = 1
					}
				}
				task, worker, class = append(task, int32(i*k+c)), append(worker, int32(j)), append(class, yes)
			}
		}
	}
	l := crowd.NewLabels(len(answers)*k, workers, 2, task, worker, class)
	return &l
}

// Four tasks, two workers. α is 1 less the observed over the expected distance: with Jaccard's, 1/3 + 1/2 + 0 + 1/2 over four tasks is 1/3
// of a pair, and the 28 pairs of the eight answers are 11/28 apart on average.
func TestAgreeSets(t *testing.T) {
	l := ticked(3, [][][]int{{{0, 1, 2}, {0, 2}}, {{0, 1}, {0}}, {{0}, {0}}, {{0}, {0, 1}}})
	a, err := AgreeSets(l, 3, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	rounded(t, "α with Jaccard's distance", a.Whole.Jaccard, 0.1515, 4)
	rounded(t, "α with MASI", a.Whole.MASI, 0.0916, 4)
	if !a.Whole.MASI.Interval || a.Whole.MASI.N != 4 {
		t.Errorf("MASI: got %+v, want an interval, over 4 tasks", a.Whole.MASI)
	}
	if a.Tasks != 4 || a.Paired != 4 || a.Labels != 13 || len(a.Classes) != 3 || a.Classes[1].Labels != 3 {
		t.Errorf("got %+v", a)
	}
	// Class 1 was ticked by one of two on three tasks, and by none on the other: n = 8, n₁ = 3, three disagreements.
	rounded(t, "α of class 1", a.Classes[1].Alpha, 1-7*3/(3*5.0), 12)
	rounded(t, "specific agreement on class 1", a.Classes[1].Specific, 0, 12)
	if a.Classes[0].Alpha.Why == "" {
		t.Errorf("everybody ticked class 0: got %+v", a.Classes[0].Alpha)
	}
}

// Sets of one class each are classes, and an answer may tick nothing.
func TestAgreeSetsOfOne(t *testing.T) {
	a, err := AgreeSets(ticked(2, [][][]int{{{1}, {1}}, {{0}, {0}}, {{1}, {0}}}), 2, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := agreeOf(units("1 1\n0 0\n1 0", 0), Scale{}).Alpha.Nominal.Value
	near(t, "MASI", a.Whole.MASI.Value, want, 1e-12)
	near(t, "Jaccard", a.Whole.Jaccard.Value, want, 1e-12)
	near(t, "one label", a.Classes[0].Alpha.Value, want, 1e-12)
	for name, answers := range map[string][][][]int{
		"nothing": {}, "nobody twice": {{{0}}, {{1}}}, "all alike": {{{0, 1}, {0, 1}}, {{0, 1}, {0, 1}}}, "none ticked": {{{}, {}}, {{}, {}}},
	} {
		a, err := AgreeSets(ticked(2, answers), 2, 1, nil)
		if err != nil || a.Whole.MASI.Why == "" || a.Whole.MASI.Value != 0 || a.Whole.Jaccard.Why == "" {
			t.Errorf("%s: got %+v, %v", name, a.Whole, err)
		}
	}
}
