package advise_test

import (
	"fmt"

	"concord/core/advise"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/simulate"
)

// Fifty more labels: which tasks are worth them, and what they promise.
func ExampleNext() {
	world := simulate.DawidSkene{Tasks: 100, Workers: 8, Classes: 2, PerTask: 3}.Draw(1)
	data := world.Data
	result, err := fit.Run(data, &dawidskene.DS{Cell: 1}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := advise.Next(data, result.Posterior, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, gain := 0, 0.0
	for _, more := range plan.Labels() {
		if labels++; labels > 50 {
			break
		}
		gain += more
	}
	fmt.Printf("fifty more labels make %.1f more of %d answers right\n", gain, data.Tasks)
	fmt.Println("ask about task", plan.Asks[0].Task, "first")
	// Output:
	// fifty more labels make 3.5 more of 100 answers right
	// ask about task 17 first
}
