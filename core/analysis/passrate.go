package analysis

import (
	"maps"
	"slices"

	"concord/core/api"
	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/kind"
	"concord/core/parse"
	"concord/core/passrate"
	"concord/core/session"
)

const (
	usualWithin = .02 // half of an interval that decides something
	mostPassing = 50  // groups of tasks that anybody reads
	nextByHand  = 20  // tasks to label that a reply names
)

// PassRate estimates the share of the tasks that would pass if a person judged all of them.
func (r *Result) PassRate(c *job.Job, q *api.Rate) (*api.PassRate, error) {
	out, err := cache.Once(c.Cache.Of(r), *q, func() (*api.PassRate, error) { return r.passRate(c, q) })
	if err == nil {
		c.Cache.Of(r).Put(lastRate{}, out)
	}
	return out, err
}

// lastRate is the query for the pass rate that was asked for last.
type lastRate struct{}

// rated returns the pass rate that was asked for last, or else the one that says most without a choice.
func (r *Result) rated(c *job.Job) (*api.PassRate, error) {
	if out, ok := cache.Get[*api.PassRate](c.Cache.Of(r), lastRate{}); ok {
		return out, nil
	}
	return r.PassRate(c, &api.Rate{})
}

func (r *Result) passRate(c *job.Job, q *api.Rate) (*api.PassRate, error) {
	if err := r.Of.Refuse(api.AskExpect); err != nil {
		return nil, err
	}
	within := q.Within
	if within == 0 {
		within = usualWithin
	}
	if !(within > 0 && within < .5) {
		return nil, api.Refuse("Half of an interval is a share between 0 and .5, such as .02, not %g.", within)
	}
	human := r.byHand()
	pass, err := r.passing(q.Pass, human)
	switch {
	case err != nil:
		return nil, err
	case pass < 0:
		return nil, api.Refuse("Which label passes? Choose one of these: %s.", kind.ClassList(r.Of.Set.Classes))
	}
	out := &api.PassRate{Pass: r.className(int32(pass)), Judge: q.Judge, Group: q.Group, Within: within}
	if judges := r.Of.Set.Workers; q.Judge == "" && !r.Of.Anonymous() && judges.Len() == 1 {
		out.Judge = judges.At(0)
	}
	tally := &passTally{pass: int32(pass), human: human}
	if tally.verdict, err = r.verdicts(c, out); err != nil {
		return nil, err
	}
	var of []string // the group of each task
	if q.Group != "" {
		if of, err = r.Of.Column(c, q.Group); err != nil {
			return nil, err
		}
	}
	if out.Columns, err = r.Of.Groupings(c); err != nil {
		return nil, err
	}
	if err := tally.count(c, of); err != nil {
		return nil, err
	}
	if len(tally.groups) > mostPassing {
		return nil, api.Refuse("“%s” has more than %d values: choose a column with fewer.", q.Group, mostPassing)
	}
	if tally.all.Tasks() == 0 {
		return nil, api.Refuse("“%s” gave no verdict that counts.", out.Judge)
	}
	out.All = passed("", &tally.all)
	for _, name := range slices.Sorted(maps.Keys(tally.groups)) {
		out.Groups = append(out.Groups, passed(name, tally.groups[name]))
	}
	if out.More = tally.all.More(within); out.More != 0 {
		if err := r.nameNext(c, out); err != nil {
			return nil, err
		}
	}
	out.Sentence = rateSentence(out)
	out.Limits = append(out.Limits, r.rateLimits(out, tally)...)
	return out, nil
}

// passing returns the class that passes, of those that workers name and those that the person names besides: the one of that name, or
// else the one of two that says so; −1: none does.
func (r *Result) passing(name string, human []int32) (int, error) {
	classes := r.Of.Set.Classes
	named := classes.Len()
	for _, k := range human {
		named = max(named, int(k)+1)
	}
	if name == "" {
		if classes.Len() > 2 || named < 2 {
			return -1, nil
		}
		return parse.Passing([2]string{r.className(0), r.className(1)}), nil
	}
	for k := classes.Len(); k < named; k++ {
		if r.className(int32(k)) == name {
			return k, nil
		}
	}
	return kind.FindClass(classes, name)
}

// verdicts returns the verdict on each task, a class or crowd.Unknown: of the judge, or of all together.
func (r *Result) verdicts(c *job.Job, out *api.PassRate) ([]int32, error) {
	if out.Judge == "" {
		return r.blind(c, out)
	}
	j, ok := r.Of.Set.Workers.Find(out.Judge)
	if !ok || r.Of.Anonymous() {
		return nil, api.Refuse("There is no judge “%s”. Choose one of the workers.", out.Judge)
	}
	d, all, times := r.Data, make([]int32, r.Data.Tasks), make([]int, r.Data.Classes)
	err := c.Over(d.Tasks, func(i int) {
		clear(times)
		all[i] = crowd.Unknown
		for n, to := d.Of(i); n < to; n++ {
			if int(d.Worker[n]) != j {
				continue
			}
			k := d.Class[n]
			if times[k]++; all[i] == crowd.Unknown || times[k] > times[all[i]] { // of a tie, the one given first
				all[i] = int32(k)
			}
		}
	})
	return all, err
}

