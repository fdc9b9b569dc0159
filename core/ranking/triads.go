package ranking

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"concord/core/crowd"
	"concord/core/yield"
)

// Triads are three items each, of every two of which a majority of votes prefers one.
type Triads struct {
	Items    int // that were looked at: all that a majority decides about, or those of them that met most others
	Of       int // all of these
	Decided  int // triads of which all three majorities are there
	Circular int // of them, where the first beats the second, the second the third and the third the first
	// Consistency is 1 − 4 Circular/Decided: 1 without circles, about 0 if coins are tossed, −3 if there are only circles. NaN without
	// decided triads. Where each item met each, ζ of Kendall and Babington Smith (1940) divides by the most circles that n items can
	// have, which are (n + 1)/(n − 2) times as many for odd n.
	Consistency float64
	Strongest   []Triad // circles, those first whose weakest majority is the strongest
}

// Triad is a circle: each item beats the next, and the last the first.
type Triad struct {
	Items        [3]int32
	Wins, Losses [3]int  // of each item against the next
	Margin       float64 // of its weakest majority: (wins − losses)/√(wins + losses)
}

// mostItems bounds the items whose triads are counted: time is at worst their third power over 128, and memory their square over 4.
const mostItems = 4096

// FindTriads counts circular triads of majorities, and lists the strongest, at most so many. pause is called from time to time (nil:
// never); its error is returned.
func FindTriads(d *crowd.Dataset, most int, pause func() error) (*Triads, error) {
	work := yield.New(pause)
	var all []majority
	for i := range d.Tasks {
		from, to := d.Of(i)
		if !work.Continue(1 + to - from) {
			return nil, work.Err()
		}
		var n [3]int32
		for _, class := range d.Class[from:to] {
			n[class]++
		}
		all = decide(all, d.Comparisons.First[i], d.Comparisons.Second[i], n)
	}
	t := newTournament(d.Comparisons.Items)
	out := t.count(all, most, work)
	return &out, work.Err()
}

// majority is what more votes say of two items than say the opposite.
type majority struct {
	winner, loser int32
	wins, losses  int32
	margin        float64
}

// decide adds the majority of votes about items a and b, by class, if there is one.
func decide(all []majority, a, b int32, n [3]int32) []majority {
	wins, losses := n[crowd.FirstWins], n[crowd.SecondWins]
	if wins < losses {
		a, b, wins, losses = b, a, losses, wins
	}
	if wins == losses {
		return all
	}
	return append(all, majority{a, b, wins, losses, float64(wins-losses) / math.Sqrt(float64(wins+losses))})
}

// tournament counts triads. It is scratch for one count after the other.
type tournament struct {
	met         []int32  // by item: how many others; once they are placed −1 − the place
	items       []int32  // those that met others, the most first
	words       int      // of a set
	beats, lost []uint64 // by place: the set of those that it beats, and of those that beat it
}

func newTournament(items int) *tournament { return &tournament{met: make([]int32, items)} }

// place numbers the items of majorities, those first that met most others.
func (t *tournament) place(all []majority) (of int) {
	t.items = t.items[:0]
	for _, m := range all {
		for _, item := range [...]int32{m.winner, m.loser} {
			if t.met[item] == 0 {
				t.items = append(t.items, item)
			}
			t.met[item]++
		}
	}
	of = len(t.items)
	if of > mostItems {
		slices.SortFunc(t.items, func(a, b int32) int { return cmp.Or(cmp.Compare(t.met[b], t.met[a]), cmp.Compare(a, b)) })
	}
	for at, item := range t.items {
		t.met[item] = -1 - int32(at)
	}
	t.words = (min(of, mostItems) + 63) / 64
	size := t.words * 64 * t.words
	t.beats, t.lost = slices.Grow(t.beats[:0], size)[:size], slices.Grow(t.lost[:0], size)[:size]
	clear(t.beats)
	clear(t.lost)
	return of
}

// count counts the triads of majorities, which it sorts. Majorities come the largest first: so each triad is counted, and each circle
// listed, when its weakest majority comes.
func (t *tournament) count(all []majority, most int, work *yield.Work) Triads {
	slices.SortFunc(all, func(a, b majority) int {
		work.Continue(1)
		switch { // cmp.Or would compare all three of them
		case a.margin != b.margin:
			return cmp.Compare(b.margin, a.margin)
		case a.winner != b.winner:
			return cmp.Compare(a.winner, b.winner)
		}
		return cmp.Compare(a.loser, b.loser)
	})
	out := Triads{Of: t.place(all), Consistency: math.NaN()}
	out.Items = min(out.Of, mostItems)
	for _, m := range all {
		a, b := int(-1-t.met[m.winner]), int(-1-t.met[m.loser])
		if a >= mostItems || b >= mostItems {
			continue
		}
		if !work.Continue(1 + t.words/4) {
			break
		}
		won, lost := t.beats[a*t.words:][:t.words], t.lost[a*t.words:][:t.words]
		others, over := t.beats[b*t.words:][:t.words], t.lost[b*t.words:][:t.words]
		for n, beaten := range others {
			circles := beaten & lost[n] // b beats them, and they beat a
			out.Decided += bits.OnesCount64((won[n] | lost[n]) & (beaten | over[n]))
			out.Circular += bits.OnesCount64(circles)
			for ; circles != 0 && len(out.Strongest) < most; circles &= circles - 1 {
				third := t.items[64*n+bits.TrailingZeros64(circles)]
				out.Strongest = append(out.Strongest, Triad{Items: [3]int32{m.winner, m.loser, third}, Margin: m.margin})
			}
		}
		won[b/64] |= 1 << (b % 64)
		t.lost[b*t.words+a/64] |= 1 << (a % 64)
	}
	for _, item := range t.items {
		t.met[item] = 0
	}
	if out.Decided > 0 {
		out.Consistency = 1 - 4*float64(out.Circular)/float64(out.Decided)
	}
	out.votes(all)
	return out
}

// votes fills in the votes of circles.
func (t *Triads) votes(all []majority) {
	of := map[[2]int32]*majority{}
	for _, x := range t.Strongest {
		for n, item := range x.Items {
			of[[2]int32{item, x.Items[(n+1)%3]}] = nil
		}
	}
	for n, m := range all {
		at := [2]int32{m.winner, m.loser}
		if _, asked := of[at]; asked {
			of[at] = &all[n]
		}
	}
	for c := range t.Strongest {
		x := &t.Strongest[c]
		for n, item := range x.Items {
			m := of[[2]int32{item, x.Items[(n+1)%3]}]
			x.Wins[n], x.Losses[n] = int(m.wins), int(m.losses)
		}
	}
}
