package model

import (
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"testing"

	"concord/app/model/budget"
	"concord/app/model/files"
	"concord/core/api"
)

// FuzzAddress takes any fragment of an address, before labels are there, with them and with a result: nothing breaks, and the address
// that comes of it means what it says, also to who gets it.
func FuzzAddress(f *testing.F) {
	f.Add("method=ds&seed=7&set.smoothing=1&steps=100&tolerance=1e-6&view=workers&open=workers-3")
	f.Add("#view=none&open=tasks--1&auto=off&%zz")
	f.Add("open=about&view=workers&set.=&set.a=%00&stop=paper")
	f.Fuzz(func(t *testing.T, fragment string) {
		for _, before := range []func(*world){func(*world) {}, (*world).Open, func(w *world) { w.Open(); w.fit() }} {
			w, other := newWorld(t), newWorld(t)
			for _, w := range []*world{w, other} {
				w.do(Started{})
				before(w)
			}
			w.do(Address{fragment})
			first := w.fragment()
			w.do(Address{first})
			if again := w.fragment(); again != first {
				t.Errorf("%q makes %q, which makes %q", fragment, first, again)
			}
			other.do(Address{first})
			if again := other.fragment(); again != first {
				t.Errorf("%q makes %q, which makes %q of a page just opened", fragment, first, again)
			}
		}
	})
}

// FuzzTyped types any text where the page asks for a cost, a price, a number or the name of a crowd: what is taken is finite, and
// written down it reads the same.
func FuzzTyped(f *testing.F) {
	for _, text := range []string{"1", "2,5", "1e12", "-0", "0x1p4", "NaN", "50 %", api.DefaultSimulated().Name(), "a\r\n\"b", ""} {
		f.Add(text, uint8(0))
		f.Add(text, uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, cell uint8) {
		if x, why := files.Cost(text); why == "" {
			if again, why := files.Cost(strconv.FormatFloat(x, 'g', -1, 64)); !(x >= 0 && x <= 1e12) || again != x || why != "" {
				t.Errorf("cost %q: got %v, and of that %v, %s", text, x, again, why)
			}
		}
		if crowd, ok := api.ParseSimulated(text); ok && (crowd.Name() != text || crowd.Wrong() != "") {
			t.Errorf("crowd %q: got %+v, %s", text, crowd, crowd.Wrong())
		}
		plan := budget.Plan{Amounts: budget.Amounts{Budget: text, Share: text, Price: text, Mistake: text}}
		if p := plan.Prices(); !(p.Label >= 0 && p.Label < 1e12) || p.Label > 0 && plan.Wrong(budget.Price) != "" {
			t.Errorf("price %q: got %v, and that it is wrong: %q", text, p.Label, plan.Wrong(budget.Price))
		}
		if plan.Wrong(budget.Budget) == "" && plan.Wrong(budget.Share) == "" {
			if ask := plan.Request(); ask.Budget < 1 || math.IsNaN(ask.Share) || ask.Share < 0 || ask.Share > 1 {
				t.Errorf("%q: got %+v", text, ask)
			}
		}
		m := files.EvenCosts([]string{"a", text})
		m.Of[cell>>1&1][cell&1] = float64(cell)
		rows, err := csv.NewReader(bytes.NewReader(files.CostsFile(m).File.Handle.([]byte))).ReadAll()
		if err != nil || len(rows) != 5 {
			t.Fatalf("costs of %q: got %q, %v, want a header and four rows", text, rows, err)
		}
		w := newWorld(t)
		w.Open()
		w.Labels.Opened.Counts.ClassNames = []string{"no", "yes"}
		w.do(SetCost{int(cell >> 1 & 1), int(cell & 1), text}, SetOrdered{true}, MoveClass{int(cell & 7), int(cell >> 3 & 7)})
		if order := w.Order(); len(order) > 0 && !slices.Equal(slices.Sorted(slices.Values(order)), []string{"no", "yes"}) {
			t.Errorf("got the order %q", order)
		}
		w.do(SetAmount{budget.Budget, text}, SetAmount{budget.Share, text},
			SetAmount{budget.Price, text}, SetAmount{budget.Mistake, text}, SetSeed{text}, SetOption{api.RoleLabels, "missing", text})
	})
}
