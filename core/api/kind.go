package api

import "slices"

// Kind describes a kind of answers to those who show it: its words, and what it can be asked. Package kind has the list.
// The zero value describes one class for each task.
type Kind struct {
	Name    string `json:"name"`
	Numbers bool   `json:"numbers,omitempty"` // methods are asked for numbers: there are no classes, probabilities and ties
	Several bool   `json:"several,omitempty"` // a worker may give a task several labels: they are no repeats
	// Refuses says why something can't be asked of such answers, by one of the constants below or the role of a file. What is not
	// there can be asked.
	Refuses map[string]string `json:"refuses,omitempty"`

	// What the page says.
	Choice   string            `json:"choice,omitempty"`   // of the box that has a file read as this kind; empty: there is none
	ChoiceID string            `json:"choiceId,omitempty"` // of that box
	Unused   map[string]string `json:"unused,omitempty"`   // why files of a role, or UnusedMatrix, are of no use
	Result   string            `json:"result,omitempty"`   // what a result is, where that does not go without saying
	Tied     string            `json:"tied,omitempty"`     // what ties are counted among; empty: tasks
	Mean     bool              `json:"mean,omitempty"`     // of repeated labels the mean counts, not the commonest
}

// What can be asked of answers, if their kind does not refuse it.
const (
	AskAnonymous = "anonymous" // labels of unknown workers
	AskSave      = "save"      // to save what a method learnt
	AskOrder     = "order"     // to put the classes in an order
	AskReview    = "review"    // to overrule answers
	AskCheck     = "check"     // to judge tasks one by one
	AskLabel     = "label"     // to label tasks in the page
	AskTimes     = "times"     // how long labels took
	AskJudge     = "judge"     // what all other workers say of one
	AskExpect    = "expect"    // how many answers are probably right
	AskPlan      = "plan"      // which labels to get next
	AskNeeded    = "needed"    // how many labels are enough
	AskExplain   = "explain"   // the weight of each vote
	AskSplit     = "split"     // whether cells hold several labels
)

// UnusedMatrix is the matrix of costs that the page offers to fill in.
const UnusedMatrix = "matrix"

// Can reports whether answers of the kind can be asked for something.
func (k Kind) Can(ask string) bool { return k.Refuses[ask] == "" }

// Refuse returns the refusal of what the kind can't be asked for, nil if it can.
func (k Kind) Refuse(ask string) error {
	if k.Can(ask) {
		return nil
	}
	return Refuse("%s", k.Refuses[ask])
}

// The names of the kinds that Choices has a field of its own for.
const (
	KindClasses = "classes"
	KindSets    = "sets"
	KindNumbers = "numbers"
)

// Kind names the kind of answers that a file is read as.
func (c *Choices) Kind() string {
	switch {
	case c.Sets:
		return KindSets
	case c.Numeric:
		return KindNumbers
	}
	return KindClasses
}

// As has the file read as a kind of answers.
func (c *Choices) As(kind string) {
	switch kind {
	case KindSets:
		c.Sets, c.Numeric = true, false
	case KindNumbers:
		c.Numeric = true
	default:
		c.Sets, c.Numeric = false, false
	}
}

// Not has the file not read as a kind of answers, but as classes.
func (c *Choices) Not(kind string) {
	if c.Kind() == kind {
		c.As(KindClasses)
	}
}

// KeepKind takes over from a detection what the kind of answers depends on: all of it where the file was detected afresh, and
// whether labels are numbers where the roles that were chosen fit other columns.
func (c *Choices) KeepKind(detected Choices, fresh, fits bool) {
	if fresh {
		c.Separator, c.Sets = detected.Separator, detected.Sets
	}
	if !fits {
		c.Numeric = detected.Numeric
	}
}

// KindOf returns the kind of answers that choices name, among those that the file can be read as.
func (o *Opened) KindOf(c *Choices) Kind {
	if n := slices.IndexFunc(o.Kinds, func(k Kind) bool { return k.Name == c.Kind() }); n >= 0 {
		return o.Kinds[n]
	}
	return Kind{}
}
