package dawidskene_test

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/method/dawidskene"
)

// Two machines have half of the tasks each. They send back counts; one of them
// makes the parameters. Parameters, counts and the sum are all that they share.
func ExamplePass() {
	// Three workers, two classes; tasks 0 and 1 here, 2 and 3 there. Worker 2
	// says the opposite of the others.
	task, worker := []int32{0, 0, 0, 1, 1, 1}, []int32{0, 1, 2, 0, 1, 2}
	here := &crowd.Dataset{Labels: crowd.NewLabels(2, 3, 2, task, worker, []int32{0, 0, 1, 1, 1, 0})}
	there := &crowd.Dataset{Labels: crowd.NewLabels(2, 3, 2, task, worker, []int32{0, 0, 1, 1, 0, 0})}

	const seed = 1
	passes := []*dawidskene.Pass{
		dawidskene.NewPass(here, 0, seed),
		dawidskene.NewPass(there, 2, seed), // its first task is number 2 of all
	}
	model, total := dawidskene.NewModel(3, 2), dawidskene.NewCounts(3, 2)
	rule := dawidskene.Rule{}

	for _, p := range passes {
		p.StartSoft()
	}
	for range 20 {
		total.Sum(passes[0].Counts(), passes[1].Counts())
		rule.Maximise(total, model)
		for _, p := range passes {
			p.Soft(model)
		}
	}

	for _, p := range passes {
		q := make([]float64, 2*2)
		p.Posterior(model, q)
		fmt.Printf("%.2f\n", q)
	}
	fmt.Printf("worker 2, truth 0: %.2f\n", model.Confusion()[2*4:2*4+2])
	// Output:
	// [1.00 0.00 0.00 1.00]
	// [1.00 0.00 0.00 1.00]
	// worker 2, truth 0: [0.00 1.00]
}
