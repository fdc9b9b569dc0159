package analysis

import (
	"cmp"
	"fmt"
	"slices"

	"concord/core/advise"
	"concord/core/api"
	"concord/core/crowd"
	"concord/core/job"
	"concord/internal/humanize"
)

// pool is who may be asked for further labels.
type pool struct {
	r        *Result
	may      []bool // by worker
	count    int    // of them
	suspects []int  // workers who are left out because they are suspect
	flags    func(worker int) []advise.Flag
	unjudged bool // there are too many labels to say who is suspect
}

// givers reports who has given labels: a worker who was left out has none.
func givers(d *crowd.Dataset) []bool {
	gave := make([]bool, d.Workers)
	for _, j := range d.Worker[d.Start[0]:d.Start[d.Tasks]] {
		gave[j] = true
	}
	return gave
}

// pool returns who may be asked: everybody who has given labels, but no suspects unless they are wanted. Suspects are those
// whom the table of workers flags, including both of two who copy or answer alike, since labels don't tell which of them does.
func (r *Result) pool(c *job.Job, suspects bool) (*pool, error) {
	p := &pool{r: r, may: givers(r.Data)}
	if r.judgeable() != nil {
		p.unjudged = !suspects
	} else if !suspects {
		j, err := r.Assess(c)
		if err != nil {
			return nil, err
		}
		p.flags = func(worker int) []advise.Flag { return j.Workers[worker].Flags }
	}
	for j, gave := range p.may {
		switch {
		case !gave:
		case p.flags != nil && len(p.flags(j)) > 0:
			p.may[j] = false
			p.suspects = append(p.suspects, j)
		default:
			p.count++
		}
	}
	return p, nil
}

// most returns how many labels any worker is asked for. What the user sets is never exceeded. The default is twice an even
// share, so that the good can do more than others and at least half of the workers take part, but at most half of the budget,
// so that one worker who is judged wrongly can't spoil all of it; and never so little that the budget can't be used.
func (p *pool) most(q *api.Plan) int {
	if p.count == 0 {
		return 0
	}
	if q.Most == 0 && q.Share == 0 {
		even := (q.Budget + p.count - 1) / p.count
		return max(even, min(q.Budget/2, 2*q.Budget/p.count))
	}
	most := q.Budget
	if q.Most > 0 {
		most = min(most, q.Most)
	}
	if q.Share > 0 {
		most = min(most, max(1, int(q.Share*float64(q.Budget)+1e-9)))
	}
	return most
}

// voters returns who gave each label of a task: nobody if it was only predicted.
func (p *pool) voters(task int) []int32 {
	if task >= p.r.Data.Tasks {
		return nil
	}
	from, to := p.r.Data.Of(task)
	return p.r.Data.Worker[from:to]
}

// left counts those who may be asked and have not labelled the task.
func (p *pool) left(task int) int {
	n, given := p.count, p.voters(task)
	for at, j := range given {
		if p.may[j] && !slices.Contains(given[:at], j) {
			n--
		}
	}
	return n
}

// full counts the tasks that everybody who may be asked has labelled.
func (p *pool) full() (n int) {
	for i := range p.r.Data.Tasks {
		if known := p.r.Data.Gold != nil && p.r.Data.Gold[i] != crowd.Unknown; !known && p.left(i) == 0 {
			n++
		}
	}
	return n
}

// rank orders those who may be asked, the highest figure first.
func (p *pool) rank(figure func(worker int) float64) []int32 {
	x := make([]float64, len(p.may))
	order := make([]int32, 0, p.count)
	for j, may := range p.may {
		if may {
			x[j] = figure(j)
			order = append(order, int32(j))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(x[b], x[a]) })
	return order
}

// nobody says why there is nobody to ask.
func (p *pool) nobody() string {
	switch n := len(p.suspects); n {
	case 0:
		return "There is nobody to ask: every worker is left out."
	case 1:
		return "There is nobody to ask: the only worker stands out."
	default:
		return "There is nobody to ask: all " + humanize.Count(n, "worker") + " stand out."
	}
}

// leftOut notes that somebody gets nothing, and why.
func (p *pool) leftOut() []string {
	switch {
	case p.unjudged:
		return []string{"There are too many labels and classes to say which workers stand out, so nobody is left out for it."}
	case len(p.suspects) > 0:
		return []string{"Workers who stand out get nothing, unless you include them."}
	}
	return nil
}

// limit notes how many workers are asked, and for how many labels at most.
func (p *pool) limit(q *api.Plan, most int, x *Plan) []string {
	if p.count == 1 {
		return []string{"There is only one worker to ask, so all of it depends on one person."}
	}
	labels, top := map[int]int{}, 0
	for _, j := range x.worker {
		labels[j]++
		top = max(top, labels[j])
	}
	why := "as you set"
	if q.Most == 0 && q.Share == 0 {
		why = "so that the plan does not depend on one person"
	}
	asked := humanize.Count(len(labels), "worker") + " are asked"
	if len(labels) == 1 {
		asked = "One worker is asked"
	}
	return []string{fmt.Sprintf("%s for at most %s. The limit is %s, %s.", asked, humanize.Count(top, "label"), humanize.Number(most), why)}
}

// notAssigned says how many labels of the budget nobody could be found for.
func notAssigned(rest int, out *api.Planned) string {
	return fmt.Sprintf("%s of the %s could not be assigned: nobody gets more than %s, and whoever could label these tasks has got as many. "+
		"Raise the limit, or ask more workers.", humanize.Number(rest), humanize.Number(out.Budget), humanize.Number(out.Most))
}

// fullNote says that tasks are left out because nobody is left to label them.
func fullNote(n int, what string) string {
	if n == 1 {
		return "1 task " + what + "is left out: everybody who may be asked has labelled it."
	}
	return humanize.Count(n, "task") + " " + what + "are left out: everybody who may be asked has labelled them."
}

// gainSentence says what labels are expected to bring where they help most, and spread evenly.
func gainSentence(p *advise.Plan, o *advise.Outlook, right float64, labels int, perTask float64) string {
	now := " About " + api.Tenths(o.Right) + " are right now."
	switch {
	case len(p.Asks) == 0 && p.Full > 0:
		return "Nobody is left to ask: everybody who may be asked has labelled every task that is in doubt." + now
	case len(p.Asks) == 0:
		return "No further label is expected to change an answer." + now
	}
	more, after := humanize.Count(labels, "more label"), api.Tenths(right)
	if after == api.Tenths(o.Right) {
		return more + " would hardly help." + now
	}
	text := more + " where they help most: we expect " + after + " to be right instead of " + api.Tenths(o.Right)
	if even := api.Tenths(o.Even(perTask)); even != after {
		text += "; spread evenly, " + even
	}
	return text + "."
}

// doubtSentence says what a classifier would have labelled.
func doubtSentence(tasks, fresh int) string {
	if tasks == 0 {
		return "Nobody is left to ask: everybody who may be asked has labelled every task."
	}
	text := humanize.Count(tasks, "task") + " that the classifier is least sure of, one label each"
	switch fresh {
	case 0:
		text += "; all have labels already."
	case tasks:
		text += "; nobody labelled them yet."
	default:
		text += ": first " + humanize.Number(fresh) + " that nobody labelled yet, then " + humanize.Number(tasks-fresh) + " with labels."
	}
	return text
}
