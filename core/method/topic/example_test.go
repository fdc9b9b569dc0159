package topic_test

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/topic"
	"concord/core/metric"
	"concord/core/simulate"
)

// Texts of two words each: the topics are learnt with the classes.
func Example() {
	w := simulate.DawidSkene{Tasks: 40, Workers: 5, Classes: 2, PerTask: 3, Low: .7, High: .8}.Draw(1)
	b := &crowd.Words{Terms: 4, Start: []int32{0}}
	for i, k := range w.Truth { // words 0 and 1 go with class 0, words 2 and 3 with class 1
		b.Term, b.Count = append(b.Term, 2*k, 2*k+1), append(b.Count, 3, int32(1+i%3))
		b.Start = append(b.Start, int32(len(b.Term)))
	}
	w.Data.Words = b
	r, err := fit.Run(w.Data, &topic.Classifier{Prior: topic.Prior{Topics: 2}}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 4 of 40 labels are wrong
}
