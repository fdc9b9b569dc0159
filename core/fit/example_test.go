package fit_test

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
)

// Three workers label four tasks; the third one disagrees with the others.
func Example() {
	task := []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}
	worker := []int32{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}
	class := []int32{0, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0}
	data := &crowd.Dataset{Labels: crowd.NewLabels(4, 3, 2, task, worker, class)}

	result, err := fit.Run(data, &dawidskene.DS{Cell: 1}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Status)
	labels, ties := result.Labels(data.Classes, 1)
	fmt.Println(labels, "with", ties, "ties")
	for i := range data.Tasks {
		fmt.Printf("task %d: %.2f\n", i, result.Posterior[2*i:2*i+2])
	}
	fmt.Printf("worker 2 where the truth is 0: %.2f\n", result.Confusion[2*4:2*4+2])
	// Output:
	// converged
	// [0 1 0 1] with 0 ties
	// task 0: [0.85 0.15]
	// task 1: [0.15 0.85]
	// task 2: [0.70 0.30]
	// task 3: [0.15 0.85]
	// worker 2 where the truth is 0: [0.52 0.48]
}
