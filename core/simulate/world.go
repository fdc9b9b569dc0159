// Package simulate simulates the generative stories of the methods, so that tests know the
// truth and the app has samples to show.
//
//	w := simulate.DawidSkene{Tasks: 500, Workers: 20, Classes: 3, PerTask: 5}.Draw(1)
//	// w.Data goes to a method; w.Truth and w.Confusion are what it should find.
//
// Every simulator is a plain struct whose Draw depends only on the struct and the seed.
// DawidSkene, which makes the samples with classes, uses only comparisons and the four
// operations on uniform random numbers, so that every machine draws the same.
//
//   - Dawid & Skene 1979 (DawidSkene): each worker has a confusion matrix. The
//     one-coin model, spammers and adversaries are confusion matrices: Coin,
//     Always, Guess, Inverted.
//   - Ring: workers some of whom answer together.
//   - Panel: judges some of whom make the same mistakes, and a person.
//   - Misled: workers who answer alone, and make the same mistakes on tasks that mislead.
//   - Whitehill et al. 2009 (GLAD): workers have ability, tasks difficulty.
//   - Numbers (Numbers): workers have a bias and a precision (Rodrigues et al.
//     2017, section 4.2, without the text).
//   - Davidson 1970 (Comparisons): workers say which of two items is better, with a skill, a pull to the left and a taste for ties.
//   - Samples are small named data sets with a story, as CSV.
package simulate

import (
	"math"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
)

// World is a simulated data set with everything that made it, as far as the simulator
// has it.
type World struct {
	Data      *crowd.Dataset
	Truth     []int32   // N, the true class
	Prior     []float64 // K
	Confusion []float64 // M×K×K, row = truth

	Ability    []float64 // M, GLAD's α
	Difficulty []float64 // N, GLAD's 1/β

	Value     []float64 // N, the true number
	Bias      []float64 // M
	Precision []float64 // M, 1/variance of the worker's noise

	Score []float64 // of the items that are compared, by workers whose skill is Ability
}

// source returns the random numbers of a seed.
func source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x5eed)) }

// Matrix is a confusion matrix K×K, row = truth.
type Matrix []float64

// Coin is the one-coin worker: right with probability p, wrong answers spread evenly.
func Coin(classes int, p float64) Matrix {
	m := slices.Repeat(Matrix{(1 - p) / float64(classes-1)}, classes*classes)
	for k := range classes {
		m[k*classes+k] = p
	}
	return m
}

// Always is the spammer who gives the same label whatever the task.
func Always(classes, label int) Matrix {
	m := make(Matrix, classes*classes)
	for k := range classes {
		m[k*classes+label] = 1
	}
	return m
}

// Guess is the spammer who guesses, all labels alike.
func Guess(classes int) Matrix { return Coin(classes, 1/float64(classes)) }

// Inverted is the adversary: with probability p names the class after the true one (of
// two, the other one), otherwise answers correctly.
func Inverted(classes int, p float64) Matrix {
	m := make(Matrix, classes*classes)
	for k := range classes {
		m[k*classes+k] = 1 - p
		m[k*classes+(k+1)%classes] = p
	}
	return m
}

// Ordinal is a worker on a scale: right with probability p, else off towards
// the neighbours, half as likely with each further step. shift moves the worker's
// scale: lenient workers see a class as that many steps higher.
func Ordinal(classes int, p float64, shift int) Matrix {
	m := make(Matrix, classes*classes)
	for k := range classes {
		centre := min(classes-1, max(0, k+shift))
		row := m[k*classes : (k+1)*classes]
		total := 0.0
		for l := range row {
			if l == centre {
				continue
			}
			row[l] = math.Ldexp(1, 1-max(l-centre, centre-l))
			total += row[l]
		}
		for l := range row {
			row[l] *= (1 - p) / total
		}
		row[centre] = p
	}
	return m
}

// Crew joins the matrices of workers to a Confusion (M×K×K).
func Crew(workers ...Matrix) []float64 { return slices.Concat(workers...) }

// Times repeats a matrix, for Crew.
func Times(n int, m Matrix) []Matrix { return slices.Repeat([]Matrix{m}, n) }

// crew draws the workers of each task: distinct and equally likely.
type crew struct {
	random *rand.Rand
	order  []int32
}

func newCrew(workers int, random *rand.Rand) *crew {
	c := &crew{random: random, order: make([]int32, workers)}
	for j := range c.order {
		c.order[j] = int32(j)
	}
	return c
}

// pick returns n distinct workers; all of them where n is 0 or too many. The slice
// is valid until the next call.
func (c *crew) pick(n int) []int32 {
	m := len(c.order)
	if n == 0 || n >= m {
		return c.order
	}
	for s := range n { // the first n steps of Fisher and Yates' shuffle
		other := s + int(c.random.Uint32N(uint32(m-s)))
		c.order[s], c.order[other] = c.order[other], c.order[s]
	}
	return c.order[:n]
}

// choose draws an index with the given probabilities.
func choose(random *rand.Rand, p []float64) int32 {
	u := random.Float64()
	for k, x := range p {
		u -= x
		if u < 0 {
			return int32(k)
		}
	}
	for k := len(p) - 1; ; k-- { // rounding: the last one possible
		if p[k] > 0 {
			return int32(k)
		}
	}
}

// between draws uniformly from [low, high).
func between(random *rand.Rand, low, high float64) float64 {
	return low + (high-low)*random.Float64()
}
