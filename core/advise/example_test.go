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
	tasks := plan.First(50)
	fmt.Printf("expected share of wrong labels: %.3f now, %.3f after %d more\n", plan.Error, plan.Expected(50), len(tasks))
	fmt.Println("ask about task", tasks[0], "first")
	// Output:
	// expected share of wrong labels: 0.180 now, 0.145 after 50 more
	// ask about task 17 first
}
