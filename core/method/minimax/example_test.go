package minimax_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/minimax"
	"concord/core/metric"
	"concord/core/simulate"
)

// Minimax learns how workers and tasks cause mistakes, both at once.
func Example() {
	w := simulate.DawidSkene{Tasks: 100, Workers: 10, Classes: 2, PerTask: 7}.Draw(1)
	r, err := fit.Run(w.Data, minimax.Minimax{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 30 of 100 labels are wrong
}
