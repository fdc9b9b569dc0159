package book

import (
	"math"
	"math/rand/v2"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/simulate"
)

// A scene is a simulated crowd: a name for the table, and the draw of a seed.
type scene struct {
	name string
	draw func(seed uint64) *simulate.World
}

// numbers reports whether the labels of the scene are numbers.
func (s scene) numbers() bool { return s.draw(1).Data.Numeric() }

// ranks reports whether the tasks of the scene are pairs of items.
func (s scene) ranks() bool { return s.draw(1).Score != nil }

// draws is how many draws a figure is the mean of.
func (s scene) draws() uint64 {
	if s.draw(1).Data.Words != nil {
		return textDraws
	}
	return draws
}

// The scenes that methods are tried on. They are small: each is drawn and fitted in milliseconds.
var (
	// Workers who differ, with 75 labels each.
	steady = scene{"20 workers with 75 labels each",
		simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 3, PerTask: 5, Low: .4, High: .9}.Draw}
	// The same story with five labels for each worker.
	sparse = scene{"300 workers with 5 labels each", simulate.DawidSkene{Tasks: 300, Workers: 300, Classes: 3, PerTask: 5, Low: .4,
		High: .9}.Draw}
	// Two classes, everybody labels nearly everything.
	binary = scene{"2 classes, every worker labels every task",
		simulate.DawidSkene{Tasks: 200, Workers: 9, Classes: 2, Low: .5, High: .9}.Draw}
	// Two classes, many workers who gave few labels.
	scattered = scene{"2 classes, 100 workers with 10 labels each",
		simulate.DawidSkene{Tasks: 200, Workers: 100, Classes: 2, PerTask: 5, Low: .5, High: .9}.Draw}
	rare = scene{"one task in twenty is of class 2", simulate.DawidSkene{Tasks: 400, Workers: 40, Classes: 2, PerTask: 3,
		Prior: []float64{.95, .05},
		Low:   .6, High: .8}.Draw}
	// Workers with one accuracy each.
	coins = scene{"each worker has one accuracy", simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 4, PerTask: 5,
		Confusion: each(20, func(j int) simulate.Matrix { return simulate.Coin(4, .3+.03*float64(j)) })}.Draw}
	// All are right about class 1, and most take class 3 for class 2.
	confused = scene{"12 of 20 workers take class 3 for class 2", simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 3, PerTask: 5,
		Confusion: each(20, func(j int) simulate.Matrix {
			m := simulate.Coin(3, .8)
			if j < 12 {
				copy(m[6:], []float64{.1, .7, .2})
			}
			return m
		})}.Draw}
	spammed = scene{"8 of 20 workers always say class 1", simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 3, PerTask: 5,
		Confusion: each(20, func(j int) simulate.Matrix {
			if j < 8 {
				return simulate.Always(3, 0)
			}
			return simulate.Coin(3, .75)
		})}.Draw}
	clicking = scene{"8 of 20 workers click anything", simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 3, PerTask: 5,
		Confusion: each(20, func(j int) simulate.Matrix {
			if j < 8 {
				return simulate.Guess(3)
			}
			return simulate.Coin(3, .75)
		})}.Draw}
	hostile = scene{"6 of 20 workers answer wrongly on purpose", simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 2, PerTask: 7,
		Confusion: each(20, func(j int) simulate.Matrix {
			if j < 6 {
				return simulate.Inverted(2, .9)
			}
			return simulate.Coin(2, .75)
		})}.Draw}
	weak = scene{"12 workers who are right half of the time, or little more",
		simulate.DawidSkene{Tasks: 300, Workers: 12, Classes: 3, PerTask: 7,
			Confusion: each(12, func(j int) simulate.Matrix {
				if j < 6 {
					return simulate.Coin(3, .5)
				}
				return simulate.Coin(3, .65)
			})}.Draw}
	hard    = scene{"tasks of uneven difficulty, 7 labels each", simulate.GLAD{Tasks: 300, Workers: 40, Classes: 2, PerTask: 7}.Draw}
	kinds   = scene{"3 kinds of worker, 200 workers with 6 labels each", kind(200).Draw}
	classes = scene{"20 classes, 3 labels for each task", simulate.DawidSkene{Tasks: 300, Workers: 30, Classes: 20, PerTask: 3, Low: .4,
		High: .8}.Draw}
	scale = scene{"a scale of 5 steps, strict and lenient workers", simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 5, PerTask: 5,
		Confusion: each(20, func(j int) simulate.Matrix {
			return simulate.Ordinal(5, .45+.02*float64(j), []int{0, 1, 1, -1, 0}[j%5])
		})}.Draw}
	names = scene{"5 classes without an order", simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 5, PerTask: 5,
		Confusion: each(20, func(j int) simulate.Matrix { return simulate.Inverted(5, .55-.02*float64(j)) })}.Draw}
)

