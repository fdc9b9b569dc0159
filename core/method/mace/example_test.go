package mace_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/mace"
	"concord/core/metric"
	"concord/core/simulate"
)

// MACE finds who clicks without looking: worker 3 always says class 0.
func Example() {
	w := simulate.DawidSkene{Tasks: 200, Workers: 4, Classes: 3, Confusion: simulate.Crew(append(simulate.Times(3, simulate.Coin(3, .8)),
		simulate.Always(3, 0))...)}.Draw(1)
	r, err := fit.Run(w.Data, &mace.MACE{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)
	fmt.Printf("competence %.1f\n", r.Extra[0].Values)
	// Output:
	// 15 of 200 labels are wrong
	// competence [0.8 0.7 0.7 0.0]
}
