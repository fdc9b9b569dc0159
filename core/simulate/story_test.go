package simulate

import (
	"testing"

	"concord/core/crowd"
)

// em is Dawid & Skene's EM in its plainest form, with a hundredth of a count
// added to every cell: enough to see whether a sample tells its story.
func em(d *crowd.Dataset) []float64 {
	k := d.Classes
	q := crowd.Shares(d)
	for range 200 {
		counts := crowd.Counts(&d.Labels, q)
		for row := 0; row < len(counts); row += k {
			total := 0.0
			for l := range k {
				counts[row+l] += 0.01
				total += counts[row+l]
			}
			for l := range k {
				counts[row+l] /= total
			}
		}
		prior := make([]float64, k)
		for n, p := range q {
			prior[n%k] += p / float64(d.Tasks)
		}
		for i := range d.Tasks {
			row := q[i*k : (i+1)*k]
			copy(row, prior)
			from, to := d.Of(i)
			for n := from; n < to; n++ {
				total := 0.0
				for c := range row {
					row[c] *= counts[(int(d.Worker[n])*k+c)*k+int(d.Class[n])]
					total += row[c]
				}
				for c := range row {
					row[c] /= total
				}
			}
		}
	}
	return q
}

// Most samples tell stories in which a model of the workers does better than
// counting heads; one tells the opposite. The shares are what the story
// promises, not records.
func TestSamplesTellTheirStories(t *testing.T) {
	errors := func(w *World) (majority, model float64) {
		wrong := func(q []float64) float64 {
			labels, _ := (&crowd.Estimate{Posterior: q}).Labels(w.Data.Classes, 1)
			n := 0.0
			for i, k := range w.Truth {
				if labels[i] != k {
					n++
				}
			}
			return n / float64(len(w.Truth))
		}
		return wrong(crowd.Shares(w.Data)), wrong(em(w.Data))
	}
	for _, s := range Samples() {
		if s.Name == "sparse" {
			if majority, model := errors(world(t, s)); model <= majority {
				t.Errorf("sparse: the majority errs on %.3f, the model on %.3f; the story needs the majority to do better", majority, model)
			}
		}
	}
	for name, atLeast := range map[string]float64{ // how much smaller the model's error is
		"spammers": .05, "moderation": .03, "ratings": .02, "adversaries": .2, "breeds": .02,
	} {
		for _, s := range Samples() {
			if s.Name != name {
				continue
			}
			w := world(t, s)
			majority, model := errors(w)
			t.Logf("%s: error of the majority %.3f, of the model %.3f", name, majority, model)
			if majority-model < atLeast {
				t.Errorf("%s: the majority errs on %.3f, the model on %.3f; the story needs %.2f less", name, majority, model, atLeast)
			}
		}
	}
}

// world reads a sample back.
func world(t *testing.T, s Sample) *World {
	t.Helper()
	number := func(m map[string]int32, name string) int32 {
		if _, ok := m[name]; !ok {
			m[name] = int32(len(m))
		}
		return m[name]
	}
	tasks, workers, classes := map[string]int32{}, map[string]int32{}, map[string]int32{}
	var task, worker, class []int32
	labels, truth := textOf(t, s)
	for _, row := range rows(t, labels) {
		task = append(task, number(tasks, row[0]))
		worker = append(worker, number(workers, row[1]))
		class = append(class, number(classes, row[2]))
	}
	w := &World{Data: &crowd.Dataset{Labels: crowd.NewLabels(len(tasks), len(workers), len(classes), task, worker, class)}}
	w.Truth = make([]int32, len(tasks))
	for _, row := range rows(t, truth) {
		w.Truth[tasks[row[0]]] = number(classes, row[1])
	}
	return w
}
