package wire

// Amend says what the user has changed about the labels: all of it, every time.
// So undoing is another Amend, without the thing undone. It holds until other
// labels are opened. Where there is a result it follows at once, by a fit with
// the same method and settings.
type Amend struct {
	Exclude []int      `json:"exclude,omitempty"` // workers whose labels don't count, by index
	Review  []Reviewed `json:"review,omitempty"`  // tasks that the user has judged: fits are given their class, as gold
	// Order is every class once, from the lowest to the highest: the classes are
	// steps of a scale. Empty: they are not. Whatever lists classes lists them in
	// this order; no fit follows unless the method itself takes classes as ordered.
	Order []string `json:"order,omitempty"`
}

// Reviewed is the user's verdict on a task.
type Reviewed struct {
	Task  int    `json:"task"`
	Label string `json:"label"`
}

// Amended answers Amend.
type Amended struct {
	Amend
	Counts  *Counts  `json:"counts"`            // of the labels that count
	Methods []Method `json:"methods"`           // and which can run on them
	Fitted  *Fitted  `json:"fitted,omitempty"`  // the result that followed; nil: there was none to follow
	Changed int      `json:"changed,omitempty"` // its labels that differ from those before
	Warm    bool     `json:"warm,omitempty"`    // the fit began from the result before
}

// Compare runs several methods on the labels, each with what a Fit of it would
// be given, and sets them side by side. The tasks on which they disagree are
// the rows of the table "compared", and the file of that name.
type Compare struct {
	Methods   []string                     `json:"methods"`
	Values    map[string]map[string]string `json:"values,omitempty"` // settings, by method
	Seed      uint64                       `json:"seed"`
	MaxSteps  int                          `json:"maxSteps,omitempty"`
	Tolerance float64                      `json:"tolerance,omitempty"`
}

// Advise asks which method suits the labels: each predicts labels that were
// hidden from it.
type Advise struct {
	Methods   []string `json:"methods,omitempty"` // empty: every method that can run
	Seed      uint64   `json:"seed"`
	MaxSteps  int      `json:"maxSteps,omitempty"`
	Tolerance float64  `json:"tolerance,omitempty"`
}

// Plan asks which labels to get next, of which tasks and from whom. It rests on
// the result at hand, fitted a few times to parts of the labels.
type Plan struct {
	Budget int `json:"budget"` // labels to get
	// How many any worker is asked for: at most so many, or this share of the budget.
	// 0, 0: twice an even share, but no more than half.
	Most     int     `json:"most,omitempty"`
	Share    float64 `json:"share,omitempty"`
	Suspects bool    `json:"suspects,omitempty"` // ask workers who are suspect, too
	Seed     uint64  `json:"seed"`
}

// Reopened answers Open of a workspace: all that it held, as it is now.
type Reopened struct {
	Opened  []Opened `json:"opened"` // the labels first
	Amended *Amended `json:"amended,omitempty"`
	Fit     *Fit     `json:"fit,omitempty"` // what the result was asked for with
	Fitted  *Fitted  `json:"fitted,omitempty"`
	Page    string   `json:"page,omitempty"` // what Export was given to keep
}

// Replay asks how many of the labels would have been enough, had they been asked
// for one after the other as the method advises. It rests on the result at hand, of
// a method that says what to label next.
type Replay struct {
	Start int    `json:"start,omitempty"` // tasks that are labelled at first; 0: a tenth, and 20 at least
	Batch int    `json:"batch,omitempty"` // labels between two fits; 0: a twentieth of all, and 10 at least
	Seed  uint64 `json:"seed"`
}

// MostPriced is up to how many classes a matrix of costs travels with a reply, and
// is shown to be changed by hand.
const MostPriced = 12

// CostMatrix is what each label costs where each class is the truth.
type CostMatrix struct {
	Classes []string    `json:"classes"`
	Of      [][]float64 `json:"of"` // row = truth, column = label
}
