package simulate

import (
	"fmt"
	"slices"
	"strconv"

	"concord/core/crowd"
)

// Sample is a small data set that the app offers; api.Samples has its title and story. It is CSV, and read like any file.
type Sample struct {
	Name string

	labels, truth func() []byte
}

// Labels returns the labels: task,worker,label, header first.
func (s Sample) Labels() []byte { return s.labels() }

// Truth returns the known truth, task,label, header first; false where there is none.
func (s Sample) Truth() ([]byte, bool) {
	if s.truth == nil {
		return nil, false
	}
	return s.truth(), true
}

// The first lines of every sample's files.
const (
	header      = "task,worker,label\n"
	truthHeader = "task,label\n"
)

// Samples returns all samples, in the order in which they are shown.
func Samples() []Sample {
	fair, harsh, kind := Ordinal(5, .7, 0), Ordinal(5, .75, -1), Ordinal(5, .75, 1)
	return []Sample{
		simulated("spammers", naming{"page", []string{"no", "yes"}, []string{"Ada", "Bela", "Chidi", "Dora", "Emil"}}, 4,
			DawidSkene{Tasks: 60, Workers: 5, Classes: 2,
				Confusion: Crew(Coin(2, .9), Coin(2, .88), Coin(2, .85), Always(2, 1), Always(2, 1))}),
		simulated("moderation", naming{"post", []string{"fine", "spam", "abuse"}, []string{"Mina", "Noor", "Otto", "Sam"}}, 2,
			DawidSkene{Tasks: 200, Workers: 4, Classes: 3, PerTask: 3, Prior: []float64{.5, .3, .2},
				Confusion: Crew(Coin(3, .92), Coin(3, .88), Coin(3, .85), Always(3, 0))}),
		{Name: "medical", labels: patients},
		simulated("ratings", naming{"film", []string{"1", "2", "3", "4", "5"}, []string{"critic-a", "critic-b", "critic-c", "critic-d",
			"critic-e", "strict-1", "strict-2", "lenient-1", "lenient-2"}}, 5,
			DawidSkene{Tasks: 150, Workers: 9, Classes: 5, PerTask: 5, Prior: []float64{.1, .2, .3, .25, .15},
				Confusion: Crew(fair, fair, fair, fair, fair, harsh, harsh, kind, kind)}),
		simulated("estimates", naming{"river", nil, []string{"Tom", "Uma", "Vera", "Will", "Xenia", "Yuri", "Zoe", "Abe"}}, 3,
			Numbers{Tasks: 80, Workers: 8, PerTask: 5, Mean: 500, Spread: 150,
				Bias:      []float64{0, 5, -10, 90, -80, 20, 0, 40},
				Precision: []float64{1. / 400, 1. / 400, 1. / 900, 1. / 900, 1. / 1600, 1. / 3600, 1. / 14400, 1. / 22500}}),
		simulated("adversaries", naming{"image", []string{"cat", "dog"}, nil}, 1,
			DawidSkene{Tasks: 200, Workers: 10, Classes: 2, PerTask: 7,
				Confusion: Crew(slices.Concat(Times(4, Coin(2, .93)), Times(4, Inverted(2, .8)), Times(2, Guess(2)))...)}),
		simulated("breeds", naming{"dog", []string{"husky", "malamute", "samoyed", "akita"}, nil}, 6, breeds()),
		simulated("sparse", naming{"question", []string{"a", "b", "c"}, nil}, 7,
			DawidSkene{Tasks: 400, Workers: 300, Classes: 3, PerTask: 4, Low: .45, High: .95}),
	}
}

// breeds has two expert workers and ten who mostly take the second class for the first.
func breeds() DawidSkene {
	expert := Coin(4, .88)
	mistaken := slices.Clone(expert)
	copy(mistaken[4:], []float64{.68, .28, .02, .02})
	return DawidSkene{Tasks: 240, Workers: 12, Classes: 4, PerTask: 5, Prior: []float64{.3, .3, .2, .2},
		Confusion: Crew(append(Times(2, expert), Times(10, mistaken)...)...)}
}

// naming gives names to a simulated world. Without workers they are called worker-07;
// without classes labels are numbers.
type naming struct {
	task    string
	classes []string
	workers []string
}

func simulated(name string, names naming, seed uint64, world interface{ Draw(seed uint64) *World }) Sample {
	return Sample{Name: name,
		labels: func() []byte { return names.labels(world.Draw(seed)) },
		truth:  func() []byte { return names.truth(world.Draw(seed)) },
	}
}

func (n naming) labels(w *World) []byte {
	b := []byte(header)
	d := w.Data
	for i := range d.Tasks {
		from, to := d.Of(i)
		for at := from; at < to; at++ {
			b = fmt.Appendf(b, "%s,%s,%s\n", n.nameOf(d, i), n.nameOfWorker(d, int(d.Worker[at])), answer(n, d.Class, d.Value, at))
		}
	}
	return b
}

func (n naming) truth(w *World) []byte {
	b := []byte(truthHeader)
	for i := range w.Data.Tasks {
		b = fmt.Appendf(b, "%s,%s\n", n.nameOf(w.Data, i), answer(n, w.Truth, w.Value, i))
	}
	return b
}

// answer is one of the values, or of the classes where there are none.
func answer[T int32 | uint16](n naming, class []T, value []float64, at int) string {
	if value != nil {
		return strconv.FormatFloat(value[at], 'f', 0, 64)
	}
	return n.classes[class[at]]
}

// nameOf numbers tasks from 1, padded so that they sort.
func (n naming) nameOf(d *crowd.Dataset, i int) string {
	return fmt.Sprintf("%s-%0*d", n.task, len(strconv.Itoa(d.Tasks)), i+1)
}

func (n naming) nameOfWorker(d *crowd.Dataset, j int) string {
	if n.workers != nil {
		return n.workers[j]
	}
	return fmt.Sprintf("worker-%0*d", len(strconv.Itoa(d.Workers)), j+1)
}
