package gpc

import (
	"math"

	"concord/core/crowd"
)

// Point is where a fit stands after a step.
type Point struct {
	LogZ          float64 // of the training labels, a task
	LogLikelihood float64 // of the truth of the test tasks, a task
	Area          float64 // on them
}

// Path follows a fit step by step, and judges its end.
func Path(d *crowd.Dataset, v Variant, truth []int32, test *Described, positive int32) (path []Point, end Verdict, err error) {
	s, err := v.Start(d, truth)
	if err != nil {
		return nil, end, err
	}
	for step := range s.Steps() {
		score, is, err := foresee(s.Fit(), test, positive)
		if err != nil {
			return nil, end, err
		}
		if n := len(path); n > 0 { // a step computes log Z, then learns the kernel that is predicted with
			path[n-1].LogZ = step.Objective / float64(d.Tasks)
		}
		p := Point{LogZ: step.Objective / float64(d.Tasks), Area: area(score, is)}
		for i, q := range score {
			if !is[i] {
				q = 1 - q
			}
			p.LogLikelihood += math.Log(q) / float64(len(score))
		}
		path = append(path, p)
	}
	end, err = judge(s, truth, test, positive)
	return path, end, err
}
