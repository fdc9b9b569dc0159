package crowd

import "slices"

// What the answer about a pair of items is, as a class: two classes without ties, three with them.
const (
	FirstWins = iota
	SecondWins
	Tied
)

// Comparisons say that the tasks are pairs of items, of which workers say which is better. On which side each worker saw the first is
// in Labels.Swapped.
type Comparisons struct {
	Items         int
	First, Second []int32   // N, the items of each task, First < Second
	Rankings      *Rankings // what the pairs were cut from; nil: workers compared two at a time
	Style         *Style    // what else may decide votes; nil: nothing is known
}

// Style is what may decide votes besides the items themselves, as the length of an answer may. An item leads by so much for each unit that
// it has more of a feature than the other.
type Style struct {
	Items *Features // of each item; nil: none
	Votes *Features // of each vote, in their order (Labels.Order), the first item's less the second's; nil: none
}

// FirstLessSecond turns features of votes, each the left item's less the right one's, into those of Style.
func FirstLessSecond(votes []Vote, f *Features) *Features {
	out := *f
	out.X = slices.Clone(f.X)
	for n, v := range votes {
		if v.Left > v.Right {
			for at, x := range out.Row(n) {
				out.Row(n)[at] = -x
			}
		}
	}
	return &out
}

// Rankings are lists of items, best first: list r is the entries Start[r] to Start[r+1] of Item.
type Rankings struct {
	Start  []int32
	Item   []int32
	Worker []int32 // of each list
	Ranked []int32 // how many of each list, from its head, are in order: each is better than all after it; nil: all
}

// Without returns the rankings without those of some workers.
func (r *Rankings) Without(gone []bool) *Rankings {
	out := &Rankings{Start: []int32{0}}
	for l, w := range r.Worker {
		if gone[w] {
			continue
		}
		out.Item = append(out.Item, r.Item[r.Start[l]:r.Start[l+1]]...)
		out.Start, out.Worker = append(out.Start, int32(len(out.Item))), append(out.Worker, w)
		if r.Ranked != nil {
			out.Ranked = append(out.Ranked, r.Ranked[l])
		}
	}
	return out
}

// A Vote is one answer about two items.
type Vote struct {
	Worker, Left, Right int32
	Answer              Answer
}

// Answer is which of two items a worker preferred.
type Answer uint8

const (
	Left Answer = iota
	Right
	Neither
)

// Compare makes pairs of items tasks, in the order in which they are first compared. Votes on an item against itself say nothing and are
// left out. There are three classes if any vote is a tie. sides says that workers saw Left on the left.
func Compare(items, workers int, votes []Vote, sides bool) *Dataset {
	c := &Comparisons{Items: items}
	tasks := pairTable{of: c}
	task, worker, class := make([]int32, 0, len(votes)), make([]int32, 0, len(votes)), make([]int32, 0, len(votes))
	order, swapped := make([]int32, 0, len(votes)), make([]bool, 0, len(votes))
	classes := 2
	for n, v := range votes {
		if v.Left == v.Right {
			continue
		}
		answer, swap := int32(v.Answer), v.Left > v.Right
		if v.Answer == Neither {
			classes = 3
		} else if swap {
			answer = SecondWins - answer
		}
		i := tasks.add(min(v.Left, v.Right), max(v.Left, v.Right))
		task, worker, class = append(task, i), append(worker, v.Worker), append(class, answer)
		swapped, order = append(swapped, swap), append(order, int32(n))
	}
	d := &Dataset{Labels: NewLabels(len(c.First), workers, classes, task, worker, class), Comparisons: c}
	_, place := group(d.Tasks, task)
	d.Order = make([]int32, len(task))
	if sides {
		d.Swapped = make([]bool, len(task))
	}
	for n, to := range place {
		d.Order[to] = order[n]
		if sides {
			d.Swapped[to] = swapped[n]
		}
	}
	return d
}

// pairTable numbers pairs of items in the order in which they come. A map would take half of the time in which votes are read.
type pairTable struct {
	of    *Comparisons
	slots []numbered // open addressing
}

// numbered is a pair and its task, from 1; 0: none.
type numbered struct{ first, second, task int32 }

// add returns the number of a pair.
func (t *pairTable) add(first, second int32) int32 {
	if 2*len(t.of.First) >= len(t.slots) {
		old := t.slots
		t.slots = make([]numbered, max(64, 4*len(old)))
		for _, pair := range old {
			if pair.task > 0 {
				*t.slot(pair.first, pair.second) = pair
			}
		}
	}
	at := t.slot(first, second)
	if at.task == 0 {
		t.of.First, t.of.Second = append(t.of.First, first), append(t.of.Second, second)
		*at = numbered{first, second, int32(len(t.of.First))}
	}
	return at.task - 1
}

// slot returns where a pair is, or would be.
func (t *pairTable) slot(first, second int32) *numbered {
	mask := len(t.slots) - 1
	for at := int(Hash(uint64(first), uint64(second))); ; at++ {
		if n := &t.slots[at&mask]; n.task == 0 || n.first == first && n.second == second {
			return n
		}
	}
}

