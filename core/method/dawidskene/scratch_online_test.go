package dawidskene

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/internal/shared"
)

func spSubset(s *shared.Set, r int, seed uint64, shuffle bool) (*crowd.Dataset, []int32) {
	random := rand.New(rand.NewPCG(seed, 1))
	d := s.Data
	var keep []int
	for i := range d.Tasks {
		from, to := d.Of(i)
		if to-from >= 5 {
			keep = append(keep, i)
		}
	}
	if shuffle {
		random.Shuffle(len(keep), func(a, b int) { keep[a], keep[b] = keep[b], keep[a] })
	}
	var a, b, c, truth []int32
	for n, i := range keep {
		from, to := d.Of(i)
		for _, at := range random.Perm(to - from)[:r] {
			a, b, c = append(a, int32(n)), append(b, d.Worker[from+at]), append(c, int32(d.Class[from+at]))
		}
		truth = append(truth, s.Truth[i])
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(len(keep), d.Workers, 2, a, b, c)}, truth
}

func acc(l, truth []int32) float64 {
	n := 0
	for i := range l {
		if l[i] == truth[i] {
			n++
		}
	}
	return 100 * float64(n) / float64(len(l))
}

type counter struct {
	k     int
	class []float64
	label []float64
	total float64
}

func (c *counter) move(d *crowd.Dataset, i, y int, w float64) {
	from, to := d.Of(i)
	c.class[y] += w
	c.total += w
	for n := from; n < to; n++ {
		c.label[(int(d.Worker[n])*c.k+y)*c.k+int(d.Class[n])] += w
	}
}
func (c *counter) scores(d *crowd.Dataset, i int, row []float64, sm float64) {
	from, to := d.Of(i)
	for y := range row {
		row[y] = c.class[y] / c.total
		for n := from; n < to; n++ {
			at := (int(d.Worker[n])*c.k + y) * c.k
			s := 0.0
			for l := range c.k {
				s += c.label[at+l] + sm
			}
			if s > 0 {
				row[y] *= (c.label[at+int(d.Class[n])] + sm) / s
			} else {
				row[y] *= 1 / float64(c.k)
			}
		}
	}
}

func online(d *crowd.Dataset, initial float64, seed uint64, mode string, sm float64, final bool) []int32 {
	n0 := int(initial * float64(d.Tasks))
	c := &counter{k: 2, class: make([]float64, 2), label: make([]float64, d.Workers*4)}
	out := make([]int32, d.Tasks)
	if n0 > 0 {
		p := part(d, 0, n0)
		r, _ := fit.Run(p, &FDS{}, fit.Settings{Seed: seed})
		l, _ := r.Labels(2, seed)
		for i := range n0 {
			out[i] = l[i]
			c.move(d, i, int(l[i]), 1)
		}
	}
	row := make([]float64, 2)
	for i := n0; i < d.Tasks; i++ {
		crowd.Share(d, i, row)
		y, _ := crowd.Best(row, i, seed)
		if mode == "paper" {
			c.move(d, i, y, 1)
		}
		c.scores(d, i, row, sm)
		z, _ := crowd.Best(row, i, seed)
		if row[0]+row[1] == 0 {
			z = y
		}
		if mode == "paper" {
			c.move(d, i, y, -1)
		}
		c.move(d, i, z, 1)
		out[i] = int32(z)
	}
	if final {
		for i := range d.Tasks {
			c.scores(d, i, row, sm)
			if row[out[i]] < max(row[0], row[1]) {
				z, _ := crowd.Best(row, i, seed)
				out[i] = int32(z)
			}
		}
	}
	return out
}

func TestScratchOnline(t *testing.T) {
	s := shared.Load(t, "sp", "labels.csv")
	for _, shuffle := range []bool{true} {
		for r := 2; r <= 5; r++ {
			const seeds = 20
			var off, mv float64
			type key struct {
				init float64
				mode string
				sm   float64
			}
			on := map[key]float64{}
			keys := []key{}
			for _, init := range []float64{0, .05, .1, .2, .25, .5} {
				for _, mode := range []string{"paper", "paperfinal"} {
					for _, sm := range []float64{0} {
						keys = append(keys, key{init, mode, sm})
					}
				}
			}
			for seed := range uint64(seeds) {
				d, truth := spSubset(s, r, seed, shuffle)
				f, _ := fit.Run(d, &FDS{}, fit.Settings{Seed: seed})
				l, _ := f.Labels(2, seed)
				off += acc(l, truth) / seeds
				m := &crowd.Estimate{Posterior: crowd.Shares(d)}
				l, _ = m.Labels(2, seed)
				mv += acc(l, truth) / seeds
				for _, k := range keys {
					on[k] += acc(online(d, k.init, seed, "paper", k.sm, k.mode != "paper"), truth) / seeds
				}
			}
			fmt.Printf("r %d MV %.2f FDS %.2f\n", r, mv, off)
			for _, k := range keys {
				fmt.Printf("   %v: %.2f (%.2f)\n", k, on[k], on[k]-off)
			}
		}
	}
}
