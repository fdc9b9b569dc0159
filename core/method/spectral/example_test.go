package spectral_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/spectral"
	"concord/core/metric"
	"concord/core/simulate"
)

// KOS needs no likelihood: it passes messages, and turns the votes of adversaries round.
func Example() {
	w := simulate.DawidSkene{
		Tasks: 300, Workers: 20, Classes: 2, PerTask: 7,
		Confusion: simulate.Crew(append(simulate.Times(14, simulate.Coin(2, .75)), simulate.Times(6, simulate.Inverted(2, .9))...)...),
	}.Draw(1)
	r, err := fit.Run(w.Data, spectral.KOS{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 13 of 300 labels are wrong
}
