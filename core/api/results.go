package api

// Amend lists everything that the user has changed about the labels, so undoing a change is another
// Amend without it. It holds until other labels are opened. If there is a result, a fit with the same
// method and settings follows at once.
type Amend struct {
	Exclude []int      `json:"exclude,omitempty"` // workers whose labels are left out, by index
	Review  []Reviewed `json:"review,omitempty"`  // verdicts of the user, which fits take as gold
	// Checked are verdicts on a random sample of the tasks. They measure the labels as a file of truth does; no
	// method learns from them.
	Checked []Reviewed `json:"checked,omitempty"`
	// Order lists every class once, from lowest to highest, if they are steps of a scale. Lists of
	// classes follow it; fits do only if the method uses an order.
	Order []string `json:"order,omitempty"`
}

// Reviewed is the user's verdict on a task.
type Reviewed struct {
	Task  int    `json:"task"`
	Label string `json:"label"`
	Note  string `json:"note,omitempty"` // the user's reasons, or whatever else there is to say
	// Said is what the method said before there was any verdict on the task; empty: nothing, or nobody knows any more. The engine
	// fills it in.
	Said string `json:"said,omitempty"`
}

// Decisions are an Amend by names, as a recipe has it.
type Decisions struct {
	Excluded []string   `json:"excluded,omitempty"`
	Reviewed []Decision `json:"reviewed,omitempty"`
	Checked  []Decision `json:"checked,omitempty"`
	Order    []string   `json:"order,omitempty"`
}

// Decision is the user's verdict on a task.
type Decision struct {
	Task   string `json:"task"`
	Label  string `json:"label"`
	Method string `json:"methodLabel,omitempty"` // Reviewed.Said
	Note   string `json:"note,omitempty"`
}

// Amended answers Amend and Decide.
type Amended struct {
	Amend
	Strangers int      `json:"strangers,omitempty"` // names of Decide that these labels don't have
	Counts    *Counts  `json:"counts"`              // of the labels that are left
	Methods   []Method `json:"methods"`             // that can run on them
	Fitted    *Fitted  `json:"fitted,omitempty"`    // the new result; nil: there was none before
	Changed   int      `json:"changed,omitempty"`   // how many labels differ from the result before
	Warm      bool     `json:"warm,omitempty"`      // the fit started from the result before
}

// Compare runs several methods on the labels as Fit would. The tasks on which they disagree are the
// rows of the table "compared" and of FileCompared.
type Compare struct {
	Methods []string                     `json:"methods"`
	Values  map[string]map[string]string `json:"values,omitempty"` // by method
	Settings
	Reference string `json:"reference,omitempty"` // the method that the others are tested against; empty: the default
	HeldOut   bool   `json:"heldOut,omitempty"`   // also how well each predicts hidden labels, as Advise tells
}

// Advise asks which method suits the labels, by how well each predicts labels hidden from it.
type Advise struct {
	Quick   bool     `json:"quick,omitempty"`   // only why the default, and whether another predicts better, in a second or two
	Methods []string `json:"methods,omitempty"` // empty: every method that can run
	Settings
}

// Plan asks which tasks to have labelled next, and by whom, and how right that would make the answers. It uses the current result.
type Plan struct {
	Budget   int     `json:"budget"`             // labels to get
	Most     int     `json:"most,omitempty"`     // labels per worker
	Share    float64 `json:"share,omitempty"`    // the same as a share of the budget; both 0: twice an even share, at most half
	Suspects bool    `json:"suspects,omitempty"` // ask suspicious workers too
	Fewer    bool    `json:"fewer,omitempty"`    // also how right fewer labels would have left the answers: a few fits to parts of them
}

// Needed asks how right more labels would make the answers, or fewer would have left them. It is answered with Forecast.
type Needed struct{}

// Reopened answers Open of a project with everything it held, and of a recipe with what it made.
type Reopened struct {
	Opened  []Opened `json:"opened"` // the labels first
	Amended *Amended `json:"amended,omitempty"`
	Fit     *Fit     `json:"fit,omitempty"` // the request of the result
	Fitted  *Fitted  `json:"fitted,omitempty"`
	Page    string   `json:"page,omitempty"` // Export.Page
	Says    string   `json:"says,omitempty"` // of a recipe: whether the labels are the same, or what differs
}

// MostPriced is the largest number of classes for which replies hold the matrix of costs, so that it can
// be edited.
const MostPriced = 12

// CostMatrix is what each label costs for each true class.
type CostMatrix struct {
	Classes []string    `json:"classes"`
	Of      [][]float64 `json:"of"` // row = truth, column = label
}
