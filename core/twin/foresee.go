package twin

import (
	"math"
	"slices"

	"concord/core/calibrate"
	"concord/core/crowd"
)

// Interval is an estimate with a 95 % interval.
type Interval = calibrate.Interval

// Question is what is to be foretold.
type Question struct {
	// Methods return the posterior of a data set, N×K. The first is that of the result.
	Methods []func(*crowd.Dataset) ([]float64, error)
	Right   float64 // share of the labels that are expected to be right by the first method
	Without int     // a worker to do without as well; −1: nobody
	Seed    uint64
	Tell    func(fits, of int) error // is called before each fit; an error ends it; nil: never
}

// Foretold answers it.
type Foretold struct {
	More    []int        // labels for each task, in addition to those there are; below 0: fewer
	PerTask []float64    // the mean number of labels of a task, then
	Right   [][]Interval // by method and More: how many of the labels would be right
	Without [][]Interval // the same without that worker; nil: nobody is left out
	Tasks   int          // of each simulated crowd
	Draws   int          // simulated crowds
	Misled  float64      // share of their tasks that mislead everybody
}

// The size of what is simulated, so that a forecast takes seconds: 400 tasks know an accuracy of 85 % to 2 points, eight draws to less
// than one, and the differences along a curve better than that.
const (
	mostTasks  = 400
	leastTasks = 100
	mostDrawn  = 12000 // labels of a crowd at the end of the curve; leastTasks may take more
	draws      = 8
	trials     = 5    // fits to calibrate a draw
	near       = .002 // of the accuracy that is aimed at, which is good enough
)

// Drift is the standard deviation of what a forecast of a gain is off by, over real sets (docs/further-labels.md).
const Drift = .03

// Foresee foretells how many labels would be right if there were more of them, or fewer.
func (c *Crowd) Foresee(q Question) (*Foretold, error) {
	f := &Foretold{More: steps(c.MeanPerTask()), Draws: draws}
	end := f.More[len(f.More)-1]
	f.Tasks = min(len(c.PerTask), max(leastTasks, min(mostTasks, int(mostDrawn/(c.MeanPerTask()+float64(end))))))
	most := min(int(slices.Max(c.PerTask)), 4*int(c.MeanPerTask()+1)) + end // few tasks have more than four times the mean
	if q.Without >= 0 {
		most++
	}
	ways, fits := 1, 0
	if q.Without >= 0 {
		ways = 2
	}
	all := draws * (trials + ways*len(f.More)*len(q.Methods))
	run := func(d *draw, method, more int, leave bool) (float64, error) {
		fits++
		if q.Tell != nil {
			if err := q.Tell(min(fits, all), all); err != nil {
				return 0, err
			}
		}
		posterior, err := q.Methods[method](d.labels(more, leave))
		if err != nil {
			return 0, err
		}
		return d.right(posterior), nil
	}
	f.PerTask = make([]float64, len(f.More))
	found := make([][]float64, 2*len(q.Methods)*len(f.More)) // the accuracies of all draws
	at := func(way, method, n int) *[]float64 { return &found[(way*len(q.Methods)+method)*len(f.More)+n] }
	for r := range draws {
		d := c.draw(f.Tasks, most, q.Without, crowd.Hash(q.Seed, uint64(r)))
		if err := d.calibrate(q.Right, func() (float64, error) { return run(d, 0, 0, false) }); err != nil {
			return nil, err
		}
		f.Misled += d.misleads / draws
		fits = max(fits, r*all/draws+trials)
		for n, more := range f.More {
			f.PerTask[n] += float64(d.labels(more, false).Len()) / float64(d.tasks) / draws
			for method := range q.Methods {
				for way := range ways {
					right, err := run(d, method, more, way == 1)
					if err != nil {
						return nil, err
					}
					*at(way, method, n) = append(*at(way, method, n), right)
				}
			}
		}
	}
	for way := range ways {
		var curves [][]Interval
		for method := range q.Methods {
			var curve []Interval
			for n, more := range f.More {
				drift := Drift
				if more == 0 {
					drift = 0
				}
				curve = append(curve, interval(*at(way, method, n), drift))
			}
			curves = append(curves, curve)
		}
		if way == 0 {
			f.Right = curves
		} else {
			f.Without = curves
		}
	}
	return f, nil
}

// steps returns the numbers of labels by which tasks could have more, up to two times as many again, or fewer.
func steps(now float64) (more []int) {
	n := max(1, int(now+.5))
	for _, x := range []int{1, (n + 1) / 4, (n + 1) / 2, (3*n + 2) / 4} { // labels that are left
		if d := x - n; x > 0 && d < 0 && !slices.Contains(more, d) {
			more = append(more, d)
		}
	}
	more = append(more, 0)
	for tens := 1; tens <= 1000; tens *= 10 {
		for _, x := range []int{1, 2, 3, 5, 7} {
			if x *= tens; 10*x >= n && x <= max(2*n, 3) {
				more = append(more, x)
			}
		}
	}
	return more
}

// calibrate makes the labels such that a share right of the answers is right, by the secant method. What can't be reached is
// come near to.
func (d *draw) calibrate(right float64, run func() (float64, error)) error {
	const most = 3                  // times the mistakes counted
	x, was, before := 1.0, 0.0, 1.0 // without mistakes all is right
	best, off := x, math.Inf(1)
	for range trials {
		d.say(x)
		got, err := run()
		if err != nil {
			return err
		}
		if o := math.Abs(got - right); o < off {
			best, off = x, o
		}
		next := min(max(x+(right-got)*(x-was)/(got-before), 0), most)
		if off <= near || got == before || next == x {
			break
		}
		x, was, before = next, x, got
	}
	d.say(best)
	return nil
}

// interval is a mean with a 95 % interval for one more draw, off by drift besides.
func interval(x []float64, drift float64) Interval {
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		squares += (v - mean) * (v - mean) / float64(len(x)-1)
	}
	const normal = 1.959963984540054
	half := normal * math.Sqrt(squares+drift*drift)
	return Interval{Value: mean, Low: max(0, mean-half), High: min(1, mean+half)}
}
