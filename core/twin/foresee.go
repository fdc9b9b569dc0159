package twin

import (
	"math"
	"slices"

	"concord/core/calibrate"
	"concord/core/crowd"
	"concord/core/prob"
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
	leastDraws = 8
	mostDraws  = 100  // of data with fewer tasks than leastTasks
	trials     = 5    // fits to calibrate a draw
	near       = .002 // of the accuracy that is aimed at, which is good enough
)

// Drift is the standard deviation of what a forecast of a gain is off by, over real sets (docs/further-labels.md).
const Drift = .03

// Foresee foretells how many labels would be right if there were more of them, or fewer.
func (c *Crowd) Foresee(q Question) (*Foretold, error) {
	f := &Foretold{More: steps(c.MeanPerTask())}
	end := f.More[len(f.More)-1]
	f.Tasks = min(len(c.PerTask), max(leastTasks, min(mostTasks, int(mostDrawn/(c.MeanPerTask()+float64(end))))))
	f.Draws = min(max(leastDraws, leastDraws*leastTasks/f.Tasks), mostDraws)
	most := min(int(slices.Max(c.PerTask)), 4*int(c.MeanPerTask()+1)) + end // few tasks have more than four times the mean
	ways := 1
	if q.Without >= 0 {
		ways = 2
		most++
	}
	s := &study{of: q, all: f.Draws * (trials + ways*len(f.More)*len(q.Methods))}
	for r := range f.Draws {
		s.draws = append(s.draws, c.draw(f.Tasks, most, q.Without, crowd.Hash(q.Seed, uint64(r))))
	}
	now, err := s.calibrate()
	if err != nil {
		return nil, err
	}
	s.fits = f.Draws * trials
	f.Misled = s.draws[0].misleads
	for _, more := range f.More {
		sum := 0.0
		for _, d := range s.draws {
			sum += float64(d.labels(more, false).Len())
		}
		f.PerTask = append(f.PerTask, sum/float64(f.Draws*f.Tasks))
	}
	for way := range ways {
		curves := make([][]Interval, len(q.Methods))
		for method := range q.Methods {
			for _, more := range f.More {
				right, err := s.right(method, more, way == 1)
				if err != nil {
					return nil, err
				}
				curves[method] = append(curves[method], interval(right, now, more != 0))
			}
		}
		if way == 0 {
			f.Right = curves
		} else {
			f.Without = curves
		}
	}
	return f, nil
}

// study is a forecast under way.
type study struct {
	of        Question
	draws     []*draw
	fits, all int
}

// right is how many labels are right in each draw, by a method, with so many labels more.
func (s *study) right(method, more int, leave bool) (all []float64, err error) {
	for _, d := range s.draws {
		s.fits++
		if s.of.Tell != nil {
			if err := s.of.Tell(min(s.fits, s.all), s.all); err != nil {
				return nil, err
			}
		}
		posterior, err := s.of.Methods[method](d.labels(more, leave))
		if err != nil {
			return nil, err
		}
		all = append(all, d.right(posterior))
	}
	return all, nil
}

// calibrate makes the labels such that on average a share Question.Right of the answers is right, by the secant method, and
// returns how many are right in each draw. What can't be reached is come near to.
func (s *study) calibrate() (now []float64, err error) {
	const most = 3                  // times the mistakes counted
	x, was, before := 1.0, 0.0, 1.0 // without mistakes all is right
	best, off := x, math.Inf(1)
	for range trials {
		for _, d := range s.draws {
			d.say(x)
		}
		all, err := s.right(0, 0, false)
		if err != nil {
			return nil, err
		}
		got := prob.Mean(all)
		if o := math.Abs(got - s.of.Right); o < off {
			best, off, now = x, o, all
		}
		next := min(max(x+(s.of.Right-got)*(x-was)/(got-before), 0), most)
		if off <= near || got == before || next == x {
			break
		}
		x, was, before = next, x, got
	}
	for _, d := range s.draws {
		d.say(best)
	}
	return now, nil
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

// interval is the mean of x with the 95 % interval of its distance from now in a draw, which is off by Drift besides where the number of
// labels is another one.
func interval(x, now []float64, drift bool) Interval {
	mean, apart, squares := prob.Mean(x), prob.Mean(x)-prob.Mean(now), 0.0
	for n := range x {
		squares += (x[n] - now[n] - apart) * (x[n] - now[n] - apart) / float64(len(x)-1)
	}
	if drift {
		squares += Drift * Drift
	}
	const normal = 1.959963984540054
	half := normal * math.Sqrt(squares)
	return Interval{Value: mean, Low: max(0, mean-half), High: min(1, mean+half)}
}
