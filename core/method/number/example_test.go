package number_test

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/number"
)

// Three workers estimate four lengths; the third says 10 too much. Biases are known up to a common shift, so their mean is zero.
func Example() {
	task, worker := []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}, []int32{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}
	value := []float64{5, 6, 16, 20, 20, 30, 11, 10, 20, 40, 41, 51}
	d := &crowd.Dataset{Labels: crowd.NewValues(4, 3, task, worker, value)}
	r, err := fit.Run(d, number.BiasPrecision{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("numbers %.1f\n", r.Value)
	for _, c := range r.Extra {
		if c.Name == "bias" {
			fmt.Printf("biases %.1f\n", c.Values)
		}
	}
	// Output:
	// numbers [9.0 23.3 13.7 44.0]
	// biases [-3.5 -3.2 6.8]
}
