package result

// Box sums figures up as a boxplot does.
type Box struct {
	Name   string  `json:"name"`
	N      int     `json:"n"` // figures; the others are 0 if there are none
	Min    float64 `json:"min"`
	Low    float64 `json:"low"` // first quartile
	Median float64 `json:"median"`
	High   float64 `json:"high"` // third quartile
	Max    float64 `json:"max"`
}

// Offsets are how far the labels of a worker, which are numbers, are from those they should be.
type Offsets struct {
	N        int     `json:"n"`        // labels compared; the others are 0 if there are none
	Bias     float64 `json:"bias"`     // mean of label − number
	Variance float64 `json:"variance"` // of these differences, about their mean
}

// Against compares what is estimated of the workers with the truth.
type Against struct {
	Workers  int     `json:"workers"` // with labels of tasks whose truth is known
	Off      float64 `json:"off"`     // mean distance of the estimated from the true accuracy, every worker weighted by those labels
	Within   int     `json:"within"`  // workers whose true accuracy lies in the interval of the estimate
	Sentence string  `json:"sentence"`
}
