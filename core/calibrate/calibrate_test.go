package calibrate_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"concord/core/calibrate"
	"concord/core/crowd"
)

// votes returns one task for each list of labels.
func votes(classes int, tasks ...[]int32) crowd.Labels {
	var task, worker, class []int32
	for i, labels := range tasks {
		for j, l := range labels {
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
		}
	}
	return crowd.NewLabels(len(tasks), 9, classes, task, worker, class)
}

// Two votes of three for class 0: s̃ = (2 + 1/2)/4.
func TestCurveByHand(t *testing.T) {
	l := votes(2, []int32{0, 0, 1})
	for _, c := range []struct {
		curve   calibrate.Curve
		q, want []float64
	}{
		{calibrate.Curve{}, []float64{.9, .1}, []float64{.9, .1}},
		{calibrate.Curve{Lapse: .1}, []float64{.9, .1}, []float64{.86, .14}},
		{calibrate.Curve{Votes: .5}, []float64{.875, .125}, []float64{.75, .25}},
		{calibrate.Curve{Sharpness: math.Ln2}, []float64{.75, .25}, []float64{.9, .1}}, // 9/16 to 1/16
		{calibrate.Curve{Votes: .5, Sharpness: math.Ln2, Lapse: .1}, []float64{.875, .125}, []float64{.86, .14}},
		{calibrate.Curve{Sharpness: -1, Lapse: .1}, []float64{1, 0}, []float64{.95, .05}},
	} {
		got := make([]float64, 2)
		calibrate.New(c.curve, nil, nil).Row(&l, 0, c.q, got)
		for k := range got {
			if math.Abs(got[k]-c.want[k]) > 1e-15 {
				t.Errorf("%+v of %v: got %v, want %v", c.curve, c.q, got, c.want)
			}
		}
	}
}

// Whatever the votes say, the label stays the same, and ties stay ties.
func TestTheMostProbableClassStays(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 2000 {
		classes := 2 + random.IntN(5)
		labels := make([]int32, 1+random.IntN(8))
		for v := range labels {
			labels[v] = int32(random.IntN(classes))
		}
		l := votes(classes, labels)
		q, sum := make([]float64, classes), 0.0
		for k := range q {
			q[k] = float64(random.IntN(4)) // so that there are ties
			sum += q[k]
		}
		if sum == 0 {
			continue
		}
		for k := range q {
			q[k] /= sum
		}
		curve := calibrate.Curve{Votes: random.Float64(), Sharpness: random.NormFloat64(), Lapse: random.Float64() / 2}
		got := make([]float64, classes)
		calibrate.New(curve, nil, nil).Row(&l, 0, q, got)
		total := 0.0
		for _, p := range got {
			total += p
		}
		if math.Abs(total-1) > 1e-12 || slices.Min(got) < 0 {
			t.Fatalf("%d: %v of %v is no distribution", n, got, q)
		}
		for seed := range uint64(4) {
			want, tied := crowd.Best(q, 0, seed)
			if best, tie := crowd.Best(got, 0, seed); best != want || tie != tied {
				t.Fatalf("%d: %+v makes %v of %v by the labels %v: got class %d, tie %v, want %d, %v", n, curve, got, q, labels, best, tie,
					want, tied)
			}
		}
	}
}

func TestGoldAndUnlabelledTasksStay(t *testing.T) {
	l := votes(2, []int32{0}, nil, []int32{0})
	c := calibrate.New(calibrate.Curve{Lapse: .5}, []int32{crowd.Unknown, crowd.Unknown, 1}, nil)
	q, got := []float64{1, 0}, make([]float64, 2)
	for i, want := range []float64{.75, 1, 1} {
		if c.Row(&l, i, q, got); got[0] != want {
			t.Errorf("task %d: got %v, want %g", i, got, want)
		}
	}
}

// sure has n tasks of three unanimous votes and a posterior of .9, of which a share is right.
func sure(n int, right float64) (l crowd.Labels, posterior []float64, truth []int32) {
	random := rand.New(rand.NewPCG(3, 4))
	var tasks [][]int32
	for range n {
		tasks = append(tasks, []int32{0, 0, 0})
		posterior = append(posterior, .9, .1)
		z := int32(1)
		if random.Float64() < right {
			z = 0
		}
		truth = append(truth, z)
	}
	return votes(2, tasks...), posterior, truth
}

// With many known truths probabilities are what those say, with few hardly moved, and below
// twenty not at all.
func TestLearn(t *testing.T) {
	for _, right := range []float64{.7, .8, .98} {
		l, posterior, truth := sure(4000, right)
		row := make([]float64, 2)
		generic := math.Abs(.9 - right)
		for _, known := range []int{19, 20, 200, 4000} {
			some := slices.Repeat([]int32{crowd.Unknown}, len(truth))
			copy(some, truth[:known])
			c, err := calibrate.New(calibrate.Curve{}, nil, nil).Learn(&l, posterior, some, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			c.Row(&l, len(truth)-1, posterior[:2], row)
			off := math.Abs(row[0] - right)
			switch {
			case known < 20 && (c.Known != 0 || row[0] != .9):
				t.Errorf("%d truths: got %+v, %v", known, c.Curve, row)
			case known >= 20 && c.Known != known:
				t.Errorf("learnt from %d truths, want %d", c.Known, known)
			case known == 4000 && off > .03: // the sample may be off by .015
				t.Errorf("%g right: got %v", right, row)
			case known >= 200 && off > generic:
				t.Errorf("%g right: %d truths make it worse, %v", right, known, row)
			}
		}
	}
}

// No task is calibrated by its own truth.
func TestATaskHasNoSayInItsOwnCurve(t *testing.T) {
	l, posterior, truth := sure(40, .7)
	before, err := calibrate.New(calibrate.Pool, nil, nil).Learn(&l, posterior, truth, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	was, got := make([]float64, 2), make([]float64, 2)
	for i := range truth {
		other := slices.Clone(truth)
		other[i] = 1 - other[i]
		after, err := calibrate.New(calibrate.Pool, nil, nil).Learn(&l, posterior, other, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		before.Row(&l, i, posterior[:2], was)
		after.Row(&l, i, posterior[:2], got)
		if math.Abs(got[0]-was[0]) > 1e-12 {
			t.Errorf("task %d: its truth moves its own probability from %g to %g", i, was[0], got[0])
		}
		if after.Curve == before.Curve {
			t.Errorf("task %d has no say at all", i)
		}
	}
}

func TestATrueClassThatNobodyChose(t *testing.T) {
	l, posterior, truth := sure(100, 1)
	for i := range 50 {
		truth[i] = 2
	}
	c, err := calibrate.New(calibrate.Curve{}, nil, nil).Learn(&l, posterior, truth, nil, nil)
	row := make([]float64, 2)
	if calibrate.New(c.Curve, nil, nil).Row(&l, 0, posterior[:2], row); err != nil || row[0] > .75 {
		t.Errorf("half of the labels are wrong: got %v, %v", row, err)
	}
}

func TestLearnCanBeStopped(t *testing.T) {
	stop := errors.New("stop")
	l, posterior, truth := sure(100, .7)
	if _, err := calibrate.New(calibrate.Pool, nil, nil).Learn(&l, posterior, truth, nil, func() error { return stop }); err != stop {
		t.Errorf("got %v, want %v", err, stop)
	}
}
