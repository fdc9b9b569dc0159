package bwa_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/bwa"
	"concord/core/metric"
	"concord/core/simulate"
)

// BWA weighs votes by the precision of workers.
func Example() {
	w := simulate.DawidSkene{Tasks: 300, Workers: 20, Classes: 3, PerTask: 5}.Draw(1)
	r, err := fit.Run(w.Data, bwa.BWA{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 22 of 300 labels are wrong
}
