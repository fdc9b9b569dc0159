package labels

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/parse"
	"concord/internal/humanize"
)

// comparing is how a labelReader reads comparisons. A column that there is none of is -1.
type comparing struct {
	items       []int // columns: two items, or more of which one was chosen, or one that is ranked
	best, worst int
	rankings    []int    // a column of whole rankings, or one for each place
	list        int      // the column that tells rankings of a worker apart
	counts      []int    // columns of how often a row counts
	ranks       []int    // columns of ranks …
	matrix      []int    // … and of how often the item of the row was preferred to the one that heads the column
	headings    [][]byte // the items that head these
	read        *layout.Preferences
	wins        *layout.Wins // how often each of two items was preferred; nil: a label says it
	style       []layout.StyleFeature
	row         []float64 // the features of the current row
}

// comparisons are those of a file, whose items are the tasks of the Collector.
type comparisons struct {
	votes   []crowd.Vote
	style   *crowd.Features // of each vote, the left item's less the right one's; nil: there are none
	sides   bool            // every vote is on two items that stood side by side
	lists   []*ranked
	last    bool // the last of a ranking is the best
	byKey   map[string]*ranked
	key     []byte
	own     int // votes on an item against itself
	twice   int // items that a ranking has again
	alone   int // rankings of one item
	neither int // rows that were handed in without a choice
	mute    int // rows whose worker could not, or did not, decide
}

func comparingOf(g *layout.Layout) *comparing {
	if !g.Compares() {
		return nil
	}
	c := &comparing{
		items: g.Items(), best: g.Column(layout.Best), worst: g.Column(layout.Worst), rankings: g.ColumnsOf(layout.Ranking),
		list: g.Column(layout.Task), counts: g.ColumnsOf(layout.Count), ranks: g.ColumnsOf(layout.Rank), matrix: g.WinColumns(),
		read: g.Preferences(), wins: g.Wins(), style: g.StyleFeatures(),
	}
	for _, name := range g.ItemNames(slices.Concat(c.ranks, c.matrix)) {
		c.headings = append(c.headings, parse.Tidy([]byte(name)))
	}
	return c
}

// compared takes in the current row of a file of comparisons.
func (l *labelReader) compared() error {
	c, p := l.comparing, l.to
	if c.matrix != nil {
		return l.wins()
	}
	worker := l.everyone
	if worker == nil {
		if worker = l.Cell(l.worker); l.nameless.Has(worker) {
			l.Note(l.Wrong(l.worker, "an answer without a worker", "Fill it in, or leave the row out"))
			p.unnamed++
			p.skipped++
			return nil
		}
	}
	if l.id >= 0 && l.cameBefore(bytes.Join(l.cells(c.items), []byte{0}), worker) {
		p.again++
		return nil
	}
	if !l.describe() {
		return nil
	}
	switch {
	case len(c.rankings) > 0:
		return l.ordered(worker)
	case len(c.ranks) > 0:
		return l.placed(worker)
	case c.best >= 0 || c.worst >= 0:
		return l.chosen(worker)
	}
	return l.preferred(worker)
}

func (l *labelReader) cells(columns []int) [][]byte {
	cells := make([][]byte, len(columns))
	for n, c := range columns {
		cells[n] = l.Cell(c)
	}
	return cells
}

// preferred takes in a row with two items, and which of them is better.
func (l *labelReader) preferred(worker []byte) error {
	c, p := l.comparing, l.to
	var left, right, said []byte
	if c.wins != nil {
		left, right = l.Cell(c.items[0]), l.Cell(c.items[1])
	} else {
		left, right, said = l.Cells3(c.items[0], c.items[1], l.label)
	}
	neither := c.wins == nil && len(said) == 0 && l.submitted()
	if c.wins == nil && !neither && l.lacks(said) {
		l.lapse(worker, said)
		p.skipped++
		return nil
	}
	if l.headerAgain(said) {
		return nil
	}
	for n, item := range [...][]byte{left, right} {
		if l.nameless.Has(item) {
			l.Reject(l.Wrong(c.items[n], "a comparison of one item", "Fill the other in, or skip the row"))
			return nil
		}
	}
	if c.wins != nil {
		return l.won(worker, left, right)
	}
	prefer, ok := c.read.Of(said, left, right)
	if neither {
		prefer, ok = parse.PreferNeither, true
		p.compared.neither++
	}
	switch {
	case !ok && bytes.Equal(left, right): // left out, whatever the answer
		return l.votes(worker, left, right, crowd.Neither, 1)
	case !ok:
		what := "neither of the two items, their sides or a tie"
		if l.Layout.Middle == nil && !l.Layout.Sides {
			what = "neither of the two items nor a tie"
		}
		l.Reject(l.Wrong(l.label, what, fmt.Sprintf("Write “%s”, “%s” or “tie”, or skip the row", api.Printable(string(left)),
			api.Printable(string(right)))))
		return nil
	case prefer == parse.PreferUnknown:
		l.lapse(worker, said)
		p.compared.mute++
		p.skipped++
		return nil
	}
	times := 1
	if len(c.counts) > 0 {
		if times, ok = l.count(c.counts[0]); !ok {
			return nil
		}
	}
	return l.votes(worker, left, right, answers[prefer], times)
}

