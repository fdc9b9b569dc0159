package analysis

import (
	"iter"
	"slices"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/session"
	"concord/core/sheet"
	"concord/internal/humanize"
)

const (
	mostBudget = 100_000 // labels that can be planned at a time
	shownAsks  = 200     // labels of a plan in a reply
)

// Plan says which labels to get next, and from whom. It has one entry for each label.
type Plan struct {
	Of            *Result
	tasks, worker []int     // tasks that were only predicted come after the labelled ones
	right         []float64 // probability that the worker is right; nil: unknown
}

// NextLabels plans further labels, and says how right they would make the answers: it goes by the calibrated probabilities, as the
// forecast that comes with it does.
func (r *Result) NextLabels(c *job.Job, q *api.Plan) (*Plan, *api.Planned, error) {
	if r.Of.Anonymous() {
		return nil, nil, session.NeedsWorkers("Which labels to get next can't be said")
	}
	if err := r.Of.Refuse(api.AskPlan); err != nil {
		return nil, nil, err
	}
	switch {
	case q.Budget < 1 || q.Budget > mostBudget:
		return nil, nil, api.Refuse("The budget is a number of labels from 1 to %s, not %s.", humanize.Number(mostBudget),
			humanize.Number(q.Budget))
	case q.Most < 0:
		return nil, nil, api.Refuse("A worker can't be asked for %d labels. Give the most that one may get, or 0 to leave it open.", q.Most)
	case !(q.Share >= 0 && q.Share <= 1):
		return nil, nil,
			api.Refuse("A worker can't get %g %% of the labels. Give the most that one may get, up to 100 %%, or 0 to leave it open.", 100*q.Share)
	}
	known := r.Expected.Known()
	switch {
	case r.assigns(): // a classifier says what it is least sure of, however right the labels are
	case r.Expected != nil:
		if why := r.Unforeseeable(); why != "" {
			return nil, nil, api.Refuse("%s", why)
		}
	default:
		return nil, nil, api.Refuse("Which labels to get next can't be said by %s: how many of its labels are right is not known. Run "+
			"another method first.", r.Entry.Title)
	}
	who, err := r.pool(c, q.Suspects)
	if err != nil {
		return nil, nil, err
	}
	out := &api.Planned{Budget: q.Budget, Most: who.most(q), ByDoubt: r.assigns()}
	var x *Plan
	var ahead *advise.Outlook
	if known {
		if out.Forecast, ahead, err = r.Foretell(c, q.Fewer); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case who.count == 0:
		x, out.Sentence = &Plan{Of: r}, who.nobody()
	case out.ByDoubt:
		x, err = r.byDoubt(c.Thinking, who, out)
	default:
		x, err = r.byGain(c, ahead, who, out)
	}
	if err != nil {
		return nil, nil, err
	}
	out.Count = len(x.tasks)
	if out.Count > 0 {
		out.Notes = append(out.Notes, who.limit(q, out.Most, x)...)
	}
	out.Notes = append(out.Notes, who.leftOut()...)
	if r.Expected != nil && !known {
		out.Notes = append(out.Notes, r.Expected.Why)
	}
	x.show(out)
	return x, out, nil
}

