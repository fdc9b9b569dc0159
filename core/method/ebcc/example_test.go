package ebcc_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/ebcc"
	"concord/core/metric"
	"concord/core/simulate"
)

// EBCC learns kinds of task that workers get wrong together.
func Example() {
	w := simulate.DawidSkene{Tasks: 100, Workers: 10, Classes: 2, PerTask: 5}.Draw(1)
	r, err := fit.Run(w.Data, &ebcc.EBCC{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 15 of 100 labels are wrong
}
