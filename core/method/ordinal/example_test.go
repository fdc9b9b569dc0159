package ordinal_test

import (
	"fmt"

	"concord/core/fit"
	"concord/core/method/ordinal"
	"concord/core/metric"
	"concord/core/simulate"
)

// A scale of five steps: the model learns who rates too high.
func Example() {
	w := simulate.DawidSkene{
		Tasks: 300, Workers: 4, Classes: 5,
		Confusion: simulate.Crew(append(simulate.Times(3, simulate.Ordinal(5, .7, 0)), simulate.Ordinal(5, .7, 1))...),
	}.Draw(1)
	r, err := fit.Run(w.Data, ordinal.Ordinal{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)
	for _, c := range r.Extra {
		if c.Name == "bias" {
			fmt.Printf("%s %.1f\n", c.Title, c.Values)
		}
	}
	// Output:
	// 41 of 300 labels are wrong
	// Bias in steps [0.0 0.0 0.0 0.6]
}