// each makes the matrices of workers one by one.
func each(workers int, of func(j int) simulate.Matrix) []float64 {
	var all []simulate.Matrix
	for j := range workers {
		all = append(all, of(j))
	}
	return simulate.Crew(all...)
}

// kind is a crowd of so many workers of three kinds: careful ones, some who take classes 3 and 4 for 1 and 2,
// and some who guess.
type kind int

func (workers kind) Draw(seed uint64) *simulate.World {
	merged := simulate.Matrix{.9, .1, 0, 0, .1, .9, 0, 0, .8, 0, .2, 0, 0, .8, 0, .2}
	m := each(int(workers), func(j int) simulate.Matrix {
		return []simulate.Matrix{simulate.Coin(4, .85), merged, simulate.Guess(4)}[j%3]
	})
	return simulate.DawidSkene{Tasks: 240, Workers: int(workers), Classes: 4, PerTask: 5, Confusion: m}.Draw(seed)
}

// Scenes of numbers.
var (
	estimates = scene{"20 workers with a bias and a precision", simulate.Numbers{Tasks: 200, Workers: 20, PerTask: 4}.Draw}
	wild      = wildly("one label in ten is far off", estimates)
)

// wildly adds 20 to a tenth of the labels of a scene.
func wildly(name string, s scene) scene {
	return scene{name, func(seed uint64) *simulate.World {
		w, random := s.draw(seed), rand.New(rand.NewPCG(seed, 1))
		for n := range w.Data.Value {
			if random.IntN(10) == 0 {
				w.Data.Value[n] += 20
			}
		}
		return w
	}}
}

// described gives the tasks of a scene two features; of says where class k lies on the plane.
func described(name string, s simulate.DawidSkene, of func(k int32, random *rand.Rand) (x, y float64)) scene {
	return scene{name, func(seed uint64) *simulate.World {
		w, random := s.Draw(seed), rand.New(rand.NewPCG(seed, 2))
		f := &crowd.Features{Names: []string{"x", "y"}}
		for _, k := range w.Truth {
			x, y := of(k, random)
			f.X = append(f.X, x, y)
		}
		w.Data.Features = f
		return w
	}}
}

// beside places class 1 beside class 0; around places it around it; nowhere tells nothing.
func beside(k int32, random *rand.Rand) (x, y float64) {
	return 2.5*float64(k) + random.NormFloat64(), random.NormFloat64()
}

func around(k int32, random *rand.Rand) (x, y float64) {
	r, a := .7*math.Abs(random.NormFloat64()), 2*math.Pi*random.Float64()
	if k == 1 {
		r = 2.5 + .4*random.NormFloat64()
	}
	return r * math.Cos(a), r * math.Sin(a)
}

func nowhere(_ int32, random *rand.Rand) (x, y float64) {
	return random.NormFloat64(), random.NormFloat64()
}

