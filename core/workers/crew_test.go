package workers_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/workers"
)

type names []string

func (n names) Len() int                       { return len(n) }
func (n names) At(i int) string                { return n[i] }
func (n names) Append(to []byte, i int) []byte { return append(to, n[i]...) }

var people = names{"ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal"}

// classroom is a crowd of eight workers on forty tasks of two classes: five who are right nine times in ten, a copier of the first,
// one who always says 0, and one with two labels.
func classroom(t *testing.T) (workers.Crowd, *workers.Cohort) {
	t.Helper()
	const tasks = 40
	var task, worker, label []int32
	add := func(i, j, l int) {
		task, worker, label = append(task, int32(i)), append(worker, int32(j)), append(label, int32(l))
	}
	truth, posterior := make([]int32, tasks), make([]float64, 2*tasks)
	said := func(i, j int) int { // wrong one time in ten, each worker on other tasks
		if (i+4*j)%20 == 0 || (i+7*j)%20 == 1 {
			return 1 - i%2
		}
		return i % 2
	}
	for i := range tasks {
		truth[i] = int32(i % 2)
		posterior[2*i+i%2] = .95
		posterior[2*i+1-i%2] = .05
		for j := range 5 {
			add(i, j, said(i, j))
		}
		add(i, 5, said(i, 0))
		add(i, 6, 0)
		if i < 2 {
			add(i, 7, i%2)
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, 8, 2, task, worker, label)}
	judged, err := advise.Workers(d, posterior, nil)
	if err != nil {
		t.Fatal(err)
	}
	accuracy := calibrate.Workers(&d.Labels, func(i int) []float64 { return posterior[2*i : 2*i+2] }, calibrate.Drift)
	labels := func(k int) string { return fmt.Sprint("c", k) }
	return workers.Crowd{Answers: truth, Each: 1, Spread: calibrate.Drift, Workers: people.At, Labels: labels},
		&workers.Cohort{Data: d, Accuracy: accuracy, Judged: judged.Workers, Compared: judged.Compared}
}

func TestVerdicts(t *testing.T) {
	of, cohort := classroom(t)
	s := workers.Stand(of, cohort)
	if s.Sampled != "" {
		t.Errorf("all tasks were looked at: got %q", s.Sampled)
	}
	part := *cohort
	part.Compared = 20
	if got, want := workers.Stand(of, &part).Roster().Sampled, "Copying was checked on 20 of 40 tasks, evenly spread."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for j, want := range []struct{ kind, says, evidence string }{
		{api.Suspect, "100 % the same as fay", "same label as fay on 100 % of 40"},
		{api.Fine, "No evidence of a problem", ""},
		{api.Fine, "No evidence of a problem", ""},
		{api.Fine, "No evidence of a problem", ""},
		{api.Fine, "No evidence of a problem", ""},
		{api.Suspect, "100 % the same as ann", "same label as ann on 100 % of 40"},
		{api.Suspect, "Always answers “c0”", "gives c0 in 100 %"},
		{api.Few, "Not enough labels yet", "2 labels; a verdict needs 10"},
	} {
		v := s.All[j].Verdict
		if v.Kind != want.kind || v.Says != want.says || !strings.Contains(v.Evidence, want.evidence) {
			t.Errorf("%s: got %+v, want %+v", of.Workers(j), v, want)
		}
	}
	r := s.Roster()
	if want := "3 of 8 workers stand out: "; !strings.HasPrefix(r.Sentence, want) || r.Look != 3 || r.Workers != 8 {
		t.Errorf("got %q, %+v, want %q", r.Sentence, r, want)
	}
	if last := r.Ranked[7]; last.Name != "hal" || !r.Ranked[2].Verdict.Look() || r.Ranked[3].Verdict.Look() {
		t.Errorf("got %+v, want who stands out first and hal last", r.Ranked)
	}
}

// Two right labels of two are no proof of a perfect worker: the estimate is drawn to the crowd's, and the interval is wide.
func TestFewLabelsProveLittle(t *testing.T) {
	of, cohort := classroom(t)
	s := workers.Stand(of, cohort)
	few, many := s.All[7].Accuracy, s.All[1].Accuracy
	if !(few.Value < .94) || few.High-few.Low < .45 {
		t.Errorf("two labels: got %+v, want a wide interval and less than the mean probability of 0.95", few)
	}
	if many.High-many.Low > .35 {
		t.Errorf("forty labels: got %+v, want a narrower interval", many)
	}
	if got := s.All[7].Tier; got != api.Unrated {
		t.Errorf("the tier of two labels: got %q", got)
	}
	if got := s.All[6].Tier; got != "C" {
		t.Errorf("the tier of who always says the same: got %q", got)
	}
}

// What changes without a worker is known to be better or worse where the truth is.
func TestChangesByTruth(t *testing.T) {
	of, cohort := classroom(t)
	cohort.Judged[1].Turns = []advise.Turn{{Task: 0, To: 0}, {Task: 1, To: 0}, {Task: 2, To: 0}}
	of.Answers = []int32{1, 1, 1}
	of.Truth = make([]int32, cohort.Data.Tasks)
	for i := range of.Truth {
		of.Truth[i] = crowd.Unknown
	}
	of.Truth[0], of.Truth[1] = 0, 1 // one is gained, one lost; of the third nothing is known
	s := workers.Stand(of, cohort)
	if x := s.All[1]; x.Turns != 3 || x.Gain != 0 || x.True.N != 2 || x.Changes() != "about 3" {
		t.Errorf("got %+v, %q", x, x.Changes())
	}
	of.Truth[1] = crowd.Unknown
	if x := workers.Stand(of, cohort).All[1]; x.Gain != 1 || x.Changes() != "about 3, 1 more right" {
		t.Errorf("got %+v, %q", x, x.Changes())
	}
}

