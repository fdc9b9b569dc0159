package wire

// Amend states everything that the user has changed about the labels, so undoing something
// is another Amend without it. It holds until other labels are opened. A result follows
// at once, by a fit with the same method and settings.
type Amend struct {
	Exclude []int      `json:"exclude,omitempty"` // workers whose labels don't count, by index
	Review  []Reviewed `json:"review,omitempty"`  // tasks that the user has judged: fits are given their class, as gold
	// Order lists every class once, from the lowest to the highest, if they are steps of a
	// scale. All lists of classes follow it; no fit does, unless the method uses the order.
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

// Compare runs several methods on the labels, each as a Fit would. The tasks on which they
// disagree are the rows of the table "compared", and of FileCompared.
type Compare struct {
	Methods   []string                     `json:"methods"`
	Values    map[string]map[string]string `json:"values,omitempty"` // settings, by method
	Seed      uint64                       `json:"seed"`
	MaxSteps  int                          `json:"maxSteps,omitempty"`
	Stop      string                       `json:"stop,omitempty"`
	Tolerance float64                      `json:"tolerance,omitempty"`
}

// Advise asks which method suits the labels: each predicts labels hidden from it.
type Advise struct {
	Quick     bool     `json:"quick,omitempty"`   // only why the default, and whether another predicts better, in a second or two
	Methods   []string `json:"methods,omitempty"` // empty: every method that can run
	Seed      uint64   `json:"seed"`
	MaxSteps  int      `json:"maxSteps,omitempty"`
	Stop      string   `json:"stop,omitempty"`
	Tolerance float64  `json:"tolerance,omitempty"`
}

// Plan asks which labels to get next, of which tasks and from whom. It rests on the current
// result, fitted a few times to parts of the labels.
type Plan struct {
	Budget   int     `json:"budget"`             // labels to get
	Most     int     `json:"most,omitempty"`     // labels that any worker is asked for
	Share    float64 `json:"share,omitempty"`    // the same, of the budget; both 0: twice an even share, at most half
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

// Replay asks how many of the labels would have been enough if requested one after the other as the
// method advises. It rests on the current result, of a method that says what to label next.
type Replay struct {
	Start int    `json:"start,omitempty"` // tasks that are labelled at first; 0: a tenth, and 20 at least
	Batch int    `json:"batch,omitempty"` // labels between two fits; 0: a twentieth of all, and 10 at least
	Seed  uint64 `json:"seed"`
}

// MostPriced is up to how many classes a matrix of costs is part of a reply, and can be edited.
const MostPriced = 12

// CostMatrix is what each label costs where each class is the truth.
type CostMatrix struct {
	Classes []string    `json:"classes"`
	Of      [][]float64 `json:"of"` // row = truth, column = label
}
