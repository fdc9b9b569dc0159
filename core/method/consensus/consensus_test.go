package consensus_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/fit/fittest"
	"concord/core/method/consensus"
	"concord/core/method/dawidskene"
	"concord/core/method/number"
	"concord/core/method/vote"
	"concord/core/simulate"
)

func members() []consensus.Member {
	return []consensus.Member{
		{Name: "votes", Title: "Vote shares", Method: consensus.Votes{}},
		{Name: "zbs", Title: "Zero-based skill", Method: vote.ZeroBasedSkill{}},
		{Name: "iwmv", Title: "IWMV", Method: vote.IWMV{}},
		{Name: "ds", Title: "Dawid–Skene", Method: &dawidskene.DS{}},
		{Name: "hds", Title: "Hierarchical", Method: &dawidskene.Hierarchical{}},
	}
}

// Two workers say x of the first task, and one of them y of the second. The smoothed
// votes are (2+½)/3 and (0+½)/3, then ½/2 and (1+½)/2; the plain ones 1 and 0, 0 and 1.
func Example() {
	data := &crowd.Dataset{Labels: crowd.NewLabels(2, 2, 2, []int32{0, 0, 1}, []int32{0, 1, 0}, []int32{0, 0, 1})}
	panel := &consensus.Consensus{Members: []consensus.Member{
		{Name: "votes", Method: consensus.Votes{}}, {Name: "majority", Method: vote.Majority{}},
	}}
	result, err := fit.Run(data, panel, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status)
	for i := range data.Tasks {
		fmt.Printf("task %d: %.4f\n", i, result.Posterior[2*i:2*i+2])
	}
	// Output:
	// converged
	// task 0: [0.9167 0.0833]
	// task 1: [0.1250 0.8750]
}

func TestLaws(t *testing.T) {
	fittest.Run(t, fittest.Subject{Name: "consensus", New: func() fit.Method { return &consensus.Consensus{Members: members()} }})
}

// crowdOf simulates workers of all kinds.
func crowdOf(seed uint64) *crowd.Dataset {
	return simulate.DawidSkene{Tasks: 60, Workers: 9, Classes: 3, PerTask: 4, Low: .4, High: .9}.Draw(seed).Data
}

// The posterior is the mean of those of fits on their own, and the rest follows from it:
// class shares, and matrices counted label by label.
func TestMeanOfItsMembers(t *testing.T) {
	d := crowdOf(1)
	d.Gold = make([]int32, d.Tasks)
	for i := range d.Gold {
		d.Gold[i] = crowd.Unknown
	}
	d.Gold[3] = 2
	got := run(t, d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1})
	k := d.Classes
	want := make([]float64, d.Tasks*k)
	for _, m := range members() {
		for n, q := range run(t, d, m.Method, fit.Settings{Seed: 1}).Posterior {
			want[n] += q / 5
		}
	}
	near(t, "posterior", got.Posterior, want)
	if got.Posterior[3*k+2] < 1-1e-12 {
		t.Errorf("a task of known class: got %v", got.Posterior[3*k:4*k])
	}
	prior := make([]float64, k)
	count := make([]float64, d.Workers*k*k)
	for i := range d.Tasks {
		for c := range k {
			q := want[i*k+c]
			prior[c] += q / float64(d.Tasks)
			for n, to := d.Of(i); n < to; n++ {
				count[(int(d.Worker[n])*k+c)*k+int(d.Class[n])] += q
			}
		}
	}
	near(t, "prior", got.Prior, prior)
	for at := 0; at < len(count); at += k {
		total := 0.0
		for _, x := range count[at : at+k] {
			total += x
		}
		for l := range k {
			count[at+l] /= total
		}
	}
	near(t, "confusion", got.Confusion, count)
}

// What the members tell of each task alone adds up to the posterior, known classes included.
func TestPanelTells(t *testing.T) {
	d := crowdOf(2)
	d.Gold = slices.Repeat([]int32{crowd.Unknown}, d.Tasks)
	d.Gold[0] = 1
	s, r := ended(t, d)
	panel := s.Fit().(fit.Panelist).Panel()
	if len(panel) != 5 || panel[3].Name != "ds" || panel[3].Title != "Dawid–Skene" {
		t.Fatalf("got %+v", panel)
	}
	for i := range d.Tasks {
		one := &crowd.Dataset{Labels: d.Part(i, i+1), Gold: d.Gold[i : i+1]}
		mean := make([]float64, d.Classes)
		for _, m := range panel {
			for k, q := range m.Tell(one) {
				mean[k] += q / 5
			}
		}
		near(t, fmt.Sprint("task ", i), mean, r.Posterior[i*d.Classes:(i+1)*d.Classes])
	}
}