// The best are known by the lower ends of their intervals, the weakest by the upper ends; who gave few labels is in no tier, and who is
// excluded has none.
func TestTiers(t *testing.T) {
	of, cohort := classroom(t)
	s := workers.Stand(of, cohort)
	for j := range s.All {
		x := &s.All[j]
		if x.Tier == "A" && (x.Accuracy.Low+.005 < s.Tiers.High || x.Verdict.Look()) {
			t.Errorf("%s is in tier A: got %+v, cut at %v", of.Workers(j), x, s.Tiers.High)
		}
		if x.Tier == "C" && !x.Verdict.Look() && x.Accuracy.High-.005 > s.Tiers.Low {
			t.Errorf("%s is in tier C: got %+v, cut at %v", of.Workers(j), x, s.Tiers.Low)
		}
		if x.Labels < s.Tiers.Fewest && x.Tier != api.Unrated || s.Tiers.Fewest != 20 {
			t.Errorf("%s has %d labels and is in tier %s", of.Workers(j), x.Labels, x.Tier)
		}
	}
	if why := s.Tiers.Why(&s.All[7]); why != "2 labels; a tier needs 20" {
		t.Errorf("no tier: got %q", why)
	}
	s.Exclude([]int{6}, cohort)
	if x := s.All[6]; !x.Excluded || x.Tier != "" || x.Turns != 0 || x.Verdict.Kind != api.Suspect {
		t.Errorf("excluded: got %+v, want the evidence kept", x)
	}
	var tiers strings.Builder
	if err := s.TierTable(people).WriteCSV(&tiers, false); err != nil {
		t.Fatal(err)
	}
	if rows := strings.Split(tiers.String(), "\n"); len(rows) != 9 || !strings.HasPrefix(rows[1], "ann,40,0.") ||
		!strings.HasSuffix(rows[1], ",C,100 % the same as fay") {
		t.Errorf("got %q", rows)
	}
	if r := s.Roster(); len(r.Excluded) != 1 || r.Excluded[0].Name != "gus" || r.Workers != 7 {
		t.Errorf("got %+v", r)
	}
}

// Nine labels say nothing against anybody, however odd they are; with ten they may.
func TestNothingIsSaidOfFewLabels(t *testing.T) {
	for n, want := range map[int]string{advise.Fewest - 1: api.Few, advise.Fewest: api.Suspect} {
		of, cohort := classroom(t)
		cohort.Judged[6].Labels, cohort.Judged[6].Shared = n, n
		if x := workers.Stand(of, cohort).All[6]; x.Verdict.Kind != want {
			t.Errorf("%d labels, all the same: got %+v, want %s", n, x.Verdict, want)
		}
	}
}

// Where the workers agree no more than chance would, nobody's accuracy is known and nobody is judged by what others say, but who copies
// is still found.
func TestChance(t *testing.T) {
	of, cohort := classroom(t)
	of.Chance = true
	s := workers.Stand(of, cohort)
	if r := s.Roster(); r.Sentence != "The workers agree no more than chance would. 2 of 8 workers stand out: ann (100 % the same as fay) "+
		"and fay (100 % the same as ann)." || r.Tiers.Count != [4]int{0, 0, 0, 8} || r.Accuracy != 0 {
		t.Errorf("got %+v", r)
	}
	if x := s.All[6]; x.Accuracy.Defined() || x.Accuracy.Why != "the workers agree no more than chance would" || x.Verdict.Look() ||
		x.Tier != api.Unrated {
		t.Errorf("got %+v, want nothing known", x)
	}
	cohort.Judged[0].Flags, cohort.Judged[5].Flags = nil, nil
	if r := workers.Stand(of, cohort).Roster(); r.Sentence != "The workers agree no more than chance would." {
		t.Errorf("got %q", r.Sentence)
	}
}

// Where nothing can be said of how many labels are right, only known truths tell how good a worker is.
func TestSilence(t *testing.T) {
	of, cohort := classroom(t)
	of.Spread = math.NaN()
	s := workers.Stand(of, cohort)
	if x := s.All[1]; x.Accuracy.Defined() || s.Average != 0 || x.Tier != api.Unrated {
		t.Errorf("got %+v, want an unknown accuracy", x)
	}
	of.Truth = of.Answers
	s = workers.Stand(of, cohort)
	if x := s.All[1]; x.Accuracy != x.True || x.Accuracy.Value != .9 || s.Against() != nil {
		t.Errorf("got %+v, want what the truths say", x)
	}
}

func TestNumbers(t *testing.T) {
	name := func(j int) string { return fmt.Sprint("w", j) }
	r := workers.OfNumbers(name, []int32{4, 0, 4, 4}, []float64{1, 0, 5, 2}, []int{1})
	if want := "Half of 3 workers are off by 2 or less; w2 is farthest off, by 5."; r.Sentence != want || len(r.Excluded) != 1 {
		t.Errorf("got %q, %+v, want %q", r.Sentence, r.Excluded, want)
	}
}
