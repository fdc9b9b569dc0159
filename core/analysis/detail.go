package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/metric"
	"concord/core/session"
	"concord/core/sheet"
	"concord/internal/humanize"
)

const (
	ShownClasses = 20   // classes of a matrix or a posterior in a reply
	shownVotes   = 1000 // votes of a task
	shownPairs   = 10   // pairs of classes that a worker mixes up
)

// Worker returns everything about a worker.
func (r *Result) Worker(c *job.Job, of *api.Subject) (*api.Worker, error) {
	j := of.Index
	if r.Of.Anonymous() {
		return nil, session.NeedsWorkers("There is nothing to say of workers")
	}
	a, set := r.Answers, r.Of.MethodSet()
	if j < 0 || j >= set.Data.Workers {
		return nil, api.Refuse("There is no worker number %d: they are counted from 0.", j)
	}
	w := &api.Worker{Index: j, Name: set.Workers.At(j), Of: set.Data.Classes, Figures: sheet.Figures(a.WorkerFigures(), j)}
	if a.Label == nil {
		return w, nil
	}
	s, err := r.Stand(c)
	if err != nil {
		return nil, err
	}
	if w.Standing, w.Average = &s.All[j], s.Average; s.Votes {
		w.Of = 0
		if r.judgesVoters() {
			judged, err := r.judgeVoters(c)
			if err != nil {
				return nil, err
			}
			w.Figures = sheet.Figures(r.voterTable(s.All, judged).Columns[1:], j)
		}
		return w, nil
	}
	// What j met and what j said, by class; then the matrix of those that matter.
	d := set.Data
	labels := func(do func(i int, label uint16)) error {
		return c.Over(d.Tasks, func(i int) {
			from, to := d.Of(i)
			for at := from; at < to; at++ {
				if int(d.Worker[at]) == j {
					do(i, d.Class[at])
				}
			}
		})
	}
	met, mattering := make([]float64, d.Classes), make([]float64, d.Classes)
	mixed := map[[2]int]float64{} // truth and label
	err = labels(func(i int, label uint16) {
		for k, q := range a.Posterior(i) {
			met[k] += q
			mattering[k] += q
			if k != int(label) && q > 1e-3 {
				mixed[[2]int{k, int(label)}] += q
			}
		}
		mattering[label]++
	})
	if err != nil {
		return nil, err
	}
	classes := r.Of.Scale.Sorted(sheet.Most(mattering, ShownClasses))
	pairs := slices.SortedFunc(maps.Keys(mixed), func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(mixed[b], mixed[a]), slices.Compare(a[:], b[:]))
	})
	for _, p := range pairs[:min(len(pairs), shownPairs)] {
		w.Mixed = append(w.Mixed, api.Mixed{Truth: set.Classes.At(p[0]), Label: set.Classes.At(p[1]), Count: mixed[p]})
	}
	place := make(map[uint16]int, len(classes))
	for n, k := range classes {
		place[uint16(k)] = n
		w.Classes = append(w.Classes, set.Classes.At(k))
		w.Count = append(w.Count, make([]float64, len(classes)))
		w.Confusion = append(w.Confusion, make([]float64, len(classes)))
		w.Evidence = append(w.Evidence, met[k] > 0)
	}
	err = labels(func(i int, label uint16) {
		if l, ok := place[label]; ok {
			q := a.Posterior(i)
			for n, k := range classes {
				w.Count[n][l] += q[k]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	for n, k := range classes {
		for m, l := range classes {
			w.Confusion[n][m] = a.Says(j, k, l, w.Count[n][m], met[k])
		}
	}
	r.bound(w, j, classes, met)
	w.True = r.trueConfusion(j, classes)
	return w, nil
}

// What the intervals of a matrix are.
const (
	CredibleCells = "Each cell lies in its interval with a probability of 95 %, by the model; the truths of the tasks are taken as the " +
		"model has them."
	countedCells = "This method gives no intervals, so these come from the counts, starting from half a label for the cell and " +
		"half a label for the rest of its row. A cell outside its interval does not rest on this worker’s counts alone."
)

// bound gives each cell of worker j's matrix its interval. met is how many tasks of each class j met.
func (r *Result) bound(w *api.Worker, j int, classes []int, met []float64) {
	w.Interval = countedCells
	var before []float64 // pseudo-counts, K×K; nil: the method has none
	if m, ok := r.Method.(fit.Credible); ok {
		before, w.Interval = m.PriorCounts(r.Data, j), CredibleCells
	}
	k := r.Data.Classes
	for n, t := range classes {
		low, high := make([]float64, len(classes)), make([]float64, len(classes))
		for m, l := range classes {
			count := w.Count[n][m]
			if before == nil {
				low[m], high[m] = metric.Jeffreys(count, max(0, met[t]-count))
				continue
			}
			all, own := met[t], count+before[t*k+l]
			for _, x := range before[t*k : (t+1)*k] {
				all += x
			}
			low[m], high[m] = metric.Credible(own, all-own)
		}
		w.Low, w.High = append(w.Low, low), append(w.High, high)
	}
}

// trueConfusion counts what worker j says by the truth, as far as that is known; nil: it isn't.
func (r *Result) trueConfusion(j int, classes []int) *api.TrueConfusion {
	if r.Answers.Truth == nil {
		return nil
	}
	k, out := r.Data.Classes, &api.TrueConfusion{}
	counts := crowd.TrueCountsOf(&r.Data.Labels, r.Answers.Truth, j, j+1)
	for _, t := range classes {
		row, met := counts[t*k:(t+1)*k], 0.0
		for _, n := range row {
			met += n
		}
		count, share := make([]float64, len(classes)), make([]float64, len(classes))
		low, high := make([]float64, len(classes)), make([]float64, len(classes))
		for m, l := range classes {
			count[m], share[m] = row[l], row[l]/max(1, met)
			low[m], high[m] = metric.Jeffreys(row[l], met-row[l])
		}
		out.Labels += int(met)
		out.Count, out.Share = append(out.Count, count), append(out.Share, share)
		out.Low, out.High = append(out.Low, low), append(out.High, high)
		out.Evidence = append(out.Evidence, met > 0)
	}
	if out.Labels == 0 {
		return nil
	}
	return out
}

// Task returns everything about a task.
func (r *Result) Task(_ *job.Job, of *api.Subject) (*api.Task, error) {
	i := of.Index
	a, set := r.Answers, r.Of.Set
	d := set.Data
	if i < 0 || i >= d.Tasks {
		return nil, api.Refuse("There is no task number %d: they are counted from 0.", i)
	}
	from, to := d.Of(i)
	t := &api.Task{
		Index: i, Name: set.Tasks.At(i), Of: d.Classes, Truth: r.trueName(i), VoteCount: to - from, Label: a.LabelName(i),
	}
	if a.Label != nil {
		t.Silent = a.Silent()
		q := a.Shares(i, nil)
		shown := r.Of.Scale.Sorted(sheet.Most(q, ShownClasses))
		t.Panel = r.poll(i, shown)
		for _, k := range shown {
			t.Classes = append(t.Classes, r.text(r.Of.Cut.Vote(i, float64(k))))
			t.Probability = append(t.Probability, q[k])
			t.Posterior = append(t.Posterior, a.Share(i, k))
			if p := r.Data.Predictions; p != nil && p.Of(i) {
				t.Predicted = append(t.Predicted, p.Row(i, d.Classes)[k])
			}
		}
	}
	if c := d.Comparisons; c != nil {
		t.Items = []string{set.Items.At(int(c.First[i])), set.Items.At(int(c.Second[i]))}
	}
	if r.Of.Anonymous() {
		t.Votes = r.counted(i)
		from = to
	}
	for at := from; at < min(to, from+shownVotes); at++ {
		j := int(d.Worker[at])
		v := api.Vote{Worker: j, Name: set.Workers.At(j), Label: r.text(r.Of.Cut.Vote(i, d.At(at)))}
		if d.Swapped != nil {
			left := d.Comparisons.First[i]
			if d.Swapped[at] {
				left = d.Comparisons.Second[i]
			}
			v.Left = set.Items.At(int(left))
		}
		t.Votes = append(t.Votes, v)
	}
	for _, b := range set.Blank {
		if int(b.Task) == i {
			t.VoteCount++
			t.Votes = append(t.Votes, api.Vote{Worker: int(b.Worker), Name: set.Workers.At(int(b.Worker)), Label: r.text(kind.Answer{})})
		}
	}
	r.explain(i, t)
	r.speak(i, t)
	return t, nil
}

// counted returns the votes on task i of unknown workers: one for each label, which says how often it was given, most first.
func (r *Result) counted(i int) (votes []api.Vote) {
	d := r.Of.Set.Data
	from, to := d.Of(i)
	times := map[float64]int{}
	for at := from; at < to; at++ {
		times[d.At(at)]++
	}
	labels := slices.SortedFunc(maps.Keys(times), func(a, b float64) int {
		return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(r.sortedBy(r.Of.Cut.Vote(i, a)), r.sortedBy(r.Of.Cut.Vote(i, b))))
	})
	for _, x := range labels[:min(len(labels), shownVotes)] {
		votes = append(votes, api.Vote{
			Worker: crowd.Unknown, Name: humanize.Count(times[x], "vote"), Label: r.text(r.Of.Cut.Vote(i, x)),
		})
	}
	return votes
}

// sortedBy is the figure by which answers are sorted: by the order of the classes if they have one.
func (r *Result) sortedBy(a kind.Answer) float64 { return r.Of.Cut.Rank(a, r.Of.Scale.PlaceOf) }

// text returns an answer as text; it may be of the truth, with classes that no worker ever chose.
func (r *Result) text(a kind.Answer) string {
	return r.Of.Cut.Text(a, func(k int) string { return r.className(int32(k)) })
}

// poll returns what each member of the panel believes of a task, of the given classes.
func (r *Result) poll(i int, shown []int) (panel []api.Member) {
	if !r.Of.Can(api.AskExplain) {
		return nil
	}
	one := &crowd.Dataset{Labels: r.Data.Part(i, i+1)}
	if r.Data.Gold != nil {
		one.Gold = r.Data.Gold[i : i+1]
	}
	for _, m := range r.members {
		q := m.Tell(one)
		best, _ := crowd.Best(q, i, r.settings.Seed)
		says := api.Member{Name: m.Name, Title: m.Title, Label: r.Of.Set.Classes.At(best), Weight: m.Weight}
		for _, k := range shown {
			says.Posterior = append(says.Posterior, q[k])
		}
		panel = append(panel, says)
	}
	return panel
}

// nearly is how close the sum of the weights must be to the log-odds, relative to their size, to be shown as equal.
const nearly = 1e-9

// notSaved follows how a panel decides where its members are gone: what they learnt of the workers is not saved.
const notSaved = " What each of them says is not saved with a result: run it again to see that."

// byGold follows how a panel decides where gold weighs its workers.
const byGold = " Here gold tasks set the weights of the workers, and of what the methods say together (Gold)."

// explain adds why a task has its label: the weight of each vote, or in words how the method decides.
func (r *Result) explain(i int, t *api.Task) {
	if !r.Entry.Product || !r.Of.Can(api.AskExplain) {
		t.Decides = r.Entry.Decides
		if r.Entry.Pooled && r.members == nil && r.Of.Can(api.AskExplain) {
			t.Decides += notSaved
		}
		if slices.ContainsFunc(r.members, func(m fit.Member) bool { return m.Weight == 0 }) {
			t.Decides += byGold
		}
		return
	}
	w := advise.Why(r.Data, r.Answers.Result.Estimate, i, r.settings.Seed)
	if w == nil {
		return
	}
	classes := r.Of.Set.Classes
	t.Why = &api.Why{
		Answer: classes.At(w.Answer), Rival: classes.At(w.Rival), Known: w.Known, Prior: w.Prior,
		Sum: w.Sum, LogOdds: number(w.LogOdds), Decisive: w.Decisive,
		Exact: w.Decisive == 0 && math.Abs(w.Sum-w.LogOdds) <= nearly*max(1, math.Abs(w.LogOdds)),
	}
	if w.Known {
		return
	}
	for n := range t.Votes {
		v := w.Votes[n]
		t.Votes[n].Weight, t.Votes[n].Decisive = &v.Weight, v.Decisive
	}
}
