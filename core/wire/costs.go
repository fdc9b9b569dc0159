package wire

// MostPriced is up to how many classes a matrix of costs travels with a reply, and
// is shown to be changed by hand.
const MostPriced = 12

// CostMatrix is what each label costs where each class is the truth.
type CostMatrix struct {
	Classes []string    `json:"classes"`
	Of      [][]float64 `json:"of"` // row = truth, column = label
}