// blind returns the answers to all tasks by a method that was told none of the truths: told the truth of the tasks that it is measured
// on, it would be right there and nowhere else.
func (r *Result) blind(c *job.Job, out *api.PassRate) ([]int32, error) {
	k, posterior, d := r.Data.Classes, r.Answers.Result.Posterior, *r.Data
	all := make([]int32, d.Tasks)
	if gold := r.Of.Reviewed(d.Gold); known(gold) > 0 || r.Warm || r.Asked != nil && r.Asked.Resume {
		d.Gold, posterior = nil, nil
		says := "The method was told some of the labels by hand. The verdicts here are those that it gives without them, so TPR and TNR are " +
			"not those of the panel among the judges."
		if r.Method != nil {
			type query struct{}
			q, err := cache.Once(c.Cache.Of(r.Data), query{}, func() ([]float64, error) { return r.again(c, &d, 1, 1) })
			if c.Ctx.Err() != nil {
				return nil, c.Ctx.Err()
			}
			if err == nil {
				posterior = q
			}
		}
		if posterior == nil {
			says = "The method was told some of the labels by hand, and can't run without them. The verdicts here are those of the majority vote."
		}
		out.Limits = append(out.Limits, says)
	}
	if posterior == nil {
		return all, session.Votes(c, &d, r.settings.Seed, func(i int, label int32, _ bool) { all[i] = label })
	}
	return all, c.Over(d.Tasks, func(i int) {
		if all[i] = crowd.Unknown; r.Answers.Votes(i) > 0 {
			best, _ := crowd.Best(posterior[i*k:(i+1)*k], i, r.settings.Seed)
			all[i] = int32(best)
		}
	})
}

// known counts the classes that are known.
func known(classes []int32) (n int) {
	for _, k := range classes {
		if k != crowd.Unknown {
			n++
		}
	}
	return n
}

// byHand returns the labels of a person that are taken as a random sample: truth, gold, and what was checked at random; nil: there are
// none. What was reviewed here is not among them, for that is what was in doubt.
func (r *Result) byHand() []int32 {
	var gold []int32
	if g := r.Session.Gold; g != nil {
		gold = g.Class
	}
	out := r.Session.State.Gold(r.Data.Tasks, gold)
	sampled := r.sampled()
	if out == nil {
		return sampled
	}
	out = slices.Clone(out)
	for i, k := range sampled {
		if k != crowd.Unknown {
			out[i] = k
		}
	}
	return out
}

// passTally counts who passes which tasks.
type passTally struct {
	pass           int32
	verdict, human []int32 // by task; human may be nil
	all            passrate.Counts
	groups         map[string]*passrate.Counts
	silent         int            // tasks without a verdict
	lone           int            // tasks of no group
	others         map[int32]bool // labels of the person or the judge that do not pass
}

func (t *passTally) count(c *job.Job, group []string) error {
	t.groups, t.others = map[string]*passrate.Counts{}, map[int32]bool{}
	return c.Over(len(t.verdict), func(i int) {
		if t.verdict[i] == crowd.Unknown {
			t.silent++
			return
		}
		human := int32(crowd.Unknown)
		if t.human != nil {
			human = t.human[i]
		}
		t.add(&t.all, t.verdict[i], human)
		switch {
		case group == nil:
		case group[i] == "":
			t.lone++
		default:
			if t.groups[group[i]] == nil && len(t.groups) <= mostPassing {
				t.groups[group[i]] = &passrate.Counts{}
			}
			if g := t.groups[group[i]]; g != nil {
				t.add(g, t.verdict[i], human)
			}
		}
	})
}

func (t *passTally) add(to *passrate.Counts, verdict, human int32) {
	place := func(k int32) int {
		if k == t.pass {
			return 1
		}
		t.others[k] = true
		return 0
	}
	if human == crowd.Unknown {
		to.Rest[place(verdict)]++
	} else {
		to.Human[place(human)][place(verdict)]++
	}
}

// passed is the pass rate by each way to know it.
func passed(name string, of *passrate.Counts) api.Passed {
	return api.Passed{
		Group: name, Tasks: of.Tasks(), Human: of.Humans(), Alone: of.Alone(), Corrected: of.Corrected(), Powered: of.Powered(),
		Sampled: of.Sampled(), TPR: of.TPR(), TNR: of.TNR(),
	}
}

// nameNext names the first tasks that a person is to label.
func (r *Result) nameNext(c *job.Job, out *api.PassRate) error {
	n := out.More
	if n < 0 {
		n = out.All.Tasks
	}
	drawn, _, err := r.drawRandom(c, n)
	for _, i := range drawn[:min(len(drawn), nextByHand)] {
		from, to := r.Data.Of(int(i))
		out.Next = append(out.Next, api.Person{Index: int(i), Name: r.Of.Set.Tasks.At(int(i)), Labels: to - from})
	}
	return err
}
