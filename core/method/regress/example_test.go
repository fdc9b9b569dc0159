package regress_test

import (
	"fmt"
	"math"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/regress"
	"concord/core/metric"
	"concord/core/simulate"
)

// A feature helps where labels are few: two a task here.
func Example() {
	w := simulate.DawidSkene{Tasks: 60, Workers: 8, Classes: 2, PerTask: 2, Low: .6, High: .8}.Draw(1)
	f := &crowd.Features{Names: []string{"x"}}
	for i, k := range w.Truth {
		f.X = append(f.X, float64(k)+.5*math.Sin(float64(i))) // it tells the classes apart, most of the time
	}
	w.Data.Features = f
	r, err := fit.Run(w.Data, &regress.Raykar{}, fit.Settings{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := metric.Accuracy(r.Posterior, w.Truth, w.Data.Classes, 1)
	fmt.Printf("%d of %d labels are wrong\n", a.Wrong, a.Evaluated)

	// Output:
	// 8 of 60 labels are wrong
}