var answers = [...]crowd.Answer{parse.PreferLeft: crowd.Left, parse.PreferRight: crowd.Right, parse.PreferNeither: crowd.Neither}

// count returns the number in a column of counts; an empty cell is none. It returns false for a row that is bad.
func (l *labelReader) count(column int) (n int, ok bool) {
	if column < 0 || l.missing.Has(l.Cell(column)) {
		return 0, true
	}
	if n, ok = parse.Count(l.Cell(column)); !ok {
		l.Reject(l.Wrong(column, "not a count: a whole number of votes is expected", "Correct it, or skip the row"))
	}
	return n, ok
}

// won takes in a row that counts how often each of two items was preferred.
func (l *labelReader) won(worker, left, right []byte) error {
	w := l.comparing.wins
	var times [3]int
	for n, column := range [...]int{w.Left, w.Right, w.Ties} {
		var ok bool
		if times[n], ok = l.count(column); !ok {
			return nil
		}
	}
	if w.Total >= 0 {
		all, ok := l.count(w.Total)
		if !ok {
			return nil
		}
		rest := parse.PreferNeither // what is neither won nor lost
		if w.Right < 0 {
			rest = parse.PreferRight
		}
		if times[rest] += all - times[0] - times[1] - times[2]; times[rest] < 0 {
			l.Reject(l.Wrong(w.Total, "fewer votes in all than for the two items", "Correct one of the numbers, or skip the row"))
			return nil
		}
	}
	if times == [3]int{} {
		l.to.skipped++
		return nil
	}
	for prefer, n := range times {
		if err := l.votes(worker, left, right, answers[prefer], n); err != nil {
			return err
		}
	}
	return nil
}

// votes adds some equal votes.
func (l *labelReader) votes(worker, left, right []byte, answer crowd.Answer, times int) error {
	p := l.to
	if p.check {
		return nil
	}
	if most := cmp.Or(l.Options.Counted, mostCounted); times > 1 && times > most-len(p.compared.votes) {
		return &api.Problem{
			File: l.File, Line: l.Line(), What: fmt.Sprintf("with this row the counts add up to more than %s votes, which is more than can be held",
				humanize.Number(most)), Do: "Check that these columns hold counts; if they do, divide all of them by the same number",
		}
	}
	if len(p.compared.votes) > math.MaxInt32-max(times, 1) {
		return tooManyLabels(l.File)
	}
	v := crowd.Vote{Worker: p.workers.add(worker), Left: p.tasks.add(left), Right: p.tasks.add(right), Answer: answer}
	if v.Left == v.Right {
		p.compared.own += times
		p.skipped++
		return nil
	}
	for range times {
		p.compared.add(v, l.comparing.row)
	}
	return p.tooManyNames(l.File)
}

// renumber replaces the numbers of items, or of workers, by those that they are to have.
func (c *comparisons) renumber(role layout.Role, to []int32) {
	for n := range c.votes {
		v := &c.votes[n]
		if role == layout.Worker {
			v.Worker = to[v.Worker]
		} else {
			v.Left, v.Right = to[v.Left], to[v.Right]
		}
	}
	for _, list := range c.lists {
		if role == layout.Worker {
			list.worker = to[list.worker]
			continue
		}
		for n := range list.of {
			list.of[n].item = to[list.of[n].item]
		}
	}
}

// addOwnVote adds a vote of the user's own, unless it is on items that are not there.
func (p *Collector) addOwnVote(own api.Own) {
	left, right, ok := twoOf(p.tasks, own.Task)
	if !ok {
		return
	}
	v := crowd.Vote{Worker: p.workers.add([]byte(own.Worker)), Left: left, Right: right, Answer: crowd.Neither}
	switch own.Label {
	case p.tasks.At(int(left)):
		v.Answer = crowd.Left
	case p.tasks.At(int(right)):
		v.Answer = crowd.Right
	}
	p.compared.add(v, nil)
}

// size returns how many votes there are, those included that rankings will be cut into.
func (c *comparisons) size() int {
	n := len(c.votes)
	for _, one := range c.lists {
		n += len(one.of) * (len(one.of) - 1) / 2
	}
	return n
}

