package vote_test

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/vote"
)

// Two careful workers and one who says the opposite: a weighted vote finds out who that is.
func Example() {
	task, worker := []int32{0, 0, 0, 1, 1, 1, 2, 2, 2}, []int32{0, 1, 2, 0, 1, 2, 0, 1, 2}
	class := []int32{0, 0, 1, 1, 1, 0, 0, 0, 1}
	d := &crowd.Dataset{Labels: crowd.NewLabels(3, 3, 2, task, worker, class)}
	r, err := fit.Run(d, vote.IWMV{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	labels, _ := r.Labels(2, 1)
	fmt.Println("labels", labels)
	for _, c := range r.Extra {
		fmt.Println(c.Title, c.Values)
	}
	// Output:
	// labels [0 1 0]
	// Agreement with the vote [1 1 0]
	// Weight [1 1 -1]
}
