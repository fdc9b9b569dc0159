package catalog

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/glad"
)

// ProbeSeconds is how long Probe's work takes on the machine of BenchmarkTime.
const ProbeSeconds = 0.00015

// Probe returns a little work that takes about as much longer on another machine as fits do: two
// steps of GLAD, which are arithmetic, logarithms and jumps in memory.
func Probe() (work func()) {
	const tasks, workers, perTask = 50, 10, 5
	var task, worker, class []int32
	for n := range int32(tasks * perTask) {
		task, worker, class = append(task, n/perTask), append(worker, n*7%workers), append(class, n*n%11%2)
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, 2, task, worker, class)}
	return func() {
		s, err := fit.Start(d, glad.GLAD{}, fit.Settings{MaxSteps: 2, Tolerance: -1})
		if err != nil {
			panic(err) // GLAD takes all labels that are classes
		}
		for range s.Steps() {
		}
	}
}
