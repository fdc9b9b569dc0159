package crowdlab_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/crowdlab"
	"concord/core/prob"
)

// blank marks a worker without a label.
const blank = -1

// small are eight tasks of three classes by four workers, and what a classifier says of them.
func small() *crowd.Dataset {
	d := labelled([][]int32{
		{0, 0, 1, blank}, {1, blank, 1, 1}, {2, 2, blank, 0}, {0, blank, blank, blank}, {blank, 1, 0, 2}, {2, 2, 2, blank},
		{blank, blank, 1, 0}, {0, 0, blank, 0},
	}, 3)
	d.Predictions = &crowd.Predictions{P: []float64{
		.6, .3, .1, .2, .7, .1, .1, .2, .7, .3, .4, .3, .2, .5, .3, .1, .1, .8, .5, .4, .1, .3, .5, .2,
	}}
	return d
}

func labelled(rows [][]int32, classes int) *crowd.Dataset {
	var task, worker, class []int32
	for i, row := range rows {
		for j, l := range row {
			if l != blank {
				task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, l)
			}
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(len(rows), len(rows[0]), classes, task, worker, class)}
}

func run(t *testing.T, d *crowd.Dataset, m crowdlab.Crowdlab) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What cleanlab 2.9.0 says of the small data (get_label_quality_multiannotator): consensus labels, the probability of each, which is its
// quality score, and the weights of the workers. It finds another temperature where it calibrates: release 2.9.0 counts a task whose
// labels are all of the third class for the first.
func TestAgainstCleanlab(t *testing.T) {
	consensus, quality := []int{0, 1, 2, 0, 1, 2, 0, 0}, []float64{.653883, .713994, .709295, .452676, .532423, .772398, .497137, .495338}
	r := run(t, small(), crowdlab.Crowdlab{AsTheyAre: true})
	for i, want := range consensus {
		row := r.Posterior[3*i : 3*i+3]
		if best, _ := crowd.Best(row, i, 1); best != want || math.Abs(row[want]-quality[i]) > 5e-7 {
			t.Errorf("task %d: got %v, want %d with %.6f", i, row, want, quality[i])
		}
	}
	weights := r.Extra[slices.IndexFunc(r.Extra, func(c crowd.Column) bool { return c.Name == "weight" })].Values
	for j, want := range []float64{.65, .3, 1. / 36, 1. / 36} {
		if math.Abs(weights[j]-want) > 1e-12 {
			t.Errorf("worker %d: got weight %v, want %v", j, weights[j], want)
		}
	}
}

// However sharp or flat predictions are, calibrated they say much the same, as far as the grid of temperatures is fine.
func TestCalibrated(t *testing.T) {
	want := run(t, small(), crowdlab.Crowdlab{}).Posterior
	for _, power := range []float64{.5, 3} {
		d := small()
		for at := 0; at < len(d.Predictions.P); at += 3 {
			row := d.Predictions.P[at : at+3]
			for c, p := range row {
				row[c] = math.Pow(p, power)
			}
			prob.Normalize(row)
		}
		for n, got := range run(t, d, crowdlab.Crowdlab{}).Posterior {
			if math.Abs(got-want[n]) > .02 {
				t.Errorf("power %v: task %d: got %.4f, want %.4f", power, n/3, got, want[n])
			}
		}
	}
}

// Of two workers who never share a task, the one the classifier agrees with counts more.
func TestOneLabelATask(t *testing.T) {
	d := labelled([][]int32{{0, blank}, {1, blank}, {0, blank}, {blank, 1}, {blank, 0}, {blank, 1}}, 2)
	d.Predictions = &crowd.Predictions{P: []float64{.9, .1, .2, .8, .9, .1, .8, .2, .1, .9, .3, .7}}
	r := run(t, d, crowdlab.Crowdlab{})
	weight := r.Extra[1].Values
	if r.Extra[0].Values[0] != 1 || math.Abs(r.Extra[0].Values[1]-1./3) > 1e-12 || weight[0] <= weight[1] {
		t.Errorf("got agreement %v and weights %v, want 1 and 1/3", r.Extra[0].Values, weight)
	}
}

// Where the classifier says nothing, the labels alone decide; where nobody labelled, the classifier does.
func TestGaps(t *testing.T) {
	d := small()
	d.Predictions.Has = slices.Repeat([]bool{true}, d.Tasks)
	d.Predictions.Has[3] = false
	d.Gold = slices.Repeat([]int32{crowd.Unknown}, d.Tasks)
	d.Gold[4] = 2
	r := run(t, d, crowdlab.Crowdlab{AsTheyAre: true})
	if q := r.Posterior[9:12]; q[0] <= q[1] || math.Abs(q[1]-q[2]) > 1e-12 {
		t.Errorf("without a prediction: got %v, want class 0, and 1 as probable as 2", q)
	}
	if q := r.Posterior[12:15]; q[2] != 1 {
		t.Errorf("of known class: got %v", q)
	}
	lone := labelled([][]int32{{0, 0}, {1, 1}, {blank, blank}}, 2)
	lone.Predictions = &crowd.Predictions{P: []float64{.9, .1, .2, .8, .3, .7}}
	if q := run(t, lone, crowdlab.Crowdlab{AsTheyAre: true}).Posterior[4:]; math.Abs(q[1]-.7) > 1e-12 {
		t.Errorf("without labels: got %v, want the prediction", q)
	}
}

func TestNeedsPredictions(t *testing.T) {
	d := small()
	d.Predictions = nil
	if _, err := (crowdlab.Crowdlab{}).Uses(d.Parts()); !errors.Is(err, crowdlab.ErrNoPredictions) {
		t.Errorf("got %v, want %v", err, crowdlab.ErrNoPredictions)
	}
}
