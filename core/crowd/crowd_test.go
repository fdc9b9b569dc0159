package crowd

import (
	"math"
	"reflect"
	"testing"
)

// By hand: task 0 has w0:1, w1:1, w0:0; task 1 nothing; task 2 w1:2.
func small() *Dataset {
	return &Dataset{Labels: NewLabels(3, 2, 3, []int32{2, 0, 0, 0}, []int32{1, 0, 1, 0}, []int32{2, 1, 1, 0})}
}

func TestLabelsAreGroupedInTheirOrder(t *testing.T) {
	d := small()
	want := Labels{Tasks: 3, Workers: 2, Classes: 3, Start: []int32{0, 3, 3, 4}, Worker: []int32{0, 1, 0, 1}, Class: []uint16{1, 1, 0, 2}}
	if !reflect.DeepEqual(d.Labels, want) {
		t.Errorf("got %+v, want %+v", d.Labels, want)
	}
	if start, label := d.ByWorker(); !reflect.DeepEqual(start, []int32{0, 2, 4}) || !reflect.DeepEqual(label, []int32{0, 2, 1, 3}) {
		t.Errorf("by worker: got %v, %v", start, label)
	}
	part := d.Part(1, 3)
	if start, label := part.ByWorker(); !reflect.DeepEqual(start, []int32{0, 0, 1}) || !reflect.DeepEqual(label, []int32{3}) {
		t.Errorf("the last tasks by worker: got %v, %v", start, label)
	}
	if from, to := part.Of(1); part.Len() != 1 || from != 3 || to != 4 || part.Tasks != 2 {
		t.Errorf("the tasks 1 and 2: got %+v", part)
	}
	numbers := NewValues(2, 1, []int32{1, 0, 1}, []int32{0, 0, 0}, []float64{1, 2, 3})
	if !numbers.Numeric() || !reflect.DeepEqual(numbers.Value, []float64{2, 1, 3}) || !reflect.DeepEqual(numbers.Start, []int32{0, 1, 3}) {
		t.Errorf("numbers: got %+v", numbers)
	}
}

func TestLabelsOutOfRangeAreOurFault(t *testing.T) {
	for name, labels := range map[string][3]int32{"task": {1, 0, 0}, "worker": {0, 1, 0}, "class": {0, 0, 1}, "below": {-1, 0, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			NewLabels(1, 1, 1, labels[:1], labels[1:2], labels[2:])
		}()
	}
}