// A member is at work until it has ended: the votes at once, others after as many steps as
// they take alone.
func TestWorking(t *testing.T) {
	d := crowdOf(2)
	all := members()
	s, err := fit.Start(d, &consensus.Consensus{Members: all}, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	panel := s.Fit().(fit.Panelist)
	steps := map[string]int{}
	for step := range s.Steps() {
		for _, title := range panel.Working() {
			steps[title] = step.N
		}
	}
	if got := panel.Working(); len(got) > 0 {
		t.Errorf("at the end: got %q at work, want nobody", got)
	}
	for _, m := range all {
		if got, want := steps[m.Title], len(run(t, d, m.Method, fit.Settings{Seed: 1}).Trace)-1; got != want {
			t.Errorf("%s: got last at work after step %d, want %d", m.Title, got, want)
		}
	}
}

// A member that can't run sits out; where none can, the first says why.
func TestMembersSitOut(t *testing.T) {
	d := crowdOf(3)
	with := append(members()[:2:2], consensus.Member{Name: "mean", Method: number.Mean{}})
	near(t, "posterior", run(t, d, &consensus.Consensus{Members: with}, fit.Settings{Seed: 1}).Posterior,
		run(t, d, &consensus.Consensus{Members: members()[:2]}, fit.Settings{Seed: 1}).Posterior)
	_, own := number.Mean{}.Uses(d.Parts())
	if _, err := fit.Start(d, &consensus.Consensus{Members: with[2:]}, fit.Settings{}); !errors.Is(err, own) {
		t.Errorf("only means: got %v, want %v", err, own)
	}
	if _, err := (&consensus.Consensus{Members: members()}).Uses(crowd.Parts{Numeric: true}); !errors.Is(err, consensus.ErrNumbers) {
		t.Errorf("numbers: got %v, want %v", err, consensus.ErrNumbers)
	}
	if _, err := (&consensus.Consensus{Members: members()}).Uses(crowd.Parts{Anonymous: true}); !errors.Is(err, crowd.ErrAnonymous) {
		t.Errorf("anonymous labels: got %v, want %v", err, crowd.ErrAnonymous)
	}
}

// A ring of workers who answer together is one worker, so that its mistakes don't outvote the
// others; what the members tell adds up to the posterior then, too.
func TestCopiersAreOne(t *testing.T) {
	plain := simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 3, PerTask: 10, Low: .5, High: .9}
	world := simulate.Ring{DawidSkene: plain, Members: 6, Share: 1}.Draw(1)
	d := world.Data
	wrong := func(q []float64) (share float64) {
		for i, z := range world.Truth {
			if best, _ := crowd.Best(q[i*d.Classes:(i+1)*d.Classes], i, 1); int32(best) != z {
				share += 1 / float64(d.Tasks)
			}
		}
		return share
	}
	mean := make([]float64, d.Tasks*d.Classes)
	for _, m := range members() {
		for n, q := range run(t, d, m.Method, fit.Settings{Seed: 1}).Posterior {
			mean[n] += q / 5
		}
	}
	s, r := ended(t, d)
	if with, without := wrong(mean), wrong(r.Posterior); with < .05 || without > .03 {
		t.Errorf("wrong: %.3f, and %.3f if all six count; want at most .03, and at least .05", without, with)
	}
	if len(r.Warnings) == 0 || r.Warnings[0].Error() !=
		("6 workers seem to copy from each other, mistakes included, so they count as one voice") {
		t.Errorf("warnings: got %v", r.Warnings)
	}
	got := s.Fit().(fit.Merger).Merged()
	if len(got) != 1 || !slices.Equal(got[0].Workers, []int32{0, 1, 2, 3, 4, 5}) || len(got[0].Pairs) != 5 {
		t.Errorf("merged: got %+v", got)
	}
	kept := run(t, d, &consensus.Consensus{Members: members(), Keep: true}, fit.Settings{Seed: 1})
	near(t, "everybody kept", kept.Posterior, mean)
	for _, err := range kept.Warnings {
		if errors.As(err, new(fit.Merged)) {
			t.Errorf("everybody kept: got %v", err)
		}
	}
	clear(mean)
	for _, m := range s.Fit().(fit.Panelist).Panel() {
		for n, q := range m.Tell(d) {
			mean[n] += q / 5
		}
	}
	near(t, "told", mean, r.Posterior)
}

// Members that reached the most steps have not converged, and neither has their mean.
func TestStepLimit(t *testing.T) {
	d := crowdOf(4)
	r := run(t, d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1, MaxSteps: 2})
	if r.Status != fit.StepLimit || len(r.Trace) != 2 {
		t.Errorf("got %v after %d steps, want the step limit after 2", r.Status, len(r.Trace))
	}
	if r := run(t, d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1}); r.Status != fit.Converged {
		t.Errorf("got %v, want converged", r.Status)
	}
}

func run(t *testing.T, d *crowd.Dataset, m fit.Method, s fit.Settings) *fit.Result {
	t.Helper()
	r, err := fit.Run(d, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// ended runs the panel to its end.
func ended(t *testing.T, d *crowd.Dataset) (*fit.Session, *fit.Result) {
	t.Helper()
	s, err := fit.Start(d, &consensus.Consensus{Members: members()}, fit.Settings{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	r, err := s.Result()
	if err != nil {
		t.Fatal(err)
	}
	return s, r
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %d numbers, want %d", what, len(got), len(want))
	}
	for n := range got {
		if math.Abs(got[n]-want[n]) > 1e-12 {
			t.Fatalf("%s: entry %d is %v, want %v", what, n, got[n], want[n])
		}
	}
}
