package labels

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/parse"
	"concord/internal/humanize"
)

// Rankings are cut into comparisons of every two of their items, which grow with the square of these.
const (
	mostRanked = 1000       // items of a ranking
	mostCut    = 50_000_000 // comparisons that all rankings of a file decide
)

// ranked is a ranking that rows or cells make up.
type ranked struct {
	worker int32
	of     []place
}

// place is the rank of an item, 1 the best.
type place struct {
	item int32
	rank float64
}

// chosen takes in a row with the best of some items, the worst, or both.
func (l *labelReader) chosen(worker []byte) error {
	c, p := l.comparing, l.to
	p.compared.sides = false
	var among []string
	for _, item := range l.cells(c.items) {
		among = append(among, string(item))
	}
	choice := func(column int) (item []byte, ok bool) {
		if column < 0 || l.missing.Has(l.Cell(column)) {
			return nil, true
		}
		item = []byte(l.Layout.ChosenAmong(string(l.Cell(column)), among))
		if len(among) > 0 && !slices.Contains(among, string(item)) {
			l.Reject(l.Wrong(column, "none of the items of the row", "Name one of them, or skip the row"))
			return nil, false
		}
		return item, true
	}
	best, ok := choice(c.best)
	if !ok {
		return nil
	}
	worst, ok := choice(c.worst)
	switch {
	case !ok:
		return nil
	case best != nil && bytes.Equal(best, worst):
		l.Reject(l.Wrong(c.worst, "the best item is the worst, too", "Correct the row, or skip it"))
		return nil
	case best == nil && worst == nil, len(among) == 0 && (best == nil || worst == nil):
		p.skipped++
		return nil
	case len(among) == 0:
		return l.votes(worker, best, worst, crowd.Left, 1)
	}
	for _, name := range among {
		item := []byte(name)
		if l.nameless.Has(item) || bytes.Equal(item, best) {
			continue
		}
		if best != nil {
			if err := l.votes(worker, best, item, crowd.Left, 1); err != nil {
				return err
			}
		}
		if worst != nil && !bytes.Equal(item, worst) {
			if err := l.votes(worker, item, worst, crowd.Left, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// whole reports whether there are rankings, each of one worker.
func (c *comparing) whole() bool { return len(c.rankings)+len(c.ranks) > 0 }

// list begins a ranking. Where nobody knows whose it is, it is by a worker of its own.
func (l *labelReader) list(worker []byte) *ranked {
	p := l.to
	if l.everyone != nil && string(l.everyone) == nobody {
		worker = strconv.AppendInt(nil, int64(len(p.compared.lists)+1), 10)
	}
	r := &ranked{worker: p.workers.add(worker)}
	p.compared.lists = append(p.compared.lists, r)
	return r
}

// ordered takes in a row whose cell is a ranking, “A>B=C” or a list, best first; or which has a cell for each place.
func (l *labelReader) ordered(worker []byte) error {
	var cells []string
	given, items := false, 0
	for _, cell := range l.cells(l.comparing.rankings) {
		if l.missing.Has(cell) {
			cell = nil
		}
		given = given || cell != nil
		cells = append(cells, string(cell))
	}
	if !given {
		l.to.skipped++
		return nil
	}
	tiers := l.Layout.TiersOf(cells)
	for _, tier := range tiers {
		items += len(tier)
	}
	if items > mostRanked {
		l.Reject(l.Wrong(l.comparing.rankings[0], tooLong(items), "Keep the first of them, or skip the row"))
		return nil
	}
	if l.to.check {
		return nil
	}
	r := l.list(worker)
	for n, tier := range tiers {
		for _, item := range tier {
			if !l.nameless.Has([]byte(item)) {
				r.of = append(r.of, place{l.to.tasks.add([]byte(item)), float64(n + 1)})
			}
		}
	}
	return l.to.tooManyNames(l.File)
}

func tooLong(items int) string {
	return fmt.Sprintf("a ranking of %s, which is more than the %s whose every two can be compared", humanize.Count(items, "item"),
		humanize.Number(mostRanked))
}

// placed takes in a row that has the rank of one item, or one of each that heads a column.
func (l *labelReader) placed(worker []byte) error {
	c, p := l.comparing, l.to
	ranks := make([]place, 0, len(c.ranks))
	for n, column := range c.ranks {
		cell := l.Cell(column)
		if l.missing.Has(cell) {
			continue
		}
		x, ok := parse.Ordinal(cell)
		if !ok {
			l.Reject(l.Wrong(column, "no place of a ranking", "Write the place of the item, 1 the best, or skip the row"))
			return nil
		}
		ranks = append(ranks, place{int32(n), x})
	}
	if len(ranks) == 0 || len(c.items) > 0 && l.nameless.Has(l.Cell(c.items[0])) {
		p.skipped++
		return nil
	}
	if p.check {
		return nil
	}
	if len(c.items) == 0 {
		r := l.list(worker)
		for _, one := range ranks {
			r.of = append(r.of, place{p.tasks.add(c.headings[one.item]), one.rank})
		}
		return p.tooManyNames(l.File)
	}
	key := append(p.compared.key[:0], worker...)
	if c.list >= 0 {
		key = append(append(key, 0), l.Cell(c.list)...)
	}
	r := p.compared.byKey[string(key)]
	if p.compared.key = key; r == nil {
		if p.compared.byKey == nil {
			p.compared.byKey = map[string]*ranked{}
		}
		r = l.list(worker)
		p.compared.byKey[string(key)] = r
	}
	if len(r.of) == mostRanked {
		return &api.Problem{File: l.File, Line: l.Line(), What: tooLong(mostRanked + 1), Do: "Keep the first of them, or choose the column " +
			"that tells the rankings of a worker apart"}
	}
	r.of = append(r.of, place{p.tasks.add(l.Cell(c.items[0])), ranks[0].rank})
	return p.tooManyNames(l.File)
}

// wins takes in a row of a matrix: how often its item was preferred to the one that heads each column.
func (l *labelReader) wins() error {
	c, p := l.comparing, l.to
	p.compared.sides = false
	var item []byte
	if len(c.items) == 1 {
		item = l.Cell(c.items[0])
	} else if l.Read <= len(c.headings) {
		item = c.headings[l.Read-1]
	}
	if l.nameless.Has(item) {
		p.skipped++
		return nil
	}
	times := make([]int, len(c.matrix))
	for n, column := range c.matrix {
		cell := l.Cell(column)
		if l.missing.Has(cell) || bytes.Equal(item, c.headings[n]) {
			continue
		}
		var ok bool
		if times[n], ok = l.Layout.Won(string(cell)); !ok {
			l.Reject(l.Wrong(column, "no number of wins", "Write a whole number, or skip the row"))
			return nil
		}
	}
	winner := crowd.Left
	if p.choices.Reversed {
		winner = crowd.Right
	}
	for n := range times {
		if times[n] > 0 {
			if err := l.votes([]byte(nobody), item, c.headings[n], winner, times[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut adds the votes that rankings decide, and returns the rankings if all votes are of such and none has ties.
func (p *Collector) cut() (*crowd.Rankings, error) {
	c := &p.compared
	if len(c.lists) == 0 {
		return nil, nil
	}
	c.sides = false
	strict := len(c.votes) == 0
	r := &crowd.Rankings{Start: []int32{0}}
	in := make([]int, p.tasks.Len()) // the last ranking that an item was in, from 1
	votes := len(c.votes)
	for n, one := range c.lists {
		one.of = slices.DeleteFunc(one.of, func(a place) bool {
			again := in[a.item] == n+1
			if in[a.item] = n + 1; again {
				c.twice++
			}
			return again
		})
		votes += len(one.of) * (len(one.of) - 1) / 2
	}
	if votes > mostCut {
		return nil, &api.Problem{File: p.file, What: fmt.Sprintf("the rankings decide %s comparisons, and no more than %s can be read",
			humanize.Number(votes), humanize.Number(mostCut)), Do: "Open a part of the file, or keep the first items of each ranking"}
	}
	c.votes = slices.Grow(c.votes, votes-len(c.votes))
	for _, one := range c.lists {
		slices.SortStableFunc(one.of, func(a, b place) int {
			if c.last {
				a, b = b, a
			}
			return cmp.Compare(a.rank, b.rank)
		})
		if len(one.of) < 2 {
			c.alone++
			continue
		}
		for n, a := range one.of {
			r.Item = append(r.Item, a.item)
			for _, b := range one.of[n+1:] {
				answer := crowd.Left
				if a.rank == b.rank {
					answer, strict = crowd.Neither, false
				}
				c.votes = append(c.votes, crowd.Vote{Worker: one.worker, Left: a.item, Right: b.item, Answer: answer})
			}
		}
		r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, one.worker)
	}
	if !strict {
		return nil, nil
	}
	return r, nil
}

// oddRankings says what is odd about rankings, and about rows without a choice.
func (p *Collector) oddRankings() (all []api.Problem) {
	add := func(what, do string) { all = append(all, api.Problem{File: p.file, What: what, Do: do}) }
	if n := p.compared.twice; n > 0 {
		add(fmt.Sprintf("%s again in the same ranking, where the first place counts", humanize.Are(n, "item")),
			"If a worker has several rankings, say which column tells them apart: --roles task=COLUMN")
	}
	if n := p.compared.neither; n > 0 {
		add(fmt.Sprintf("%s submitted without a choice, and a tie", humanize.Are(n, "comparison")), "")
	}
	if n := p.compared.alone; n > 0 {
		add(fmt.Sprintf("%s of one item, which says nothing", humanize.Are(n, "ranking")), "")
	}
	return all
}
