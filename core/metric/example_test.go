package metric_test

import (
	"fmt"

	"concord/core/crowd"
	"concord/core/metric"
)

// Three workers label four tasks, two classes.
func ExampleAgree() {
	task := []int32{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}
	worker := []int32{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}
	class := []int32{0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0}
	labels := crowd.NewLabels(4, 3, 2, task, worker, class)

	a, err := metric.Agree(&labels, metric.Scale{Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("agreement %.3f\n", a.Percent.Value)
	fmt.Printf("Fleiss' κ %.3f\n", a.Fleiss.Value)
	fmt.Printf("α %.3f (%.3f to %.3f)\n", a.Alpha.Nominal.Value, a.Alpha.Nominal.Low, a.Alpha.Nominal.High)
	fmt.Println("interval α: not defined because", a.Alpha.Interval.Why)
	// Output:
	// agreement 0.667
	// Fleiss' κ 0.333
	// α 0.389 (-0.257 to 1.000)
	// interval α: not defined because the classes are not numbers
}