var (
	few      = simulate.DawidSkene{Tasks: 100, Workers: 15, Classes: 2, PerTask: 2, Low: .5, High: .8}
	telling  = described("features that tell the classes apart by a line", few, beside)
	circling = described("one class lies around the other", few, around)
	mute     = described("features that tell nothing", few, nowhere)
)

// predicted gives the tasks of a scene the predictions of a classifier, in which the logarithm of the true class leads by so much.
func predicted(name string, s simulate.DawidSkene, lead float64) scene {
	return scene{name, func(seed uint64) *simulate.World {
		w, random := s.Draw(seed), rand.New(rand.NewPCG(seed, 5))
		p := &crowd.Predictions{P: make([]float64, len(w.Truth)*w.Data.Classes)}
		for i, z := range w.Truth {
			row := p.Row(i, w.Data.Classes)
			for k := range row {
				row[k] = random.NormFloat64()
			}
			row[z] += lead
			prob.Softmax(row)
		}
		w.Data.Predictions = p
		return w
	}}
}

var (
	foretold  = predicted("a classifier that is mostly right", few, 1.5)
	guessedAt = predicted("a classifier that guesses, one label a task",
		simulate.DawidSkene{Tasks: 100, Workers: 15, Classes: 2, PerTask: 1, Low: .5, High: .8}, 0)
)

// sloped are numbers that are linear in a feature.
var (
	sloped = numbers("numbers that are linear in a feature", func(x float64) float64 { return x })
	slips  = wildly("the same, and one label in ten is far off", sloped)
)

func numbers(name string, of func(float64) float64) scene {
	return scene{name, func(seed uint64) *simulate.World {
		w, random := simulate.Numbers{Tasks: 150, Workers: 15, PerTask: 5}.Draw(seed), rand.New(rand.NewPCG(seed, 3))
		f := &crowd.Features{Names: []string{"x"}}
		for i := range w.Value {
			x := random.NormFloat64()
			from, to := w.Data.Of(i)
			for n := from; n < to; n++ {
				w.Data.Value[n] += of(x) + .3*random.NormFloat64() - w.Value[i]
			}
			w.Value[i] = of(x)
			f.X = append(f.X, x)
		}
		w.Data.Features = f
		return w
	}}
}

// worded gives the tasks texts of 30 words; share is how many of them are of the words of its class, or of its number.
func worded(s scene, name string, share float64) scene {
	const terms, length, topics = 24, 30, 4
	return scene{name, func(seed uint64) *simulate.World {
		w, random := s.draw(seed), rand.New(rand.NewPCG(seed, 4))
		b := &crowd.Words{Terms: terms, Start: []int32{0}}
		for i := range w.Data.Tasks {
			topic := 0
			if w.Truth != nil {
				topic = int(w.Truth[i])
			} else {
				topic = min(max(int(w.Value[i]+2), 0), topics-1)
			}
			n := make([]int32, terms)
			for range length {
				if random.Float64() < share {
					n[topic*terms/topics+random.IntN(terms/topics)]++
				} else {
					n[random.IntN(terms)]++
				}
			}
			for v, c := range n {
				if c > 0 {
					b.Term, b.Count = append(b.Term, int32(v)), append(b.Count, c)
				}
			}
			b.Start = append(b.Start, int32(len(b.Term)))
		}
		w.Data.Words = b
		return w
	}}
}

var (
	texted     = worded(scene{"", few.Draw}, "texts whose words tell the classes apart", .4)
	idle       = worded(scene{"", few.Draw}, "texts whose words tell nothing of the classes", 0)
	priced     = worded(scene{"", simulate.Numbers{Tasks: 100, Workers: 12, PerTask: 5}.Draw}, "texts whose words go with the numbers", .4)
	idlePriced = worded(scene{"", simulate.Numbers{Tasks: 100, Workers: 12, PerTask: 2}.Draw},
		"texts whose words tell nothing of the numbers", 0)
	mispriced = wildly("the same texts, and one label in ten is far off", priced)
)
