package dawidskene_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/metric"
	"concord/core/simulate"
)

// A crowd most of whom take class 2 for class 1: Dawid–Skene learns the habit, and undoes it.
func ExampleDS() {
	mistaken := simulate.Matrix{.8, .1, .1, .1, .8, .1, .1, .7, .2}
	workers := append(simulate.Times(6, mistaken), simulate.Times(4, simulate.Coin(3, .8))...)
	w := simulate.DawidSkene{Tasks: 300, Workers: 10, Classes: 3, PerTask: 5, Confusion: simulate.Crew(workers...)}.Draw(1)
	r, err := fit.Run(w.Data, &dawidskene.DS{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)
	fmt.Printf("worker 0, of tasks of class 2: %.1f\n", r.Confusion[2*3:3*3])
	// Output:
	// 38 of 300 labels are wrong
	// worker 0, of tasks of class 2: [0.1 0.7 0.2]
}
