package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/catalog"
	"concord/core/fit"
	"concord/core/metric"
	"concord/lab/dataset"
)

// sets are the categorical sets with labels of a real crowd and a truth.
var sets = []string{"adult2", "bluebird", "bm", "dog", "duchenne", "fact_eval", "labelme", "music", "reuters_amt",
	"rte", "sp", "sp_amt", "temporal", "trec2010", "trec2011", "web", "zencrowd"}

// seed of everything: folds, ties, starts.
var seed uint64 = 1

// row is the outcome of one method on one set.
type row struct {
	name   string
	wrong  float64 // expected under random breaking of ties
	tasks  float64 // score by hidden tasks
	labels float64 // score by hidden labels
	lost   bool
}

const methodsHeading = `
## Which method?

Seventeen sets of labels with a truth that the methods do not see. Every method of the catalog that can run on plain
labels is fitted with its default settings. ` + "`core/advise`" + ` names one that is ahead by cross-validation
in five folds, of larger sets on a sample: a short list of those that predict the labels of hidden tasks best (within one
standard error), and of these the one that predicts single hidden labels best. It recommends the default all the same, unless
that can't run. "Best" is the method with the smallest error, which only the truth can tell. Errors in %, ties counted in part;
a recommendation counts if it is within one point of the best.

For comparison, the gaps of two simpler rules: the first of the two scores alone, and the second alone.

| set | tasks with truth | recommended | error | ahead | error | best | error | gap | within 1 | short list | tasks alone | labels alone |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
`

const truthsHeading = `
### What this can't do

Held-out labels reward whatever predicts labels, and that need not be the truth. Where all tasks of a set have a known
truth, the truth itself can be put to the same test, as if it were a method. Where it predicts worse than the answers
ahead, workers share mistakes that are no accident of one worker, and answers that follow them predict better: the
wider the gap, the less can a score made of labels alone know of the truth. Only tasks of known truth can help there.

The rule was chosen with these seventeen sets in sight (whole tasks first, because taking one of two or three labels away
misjudged labelme and web; one standard error is the textbook's). On other sets it may do less well.

| set | truth: by tasks | ahead | truth: by labels | ahead | within 1 |
|---|---|---|---|---|---|
%s`

// rule is one way to recommend, and its record.
type rule struct {
	within int
	gaps   float64
}

func (r *rule) count(gap float64) string {
	r.gaps += gap
	if gap <= 0.01 {
		r.within++
	}
	return fmt.Sprintf("%.2f", 100*gap)
}

func methods(w io.Writer, data string) error {
	fmt.Fprint(w, methodsHeading)
	var both, ahead, tasks, labels rule
	worst := 0.0 // gap of what is recommended
	var details, truths strings.Builder
	for _, name := range sets {
		s, err := dataset.Load(data, name, "labels.csv")
		if err != nil {
			return err
		}
		rows, advice, known, err := compare(s)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		best, byTasks, byLabels := 0, -1, -1
		for n, r := range rows {
			if r.wrong < rows[best].wrong {
				best = n
			}
			if !r.lost && (byTasks < 0 || r.tasks > rows[byTasks].tasks) {
				byTasks = n
			}
			if !r.lost && (byLabels < 0 || r.labels > rows[byLabels].labels) {
				byLabels = n
			}
		}
		gap := func(n int) float64 { return rows[n].wrong - rows[best].wrong }
		recommended := advice.Best
		points := both.count(gap(recommended))
		ahead.count(gap(advice.Ahead))
		worst = max(worst, gap(recommended))
		near := func(n int) string {
			if gap(n) <= 0.01 {
				return "yes"
			}
			return "no"
		}
		fmt.Fprintf(w, "| %s | %d | %s | %.2f | %s | %.2f | %s | %.2f | %s | %s | %d | %s: %s | %s: %s |\n", name, known,
			rows[recommended].name, 100*rows[recommended].wrong, rows[advice.Ahead].name, 100*rows[advice.Ahead].wrong,
			rows[best].name, 100*rows[best].wrong, points, near(recommended), len(advice.Short),
			rows[byTasks].name, tasks.count(gap(byTasks)), rows[byLabels].name, labels.count(gap(byLabels)))
		fmt.Fprintf(&details, "\n**%s**: ", name)
		for n, r := range rows {
			if n > 0 {
				details.WriteString(" · ")
			}
			fmt.Fprintf(&details, "%s %.2f (%.4f, %.4f", r.name, 100*r.wrong, r.tasks, r.labels)
			if r.lost {
				details.WriteString(", lost a class")
			}
			details.WriteString(")")
		}
		details.WriteString("\n")
		if byTruth, single, ok := scoreOfTruth(s); ok {
			fmt.Fprintf(&truths, "| %s | %.4f | %.4f | %.4f | %.4f | %s |\n", name, byTruth, rows[advice.Ahead].tasks, single,
				rows[advice.Ahead].labels, near(advice.Ahead))
		}
		fmt.Fprintln(os.Stderr, name, "done")
	}
	n := float64(len(sets))
	fmt.Fprintf(w, "\nWithin one point of the best on **%d of %d** (ahead: %d, tasks alone: %d, labels alone: %d). Mean gap %.2f points, "+
		"at worst %.2f (ahead: %.2f, tasks alone: %.2f, labels alone: %.2f).\n", both.within, len(sets), ahead.within, tasks.within,
		labels.within, 100*both.gaps/n, 100*worst, 100*ahead.gaps/n, 100*tasks.gaps/n, 100*labels.gaps/n)
	fmt.Fprintf(w, truthsHeading, truths.String())
	fmt.Fprintf(w, "\n### All methods\n\nError in %% (score by hidden tasks, by hidden labels; nats a label).\n%s", details.String())
	return nil
}

// compare fits and validates every method that can run on s.
func compare(s *dataset.Set) (rows []row, advice *advise.Advice, known int, err error) {
	var candidates []advise.Candidate
	settings := fit.Settings{Seed: seed}
	sample, err := advise.Sample(s.Data, advise.Enough(s.Data), seed, nil)
	if err != nil {
		return nil, nil, 0, err
	}
	for _, e := range catalog.All() {
		m, _, err := e.Method(nil)
		if err != nil {
			return nil, nil, 0, err
		}
		if _, err := m.Uses(s.Data.Parts()); err != nil {
			continue
		}
		r, err := fit.Run(s.Data, m, settings)
		if err != nil {
			fmt.Fprintln(os.Stderr, e.Name, "left out:", err)
			continue
		}
		accuracy := metric.Accuracy(r.Posterior, s.Truth, s.Data.Classes, seed)
		known = accuracy.Evaluated
		v := metric.Validate(sample, m, metric.HeldOut{Seed: seed}, settings)
		for range v.Steps() {
		}
		labels, err := v.Result()
		if err != nil {
			fmt.Fprintln(os.Stderr, e.Name, "left out:", err)
			continue
		}
		rows = append(rows, row{name: e.Name, wrong: 1 - accuracy.Expected, labels: labels.Mean.Value})
		candidates = append(candidates, advise.Candidate{Name: e.Name, Method: m, Default: e.Name == api.MethodDefault})
	}
	c := advise.Compare(sample, candidates, seed, settings)
	for range c.Steps() {
	}
	advice = c.Advice()
	for n, scored := range advice.Scored {
		if scored.Err != nil {
			rows[n].tasks, rows[n].lost = math.Inf(-1), true
			continue
		}
		rows[n].tasks, rows[n].lost = scored.Tasks.Mean.Value, scored.Lost >= 0
	}
	return rows, advice, known, nil
}
