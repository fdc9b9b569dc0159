package api

// Accuracy compares answers with the truth.
type Accuracy struct {
	Evaluated int     `json:"evaluated"` // tasks whose truth is known
	Wrong     int     `json:"wrong"`     // of those, tasks whose answer differs
	Tied      int     `json:"-"`         // of those, tasks whose answer broke a tie
	Accuracy  float64 `json:"accuracy"`
	Low       float64 `json:"low"` // 95 % interval
	High      float64 `json:"high"`
	Expected  float64 `json:"expected"` // accuracy to be expected when ties are broken at random
	// Apart is the mean absolute error of ranks; nil: the classes have no order.
	Apart *Figure `json:"apart,omitempty"`
}

// Error returns the share of wrong answers, 0 where nothing was evaluated.
func (a *Accuracy) Error() float64 {
	if a.Evaluated == 0 {
		return 0
	}
	return float64(a.Wrong) / float64(a.Evaluated)
}

// NoTruth is why there is no figure where no true class is known.
const NoTruth = "no task has a known true class"

// Figure returns the accuracy as a figure.
func (a *Accuracy) Figure() Figure {
	if a.Evaluated == 0 {
		return Undefined(NoTruth)
	}
	return Figure{Value: a.Accuracy, Low: a.Low, High: a.High, N: a.Evaluated, Interval: true}
}

// Numbers compares estimated numbers with the true ones.
type Numbers struct {
	Evaluated   int    `json:"evaluated"`   // numbers whose truth is known
	R2          Figure `json:"r2"`          // 1 − Σ(x−x̂)²/Σ(x−x̄)²: at most 1, below 0 where the mean would do better
	MAE         Figure `json:"mae"`         // mean of |x−x̂|
	RMSE        Figure `json:"rmse"`        // root of the mean of (x−x̂)²
	Correlation Figure `json:"correlation"` // Pearson's r
}

// Quality is all that a known truth can say of a posterior.
type Quality struct {
	Score   Accuracy `json:"-"`
	MacroF1 Figure   `json:"macroF1"`        // mean over the classes that are a truth or an answer of some task
	LogLoss Figure   `json:"logLoss"`        // nats: mean of −log q[truth]
	Brier   Figure   `json:"brier"`          // mean of Σ_k (q_k − [k = truth])², 0 to 2
	ECE     Figure   `json:"ece"`            // expected calibration error: mean over tasks of |accuracy − confidence| of the task's bin
	Bins    []Bin    `json:"bins,omitempty"` // of the reliability diagram: ten of equal width, from 0 to 1
}

// Bin is one bar of a reliability diagram: the answers with a probability above Low, up to High.
type Bin struct {
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Count      int     `json:"count"`
	Confidence float64 `json:"confidence"` // mean probability of the answers; 0 where there are none
	Right      Figure  `json:"right"`      // share of them that are right
}

// McNemar compares two sets of answers to the tasks whose truth is known.
type McNemar struct {
	Both    int     `json:"both"` // tasks that both have right
	OnlyA   int     `json:"onlyA"`
	OnlyB   int     `json:"onlyB"`
	Neither int     `json:"neither"`
	P       float64 `json:"p"` // that chance alone would split OnlyA + OnlyB so unevenly: two-sided, exact
}

// Test is how right predictions for unlabelled tasks are, where the truth is known.
type Test struct {
	Evaluated int     `json:"evaluated"`
	Accuracy  *Figure `json:"accuracy,omitempty"`
	AUC       *Figure `json:"auc,omitempty"` // area under the ROC curve, mean over classes
	F1        *Figure `json:"f1,omitempty"`  // mean over classes
	R2        *Figure `json:"r2,omitempty"`  // in their place, where labels are numbers
	MAE       *Figure `json:"mae,omitempty"`
}

// Priced is what the labels of a result cost: the mean expected cost of a task.
type Priced struct {
	Said   float64 `json:"said"`   // of the most probable labels
	Least  float64 `json:"least"`  // of those of least expected cost
	Differ int     `json:"differ"` // tasks where the two are different labels
}