// byGain plans the labels that are expected to make the most answers right.
func (r *Result) byGain(c *job.Job, ahead *advise.Outlook, who *pool, out *api.Planned) (*Plan, error) {
	belief, err := r.calibrated(c)
	if err != nil {
		return nil, err
	}
	d, belief, further := r.withPredicted(belief)
	p, err := advise.Next(d, belief, who.may, c.Thinking)
	if err != nil {
		return nil, err
	}
	tasks := func(yield func(int) bool) { p.Labels()(func(i int, _ float64) bool { return yield(i) }) }
	free := func(_, worker int) bool { return who.may[worker] }
	worker, err := advise.AssignWorkers(d, belief, tasks, min(out.Budget, out.Most*who.count), out.Most, free, c.Thinking)
	if err != nil {
		return nil, err
	}
	x := &Plan{Of: r}
	gain, elsewhere := 0.0, 0
	next, stop := iter.Pull2(p.Labels())
	defer stop()
	for _, j := range worker {
		task, more, _ := next()
		if j < 0 {
			continue
		}
		x.tasks, x.worker = append(x.tasks, task), append(x.worker, j)
		if task < r.Data.Tasks && r.Answers.Votes(task) > 0 {
			gain += more
		} else {
			elsewhere++
		}
	}
	out.Right = ahead.With(gain)
	out.Sentence = gainSentence(p, ahead, out.Right, len(x.tasks), float64(len(x.tasks))/float64(max(1, out.Forecast.Tasks)))
	if elsewhere > 0 {
		out.Notes = append(out.Notes, humanize.Count(elsewhere, "label")+" of these go to tasks that nobody labelled, which the share is not "+
			"about.")
	}
	if further > 0 {
		unlabelled := humanize.Count(further, "task")
		out.Notes = append(out.Notes, "Of "+unlabelled+" that nobody labelled, what was predicted counts as what is believed.")
	}
	capped := len(worker) > len(x.tasks) || len(x.tasks) == out.Most*who.count
	if rest := out.Budget - len(x.tasks); rest > 0 && len(x.tasks) > 0 {
		if capped {
			out.Notes = append(out.Notes, notAssigned(rest, out))
		} else {
			out.Notes = append(out.Notes, "The rest of the "+humanize.Number(out.Budget)+" is not expected to be of use.")
		}
	}
	if p.Full > 0 && len(p.Asks) > 0 {
		out.Notes = append(out.Notes, fullNote(p.Full, "in doubt "))
	}
	return x, nil
}

// withPredicted adds the tasks that were only predicted to the data and to the beliefs, and returns how many are new. Those
// that aren't, or come twice, count as known.
func (r *Result) withPredicted(belief []float64) (d *crowd.Dataset, all []float64, further int) {
	p := r.Predicted
	if p == nil || p.Posterior == nil {
		return r.Data, belief, 0
	}
	more := *r.Data
	more.Tasks += len(p.tasks)
	more.Start = slices.Grow(slices.Clone(more.Start), len(p.tasks))
	more.Gold = slices.Repeat([]int32{crowd.Unknown}, r.Data.Tasks)
	copy(more.Gold, r.Data.Gold)
	more.Features, more.Words = nil, nil
	for _, fresh := range r.Fresh(p.tasks) {
		known := int32(0)
		if fresh {
			known = crowd.Unknown
			further++
		}
		more.Start, more.Gold = append(more.Start, more.Start[r.Data.Tasks]), append(more.Gold, known)
	}
	return &more, slices.Concat(belief, p.Posterior), further
}

// assigns reports whether the method itself says what to label next and whom to ask.
func (r *Result) assigns() bool { return fit.Assigns(r.Method) && r.right != nil }

// byDoubt plans by what the method itself says: one label for each of the tasks that it is least sure of, by the worker who is
// most likely to be right.
func (r *Result) byDoubt(pause func() error, who *pool, out *api.Planned) (*Plan, error) {
	m := r.Data.Workers
	var named []fit.Suggestion
	var tasks []int
	at := map[int]int{} // where a task is named
	for _, s := range r.next {
		if who.left(s.Task) > 0 {
			at[s.Task] = len(named)
			named, tasks = append(named, s), append(tasks, s.Task)
		}
	}
	chance := func(task, worker int) float64 { return named[at[task]].Chance(r.right, worker, m) }
	ranks := make([][]int32, len(named))
	worker, err := advise.Assign(slices.Values(tasks), min(out.Budget, out.Most*who.count), out.Most, advise.Choice{
		Workers: m,
		Rank: func(task int) []int32 {
			rank := &ranks[at[task]]
			if *rank == nil {
				*rank = who.rank(func(j int) float64 { return chance(task, j) })
			}
			return *rank
		},
		May: func(task, worker int) bool { return !slices.Contains(who.voters(task), int32(worker)) },
	}, pause)
	if err != nil {
		return nil, err
	}
	x := &Plan{Of: r}
	fresh := 0
	for n, j := range worker {
		if j < 0 {
			continue
		}
		task := named[n].Task
		x.tasks, x.worker, x.right = append(x.tasks, task), append(x.worker, j), append(x.right, chance(task, j))
		if len(who.voters(task)) == 0 {
			fresh++
		}
	}
	out.Sentence = doubtSentence(len(x.tasks), fresh)
	if len(x.tasks) > 0 {
		out.Notes = append(out.Notes, "Whom to ask is who is likeliest to be right about the task, judged by what the others say.")
	}
	if rest := out.Budget - len(x.tasks); rest > 0 && len(x.tasks) > 0 {
		switch {
		case len(worker) > len(x.tasks) || len(x.tasks) == out.Most*who.count:
			out.Notes = append(out.Notes, notAssigned(rest, out))
		case len(r.next) == plannedTasks:
			out.Notes = append(out.Notes, "At most "+humanize.Count(plannedTasks, "task")+" are named at a time: run the method again with their "+
				"labels before asking for more.")
		default:
			out.Notes = append(out.Notes, humanize.Count(rest, "label")+" of the budget are left: every task that somebody can label gets one. "+
				"Run the method again with the new labels before asking for more.")
		}
	}
	if n := who.full(); n > 0 && len(x.tasks) > 0 {
		out.Notes = append(out.Notes, fullNote(n, ""))
	}
	return x, nil
}