// CompareLists makes the pairs that rankings decide tasks, as Compare does. Nobody knows their sides.
func CompareLists(items, workers int, r *Rankings) *Dataset {
	var votes []Vote
	for l, w := range r.Worker {
		list := r.Item[r.Start[l]:r.Start[l+1]]
		ranked := len(list)
		if r.Ranked != nil {
			ranked = int(r.Ranked[l])
		}
		for n, a := range list[:ranked] {
			for _, b := range list[n+1:] {
				votes = append(votes, Vote{Worker: w, Left: a, Right: b, Answer: Left})
			}
		}
	}
	d := Compare(items, workers, votes, false)
	d.Comparisons.Rankings = r
	return d
}

// only returns the pairs of some tasks. They are no longer all of those that rankings were cut into.
func (c *Comparisons) only(tasks []int) *Comparisons {
	out := &Comparisons{Items: c.Items, Style: c.Style, First: make([]int32, len(tasks)), Second: make([]int32, len(tasks))}
	for to, i := range tasks {
		out.First[to], out.Second[to] = c.First[i], c.Second[i]
	}
	return out
}

// Record counts, by item, how often it won, lost and tied.
func (d *Dataset) Record() (wins, losses, ties []int) {
	c := d.Comparisons
	wins, losses, ties = make([]int, c.Items), make([]int, c.Items), make([]int, c.Items)
	for i := range d.Tasks {
		a, b := c.First[i], c.Second[i]
		from, to := d.Of(i)
		for _, class := range d.Class[from:to] {
			switch class {
			case FirstWins:
				wins[a]++
				losses[b]++
			case SecondWins:
				losses[a]++
				wins[b]++
			default:
				ties[a]++
				ties[b]++
			}
		}
	}
	return wins, losses, ties
}

// Meeting numbers the groups of items that comparisons connect, in the order of their first items, and counts them. Scores of different
// groups can't be compared. An item that nobody compared is a group of its own.
func (d *Dataset) Meeting() (group []int32, groups int) {
	c := d.Comparisons
	root := make([]int32, c.Items)
	for a := range root {
		root[a] = int32(a)
	}
	find := func(a int32) int32 {
		for root[a] != a {
			root[a] = root[root[a]]
			a = root[a]
		}
		return a
	}
	join := func(a, b int32) {
		a, b = find(a), find(b)
		root[max(a, b)] = min(a, b) // the first item is the root
	}
	for i := range d.Tasks {
		if from, to := d.Of(i); from < to {
			join(c.First[i], c.Second[i])
		}
	}
	if r := c.Rankings; r != nil {
		for l := range r.Worker {
			for n := r.Start[l] + 1; n < r.Start[l+1]; n++ {
				join(r.Item[n-1], r.Item[n])
			}
		}
	}
	group = make([]int32, c.Items)
	for a := range group {
		if r := find(int32(a)); r == int32(a) {
			group[a] = int32(groups)
			groups++
		} else {
			group[a] = group[r]
		}
	}
	return group, groups
}

// Ranking is what comparisons say of the items. Slices are by item unless they say otherwise.
type Ranking struct {
	Score []float64 // log strength, of mean zero in each group, unless the method says otherwise
	SE    []float64 // standard errors, against the mean of the group, from the information of the votes; NaN: not known
	// RobustSE are standard errors that allow the votes of one worker to hang together, larger where there are few workers; nil if nobody
	// knows whose they are.
	RobustSE   []float64
	Covariance []float64 // Items×Items, of the scores, whose diagonal is SE²; nil if there are more than 1,000 items
	Group      []int32   // of items that comparisons connect (Dataset.Meeting)
	Low, High  []int32   // the narrowest ranks in its group, from 1, between which each item is with probability 95 % or more; nil without SE

	Side, SideSE float64   // what the left side adds to a score; NaN: not estimated
	Tie          float64   // the tie parameter of the method: log θ of Rao–Kupper, log ν of Davidson; NaN: it has none
	Skill        []float64 // by worker: how strongly answers follow the scores; nil: all alike
	SkillSE      []float64 // standard errors of these, the scores being known; nil: not known

	Style     []Coefficient // what features add, those of items before those of votes; nil: the method learns from none
	WithStyle []float64     // scores and what the items' own features add; nil: there are none
}

// Errors returns the standard errors that intervals go by: RobustSE where they are known, else SE. Where workers have tastes of their own,
// intervals by SE hold too seldom (lab/comparison).
func (r *Ranking) Errors() []float64 {
	if r.RobustSE != nil {
		return r.RobustSE
	}
	return r.SE
}

// Intervals are between what scores, and ranks in their groups, from 1, items are with probability 95 %.
type Intervals struct {
	Low, High         []float64
	RankLow, RankHigh []int32
}

// Coefficient is how much an item leads by for each standard deviation that it has more of a feature.
type Coefficient struct {
	Name         string
	Value        float64
	SE, RobustSE float64 // as those of scores; NaN: not known
	Unit         float64 // that standard deviation, in the feature's own unit
}
