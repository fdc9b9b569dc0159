package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/crowd"
)

// looks are how many of the least certain labels are looked at; 0: a tenth of them.
var looks = []int{20, 50, 100, 0}

// writeLook says how many mistakes are found where the page says to look, and how many it promises.
func writeLook(w io.Writer, sets []*set) error {
	fmt.Fprint(w, "\n## Look where it pays\n\nThe labels of the default, the least certain first: how many mistakes the page promises among "+
		"the first 20, 50, 100 or a tenth of them, how many there are, and how many a look at as many labels drawn at random would find. "+
		"Tasks of known truth alone.\n\n"+
		"| set | tasks | mistakes | expected |")
	for _, n := range looks {
		fmt.Fprintf(w, " %s: promised | found | at random |", lookName(n))
	}
	fmt.Fprintln(w, "\n|---|---|---|---|"+repeat("---|---|---|", len(looks)))
	sums := make([][3]float64, len(looks))
	var mistakes, expected float64
	for _, s := range sets {
		all, err := s.shown()
		if err != nil {
			return err
		}
		var doubts api.Doubts
		wrong, promised := 0.0, 0.0
		for _, a := range all {
			doubts.Add(1 - a.p)
			promised += 1 - a.p
			if !a.right {
				wrong++
			}
		}
		look := doubts.Look(promised)
		mistakes, expected = mistakes+wrong, expected+look.Wrong
		fmt.Fprintf(w, "| %s | %d | %.0f | %.0f |", s.name, len(all), wrong, look.Wrong)
		for c, n := range looks {
			if n == 0 {
				n = (len(all) + 9) / 10
			}
			n = min(n, len(all))
			found := 0.0
			for _, a := range all[:n] {
				if !a.right {
					found++
				}
			}
			promise, random := look.Find(n), wrong*float64(n)/float64(len(all))
			for f, x := range []float64{promise, found, random} {
				sums[c][f] += x
			}
			fmt.Fprintf(w, " %.1f | %.0f | %.1f |", promise, found, random)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "| **sum** | | %.0f | %.0f |", mistakes, expected)
	for _, x := range sums {
		fmt.Fprintf(w, " **%.0f** | **%.0f** | %.0f |", x[0], x[1], x[2])
	}
	fmt.Fprint(w, "\n\nPromised over found, in the sum:")
	for c, x := range sums {
		fmt.Fprintf(w, " %s %.2f%s", lookName(looks[c]), x[0]/x[1], ending(c, sums))
	}
	return nil
}

func lookName(n int) string {
	if n == 0 {
		return "a tenth"
	}
	return fmt.Sprint(n)
}

// ending ends the item in place n of a list in a sentence.
func ending[T any](n int, of []T) string {
	if n == len(of)-1 {
		return ".\n"
	}
	return ","
}

func repeat(text string, n int) (out string) {
	for range n {
		out += text
	}
	return out
}

// shown returns the answers of the default to the tasks of known truth with the probabilities that the page shows: those of the whole
// file, whose mean is what the labels can bear. The least certain come first; of equal ones the order is that of the file.
func (s *set) shown() (out answers, err error) {
	l, q := &s.data.Labels, s.consensus()
	row := s.rows(q)
	e, err := calibrate.Observe(s.data, nil, nil)
	if err != nil {
		return nil, err
	}
	c := calibrate.New(calibrate.Pool, nil, e)
	x := make([]float64, l.Classes)
	best := func(i int) (int32, bool) {
		k, _ := crowd.Best(row(i), i, seed)
		return int32(k), true
	}
	sum, n := 0.0, 0
	for i := range l.Tasks {
		if from, to := l.Of(i); from < to {
			c.Base(l, i, row(i), x)
			k, _ := best(i)
			sum += x[k]
			n++
		}
	}
	c.Aim(l, row, best, e.Of(calibrate.Pool, n, sum/float64(n), 0).Value)
	for i, z := range s.truth {
		if from, to := l.Of(i); z == crowd.Unknown || from == to {
			continue
		}
		c.Row(l, i, row(i), x)
		k, _ := best(i)
		out = append(out, answer{x[k], k == z})
	}
	slices.SortStableFunc(out, func(a, b answer) int { return cmp.Compare(a.p, b.p) })
	return out, nil
}
