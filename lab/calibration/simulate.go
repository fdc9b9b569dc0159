package main

import (
	"fmt"
	"io"
	"math"

	"concord/core/api"
	"concord/core/calibrate"
	"concord/core/simulate"
	"concord/lab/dataset"
)

// worlds are what the simulations draw, each with the method that knows its story.
var worlds = []struct {
	title, model string
	draw         func(perTask int, seed uint64) *simulate.World
	perTask      []int // labels a task
	seeds        int
}{
	{"Dawid–Skene: 500 tasks of 3 classes, 25 workers, accuracies of classes from .4 to .9", "ds", func(n int, seed uint64) *simulate.World {
		return simulate.DawidSkene{Tasks: 500, Workers: 25, Classes: 3, PerTask: n, Low: .4, High: .9}.Draw(seed)
	}, []int{2, 3, 5, 7, 10, 15}, 20},
	{"One-coin: 500 tasks of 4 classes, 25 workers right from .3 to .9 of the time", "onecoin", func(n int, seed uint64) *simulate.World {
		var crew []simulate.Matrix
		for j := range 25 {
			crew = append(crew, simulate.Coin(4, .3+.6*float64(j)/24))
		}
		return simulate.DawidSkene{Tasks: 500, Workers: 25, Classes: 4, PerTask: n, Confusion: simulate.Crew(crew...)}.Draw(seed)
	}, []int{2, 3, 5, 7, 10, 15}, 20},
	{"GLAD: 500 tasks of 2 classes, 25 workers, abilities and eases of its prior", "glad", func(n int, seed uint64) *simulate.World {
		return simulate.GLAD{Tasks: 500, Workers: 25, Classes: 2, PerTask: n}.Draw(seed)
	}, []int{2, 3, 5, 7, 10, 15}, 20},
	{"Sparse: 500 tasks of 3 classes, 3 labels a worker, accuracies of classes from .4 to .9", "ds", func(n int, seed uint64) *simulate.World {
		return simulate.DawidSkene{Tasks: 500, Workers: 500 * n / 3, Classes: 3, PerTask: n, Low: .4, High: .9}.Draw(seed)
	}, []int{3, 5, 7, 10}, 20},
	{"Collusion: 300 tasks of 3 classes, 20 workers, accuracies from .5 to .9; 6 give the answer of one of them 80 % of the time", "ebcc",
		func(n int, seed uint64) *simulate.World {
			return ringOf(n).Draw(seed)
		}, []int{3, 5, 7, 10}, 20},
}

// writeSimulations compares the default with the method that knows the story of the data.
func writeSimulations(w io.Writer) error {
	fmt.Fprint(w, "\n## Simulated crowds\n\nData drawn from a model, and the error of the default beside that of the method that knows "+
		"the model. Regret is the difference, in points, with a 95 % interval over draws; below 0 the default is the better one, as it may "+
		"be: the most likely parameters of the true model are not the true ones. Workers: the share with three labels or more whose "+
		"accuracy lies in its 95 % interval.\n")
	for _, world := range worlds {
		fmt.Fprintf(w, "\n**%s** (%d draws)\n\n| labels a task | consensus | %s | regret | ECE | log loss | workers covered %% |\n"+
			"|---|---|---|---|---|---|---|\n", world.title, world.seeds, world.model)
		for _, n := range world.perTask {
			var ours, regrets, covered []float64
			var scores []score
			for seed := range world.seeds {
				drawn := world.draw(n, uint64(seed+1))
				s := &set{data: drawn.Data, truth: drawn.Truth, of: map[string][]float64{}}
				for _, name := range []string{api.MethodDefault, world.model} {
					e, err := s.fitBy(name)
					if err != nil {
						return err
					}
					if name == api.MethodDefault {
						s.of[name] = dataset.Calibrated(e.Curve, s.data, s.of[name])
					}
				}
				r, model := s.score(s.of[api.MethodDefault]), s.score(s.of[world.model])
				known, err := s.workers(s.of[api.MethodDefault], calibrate.Drift, 3)
				if err != nil {
					return err
				}
				scores, ours, covered = append(scores, r), append(ours, 100*r.wrong), append(covered, 100*known.covered)
				regrets = append(regrets, 100*(r.wrong-model.wrong))
			}
			wrong, _ := meanOf(ours)
			regret, half := meanOf(regrets)
			right, _ := meanOf(covered)
			fmt.Fprintf(w, "| %d | %.2f | %.2f | %+.2f ± %.2f | %.3f | %.3f | %.1f |\n", n, wrong, wrong-regret, regret, half,
				mean(scores, func(r score) float64 { return r.ece }), mean(scores, func(r score) float64 { return r.loss }), right)
		}
	}
	fmt.Fprint(w, "\nOn one-coin crowds with two labels a task two of five members learn a matrix a worker where one figure is true, which "+
		"costs a point or so. Where workers answer together and often, they are found, and count as one; EBCC knows what they do, but not "+
		"who they are. With many labels the default is right more often than it says: it is calibrated on real crowds, whose workers share "+
		"mistakes. For the same reason the intervals of workers mostly cover more than 95 % here; they cover less of one-coin crowds with two "+
		"labels a task.\n")
	return nil
}

// meanOf returns a mean and the half-width of its 95 % interval.
func meanOf(x []float64) (m, half float64) {
	n := float64(len(x))
	m = mean(x, func(x float64) float64 { return x })
	squares := 0.0
	for _, x := range x {
		squares += (x - m) * (x - m)
	}
	return m, 1.96 * math.Sqrt(squares/(n-1)/n)
}
