package analysis_test

import (
	"math"
	"slices"
	"testing"

	"concord/core/api"
	"concord/core/cache"
)

// only returns the tasks that a choice takes, the least certain first, and how many of their labels are probably wrong.
func (v *visit) only(o api.Only) (names []string, p *api.Page) {
	v.t.Helper()
	p = v.rows1(api.Rows{Table: "tasks", Sort: "probability", Only: o, Count: 200})
	for _, cells := range p.Cells {
		names = append(names, cells[0])
	}
	return names, p
}

// The list of the first so many holds as many expected mistakes as the curve promises, and a verdict takes a label off it.
func TestTheListHoldsWhatTheCurvePromises(t *testing.T) {
	v := newVisit(t)
	v.sample("labels", "breeds")
	f := v.fit("consensus")
	if f.Look == nil || f.Look.Labels != f.Expected.Unknown {
		t.Fatalf("got %+v", f.Look)
	}
	if want := (1 - f.Expected.Value) * float64(f.Expected.Labelled); math.Abs(f.Look.Wrong-want) > .5 {
		t.Errorf("%g mistakes are expected by the curve, %g by the estimate", f.Look.Wrong, want)
	}
	var at []int
	for _, n := range []int{1, 20, 50, f.Look.Labels} {
		names, p := v.only(api.Only{What: api.OnlyUncertain, First: n})
		if p.Matching != n || len(names) != min(n, 200) || p.Wrong == nil || math.Abs(*p.Wrong-f.Look.Find(n)) > .03*f.Look.Find(n)+.3 {
			t.Errorf("the first %d: %d match, %v of them wrong; the curve promises %g", n, p.Matching, *p.Wrong, f.Look.Find(n))
		}
		at = p.Index
	}
	v.amend1(api.Amend{Review: []api.Reviewed{{Task: at[0], Label: "husky"}}})
	_, p := v.only(api.Only{What: api.OnlyUncertain, First: 20})
	if look := v.result.Look; look.Labels != f.Look.Labels-1 || slices.Contains(p.Index, at[0]) {
		t.Errorf("a label that was judged is still to be looked at: %+v", look)
	}
}

// The list is narrowed by what the labels say, whether or not anything shows how right they are.
func TestTheListIsNarrowed(t *testing.T) {
	const file = "task,worker,label\ntied,x,a\ntied,y,b\nmost,x,a\nmost,y,a\nmost,z,b\nthird,x,c\nthird,y,a\nthird,z,c\nall,x,b\nall,y,b\n"
	v := newVisit(t)
	v.open("labels", file)
	if f := v.fit("majority"); f.Look != nil || f.Expected.Known() {
		t.Errorf("nothing shows how right so few labels are, but %+v is promised", f.Look)
	}
	v.open("truth", "task,truth\nmost,b\nall,b\n")
	for name, c := range map[string]struct {
		only api.Only
		want []string
	}{
		"all":            {api.Only{}, []string{"all", "most", "third", "tied"}},
		"least certain":  {api.Only{What: api.OnlyUncertain, First: 2}, nil},
		"ties":           {api.Only{What: api.OnlyTies}, []string{"tied"}},
		"not unanimous":  {api.Only{What: api.OnlySplit}, []string{"third", "tied"}}, // the truth of the other is known
		"half the pairs": {api.Only{What: api.OnlyBelow, Below: .5}, []string{"third", "tied"}},
		"a third":        {api.Only{What: api.OnlyBelow, Below: .3}, []string{"tied"}},
		"a pair":         {api.Only{What: api.OnlyPair, Class: "c", Other: "a"}, []string{"third"}},
		"the pair again": {api.Only{What: api.OnlyPair, Class: "a", Other: "c"}, []string{"third"}},
		"a worker":       {api.Only{What: api.OnlyWorker, Worker: 1}, []string{"third"}},
		"wrong":          {api.Only{What: api.OnlyWrong}, []string{"most"}},
	} {
		got, p := v.only(c.only)
		if slices.Sort(got); name == "a worker" {
			got = slices.DeleteFunc(got, func(task string) bool { return task == "tied" }) // by chance
		}
		if !slices.Equal(got, c.want) || p.Wrong != nil {
			t.Errorf("%s: got %q (%v wrong), want %q", name, got, p.Wrong, c.want)
		}
	}
	for _, o := range []api.Only{{What: "odd"}, {What: api.OnlyPair, Class: "a", Other: "a"}, {What: api.OnlyPair, Class: "a"},
		{What: api.OnlyWorker, Worker: 3}, {What: api.OnlyWorker, Worker: -1}} {
		table := must(v.result.Table(v.job(), "tasks"))
		if page, err := table.Page(v.job(), new(cache.Cache).Of(v.result), &api.Rows{Only: o}); err == nil {
			t.Errorf("%+v: got %+v, want it refused", o, page)
		}
	}
}
