package glad_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/glad"
	"concord/core/metric"
	"concord/core/simulate"
)

// GLAD learns how able workers are, and how hard tasks.
func Example() {
	w := simulate.GLAD{Tasks: 200, Workers: 20, Classes: 2, PerTask: 7}.Draw(1)
	r, err := fit.Run(w.Data, glad.GLAD{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)
	fmt.Printf("the first worker has ability %.1f\n", r.Extra[0].Values[0])
	// Output:
	// 7 of 200 labels are wrong
	// the first worker has ability 0.3
}
