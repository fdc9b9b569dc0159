package simulate

import (
	"bufio"
	"cmp"
	"math"
	"math/rand/v2"

	"concord/core/crowd"
)

// Comparisons is a crowd that says which of two items is better. The items have normal scores s. Of each vote the worker and the two items
// are drawn, all equally likely. Worker j sees the item on the left lead by
//
//	x = g_j (s_left − s_right) + k_j
//
// and prefers it, the other one or neither as e^{x/2} : e^{−x/2} : ν e^{h_j} (Davidson 1970), with log g, k and h normal.
// The last workers are spammers: every other of them prefers what is on the left, the rest say anything.
type Comparisons struct {
	Items, Workers, Votes int
	Spread                float64 // standard deviation of s; 0: 1
	Skill                 float64 // standard deviation of log g
	Left, Side            float64 // mean and standard deviation of k
	Ties, Tying           float64 // ν and the standard deviation of h; ν 0: nobody ties
	Spammers              int
}

// Draw simulates. Scores are of mean zero, in units in which the mean skill of honest workers is 1.
func (c Comparisons) Draw(seed uint64) *World {
	by := c.begin(seed)
	votes := make([]crowd.Vote, c.Votes)
	for n := range votes {
		votes[n] = by.next()
	}
	return &World{Data: crowd.Compare(c.Items, c.Workers, votes, true), Score: by.score, Ability: by.skill}
}

// comparing is a crowd whose votes are drawn one after the other.
type comparing struct {
	Comparisons
	random         *rand.Rand
	score          []float64
	skill, left, h []float64 // by worker
}

func (c Comparisons) begin(seed uint64) *comparing {
	d := &comparing{Comparisons: c, random: source(seed), score: make([]float64, c.Items)}
	normal := func(n int, deviation float64) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = deviation * d.random.NormFloat64()
		}
		return x
	}
	d.score, d.skill = normal(c.Items, cmp.Or(c.Spread, 1)), normal(c.Workers, c.Skill)
	d.left, d.h = normal(c.Workers, c.Side), normal(c.Workers, c.Tying)
	mean, skill := 0.0, 0.0
	for _, s := range d.score {
		mean += s / float64(c.Items)
	}
	for j, log := range d.skill {
		d.skill[j] = math.Exp(log)
		d.left[j] += c.Left
		if honest := c.Workers - c.Spammers; j < honest {
			skill += d.skill[j] / float64(honest)
		}
	}
	for j := range d.skill {
		d.skill[j] /= cmp.Or(skill, 1)
	}
	for i := range d.score {
		d.score[i] = (d.score[i] - mean) * cmp.Or(skill, 1)
	}
	return d
}

// next draws a vote.
func (d *comparing) next() crowd.Vote {
	w, a := d.random.IntN(d.Workers), d.random.IntN(d.Items)
	b := (a + 1 + d.random.IntN(d.Items-1)) % d.Items
	v := crowd.Vote{Worker: int32(w), Left: int32(a), Right: int32(b), Answer: crowd.Left}
	x := d.skill[w]*(d.score[a]-d.score[b]) + d.left[w]
	if spammer := w - (d.Workers - d.Spammers); spammer >= 0 {
		if x = 0; spammer%2 == 0 {
			return v
		}
	}
	left, right, tie := math.Exp(x/2), math.Exp(-x/2), d.Ties*math.Exp(d.h[w])
	switch u := d.random.Float64() * (left + right + tie); {
	case u < left:
	case u < left+right:
		v.Answer = crowd.Right
	default:
		v.Answer = crowd.Neither
	}
	return v
}

// Sample returns the crowd as a sample: worker, left, right and the label, which is one of the two items or a tie. Its truth is the scores.
// Items without names are numbered.
func (c Comparisons) Sample(name string, seed uint64, items ...string) Sample {
	return Sample{Name: name, columns: []string{"worker", "left", "right", "label"}, truth: []string{"item", "score"},
		write: func(labels, truth *bufio.Writer) error {
			by := c.begin(seed)
			item := func(i int32) string {
				if items != nil {
					return items[i]
				}
				return numbered("item", int(i), c.Items)
			}
			for i, s := range by.score {
				if err := row(truth, item(int32(i)), fixed(s, 4)); err != nil {
					return err
				}
			}
			for range c.Votes {
				v := by.next()
				label := "tie"
				switch v.Answer {
				case crowd.Left:
					label = item(v.Left)
				case crowd.Right:
					label = item(v.Right)
				}
				if err := row(labels, numbered("worker", int(v.Worker), c.Workers), item(v.Left), item(v.Right), label); err != nil {
					return err
				}
			}
			return nil
		}}
}
