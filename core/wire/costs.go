package wire

// MostPriced is up to how many classes a matrix of costs travels with a reply, and
// is shown to be changed by hand.
const MostPriced = 12

// CostMatrix is what each label costs where each class is the truth.
type CostMatrix struct {
	Classes []string    `json:"classes"`
	Of      [][]float64 `json:"of"` // row = truth, column = label
}

// Priced is what the labels of a result cost: a task's expected cost, on average
// over the tasks.
type Priced struct {
	Said   float64 `json:"said"`   // of the most probable labels
	Least  float64 `json:"least"`  // of those of least expected cost
	Differ int     `json:"differ"` // tasks where the two are different labels
}