// once leaves one vote of each worker on each pair, in the place of the first, and returns how many repeat another.
func (c *comparisons) once(which string) (repeats int) {
	first := make(map[[3]int32]int, len(c.votes))
	again := map[int][]int{} // all votes where there are several, by the place of the first
	var kept []int
	for n, v := range c.votes {
		of := [3]int32{v.Worker, min(v.Left, v.Right), max(v.Left, v.Right)}
		at, known := first[of]
		if !known {
			first[of] = len(kept)
			kept = append(kept, n)
			continue
		}
		repeats++
		switch which {
		case api.AgainLast:
			kept[at] = n
		case api.AgainMajority:
			if again[at] == nil {
				again[at] = []int{kept[at]}
			}
			again[at] = append(again[at], n)
		}
	}
	for at, votes := range again {
		kept[at] = c.commonest(votes)
	}
	c.keep(kept)
	return repeats
}

// commonest returns the first of the votes on a pair that say what most of them say.
func (c *comparisons) commonest(votes []int) int {
	said := func(n int) int32 {
		switch v := c.votes[n]; v.Answer {
		case crowd.Left:
			return v.Left
		case crowd.Right:
			return v.Right
		}
		return -1
	}
	times, most := map[int32]int{}, 0
	for _, n := range votes {
		times[said(n)]++
		most = max(most, times[said(n)])
	}
	return votes[slices.IndexFunc(votes, func(n int) bool { return times[said(n)] == most })]
}

// comparisons makes s the pairs of items that were compared.
func (p *Collector) comparisons(s *Set) error {
	rankings, err := p.cut()
	c := &p.compared
	if err != nil {
		return err
	}
	if which := p.choices.Again; which != api.AgainAll && !p.anonymous {
		if s.Repeats = c.once(which); s.Repeats > 0 {
			rankings = nil
		}
	}
	s.Items = p.tasks
	s.known(p.choices.Merge)
	s.Data = crowd.Compare(p.tasks.Len(), p.workers.Len(), c.votes, c.sides)
	if c.style != nil {
		s.Data.Comparisons.Style = &crowd.Style{Votes: crowd.FirstLessSecond(c.votes, c.style)}
	}
	if s.Data.Len() == 0 {
		return &api.Problem{File: p.file, Column: p.column, Do: "Choose the columns of the items and of the label",
			What: fmt.Sprintf("not one of the %s compares two items", humanize.Count(p.read, "row"))}
	}
	s.Data.Anonymous = p.anonymous
	s.Data.Comparisons.Rankings = rankings
	s.Tasks = &pairs{items: s.Items, of: s.Data.Comparisons}
	classes := &names{}
	for _, class := range []string{"first", "second", "tie"}[:s.Data.Classes] {
		classes.add([]byte(class))
	}
	s.Classes = classes
	return nil
}

// oddVotes says what is odd about comparisons.
func (p *Collector) oddVotes(s *Set) (all []api.Problem) {
	add := func(what, do string) { all = append(all, api.Problem{File: p.file, What: what, Do: do}) }
	if n := p.compared.own; n > 0 {
		add(fmt.Sprintf("%s of an item with itself, and left out", humanize.Are(n, "comparison")), "")
	}
	if n := p.compared.mute; n > 0 {
		add(fmt.Sprintf("%s undecided, and left out", humanize.Are(n, "comparison")), "")
	}
	if s.Repeats > 0 {
		add(fmt.Sprintf("%s by a voter who had compared the two before", humanize.Are(s.Repeats, "vote")), whichCount(p.choices.Again, false))
	}
	if !slices.ContainsFunc(s.Data.Class, func(class uint16) bool { return class != crowd.Tied }) {
		add("every comparison is a tie: there is nothing to rank", "Check the label column")
	}
	return append(all, p.oddRankings()...)
}

// pairs names pairs of items.
type pairs struct {
	items Names
	of    *crowd.Comparisons
	once  sync.Once
	place map[[2]int32]int
}

func (p *pairs) Len() int { return len(p.of.First) }

func (p *pairs) At(i int) string { return string(p.Append(nil, i)) }

func (p *pairs) Append(to []byte, i int) []byte {
	return p.items.Append(append(p.items.Append(to, int(p.of.First[i])), layout.Versus...), int(p.of.Second[i]))
}

// Find finds a pair by the names of its items, in either order.
func (p *pairs) Find(name string) (i int, ok bool) {
	p.once.Do(func() {
		p.place = make(map[[2]int32]int, p.Len())
		for i, a := range p.of.First {
			p.place[[2]int32{a, p.of.Second[i]}] = i
		}
	})
	a, b, ok := twoOf(p.items, name)
	if ok {
		i, ok = p.place[[2]int32{min(a, b), max(a, b)}]
	}
	return i, ok
}

// twoOf finds the two items in the name of a pair. Names of items may have its middle in them.
func twoOf(items Names, name string) (a, b int32, ok bool) {
	for at := 0; ; at++ {
		n := strings.Index(name[at:], layout.Versus)
		if n < 0 {
			return 0, 0, false
		}
		at += n
		left, known := items.Find(name[:at])
		right, both := items.Find(name[at+len(layout.Versus):])
		if known && both && left != right {
			return int32(left), int32(right), true
		}
	}
}