// NextTable has what to label next, at most nextTasks: a default plan, with the score of each task; nil: the method doesn't say.
func (r *Written) NextTable() *sheet.Table {
	if r.next == nil {
		return nil
	}
	t := &sheet.Table{Name: api.FileNext}
	if !r.assigns() {
		names, none := &Plan{Of: r.Result}, func(int) string { return "" }
		t.Size = min(nextTasks, len(r.next))
		task := func(n int) string { return names.name(r.next[n].Task) }
		t.Columns = r.Complete.Content.Beside(sheet.Text("task", "", task, nil), []*sheet.Column{
			exact("score", func(n int) float64 { return r.next[n].Score }),
			sheet.Text("worker", "", none, nil), sheet.Text("probability_right", "", none, nil),
		}, task)
		return t
	}
	x, score := &Plan{Of: r.Result}, map[int]float64{}
	columns := x.columns()
	columns[0] = exact("score", func(n int) float64 { return score[x.tasks[n]] })
	t.Columns = r.Complete.Content.Beside(sheet.Text("task", "", x.task, nil), columns, x.task)
	t.Rows = func(yield func(int) bool) error {
		if r.who.count == 0 {
			return nil // nobody may be asked
		}
		found, err := r.byDoubt(nil, r.who, &api.Planned{Budget: nextTasks, Most: r.who.most(&api.Plan{Budget: nextTasks})})
		if err != nil {
			return err
		}
		*x = *found
		for _, s := range r.next {
			score[s.Task] = s.Score
		}
		for n := 0; n < len(x.tasks) && yield(n); n++ {
		}
		return nil
	}
	return t
}

// name returns the name of a task.
func (p *Plan) name(i int) string {
	if n := p.Of.Data.Tasks; i >= n {
		return p.Of.Predicted.tasks[i-n]
	}
	return p.Of.Of.Set.Tasks.At(i)
}

// show adds the first labels of the plan to a reply.
func (p *Plan) show(out *api.Planned) {
	r := p.Of
	for n, i := range p.tasks[:min(shownAsks, len(p.tasks))] {
		ask := api.Asked{Task: api.Person{Index: -1, Name: p.name(i)}}
		if i < r.Data.Tasks {
			ask.Task.Index, ask.Task.Labels = i, r.Answers.Votes(i)
		}
		j := p.worker[n]
		ask.Worker = api.Person{Index: j, Name: r.Of.Set.Workers.At(j), Labels: int(r.Answers.Given[j])}
		if p.right != nil {
			ask.Right = &p.right[n]
		}
		out.Asks = append(out.Asks, ask)
	}
}

// Table has a row for each label of the plan: task, worker and, if known, the probability that this worker is right.
func (p *Plan) Table() *sheet.Table {
	columns := p.columns()
	if p.right == nil {
		columns = columns[:2]
	}
	return &sheet.Table{Name: api.FilePlan, Size: len(p.tasks), Columns: columns}
}

// task is the name of the task of a row.
func (p *Plan) task(n int) string { return p.name(p.tasks[n]) }

func (p *Plan) columns() []*sheet.Column {
	return []*sheet.Column{
		sheet.Text("task", "", p.task, nil),
		sheet.Name("worker", "", p.Of.Of.Set.Workers, func(n int) int { return p.worker[n] }, nil),
		exact("probability_right", func(n int) float64 { return p.right[n] }),
	}
}
