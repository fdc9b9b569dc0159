package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/layout"
	"concord/core/layout/heading"
	"concord/core/panel"
	"concord/core/parse"
	"concord/internal/humanize"
)

// leanings is how many classes a judge is said to be biased towards.
const leanings = 10

// Judges finds out how the judges of a small panel stand.
func (r *Result) Judges(c *job.Job, q *api.Panel) (*api.Judges, error) {
	if r.Of.Counts.Kind.Items {
		return nil, api.Refuse("Judges of a panel give classes, not preferences between two items. The ranking says how each voter follows it.")
	}
	if !r.Of.Can(api.AskJudge) {
		return nil, api.Refuse("Judges of a panel give classes, not numbers. Read the numbers as classes (in the shell --numeric no), or the " +
			"column that says what passes as the label.")
	}
	if err := r.judgeable(); err != nil {
		return nil, err
	}
	if n := r.Of.Counts; !n.IsPanel() {
		return nil, api.Refuse("This is no panel: that is up to %d workers, each with labels of most tasks, and here %s. The table of "+
			"workers tells how far to trust each.", api.MostJudges, given(n))
	}
	out, err := cache.Once(c.Cache.Of(r), *q, func() (*api.Judges, error) { return r.judges(c, q) })
	if err == nil {
		c.Cache.Of(r).Put(lastPanel{}, q)
	}
	return out, err
}

// lastPanel is the query for how the judges were asked for last.
type lastPanel struct{}

// askedJudges is how the judges were asked for last.
func (r *Result) askedJudges(c *job.Job) *api.Panel {
	q, _ := cache.Get[*api.Panel](c.Cache.Of(r), lastPanel{})
	return cmp.Or(q, &api.Panel{})
}

// given says how many workers gave how many labels.
func given(n *api.Counts) string {
	if n.Workers > api.MostJudges {
		return "are " + humanize.Count(n.Workers, "worker")
	}
	return fmt.Sprintf("%s gave %s to %s", humanize.Count(n.Workers, "worker"), humanize.Count(n.Labels, "label"),
		humanize.Count(n.Tasks, "task"))
}

// bench is what the judges of a result are measured with.
type bench struct {
	person *panel.Person
	*api.Judges
	verdicts [][]int32  // of each judge
	answers  []int32    // of the panel, to tasks whose truth it was not told
	without  [][]int32  // the same without each judge; nil: unknown
	mean     api.Figure // how often verdicts are right, in the mean
	copies   bool       // some copy others
}

func (r *Result) judges(c *job.Job, q *api.Panel) (*api.Judges, error) {
	b, judges := &bench{Judges: &api.Judges{Tasks: r.Data.Tasks}}, r.givers()
	var err error
	if b.person, err = r.person(c, q, b.Judges); err != nil {
		return nil, err
	}
	said := panel.Verdicts(&r.Data.Labels)
	for _, j := range judges {
		b.verdicts = append(b.verdicts, said[j])
	}
	b.answers = r.untold()
	if b.Human > 0 {
		found, err := r.unaware(c, judges)
		if err != nil {
			return nil, err
		}
		b.answers, b.without = found[0], found[1:]
	}
	d, err := panel.Measure(&panel.Panel{Labels: &r.Data.Labels, Judges: judges, Truth: b.person.Class,
		Copies: alike(r.Answers.Result)}, c.Thinking)
	if err != nil {
		return nil, err
	}
	b.mean, b.Effective, b.Correlation, b.copies = d.Accuracy, d.Effective, d.Correlation, d.Apart < d.Judges
	b.Panel = b.judge(-1, "panel", b.answers)
	all := api.Undefined("it is all of them")
	b.Panel.Others, b.Panel.Without = all, all
	for n, j := range judges {
		x := b.judge(int(j), r.Of.Set.Workers.At(int(j)), b.verdicts[n])
		x.Others, x.Without = panel.Others(b.verdicts, n), b.worth(n)
		b.Judges.Judges = append(b.Judges.Judges, x)
		if err := c.Thinking(); err != nil {
			return nil, err
		}
	}
	b.order(d)
	b.say(r)
	return b.Judges, nil
}

// givers returns the workers who have given labels.
func (r *Result) givers() (workers []int32) {
	for j, gave := range givers(r.Data) {
		if gave {
			workers = append(workers, int32(j))
		}
	}
	return workers
}