func TestParts(t *testing.T) {
	d := small()
	want := Parts{Tasks: 3, Workers: 2, Classes: 3, Labels: 4, Repeat: true}
	if got := d.Parts(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	d.Gold = []int32{Unknown, Unknown, Unknown}
	if d.Parts().Gold {
		t.Error("gold of which nothing is known counts as gold")
	}
	if d.Gold[1] = 2; !d.Parts().Gold {
		t.Error("gold is overlooked")
	}
}

func TestShares(t *testing.T) {
	d := small()
	if got, want := Shares(d), []float64{1. / 3, 2. / 3, 0, 1. / 3, 1. / 3, 1. / 3, 0, 0, 1}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	d.Gold = []int32{2, Unknown, 0}
	if got, want := Shares(d), []float64{0, 0, 1, 1. / 3, 1. / 3, 1. / 3, 1, 0, 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("with gold: got %v, want %v", got, want)
	}
}

func TestDistributions(t *testing.T) {
	for _, test := range []struct {
		p    []float64
		k    int
		want bool
	}{
		{nil, 2, true}, {nil, 0, true}, {[]float64{1}, 0, false}, {[]float64{.5, .5, 0, 1}, 2, true}, {[]float64{.1, .2, .7}, 3, true},
		{[]float64{.5, .5, 0, 0}, 2, false}, {[]float64{5e300, 5e300}, 2, false}, {[]float64{2, -1}, 2, false}, {[]float64{1, 1}, 2, false},
		{[]float64{math.NaN(), 1}, 2, false}, {[]float64{math.Inf(1), 0}, 2, false}, {[]float64{.5, .5, .5}, 2, false},
	} {
		if got := Distributions(test.p, test.k); got != test.want {
			t.Errorf("%v by %d: got %v, want %v", test.p, test.k, got, test.want)
		}
	}
}

func TestCounts(t *testing.T) {
	d := small()
	q := []float64{.75, .25, 0, 1, 0, 0, 0, .5, .5}
	want := []float64{ // row = truth, column = label
		.75, .75, 0 /**/, .25, .25, 0 /**/, 0, 0, 0, // worker 0: labels 1 and 0 of task 0
		0, .75, 0 /**/, 0, .25, .5 /**/, 0, 0, .5, // worker 1: label 1 of task 0, 2 of task 2
	}
	if got := Counts(&d.Labels, q); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := CountsOf(&d.Labels, q, 1, 2); !reflect.DeepEqual(got, want[9:]) {
		t.Errorf("of worker 1: got %v, want %v", got, want[9:])
	}
}

func TestBest(t *testing.T) {
	for _, c := range []struct {
		scores []float64
		class  int
		tie    bool
	}{
		{[]float64{1}, 0, false},
		{[]float64{.2, .5, .3}, 1, false},
		{[]float64{-9, -2, -5}, 1, false},
		{[]float64{math.Inf(-1), -700}, 1, false},
		{[]float64{.5, .5 - 1e-8}, 0, false}, // farther apart than rounding
	} {
		for seed := range uint64(5) {
			if class, tie := Best(c.scores, 3, seed); class != c.class || tie != c.tie {
				t.Errorf("%v, seed %d: got class %d, tie %v, want %d, %v", c.scores, seed, class, tie, c.class, c.tie)
			}
		}
	}
}

// Ties are broken by seed and task, evenly, and not by the rounding of the scores.
func TestBestOfTies(t *testing.T) {
	const tasks = 3000
	picked := [4]int{}
	others := 0
	for i := range tasks {
		class, tie := Best([]float64{.3, .1, .3, .3}, i, 1)
		if !tie {
			t.Fatalf("task %d: the tie is overlooked", i)
		}
		if rounded, tie := Best([]float64{.3, .1, .3 * (1 - 1e-12), .3 * (1 + 1e-12)}, i, 1); rounded != class || !tie {
			t.Fatalf("task %d: rounding changes %d to %d, tie %v", i, class, rounded, tie)
		}
		if low, _ := Best([]float64{-2, -4, -2, -2}, i, 1); low != class {
			t.Fatalf("task %d: another method breaks the same tie as %d, not %d", i, low, class)
		}
		if first, tie := Best([]float64{.1, .3 * (1 - 1e-12), .3, .3}, i, 0); first != 1 || !tie {
			t.Fatalf("task %d: seed 0 breaks the tie for class %d, not the first, which is 1", i, first)
		}
		if other, _ := Best([]float64{.3, .1, .3, .3}, i, 2); other != class {
			others++
		}
		picked[class]++
	}
	for class, n := range picked { // standard deviation 26
		if want := map[bool]int{true: 0, false: tasks / 3}[class == 1]; n < want-130 || n > want+130 {
			t.Errorf("class %d was picked %d times of %d, want about %d", class, n, tasks, want)
		}
	}
	if others < tasks/2 || others > tasks*5/6 { // two thirds are to be expected
		t.Errorf("another seed breaks %d of %d ties otherwise", others, tasks)
	}
}

func TestLabels(t *testing.T) {
	e := &Estimate{Posterior: []float64{.9, .1, .5, .5, .2, .8}}
	labels, ties := e.Labels(2, 1)
	class, _ := Best([]float64{.5, .5}, 1, 1)
	if want := []int32{0, int32(class), 1}; !reflect.DeepEqual(labels, want) || ties != 1 {
		t.Errorf("got %v, %d ties, want %v, 1", labels, ties, want)
	}
}

// A part has the workers of its tasks only, numbered anew, and all that is known of both.
func TestOnly(t *testing.T) {
	d := &Dataset{
		Labels:    NewLabels(3, 3, 2, []int32{0, 0, 1, 2, 2}, []int32{2, 0, 1, 0, 2}, []int32{1, 0, 1, 0, 1}),
		Gold:      []int32{0, Unknown, 1},
		Confusion: &Confusion{Mode: Prior, Counts: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, Prior: []float64{.5, .5}},
		Features:  &Features{Names: []string{"x"}, X: []float64{1, 2, 3}, Has: []bool{true, false, true}},
		Words:     &Words{Terms: 4, Start: []int32{0, 1, 1, 3}, Term: []int32{3, 0, 2}, Count: []int32{1, 2, 5}},
	}
	want := &Dataset{
		Labels:    NewLabels(2, 2, 2, []int32{0, 0, 1, 1}, []int32{0, 1, 1, 0}, []int32{0, 1, 1, 0}),
		Gold:      []int32{1, 0},
		Confusion: &Confusion{Mode: Prior, Counts: []float64{1, 2, 3, 4, 9, 10, 11, 12}, Prior: []float64{.5, .5}},
		Features:  &Features{Names: []string{"x"}, X: []float64{3, 1}, Has: []bool{true, true}},
		Words:     &Words{Terms: 4, Start: []int32{0, 2, 3}, Term: []int32{0, 2, 3}, Count: []int32{2, 5, 1}},
	}
	if got := d.Only([]int{2, 0}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	numbers := &Dataset{Labels: NewValues(2, 2, []int32{0, 1}, []int32{0, 1}, []float64{7, 8})}
	if got := numbers.Only([]int{1}); got.Workers != 1 || !reflect.DeepEqual(got.Value, []float64{8}) || got.Class != nil {
		t.Errorf("numbers: got %+v", got)
	}
}
