package catalog

import (
	"math/rand/v2"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/simulate"
)

// worlds are data that have everything: numbers or classes, and what describes the tasks.
func worlds() []*crowd.Dataset {
	classes := simulate.DawidSkene{Tasks: 1000, Workers: 100, Classes: 3, PerTask: 5}.Draw(1)
	numbers := simulate.Numbers{Tasks: 1000, Workers: 100, PerTask: 5}.Draw(1)
	describe(classes.Data, func(i int) float64 { return float64(classes.Truth[i]) })
	describe(numbers.Data, func(i int) float64 { return numbers.Value[i] })
	return []*crowd.Dataset{classes.Data, numbers.Data}
}

// describe gives each task features, and words of which some are the more common the larger its truth.
func describe(d *crowd.Dataset, truth func(i int) float64) {
	const dimensions, terms, perTask = 20, 1000, 40
	random := rand.New(rand.NewPCG(1, 2))
	d.Features = &crowd.Features{Names: make([]string, dimensions)}
	d.Words = &crowd.Words{Terms: terms, Start: []int32{0}}
	for i := range d.Tasks {
		for range dimensions {
			d.Features.X = append(d.Features.X, random.NormFloat64()+truth(i)/4)
		}
		for n := range int32(perTask) {
			spread := terms / perTask
			at := min(spread-1, max(0, int(float64(spread)/4*(1+truth(i)/2+random.NormFloat64()))))
			d.Words.Term = append(d.Words.Term, n*int32(spread)+int32(at))
			d.Words.Count = append(d.Words.Count, 1+random.Int32N(3))
		}
		d.Words.Start = append(d.Words.Start, int32(len(d.Words.Term)))
	}
}

// BenchmarkTime is one fit of every method by its defaults, and how many times as long it took as
// was estimated. The figures in times are of these data and of real ones, on a core of an AMD EPYC.
func BenchmarkTime(b *testing.B) {
	for _, e := range All() {
		m, _, _ := e.Method(nil)
		for _, d := range worlds() {
			has := d.Parts()
			if _, err := m.Uses(has); err != nil {
				continue
			}
			b.Run("method="+e.Name, func(b *testing.B) {
				for b.Loop() {
					if _, err := fit.Run(d, m, fit.Settings{Seed: 1}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/e.Seconds(has), "of-estimate")
			})
			break
		}
	}
}

// BenchmarkProbe is the work that machines are compared by: what it takes is ProbeSeconds.
func BenchmarkProbe(b *testing.B) {
	work := Probe()
	for b.Loop() {
		work()
	}
}

// Every method says what it takes on data that it can run on, and more on more of them.
func TestSeconds(t *testing.T) {
	for _, e := range All() {
		for _, numeric := range []bool{false, true} {
			small := crowd.Parts{
				Tasks: 100, Workers: 10, Classes: 2, Labels: 500, Numeric: numeric, Features: true, Words: true, Dimensions: 5, Entries: 1000,
			}
			if numeric {
				small.Classes = 0
			}
			large := small
			large.Tasks, large.Labels, large.Entries = 10_000, 50_000, 100_000
			m, _, err := e.Method(nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Uses(small); err != nil {
				continue
			}
			if few, many := e.Seconds(small), e.Seconds(large); few <= 0 || many <= few {
				t.Errorf("%s: got %g s for few labels and %g for many", e.Name, few, many)
			}
			if fast := e.Fast(); fast != "" {
				other, err := Find(fast)
				if err != nil {
					t.Fatal(err)
				}
				long := large // texts of a hundred words
				long.Entries = 1_000_000
				if other.Seconds(large) > e.Seconds(large)/2 && other.Seconds(long) > e.Seconds(long)/2 {
					t.Errorf("%s takes %g s, or %g with longer texts, more than half of %s, which it is to be quicker than: %g, %g",
						fast, other.Seconds(large), other.Seconds(long), e.Name, e.Seconds(large), e.Seconds(long))
				}
			}
		}
	}
}
