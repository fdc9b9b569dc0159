package cbcc_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/cbcc"
	"concord/core/metric"
	"concord/core/simulate"
)

// CBCC learns kinds of worker: here two, of thirty workers with few labels each.
func Example() {
	w := simulate.DawidSkene{
		Tasks: 150, Workers: 30, Classes: 2, PerTask: 5,
		Confusion: simulate.Crew(append(simulate.Times(20, simulate.Coin(2, .85)), simulate.Times(10, simulate.Inverted(2, .8))...)...),
	}.Draw(1)
	r, err := fit.Run(w.Data, &cbcc.CBCC{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 7 of 150 labels are wrong
}