// person is what a person says of the tasks.
func (r *Result) person(c *job.Job, q *api.Panel, to *api.Judges) (*panel.Person, error) {
	set := r.Of.MethodSet()
	p := &panel.Person{Class: r.byHand(), Classes: set.Classes.Len(), Pass: -1}
	if p.Class == nil {
		p.Class = slices.Repeat([]int32{crowd.Unknown}, r.Data.Tasks)
	}
	for _, k := range p.Class {
		if k != crowd.Unknown {
			to.Human++
			p.Classes = max(p.Classes, int(k)+1)
		}
	}
	p.Name = func(k int) string { return r.className(int32(k)) }
	var err error
	if p.Pass, err = r.passing(q.Pass, p.Class); err != nil {
		return nil, err
	}
	if to.Passes = p.Pass >= 0; !to.Passes && p.Classes == 2 {
		p.Pass = 0 // for want of another
	}
	if p.Pass >= 0 {
		to.Pass = p.Name(p.Pass)
	}
	if names := kind.ClassNames(set.Classes); len(names) <= 3 {
		if first := panel.First(names); first >= 0 {
			to.Position = names[first]
		}
	}
	p.Longer, to.Length, err = r.longer(c, q.Length)
	return p, err
}

// lengths end the names of columns that say how long what is judged is.
var lengths = heading.Words("length len tokens token_count words word_count chars char_count characters")

// longer returns 1 for tasks that are longer than half of them, −1 for the others, and 0 where that is unknown, and the column that tells;
// nil: none does.
func (r *Result) longer(c *job.Job, column string) (halves []int, name string, err error) {
	names := []string{column}
	if column == "" {
		names = nil
		for n, x := range r.Of.Found.Columns {
			plain := heading.Plain(x.Name)
			if role := r.Of.Found.Roles[n]; (role == layout.Ignore || role == layout.Content) &&
				slices.ContainsFunc(lengths, func(end string) bool { return strings.HasSuffix(plain, end) }) {
				names = append(names, x.Name)
			}
		}
	}
	for _, name := range names {
		cells, err := r.Of.Column(c, name)
		switch {
		case c.Ctx.Err() != nil:
			return nil, "", c.Ctx.Err()
		case err != nil && column != "":
			return nil, "", err
		case err != nil:
			continue
		}
		if halves := r.halves(cells); halves != nil {
			return halves, name, nil
		}
		if column != "" {
			return nil, "", api.Refuse("“%s” does not tell how long things are: that takes a number that all rows of a task share.", column)
		}
	}
	return nil, "", nil
}

// halves divides the tasks at the median of what the cells of a column say; nil: most say no number.
func (r *Result) halves(cells []string) []int {
	size, known := make([]float64, r.Data.Tasks), []float64{}
	for i := range size {
		task, _ := r.Of.Cut.Task(i)
		x, err := parse.Number([]byte(cells[task]))
		if err != nil {
			x = math.NaN()
		} else {
			known = append(known, x)
		}
		size[i] = x
	}
	if 2*len(known) < len(size) {
		return nil
	}
	slices.Sort(known)
	out := make([]int, len(size))
	for i, x := range size {
		switch {
		case x > known[(len(known)-1)/2]:
			out[i] = 1
		case x == x:
			out[i] = -1
		}
	}
	return out
}

// judge measures the verdicts of a worker, or of the panel.
func (b *bench) judge(index int, name string, verdicts []int32) api.Judge {
	x := b.person.Judge(verdicts)
	x.Index, x.Name, x.Blank = index, name, b.Tasks-x.Labels
	x.Bias = x.Bias[:min(leanings, len(x.Bias))]
	return x
}

// worth returns how much more often the panel is right with judge n than without.
func (b *bench) worth(n int) api.Figure {
	switch {
	case b.Human == 0:
		return api.Undefined("a person labelled none of the tasks")
	case len(b.verdicts) == 1:
		return api.Undefined("there is no other judge")
	case b.without == nil || b.without[n] == nil:
		return api.Undefined("the method can’t be run again without the judge in little time")
	}
	gained, lost, tasks := 0.0, 0.0, 0
	for i, z := range b.person.Class {
		l := b.answers[i]
		if z == crowd.Unknown || l == crowd.Unknown {
			continue
		}
		tasks++
		switch other := b.without[n][i]; {
		case l == z && other != z:
			gained++
		case l != z && other == z:
			lost++
		}
	}
	return panel.Paired(gained, lost, tasks)
}

// order puts the judges in order, the most accurate first, and what is known of several of them.
func (b *bench) order(d *panel.Dependence) {
	judges, place := b.Judges.Judges, make([]int, len(b.verdicts))
	order := make([]int, len(judges))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(n, m int) int {
		x, y := &judges[n], &judges[m]
		return cmp.Or(cmp.Compare(y.Accuracy.Value, x.Accuracy.Value), cmp.Compare(y.Others.Value, x.Others.Value))
	})
	b.Judges.Judges, b.Pairs = nil, nil
	for to, n := range order {
		place[n] = to
		b.Judges.Judges = append(b.Judges.Judges, judges[n])
		row := make([]float64, len(order))
		for at, m := range order {
			row[at] = d.Pairs[n][m]
		}
		b.Pairs = append(b.Pairs, row)
	}
	for _, family := range d.Families {
		var places []int
		for _, n := range family {
			places = append(places, place[n])
		}
		slices.Sort(places)
		b.Families = append(b.Families, places)
	}
}
