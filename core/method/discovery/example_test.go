package discovery_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/discovery"
	"concord/core/metric"
	"concord/core/simulate"
)

// CRH weighs workers by how rarely they differ from the outcome.
func Example() {
	w := simulate.DawidSkene{Tasks: 300, Workers: 12, Classes: 3, PerTask: 5}.Draw(1)
	r, err := fit.Run(w.Data, discovery.CRH{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 40 of 300 labels are wrong
}
